//! The stream of Anthropic's Messages: server-sent events, each of which also names its type in its
//! data. An answer is a list of blocks (text, thinking, calls) that start, grow and end by number.
//! Also reads an answer that was not streamed (one JSON body).

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::usage::Counted;
use crate::decode::{Decoder, arguments_of_text, cut_short, excerpt, not_json, not_the_protocol};
use crate::frames::{Frame, Frames};
use crate::http::{error_kind, said_by};
use crate::lenient_json;
use notice::notice;
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, StreamPart};

#[derive(Debug, Default)]
pub struct AnthropicDecoder {
    frames: Frames,
    /// Blocks that have started and not ended, by the server's number.
    open: BTreeMap<u64, Open>,
    /// Number of calls in the answer up to now.
    calls: usize,
    counted: Counted,
    stop_reason: Option<String>,
    over: bool,
}

/// A block in progress.
#[derive(Debug)]
enum Open {
    Text,
    Thinking {
        text: String,
        signature: String,
    },
    /// A call: its number, the arguments received up to now, and the arguments in its start event.
    Call {
        index: usize,
        arguments: String,
        given: Value,
    },
    /// A block that is returned to the server unchanged, or `None` for one that is ignored.
    Other(Option<Value>),
}

impl Decoder for AnthropicDecoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<StreamPart>) {
        if self.over {
            return;
        }
        for frame in self.frames.push(bytes) {
            self.frame(&frame, out);
        }
    }

    fn finish(&mut self, out: &mut Vec<StreamPart>) {
        if self.over {
            return;
        }
        if let Some(frame) = self.frames.finish() {
            self.frame(&frame, out);
        }
        if self.over {
            return;
        }
        if self.stop_reason.is_some() {
            self.complete(out);
        } else {
            self.end(cut_short(None), out);
        }
    }

    fn is_over(&self) -> bool {
        self.over
    }
}

impl AnthropicDecoder {
    fn frame(&mut self, frame: &Frame, out: &mut Vec<StreamPart>) {
        match frame {
            _ if self.over => {}
            Frame::Document(message) => self.document(message, out),
            Frame::TooLong => self.end(not_the_protocol(None, &notice!("told-over-line")), out),
            Frame::Event(event) if event.data.trim().is_empty() => {}
            Frame::Event(event) => match lenient_json::read(&event.data) {
                Some(value) if value.is_object() => {
                    let kind = value.get("type").and_then(Value::as_str);
                    let kind = kind.unwrap_or(&event.event).to_owned();
                    self.event(&kind, &value, out);
                }
                _ => self.end(not_json(None, &event.data), out),
            },
        }
    }

    fn event(&mut self, kind: &str, value: &Value, out: &mut Vec<StreamPart>) {
        let number = value.get("index").and_then(Value::as_u64).unwrap_or(0);
        let field = |name: &str| value.get(name).unwrap_or(&Value::Null);
        match kind {
            "message_start" => {
                let usage = value.pointer("/message/usage").unwrap_or(&Value::Null);
                self.counted.take(usage);
            }
            "content_block_start" => self.begin(number, field("content_block"), out),
            "content_block_delta" => self.grow(number, field("delta"), out),
            "content_block_stop" => self.close(number, out),
            "message_delta" => {
                self.counted.take(field("usage"));
                self.stop_for(field("delta"));
            }
            "message_stop" => self.complete(out),
            "error" => {
                let error = StreamPart::Error {
                    error: broke(value),
                };
                self.end(error, out);
            }
            // `ping`, and events of newer versions: the protocol requires clients to
            // ignore unknown events.
            _ => {}
        }
    }

    /// Decodes an answer in one piece: a message or an error.
    fn document(&mut self, message: &Value, out: &mut Vec<StreamPart>) {
        if message.get("type").and_then(Value::as_str) == Some("error") {
            return self.event("error", message, out);
        }
        let Some(blocks) = message.get("content").and_then(Value::as_array) else {
            let rest = excerpt(&message.to_string(), 80);
            let what = notice!("told-document-no-message", rest);
            return self.end(not_the_protocol(None, &what), out);
        };
        for (number, block) in (0..).zip(blocks) {
            self.begin(number, block, out);
            self.close(number, out);
        }
        self.counted
            .take(message.get("usage").unwrap_or(&Value::Null));
        self.stop_for(message);
        self.complete(out);
    }

    fn stop_for(&mut self, delta: &Value) {
        let reason = delta.get("stop_reason").and_then(Value::as_str);
        if let Some(reason) = reason {
            self.stop_reason = Some(reason.to_owned());
        }
    }

    fn begin(&mut self, number: u64, block: &Value, out: &mut Vec<StreamPart>) {
        // A number that is used again starts another block; the earlier block is complete.
        self.close(number, out);
        let text = |field: &str| {
            let text = block.get(field).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        let open = match block.get("type").and_then(Value::as_str) {
            Some("text") => {
                say(text("text"), out);
                Open::Text
            }
            Some("thinking") => {
                think(text("thinking"), out);
                Open::Thinking {
                    text: text("thinking"),
                    signature: text("signature"),
                }
            }
            Some("redacted_thinking") => Open::Other(Some(block.clone())),
            Some("tool_use") => {
                let index = self.calls;
                self.calls += 1;
                let id = Some(text("id")).filter(|id| !id.is_empty());
                let id = id.unwrap_or_else(|| format!("call_{index}"));
                let name = text("name");
                out.push(StreamPart::CallStart { index, id, name });
                Open::Call {
                    index,
                    arguments: String::new(),
                    given: block.get("input").cloned().unwrap_or(Value::Null),
                }
            }
            _ => Open::Other(None),
        };
        self.open.insert(number, open);
    }

    fn grow(&mut self, number: u64, delta: &Value, out: &mut Vec<StreamPart>) {
        let piece = |field: &str| {
            let piece = delta.get(field).and_then(Value::as_str);
            piece.unwrap_or_default()
        };
        let kind = delta.get("type").and_then(Value::as_str);
        match (kind, self.open.get_mut(&number)) {
            // Text is never lost, even if the start of its block is missing.
            (Some("text_delta"), _) => say(piece("text").to_owned(), out),
            (Some("thinking_delta"), open) => {
                if let Some(Open::Thinking { text, .. }) = open {
                    text.push_str(piece("thinking"));
                }
                think(piece("thinking").to_owned(), out);
            }
            (Some("signature_delta"), Some(Open::Thinking { signature, .. })) => {
                signature.push_str(piece("signature"));
            }
            (
                Some("input_json_delta"),
                Some(Open::Call {
                    index, arguments, ..
                }),
            ) => {
                let text = piece("partial_json").to_owned();
                arguments.push_str(&text);
                if !text.is_empty() {
                    let index = *index;
                    out.push(StreamPart::CallArguments { index, text });
                }
            }
            // Citations, and deltas of newer versions.
            _ => {}
        }
    }

    fn close(&mut self, number: u64, out: &mut Vec<StreamPart>) {
        match self.open.remove(&number) {
            None | Some(Open::Text | Open::Other(None)) => {}
            // The server does not accept thinking without a signature.
            Some(Open::Thinking { text, signature }) if !signature.is_empty() => {
                let block = json!({ "type": "thinking", "thinking": text, "signature": signature });
                out.push(StreamPart::Sealed { block });
            }
            Some(Open::Thinking { .. }) => {}
            Some(Open::Other(Some(block))) => out.push(StreamPart::Sealed { block }),
            Some(Open::Call {
                index,
                arguments,
                given,
            }) => {
                let whole =
                    arguments.is_empty() && given.as_object().is_some_and(|o| !o.is_empty());
                let arguments = if whole {
                    let text = given.to_string();
                    out.push(StreamPart::CallArguments { index, text });
                    given
                } else {
                    arguments_of_text(&arguments)
                };
                out.push(StreamPart::CallEnd { index, arguments });
            }
        }
    }

    /// Completes the answer, and with it the blocks that had no end event.
    fn complete(&mut self, out: &mut Vec<StreamPart>) {
        let left: Vec<u64> = self.open.keys().copied().collect();
        for number in left {
            self.close(number, out);
        }
        let stop = match self.stop_reason.as_deref() {
            Some("refusal") => StopReason::Refused,
            Some("max_tokens" | "model_context_window_exceeded") => StopReason::Length,
            _ if self.calls > 0 => StopReason::NeedsTools,
            // `end_turn`, `stop_sequence`; `pause_turn` occurs only with tools that the server runs
            // itself, and requests never include those.
            _ => StopReason::Done,
        };
        let usage = self.counted.usage();
        out.extend(usage.map(|usage| StreamPart::Usage { usage }));
        self.end(StreamPart::Done { stop }, out);
    }

    fn end(&mut self, part: StreamPart, out: &mut Vec<StreamPart>) {
        self.over = true;
        out.push(part);
    }
}

fn say(text: String, out: &mut Vec<StreamPart>) {
    if !text.is_empty() {
        out.push(StreamPart::Text { text });
    }
}

fn think(text: String, out: &mut Vec<StreamPart>) {
    if !text.is_empty() {
        out.push(StreamPart::Reasoning { text });
    }
}

/// Converts an `error` event.
fn broke(value: &Value) -> ProviderError {
    let (words, code) = said_by(value).unwrap_or_else(|| (value.to_string(), String::new()));
    let kind = error_kind(&words, &code).unwrap_or(ProviderErrorKind::Server);
    let words = excerpt(&words, 400);
    let rest = match code.as_str() {
        "" => words,
        code => format!("{words} ({})", excerpt(code, 80)),
    };
    let mut why = notice!("told-server-broke-off", rest);
    if let Some(id) = value.get("request_id").and_then(Value::as_str) {
        why = notice!("told-with-request", why, word = excerpt(id, 80));
    }
    ProviderError::new(kind, why).with_hint(notice!("told-kept-try-again"))
}
