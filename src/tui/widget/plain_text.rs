//! Plain text that may be long and may grow: the user's messages, a model's thinking.
//!
//! It is cut into parts of at most [`LONGEST`] bytes, at the end of a line if there is one, else at
//! a blank. A part is laid out once for a width, and one step lays out only a limited amount of
//! text, so that no key waits for it. Parts do not depend on the pieces in which the text arrived.

use std::ops::Range;

use super::long_text::{LaidOut, LongText, PROSE, Parts, STEP};
use super::row::{TextStyle, count_ink, keep_source};
use super::wrap::wrap_text;
use client::text::visible;

/// Most bytes of a part.
const LONGEST: usize = 16 * 1024;

/// Bytes before the end of a part that are searched for a blank.
const LAST_WORD: usize = 256;

/// Treatment of white space at the two ends of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Edges {
    #[default]
    Shown,
    Trimmed,
}

#[derive(Debug, Clone, Default)]
pub struct PlainText {
    source: String,
    edges: Edges,
    style: TextStyle,
    /// Bytes of omitted white space at the beginning.
    begin: usize,
    /// Number of words, and whether the text ends in one.
    words: usize,
    ends_in_word: bool,
    /// Ends of the complete parts.
    ends: Vec<usize>,
    width: usize,
    behind: bool,
    laid: Parts,
}

impl PlainText {
    /// Creates an empty text of one style.
    pub fn new(style: TextStyle, edges: Edges) -> Self {
        Self {
            style,
            edges,
            ..Self::default()
        }
    }

    /// Returns the source as received.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the number of words.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Appends a piece.
    pub fn append(&mut self, piece: &str) {
        self.count_words(piece);
        let was_blank = self.begin == self.source.len();
        self.source.push_str(piece);
        if was_blank && self.edges == Edges::Trimmed {
            self.begin += piece.len() - piece.trim_start().len();
        }
    }

    /// Replaces the text.
    pub fn replace(&mut self, text: &str) {
        *self = Self::new(self.style, self.edges);
        self.append(text);
    }

    fn count_words(&mut self, piece: &str) {
        let Some(last) = piece.chars().next_back() else {
            return;
        };
        let goes_on = self.ends_in_word && !piece.starts_with(char::is_whitespace);
        self.words += piece.split_whitespace().count() - usize::from(goes_on);
        self.ends_in_word = !last.is_whitespace();
    }

    /// Finds the complete parts: more text cannot change them.
    fn find_ends(&mut self) {
        let mut start = self.ends.last().copied().unwrap_or(self.begin);
        while let Some(length) = self.source.get(start..).and_then(whole_part) {
            start += length;
            self.ends.push(start);
        }
    }

    fn range_of(&self, place: usize) -> Range<usize> {
        let before = place.checked_sub(1).and_then(|at| self.ends.get(at));
        let start = before.copied().unwrap_or(self.begin);
        start..self.ends.get(place).copied().unwrap_or(self.source.len())
    }

    fn lay(&mut self, place: usize) {
        let (closed, range) = (place < self.ends.len(), self.range_of(place));
        let out = self.part(place);
        self.laid.push(range.end, closed, 0, out);
    }
}

impl LongText for PlainText {
    fn layout(&mut self, width: usize) -> usize {
        let width = width.clamp(1, PROSE);
        if width != self.width {
            self.laid.clear();
            self.width = width;
        }
        self.find_ends();
        if self.laid.last().is_some_and(|last| !last.closed) {
            self.laid.pop();
        }
        let mut left = STEP;
        while left > 0 && self.laid.len() < self.ends.len() {
            let place = self.laid.len();
            left = left.saturating_sub(self.range_of(place).len());
            self.lay(place);
        }
        self.behind = self.laid.len() < self.ends.len();
        if !self.behind {
            self.lay(self.ends.len());
        }
        self.laid.height()
    }

    fn is_incomplete(&self) -> bool {
        self.behind
    }

    fn forget_rows(&mut self) {
        self.width = 0;
        self.laid.clear();
    }

    fn parts(&self) -> &Parts {
        &self.laid
    }

    fn parts_mut(&mut self) -> &mut Parts {
        &mut self.laid
    }

    fn source_of(&self, place: usize) -> Option<&str> {
        self.source.get(self.range_of(place))
    }

    fn part(&self, place: usize) -> LaidOut {
        let part = self.source.get(self.range_of(place)).unwrap_or_default();
        let text = if place >= self.ends.len() && self.edges == Edges::Trimmed {
            part.trim_end()
        } else {
            part
        };
        if place > 0 && text.is_empty() {
            return LaidOut::default();
        }
        let mut rows = wrap_text(&visible(text), self.style, self.width);
        keep_source(&mut rows, text);
        let ink = count_ink(&mut rows, 0);
        LaidOut {
            rows,
            codes: Vec::new(),
            ink,
        }
    }
}

/// Returns the length of the first part of a text; `None` if it may still grow.
fn whole_part(text: &str) -> Option<usize> {
    if text.len() <= LONGEST {
        return None;
    }
    let most = text.floor_char_boundary(LONGEST);
    let window = text.get(..most)?;
    if let Some(end) = window.rfind('\n') {
        return Some(end + 1);
    }
    let tail = window.floor_char_boundary(most.saturating_sub(LAST_WORD));
    let blank = window.get(tail..)?.rfind(' ').map(|at| tail + at + 1);
    Some(blank.unwrap_or(most))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::row::Row;
    use super::*;
    use client::text::width_of;

    fn whole(text: &str) -> PlainText {
        let mut shown = PlainText::new(TextStyle::default(), Edges::Shown);
        shown.append(text);
        shown
    }

    fn lay_all(text: &mut PlainText, width: usize) -> usize {
        let mut steps = 1;
        while {
            text.layout(width);
            text.is_incomplete()
        } {
            steps += 1;
        }
        steps
    }

    fn rows(text: &mut PlainText) -> Vec<String> {
        text.show(0..text.height());
        (0..text.height())
            .map(|row| text.row(row).unwrap().plain())
            .collect()
    }

    /// Texts crafted to be expensive.
    fn hostile() -> Vec<(&'static str, String)> {
        vec![
            ("words", "words ".repeat(200_000)),
            ("one word", "x".repeat(1_000_000)),
            ("line ends", "\n".repeat(1_000_000)),
            ("lines", "a line of text\n".repeat(70_000)),
            ("quotes", ">".repeat(1_000_000)),
            ("tabs", "\t".repeat(300_000)),
            ("marks", format!("a{}", "\u{301}".repeat(300_000))),
            ("wide", "日".repeat(300_000)),
            ("hidden", "\u{202e}\u{200b}".repeat(100_000)),
        ]
    }

    #[test]
    fn a_step_lays_out_a_part_of_the_text_whatever_is_in_it() {
        for (name, text) in hostile() {
            let mut shown = whole(&text);
            let steps = lay_all(&mut shown, 60);
            let least = text.len() / (STEP + LONGEST);
            assert!(steps >= least, "{name}: {steps} steps, {least} at least");
            let longest = (0..=shown.ends.len()).map(|at| shown.range_of(at).len());
            assert!(longest.max() <= Some(LONGEST), "{name}");
            assert_eq!(shown.range_of(shown.ends.len()).end, text.len(), "{name}");
        }
    }

    #[test]
    fn rows_that_nobody_looks_at_are_forgotten_and_made_again_as_they_were() {
        for (name, text) in hostile() {
            let mut shown = whole(&text);
            lay_all(&mut shown, 60);
            let height = shown.height();
            let all = rows(&mut shown);
            for at in [0, height / 2, height - 1] {
                let looked_at = at.saturating_sub(25)..(at + 25).min(height);
                shown.keep_near(looked_at.clone());
                shown.show(looked_at.clone());
                let kept = shown.laid.kept();
                assert!(kept <= 4_000 + 4 * LONGEST, "{name}: {kept}");
                for row in looked_at {
                    assert_eq!(shown.row(row).unwrap().plain(), all[row], "{name}: {row}");
                }
            }
            assert_eq!(shown.height(), height, "{name}");
        }
    }

    #[test]
    fn a_short_text_has_the_rows_that_it_has_when_it_is_wrapped_at_once() {
        for text in [
            "",
            "a",
            "a\n",
            "\n",
            "a\n\nb c d e f g",
            "  a\tb",
            "日本 語",
        ] {
            let mut shown = whole(text);
            shown.layout(4);
            let wrapped = wrap_text(&visible(text), TextStyle::default(), 4);
            let wrapped: Vec<String> = wrapped.iter().map(Row::plain).collect();
            assert_eq!(rows(&mut shown), wrapped, "{text:?}");
        }
    }

    #[test]
    fn white_space_at_the_ends_is_left_out_where_that_is_asked_for() {
        let mut text = PlainText::new(TextStyle::default(), Edges::Trimmed);
        for piece in ["  \n", " \n", "a b", "c\n", " d ", "\n\n"] {
            text.append(piece);
            text.layout(20);
        }
        assert_eq!(rows(&mut text), ["a bc", " d"]);
        assert_eq!((text.words(), text.source()), (3, "  \n \na bc\n d \n\n"));
    }

    proptest! {
        #![proptest_config(testing::cases(64))]

        #[test]
        fn pieces_give_the_rows_and_the_words_of_the_whole(
            parts in prop::collection::vec(
                prop_oneof!["[a-z]{1,9} ", "\n{1,3}", " {1,4}", Just("日\u{301}\t".to_owned())], 0..40),
            times in 1_usize..400,
            piece in 1_usize..9_000,
            width in 1_usize..40,
        ) {
            let text = parts.concat().repeat(times);
            let mut one = whole(&text);
            lay_all(&mut one, width);
            let mut other = whole("");
            let mut rest = text.as_str();
            while !rest.is_empty() {
                let (head, tail) = rest.split_at(rest.ceil_char_boundary(piece.min(rest.len())));
                other.append(head);
                other.layout(width);
                rest = tail;
            }
            lay_all(&mut other, width);
            prop_assert_eq!(one.words(), text.split_whitespace().count());
            prop_assert_eq!(other.words(), one.words());
            let shown = rows(&mut one);
            prop_assert!(shown.iter().all(|row| width_of(row) <= width));
            prop_assert_eq!(rows(&mut other), shown);
        }
    }
}
