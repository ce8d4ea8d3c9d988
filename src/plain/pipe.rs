//! Lines of a pipe, with the time at which the first byte of each came.

use std::time::Duration;

use super::state::{Typed, TypedBy};

/// Bytes of one line at most; what is longer is cut.
const LONGEST: usize = 1024 * 1024;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct PipeLines {
    line: Vec<u8>,
    begun: Option<Duration>,
}

impl PipeLines {
    /// Takes bytes that came now; gives the lines that are whole.
    pub(super) fn feed(&mut self, now: Duration, bytes: &[u8]) -> Vec<Typed> {
        let mut whole = Vec::new();
        for byte in bytes {
            let begun = *self.begun.get_or_insert(now);
            match byte {
                b'\n' => {
                    whole.push(self.take(begun));
                }
                byte if self.line.len() < LONGEST => self.line.push(*byte),
                _ => {}
            }
        }
        whole
    }

    /// No more will come; gives a last line without its end.
    pub(super) fn end(&mut self) -> Vec<Typed> {
        match self.begun {
            Some(begun) => vec![self.take(begun)],
            None => Vec::new(),
        }
    }

    fn take(&mut self, begun: Duration) -> Typed {
        self.begun = None;
        let bytes = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes);
        Typed {
            text: text.trim_end_matches('\r').to_owned(),
            begun,
            by: TypedBy::Line,
        }
    }
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
            .map(|line| (line.text.as_str(), line.begun))
            .collect();
        assert_eq!(told, [("yes", at(1)), ("no", at(9))]);
        assert_eq!(lines.end().len(), 1);
        assert!(lines.end().is_empty());
    }
}
