//! Tests of the end of runs and sessions as read out: results, failures, and quitting.

use std::time::Duration;

use serde_json::json;
use uuid::Uuid;

use super::help::{
    PlainHarness, SESSION, answered_by, call, command, message, result, said, settings,
};
use crate::{Input, PlainExit};
use notice::Notice;
use protocol::approval::{AnsweredBy, RiskReport};
use protocol::call::ToolClass;
use protocol::change::FileStat;
use protocol::command::{CancelMode, Command, CommandKind};
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{MessageId, SessionId};
use protocol::message::Role;
use protocol::query::{Query, Reply, WorkspaceFacts};
use protocol::session::{RunResult, SessionStatus, UnappliedExtent, UnappliedFile};

#[test]
fn a_failure_is_told_with_what_to_do_and_the_turn_is_the_users() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
    harness.hear(said(20, 0, "Let me see"));
    harness.hear(EventKind::Notice {
        level: NoticeLevel::Warning,
        text: Notice::text("the disk is \u{1b}[31mnearly full"),
    });
    harness.hear(EventKind::RunFailed {
        error: Notice::text("the server cannot be reached"),
        hint: Some(Notice::text("start it with `ollama serve`")),
        code: None,
        result: RunResult::default(),
    });
    harness.types("/mdoe plan");
    harness.types("/mode plan");
    harness.hear(EventKind::CommandRejected {
        command: CommandKind::SetMode,
        reason: Notice::text("not now"),
        said: None,
    });
    insta::assert_snapshot!(harness.text());
}

#[test]
fn a_session_that_has_ended_is_read_only_and_says_what_to_do() {
    let mut harness = PlainHarness::begin();
    harness.hear(EventKind::SessionStatusChanged {
        status: SessionStatus::Error,
        error: Some(Notice::text("the program claude has ended")),
    });
    harness.types("Are you there?");
    assert!(harness.messages().is_empty(), "nothing is sent");
    harness.types("/session new");
    let made = matches!(harness.sent.last(), Some(Command::CreateSession { .. }));
    assert!(made, "{:?}", harness.sent);
    let new = SessionId(Uuid::from_u128(77));
    let policy = policy::state::initial(settings().mode, Vec::new());
    harness.hear_in(
        new,
        EventKind::SessionCreated {
            settings: settings(),
            policy,
        },
    );
    assert_eq!(harness.plain.session(), Some(new));
    insta::assert_snapshot!(harness.text());
}

#[test]
fn an_interrupted_session_goes_on_only_when_that_was_heard() {
    let mut harness = PlainHarness::begin();
    harness.hear(EventKind::SessionStatusChanged {
        status: SessionStatus::Interrupted,
        error: None,
    });
    harness.types("Go on");
    assert!(harness.sent.is_empty(), "{:?}", harness.sent);
    harness.types("proceed");
    let session = SESSION;
    assert_eq!(harness.sent, [Command::AcknowledgeInterrupted { session }]);
}

#[test]
fn an_attached_terminal_hears_what_others_say_and_leaves_without_a_question() {
    let mut harness = PlainHarness::begin();
    let facts = WorkspaceFacts {
        root: "/demo".into(),
        detected_by: "git".into(),
        trusted: true,
        writable: true,
        git: None,
        programs: Vec::new(),
        attached_to: Some(4711),
        in_memory: false,
        instructions: Vec::new(),
        kind: Default::default(),
    };
    harness.replies(
        |query| *query == Query::Workspace,
        Reply::Workspace { facts },
    );
    harness.hear(EventKind::MessageAdded {
        message: message(11, Role::User, "From the other terminal"),
    });
    harness.hear(EventKind::RunStarted {
        message: MessageId(Uuid::from_u128(11)),
    });
    let asked = command(40, "ls", RiskReport::medium(Notice::text("it lists")));
    harness.asks(asked.clone());
    harness.hear(answered_by(&asked, AnsweredBy::Key));
    harness.types("y");
    assert!(harness.decisions().is_empty(), "it was answered elsewhere");
    harness.give(Input::Quit);
    assert_eq!(harness.left, Some(PlainExit::Quit));
    insta::assert_snapshot!(harness.text());
}

#[test]
fn ctrl_c_stops_then_kills_then_leaves_and_ctrl_d_asks_while_a_run_goes_on() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
    harness.presses_ctrl_c();
    harness.presses_ctrl_c();
    let how: Vec<_> = harness
        .sent
        .iter()
        .filter_map(|command| match command {
            Command::CancelRun { how, .. } => Some(*how),
            _ => None,
        })
        .collect();
    assert_eq!(how, [CancelMode::Gracefully, CancelMode::KillTree]);
    harness.give(Input::Quit);
    harness.mark();
    assert_eq!(harness.left, None);
    harness.types("no");
    harness.hear(EventKind::RunCancelled {
        result: RunResult::default(),
    });
    harness.presses_ctrl_c();
    assert_eq!(harness.left, None);
    harness.now += Duration::from_secs(3);
    harness.presses_ctrl_c();
    assert_eq!(harness.left, None, "the first was too long ago");
    harness.presses_ctrl_c();
    assert_eq!(harness.left, Some(PlainExit::Quit));
    insta::assert_snapshot!(harness.text());
}

#[test]
fn a_change_that_is_only_proposed_says_so_at_its_call_and_at_the_end_with_what_writes_it() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
    harness.hear(call(30, "write_file", json!({ "path": "src/a.rs" })));
    let mut proposed = result(30, "write_file", true, "src/a.rs  +1 -0");
    if let EventKind::CallCompleted { result, .. } = &mut proposed {
        result.content = json!({ "success": true, "status": "staged" });
    }
    harness.hear(proposed);
    let result = RunResult {
        proposed: 2,
        ..RunResult::default()
    };
    harness.hear(EventKind::RunCompleted { result });
    let said = harness.text().replace('\n', " ");
    for words in [
        "write_file src/a.rs: +1 -0, only proposed: /review, then \"take\" and \"apply\"",
        "2 hunks to review, not on disk yet: /review, then \"take all\" and \"apply\" writes.",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn what_was_refused_while_a_run_went_on_is_said_at_its_end() {
    for (refused, words) in [
        (1, "1 hunk of this run was rejected, not counted."),
        (2, "2 hunks of this run were rejected, not counted."),
    ] {
        let mut harness = PlainHarness::begin();
        harness.run_begins("Go");
        let result = RunResult {
            refused,
            ..RunResult::default()
        };
        harness.hear(EventKind::RunCompleted { result });
        assert!(harness.text().contains(words), "{}", harness.text());
    }
}

#[test]
fn what_was_only_proposed_is_said_apart_from_what_was_written_and_calls_that_came_to_nothing_are_counted()
 {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
    let changed = |path: &str| FileStat {
        path: path.into(),
        added: 5,
        removed: 1,
    };
    let unwritten = |path: &str, what| UnappliedFile {
        path: path.into(),
        what,
    };
    let result = RunResult {
        duration_ms: 2_000,
        tool_calls: 4,
        refused_calls: 1,
        failed_calls: 2,
        files_modified: vec![changed("a.rs"), changed("b.rs"), changed("c.rs")],
        unwritten: vec![
            unwritten("b.rs", UnappliedExtent::All),
            unwritten("c.rs", UnappliedExtent::Part),
        ],
        ..RunResult::default()
    };
    harness.hear(EventKind::RunCompleted { result });
    let said = harness.text().replace('\n', " ");
    for words in [
        "4 calls, 1 rejected, 2 failed.",
        "Changed a.rs: 5 added, 1 removed.",
        "Proposed for b.rs, not applied yet: 5 added, 1 removed.",
        "Changed c.rs, partly applied: 5 added, 1 removed.",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_run_whose_calls_changed_nothing_says_so() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
    let mut result = RunResult {
        duration_ms: 2_000,
        ..RunResult::default()
    };
    result.count_call("read_file", Some(ToolClass::Read));
    harness.hear(EventKind::RunCompleted { result });
    assert!(harness.text().contains("1 call. Nothing changed."));
}

#[test]
fn a_message_that_waits_for_the_agent_says_how_it_is_taken_back() {
    use protocol::event::UnqueueReason;
    use protocol::session::QueuedMessage;
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
    harness.types("And the docs");
    let message = QueuedMessage::after_step(MessageId(Uuid::from_u128(50)), "And the docs".into());
    let queued = message.clone();
    harness.hear(EventKind::MessageQueued { message: queued });
    assert!(
        harness.text().ends_with("/unqueue removes it."),
        "{}",
        harness.text()
    );
    harness.types("/unqueue");
    let session = SESSION;
    assert_eq!(
        harness.sent.last(),
        Some(&Command::UnqueueMessage { session })
    );
    let reason = UnqueueReason::TakenBack;
    harness.hear(EventKind::MessageUnqueued { message, reason });
    let said = "Your message was not sent: And the docs";
    assert!(harness.text().contains(said), "{}", harness.text());
}
