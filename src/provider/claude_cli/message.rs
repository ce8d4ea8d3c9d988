//! Parses one line of the program's output. Tolerant: unknown fields are ignored, and an unknown
//! message becomes [`ProgramMessage::Other`].
//!
//! The format follows recordings of `claude` 2.1 in stream-json, in both directions; its maker does
//! not document it. Pure; called by [`super::conversation`] and by `debug decode`.

use serde_json::Value;

use super::input::wants;
use crate::lenient_json;
use notice::{Notice, notice};
use protocol::permission::{PermissionRequest, UntrackedEdit};
use protocol::usage::Usage;
use redact::sanitize;
use support::json;

/// A message from the program.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ProgramMessage {
    /// A turn starts.
    Begins {
        /// The program's id of the conversation.
        session: Option<String>,
    },
    /// A piece of an answer, as the API streams it; never from a sub-agent.
    Piece(Piece),
    /// Complete parts of an answer.
    Answer(Answer),
    /// Results of tools.
    Results {
        results: Vec<ToolResult>,
        /// The call whose sub-agent ran the tools.
        parent: Option<String>,
    },
    TurnEnd(TurnEnd),
    /// The program retries the API request.
    Retries(Notice),
    /// A sub-agent or a background command starts.
    TaskBegins {
        task: String,
        /// The call that started it, and a one-line description.
        of: Option<(String, String)>,
    },
    /// A sub-agent or a background command has ended.
    TaskEnds {
        task: String,
    },
    /// A sub-agent or a background task reports progress.
    Progress {
        /// The call that started it.
        call: String,
        /// Progress in one line.
        text: String,
    },
    /// The program requests a permission.
    Asks {
        asked: Box<PermissionRequest>,
        /// Arguments of the call, unchanged.
        input: Value,
        /// Whether a sub-agent requests it.
        by_sub_agent: bool,
    },
    /// The program requests something that this program does not support.
    AsksUnknown {
        /// Id of the request.
        request: String,
        what: String,
    },
    /// The program withdraws a request.
    TakesBack {
        request: String,
    },
    /// The program answers a request of this program.
    Replies {
        request: String,
        /// The reason for a refusal.
        error: Option<Notice>,
    },
    Other,
}

/// A piece of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    /// An answer starts.
    Begins {
        message: String,
    },
    Text(String),
    Reasoning(String),
    /// A call starts in the block with this number.
    Call {
        block: u64,
        id: String,
        tool: String,
    },
    /// The next piece of a call's arguments.
    Arguments {
        block: u64,
        text: String,
    },
    Ends,
}

/// Complete parts of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    /// Id of the answer: the parts of one answer arrive one by one.
    pub(super) message: String,
    /// The call whose sub-agent wrote this.
    pub(super) parent: Option<String>,
    /// Whether the program itself made the answer, to report an error.
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

#[derive(Debug, Clone, PartialEq)]
pub(super) struct ToolResult {
    pub(super) call: String,
    /// Whether the tool succeeded.
    pub(super) ok: bool,
    /// The text that the model receives.
    pub(super) text: String,
    /// The file that it wrote, with its earlier content.
    pub(super) edit: Option<UntrackedEdit>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct TurnEnd {
    /// The program's id of the conversation.
    pub(super) session: Option<String>,
    /// The error, if the turn failed.
    pub(super) error: Option<TurnError>,
    /// Stop reason of the last answer, in the API's terms.
    pub(super) stop: Option<String>,
    /// Tokens and time of the turn.
    pub(super) usage: Usage,
    /// Total cost of the process in dollars, over all turns.
    pub(super) paid_so_far: Option<f64>,
    /// Whether the turn was stopped from outside.
    pub(super) was_stopped: bool,
    /// Whether a background task started the turn, and not a message from this program.
    pub(super) by_itself: bool,
}

/// The error of a failed turn.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct TurnError {
    /// The program's message, or a description of an error without one.
    pub(super) text: Notice,
    /// Status code of the API's response.
    pub(super) status: Option<u64>,
    /// Number of turns taken; 0 if the conversation is unknown or was not started.
    pub(super) turns: u64,
}

/// Parses a line. A line that is not a JSON object is [`ProgramMessage::Other`]: older
/// programs print notes.
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
            let why = match text(value, "error") {
                Some(error) => Notice::text(sanitize(&error.replace('_', " "))),
                None => notice!("told-an-error"),
            };
            let (number, limit) = (number("attempt"), number("max_retries"));
            ProgramMessage::Retries(notice!("told-claude-retries", number, limit, why))
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

/// Whether a task update says that the task has ended.
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

/// Joins a content that is a text, or a list of texts.
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

/// Extracts the written file from a tool result: `originalFile` is the text before.
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
    // Neither field alone is sufficient: API errors are a "success" with `is_error`.
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

/// Returns the error in the program's words, without diagnostics for its developers.
fn error_text(value: &Value) -> Notice {
    if let Some(said) = text(value, "result").filter(|said| !said.trim().is_empty()) {
        return Notice::text(said);
    }
    let errors = json::items(value, "errors").iter();
    let shown: Vec<&str> = errors
        .filter_map(Value::as_str)
        .filter(|error| !error.starts_with("[ede_diagnostic]"))
        .collect();
    match (shown.as_slice(), text(value, "subtype")) {
        ([], Some("error_max_turns")) => notice!("told-turns-used"),
        ([], _) => notice!("told-turn-failed"),
        (errors, _) => Notice::text(errors.join("; ")),
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
    // A request without a call id uses its own id as the call's.
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
    let error = failed.then(|| match text(response, "error") {
        Some(error) => Notice::text(sanitize(error)),
        None => notice!("told-no-reason"),
    });
    ProgramMessage::Replies {
        request: text(response, "request_id").unwrap_or_default().to_owned(),
        error,
    }
}
