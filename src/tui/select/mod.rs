//! Selectable text of a pane: its lines as they are in the source, and their positions
//! on the screen.
//!
//! A pane describes its lines through [`TextView`]. A selection consists of positions in those
//! lines, never of cells, so it can be longer than the screen and is copied without anything that
//! exists only on the screen: borders, numbers, signs, breaks of long lines. Pure computation over
//! the pane's answers; `update` handles the keys and the mouse.

mod copied_text;
mod draw;
mod motion;
mod page;
mod selection;
#[cfg(test)]
mod tests;
mod words;

pub use copied_text::copied;
pub use draw::{draw_cursor, draw_picked};
pub use motion::{Motion, moved};
pub use page::Page;
pub use selection::{Grain, Selection};
pub use words::{cluster_end, floor, word_at};

use std::sync::Arc;

use client::text::cluster_width;
use unicode_segmentation::UnicodeSegmentation;

/// Identifies a line of a pane's text. The lines of a lane are ordered by their items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId {
    /// The text column, where several stand side by side. A selection stays in its own column.
    pub lane: u8,
    /// The element of the pane to which the line belongs: a message, a line of a file.
    pub item: usize,
    /// Index of the line within the item.
    pub line: usize,
}

/// A position in a line: a byte offset into the drawn text, at the beginning of a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPosition {
    pub line: LineId,
    /// Byte offset; the length of the line means the position after its end.
    pub byte: usize,
}

/// The part of a line that stands on one screen row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowSegment {
    pub line: LineId,
    /// Pane column at which the part begins; negative if the pane's left edge cuts a wide cluster.
    pub column: i32,
    /// Pane columns of the lane: the first, and the one after the last.
    pub lane: (u16, u16),
    /// Byte offset in the line at which the part begins.
    pub start: usize,
    pub text: String,
    /// Whether the line ends with this part.
    pub ends: bool,
}

impl RowSegment {
    /// Returns the byte offset at a column of the pane: that of the cluster drawn there.
    pub fn byte_at(&self, column: u16) -> usize {
        let mut at = self.column;
        for (byte, cluster) in self.text.grapheme_indices(true) {
            at += i32::try_from(cluster_width(cluster)).unwrap_or(0);
            if i32::from(column) < at {
                return self.start + byte;
            }
        }
        self.start + self.text.len()
    }

    /// Returns the pane column of a byte of the line.
    pub fn column_of(&self, byte: usize) -> i32 {
        let inside = byte.saturating_sub(self.start);
        let before = self.text.get(..inside.min(self.text.len()));
        let columns = client::text::width_of(before.unwrap_or(&self.text));
        self.column + i32::try_from(columns).unwrap_or(i32::MAX)
    }

    /// Whether this part contains a byte of the line.
    pub fn holds(&self, byte: usize) -> bool {
        let end = self.start + self.text.len();
        byte >= self.start && (byte < end || self.ends)
    }
}

/// Form of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Plain,
    /// Table cells with bars between them.
    Cells,
}

/// A whole line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineText {
    /// The text as drawn, without the screen's line breaks.
    pub shown: String,
    /// The source text, if it differs.
    pub raw: Option<Arc<str>>,
    pub form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To the lines above.
    Up,
    /// To the lines below.
    Down,
}

/// A range of lines of a file; `first` and `last` count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLines {
    /// Path of the file, relative to the root.
    pub path: String,
    pub first: u32,
    pub last: u32,
}

/// The selectable text of a pane.
pub trait TextView {
    /// Returns a number that changes whenever the lines may have changed; a selection of another
    /// edition is void.
    fn edition(&self) -> u64;
    /// Returns the parts of lines on a row of the pane, left to right.
    fn strips(&self, row: u16) -> Vec<RowSegment>;
    /// Returns a line if it is known.
    fn line(&mut self, at: LineId) -> Option<LineText>;
    /// Returns the line above or below in the same lane.
    fn beside(&mut self, at: LineId, way: Way) -> Option<LineId>;
    /// Returns the first or the last line of a lane.
    fn end(&mut self, lane: u8, way: Way) -> Option<LineId>;
    /// Scrolls a position onto the screen with as little movement as possible.
    fn reveal(&mut self, spot: TextPosition);
    /// Returns the number of rows that the pane has on the screen.
    fn height(&self) -> u16;
    /// Scrolls by rows, down if positive.
    fn scroll_text(&mut self, rows: isize);
    /// Returns the file lines that a range of lines represents, if the pane shows a file.
    fn file_lines(&self, _first: LineId, _last: LineId) -> Option<FileLines> {
        None
    }
}

/// Returns the text position at a column and a row of the pane. `lane` restricts it to one lane; if
/// the row has no text, the nearest row with text counts, rows above first.
pub fn spot_at(
    view: &dyn TextView,
    (column, row): (u16, u16),
    lane: Option<u8>,
) -> Option<TextPosition> {
    let last = view.height().saturating_sub(1);
    let row = row.min(last);
    let above = (0..=row).rev();
    let below = row..=last;
    for near in above.chain(below) {
        let strips = view.strips(near);
        let Some(strip) = strip_at(&strips, column, lane) else {
            continue;
        };
        let byte = match near.cmp(&row) {
            std::cmp::Ordering::Equal => strip.byte_at(column),
            // After the end of the text above, or before the text below.
            std::cmp::Ordering::Less => strip.start + strip.text.len(),
            std::cmp::Ordering::Greater => strip.start,
        };
        return Some(TextPosition {
            line: strip.line,
            byte,
        });
    }
    None
}

/// Returns the part in the given lane, or in the lane at a column.
fn strip_at(strips: &[RowSegment], column: u16, lane: Option<u8>) -> Option<&RowSegment> {
    let is_there = |strip: &&RowSegment| (strip.lane.0..strip.lane.1).contains(&column);
    let Some(lane) = lane else {
        return strips.iter().find(is_there).or_else(|| strips.last());
    };
    // A lane may span several columns.
    let of_lane = || strips.iter().filter(|strip| strip.line.lane == lane);
    of_lane().find(is_there).or_else(|| of_lane().next())
}
