//! Splits a pipe into lines, with the arrival time of each line's first byte. Binary data and
//! overlong lines are rejected.

use std::time::Duration;

use super::state::{Typed, TypedBy, UnreadLine};

/// Maximum bytes of one line; a longer line is rejected.
const LONGEST: usize = 1024 * 1024;

/// A line, or the reason why it is rejected.
pub(super) type Line = Result<Typed, UnreadLine>;

#[derive(Debug, Default)]
pub(super) struct PipeLines {
    line: Vec<u8>,
    begun: Option<Duration>,
    /// Number of lines before it.
    number: usize,
    is_too_long: bool,
}

impl PipeLines {
    /// Takes bytes that arrived at `now`; returns the complete lines.
    pub(super) fn feed(&mut self, now: Duration, bytes: &[u8]) -> Vec<Line> {
        let mut whole = Vec::new();
        for byte in bytes {
            let begun = *self.begun.get_or_insert(now);
            match byte {
                b'\n' => {
                    whole.push(self.take(begun));
                }
                byte if self.line.len() < LONGEST => self.line.push(*byte),
                _ => self.is_too_long = true,
            }
        }
        whole
    }

    /// Ends the input; returns a last line without a line end.
    pub(super) fn end(&mut self) -> Vec<Line> {
        match self.begun {
            Some(begun) => vec![self.take(begun)],
            None => Vec::new(),
        }
    }

    fn take(&mut self, begun: Duration) -> Line {
        self.begun = None;
        self.number += 1;
        let bytes = std::mem::take(&mut self.line);
        if bytes.iter().any(|byte| is_of_no_text(*byte)) {
            return Err(UnreadLine::Binary(self.number));
        }
        if std::mem::take(&mut self.is_too_long) {
            return Err(UnreadLine::TooLong(self.number, LONGEST));
        }
        let Ok(text) = String::from_utf8(bytes) else {
            return Err(UnreadLine::NotUtf8(self.number));
        };
        Ok(Typed {
            text: text.trim_end_matches('\r').to_owned(),
            begun,
            by: TypedBy::Line,
        })
    }
}

/// Whether no text in any encoding contains this byte: control characters except tabs, line ends
/// and the like.
fn is_of_no_text(byte: u8) -> bool {
    matches!(byte, 0..=6 | 14..=26 | 28..=31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_as_old_as_its_first_byte() {
        let mut lines = PipeLines::default();
        let at = Duration::from_millis;
        assert!(lines.feed(at(1), b"ye").is_empty());
        let whole = lines.feed(at(9), b"s\r\nno\nlast");
        let told: Vec<_> = whole
            .iter()
            .flatten()
            .map(|line| (line.text.as_str(), line.begun))
            .collect();
        assert_eq!(told, [("yes", at(1)), ("no", at(9))]);
        assert_eq!(lines.end().len(), 1);
        assert!(lines.end().is_empty());
    }

    #[test]
    fn what_is_no_text_or_too_long_is_no_line_and_is_told_by_its_number() {
        let mut lines = PipeLines::default();
        let mut feed = |bytes: &[u8]| lines.feed(Duration::ZERO, bytes).pop();
        assert!(matches!(feed("é\t\u{1b}[A\n".as_bytes()), Some(Ok(_))));
        assert_eq!(feed(b"caf\xe9\n"), Some(Err(UnreadLine::NotUtf8(2))));
        assert_eq!(feed(b"\x7fELF\x02\x01\n"), Some(Err(UnreadLine::Binary(3))));
        let long = vec![b'x'; LONGEST + 1];
        assert_eq!(feed(&long), None);
        assert_eq!(feed(b"\n"), Some(Err(UnreadLine::TooLong(4, LONGEST))));
        assert!(
            matches!(feed(b"after it\n"), Some(Ok(_))),
            "the next one is taken"
        );
    }
}
