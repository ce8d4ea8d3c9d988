//! Tests of an edit that an agent is still writing.

use uuid::Uuid;

use super::*;
use crate::protocol::ids::{MessageId, StepId};
use crate::protocol::message::{Message, MessageState, Role};
use crate::protocol::review::ReviewSubject;
use crate::protocol::session::RunResult;

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
            session: crate::tui::tests::session(),
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
fn desk() -> Desk {
    let mut desk = Desk::new(158, 40);
    desk.press("}");
    desk.fact(&grew("src/auth/token.rs"));
    desk.settle();
    desk
}

fn asks_for_stream(desk: &Desk) -> usize {
    let of = ReviewSubject::Stream { step: step() };
    let is_it = |question: &&ReviewQuery| matches!(question, ReviewQuery::File { of: asked, .. } if *asked == of);
    desk.asked.iter().filter(is_it).count()
}

#[test]
fn the_file_at_hand_is_shown_while_it_is_written() {
    let mut desk = desk();
    assert!(desk.text().contains("being written…"), "{}", desk.text());
    assert_eq!(asks_for_stream(&desk), 1);
    desk.fact(&grew("src/auth/token.rs"));
    desk.settle();
    assert_eq!(asks_for_stream(&desk), 2, "each growth is looked at once");
}

#[test]
fn what_grows_moves_nothing_on_the_screen() {
    let mut desk = desk();
    desk.press("j j j");
    let row = desk.screen().iter().position(|row| row.starts_with('>'));
    let before = desk.screen()[row.unwrap()].clone();
    desk.world.version += 1;
    desk.world.grow(2, 30);
    desk.fact(&grew("src/auth/token.rs"));
    desk.settle();
    let now = desk.screen().iter().position(|row| row.starts_with('>'));
    assert_eq!(now, row);
    assert_eq!(desk.screen()[row.unwrap()], before);
}

#[test]
fn nothing_is_decided_before_it_is_whole() {
    let mut desk = desk();
    desk.press("a r Space x + - e c");
    assert!(desk.orders().is_empty());
    desk.press("a");
    assert_eq!(
        desk.said(),
        "it is still being written: decide when it is whole"
    );
}

#[test]
fn another_file_that_is_read_is_not_taken_away() {
    let mut desk = Desk::new(158, 40);
    let before = desk.text();
    desk.fact(&grew("src/auth/token.rs"));
    desk.settle();
    assert_eq!(desk.text(), before);
    assert_eq!(asks_for_stream(&desk), 0);
}

#[test]
fn what_is_whole_is_not_asked_for_and_what_came_to_nothing_goes() {
    let mut desk = desk();
    desk.fact(&whole());
    desk.settle();
    desk.review.refresh();
    desk.settle();
    assert_eq!(asks_for_stream(&desk), 1);
    desk.fact(&EventKind::RunCancelled {
        result: RunResult::default(),
    });
    desk.settle();
    let text = desk.text();
    assert!(text.contains("REVIEW  src/auth/session.rs"), "{text}");
    assert!(!text.contains("written…"), "{text}");
}

#[test]
fn half_a_call_that_is_none_yet_says_nothing() {
    let mut desk = desk();
    let question = ReviewQuery::File {
        of: ReviewSubject::Stream { step: step() },
        options: desk.review.options(),
    };
    let effects = desk.review.failed(&question, "no change");
    assert!(effects.is_empty(), "{effects:?}");
}
