//! Tests of marks, the confirmations before them, conflicts and leaving.

use super::sample::file_id;
use super::*;
use crate::dialog::DialogRequest;
use notice::{Notice, notice};
use protocol::command::CommandKind;
use protocol::ids::OperationId;
use protocol::review::{ApplyScope, ConflictChoice, SplitAt};

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
        harness.screen()[row].starts_with(">+ "),
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
        harness.screen()[row].starts_with(">┃ "),
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
fn one_key_leaves_and_only_decisions_that_are_not_applied_are_said() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("q");
    let [Effect::CloseReview, Effect::Say(_, said)] = harness.effects.as_slice() else {
        panic!("{:?}", harness.effects);
    };
    assert_eq!(
        said,
        "decisions in 1 file are not applied yet: /apply applies them"
    );
}

#[test]
fn the_decided_changes_and_all_changes_are_asked_about_in_the_same_sheet() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("w A Ctrl+S");
    assert_eq!(
        harness.effects,
        [
            ApplyScope::Decided,
            ApplyScope::Proposed,
            ApplyScope::Decided
        ]
        .map(|of| Effect::Open(DialogRequest::Apply(of)))
    );
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
fn what_asks_gives_way_to_another_box_and_what_is_typed_stays() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("*");
    assert!(harness.text().contains("Accept all files"));
    harness.review.yield_dialog();
    assert!(!harness.text().contains("Accept all files"));
    harness.press("c o n e");
    harness.review.yield_dialog();
    assert!(harness.text().contains("Comment for the agent"));
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
