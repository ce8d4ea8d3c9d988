//! Tests of the end of a pipe: waiting questions do not delay it, and the exit status reports the
//! outcome of the lines.

use uuid::Uuid;

use super::help::{PlainHarness, SESSION, command, done, manner, message, settings};
use crate::{Input, Interaction, Lines, PlainExit, TypedBy, UnreadLine};
use notice::Notice;
use protocol::approval::{Decision, RiskReport};
use protocol::command::{CancelMode, Command};
use protocol::event::EventKind;
use protocol::ids::{MessageId, SessionId};
use protocol::message::Role;
use protocol::session::{RunResult, SessionStatus};

/// Starts a pipe in a session with a run in progress.
fn running() -> PlainHarness {
    let mut harness = PlainHarness::unopened(Interaction {
        lines: Lines::Pipe,
        ..manner()
    });
    harness.created();
    harness.begins();
    line(&mut harness, "Go");
    harness.hear(EventKind::MessageAdded {
        message: message(10, Role::User, "Go"),
    });
    harness.hear(EventKind::RunStarted {
        message: MessageId(Uuid::from_u128(10)),
    });
    harness.sent.clear();
    harness
}

fn line(harness: &mut PlainHarness, text: &str) {
    harness.now += std::time::Duration::from_secs(1);
    harness.typed(text, harness.now, TypedBy::Line);
}

/// Ends the run with this event, and replies with the session as the run left it.
fn ends(harness: &mut PlainHarness, fact: EventKind) -> Option<PlainExit> {
    harness.hear(fact);
    harness.sent_is_heard_of();
    harness.looks_last();
    harness.left
}

fn result(proposed: u32, denied: u32) -> EventKind {
    EventKind::RunCompleted {
        result: RunResult {
            proposed,
            denied_unasked: denied,
            ..RunResult::default()
        },
    }
}

#[test]
fn a_question_that_was_put_off_is_refused_when_no_more_lines_come() {
    let mut harness = running();
    harness.asks(command(
        40,
        "cargo test",
        RiskReport::medium(Notice::text("it runs code")),
    ));
    line(&mut harness, "later");
    assert!(harness.decisions().is_empty());
    harness.give(Input::End);
    harness.mark();
    let decisions = harness.decisions();
    assert!(
        matches!(decisions.as_slice(), [Decision::No { reason: Some(_) }]),
        "{decisions:?}"
    );
    assert_eq!(
        harness.text().matches("may this command run?").count(),
        2,
        "it is told what is refused"
    );
    harness.answer_is_taken("$ cargo test");
    assert_eq!(
        ends(&mut harness, result(0, 1)),
        Some(PlainExit::Short(4)),
        "{}",
        harness.text()
    );
}

#[test]
fn a_question_of_a_session_that_was_left_is_refused_too_and_anothers_is_not() {
    let mut harness = running();
    harness.asks(command(
        40,
        "cargo test",
        RiskReport::medium(Notice::text("it runs code")),
    ));
    let policy = policy::state::initial(settings().mode, Vec::new());
    let new = SessionId(Uuid::from_u128(77));
    line(&mut harness, "/session new");
    for session in [new, SessionId(Uuid::from_u128(78))] {
        let settings = settings();
        let policy = policy.clone();
        harness.hear_in(session, EventKind::SessionCreated { settings, policy });
    }
    assert_eq!(harness.plain.session(), Some(new));
    harness.begins();
    let elsewhere = command(41, "ls", RiskReport::medium(Notice::text("it lists")));
    harness.hear_in(
        SessionId(Uuid::from_u128(78)),
        EventKind::QuestionOpened {
            question: elsewhere,
        },
    );
    harness.give(Input::End);
    let refused: Vec<SessionId> = harness
        .sent
        .iter()
        .filter_map(|command| match command {
            Command::AnswerQuestion { session, .. } => Some(*session),
            _ => None,
        })
        .collect();
    assert_eq!(refused, [SESSION], "{}", harness.text());
    assert!(
        harness
            .text()
            .contains("is rejected, as no more input will come"),
        "{}",
        harness.text()
    );
}

#[test]
fn the_status_says_what_came_of_the_lines() {
    let failed = EventKind::RunFailed {
        error: Notice::text("no server"),
        hint: None,
        code: None,
        result: RunResult::default(),
    };
    let cases = [
        (done(), SessionStatus::Idle, PlainExit::Quit),
        (failed, SessionStatus::Idle, PlainExit::Short(1)),
        (result(0, 2), SessionStatus::Idle, PlainExit::Short(4)),
        (
            result(2, 0),
            SessionStatus::AwaitingReview,
            PlainExit::Short(3),
        ),
        (result(2, 0), SessionStatus::Idle, PlainExit::Quit),
    ];
    for (fact, status, leave) in cases {
        let mut harness = running();
        harness.give(Input::End);
        harness.hear(EventKind::SessionStatusChanged {
            status,
            error: None,
        });
        assert_eq!(ends(&mut harness, fact), Some(leave), "{}", harness.text());
    }
}

#[test]
fn a_command_that_was_not_understood_fails_the_pipe() {
    let mut harness = running();
    line(&mut harness, "/mdoe plan");
    harness.give(Input::End);
    assert_eq!(ends(&mut harness, done()), Some(PlainExit::Short(1)));
}

#[test]
fn ctrl_c_after_the_last_line_stops_kills_and_leaves_and_drops_the_lines_that_wait() {
    let mut harness = running();
    harness.give(Input::End);
    harness.presses_ctrl_c();
    harness.presses_ctrl_c();
    let cancels = [CancelMode::Gracefully, CancelMode::KillTree];
    let cancels = cancels.map(|how| Command::CancelRun {
        session: SESSION,
        how,
    });
    assert_eq!(harness.sent, cancels);
    assert_eq!(harness.left, None, "what runs is waited for");
    harness.presses_ctrl_c();
    assert_eq!(harness.left, Some(PlainExit::Short(130)));
    assert!(!harness.text().contains("Ctrl+C again quits"));
}

#[test]
fn a_run_that_was_interrupted_after_the_last_line_ends_the_pipe_with_130() {
    let mut harness = running();
    harness.give(Input::End);
    harness.presses_ctrl_c();
    let cancelled = EventKind::RunCancelled {
        result: RunResult::default(),
    };
    assert_eq!(ends(&mut harness, cancelled), Some(PlainExit::Short(130)));
}

#[test]
fn ctrl_c_while_more_lines_may_come_stops_the_run_and_the_next_line_is_taken() {
    let mut harness = running();
    harness.presses_ctrl_c();
    assert!(matches!(
        harness.sent.as_slice(),
        [Command::CancelRun { .. }]
    ));
    harness.hear(EventKind::RunCancelled {
        result: RunResult::default(),
    });
    line(&mut harness, "Go on");
    assert_eq!(harness.messages(), ["Go on"]);
}

#[test]
fn what_is_no_line_is_told_by_its_number_and_nothing_is_read_behind_what_is_no_text() {
    let mut harness = running();
    harness.give(Input::Unread(UnreadLine::NotUtf8(3)));
    harness.give(Input::Unread(UnreadLine::TooLong(4, 1_048_576)));
    assert!(
        harness
            .text()
            .contains("Line 3 was not used: it is not UTF-8 text.")
    );
    assert!(
        harness
            .text()
            .contains("Line 4 was not used: it is over 1048 kilobytes"),
        "{}",
        harness.text()
    );
    harness.give(Input::Unread(UnreadLine::Binary(5)));
    assert!(harness.messages().is_empty());
    assert_eq!(ends(&mut harness, done()), Some(PlainExit::Short(1)));
}
