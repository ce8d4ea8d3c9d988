//! The input of a hook: the JSON that Claude Code writes to its hooks' standard input, with the names
//! of the program that the hook was written for.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::definition::Dialect;
use super::event::HookEvent;
use super::tool_names::{input_of, names_of, wire_name};
use protocol::approval::Mode;
use protocol::ids::CallId;

/// The path of the transcript: hooks can open it and find it empty. The conversation is in a
/// database, in no file of that format.
const TRANSCRIPT: &str = "/dev/null";

/// An event of a session with the facts that its hooks receive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Occasion {
    PreToolUse {
        call: CallId,
        tool: String,
        arguments: Value,
    },
    PostToolUse {
        call: CallId,
        tool: String,
        arguments: Value,
        /// The result as the model sees it.
        response: Value,
    },
    UserPromptSubmit {
        prompt: String,
    },
    Stop {
        /// Whether the run goes on only because a hook objected to its end.
        active: bool,
    },
    SessionStart {
        source: StartSource,
    },
    Notification {
        message: String,
        /// Kind of the notification, as Claude names it: `permission_prompt`.
        kind: String,
    },
}

/// The way in which a session began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartSource {
    /// The session is new.
    Startup,
    /// A stored session was opened.
    Resume,
    /// Its conversation was emptied.
    Clear,
}

impl StartSource {
    fn word(self) -> &'static str {
        match self {
            Self::Startup => "startup",
            Self::Resume => "resume",
            Self::Clear => "clear",
        }
    }
}

impl Occasion {
    /// Returns the event that it is an occasion of.
    pub fn event(&self) -> HookEvent {
        match self {
            Self::PreToolUse { .. } => HookEvent::PreToolUse,
            Self::PostToolUse { .. } => HookEvent::PostToolUse,
            Self::UserPromptSubmit { .. } => HookEvent::UserPromptSubmit,
            Self::Stop { .. } => HookEvent::Stop,
            Self::SessionStart { .. } => HookEvent::SessionStart,
            Self::Notification { .. } => HookEvent::Notification,
        }
    }

    /// Returns the names that a matcher is compared with; `None` if the event has no matcher.
    pub fn names(&self) -> Option<Vec<&str>> {
        match self {
            Self::PreToolUse { tool, .. } | Self::PostToolUse { tool, .. } => Some(names_of(tool)),
            Self::SessionStart { source } => Some(vec![source.word()]),
            Self::Notification { kind, .. } => Some(vec![kind]),
            Self::UserPromptSubmit { .. } | Self::Stop { .. } => None,
        }
    }
}

/// The facts that every hook receives, whatever the event.
#[derive(Debug, Clone, Copy)]
pub struct HookScene<'a> {
    pub session: &'a str,
    /// The folder of the workspace, in which hooks run.
    pub root: &'a Path,
    pub mode: Mode,
    pub dialect: Dialect,
}

/// Returns the input of a hook.
pub fn input(occasion: &Occasion, scene: HookScene<'_>) -> Value {
    let HookScene {
        session,
        root,
        mode,
        dialect,
    } = scene;
    let event = occasion.event();
    let name = match dialect {
        Dialect::Gemini => event.gemini_name().unwrap_or(event.name()),
        Dialect::Own | Dialect::Claude => event.name(),
    };
    let mut input = Map::new();
    let mut set = |name: &str, value: Value| drop(input.insert(name.to_owned(), value));
    set("session_id", json!(session));
    set("transcript_path", json!(TRANSCRIPT));
    set("cwd", json!(root.to_string_lossy()));
    set("permission_mode", json!(mode_word(mode)));
    set("hook_event_name", json!(name));
    match occasion {
        Occasion::PreToolUse {
            call,
            tool,
            arguments,
        }
        | Occasion::PostToolUse {
            call,
            tool,
            arguments,
            ..
        } => {
            set("tool_name", json!(wire_name(tool, dialect)));
            set("tool_input", input_of(tool, arguments, root, dialect));
            set("tool_use_id", json!(call.to_string()));
        }
        Occasion::UserPromptSubmit { prompt } => set("prompt", json!(prompt)),
        Occasion::Stop { active } => set("stop_hook_active", json!(active)),
        Occasion::SessionStart { source } => set("source", json!(source.word())),
        Occasion::Notification { message, kind } => {
            set("message", json!(message));
            set("notification_type", json!(kind));
        }
    }
    if let Occasion::PostToolUse {
        arguments,
        response,
        ..
    } = occasion
    {
        set("tool_response", response_of(arguments, response, root));
    }
    Value::Object(input)
}

/// Returns a result with the fields that Claude's results have besides ours.
fn response_of(arguments: &Value, response: &Value, root: &Path) -> Value {
    let Value::Object(ours) = response else {
        return response.clone();
    };
    let mut response = ours.clone();
    if let Some(path) = arguments.get("path").and_then(Value::as_str) {
        let whole = root.join(path);
        response.insert("filePath".to_owned(), json!(whole.to_string_lossy()));
    }
    if let Some(output) = ours.get("output").cloned() {
        response.entry("stdout").or_insert(output);
        response.entry("stderr").or_insert(json!(""));
        response.entry("interrupted").or_insert(json!(false));
    }
    Value::Object(response)
}

/// Returns Claude's word for a mode.
fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Plan => "plan",
        Mode::Review | Mode::Auto | Mode::Confirm => "default",
        Mode::AcceptEdits => "acceptEdits",
        Mode::Passthrough => "bypassPermissions",
    }
}
