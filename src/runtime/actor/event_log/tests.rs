//! Tests of the event log: the logged facts, and the ones that must never be logged.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;
use uuid::Uuid;

use super::*;
use notice::Notice;
use protocol::call::{ErrorCode, ToolCall, ToolError};
use protocol::ids::{CallId, MessageId};
use protocol::message::{Block, MessageState, Role};
use protocol::session::ContextWindow;
use protocol::stream::{ProviderError, ProviderErrorKind};

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Lines {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

const SESSION: SessionId = SessionId(Uuid::from_u128(1));

fn logged(facts: Vec<EventKind>) -> String {
    let lines = Lines::default();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(lines.clone())
        .finish();
    tracing::subscriber::with_default(subscriber, || {
        let mut log = EventLog::default();
        for (number, fact) in facts.into_iter().enumerate() {
            log.event(&Event {
                seq: None,
                at: Timestamp::from_millisecond(i64::try_from(number).unwrap() * 250).unwrap(),
                session: SESSION,
                run: Some(RunId(Uuid::from_u128(2))),
                fact,
            });
        }
    });
    String::from_utf8(lines.0.lock().unwrap().clone()).unwrap()
}

fn said(text: &str) -> Message {
    Message {
        id: MessageId(Uuid::from_u128(3)),
        session: SESSION,
        run: None,
        at: Timestamp::UNIX_EPOCH,
        role: Role::Assistant,
        blocks: vec![Block::Text { text: text.into() }],
        state: MessageState::Complete,
        model: None,
        usage: None,
    }
}

fn result() -> RunResult {
    RunResult {
        report: "SECRET report".into(),
        tool_calls: 7,
        files_modified: Vec::new(),
        usage: Usage::default(),
        duration_ms: 1_234,
        tools_used: Vec::new(),
        mcp_calls: 0,
        denied_unasked: 0,
        proposed: 0,
        refused: 0,
        unwritten: Vec::new(),
        refused_calls: 0,
        failed_calls: 0,
        stays_in_files: false,
    }
}

#[test]
fn a_run_is_told_from_start_to_end_with_tokens_latency_and_outcomes() {
    let step = StepId(Uuid::from_u128(4));
    let text = logged(vec![
        EventKind::RunStarted {
            message: said("").id,
        },
        EventKind::StepStarted {
            step,
            number: 1,
            model: "ollama/m".into(),
        },
        EventKind::StepCompleted {
            step,
            usage: Usage {
                input_tokens: 11,
                output_tokens: 5,
                ..Usage::default()
            },
            window: ContextWindow {
                used: 16,
                limit: 100,
                estimated: false,
            },
        },
        EventKind::RetryScheduled {
            attempt: 2,
            of: 4,
            after_ms: 500,
            error: ProviderError::new(ProviderErrorKind::Connection, Notice::text("refused")),
        },
        EventKind::RunCompleted { result: result() },
    ]);
    for part in [
        "run started",
        "step started",
        "model=\"ollama/m\"",
        "input_tokens=11",
        "output_tokens=5",
        "latency_ms=250",
        "retry scheduled",
        "reason=\"refused\"",
        "run completed",
        "duration_ms=1234",
        "calls=7",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn no_text_no_argument_and_no_output_is_ever_logged() {
    let call = CallId(Uuid::from_u128(5));
    let text = logged(vec![
        EventKind::MessageAdded {
            message: said("SECRET"),
        },
        EventKind::MessageCompleted {
            message: said("SECRET"),
        },
        EventKind::CallRequested {
            message: said("").id,
            call: ToolCall {
                id: call,
                provider_id: "SECRET".into(),
                tool: "shell_exec".into(),
                arguments: json!({ "command": "SECRET" }),
            },
        },
        EventKind::CallStarted {
            call,
            allowed_by: Notice::text("rule shell_exec(SECRET)"),
        },
        EventKind::CallOutput {
            call,
            offset: 0,
            text: "SECRET".into(),
        },
        EventKind::CallCompleted {
            message: MessageId(Uuid::from_u128(8)),
            result: CallResult {
                call,
                provider_id: "SECRET".into(),
                tool: "shell_exec".into(),
                ok: false,
                content: json!({ "output": "SECRET" }),
                summary: Notice::text("SECRET"),
                error: Some(ToolError::new(
                    ErrorCode::CommandFailed,
                    Notice::text("SECRET"),
                )),
                duration_ms: 42,
            },
        },
        EventKind::RunFailed {
            error: Notice::text("SECRET"),
            hint: None,
            code: None,
            result: result(),
        },
        EventKind::DraftSaved {
            text: "SECRET".into(),
        },
    ]);
    assert!(!text.contains("SECRET"), "{text}");
    assert!(text.contains("tool=\"shell_exec\" ok=false"), "{text}");
    assert!(text.contains("duration_ms=42"), "{text}");
}
