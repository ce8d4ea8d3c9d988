//! The layout of the diff: one column or two, and whether white space counts. Part of [`DiffPane`].

use ratatui::buffer::Buffer;

use super::DiffPane;
use super::text::View;
use crate::effect::Effect;
use crate::theme::Role;
use crate::widget::diff::{Arrangement, Columns, Side, halves};
use crate::widget::row::{Paint, Row, Slot, draw_row};
use l10n::say;
use protocol::review::view::Whitespace;

/// Minimum width for two columns.
const TWO_COLUMNS: usize = 60;

impl DiffPane {
    /// Returns the columns that the pane shows at its width. A file without a diff has one.
    pub(super) fn shown_columns(&self) -> Columns {
        match self.view {
            View::Difference if self.width >= TWO_COLUMNS => self.columns,
            _ => Columns::One,
        }
    }

    /// Arranges the content as requested; the line at the top stays there.
    pub(super) fn arrange(&mut self) {
        let wanted = Arrangement {
            columns: self.shown_columns(),
            whitespace: self.whitespace,
        };
        let Some(diff) = self
            .diff
            .as_mut()
            .filter(|diff| diff.arrangement() != wanted)
        else {
            return;
        };
        let top = diff.arrange(wanted, self.top.0);
        self.top = (top, 0);
        self.at_hand = None;
        self.edition += 1;
    }

    /// Switches between one column and two.
    pub(super) fn cycle_layout(&mut self) -> Vec<Effect> {
        if self.width < TWO_COLUMNS || self.view != View::Difference {
            return vec![Effect::info(say!("diff-one-column"))];
        }
        self.columns = match self.columns {
            Columns::One => Columns::Two,
            Columns::Two => Columns::One,
        };
        self.arrange();
        Vec::new()
    }

    /// Switches whether white space counts. Changes drawing only.
    pub(super) fn toggle_whitespace(&mut self) -> Vec<Effect> {
        let (next, word) = match self.whitespace {
            Whitespace::Shown => (Whitespace::Ignored, say!("diff-white-space-ignored")),
            Whitespace::Ignored => (Whitespace::Shown, say!("review-white-space-counts")),
        };
        self.whitespace = next;
        self.arrange();
        vec![Effect::info(word)]
    }

    /// Returns the sides that a row of an item has, each with its first column and the one
    /// behind its last.
    pub(super) fn sides_of(&self, row: usize) -> Vec<(Side, usize, usize)> {
        match self.right.get(row) {
            Some(Some(_)) => {
                let (left, right) = halves(self.width);
                vec![
                    (Side::Old, 0, left),
                    (Side::New, left + 1, left + 1 + right),
                ]
            }
            _ => vec![(Side::New, 0, self.width)],
        }
    }

    /// Returns the lane of a side: with one column, all lines are in the first lane.
    pub(super) fn lane_of(&self, side: Side) -> u8 {
        match (self.shown_columns(), side) {
            (Columns::Two, Side::New) => 1,
            _ => 0,
        }
    }

    /// Returns the side that a lane shows.
    pub(super) fn side_of(&self, lane: u8) -> Side {
        match (self.shown_columns(), lane) {
            (Columns::Two, 0) => Side::Old,
            _ => Side::New,
        }
    }
}

/// Draws a row of the old text beside one of the new text.
pub(super) fn draw_sides(
    (left, right): (&Row, &Row),
    slot: Slot,
    buf: &mut Buffer,
    paint: Paint<'_>,
) {
    let columns = |columns: usize| u16::try_from(columns).unwrap_or(u16::MAX);
    let (width, rest) = halves(usize::from(slot.width));
    let parts = slot.x.saturating_add(columns(width));
    let old = Slot {
        width: columns(width),
        ..slot
    };
    let new = Slot {
        x: parts.saturating_add(1),
        width: columns(rest),
        ..slot
    };
    draw_row(left, old, buf, paint);
    buf.set_stringn(parts, slot.y, "│", 1, paint.theme.style(Role::Border));
    draw_row(right, new, buf, paint);
}
