//! Tests of an edit that an agent is still writing.

use uuid::Uuid;

use super::*;
use notice::Notice;
use protocol::ids::{HunkId, MessageId, StepId};
use protocol::message::{Message, MessageState, Role};
use protocol::review::ReviewSubject;
use protocol::session::RunResult;

fn step() -> StepId {
    StepId(Uuid::from_u128(80))
}

fn grew(path: &str) -> EventKind {
    EventKind::ProposalGrew {
        step: step(),
        path: path.into(),
    }
}

fn whole() -> EventKind {
    EventKind::MessageCompleted {
        message: Message {
            id: MessageId(Uuid::from_u128(81)),
            session: crate::tests::session(),
            run: None,
            at: sample::at(),
            role: Role::Assistant,
            blocks: Vec::new(),
            state: MessageState::Complete,
            model: None,
            usage: None,
        },
    }
}

/// Opens the second file while an agent writes it.
fn harness() -> PaneHarness {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("}");
    harness.fact(&grew("src/auth/token.rs"));
    harness.settle();
    harness
}

fn asks_for_stream(harness: &PaneHarness) -> usize {
    let of = ReviewSubject::Stream { step: step() };
    let is_it = |question: &&ReviewQuery| matches!(question, ReviewQuery::File { of: asked, .. } if *asked == of);
    harness.asked.iter().filter(is_it).count()
}

#[test]
fn the_file_at_hand_is_shown_while_it_is_written() {
    let mut harness = harness();
    assert!(
        harness.text().contains("being written…"),
        "{}",
        harness.text()
    );
    assert_eq!(asks_for_stream(&harness), 1);
    harness.fact(&grew("src/auth/token.rs"));
    harness.settle();
    assert_eq!(
        asks_for_stream(&harness),
        2,
        "each growth is looked at once"
    );
}

#[test]
fn what_grows_moves_nothing_on_the_screen() {
    let mut harness = harness();
    harness.press("j j j");
    let row = harness.screen().iter().position(|row| row.starts_with('>'));
    let before = harness.screen()[row.unwrap()].clone();
    harness.sample.version += 1;
    harness.sample.grow(2, 30);
    harness.fact(&grew("src/auth/token.rs"));
    harness.settle();
    let now = harness.screen().iter().position(|row| row.starts_with('>'));
    assert_eq!(now, row);
    assert_eq!(harness.screen()[row.unwrap()], before);
}

#[test]
fn nothing_is_decided_before_it_is_whole() {
    let mut harness = harness();
    harness.press("a r Space x + - e c");
    assert!(harness.orders().is_empty());
    harness.press("a");
    assert_eq!(
        harness.said(),
        "still being written: decide when it is complete"
    );
}

#[test]
fn another_file_that_is_read_is_not_taken_away() {
    let mut harness = PaneHarness::new(158, 40);
    let before = harness.text();
    harness.fact(&grew("src/auth/token.rs"));
    harness.settle();
    assert_eq!(harness.text(), before);
    assert_eq!(asks_for_stream(&harness), 0);
}

#[test]
fn what_is_whole_is_not_asked_for_and_what_came_to_nothing_goes() {
    let mut harness = harness();
    harness.fact(&whole());
    harness.settle();
    harness.review.refresh();
    harness.settle();
    assert_eq!(asks_for_stream(&harness), 1);
    harness.fact(&EventKind::RunCancelled {
        result: RunResult::default(),
    });
    harness.settle();
    let text = harness.text();
    assert!(text.contains("Review  src/auth/session.rs"), "{text}");
    assert!(!text.contains("written…"), "{text}");
}

#[test]
fn half_a_call_that_is_none_yet_says_nothing() {
    let mut harness = harness();
    let question = ReviewQuery::File {
        of: ReviewSubject::Stream { step: step() },
        options: harness.review.options(),
    };
    let effects = harness.review.failed(&question, &Notice::text("no change"));
    assert!(effects.is_empty(), "{effects:?}");
}

#[test]
fn a_result_that_is_asked_of_a_call_that_is_whole_by_now_says_nothing() {
    let mut harness = harness();
    let question = ReviewQuery::Result {
        of: ReviewSubject::Stream { step: step() },
        hunk: HunkId(Uuid::nil()),
        lines: 3,
    };
    let gone = Notice::text("this question was answered meanwhile");
    let effects = harness.review.failed(&question, &gone);
    assert!(effects.is_empty(), "{effects:?}");
}
