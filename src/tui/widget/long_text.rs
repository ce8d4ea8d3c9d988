//! The rows of a long text, part by part.
//!
//! Every part knows its number of rows, so any row of the text can be located. Rows are kept only
//! for the parts near the visible ones and made again for the others. So the memory that a text
//! needs does not depend on how many rows it has. [`super::markdown`] and [`super::plain_text`]
//! define how a part is laid out.

use std::ops::Range;

use super::row::Row;
use crate::highlight::CodeBlock;

/// Rows of a text that are kept wherever the reader is.
const KEPT_ROWS: usize = 4_000;

/// Maximum columns of prose: longer lines are hard to read.
pub(super) const PROSE: usize = 100;

/// Bytes laid out in one step.
pub(super) const STEP: usize = 128 * 1024;

/// A text laid out in steps, so that no key waits for it.
pub trait LongText {
    /// Makes the rows for a width and returns how many there are. Cheap if nothing has changed. For
    /// a long text it makes the rows of the next part only: [`LongText::is_incomplete`] says whether
    /// more is left.
    fn layout(&mut self, width: usize) -> usize;

    /// Whether another [`LongText::layout`] makes more rows of the text received so far.
    fn is_incomplete(&self) -> bool;

    /// Drops all rows; they are made again when needed.
    fn forget_rows(&mut self);

    /// Returns the parts laid out so far.
    fn parts(&self) -> &Parts;

    /// Returns the parts for modification.
    fn parts_mut(&mut self) -> &mut Parts;

    /// Lays out a part again, at the width of the others.
    fn part(&self, place: usize) -> LaidOut;

    /// Returns the source of a part.
    fn source_of(&self, place: usize) -> Option<&str>;

    /// Returns the number of rows that the last [`LongText::layout`] made.
    fn height(&self) -> usize {
        self.parts().height()
    }

    /// Returns a row that was [shown](LongText::show), counted from 0; `None` for a blank row
    /// between two parts.
    fn row(&self, number: usize) -> Option<&Row> {
        self.parts().row(number)
    }

    /// Returns the block of code that a row shows.
    fn code(&self, row: usize) -> Option<&CodeBlock> {
        self.parts().code(row)
    }

    /// Returns the ink above a row, see [`Row::ink`]; the same at every width.
    fn ink_above(&self, number: usize) -> usize {
        self.parts().ink_above(number)
    }

    fn ink(&self) -> usize {
        self.parts().ink()
    }

    /// Returns the last row that begins at or before this ink.
    fn row_at_ink(&self, ink: usize) -> usize {
        self.parts().row_at_ink(ink)
    }

    /// Makes these rows again if they were dropped.
    fn show(&mut self, rows: Range<usize>) {
        for place in self.parts().missing_in(&rows) {
            let out = self.part(place);
            self.parts_mut().give(place, out);
        }
    }

    /// Makes the rows around this ink again if they were dropped.
    fn show_ink(&mut self, ink: usize) {
        if let Some(place) = self.parts().missing_at_ink(ink) {
            let out = self.part(place);
            self.parts_mut().give(place, out);
        }
    }

    /// Drops the rows that are far from these, if there are many.
    fn keep_near(&mut self, rows: Range<usize>) {
        self.parts_mut().keep_near(&rows);
    }
}

/// The rows of one part with the code they show.
#[derive(Debug, Clone, Default)]
pub struct LaidOut {
    /// Rows from the top.
    pub rows: Vec<Row>,
    /// Code blocks on the rows.
    pub codes: Vec<CodeBlock>,
    /// Total ink of the rows.
    pub ink: usize,
}

impl LaidOut {
    /// Adds a row and counts its ink.
    pub fn push(&mut self, mut row: Row) {
        row.ink = self.ink;
        self.ink += row.own_ink();
        self.rows.push(row);
    }
}

/// A part that is laid out.
#[derive(Debug, Clone)]
pub struct Part {
    /// End of the part in the source, in bytes.
    pub(super) end: usize,
    /// Whether more source text cannot change the part.
    pub(super) closed: bool,
    first_row: usize,
    /// Ink above the part, and its own ink.
    ink: usize,
    own_ink: usize,
    /// Blank rows before the part.
    gap: usize,
    /// Its rows without the blank ones.
    rows: usize,
    /// Its rows, if they are kept.
    out: Option<LaidOut>,
}

impl Part {
    fn height(&self) -> usize {
        self.gap + self.rows
    }
}

/// The parts of a text from its beginning.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    parts: Vec<Part>,
    /// Parts whose rows are kept, in the order in which they were made.
    made: Vec<usize>,
    made_rows: usize,
}

impl Parts {
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn last(&self) -> Option<&Part> {
        self.parts.last()
    }

    /// Removes the last part.
    pub(super) fn pop(&mut self) {
        let Some(last) = self.parts.pop() else { return };
        let place = self.parts.len();
        self.made.retain(|made| *made != place);
        self.made_rows -= last.out.map_or(0, |out| out.rows.len());
    }

    /// Adds a part that ends at `end`, `gap` rows below the previous one. No gap if there is no
    /// previous part or the part is empty.
    pub(super) fn push(&mut self, end: usize, closed: bool, gap: usize, out: LaidOut) {
        let (first_row, ink) = (self.height(), self.ink());
        let gap = if first_row > 0 && !out.rows.is_empty() {
            gap
        } else {
            0
        };
        self.made.push(self.parts.len());
        self.made_rows += out.rows.len();
        self.parts.push(Part {
            end,
            closed,
            first_row,
            ink,
            own_ink: out.ink,
            gap,
            rows: out.rows.len(),
            out: Some(out),
        });
    }

    /// Returns the number of rows.
    pub(super) fn height(&self) -> usize {
        self.last().map_or(0, |last| last.first_row + last.height())
    }

    pub(super) fn ink(&self) -> usize {
        self.last().map_or(0, |last| last.ink + last.own_ink)
    }

    /// Returns the part that contains a row.
    pub fn part_at(&self, row: usize) -> Option<usize> {
        let after = self.parts.partition_point(|part| part.first_row <= row);
        let place = after.checked_sub(1)?;
        let part = self.parts.get(place)?;
        (row < part.first_row + part.height()).then_some(place)
    }

    /// Returns the part that contains this ink.
    fn part_at_ink(&self, ink: usize) -> Option<usize> {
        let after = self.parts.partition_point(|part| part.ink <= ink);
        after.checked_sub(1)
    }

    /// Returns the rows of the part that contains a row.
    pub fn rows_about(&self, row: usize) -> Option<Range<usize>> {
        let part = self.parts.get(self.part_at(row)?)?;
        Some(part.first_row..part.first_row + part.height())
    }

    /// Returns a row, if it is kept; `None` for a blank row between two parts.
    fn row(&self, number: usize) -> Option<&Row> {
        let part = self.parts.get(self.part_at(number)?)?;
        let inside = (number - part.first_row).checked_sub(part.gap)?;
        part.out.as_ref()?.rows.get(inside)
    }

    /// Returns the block of code that a row shows.
    fn code(&self, row: usize) -> Option<&CodeBlock> {
        let key = self.row(row)?.code?.block;
        let out = self.parts.get(self.part_at(row)?)?.out.as_ref()?;
        out.codes.iter().find(|code| code.key == key)
    }

    /// Returns the ink above a row, see [`Row::ink`]; the same at every width.
    fn ink_above(&self, number: usize) -> usize {
        let Some(part) = self.part_at(number).and_then(|at| self.parts.get(at)) else {
            return self.ink();
        };
        let inside = (number - part.first_row).saturating_sub(part.gap);
        let out = part.out.as_ref();
        let row = out.and_then(|out| out.rows.get(inside));
        part.ink + row.map_or(0, |row| row.ink)
    }

    /// Returns the last row that begins at or before this ink.
    fn row_at_ink(&self, ink: usize) -> usize {
        let Some(part) = self.part_at_ink(ink).and_then(|at| self.parts.get(at)) else {
            return 0;
        };
        let inside = part.out.as_ref().map_or(0, |out| {
            out.rows.partition_point(|row| part.ink + row.ink <= ink)
        });
        part.first_row + part.gap + inside.saturating_sub(1)
    }

    /// Whether the rows of a non-empty part were dropped.
    fn is_missing(&self, place: usize) -> bool {
        self.parts
            .get(place)
            .is_some_and(|part| part.out.is_none() && part.rows > 0)
    }

    /// Returns the parts of these rows that must be laid out again.
    fn missing_in(&self, rows: &Range<usize>) -> Vec<usize> {
        if rows.is_empty() {
            return Vec::new();
        }
        let first = self.part_at(rows.start).unwrap_or(self.len());
        let last = self.part_at(rows.end - 1);
        let last = last.unwrap_or(self.len().saturating_sub(1));
        (first..=last).filter(|at| self.is_missing(*at)).collect()
    }

    /// Returns the part with this ink, if it must be laid out again.
    fn missing_at_ink(&self, ink: usize) -> Option<usize> {
        self.part_at_ink(ink).filter(|at| self.is_missing(*at))
    }

    /// Stores the rows of a part again.
    fn give(&mut self, place: usize, out: LaidOut) {
        if let Some(part) = self.parts.get_mut(place) {
            self.made.push(place);
            self.made_rows += out.rows.len();
            part.out = Some(out);
        }
    }

    /// Drops the rows of the parts that are neither in nor near these rows, if there are many. The
    /// last part may still grow and stays.
    fn keep_near(&mut self, rows: &Range<usize>) {
        if self.made_rows <= KEPT_ROWS {
            return;
        }
        let near = KEPT_ROWS / 4;
        let from = self.part_at(rows.start.saturating_sub(near));
        let to = self.part_at(rows.end.saturating_add(near));
        let near = from.unwrap_or(0)..=to.unwrap_or(self.len());
        let last = self.len().saturating_sub(1);
        let is_kept = |place: usize| near.contains(&place) || place == last;
        for place in std::mem::take(&mut self.made) {
            let part = self.parts.get_mut(place);
            match part {
                Some(part) if !is_kept(place) => {
                    self.made_rows -= part.out.take().map_or(0, |out| out.rows.len());
                }
                Some(_) => self.made.push(place),
                None => {}
            }
        }
    }
}

#[cfg(test)]
impl Parts {
    /// Returns how many rows are kept.
    pub fn kept(&self) -> usize {
        self.made_rows
    }
}
