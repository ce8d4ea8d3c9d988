//! Text of a pane that can be selected: lines as they are in the source, and where they are on the screen.
//!
//! A pane tells of its lines by [`TextView`]; what is selected is kept here as places in them, never as cells, so it
//! can be longer than the screen and is copied without anything that only the screen has: borders, numbers, signs,
//! the breaks of long lines. Pure over what the pane says; the keys and the mouse are in `update`.

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

use super::widget::text::cluster_width;
use unicode_segmentation::UnicodeSegmentation;

/// A line of a pane's text. Lines of one lane follow each other in the order of their items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId {
    /// The column of text, where several stand side by side. A selection stays in its own.
    pub lane: u8,
    /// Of which thing of the pane it is: a message, a line of a file.
    pub item: usize,
    /// Which of its lines.
    pub line: usize,
}

/// A place in a line: a byte of the text as it is drawn, at the beginning of a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPosition {
    pub line: LineId,
    /// The byte; the length of the line is behind its end.
    pub byte: usize,
}

/// A part of a line on one row of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowSegment {
    pub line: LineId,
    /// Column of the pane at which the part begins; left of the pane where a wide cluster is cut.
    pub column: i32,
    /// Columns of the pane that belong to the lane: the first, and the one behind the last.
    pub lane: (u16, u16),
    /// Byte of the line at which the part begins.
    pub start: usize,
    pub text: String,
    /// Whether the line ends with it.
    pub ends: bool,
}

impl RowSegment {
    /// The byte of the line at a column of the pane: that of the cluster that is drawn there.
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

    /// The column of the pane at which a byte of the line stands.
    pub fn column_of(&self, byte: usize) -> i32 {
        let inside = byte.saturating_sub(self.start);
        let before = self.text.get(..inside.min(self.text.len()));
        let columns = super::widget::text::width_of(before.unwrap_or(&self.text));
        self.column + i32::try_from(columns).unwrap_or(i32::MAX)
    }

    /// Whether a byte of the line is in this part.
    pub fn holds(&self, byte: usize) -> bool {
        let end = self.start + self.text.len();
        byte >= self.start && (byte < end || self.ends)
    }
}

/// What a line is made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Plain,
    /// Cells of a table, with bars between them.
    Cells,
}

/// A whole line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineText {
    /// As it is drawn, without the breaks of the screen.
    pub shown: String,
    /// As it is in the source, where that is not the same.
    pub raw: Option<Arc<str>>,
    /// What it is made of.
    pub form: Form,
}

/// Up or down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To the lines above.
    Up,
    /// To the lines below.
    Down,
}

/// Lines of a file, from the first to the last, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLines {
    /// The file, relative to the root.
    pub path: String,
    pub first: u32,
    pub last: u32,
}

/// A pane's text.
pub trait TextView {
    /// Another number whenever its lines may be other ones: then what was selected is selected no longer.
    fn edition(&self) -> u64;
    /// What is on a row of the pane, from the left.
    fn strips(&self, row: u16) -> Vec<RowSegment>;
    /// A line, where it is known.
    fn line(&mut self, at: LineId) -> Option<LineText>;
    /// The line above or below, in the same lane.
    fn beside(&mut self, at: LineId, way: Way) -> Option<LineId>;
    /// The first or the last line of a lane.
    fn end(&mut self, lane: u8, way: Way) -> Option<LineId>;
    /// Brings a place onto the screen with as little movement as that takes.
    fn reveal(&mut self, spot: TextPosition);
    /// Rows that it has on the screen.
    fn height(&self) -> u16;
    /// Scrolls by rows, down where positive.
    fn scroll_text(&mut self, rows: isize);
    /// The lines of a file that lines are, where the pane shows one.
    fn file_lines(&self, _first: LineId, _last: LineId) -> Option<FileLines> {
        None
    }
}

/// The place that is drawn at a column and a row of the pane. `lane` holds it in its lane; where there is no text on
/// the row the nearest row with text counts, those above first.
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
            // Behind the end of what stands above, before what stands below.
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

/// The strip of a lane, or that of the lane in which a column lies.
fn strip_at(strips: &[RowSegment], column: u16, lane: Option<u8>) -> Option<&RowSegment> {
    let is_there = |strip: &&RowSegment| (strip.lane.0..strip.lane.1).contains(&column);
    let Some(lane) = lane else {
        return strips.iter().find(is_there).or_else(|| strips.last());
    };
    // One lane may stand in several columns.
    let of_lane = || strips.iter().filter(|strip| strip.line.lane == lane);
    of_lane().find(is_there).or_else(|| of_lane().next())
}
