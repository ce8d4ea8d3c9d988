//! Tests of marks, the confirmations before them, conflicts, the summary and leaving.

use super::sample::file_id;
use super::*;
use crate::protocol::ids::OperationId;
use crate::protocol::review::{ConflictChoice, ReviewReply, SplitAt};

pub(super) fn decide(numbers: &[u128], state: HunkState) -> ReviewCommand {
    ReviewCommand::Decide {
        hunks: numbers.iter().map(|number| hunk_id(*number)).collect(),
        state,
    }
}

#[test]
fn a_and_r_mark_the_hunk_at_hand_and_go_to_the_next_open_one() {
    let mut desk = Desk::new(158, 40);
    desk.press("r");
    assert_eq!(desk.orders(), [decide(&[2], HunkState::Rejected)]);
    assert!(
        desk.text().contains("hunk 4 of 4"),
        "the human's own is passed over"
    );
    desk.press("a");
    assert_eq!(desk.orders(), [decide(&[4], HunkState::Accepted)]);
    assert!(
        desk.screen()[0].contains("token.rs"),
        "{}",
        desk.screen()[0]
    );
    desk.press("a a");
    assert!(
        desk.said().contains("everything is decided"),
        "{}",
        desk.said()
    );
}

#[test]
fn space_toggles_in_place_and_x_clears() {
    let mut desk = Desk::new(158, 40);
    desk.press("n n Space");
    assert_eq!(desk.state_of(4), HunkState::Accepted);
    desk.press("Space");
    assert_eq!(desk.state_of(4), HunkState::Rejected);
    assert!(desk.text().contains("hunk 4 of 4"));
    desk.press("x");
    assert_eq!(desk.state_of(4), HunkState::Pending);
}

#[test]
fn a_mark_is_seen_before_the_engine_answers() {
    let mut desk = Desk::new(158, 40);
    desk.press("n n");
    let row = desk.row_with("let t = self.tok");
    desk.review.act(Action::ReviewToggle);
    assert!(
        desk.screen()[row].starts_with(">[+]"),
        "{}",
        desk.screen()[row]
    );
}

#[test]
fn a_refused_order_takes_the_mark_back() {
    let mut desk = Desk::new(158, 40);
    desk.press("n n");
    desk.review.act(Action::ReviewToggle);
    desk.fact(&EventKind::CommandRejected {
        command: "review".into(),
        reason: "the hunk is gone".into(),
        said: None,
    });
    desk.settle();
    let row = desk.row_with("let t = self.tok");
    assert!(
        desk.screen()[row].starts_with(">[ ]"),
        "{}",
        desk.screen()[row]
    );
}

#[test]
fn the_humans_own_change_is_no_part_of_it() {
    let mut desk = Desk::new(158, 40);
    desk.press("n a r x");
    assert!(desk.orders().is_empty());
    desk.press("+ -");
    for order in desk.orders() {
        let ReviewCommand::Decide { hunks, .. } = order else {
            panic!("{order:?}");
        };
        assert!(!hunks.contains(&hunk_id(3)));
    }
}

#[test]
fn rejecting_what_others_stand_on_offers_all_three_ways() {
    for (keys, expected) in [
        ("r w", vec![decide(&[5, 4], HunkState::Rejected)]),
        ("r o", vec![decide(&[4], HunkState::Rejected)]),
        ("r Esc", vec![]),
        ("r q", vec![]),
        ("r Enter", vec![decide(&[5, 4], HunkState::Rejected)]),
    ] {
        let mut world = World::new();
        world.set(4, |hunk| hunk.carries = vec![hunk_id(5)]);
        let mut review = Review::of_files(ReviewBase::Open, TimeZone::UTC);
        review.show(ReviewTarget::Hunk {
            file: file_id(1),
            hunk: hunk_id(4),
        });
        let mut desk = Desk::of(review, world, (120, 40));
        desk.press(keys);
        assert_eq!(desk.orders(), expected, "{keys}");
    }
}

#[test]
fn accepting_what_builds_on_an_open_one_offers_both() {
    let mut world = World::new();
    world.set(4, |hunk| hunk.builds_on = vec![hunk_id(5)]);
    let mut review = Review::of_files(ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Hunk {
        file: file_id(1),
        hunk: hunk_id(4),
    });
    let mut desk = Desk::of(review, world, (120, 40));
    desk.press("a");
    assert!(desk.text().contains("builds on 1 hunk"), "{}", desk.text());
    assert!(desk.orders().is_empty());
    desk.press("b");
    assert_eq!(desk.orders(), [decide(&[5, 4], HunkState::Accepted)]);
}

#[test]
fn a_conflict_is_settled_in_every_way() {
    let mut desk = Desk::new(158, 40);
    desk.press("m t b o");
    let choices: Vec<ConflictChoice> = desk
        .orders()
        .into_iter()
        .filter_map(|order| match order {
            ReviewCommand::Settle { hunk, choice } if hunk == hunk_id(2) => Some(choice),
            _ => None,
        })
        .collect();
    assert_eq!(
        choices,
        [
            ConflictChoice::Mine,
            ConflictChoice::Agent,
            ConflictChoice::Both,
            ConflictChoice::Base,
        ]
    );
    desk.press("n n m");
    assert!(desk.said().contains("no conflict"));
}

#[test]
fn undo_redo_and_split_are_orders() {
    let mut desk = Desk::new(158, 40);
    desk.press("u Ctrl+R s");
    assert_eq!(
        desk.orders(),
        [
            ReviewCommand::Undo,
            ReviewCommand::Redo,
            ReviewCommand::Split {
                hunk: hunk_id(2),
                at: SplitAt::Natural,
            },
        ]
    );
}

#[test]
fn accepting_a_file_leaves_conflicts_and_names_large_hunks_first() {
    let mut desk = Desk::new(158, 40);
    desk.press("+");
    assert_eq!(desk.orders(), [decide(&[4], HunkState::Accepted)]);
    let mut world = World::new();
    world.set(4, |hunk| hunk.oversized = true);
    let mut review = Review::of_files(ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut desk = Desk::of(review, world, (158, 40));
    desk.press("+");
    assert!(
        desk.text().contains("1 hunk over the limits"),
        "{}",
        desk.text()
    );
    desk.press("Enter");
    assert!(desk.orders().is_empty(), "to leave it is chosen beforehand");
    desk.press("+ a");
    assert_eq!(desk.orders(), [decide(&[4], HunkState::Accepted)]);
}

#[test]
fn accepting_all_files_asks_and_takes_those_of_every_file() {
    let mut world = World::new();
    world.set(6, |hunk| hunk.oversized = true);
    let mut review = Review::of_files(ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut desk = Desk::of(review, world, (158, 40));
    desk.press("*");
    let text = desk.text();
    assert!(text.contains("src/auth/retry.rs: 3 lines"), "{text}");
    assert!(text.contains("1 conflict left out"), "{text}");
    assert!(desk.orders().is_empty());
    desk.press("a");
    assert_eq!(desk.orders(), [decide(&[4, 5, 6], HunkState::Accepted)]);
}

#[test]
fn the_summary_writes_with_y_alone() {
    let mut desk = Desk::new(158, 40);
    desk.press("w");
    let text = desk.text();
    for words in [
        "src/auth/session.rs  +5 -1",
        "skipped: src/auth/old.rs: a conflict is not settled",
        "4 hunks stay undecided",
        "The agent is told of 2 decisions and comments",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(desk.orders().is_empty());
    desk.press("y");
    let [ReviewCommand::Apply { files, shown }] = &desk.orders()[..] else {
        panic!("nothing was saved");
    };
    assert_eq!(files, &[file_id(1)]);
    assert_eq!(
        *shown,
        crate::protocol::ids::ContentHash::of(&1_u64.to_be_bytes())
    );
}

#[test]
fn a_y_among_other_keys_writes_nothing() {
    let mut desk = Desk::new(158, 40);
    desk.press("Ctrl+S");
    desk.key("y");
    desk.key("j");
    desk.review.settled();
    desk.key("y");
    desk.review.drop_held();
    desk.review.settled();
    assert!(desk.orders().is_empty());
    desk.press("Esc y");
    assert!(desk.orders().is_empty());
}

#[test]
fn a_y_for_a_summary_that_is_out_of_date_writes_nothing() {
    let mut desk = Desk::new(158, 40);
    desk.press("w");
    desk.review.refresh();
    desk.key("y");
    let effects = desk.review.settled();
    assert!(effects.is_empty(), "{effects:?}");
    desk.settle();
    assert!(desk.text().contains("y write these files now"));
}

#[test]
fn leaving_with_open_work_asks_and_keeps_everything() {
    let mut desk = Desk::new(158, 40);
    desk.press("q");
    let text = desk.text();
    assert!(
        text.contains("LEAVE THE REVIEW") && text.contains("Everything is kept"),
        "{text}"
    );
    assert!(desk.effects.is_empty());
    desk.press("Esc");
    assert!(desk.effects.is_empty());
    desk.press("Esc q");
    assert_eq!(desk.effects, [ReviewEffect::Close], "the key twice leaves");
    desk.effects.clear();
    desk.press("q w y");
    let saved = matches!(
        desk.effects[0],
        ReviewEffect::Order(ReviewCommand::Apply { .. })
    );
    assert!(
        saved && desk.effects.last() == Some(&ReviewEffect::Close),
        "{:?}",
        desk.effects
    );
}

#[test]
fn the_question_before_leaving_says_what_is_open_now_and_goes_with_the_last_of_it() {
    let mut desk = Desk::new(158, 40);
    desk.press("q");
    let mut files = desk.review.files.clone();
    let dirty = |files: &[FileReview]| files.iter().filter(|file| file.dirty).count();
    assert!(dirty(&files) > 0);
    let question = ReviewQuery::Files {
        since: desk.review.since,
    };
    let told = |desk: &mut Desk, files: &[FileReview]| {
        let answer = ReviewReply::Files {
            files: files.to_vec(),
            last_rollback: None,
            changes: Vec::new(),
            runs: Vec::new(),
        };
        desk.review.answer(&question, &answer);
        desk.text()
    };
    assert!(told(&mut desk, &files).contains("not written yet"));
    files.iter_mut().for_each(|file| file.dirty = false);
    let text = told(&mut desk, &files);
    assert!(
        text.contains("LEAVE THE REVIEW") && !text.contains("not written yet"),
        "{text}"
    );
    files.iter_mut().for_each(|file| file.counts.pending = 0);
    let text = told(&mut desk, &files);
    assert!(!text.contains("LEAVE THE REVIEW"), "{text}");
}

#[test]
fn taking_a_rollback_back_is_asked_for_and_not_chosen_beforehand() {
    let mut desk = Desk::new(158, 40);
    desk.review.ask_undo_rollback("to #29");
    desk.press("Enter");
    assert!(desk.orders().is_empty());
    desk.review.ask_undo_rollback("to #29");
    desk.press("y");
    assert_eq!(desk.orders(), [ReviewCommand::Undo]);
}

#[test]
fn enter_in_the_summary_says_which_key_writes() {
    let mut desk = Desk::new(158, 40);
    desk.press("w Enter");
    assert!(desk.said().starts_with("y writes"), "{}", desk.said());
    assert!(desk.orders().is_empty());
    assert!(desk.text().contains("WHAT WILL BE WRITTEN"));
}

#[test]
fn the_summary_is_closed_by_a_save_from_elsewhere() {
    let mut desk = Desk::new(158, 40);
    desk.press("w");
    assert!(desk.text().contains("WHAT WILL BE WRITTEN"));
    desk.fact(&EventKind::ApplyEnded {
        apply: crate::protocol::ids::SaveId(uuid::Uuid::from_u128(1)),
        result: crate::protocol::review::ApplyResult::Done,
    });
    assert!(!desk.text().contains("WHAT WILL BE WRITTEN"));
}

#[test]
fn what_asks_gives_way_to_another_box_and_what_is_typed_stays() {
    let mut desk = Desk::new(158, 40);
    desk.press("q");
    assert!(desk.text().contains("LEAVE THE REVIEW"));
    desk.review.yield_sheet();
    assert!(!desk.text().contains("LEAVE THE REVIEW"));
    desk.press("c o n e");
    desk.review.yield_sheet();
    assert!(desk.text().contains("COMMENT for the agent"));
}

#[test]
fn what_was_undone_is_said_and_shown_where_it_was_undone() {
    let moved = |undone| EventKind::OperationMoved {
        operation: OperationId(uuid::Uuid::from_u128(9)),
        undone,
        label: "accepted 1 hunk".into(),
        at: Some((file_id(1), hunk_id(4))),
    };
    let mut desk = Desk::new(158, 40);
    desk.fact(&moved(true));
    desk.settle();
    assert!(
        !desk.text().contains("hunk 4 of 4") && !desk.said().contains("undone"),
        "somebody else's leaves the reader alone"
    );
    desk.press("u");
    desk.fact(&moved(true));
    desk.settle();
    assert!(desk.text().contains("hunk 4 of 4"), "{}", desk.text());
    assert!(
        desk.said().contains("undone: accepted 1 hunk"),
        "{}",
        desk.said()
    );
    desk.press("g g Ctrl+R");
    desk.fact(&moved(false));
    desk.settle();
    assert!(desk.text().contains("hunk 4 of 4"), "{}", desk.text());
    assert!(
        desk.said().contains("done again: accepted 1 hunk"),
        "{}",
        desk.said()
    );
}

#[test]
fn the_summary_shows_the_difference_that_y_writes_and_the_list_again() {
    use crate::protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};
    let mut desk = Desk::new(158, 40);
    let line = |kind, content: &str| DiffLine {
        kind,
        content: content.into(),
    };
    desk.world.saved = vec![FileDiff {
        path: "src/auth/session.rs".into(),
        change: DiffChange::Modified,
        hunks: vec![DiffHunk {
            old_start: 40,
            old_count: 1,
            new_start: 40,
            new_count: 1,
            lines: vec![
                line(DiffLineKind::Remove, "what goes"),
                line(DiffLineKind::Add, "what comes"),
            ],
        }],
        added: 1,
        removed: 1,
        truncated: false,
    }];
    desk.press("w");
    assert!(desk.text().contains("d difference"), "{}", desk.text());
    desk.press("d");
    let text = desk.text();
    assert!(
        text.contains("-what goes") && text.contains("+what comes"),
        "{text}"
    );
    desk.press("d");
    assert!(!desk.text().contains("what comes"), "{}", desk.text());
    desk.press("d y");
    let orders = desk.orders();
    assert!(
        matches!(orders.as_slice(), [ReviewCommand::Apply { .. }]),
        "{orders:?}"
    );
}
