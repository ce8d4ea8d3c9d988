//! Parser for server-sent events, following the WHATWG specification as far as the providers use
//! it: `data` over several lines, `event`, comments, CRLF, a byte order mark. A pure push parser:
//! the same bytes give the same events, however they are divided into pieces.

use super::lines::{LINE_LIMIT, LineTooLong, Lines};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SseEvent {
    /// Name of the event; empty if the server gave none.
    pub event: String,
    /// Data, lines joined by LF.
    pub data: String,
}

#[derive(Debug, Default)]
pub struct SseParser {
    lines: Lines,
    begun: bool,
    has_data: bool,
    next: SseEvent,
}

impl SseParser {
    pub fn push(&mut self, bytes: &[u8]) {
        self.lines.push(bytes);
    }

    /// Returns the next complete event, if there is one.
    ///
    /// # Errors
    /// If a line is longer than the limit of [`Lines`].
    pub fn next_event(&mut self) -> Result<Option<SseEvent>, LineTooLong> {
        while let Some(line) = self.lines.next_line()? {
            if let Some(event) = self.line(&line) {
                return Ok(Some(event));
            }
            if self.next.data.len() > LINE_LIMIT {
                return Err(LineTooLong);
            }
        }
        Ok(None)
    }

    /// Returns the event that the end of the stream completes. The specification drops it, but many
    /// servers omit the last blank line, and its JSON is checked afterwards anyway.
    pub fn finish(&mut self) -> Option<SseEvent> {
        let rest = self.lines.rest();
        let rest = rest.strip_suffix(b"\r").unwrap_or(&rest);
        if let Some(event) = self.line(rest) {
            return Some(event);
        }
        self.dispatch()
    }

    fn line(&mut self, line: &[u8]) -> Option<SseEvent> {
        let text = String::from_utf8_lossy(line);
        let mut text = text.as_ref();
        if !self.begun {
            self.begun = true;
            text = text.strip_prefix('\u{feff}').unwrap_or(text);
        }
        if text.is_empty() {
            return self.dispatch();
        }
        let (field, value) = text.split_once(':').unwrap_or((text, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                if self.has_data {
                    self.next.data.push('\n');
                }
                self.has_data = true;
                self.next.data.push_str(value);
            }
            "event" => value.clone_into(&mut self.next.event),
            // An empty field name is a comment; id and retry are for reconnecting, which this
            // program never does.
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<SseEvent> {
        let event = std::mem::take(&mut self.next);
        std::mem::take(&mut self.has_data).then_some(event)
    }
}
