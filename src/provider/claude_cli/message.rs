//! One line of what the program says, as data. Tolerant: fields that are not known are passed over,
//! and a message that is not known is [`ProgramMessage::Other`].
//!
//! The shapes are those of recordings of `claude` 2.1 in stream-json, both ways; they are not
//! documented by its maker. Pure; called by [`super::talk`] and by `debug decode`.

use serde_json::Value;

use super::input::wants;
use crate::json;
use crate::protocol::permission::{PermissionRequest, UntrackedEdit};
use crate::protocol::usage::Usage;
use crate::provider::lenient_json;

/// What the program says.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ProgramMessage {
    /// A turn begins.
    Begins {
        /// Its id of the conversation.
        session: Option<String>,
    },
    /// A piece of an answer, as the API streams it; not of a sub-agent.
    Piece(Piece),
    /// Parts of an answer, whole.
    Answer(Answer),
    /// What came of tools.
    Results {
        results: Vec<ToolResult>,
        /// The call whose sub-agent ran them.
        parent: Option<String>,
    },
    /// A turn is over.
    TurnEnd(TurnEnd),
    /// It tries the API again.
    Retries(String),
    /// A sub-agent or a command in the background begins.
    TaskBegins {
        task: String,
        /// The call that started it, and what it does, in one line.
        of: Option<(String, String)>,
    },
    /// One is over.
    TaskEnds {
        task: String,
    },
    /// A sub-agent or a background task does something.
    Progress {
        /// The call that started it.
        call: String,
        /// What, in one line.
        text: String,
    },
    /// It asks for leave.
    Asks {
        asked: Box<PermissionRequest>,
        /// The arguments of the call, as they came.
        input: Value,
        /// Whether a sub-agent asks.
        by_sub_agent: bool,
    },
    /// It asks for something that we have not.
    AsksUnknown {
        /// The id of the question.
        request: String,
        what: String,
    },
    /// It takes a question back.
    TakesBack {
        request: String,
    },
    /// It answers a question of ours.
    Replies {
        request: String,
        /// Why not, if not.
        error: Option<String>,
    },
    Other,
}

/// A piece of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    /// An answer begins.
    Begins {
        message: String,
    },
    Text(String),
    Reasoning(String),
    /// A call begins, with the place of its block.
    Call {
        block: u64,
        id: String,
        tool: String,
    },
    /// More of a call's arguments.
    Arguments {
        /// The place of the block.
        block: u64,
        text: String,
    },
    /// The answer is whole.
    Ends,
}

/// Parts of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    /// The id of the answer: parts of one answer come one by one.
    pub(super) message: String,
    /// The call whose sub-agent speaks.
    pub(super) parent: Option<String>,
    /// Whether the program made it itself, to say an error.
    pub(super) is_synthetic: bool,
    pub(super) parts: Vec<Part>,
}

/// A part of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    Text(String),
    Reasoning(String),
    Call {
        id: String,
        tool: String,
        input: Value,
    },
}

/// What came of a tool.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ToolResult {
    pub(super) call: String,
    /// Whether it did what it was asked to.
    pub(super) ok: bool,
    /// What the model is told.
    pub(super) text: String,
    /// The file that it wrote, as it was before.
    pub(super) edit: Option<UntrackedEdit>,
}

/// The end of a turn.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct TurnEnd {
    /// Its id of the conversation.
    pub(super) session: Option<String>,
    /// What is wrong, if it is an error.
    pub(super) error: Option<TurnError>,
    /// Why the last answer ended, in the API's words.
    pub(super) stop: Option<String>,
    /// Tokens and time that it took.
    pub(super) usage: Usage,
    /// Dollars that the process has cost so far, all its turns together.
    pub(super) paid_so_far: Option<f64>,
    /// Whether it was stopped from outside.
    pub(super) was_stopped: bool,
    /// Whether a background task began it, and not a message of ours.
    pub(super) by_itself: bool,
}

/// What is wrong with a turn.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct TurnError {
    /// In the program's words.
    pub(super) text: String,
    /// The status of the API's answer.
    pub(super) status: Option<u64>,
    /// Whether the conversation is unknown or was not begun.
    pub(super) turns: u64,
}

/// Reads a line. A line that is no JSON object is [`ProgramMessage::Other`]: older programs print notes.
pub(super) fn read(line: &[u8]) -> ProgramMessage {
    let Some(value) = lenient_json::read_bytes(line) else {
        return ProgramMessage::Other;
    };
    of_value(&value)
}

fn of_value(value: &Value) -> ProgramMessage {
    match text(value, "type").unwrap_or_default() {
        "system" => system(value),
        "stream_event" if parent(value).is_none() => value
            .get("event")
            .and_then(piece)
            .unwrap_or(ProgramMessage::Other),
        "assistant" => answer(value),
        "user" => results(value),
        "result" => ProgramMessage::TurnEnd(turn_end(value)),
        "control_request" => asks(value),
        "control_cancel_request" => match text(value, "request_id") {
            Some(request) => ProgramMessage::TakesBack {
                request: request.to_owned(),
            },
            None => ProgramMessage::Other,
        },
        "control_response" => replies(value),
        _ => ProgramMessage::Other,
    }
}

pub(super) fn text<'a>(value: &'a Value, field: &str) -> Option<&'a str> {
    value.get(field).and_then(Value::as_str)
}

fn parent(value: &Value) -> Option<String> {
    text(value, "parent_tool_use_id").map(str::to_owned)
}

fn system(value: &Value) -> ProgramMessage {
    let owned = |field| text(value, field).map(str::to_owned);
    match text(value, "subtype").unwrap_or_default() {
        "init" => ProgramMessage::Begins {
            session: owned("session_id"),
        },
        "api_retry" => {
            let number = |field| value.get(field).and_then(Value::as_u64).unwrap_or(0);
            let why = owned("error").unwrap_or_else(|| "an error".to_owned());
            let why = why.replace('_', " ");
            ProgramMessage::Retries(format!(
                "claude tries again ({} of {}): {why}",
                number("attempt"),
                number("max_retries")
            ))
        }
        "task_started" => ProgramMessage::TaskBegins {
            task: owned("task_id").unwrap_or_default(),
            of: owned("tool_use_id").zip(owned("description")),
        },
        "task_progress" => match (owned("tool_use_id"), owned("description")) {
            (Some(call), Some(text)) => ProgramMessage::Progress { call, text },
            _ => ProgramMessage::Other,
        },
        "task_notification" => ProgramMessage::TaskEnds {
            task: owned("task_id").unwrap_or_default(),
        },
        "task_updated" if is_over(value) => ProgramMessage::TaskEnds {
            task: owned("task_id").unwrap_or_default(),
        },
        _ => ProgramMessage::Other,
    }
}

/// Whether what is said of a task is its end.
fn is_over(value: &Value) -> bool {
    let status = value.pointer("/patch/status").and_then(Value::as_str);
    status.is_some_and(|status| !matches!(status, "pending" | "running" | "in_progress"))
}

fn piece(event: &Value) -> Option<ProgramMessage> {
    let block = event.get("index").and_then(Value::as_u64).unwrap_or(0);
    let piece = match text(event, "type")? {
        "message_start" => Piece::Begins {
            message: text(event.get("message")?, "id")?.to_owned(),
        },
        "content_block_start" => {
            let part = event.get("content_block")?;
            match text(part, "type")? {
                "tool_use" => Piece::Call {
                    block,
                    id: text(part, "id")?.to_owned(),
                    tool: text(part, "name")?.to_owned(),
                },
                _ => return None,
            }
        }
        "content_block_delta" => {
            let delta = event.get("delta")?;
            match text(delta, "type")? {
                "text_delta" => Piece::Text(text(delta, "text")?.to_owned()),
                "thinking_delta" => Piece::Reasoning(text(delta, "thinking")?.to_owned()),
                "input_json_delta" => Piece::Arguments {
                    block,
                    text: text(delta, "partial_json")?.to_owned(),
                },
                _ => return None,
            }
        }
        "message_stop" => Piece::Ends,
        _ => return None,
    };
    Some(ProgramMessage::Piece(piece))
}

fn answer(value: &Value) -> ProgramMessage {
    let Some(message) = value.get("message") else {
        return ProgramMessage::Other;
    };
    let parts = json::items(message, "content").iter().filter_map(part);
    ProgramMessage::Answer(Answer {
        message: text(message, "id").unwrap_or_default().to_owned(),
        parent: parent(value),
        is_synthetic: text(message, "model") == Some("<synthetic>"),
        parts: parts.collect(),
    })
}

fn part(block: &Value) -> Option<Part> {
    Some(match text(block, "type")? {
        "text" => Part::Text(text(block, "text")?.to_owned()),
        "thinking" => Part::Reasoning(text(block, "thinking")?.to_owned()),
        "tool_use" => Part::Call {
            id: text(block, "id")?.to_owned(),
            tool: text(block, "name")?.to_owned(),
            input: block.get("input").cloned().unwrap_or(Value::Null),
        },
        _ => return None,
    })
}

fn results(value: &Value) -> ProgramMessage {
    let message = value.get("message").unwrap_or(&Value::Null);
    let details = value.get("tool_use_result");
    let results: Vec<ToolResult> = json::items(message, "content")
        .iter()
        .filter(|block| text(block, "type") == Some("tool_result"))
        .filter_map(|block| {
            let ok = block.get("is_error").and_then(Value::as_bool) != Some(true);
            Some(ToolResult {
                call: text(block, "tool_use_id")?.to_owned(),
                ok,
                text: block.get("content").map(joined).unwrap_or_default(),
                edit: details.filter(|_| ok).and_then(edit),
            })
        })
        .collect();
    if results.is_empty() {
        return ProgramMessage::Other;
    }
    ProgramMessage::Results {
        results,
        parent: parent(value),
    }
}

/// A content that is a text, or a list of texts.
fn joined(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| text(part, "text"));
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// What a result says of a file that was written: `originalFile` is the text before.
fn edit(details: &Value) -> Option<UntrackedEdit> {
    details.get("structuredPatch")?;
    Some(UntrackedEdit {
        path: text(details, "filePath")?.to_owned(),
        before: text(details, "originalFile").map(str::to_owned),
    })
}

fn turn_end(value: &Value) -> TurnEnd {
    let owned = |field| text(value, field).map(str::to_owned);
    let number = |path| value.pointer(path).and_then(Value::as_u64);
    // Neither alone is enough: errors of the API are a "success" with `is_error`.
    let is_error = value.get("is_error").and_then(Value::as_bool) == Some(true)
        || text(value, "subtype").is_some_and(|kind| kind != "success");
    let reason = text(value, "terminal_reason").unwrap_or_default();
    let was_stopped = matches!(reason, "aborted_streaming" | "aborted_tools");
    let error = is_error.then(|| TurnError {
        text: error_text(value),
        status: number("/api_error_status"),
        turns: number("/num_turns").unwrap_or(0),
    });
    let cached = number("/usage/cache_read_input_tokens").unwrap_or(0);
    let made = number("/usage/cache_creation_input_tokens").unwrap_or(0);
    TurnEnd {
        session: owned("session_id"),
        error,
        stop: owned("stop_reason"),
        usage: Usage {
            input_tokens: number("/usage/input_tokens").unwrap_or(0) + cached + made,
            output_tokens: number("/usage/output_tokens").unwrap_or(0),
            cached_tokens: cached,
            cache_written_tokens: made,
            latency_ms: number("/duration_ms").unwrap_or(0),
            ..Usage::default()
        },
        paid_so_far: value.get("total_cost_usd").and_then(Value::as_f64),
        was_stopped,
        by_itself: value.pointer("/origin/kind").is_some(),
    }
}

/// The error in the program's words; what it says for its own makers is left out.
fn error_text(value: &Value) -> String {
    if let Some(said) = text(value, "result").filter(|said| !said.trim().is_empty()) {
        return said.to_owned();
    }
    let errors = json::items(value, "errors").iter();
    let shown: Vec<&str> = errors
        .filter_map(Value::as_str)
        .filter(|error| !error.starts_with("[ede_diagnostic]"))
        .collect();
    match (shown.as_slice(), text(value, "subtype")) {
        ([], Some("error_max_turns")) => "it has taken as many turns as it may".to_owned(),
        ([], _) => "it says no more than that the turn failed".to_owned(),
        (errors, _) => errors.join("; "),
    }
}

fn asks(value: &Value) -> ProgramMessage {
    let (Some(request), Some(body)) = (text(value, "request_id"), value.get("request")) else {
        return ProgramMessage::Other;
    };
    let what = text(body, "subtype").unwrap_or_default();
    let tool = text(body, "tool_name").unwrap_or_default();
    let input = body.get("input").filter(|input| input.is_object());
    let (true, Some(input)) = (what == "can_use_tool" && !tool.is_empty(), input) else {
        return ProgramMessage::AsksUnknown {
            request: request.to_owned(),
            what: what.to_owned(),
        };
    };
    // A question without the id of its call stands for itself.
    let call = text(body, "tool_use_id").unwrap_or(request);
    ProgramMessage::Asks {
        asked: Box::new(PermissionRequest {
            request: request.to_owned(),
            call: call.to_owned(),
            tool: tool.to_owned(),
            wants: wants(tool, input, text(body, "description")),
            reason: text(body, "decision_reason").map(str::to_owned),
        }),
        input: input.clone(),
        by_sub_agent: body.get("agent_id").is_some_and(|id| !id.is_null()),
    }
}

fn replies(value: &Value) -> ProgramMessage {
    let Some(response) = value.get("response") else {
        return ProgramMessage::Other;
    };
    let failed = text(response, "subtype") == Some("error");
    ProgramMessage::Replies {
        request: text(response, "request_id").unwrap_or_default().to_owned(),
        error: failed.then(|| text(response, "error").unwrap_or("no reason").to_owned()),
    }
}
