//! The full text of what a question would grant, over the panes. A command or a line of a change
//! can have megabytes: its lines are therefore made piece by piece, one per frame, and nothing
//! counts as seen before the last one exists.

use std::collections::VecDeque;

use super::super::widget::wrap::chop;
use client::text::{PADDING, visible};
use protocol::ids::QuestionId;
use protocol::query::Query;
use redact::exact;

/// Bytes that become lines in one step.
const STEP: usize = 64 * 1024;

/// Bytes before the end of a piece that are searched for a good place to break.
const BREAK: usize = 1_024;

/// Returns how many lines of a full text a screen of this height shows.
pub fn full_text_rows(height: u16) -> usize {
    usize::from(height.saturating_sub(6)).max(1)
}

/// The content that a question would grant, unprocessed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FullSource {
    /// The text that is approved literally: nothing may be hidden in it.
    exact: String,
    /// Bytes already taken.
    taken: usize,
    lines: VecDeque<String>,
}

impl FullSource {
    /// Creates a source from the literally approved text and its description.
    pub fn new(exact: String, lines: Vec<String>) -> Self {
        Self {
            exact,
            taken: 0,
            lines: lines.into(),
        }
    }

    /// Adds lines below the others.
    pub fn add(&mut self, lines: Vec<String>) {
        self.lines.extend(lines);
    }

    /// Whether everything was taken.
    pub fn is_empty(&self) -> bool {
        self.taken >= self.exact.len() && self.lines.is_empty()
    }

    /// Returns the next piece as shown, with the number of bytes that it was made of.
    pub(crate) fn next(&mut self) -> Option<(String, usize)> {
        let rest = self.exact.get(self.taken..).unwrap_or_default();
        if !rest.is_empty() {
            let bit = rest.get(..end_of_bit(rest)).unwrap_or(rest);
            self.taken += bit.len();
            let shown = exact(bit.strip_suffix('\n').unwrap_or(bit), &PADDING);
            return Some((visible(&shown).into_owned(), bit.len()));
        }
        let line = self.lines.front_mut()?;
        let rest = line.split_off(end_of_bit(line));
        let bit = std::mem::replace(line, rest);
        if line.is_empty() {
            self.lines.pop_front();
        }
        Some((visible(&bit).into_owned(), bit.len().max(1)))
    }
}

/// Returns how much of a text is one piece: up to the last line end in it without an empty line
/// behind it, so that padding is counted as one; otherwise up to a blank.
fn end_of_bit(text: &str) -> usize {
    if text.len() <= STEP {
        return text.len();
    }
    let most = text.floor_char_boundary(STEP);
    let window = text.get(..most).unwrap_or(text);
    let ends = window.rmatch_indices('\n').map(|(at, _)| at + 1);
    let follows = |at: &usize| {
        let rest = text.get(*at..).unwrap_or_default();
        rest.starts_with(|next: char| !next.is_whitespace())
    };
    let near = |at: &usize| *at + BREAK >= most;
    let mut ends = ends.take_while(|at| *at * 2 >= most);
    let blank = || window.rfind(' ').map(|at| at + 1).filter(near);
    ends.find(follows).or_else(blank).unwrap_or(most)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullText {
    pub question: QuestionId,
    /// The title above the text.
    pub title: String,
    /// The lines so far.
    pub lines: Vec<String>,
    /// The content that is not in the lines yet.
    pub source: FullSource,
    /// First line that is shown.
    pub top: usize,
    /// The query whose answer is added below: what a yes applies.
    pub written: Option<Query>,
}

impl FullText {
    /// Makes the next lines for a width. Text beyond the right edge would not be seen, so long
    /// lines are broken.
    pub fn extend(&mut self, width: usize) {
        let mut left = STEP;
        while left > 0 {
            let Some((text, bytes)) = self.source.next() else {
                return;
            };
            let parts = text.split('\n').flat_map(|line| chop(line, width));
            self.lines.extend(parts.map(|(_, part)| part.to_owned()));
            left = left.saturating_sub(bytes);
        }
    }

    /// Whether lines are still missing.
    pub fn is_incomplete(&self) -> bool {
        !self.source.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, lines: Vec<String>) -> (FullText, usize) {
        let mut full = FullText {
            question: QuestionId(uuid::Uuid::nil()),
            title: String::new(),
            lines: Vec::new(),
            source: FullSource::new(text.to_owned(), lines),
            top: 0,
            written: None,
        };
        let mut steps = 0;
        while full.is_incomplete() {
            let before = full.source.taken + full.lines.len();
            full.extend(80);
            assert!(full.source.taken + full.lines.len() > before);
            steps += 1;
        }
        (full, steps)
    }

    #[test]
    fn a_command_of_megabytes_becomes_lines_bit_by_bit_and_none_is_missing() {
        for (name, text) in [
            ("lines", "echo one\n".repeat(300_000)),
            ("words", "word ".repeat(500_000)),
            ("one word", "x".repeat(2_000_000)),
            ("wide", "日".repeat(700_000)),
        ] {
            let (full, steps) = shown(&text, vec!["y".repeat(1_000_000), "end".to_owned()]);
            assert!(steps >= (text.len() + 1_000_000) / (2 * STEP), "{name}");
            let letters = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).count();
            let all: usize = full.lines.iter().map(|line| letters(line)).sum();
            assert_eq!(all, letters(&text) + 1_000_003, "{name}");
            assert!(full.lines.iter().all(|line| line.chars().count() <= 80));
        }
    }

    #[test]
    fn what_is_short_is_shown_as_it_is_when_it_is_shown_at_once() {
        for text in ["", "a", "a\nb", "a\n\n\nb", "one\ttwo \u{202e}three"] {
            let (full, _) = shown(text, vec![String::new(), "risk".to_owned()]);
            let mut lines: Vec<String> = exact(text, &PADDING)
                .lines()
                .map(|line| visible(line).into_owned())
                .collect();
            lines.extend([String::new(), "risk".to_owned()]);
            assert_eq!(full.lines, lines, "{text:?}");
        }
    }
}
