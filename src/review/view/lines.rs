//! All lines that a view can show, in one text, found by number. Filled once, then read.

use crate::protocol::review::view::LineEnding;
use crate::review::log::line_ends;

/// Lines with their endings, by number from 0.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    text: String,
    /// Where each line ends.
    ends: Vec<usize>,
}

impl Lines {
    /// The lines of a text.
    pub(super) fn of(text: &str) -> Self {
        Self::with_ends(text, &line_ends(text))
    }

    /// The same where it is known where each ends.
    pub(super) fn with_ends(text: &str, ends: &[usize]) -> Self {
        Self {
            text: text.to_owned(),
            ends: ends.to_vec(),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds one, whether it has an ending or not.
    pub(super) fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.ends.push(self.text.len());
    }

    /// A line with its ending; empty where there is none.
    pub(super) fn get(&self, number: usize) -> &str {
        let start = match number.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(usize::MAX),
            None => 0,
        };
        let end = self.ends.get(number).copied().unwrap_or(0);
        self.text.get(start..end).unwrap_or_default()
    }

    /// A line without its ending.
    pub(super) fn text(&self, number: usize) -> &str {
        without_ending(self.get(number))
    }

    /// How most lines end.
    pub(super) fn usual_ending(&self) -> LineEnding {
        let crlf = memchr::memmem::find_iter(self.text.as_bytes(), "\r\n").count();
        if crlf > self.len() / 2 {
            LineEnding::CrLf
        } else {
            LineEnding::Lf
        }
    }
}

/// A line without LF or CR LF.
pub(super) fn without_ending(line: &str) -> &str {
    let Some(line) = line.strip_suffix('\n') else {
        return line;
    };
    line.strip_suffix('\r').unwrap_or(line)
}

/// How a line ends.
pub(super) fn ending_of(line: &str) -> LineEnding {
    match line {
        line if line.ends_with("\r\n") => LineEnding::CrLf,
        line if line.ends_with('\n') => LineEnding::Lf,
        _ => LineEnding::None,
    }
}
