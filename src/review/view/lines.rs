//! All lines that a view can show, in one text, by number. Filled once, then only read.

use crate::log::line_ends;
use protocol::review::view::LineEnding;

/// Lines with their endings, by number from 0.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    text: String,
    /// End offset of each line.
    ends: Vec<usize>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        Self::with_ends(text, &line_ends(text))
    }

    /// Works like `of` with known line ends.
    pub(super) fn with_ends(text: &str, ends: &[usize]) -> Self {
        Self {
            text: text.to_owned(),
            ends: ends.to_vec(),
        }
    }

    /// Returns the number of lines.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds a line, with or without an ending.
    pub(super) fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.ends.push(self.text.len());
    }

    /// Returns a line with its ending, or an empty string if there is no such line.
    pub(super) fn get(&self, number: usize) -> &str {
        let start = match number.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(usize::MAX),
            None => 0,
        };
        let end = self.ends.get(number).copied().unwrap_or(0);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Returns a line without its ending.
    pub(super) fn text(&self, number: usize) -> &str {
        without_ending(self.get(number))
    }

    /// Returns the ending of most lines.
    pub(super) fn usual_ending(&self) -> LineEnding {
        let crlf = memchr::memmem::find_iter(self.text.as_bytes(), "\r\n").count();
        if crlf > self.len() / 2 {
            LineEnding::CrLf
        } else {
            LineEnding::Lf
        }
    }
}

/// Returns a line without LF or CR LF.
pub(super) fn without_ending(line: &str) -> &str {
    let Some(line) = line.strip_suffix('\n') else {
        return line;
    };
    line.strip_suffix('\r').unwrap_or(line)
}

/// Returns the ending of a line.
pub(super) fn ending_of(line: &str) -> LineEnding {
    match line {
        line if line.ends_with("\r\n") => LineEnding::CrLf,
        line if line.ends_with('\n') => LineEnding::Lf,
        _ => LineEnding::None,
    }
}
