//! A session that contains everything, and a screen to draw it on.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::highlight::Colours;
use crate::pane::chat::Chat;
use crate::pane::{Focused, PaneView};
use crate::theme::{Role, Theme};
use crate::widget::row::Paint;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use notice::{Notice, count, notice};
use protocol::approval::{
    Answer, AnsweredBy, CommandSwitch, Decision, Mode, PolicyState, Question, QuestionBody,
    RiskReport, TextSwitch,
};
use protocol::call::{CallResult, ErrorCode, ToolCall, ToolError};
use protocol::change::{
    Checkpoint, CheckpointKind, DiffHunk, DiffLine, DiffLineKind, FileDiff, FileStat,
};
use protocol::event::{Event, EventKind, NoticeLevel, TextChannel};
use protocol::ids::{
    CallId, CheckpointId, ContentHash, MessageId, QuestionId, RunId, SessionId, WorkspaceId,
};
use protocol::message::{Block, Message, MessageState, Role as Speaks};
use protocol::session::{
    QueuedMessage, RunResult, SessionSettings, SessionSnapshot, SessionStatus, SessionSummary,
};
use protocol::stream::{ProviderError, ProviderErrorKind};
use protocol::usage::Usage;

pub(super) fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + second).unwrap()
}

pub(super) fn message_id(number: u128) -> MessageId {
    MessageId(Uuid::from_u128(number))
}

pub(super) fn call_id(number: u128) -> CallId {
    CallId(Uuid::from_u128(1_000 + number))
}

pub(super) fn session() -> SessionId {
    SessionId(Uuid::from_u128(7))
}

/// The run that all events belong to.
pub(super) fn run_id() -> RunId {
    RunId(Uuid::from_u128(9))
}

pub(super) fn event(second: i64, fact: EventKind) -> Event {
    Event {
        seq: None,
        at: at(second),
        session: session(),
        run: Some(run_id()),
        fact,
    }
}

pub(super) fn message(number: u128, role: Speaks, blocks: Vec<Block>) -> Message {
    Message {
        id: message_id(number),
        session: session(),
        run: None,
        at: at(0),
        role,
        blocks,
        state: MessageState::Complete,
        model: (role == Speaks::Assistant).then(|| "anthropic/opus-5".into()),
        usage: None,
    }
}

pub(super) fn text(text: &str) -> Block {
    Block::Text { text: text.into() }
}

pub(super) fn said(number: u128, words: &str) -> EventKind {
    let message = message(number, Speaks::User, vec![text(words)]);
    EventKind::MessageAdded { message }
}

pub(super) fn answered(number: u128, words: &str) -> EventKind {
    let message = message(number, Speaks::Assistant, vec![text(words)]);
    EventKind::MessageCompleted { message }
}

pub(super) fn piece(number: u128, offset: usize, text: &str) -> EventKind {
    EventKind::TextAppended {
        message: message_id(number),
        channel: TextChannel::Answer,
        offset: offset as u64,
        text: text.into(),
    }
}

pub(super) fn asked(number: u128, tool: &str, arguments: Value) -> EventKind {
    EventKind::CallRequested {
        message: message_id(2),
        call: ToolCall {
            id: call_id(number),
            provider_id: format!("c{number}"),
            tool: tool.into(),
            arguments,
        },
    }
}

pub(super) fn started(number: u128) -> EventKind {
    EventKind::CallStarted {
        call: call_id(number),
        allowed_by: Notice::text("mode"),
    }
}

pub(super) fn ended(number: u128, summary: &str, duration_ms: u64, content: Value) -> EventKind {
    completed(number, Notice::text(summary), duration_ms, content)
}

pub(super) fn completed(
    number: u128,
    summary: Notice,
    duration_ms: u64,
    content: Value,
) -> EventKind {
    EventKind::CallCompleted {
        message: MessageId(Uuid::from_u128(1_000 + number)),
        result: CallResult {
            call: call_id(number),
            provider_id: format!("c{number}"),
            tool: String::new(),
            ok: true,
            content,
            summary,
            error: None,
            duration_ms,
        },
    }
}

pub(super) fn failed(number: u128, code: ErrorCode, why: &str) -> EventKind {
    let EventKind::CallCompleted {
        mut result,
        message,
    } = ended(number, "", 40, Value::Null)
    else {
        unreachable!();
    };
    result.ok = false;
    result.error = Some(ToolError::new(code, Notice::text(why)));
    EventKind::CallCompleted { message, result }
}

fn rejected(number: u128, reason: &str) -> EventKind {
    let mut fact = failed(number, ErrorCode::UserRejected, "");
    if let EventKind::CallCompleted { result, .. } = &mut fact
        && let Some(error) = &mut result.error
    {
        error.message = notice!(
            "told-refused-reason",
            why = notice!("told-user-refused"),
            reason
        );
        error.details = json!({ "reason": reason });
    }
    fact
}

fn diff() -> FileDiff {
    let line = |kind, content: &str| DiffLine {
        kind,
        content: content.into(),
    };
    FileDiff {
        path: "src/auth/session.rs".into(),
        hunks: vec![DiffHunk {
            old_start: 41,
            old_count: 1,
            new_start: 41,
            new_count: 2,
            lines: vec![
                line(DiffLineKind::Remove, "let tok = self.inner.fetch().await?;"),
                line(DiffLineKind::Add, "let tok = self.outer.fetch().await?;"),
                line(DiffLineKind::Add, "let two = 2;"),
            ],
        }],
        added: 2,
        removed: 1,
        ..FileDiff::default()
    }
}

fn checkpoint() -> Checkpoint {
    Checkpoint {
        id: CheckpointId(Uuid::from_u128(31)),
        number: 31,
        kind: CheckpointKind::Auto,
        session: session(),
        run: None,
        at: at(0),
        label: Notice::text("before turn 2"),
    }
}

fn prompt() -> Question {
    Question {
        id: QuestionId(Uuid::from_u128(4)),
        session: session(),
        run: run_id(),
        call: Some(call_id(6)),
        tool: "write_file".into(),
        origin: "build".into(),
        body: QuestionBody::Confirm {
            question: Notice::text("write it?"),
        },
        risk: RiskReport::low(Notice::text("inside the workspace")),
        shown: ContentHash::of(b"x"),
        changed: false,
        scopes: Vec::new(),
        created_at: at(0),
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

/// A question about a call.
pub(super) fn prompt_about(call: u128) -> Question {
    Question {
        id: QuestionId(Uuid::from_u128(900 + call)),
        call: Some(call_id(call)),
        tool: "shell_exec".into(),
        ..prompt()
    }
}

/// The transcript of the mock-up, and everything else that can be in one.
pub(crate) fn rich() -> Vec<EventKind> {
    let answer = "I will make refresh **single-flight**: one lock per user, the second caller awaits the first result.\n\n```rust\nlet _g = self.locks.get(self.uid).lock().await;\n```\n\n| call | what happens |\n|---|---|\n| first | takes the `lock` |\n| second | waits |\n";
    let output: String = (0..32)
        .map(|n| format!("test auth::t{n} ... ok\n"))
        .collect();
    let reasoning = Block::Reasoning {
        text: "two tabs refresh at once, so a lock is needed".into(),
        sealed: Vec::new(),
    };
    let first = message(2, Speaks::Assistant, vec![reasoning, text(answer)]);
    vec![
        said(
            1,
            "Refactor session refresh so that two tabs cannot race.\nKeep the public API. Run the auth tests.",
        ),
        EventKind::MessageCompleted { message: first },
        asked(1, "read_file", json!({"path": "src/auth/session.rs"})),
        completed(
            1,
            notice!("gave-lines", counted = count(212, "line")),
            100,
            json!({"success": true, "text": "x"}),
        ),
        asked(2, "search_text", json!({"query": "refresh("})),
        ended(2, "7 hits in 4 files", 200, json!({"success": true})),
        asked(3, "shell_exec", json!({"command": "cargo test -p auth"})),
        EventKind::QuestionOpened {
            question: prompt_about(3),
        },
        EventKind::QuestionAnswered {
            answer: Answer {
                question: prompt_about(3).id,
                shown: ContentHash::of(b"x"),
                decision: Decision::Yes,
                by: AnsweredBy::Key,
            },
            summary: Notice::text("cargo test -p auth"),
        },
        started(3),
        ended(
            3,
            "31 passed",
            8_400,
            json!({"success": true, "output": output}),
        ),
        asked(4, "delete_file", json!({"path": "data/seed.sqlite"})),
        rejected(4, "keep the seed"),
        asked(5, "edit_file", json!({"path": "src/a.rs"})),
        failed(
            5,
            ErrorCode::Conflict,
            "line 3 differs from what was read; read it again",
        ),
        EventKind::RunCompleted {
            result: RunResult {
                tool_calls: 6,
                files_modified: vec![
                    FileStat {
                        path: "a".into(),
                        added: 10,
                        removed: 2,
                    },
                    FileStat {
                        path: "b".into(),
                        added: 2,
                        removed: 1,
                    },
                ],
                usage: Usage {
                    input_tokens: 1_000,
                    output_tokens: 847,
                    ..Usage::default()
                },
                duration_ms: 12_300,
                ..RunResult::default()
            },
        },
        said(4, "go on"),
        EventKind::CheckpointCreated {
            checkpoint: checkpoint(),
        },
        asked(
            6,
            "write_file",
            json!({"path": "src/auth/session.rs", "content": "…"}),
        ),
        EventKind::DiffGenerated {
            call: call_id(6),
            diff: diff(),
        },
        EventKind::QuestionOpened { question: prompt() },
        asked(7, "shell_exec", json!({"command": "cargo clippy"})),
        started(7),
        EventKind::RetryScheduled {
            attempt: 2,
            of: 5,
            after_ms: 1_500,
            error: ProviderError::new(
                ProviderErrorKind::RateLimited,
                Notice::text("the server is busy (429)"),
            ),
        },
        EventKind::Notice {
            level: NoticeLevel::Info,
            text: Notice::text("context is 80 % full"),
        },
        answered(
            3,
            "The lock map can grow without bound, so I also added an eviction after 10 min. 日本語のコメントも更新しました。",
        ),
        EventKind::MessageQueued {
            message: QueuedMessage::after_step(message_id(90), "also the docs".into()),
        },
    ]
}

pub(super) fn chat(facts: impl IntoIterator<Item = EventKind>) -> Chat {
    let mut chat = Chat::new(session(), TimeZone::UTC);
    chat.agent = "build".into();
    chat.set_now(at(30));
    for (second, fact) in facts.into_iter().enumerate() {
        chat.apply(&event(second as i64, fact));
    }
    chat
}

/// A theme in which all roles are distinguishable.
pub(super) fn theme() -> Theme {
    let styles = Role::ALL.iter().enumerate().map(|(number, role)| {
        let colour = Color::Indexed(number as u8 + 1);
        let style = if role.key().ends_with("_bg") || role.key().starts_with("bg") {
            Style::new().bg(colour)
        } else {
            Style::new().fg(colour)
        };
        (*role, style)
    });
    Theme::new("numbered", styles.collect())
}

pub(super) fn draw(chat: &mut Chat, width: u16, height: u16) -> Buffer {
    let mut colours = Colours::none();
    chat.measure(width, height, &mut colours);
    let area = Rect::new(0, 0, width, height);
    let mut buf = Buffer::empty(area);
    let theme = theme();
    let paint = Paint {
        theme: &theme,
        colours: &colours,
    };
    chat.draw(area, &mut buf, paint, Focused::Yes);
    buf
}

/// Returns the rows of the screen as text.
pub(super) fn screen(chat: &mut Chat, width: u16, height: u16) -> Vec<String> {
    let buf = draw(chat, width, height);
    (0..height)
        .map(|y| {
            let mut row = String::new();
            let mut skip = 0;
            for x in 0..width {
                let symbol = buf[(x, y)].symbol();
                if skip == 0 {
                    row.push_str(symbol);
                    skip = client::text::width_of(symbol).max(1);
                }
                skip -= 1;
            }
            row.trim_end().to_owned()
        })
        .collect()
}

/// Lists the roles on each row, with the columns where they begin.
pub(super) fn styles(buf: &Buffer) -> String {
    use std::fmt::Write as _;
    let name = |colour: Color| match colour {
        Color::Indexed(number) => Role::ALL[number as usize - 1].key(),
        _ => "-",
    };
    let mut out = String::new();
    for y in 0..buf.area.height {
        let mut before = None;
        for x in 0..buf.area.width {
            let cell = &buf[(x, y)];
            let style = (cell.fg, cell.bg, cell.modifier);
            if before != Some(style) && style != (Color::Reset, Color::Reset, cell.modifier) {
                write!(out, "{y}:{x} {}", name(cell.fg)).unwrap();
                if cell.bg != Color::Reset {
                    write!(out, " on {}", name(cell.bg)).unwrap();
                }
                if !cell.modifier.is_empty() {
                    write!(out, " {:?}", cell.modifier).unwrap();
                }
                out.push('\n');
            }
            before = Some(style);
        }
    }
    out
}

/// A session with these messages.
pub(super) fn snapshot(messages: Vec<Message>) -> SessionSnapshot {
    let settings = SessionSettings {
        name: "one".into(),
        cwd: "/somewhere".into(),
        agent: "build".into(),
        provider: "anthropic".into(),
        model: "opus-5".into(),
        mode: Mode::Review,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    };
    SessionSnapshot {
        summary: SessionSummary {
            id: session(),
            workspace: WorkspaceId("w".into()),
            settings,
            status: SessionStatus::Idle,
            created_at: at(0),
            updated_at: at(0),
            messages: messages.len() as u64,
            usage: Usage::default(),
            duration_ms: 0,
            pid: None,
            last_error: None,
            about: String::new(),
        },
        policy: PolicyState {
            mode: Mode::Review,
            mode_before: None,
            text: TextSwitch::Propose,
            command: CommandSwitch::Ask,
            text_until_next_message: false,
            command_until_next_message: false,
            rules: Vec::new(),
        },
        messages,
        run: None,
        runs: Vec::new(),
        questions: Vec::new(),
        queued: Vec::new(),
        context: Vec::new(),
        tasks: Default::default(),
        agents: Default::default(),
        compactions: Vec::new(),
        window: None,
        checkpoint: None,
    }
}
