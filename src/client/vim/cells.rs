//! A text as vim's commands see it: a row of cells. A cell is a grapheme cluster, a chip or a line
//! break; places are numbers of cells, and the number behind the last cell is the end of the text.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::VimText;
use crate::text::width_of;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Break,
    Blank,
    /// A letter, a digit or `_`.
    Word,
    /// Any other character.
    Mark,
    /// A folded paste or a picture: a word of its own.
    Chip,
}

#[derive(Debug)]
struct Cell {
    start: usize,
    class: Class,
}

#[derive(Debug)]
pub(super) struct Cells {
    text: String,
    cells: Vec<Cell>,
}

impl Cells {
    /// Returns the cells of a text, and the one under the cursor.
    pub fn read(text: &dyn VimText) -> (Self, usize) {
        let cells = Self::of(text.shown(), &text.chips());
        let cursor = cells.place(text.cursor());
        (cells, cursor)
    }

    pub fn of(text: String, chips: &[Range<usize>]) -> Self {
        let (mut cells, mut start) = (Vec::new(), 0);
        let mut chips = chips.iter().peekable();
        while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
            while chips.next_if(|chip| chip.start < start).is_some() {}
            let (class, length) = match chips.next_if(|chip| chip.start == start) {
                Some(chip) => (Class::Chip, chip.len()),
                None => first_cell(rest),
            };
            cells.push(Cell { start, class });
            start += length.max(1);
        }
        Self { text, cells }
    }

    /// Returns the number of cells, which is the place of the text's end.
    pub fn end(&self) -> usize {
        self.cells.len()
    }

    /// Returns the first place that is not before a byte offset.
    pub fn place(&self, offset: usize) -> usize {
        self.cells.partition_point(|cell| cell.start < offset)
    }

    pub fn offset(&self, place: usize) -> usize {
        self.cells
            .get(place)
            .map_or(self.text.len(), |cell| cell.start)
    }

    pub fn bytes(&self, places: &Range<usize>) -> Range<usize> {
        self.offset(places.start)..self.offset(places.end)
    }

    pub fn part(&self, places: &Range<usize>) -> &str {
        self.text.get(self.bytes(places)).unwrap_or_default()
    }

    pub fn piece(&self, place: usize) -> &str {
        self.part(&(place..place + 1))
    }

    /// Returns the class of a cell; `None` at the end of the text.
    pub fn class(&self, place: usize) -> Option<Class> {
        self.cells.get(place).map(|cell| cell.class)
    }

    pub fn is_break(&self, place: usize) -> bool {
        self.class(place) == Some(Class::Break)
    }

    pub fn is_blank(&self, place: usize) -> bool {
        self.class(place) == Some(Class::Blank)
    }

    /// Whether a cell is part of a word, however words are told apart.
    pub fn is_in_word(&self, place: usize) -> bool {
        matches!(
            self.class(place),
            Some(Class::Word | Class::Mark | Class::Chip)
        )
    }

    pub fn line_start(&self, place: usize) -> usize {
        let mut start = place;
        while start > 0 && !self.is_break(start - 1) {
            start -= 1;
        }
        start
    }

    /// Returns the place of the line's break, or the end of the text.
    pub fn line_end(&self, place: usize) -> usize {
        let mut end = place;
        while end < self.end() && !self.is_break(end) {
            end += 1;
        }
        end
    }

    pub fn line(&self, place: usize) -> Range<usize> {
        self.line_start(place)..self.line_end(place)
    }

    pub fn is_empty_line(&self, place: usize) -> bool {
        self.line(place).is_empty()
    }

    pub fn is_blank_line(&self, place: usize) -> bool {
        self.line(place).all(|cell| self.is_blank(cell))
    }

    /// Returns the last cell of the line: the rightmost place of the cursor in normal mode.
    pub fn line_last(&self, place: usize) -> usize {
        let line = self.line(place);
        line.end.saturating_sub(1).max(line.start)
    }

    /// Returns the first cell of the line that is no blank, or else its last cell.
    pub fn line_text(&self, place: usize) -> usize {
        self.line(place)
            .find(|cell| !self.is_blank(*cell))
            .unwrap_or_else(|| self.line_last(place))
    }

    /// Returns the start of the next line.
    pub fn line_below(&self, place: usize) -> Option<usize> {
        let end = self.line_end(place);
        (end < self.end()).then_some(end + 1)
    }

    /// Returns the start of the line before.
    pub fn line_above(&self, place: usize) -> Option<usize> {
        let end = self.line_start(place).checked_sub(1)?;
        Some(self.line_start(end))
    }

    /// Returns the start of the line that is `count` lines below, or of the last line.
    pub fn lines_below(&self, place: usize, count: usize) -> usize {
        let mut at = place;
        for _ in 0..count {
            let Some(below) = self.line_below(at) else {
                break;
            };
            at = below;
        }
        at
    }

    /// Returns the start of the line that is `count` lines above, or of the first line.
    pub fn lines_above(&self, place: usize, count: usize) -> usize {
        let mut at = place;
        for _ in 0..count {
            let Some(above) = self.line_above(at) else {
                break;
            };
            at = above;
        }
        at
    }

    /// Returns the columns of the line before a cell.
    pub fn column(&self, place: usize) -> usize {
        width_of(self.part(&(self.line_start(place)..place)))
    }

    /// Returns the cell at a column of a line, or else the line's last cell.
    pub fn at_column(&self, line: usize, column: usize) -> usize {
        let mut right = 0;
        self.line(line)
            .find(|cell| {
                right += width_of(self.piece(*cell));
                right > column
            })
            .unwrap_or_else(|| self.line_last(line))
    }
}

/// Returns the class and the length of the first cell of a text that is not empty.
fn first_cell(text: &str) -> (Class, usize) {
    let cluster = text.graphemes(true).next().unwrap_or_default();
    let class = match cluster.chars().next() {
        Some('\n') => Class::Break,
        Some(first) if first.is_whitespace() => Class::Blank,
        Some(first) if first.is_alphanumeric() || first == '_' => Class::Word,
        _ => Class::Mark,
    };
    // A carriage return forms a cluster with its line break, which is a cell of its own.
    let length = match cluster.strip_suffix('\n') {
        Some(before) if !before.is_empty() => before.len(),
        _ => cluster.len(),
    };
    (class, length)
}
