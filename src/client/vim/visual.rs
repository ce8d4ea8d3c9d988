//! Visual mode: what is selected. Part of [`Vim`].

use std::ops::Range;

use super::cells::Cells;
use super::motion::{Shape, Span};
use super::{Selected, Vim, VimMode, VimText};

impl Vim {
    /// Begins visual mode at the cursor, or ends it.
    pub fn toggle_visual(&mut self, text: &mut dyn VimText) {
        if self.mode.is_visual() {
            self.leave_visual(text);
        } else {
            self.end_typing(text);
            self.begin_visual(Shape::Characters, text.cursor());
        }
    }

    /// Makes a selection of the mouse or of other keys that of visual mode.
    pub fn select(&mut self, range: &Range<usize>, text: &mut dyn VimText) {
        let (cells, _) = Cells::read(text);
        let last = cells.place(range.end).saturating_sub(1);
        text.move_to(cells.offset(last));
        self.begin_visual(Shape::Characters, range.start);
    }

    /// Returns what visual mode selects.
    pub fn selection(&self, text: &dyn VimText) -> Option<Range<usize>> {
        if !self.mode.is_visual() {
            return None;
        }
        let (cells, from) = Cells::read(text);
        Some(cells.bytes(&self.selected(&cells, from, Shape::Characters).places))
    }

    pub(super) fn begin_visual(&mut self, shape: Shape, anchor: usize) {
        self.mode = VimMode::of(shape);
        self.anchor = anchor;
        self.pending.clear();
    }

    /// Ends visual mode, if it is on.
    pub fn leave_visual(&mut self, text: &dyn VimText) {
        if self.mode.is_visual() {
            self.selected_before = Some((self.anchor, text.cursor(), self.mode));
            self.mode = VimMode::Normal;
        }
    }

    /// Returns what is selected, as lines if the mode or the command takes lines.
    pub(super) fn selected(&self, cells: &Cells, from: usize, shape: Shape) -> Span {
        if let Some(again) = self.again.filter(|_| !self.mode.is_visual()) {
            return match again.shape {
                Shape::Lines => {
                    let last = cells.lines_below(from, again.count.saturating_sub(1));
                    Span::lines(cells, from, last)
                }
                Shape::Characters => Span::characters(from..(from + again.count).min(cells.end())),
            };
        }
        let anchor = cells.place(self.anchor).min(cells.end());
        let (start, end) = (anchor.min(from), anchor.max(from));
        if shape == Shape::Lines || self.mode == VimMode::VisualLine {
            Span::lines(cells, start, end)
        } else {
            Span::characters(start..(end + 1).min(cells.end()))
        }
    }

    /// Returns the size of the selection.
    pub(super) fn extent(&self, text: &dyn VimText) -> Option<Selected> {
        if !self.mode.is_visual() {
            return self.again;
        }
        let (cells, from) = Cells::read(text);
        let span = self.selected(&cells, from, Shape::Characters);
        let count = match span.shape {
            Shape::Characters => span.places.len(),
            Shape::Lines => 1 + span.places.filter(|place| cells.is_break(*place)).count(),
        };
        let shape = span.shape;
        Some(Selected { count, shape })
    }
}
