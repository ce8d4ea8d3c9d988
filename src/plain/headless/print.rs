//! Prints events as text or as lines of JSON.
//!
//! In text form the agent's words go to standard output and its actions to standard error, so that
//! a pipe gets the answer alone. In JSON form every event is one line on standard output, also in
//! every case of failure. A reader that goes away ends the printing, not the run.

use std::io::Write;

use serde_json::{Value, json};

use super::json_lines::in_english_with_data;
use l10n::{counted, said, say, thousands, time_words};
use notice::Notice;
use protocol::event::{Event, EventKind, NoticeLevel, TextChannel};
use protocol::ids::MessageId;
use protocol::message::{Block, Message, Role};
use protocol::session::{RunResult, UnappliedExtent};
use redact::{clean_message, sanitize};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    Text,
    Json,
}

pub(super) struct Printer<'a> {
    output: Output,
    out: &'a mut (dyn Write + Send),
    log: &'a mut (dyn Write + Send),
    /// Whether the last line of the answer is open.
    open_line: bool,
    gone: bool,
    /// The answer that is being printed, and the number of its bytes printed so far.
    heard: (Option<MessageId>, u64),
    /// Whether events were missed, so that pieces of an answer may be missing.
    missed: bool,
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        output: Output,
        out: &'a mut (dyn Write + Send),
        log: &'a mut (dyn Write + Send),
    ) -> Self {
        Self {
            output,
            out,
            log,
            open_line: false,
            gone: false,
            heard: (None, 0),
            missed: false,
        }
    }

    /// Notes that events were missed: text may come again or only with the complete answer.
    pub(super) fn note_missed_events(&mut self) {
        self.missed = true;
    }

    pub(super) fn event(&mut self, event: &Event) {
        match self.output {
            Output::Json => match serde_json::to_value(event) {
                Ok(mut line) => {
                    in_english_with_data(&mut line);
                    clean_errors(&mut line, ErrorTextField::of(&event.fact));
                    self.print(&format!("{line}\n"));
                }
                Err(error) => tracing::error!(%error, "an event could not be printed"),
            },
            Output::Text => self.text(event),
        }
    }

    /// Ends an open line.
    pub(super) fn finish(&mut self) {
        if self.open_line && self.output == Output::Text {
            self.open_line = false;
            self.print("\n");
        }
    }

    fn text(&mut self, event: &Event) {
        match &event.fact {
            EventKind::TextAppended {
                channel: TextChannel::Answer,
                message,
                offset,
                text,
            } => self.answer(*message, *offset, text),
            EventKind::MessageCompleted { message } => {
                if self.missed
                    && message.role == Role::Assistant
                    && let Some(text) = answer_of(message)
                {
                    self.answer(message.id, 0, text);
                }
                self.finish();
            }
            // The result of work that an earlier process did not finish.
            EventKind::MessageAdded { message } if message.role == Role::System => {
                if let Some(notice) = message.notice() {
                    self.note(&said(&notice));
                }
            }
            EventKind::CallCompleted { result, .. } => {
                let word = if result.ok { "ok  " } else { "FAIL" };
                let summary = said(&result.summary);
                self.note(&format!("{word}  {}  {summary}", result.tool));
            }
            EventKind::RetryScheduled {
                attempt, of, error, ..
            } => {
                let why = said(&error.message);
                self.note(&say!("headless-attempt", attempt, of, why));
            }
            EventKind::RunFailed {
                error,
                hint,
                result,
                ..
            } => {
                self.note(&format!("agentichat: {}", said(error)));
                if let Some(hint) = hint {
                    self.note(&say!("headless-hint", hint = said(hint)));
                }
                self.end_line(say!("headless-failed"), result);
            }
            EventKind::RunCancelled { result } => self.end_line(say!("headless-cancelled"), result),
            EventKind::RunCompleted { result } => {
                for file in &result.files_modified {
                    let proposed = match result.unwritten_of(&file.path) {
                        None => "",
                        Some(UnappliedExtent::All) => say!("headless-proposed"),
                        Some(UnappliedExtent::Part) => say!("headless-part-proposed"),
                    };
                    let (path, added, removed) = (&file.path, file.added, file.removed);
                    self.note(&format!("{path}  +{added} -{removed}{proposed}"));
                }
                if result.refused > 0 {
                    let hunks = counted(result.refused, "hunk");
                    self.note(&say!("headless-rejected", hunks));
                }
                if result.proposed > 0 {
                    let hunks = counted(result.proposed, "hunk");
                    let command = "agentichat --continue";
                    self.note(&say!("left-proposed", hunks, command));
                }
                self.end_line(say!("headless-done"), result);
            }
            EventKind::CommandRejected { reason, .. } => {
                self.note(&format!("agentichat: {}", said(reason)));
            }
            EventKind::Notice { level, text } => {
                let text = said(text);
                self.note(&match level {
                    NoticeLevel::Info => text,
                    NoticeLevel::Warning => say!("headless-warning", text),
                    NoticeLevel::Error => format!("agentichat: {text}"),
                });
            }
            _ => {}
        }
    }

    /// Prints how a run ended, with its usage: `done  3 calls · 12,345 tokens in · 678
    /// out · 12.0 s`.
    fn end_line(&mut self, how: &str, result: &RunResult) {
        let usage = &result.usage;
        self.note(&say!(
            "headless-end",
            how,
            calls = counted(result.tool_calls, "call"),
            input = thousands(usage.input_tokens),
            output = thousands(usage.output_tokens),
            time = time_words(result.duration_ms)
        ));
    }

    /// Prints the new part of a piece of an answer.
    fn answer(&mut self, message: MessageId, offset: u64, text: &str) {
        if self.heard.0 != Some(message) {
            self.heard = (Some(message), 0);
        }
        let known = usize::try_from(self.heard.1.saturating_sub(offset)).unwrap_or(usize::MAX);
        let Some(new) = text.get(known..).filter(|new| !new.is_empty()) else {
            return;
        };
        self.heard.1 = offset.saturating_add(text.len() as u64);
        let new = sanitize(new);
        self.open_line = !new.ends_with('\n');
        self.print(&new);
    }

    fn note(&mut self, line: &str) {
        self.finish();
        // Nobody reads standard error, so the failure cannot be reported either.
        writeln!(self.log, "{}", clean_message(line)).ok();
    }

    fn print(&mut self, text: &str) {
        if self.gone {
            return;
        }
        let written = self
            .out
            .write_all(text.as_bytes())
            .and_then(|()| self.out.flush());
        self.gone = written.is_err();
    }
}

/// Fields in which a server, a document or a program reports an error; the fields with their notices
/// beside them are named after them.
const ERRORS: [&str; 5] = ["error", "hint", "last_error", "message", "reason"];

/// The places of error texts in an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ErrorTextField {
    /// In the fields listed in `ERRORS`.
    Named,
    Anywhere,
}

impl ErrorTextField {
    fn of(fact: &EventKind) -> Self {
        match fact {
            EventKind::Notice { .. }
            | EventKind::RunFailed { .. }
            | EventKind::RetryScheduled { .. } => Self::Anywhere,
            _ => Self::Named,
        }
    }
}

/// Cleans the error texts of an event. Texts of a model or a user stay as they are: JSON escapes
/// control characters, and its reader wants the complete text.
fn clean_errors(value: &mut Value, place: ErrorTextField) {
    match value {
        Value::String(text) if place == ErrorTextField::Anywhere => *text = clean_message(text),
        Value::Array(items) => items.iter_mut().for_each(|item| clean_errors(item, place)),
        Value::Object(fields) => {
            for (name, value) in fields {
                let field = name.strip_suffix("_notice").unwrap_or(name);
                let is_error = ERRORS.contains(&field);
                // `message` is either a whole message of the conversation, or the text of an error.
                let is_text = name != "message" || value.is_string();
                if is_error && is_text {
                    clean_errors(value, ErrorTextField::Anywhere);
                } else {
                    clean_errors(value, place);
                }
            }
        }
        _ => {}
    }
}

/// Returns the text that the pieces of an answer add up to.
fn answer_of(message: &Message) -> Option<&str> {
    message.blocks.iter().find_map(|block| match block {
        Block::Text { text } => Some(text.as_str()),
        _ => None,
    })
}

/// Prints a failure that happened before there were any events.
pub fn print_failure(output: Output, why: &Notice, out: &mut dyn Write, log: &mut dyn Write) {
    // A closed pipe takes no message.
    match output {
        Output::Text => writeln!(log, "agentichat: {}", clean_message(&said(why))).ok(),
        Output::Json => {
            let mut line = json!({
                "type": "error",
                "ts": jiff::Timestamp::now(),
                "data": { "message": why },
            });
            in_english_with_data(&mut line);
            clean_errors(&mut line, ErrorTextField::Named);
            writeln!(out, "{line}").ok()
        }
    };
}
