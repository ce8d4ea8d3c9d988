//! Tests of the end of a pipe: waiting questions do not delay it, and the exit status reports the
//! outcome of the lines.

use uuid::Uuid;

use super::help::{SESSION, Talk, command, done, manner, message, settings};
use crate::plain::{Input, Interaction, Lines, PlainExit, TypedBy, UnreadLine};
use crate::protocol::approval::{Decision, RiskReport};
use crate::protocol::command::{CancelMode, Command};
use crate::protocol::event::EventKind;
use crate::protocol::ids::{MessageId, SessionId};
use crate::protocol::message::Role;
use crate::protocol::session::{RunResult, SessionStatus};

/// Starts a pipe in a session with a run in progress.
fn running() -> Talk {
    let mut talk = Talk::unopened(Interaction {
        lines: Lines::Pipe,
        ..manner()
    });
    talk.created();
    talk.begins();
    line(&mut talk, "Go");
    talk.hear(EventKind::MessageAdded {
        message: message(10, Role::User, "Go"),
    });
    talk.hear(EventKind::RunStarted {
        message: MessageId(Uuid::from_u128(10)),
    });
    talk.sent.clear();
    talk
}

fn line(talk: &mut Talk, text: &str) {
    talk.now += std::time::Duration::from_secs(1);
    talk.typed(text, talk.now, TypedBy::Line);
}

/// Ends the run with this event, and replies with the session as the run left it.
fn ends(talk: &mut Talk, fact: EventKind) -> Option<PlainExit> {
    talk.hear(fact);
    talk.sent_is_heard_of();
    talk.looks_last();
    talk.left
}

fn result(staged: u32, denied: u32) -> EventKind {
    EventKind::RunCompleted {
        result: RunResult {
            proposed: staged,
            denied_unasked: denied,
            ..RunResult::default()
        },
    }
}

#[test]
fn a_question_that_was_put_off_is_refused_when_no_more_lines_come() {
    let mut talk = running();
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    line(&mut talk, "later");
    assert!(talk.decisions().is_empty());
    talk.give(Input::End);
    talk.mark();
    let decisions = talk.decisions();
    assert!(
        matches!(decisions.as_slice(), [Decision::No { reason: Some(_) }]),
        "{decisions:?}"
    );
    assert_eq!(
        talk.text().matches("may this command run?").count(),
        2,
        "it is told what is refused"
    );
    talk.answer_is_taken("$ cargo test");
    assert_eq!(
        ends(&mut talk, result(0, 1)),
        Some(PlainExit::Short(4)),
        "{}",
        talk.text()
    );
}

#[test]
fn a_question_of_a_session_that_was_left_is_refused_too_and_anothers_is_not() {
    let mut talk = running();
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    let policy = crate::policy::state::initial(settings().mode, Vec::new());
    let new = SessionId(Uuid::from_u128(77));
    line(&mut talk, "/session new");
    for session in [new, SessionId(Uuid::from_u128(78))] {
        let settings = settings();
        let policy = policy.clone();
        talk.hear_in(session, EventKind::SessionCreated { settings, policy });
    }
    assert_eq!(talk.plain.session(), Some(new));
    talk.begins();
    let elsewhere = command(41, "ls", RiskReport::medium("it lists"));
    talk.hear_in(
        SessionId(Uuid::from_u128(78)),
        EventKind::QuestionOpened {
            question: elsewhere,
        },
    );
    talk.give(Input::End);
    let refused: Vec<SessionId> = talk
        .sent
        .iter()
        .filter_map(|command| match command {
            Command::AnswerQuestion { session, .. } => Some(*session),
            _ => None,
        })
        .collect();
    assert_eq!(refused, [SESSION], "{}", talk.text());
    assert!(
        talk.text()
            .contains("is refused, for no more lines will come"),
        "{}",
        talk.text()
    );
}

#[test]
fn the_status_says_what_came_of_the_lines() {
    let failed = EventKind::RunFailed {
        error: "no server".into(),
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
        let mut talk = running();
        talk.give(Input::End);
        talk.hear(EventKind::SessionStatusChanged {
            status,
            error: None,
        });
        assert_eq!(ends(&mut talk, fact), Some(leave), "{}", talk.text());
    }
}

#[test]
fn a_command_that_was_not_understood_fails_the_pipe() {
    let mut talk = running();
    line(&mut talk, "/mdoe plan");
    talk.give(Input::End);
    assert_eq!(ends(&mut talk, done()), Some(PlainExit::Short(1)));
}

#[test]
fn ctrl_c_after_the_last_line_stops_kills_and_leaves_and_drops_the_lines_that_wait() {
    let mut talk = running();
    talk.give(Input::End);
    talk.presses_ctrl_c();
    talk.presses_ctrl_c();
    let cancels = [CancelMode::Gracefully, CancelMode::KillTree];
    let cancels = cancels.map(|how| Command::CancelRun {
        session: SESSION,
        how,
    });
    assert_eq!(talk.sent, cancels);
    assert_eq!(talk.left, None, "what runs is waited for");
    talk.presses_ctrl_c();
    assert_eq!(talk.left, Some(PlainExit::Short(130)));
    assert!(!talk.text().contains("Ctrl+C again leaves"));
}

#[test]
fn a_run_that_was_interrupted_after_the_last_line_ends_the_pipe_with_130() {
    let mut talk = running();
    talk.give(Input::End);
    talk.presses_ctrl_c();
    let cancelled = EventKind::RunCancelled {
        result: RunResult::default(),
    };
    assert_eq!(ends(&mut talk, cancelled), Some(PlainExit::Short(130)));
}

#[test]
fn ctrl_c_while_more_lines_may_come_stops_the_run_and_the_next_line_is_taken() {
    let mut talk = running();
    talk.presses_ctrl_c();
    assert!(matches!(talk.sent.as_slice(), [Command::CancelRun { .. }]));
    talk.hear(EventKind::RunCancelled {
        result: RunResult::default(),
    });
    line(&mut talk, "Go on");
    assert_eq!(talk.messages(), ["Go on"]);
}

#[test]
fn what_is_no_line_is_told_by_its_number_and_nothing_is_read_behind_what_is_no_text() {
    let mut talk = running();
    talk.give(Input::Unread(UnreadLine::NotUtf8(3)));
    talk.give(Input::Unread(UnreadLine::TooLong(4, 1_048_576)));
    assert!(
        talk.text()
            .contains("Line 3 was not taken: it is no text in UTF-8.")
    );
    assert!(
        talk.text()
            .contains("Line 4 was not taken: it is longer than 1048 kilobytes"),
        "{}",
        talk.text()
    );
    talk.give(Input::Unread(UnreadLine::Binary(5)));
    assert!(talk.messages().is_empty());
    assert_eq!(ends(&mut talk, done()), Some(PlainExit::Short(1)));
}
