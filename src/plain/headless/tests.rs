//! Tests of the front end with a scripted actor, and of its exit status.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{Ending, Opening, Output, print_failure, run};
use l10n::Language;
use l10n::testing::speaking;
use notice::{Notice, notice};
use protocol::approval::Mode;
use protocol::call::{CallResult, ErrorCode, ToolError};
use protocol::change::FileStat;
use protocol::command::{Command, CommandKind};
use protocol::event::{Delivery, Event, EventKind, NoticeLevel, TextChannel};
use protocol::ids::{CallId, MessageId, SessionId};
use protocol::session::{RunResult, SessionSettings};
use session::Handle;
use session::handle::Request;

const SESSION: SessionId = SessionId(Uuid::from_u128(1));

/// Result of a run.
struct Played {
    ending: Ending,
    out: String,
    log: String,
    /// The commands that the front end sent.
    commands: Vec<Command>,
}

/// Runs against an actor that emits these events and then goes away.
async fn play(output: Output, facts: Vec<EventKind>) -> Played {
    let (handle, mut requests) = Handle::channel();
    let actor = tokio::spawn(async move {
        let mut commands = Vec::new();
        let Some(Request::Subscribe { to, .. }) = requests.recv().await else {
            panic!("it listens first");
        };
        for fact in facts {
            let event = Arc::new(event(fact));
            to.send(Delivery::Event { event }).await.ok();
        }
        while let Some(request) = requests.recv().await {
            if let Request::Command(command) = request {
                commands.push(command);
            }
            // The message is the last command.
            if let Some(Command::SendMessage { .. }) = commands.last() {
                break;
            }
        }
        commands
    });
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let (_interrupt, interrupted) = mpsc::channel(1);
    let ending = run(&handle, opening(), output, &mut out, &mut log, interrupted).await;
    drop(handle);
    Played {
        ending,
        out: String::from_utf8(out).unwrap(),
        log: String::from_utf8(log).unwrap(),
        commands: actor.await.unwrap(),
    }
}

fn opening() -> Opening {
    let session = SESSION;
    Opening {
        open: Command::CreateSession {
            session,
            settings: settings(),
        },
        then: vec![Command::SetMode {
            session,
            mode: Mode::Plan,
        }],
        prompt: "go".to_owned(),
    }
}

fn settings() -> SessionSettings {
    SessionSettings {
        name: "demo".to_owned(),
        cwd: "/demo".into(),
        agent: "code".to_owned(),
        provider: "p".to_owned(),
        model: "m".to_owned(),
        mode: Mode::Review,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    }
}

fn event(fact: EventKind) -> Event {
    Event {
        seq: None,
        at: Timestamp::UNIX_EPOCH,
        session: SESSION,
        run: None,
        fact,
    }
}

fn created() -> EventKind {
    let settings = settings();
    let policy = policy::state::initial(settings.mode, Vec::new());
    EventKind::SessionCreated { settings, policy }
}

fn said(text: &str) -> EventKind {
    EventKind::TextAppended {
        message: MessageId(Uuid::from_u128(2)),
        channel: TextChannel::Answer,
        offset: 0,
        text: text.to_owned(),
    }
}

fn completed(denied_unasked: u32) -> EventKind {
    let files_modified = vec![FileStat {
        path: "a.rs".to_owned(),
        added: 2,
        removed: 1,
    }];
    EventKind::RunCompleted {
        result: RunResult {
            denied_unasked,
            files_modified,
            ..RunResult::default()
        },
    }
}

fn failed(code: ErrorCode, summary: Notice) -> EventKind {
    let error = ToolError::new(code, summary.clone());
    EventKind::CallCompleted {
        message: MessageId(Uuid::from_u128(4)),
        result: CallResult {
            call: CallId(Uuid::from_u128(3)),
            provider_id: String::new(),
            tool: "read_file".to_owned(),
            ok: false,
            content: error.to_model(),
            summary,
            error: Some(error),
            duration_ms: 0,
        },
    }
}

#[tokio::test]
async fn the_answer_goes_to_the_output_and_what_is_done_to_the_log() {
    let facts = vec![
        created(),
        said("Hello"),
        failed(
            ErrorCode::FileNotFound,
            Notice::text("no such \u{1b}[31mfile"),
        ),
        EventKind::Notice {
            level: NoticeLevel::Warning,
            text: Notice::text("nearly full"),
        },
        completed(0),
    ];
    let played = play(Output::Text, facts).await;
    assert_eq!(played.out, "Hello\n");
    assert_eq!(
        played.log,
        "FAIL  read_file  no such file\nwarning: nearly full\na.rs  +2 -1\n\
         done  0 calls · 0 tokens in · 0 out · 0.0 s\n"
    );
    assert_eq!(played.ending.status(), 0);
    let names: Vec<bool> = played
        .commands
        .iter()
        .map(|command| matches!(command, Command::SendMessage { .. }))
        .collect();
    assert_eq!(names, [false, false, true], "opened, set up, then told");
}

#[tokio::test]
async fn the_last_line_of_the_log_says_how_a_run_ended_and_what_it_took() {
    let result = RunResult {
        tool_calls: 3,
        usage: protocol::usage::Usage {
            input_tokens: 12_345,
            output_tokens: 678,
            ..Default::default()
        },
        duration_ms: 12_400,
        ..RunResult::default()
    };
    let took = "3 calls · 12,345 tokens in · 678 out · 12 s\n";
    let ends = [
        (
            "done",
            EventKind::RunCompleted {
                result: result.clone(),
            },
        ),
        (
            "cancelled",
            EventKind::RunCancelled {
                result: result.clone(),
            },
        ),
        (
            "failed",
            EventKind::RunFailed {
                error: Notice::text("it broke"),
                hint: None,
                code: None,
                result,
            },
        ),
    ];
    for (how, fact) in ends {
        let played = play(Output::Text, vec![created(), said("Hello"), fact.clone()]).await;
        assert!(
            played.log.ends_with(&format!("{how}  {took}")),
            "{}",
            played.log
        );
        assert_eq!(played.out, "Hello\n", "the answer alone");
        let played = play(Output::Json, vec![created(), fact]).await;
        assert!(!played.log.contains("tokens in"), "{}", played.log);
    }
}

#[test]
fn people_are_told_in_their_language_and_programs_in_english() {
    let facts = || {
        vec![
            created(),
            failed(ErrorCode::UserRejected, notice!("told-user-refused")),
            EventKind::RunCompleted {
                result: RunResult {
                    refused: 2,
                    ..RunResult::default()
                },
            },
        ]
    };
    let played = |output| {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        speaking(Language::French, || {
            runtime.unwrap().block_on(play(output, facts()))
        })
    };
    assert_eq!(
        played(Output::Text).log,
        "FAIL  read_file  vous avez refusé cet appel\nrefusé dans la revue, non compté\u{a0}: 2 blocs\n\
         terminé  0 appel · 0 tokens entrés · 0 sortis · 0,0 s\n"
    );
    assert!(
        played(Output::Json)
            .out
            .contains("the user refused this call")
    );
}

#[tokio::test]
async fn every_event_is_one_line_of_json() {
    let played = play(Output::Json, vec![created(), said("a\nb"), completed(1)]).await;
    assert_eq!(played.out.lines().count(), 3);
    for line in played.out.lines() {
        support::json::from_str::<Event>(line).expect("an event");
    }
    assert_eq!(played.ending.status(), 4, "something was denied unasked");
    assert_eq!(played.log, "");
}

#[tokio::test]
async fn an_engine_that_goes_away_is_a_failure() {
    let played = play(Output::Text, vec![created(), said("half")]).await;
    assert_eq!(played.ending.status(), 1);
}

#[tokio::test]
async fn a_session_that_cannot_be_opened_ends_it() {
    let rejected = EventKind::CommandRejected {
        command: CommandKind::OpenSession,
        reason: Notice::text("it is open elsewhere"),
        said: None,
    };
    let played = play(Output::Text, vec![rejected]).await;
    assert_eq!(played.ending.status(), 1);
    assert_eq!(played.log, "agentichat: it is open elsewhere\n");
    assert_eq!(played.commands.len(), 1, "the message is not sent");
}

#[tokio::test]
async fn an_interrupt_before_the_message_is_sent_ends_it_as_cancelled() {
    let (handle, _requests) = Handle::channel();
    let (interrupt, interrupted) = mpsc::channel(1);
    interrupt.send(()).await.unwrap();
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let ending = run(
        &handle,
        opening(),
        Output::Text,
        &mut out,
        &mut log,
        interrupted,
    )
    .await;
    assert_eq!(ending.status(), 130);
}

#[test]
fn the_first_reason_that_applies_makes_the_status() {
    assert_eq!(Ending::stopped().status(), 1);
    assert_eq!(Ending::bad_usage().or_stopped().status(), 2);
    assert_eq!(Ending::cancelled().or_stopped().status(), 130);
    let mut denied = Ending::default();
    denied.observe(&event(completed(1)));
    assert_eq!(denied.status(), 4);
    assert_eq!(denied.or_stopped().status(), 1);
}

#[test]
fn an_early_failure_is_a_line_of_json_or_of_text() {
    let (mut out, mut log) = (Vec::new(), Vec::new());
    print_failure(
        Output::Json,
        &Notice::text("bad \"flag\"\nsecond line"),
        &mut out,
        &mut log,
    );
    let line: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(line["data"]["message"], "bad \"flag\"\nsecond line");
    assert_eq!(out.iter().filter(|byte| **byte == b'\n').count(), 1);
    print_failure(Output::Text, &Notice::text("bad"), &mut out, &mut log);
    assert_eq!(log, b"agentichat: bad\n");
}
