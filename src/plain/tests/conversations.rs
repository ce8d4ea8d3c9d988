//! Conversations as they are read out: what is asked, what can be typed, and what becomes of it.

use std::time::Duration;

use serde_json::json;
use uuid::Uuid;

use super::help::{
    RUN, SESSION, Talk, answered_by, command, manner, message, prompt, settings, write,
};
use crate::plain::{Input, Leave, Lines, Manner, TypedBy};
use crate::protocol::approval::{
    AnsweredBy, Decision, DeleteItem, GrantScope, PromptBody, RiskReport, StagedNote, Validation,
};
use crate::protocol::call::{CallResult, ToolCall};
use crate::protocol::change::FileStat;
use crate::protocol::command::{CancelHow, Command};
use crate::protocol::event::{Fact, NoticeLevel, TextChannel};
use crate::protocol::ids::{CallId, ContentHash, MessageId, RunId, SessionId};
use crate::protocol::message::Role;
use crate::protocol::query::{Query, Reply, WorkspaceFacts};
use crate::protocol::session::{
    RunResult, SessionSettings, SessionStatus, SessionSummary, Unwritten, UnwrittenWhat,
};

fn said(id: u128, offset: u64, text: &str) -> Fact {
    Fact::TextAppended {
        message: MessageId(Uuid::from_u128(id)),
        channel: TextChannel::Answer,
        offset,
        text: text.to_owned(),
    }
}

pub(super) fn call(id: u128, tool: &str, arguments: serde_json::Value) -> Fact {
    Fact::CallRequested {
        message: MessageId(Uuid::from_u128(20)),
        call: ToolCall {
            id: CallId(Uuid::from_u128(id)),
            provider_id: format!("c{id}"),
            tool: tool.to_owned(),
            arguments,
        },
    }
}

pub(super) fn result(id: u128, tool: &str, ok: bool, summary: &str) -> Fact {
    Fact::CallCompleted {
        message: MessageId(Uuid::from_u128(100 + id)),
        result: CallResult {
            call: CallId(Uuid::from_u128(id)),
            provider_id: format!("c{id}"),
            tool: tool.to_owned(),
            ok,
            content: json!({ "success": ok, "output": "one\ntwo" }),
            summary: summary.to_owned(),
            error: None,
            duration_ms: 10,
        },
    }
}

pub(super) fn done() -> Fact {
    Fact::RunCompleted {
        result: RunResult {
            tool_calls: 2,
            duration_ms: 3_400,
            ..RunResult::default()
        },
    }
}

#[test]
fn a_run_from_the_message_over_a_call_and_a_yes_to_its_end() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    talk.hear(said(20, 0, "I look at the file first, then I run "));
    talk.hear(said(20, 37, "them. It takes a moment"));
    talk.hear(call(30, "read_file", json!({ "path": "src/a.rs" })));
    talk.hear(Fact::MessageCompleted {
        message: message(
            20,
            Role::Assistant,
            "I look at the file first, then I run them. It takes a moment.",
        ),
    });
    talk.hear(result(30, "read_file", true, "src/a.rs  212 lines"));
    talk.hear(call(31, "shell_exec", json!({ "command": "cargo test" })));
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code of the workspace"),
    ));
    talk.types("1");
    talk.answer_is_taken("$ cargo test");
    talk.hear(Fact::CallStarted {
        call: CallId(Uuid::from_u128(31)),
        allowed_by: "your answer".into(),
    });
    talk.hear(result(31, "shell_exec", true, "exit 0, 12 lines"));
    talk.hear(done());
    assert_eq!(talk.decisions(), [Decision::Yes]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_refusal_takes_the_words_behind_it_as_its_reason() {
    let mut talk = Talk::begin();
    talk.run_begins("Change it");
    talk.asks(write(40));
    talk.types("no, the old call must stay");
    talk.answer_is_taken("write src/a.rs");
    assert_eq!(
        talk.decisions(),
        [Decision::No {
            reason: Some("the old call must stay".into())
        }]
    );
    insta::assert_snapshot!(talk.text());
}

#[test]
fn high_risk_is_allowed_by_its_word_and_by_nothing_else() {
    let mut talk = Talk::begin();
    talk.run_begins("Clean up");
    talk.asks(command(
        40,
        "rm -rf target\u{202e} dist",
        RiskReport::high("it deletes files that git does not have"),
    ));
    for tried in ["1", "yes", "y", "Y", "always", "RUN", "run it", "", "ok"] {
        talk.types(tried);
    }
    assert!(talk.decisions().is_empty(), "{:?}", talk.decisions());
    assert!(talk.messages().len() == 1, "{:?}", talk.messages());
    talk.types("run");
    assert_eq!(talk.decisions(), [Decision::Yes]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_line_that_was_begun_before_the_question_is_a_message_and_the_question_is_put_again() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    let begun = talk.now + Duration::from_millis(10);
    talk.now += Duration::from_secs(1);
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    talk.now += Duration::from_secs(2);
    talk.typed("yes", begun, TypedBy::Keys);
    assert!(talk.decisions().is_empty());
    assert_eq!(talk.messages().last().unwrap(), "yes");
    // Nor is one that follows too soon upon it, and no pasted one is either.
    talk.typed("1", talk.now + Duration::from_millis(300), TypedBy::Keys);
    assert!(talk.decisions().is_empty());
    talk.now += Duration::from_secs(3);
    talk.typed("y", talk.now, TypedBy::Paste);
    assert!(talk.decisions().is_empty());
    talk.types("yes");
    assert_eq!(talk.decisions(), [Decision::Yes]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn what_is_no_choice_is_no_answer_and_is_not_sent_and_later_lets_a_message_through() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    talk.types("yes please");
    talk.types("9");
    assert!(talk.decisions().is_empty());
    assert_eq!(talk.messages().len(), 1);
    talk.types("later");
    talk.types("Only the unit tests");
    assert_eq!(talk.messages().last().unwrap(), "Only the unit tests");
    talk.types("y");
    assert!(talk.decisions().is_empty(), "it is put off");
    talk.types("/answer");
    talk.types("n");
    assert_eq!(talk.decisions(), [Decision::No { reason: None }]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn always_lists_exactly_what_it_would_grant_before_a_number_takes_it() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    talk.types("3");
    assert!(talk.decisions().is_empty());
    talk.types("yes");
    assert!(talk.decisions().is_empty(), "it is asked how far");
    talk.types("2");
    let scope = GrantScope::Session;
    assert_eq!(talk.decisions(), [Decision::Always { scope }]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_changed_proposal_is_read_out_anew_and_an_answer_is_for_what_was_heard() {
    let mut talk = Talk::begin();
    talk.run_begins("Change it");
    talk.asks(write(40));
    let before = talk.now;
    talk.now += Duration::from_secs(5);
    let mut changed = write(40);
    changed.shown = ContentHash::of(b"another");
    changed.changed = true;
    talk.asks(changed);
    talk.typed("yes", before + Duration::from_secs(4), TypedBy::Keys);
    assert!(talk.decisions().is_empty(), "it was begun for the old one");
    talk.types("yes");
    let Some(Command::AnswerPrompt { answer, .. }) = talk.sent.last() else {
        panic!("{:?}", talk.sent);
    };
    assert_eq!(answer.shown, ContentHash::of(b"another"));
    assert!(talk.text().contains("CHANGED since it was asked before"));
}

#[test]
fn a_command_beside_staged_changes_can_run_on_the_disk_as_it_is() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    let mut prompt = command(
        40,
        "cargo test\ncargo doc",
        RiskReport::medium("it runs code"),
    );
    if let PromptBody::Command { staged, .. } = &mut prompt.body {
        *staged = Some(StagedNote {
            hunks: 2,
            files: vec!["src/a.rs".into()],
            unwritten: None,
        });
    }
    prompt.timeout_s = Some(60);
    talk.asks(prompt);
    talk.types("hold");
    talk.types("disk");
    assert_eq!(talk.decisions(), [Decision::OnDisk]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn files_that_are_to_be_deleted_can_be_chosen_one_by_one() {
    let mut talk = Talk::begin();
    talk.run_begins("Tidy up");
    let file = |path: &str, files| DeleteItem {
        path: path.into(),
        files,
        bytes: 1_200,
        note: "in git, clean".into(),
    };
    let files = vec![file("old/", 31), file("a.txt", 1), file("b.txt", 1)];
    let body = PromptBody::Delete { files };
    talk.asks(prompt(40, body, RiskReport::medium("it deletes")));
    talk.types("only 1,9");
    assert!(talk.decisions().is_empty());
    talk.types("only 2-3");
    let paths = vec!["a.txt".to_owned(), "b.txt".to_owned()];
    assert_eq!(talk.decisions(), [Decision::Files { paths }]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn questions_of_the_agent_are_answered_by_numbers_by_words_or_not() {
    let select = |id, multiple| {
        let body = PromptBody::Select {
            question: "How shall a second refresh behave?".into(),
            options: vec!["wait".into(), "fail fast".into(), "retry".into()],
            multiple,
        };
        prompt(id, body, RiskReport::low("a question"))
    };
    let input = |id, validation| {
        let body = PromptBody::Input {
            question: "Which port?".into(),
            validation,
        };
        prompt(id, body, RiskReport::low("a question"))
    };
    let mut talk = Talk::begin();
    talk.run_begins("Go");
    for (asked, typed) in [
        (select(40, false), "1,2"),
        (select(40, false), "2"),
        (select(41, true), "1 3"),
        (select(42, false), "other: neither"),
        (input(43, Validation::Number), "eighty"),
        (input(43, Validation::Number), "8080"),
        (input(44, Validation::None), "= skip"),
        (input(45, Validation::NotEmpty), "skip"),
    ] {
        let is_new = !talk
            .record
            .last()
            .is_some_and(|line| line.starts_with("Only one") || line.starts_with("That is no"));
        if is_new {
            talk.hear(Fact::ClarificationOpened { prompt: asked });
        }
        let before = talk.decisions().len();
        talk.types(typed);
        if talk.decisions().len() > before {
            talk.answer_is_taken("the question");
        }
    }
    assert_eq!(
        talk.decisions(),
        [
            Decision::Selected { indices: vec![1] },
            Decision::Selected {
                indices: vec![0, 2]
            },
            Decision::Text {
                text: "neither".into()
            },
            Decision::Text {
                text: "8080".into()
            },
            Decision::Text {
                text: "skip".into()
            },
            Decision::Skipped,
        ]
    );
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_command_is_edited_line_by_line_where_there_is_no_editor() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    talk.types("edit");
    // A question that comes meanwhile takes no line of the text.
    talk.asks(command(41, "ls", RiskReport::medium("it lists")));
    talk.types("cargo test --lib");
    talk.types(".");
    assert_eq!(
        talk.decisions(),
        [Decision::Edited {
            text: "cargo test --lib".into(),
            on_disk: false,
        }]
    );
    talk.answer_is_taken("$ cargo test");
    assert!(talk.text().contains("Command: ls"), "{}", talk.text());
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_failure_is_told_with_what_to_do_and_the_turn_is_the_humans() {
    let mut talk = Talk::begin();
    talk.run_begins("Go");
    talk.hear(said(20, 0, "Let me see"));
    talk.hear(Fact::Notice {
        level: NoticeLevel::Warning,
        text: "the disk is \u{1b}[31mnearly full".into(),
    });
    talk.hear(Fact::RunFailed {
        error: "the server cannot be reached".into(),
        hint: Some("start it with `ollama serve`".into()),
        code: None,
        result: RunResult::default(),
    });
    talk.types("/mdoe plan");
    talk.types("/mode plan");
    talk.hear(Fact::CommandRejected {
        command: "set_mode".into(),
        reason: "not now".into(),
        said: None,
    });
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_session_that_has_ended_is_read_only_and_says_what_to_do() {
    let mut talk = Talk::begin();
    talk.hear(Fact::SessionStatusChanged {
        status: SessionStatus::Error,
        error: Some("the program claude has ended".into()),
    });
    talk.types("Are you there?");
    assert!(talk.messages().is_empty(), "nothing is sent");
    talk.types("/session new");
    let made = matches!(talk.sent.last(), Some(Command::CreateSession { .. }));
    assert!(made, "{:?}", talk.sent);
    let new = SessionId(Uuid::from_u128(77));
    let policy = crate::policy::state::initial(settings().mode, Vec::new());
    talk.hear_in(
        new,
        Fact::SessionCreated {
            settings: settings(),
            policy,
        },
    );
    assert_eq!(talk.plain.session(), Some(new));
    insta::assert_snapshot!(talk.text());
}

#[test]
fn an_interrupted_session_goes_on_only_when_that_was_heard() {
    let mut talk = Talk::begin();
    talk.hear(Fact::SessionStatusChanged {
        status: SessionStatus::Interrupted,
        error: None,
    });
    talk.types("Go on");
    assert!(talk.sent.is_empty(), "{:?}", talk.sent);
    talk.types("proceed");
    let session = SESSION;
    assert_eq!(talk.sent, [Command::AcknowledgeInterrupted { session }]);
}

#[test]
fn an_attached_terminal_hears_what_others_say_and_leaves_without_a_question() {
    let mut talk = Talk::begin();
    let facts = WorkspaceFacts {
        root: "/demo".into(),
        detected_by: "git".into(),
        trusted: true,
        writable: true,
        git: None,
        programs: Vec::new(),
        attached_to: Some(4711),
        in_memory: false,
    };
    talk.replies(
        |query| *query == Query::Workspace,
        Reply::Workspace { facts },
    );
    talk.hear(Fact::MessageAdded {
        message: message(11, Role::User, "From the other terminal"),
    });
    talk.hear(Fact::RunStarted {
        message: MessageId(Uuid::from_u128(11)),
    });
    let asked = command(40, "ls", RiskReport::medium("it lists"));
    talk.asks(asked.clone());
    talk.hear(answered_by(&asked, AnsweredBy::Key));
    talk.types("y");
    assert!(talk.decisions().is_empty(), "it was answered elsewhere");
    talk.give(Input::Quit);
    assert_eq!(talk.left, Some(Leave::Quit));
    insta::assert_snapshot!(talk.text());
}

#[test]
fn ctrl_c_stops_then_kills_then_leaves_and_ctrl_d_asks_while_a_run_goes_on() {
    let mut talk = Talk::begin();
    talk.run_begins("Go");
    talk.presses_ctrl_c();
    talk.presses_ctrl_c();
    let how: Vec<_> = talk
        .sent
        .iter()
        .filter_map(|command| match command {
            Command::CancelRun { how, .. } => Some(*how),
            _ => None,
        })
        .collect();
    assert_eq!(how, [CancelHow::Gracefully, CancelHow::KillTree]);
    talk.give(Input::Quit);
    talk.mark();
    assert_eq!(talk.left, None);
    talk.types("no");
    talk.hear(Fact::RunCancelled {
        result: RunResult::default(),
    });
    talk.presses_ctrl_c();
    assert_eq!(talk.left, None);
    talk.now += Duration::from_secs(3);
    talk.presses_ctrl_c();
    assert_eq!(talk.left, None, "the first was too long ago");
    talk.presses_ctrl_c();
    assert_eq!(talk.left, Some(Leave::Quit));
    insta::assert_snapshot!(talk.text());
}

#[test]
fn where_no_more_lines_come_a_question_is_refused_and_the_end_is_waited_for() {
    let pipe = Manner {
        lines: Lines::Pipe,
        ..manner()
    };
    let mut talk = Talk::unopened(pipe);
    talk.created();
    talk.asked.clear();
    talk.plain.waiting.clear();
    talk.typed("Run it", talk.now, TypedBy::Line);
    talk.give(Input::End);
    assert_eq!(talk.left, None, "the message is on its way");
    talk.hear(Fact::MessageAdded {
        message: message(10, Role::User, "Run it"),
    });
    talk.hear(Fact::RunStarted {
        message: MessageId(Uuid::from_u128(10)),
    });
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code"),
    ));
    assert!(matches!(
        talk.decisions().as_slice(),
        [Decision::No { reason: Some(_) }]
    ));
    assert_eq!(talk.left, None);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_question_of_another_session_is_told_and_takes_no_line() {
    let mut talk = Talk::begin();
    let other = SessionId(Uuid::from_u128(9));
    let policy = crate::policy::state::initial(settings().mode, Vec::new());
    let mut of_other = settings();
    of_other.name = "docs".into();
    talk.hear_in(
        other,
        Fact::SessionCreated {
            settings: of_other,
            policy,
        },
    );
    talk.hear_in(
        other,
        Fact::PromptOpened {
            prompt: command(40, "ls", RiskReport::medium("it lists")),
        },
    );
    talk.types("yes");
    assert!(talk.decisions().is_empty());
    assert_eq!(talk.messages(), ["yes"]);
    talk.types(&format!("/session load {other}"));
    let sessions = Vec::new();
    talk.replies(
        |query| *query == Query::Sessions,
        Reply::Sessions { sessions },
    );
    let _ = RunId(Uuid::from_u128(3)) == RUN;
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_line_goes_on_behind_a_backslash_and_an_exclamation_mark_runs_a_command() {
    let mut talk = Talk::begin();
    talk.types("Two lines,\\");
    talk.types("one message");
    assert_eq!(talk.messages(), ["Two lines,\none message"]);
    talk.types("!git status");
    assert!(
        matches!(talk.sent.last(), Some(Command::RunShell { command, .. }) if command == "git status")
    );
}

#[test]
fn what_cannot_be_taken_back_is_asked_about_and_only_a_yes_does_it() {
    let mut talk = Talk::begin();
    let deletions = |talk: &Talk| {
        let is_it = |order: &&Command| matches!(order, Command::DeleteSession { .. });
        talk.sent.iter().filter(is_it).count()
    };
    for answer in ["no", "back"] {
        talk.types("/session delete");
        assert!(
            talk.text().contains("Question: Delete the session"),
            "{}",
            talk.text()
        );
        talk.types(answer);
    }
    assert_eq!(deletions(&talk), 0);
    talk.types("/session delete");
    talk.types("yes");
    assert_eq!(deletions(&talk), 1);
}

#[test]
fn a_no_to_a_message_that_was_begun_leaves_it_and_is_no_message_itself() {
    for answer in ["n", "no", "3", "yes", "something else"] {
        let mut talk = Talk::begin();
        talk.replies(
            |query| matches!(query, Query::Draft { .. }),
            Reply::Text {
                text: "begun".into(),
                total_lines: 1,
            },
        );
        talk.types(answer);
        let sent: &[&str] = match answer {
            "yes" => &["begun"],
            "something else" => &["something else"],
            _ => &[],
        };
        assert_eq!(talk.messages(), sent, "{answer}");
    }
}

#[test]
fn of_sessions_with_one_name_the_human_chooses() {
    let mut talk = Talk::begin();
    let one = |number: u128, name: &str| SessionSummary {
        id: SessionId(Uuid::from_u128(number)),
        workspace: crate::protocol::ids::WorkspaceId("w".into()),
        settings: SessionSettings {
            name: name.into(),
            ..settings()
        },
        status: SessionStatus::Idle,
        created_at: jiff::Timestamp::UNIX_EPOCH,
        updated_at: jiff::Timestamp::UNIX_EPOCH,
        messages: 1,
        usage: Default::default(),
        last_error: None,
    };
    let sessions = vec![one(21, "twin"), one(22, "other"), one(23, "twin")];
    talk.types("/session load twin");
    let reply = Reply::Sessions { sessions };
    talk.replies(|query| *query == Query::Sessions, reply);
    let text = talk.text();
    assert!(
        text.contains("2. twin") && !text.contains("other"),
        "{text}"
    );
    talk.types("2");
    let twin = SessionId(Uuid::from_u128(23));
    let opens =
        |command: &Command| matches!(command, Command::OpenSession { session } if *session == twin);
    assert!(talk.sent.iter().any(opens));
}

#[test]
fn a_change_that_is_only_proposed_says_so_at_its_call_and_at_the_end_with_what_writes_it() {
    let mut talk = Talk::begin();
    talk.run_begins("Go");
    talk.hear(call(30, "write_file", json!({ "path": "src/a.rs" })));
    let mut staged = result(30, "write_file", true, "src/a.rs  +1 -0");
    if let Fact::CallCompleted { result, .. } = &mut staged {
        result.content = json!({ "success": true, "status": "staged" });
    }
    talk.hear(staged);
    let result = RunResult {
        staged: 2,
        ..RunResult::default()
    };
    talk.hear(Fact::RunCompleted { result });
    let said = talk.text().replace('\n', " ");
    for words in [
        "src/a.rs  +1 -0, only proposed: /review, then \"take\" and \"save\" write it to the disk",
        "2 hunks wait in the review and not on the disk: /review, then \"take all\" and \"save\" write.",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn why_tells_which_part_gave_a_reason_and_what_had_it_asked_about() {
    use crate::protocol::approval::{AlwaysScope, RiskReason};
    let mut talk = Talk::begin();
    talk.run_begins("Go");
    let mut prompt = command(40, "ls && cargo test", RiskReport::medium("it runs code"));
    prompt.risk.reasons = vec![
        RiskReason {
            text: "it runs code".to_owned(),
            span: Some((6, 16)),
        },
        RiskReason {
            text: "it is long".to_owned(),
            span: Some((0, 16)),
        },
    ];
    prompt.scopes = vec![AlwaysScope {
        scope: GrantScope::Session,
        grants: "all".to_owned(),
        pattern: None,
    }];
    talk.asks(prompt);
    talk.types("why");
    let said = talk.text();
    let why = said.split_once("because:").expect("it says why").1;
    assert!(
        why.contains("- it runs code: cargo test\n- it is long\nNo rule allows or forbids it"),
        "{why}"
    );
}

#[test]
fn what_was_refused_while_a_run_went_on_is_said_at_its_end() {
    for (refused, words) in [
        (1, "1 hunk of this run was rejected and is not counted."),
        (2, "2 hunks of this run were rejected and are not counted."),
    ] {
        let mut talk = Talk::begin();
        talk.run_begins("Go");
        let result = RunResult {
            refused,
            ..RunResult::default()
        };
        talk.hear(Fact::RunCompleted { result });
        assert!(talk.text().contains(words), "{}", talk.text());
    }
}

#[test]
fn what_was_only_proposed_is_said_apart_from_what_was_written_and_calls_that_came_to_nothing_are_counted()
 {
    let mut talk = Talk::begin();
    talk.run_begins("Go");
    let changed = |path: &str| FileStat {
        path: path.into(),
        added: 5,
        removed: 1,
    };
    let unwritten = |path: &str, what| Unwritten {
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
            unwritten("b.rs", UnwrittenWhat::All),
            unwritten("c.rs", UnwrittenWhat::Part),
        ],
        ..RunResult::default()
    };
    talk.hear(Fact::RunCompleted { result });
    let said = talk.text().replace('\n', " ");
    for words in [
        "4 tool calls, 1 rejected, 2 failed.",
        "Changed a.rs: 5 added, 1 removed.",
        "Proposed for b.rs, not written yet: 5 added, 1 removed.",
        "Changed c.rs, not all of it written yet: 5 added, 1 removed.",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_message_that_waits_for_the_agent_says_how_it_is_taken_back() {
    use crate::protocol::event::UnqueueReason;
    use crate::protocol::session::QueuedMessage;
    let mut talk = Talk::begin();
    talk.run_begins("Go");
    talk.types("And the docs");
    let message = QueuedMessage {
        id: MessageId(Uuid::from_u128(50)),
        text: "And the docs".into(),
    };
    let queued = message.clone();
    talk.hear(Fact::MessageQueued { message: queued });
    assert!(
        talk.text().ends_with("/unqueue takes it back."),
        "{}",
        talk.text()
    );
    talk.types("/unqueue");
    let session = SESSION;
    assert_eq!(talk.sent.last(), Some(&Command::UnqueueMessage { session }));
    let reason = UnqueueReason::TakenBack;
    talk.hear(Fact::MessageUnqueued { message, reason });
    let said = "Your message was not sent: And the docs";
    assert!(talk.text().ends_with(said), "{}", talk.text());
}
