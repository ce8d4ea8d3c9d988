//! Tests of marks, the confirmations before them, conflicts, the summary and leaving.

use super::sample::file_id;
use super::*;
use notice::{Notice, notice};
use protocol::command::CommandKind;
use protocol::ids::OperationId;
use protocol::review::{ConflictChoice, ReviewReply, SplitAt};

pub(super) fn decide(numbers: &[u128], state: HunkState) -> ReviewCommand {
    ReviewCommand::Decide {
        hunks: numbers.iter().map(|number| hunk_id(*number)).collect(),
        state,
    }
}

#[test]
fn a_and_r_mark_the_hunk_at_hand_and_go_to_the_next_open_one() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("r");
    assert_eq!(harness.orders(), [decide(&[2], HunkState::Rejected)]);
    assert!(
        harness.text().contains("hunk 4 of 4"),
        "the human's own is passed over"
    );
    harness.press("a");
    assert_eq!(harness.orders(), [decide(&[4], HunkState::Accepted)]);
    assert!(
        harness.screen()[0].contains("token.rs"),
        "{}",
        harness.screen()[0]
    );
    harness.press("a a");
    assert!(harness.said().contains("all decided"), "{}", harness.said());
}

#[test]
fn space_toggles_in_place_and_x_clears() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n n Space");
    assert_eq!(harness.state_of(4), HunkState::Accepted);
    harness.press("Space");
    assert_eq!(harness.state_of(4), HunkState::Rejected);
    assert!(harness.text().contains("hunk 4 of 4"));
    harness.press("x");
    assert_eq!(harness.state_of(4), HunkState::Pending);
}

#[test]
fn a_mark_is_seen_before_the_engine_answers() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n n");
    let row = harness.row_with("let t = self.tok");
    harness.review.act(Action::ReviewToggle);
    assert!(
        harness.screen()[row].starts_with(">[+]"),
        "{}",
        harness.screen()[row]
    );
}

#[test]
fn a_refused_order_takes_the_mark_back() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n n");
    harness.review.act(Action::ReviewToggle);
    harness.fact(&EventKind::CommandRejected {
        command: CommandKind::Review,
        reason: Notice::text("the hunk is gone"),
        said: None,
    });
    harness.settle();
    let row = harness.row_with("let t = self.tok");
    assert!(
        harness.screen()[row].starts_with(">[ ]"),
        "{}",
        harness.screen()[row]
    );
}

#[test]
fn the_users_own_change_is_no_part_of_it() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n a r x");
    assert!(harness.orders().is_empty());
    harness.press("+ -");
    for order in harness.orders() {
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
        let mut sample = SampleReview::new();
        sample.set(4, |hunk| hunk.carries = vec![hunk_id(5)]);
        let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
        review.show(ReviewTarget::Hunk {
            file: file_id(1),
            hunk: hunk_id(4),
        });
        let mut harness = PaneHarness::of(review, sample, (120, 40));
        harness.press(keys);
        assert_eq!(harness.orders(), expected, "{keys}");
    }
}

#[test]
fn accepting_what_builds_on_an_open_one_offers_both() {
    let mut sample = SampleReview::new();
    sample.set(4, |hunk| hunk.builds_on = vec![hunk_id(5)]);
    let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Hunk {
        file: file_id(1),
        hunk: hunk_id(4),
    });
    let mut harness = PaneHarness::of(review, sample, (120, 40));
    harness.press("a");
    assert!(
        harness.text().contains("builds on 1 hunk"),
        "{}",
        harness.text()
    );
    assert!(harness.orders().is_empty());
    harness.press("b");
    assert_eq!(harness.orders(), [decide(&[5, 4], HunkState::Accepted)]);
}

#[test]
fn a_conflict_is_settled_in_every_way() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("m t b o");
    let choices: Vec<ConflictChoice> = harness
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
    harness.press("n n m");
    assert!(harness.said().contains("no conflict"));
}

#[test]
fn undo_redo_and_split_are_orders() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("u Ctrl+R s");
    assert_eq!(
        harness.orders(),
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
    let mut harness = PaneHarness::new(158, 40);
    harness.press("+");
    assert_eq!(harness.orders(), [decide(&[4], HunkState::Accepted)]);
    let mut sample = SampleReview::new();
    sample.set(4, |hunk| hunk.oversized = true);
    let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut harness = PaneHarness::of(review, sample, (158, 40));
    harness.press("+");
    assert!(
        harness.text().contains("1 hunk over the limit"),
        "{}",
        harness.text()
    );
    harness.press("Enter");
    assert!(
        harness.orders().is_empty(),
        "to leave it is chosen beforehand"
    );
    harness.press("+ a");
    assert_eq!(harness.orders(), [decide(&[4], HunkState::Accepted)]);
}

#[test]
fn accepting_all_files_asks_and_takes_those_of_every_file() {
    let mut sample = SampleReview::new();
    sample.set(6, |hunk| hunk.oversized = true);
    let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut harness = PaneHarness::of(review, sample, (158, 40));
    harness.press("*");
    let text = harness.text();
    assert!(text.contains("src/auth/retry.rs: 3 lines"), "{text}");
    assert!(text.contains("1 conflict left out"), "{text}");
    assert!(harness.orders().is_empty());
    harness.press("a");
    assert_eq!(harness.orders(), [decide(&[4, 5, 6], HunkState::Accepted)]);
}

#[test]
fn the_summary_writes_with_y_alone() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("w");
    let text = harness.text();
    for words in [
        "src/auth/session.rs  +5 -1",
        "skipped: src/auth/old.rs: a conflict is not settled",
        "4 hunks stay undecided",
        "2 decisions and comments go to the agent",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(harness.orders().is_empty());
    harness.press("y");
    let [ReviewCommand::Apply { files, shown }] = &harness.orders()[..] else {
        panic!("nothing was saved");
    };
    assert_eq!(files, &[file_id(1)]);
    assert_eq!(*shown, protocol::ids::ContentHash::of(&1_u64.to_be_bytes()));
}

#[test]
fn a_y_among_other_keys_writes_nothing() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("Ctrl+S");
    harness.key("y");
    harness.key("j");
    harness.review.settled();
    harness.key("y");
    harness.review.drop_held_key();
    harness.review.settled();
    assert!(harness.orders().is_empty());
    harness.press("Esc y");
    assert!(harness.orders().is_empty());
}

#[test]
fn a_y_for_a_summary_that_is_out_of_date_writes_nothing() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("w");
    harness.review.refresh();
    harness.key("y");
    let effects = harness.review.settled();
    assert!(effects.is_empty(), "{effects:?}");
    harness.settle();
    assert!(harness.text().contains("y apply these changes"));
}

#[test]
fn leaving_with_open_work_asks_and_keeps_everything() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("q");
    let text = harness.text();
    assert!(
        text.contains("LEAVE THE REVIEW") && text.contains("Everything is kept"),
        "{text}"
    );
    assert!(harness.effects.is_empty());
    harness.press("Esc");
    assert!(harness.effects.is_empty());
    harness.press("Esc q");
    assert_eq!(
        harness.effects,
        [Effect::CloseReview],
        "the key twice leaves"
    );
    harness.effects.clear();
    harness.press("q w y");
    let saved = matches!(
        harness.effects[0],
        Effect::Send(Command::Review {
            order: ReviewCommand::Apply { .. },
            ..
        })
    );
    assert!(
        saved && harness.effects.last() == Some(&Effect::CloseReview),
        "{:?}",
        harness.effects
    );
}

#[test]
fn the_question_before_leaving_says_what_is_open_now_and_goes_with_the_last_of_it() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("q");
    let mut files = harness.review.files.clone();
    let dirty = |files: &[FileReview]| files.iter().filter(|file| file.dirty).count();
    assert!(dirty(&files) > 0);
    let question = ReviewQuery::Files {
        since: harness.review.since.clone(),
    };
    let told = |harness: &mut PaneHarness, files: &[FileReview]| {
        let answer = ReviewReply::Files {
            files: files.to_vec(),
            last_rollback: None,
            changes: Vec::new(),
            runs: Vec::new(),
        };
        harness.review.answer(&question, &answer);
        harness.text()
    };
    assert!(told(&mut harness, &files).contains("not applied yet"));
    files.iter_mut().for_each(|file| file.dirty = false);
    let text = told(&mut harness, &files);
    assert!(
        text.contains("LEAVE THE REVIEW") && !text.contains("not applied yet"),
        "{text}"
    );
    files.iter_mut().for_each(|file| file.counts.pending = 0);
    let text = told(&mut harness, &files);
    assert!(!text.contains("LEAVE THE REVIEW"), "{text}");
}

#[test]
fn taking_a_rollback_back_is_asked_for_and_not_chosen_beforehand() {
    let mut harness = PaneHarness::new(158, 40);
    harness.review.ask_undo_rollback(&Notice::text("to #29"));
    harness.press("Enter");
    assert!(harness.orders().is_empty());
    harness.review.ask_undo_rollback(&Notice::text("to #29"));
    harness.press("y");
    assert_eq!(harness.orders(), [ReviewCommand::Undo]);
}

#[test]
fn enter_in_the_summary_says_which_key_writes() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("w Enter");
    assert!(
        harness.said().starts_with("press y to apply"),
        "{}",
        harness.said()
    );
    assert!(harness.orders().is_empty());
    assert!(harness.text().contains("APPLY THESE CHANGES"));
}

#[test]
fn the_summary_is_closed_by_a_save_from_elsewhere() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("w");
    assert!(harness.text().contains("APPLY THESE CHANGES"));
    harness.fact(&EventKind::ApplyEnded {
        apply: protocol::ids::ApplyId(uuid::Uuid::from_u128(1)),
        result: protocol::review::ApplyResult::Done,
    });
    assert!(!harness.text().contains("APPLY THESE CHANGES"));
}

#[test]
fn what_asks_gives_way_to_another_box_and_what_is_typed_stays() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("q");
    assert!(harness.text().contains("LEAVE THE REVIEW"));
    harness.review.yield_dialog();
    assert!(!harness.text().contains("LEAVE THE REVIEW"));
    harness.press("c o n e");
    harness.review.yield_dialog();
    assert!(harness.text().contains("COMMENT for the agent"));
}

#[test]
fn what_was_undone_is_said_and_shown_where_it_was_undone() {
    let moved = |undone| EventKind::OperationMoved {
        operation: OperationId(uuid::Uuid::from_u128(9)),
        undone,
        label: notice!("title-accepted-one"),
        at: Some((file_id(1), hunk_id(4))),
    };
    let mut harness = PaneHarness::new(158, 40);
    harness.fact(&moved(true));
    harness.settle();
    assert!(
        !harness.text().contains("hunk 4 of 4") && !harness.said().contains("undone"),
        "somebody else's leaves the reader alone"
    );
    harness.press("u");
    harness.fact(&moved(true));
    harness.settle();
    assert!(harness.text().contains("hunk 4 of 4"), "{}", harness.text());
    assert!(
        harness.said().contains("undone: accepted 1 hunk"),
        "{}",
        harness.said()
    );
    harness.press("g g Ctrl+R");
    harness.fact(&moved(false));
    harness.settle();
    assert!(harness.text().contains("hunk 4 of 4"), "{}", harness.text());
    assert!(
        harness.said().contains("redone: accepted 1 hunk"),
        "{}",
        harness.said()
    );
}

#[test]
fn the_summary_shows_the_difference_that_y_writes_and_the_list_again() {
    use protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};
    let mut harness = PaneHarness::new(158, 40);
    let line = |kind, content: &str| DiffLine {
        kind,
        content: content.into(),
    };
    harness.sample.saved = vec![FileDiff {
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
    harness.press("w");
    assert!(
        harness.text().contains("d difference"),
        "{}",
        harness.text()
    );
    harness.press("d");
    let text = harness.text();
    assert!(
        text.contains("-what goes") && text.contains("+what comes"),
        "{text}"
    );
    harness.press("d");
    assert!(!harness.text().contains("what comes"), "{}", harness.text());
    harness.press("d y");
    let orders = harness.orders();
    assert!(
        matches!(orders.as_slice(), [ReviewCommand::Apply { .. }]),
        "{orders:?}"
    );
}
