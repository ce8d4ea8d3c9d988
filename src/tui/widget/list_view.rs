//! A list on the screen: which of its rows are shown, which one lies at a place, and the mark of
//! the chosen one. The list moves only as far as the chosen row needs.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::row::Row;
use crate::keymap::Action;
use crate::theme::Role;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListView {
    /// Where the rows are drawn.
    area: Rect,
    /// Index of the chosen row; beyond the last one if none is chosen.
    chosen: usize,
    count: usize,
    /// Screen rows of a row of the list.
    height: u16,
}

impl ListView {
    /// Returns the view of a list with this many rows.
    pub fn new(area: Rect, chosen: usize, count: usize) -> Self {
        Self {
            area,
            chosen,
            count,
            height: 1,
        }
    }

    /// Gives each row of the list this many screen rows.
    #[must_use]
    pub fn with_row_height(self, height: u16) -> Self {
        Self { height, ..self }
    }

    /// Returns how many rows of the list fit on the screen.
    pub fn page(&self) -> usize {
        usize::from(self.area.height / self.height.max(1)).max(1)
    }

    /// Returns the rows that are shown.
    pub fn shown(&self) -> Range<usize> {
        let last = if self.chosen < self.count {
            self.chosen + 1
        } else {
            0
        };
        let top = last.saturating_sub(self.page());
        let room = usize::from(self.area.height / self.height.max(1));
        top..(top + room).min(self.count)
    }

    /// Returns the shown rows with the chosen one marked.
    pub fn rows(&self, row: impl Fn(usize) -> Row) -> Vec<Row> {
        let marked = |place| match row(place) {
            row if place == self.chosen => marked(row),
            row => row,
        };
        self.shown().map(marked).collect()
    }

    /// Returns the number of rows below those that are shown.
    pub fn below(&self) -> usize {
        self.count.saturating_sub(self.shown().end)
    }

    /// Returns the row at a position of the screen.
    pub fn row_at(&self, at: Position) -> Option<usize> {
        let shown = self.shown();
        let down = self.area.contains(at).then(|| at.y - self.area.y)?;
        let row = shown.start + usize::from(down / self.height.max(1));
        shown.contains(&row).then_some(row)
    }
}

/// Marks the chosen row with a sign in its first column: colour is never the only sign.
pub fn marked(mut row: Row) -> Row {
    row.fill = Some(Role::BgSel);
    if let Some(first) = row.pieces.first_mut() {
        first.text = format!(">{}", first.text.get(1..).unwrap_or_default());
    }
    row
}

/// Moves a choice among `count` rows, and stops at the ends.
pub fn step(chosen: usize, by: isize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    chosen.min(last).saturating_add_signed(by).min(last)
}

/// Moves a choice among `count` rows, wrapping around the ends. If none is chosen, begins at an end.
pub fn cycle(chosen: usize, by: isize, count: usize) -> usize {
    match (count.cast_signed(), chosen < count) {
        (0, _) => chosen,
        (_, false) if by < 0 => count - 1,
        (_, false) => 0,
        (count, true) => (chosen.cast_signed() + by)
            .rem_euclid(count)
            .cast_unsigned(),
    }
}

/// Returns how far an action moves in a list; `None` if it does something else.
pub fn distance(action: Action, page: usize) -> Option<isize> {
    Some(match action {
        Action::LineDown | Action::NextItem => 1,
        Action::LineUp | Action::PreviousItem => -1,
        Action::PageDown => page.cast_signed(),
        Action::PageUp => -page.cast_signed(),
        Action::Top => isize::MIN,
        Action::Bottom => isize::MAX,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const AREA: Rect = Rect::new(3, 2, 20, 6);

    #[test]
    fn the_list_moves_only_as_far_as_the_chosen_row_needs() {
        let shown = |chosen| ListView::new(AREA, chosen, 20).shown();
        assert_eq!((shown(0), shown(5), shown(6)), (0..6, 0..6, 1..7));
        assert_eq!((shown(19), shown(usize::MAX)), (14..20, 0..6));
        assert_eq!(ListView::new(AREA, 6, 20).below(), 13);
    }

    #[test]
    fn nothing_lies_beside_the_rows() {
        let list = ListView::new(AREA, 0, 2).with_row_height(2);
        let row = |x, y| list.row_at(Position::new(x, y));
        assert_eq!(
            (row(3, 2), row(22, 3), row(5, 4)),
            (Some(0), Some(0), Some(1))
        );
        assert_eq!((row(5, 6), row(2, 2), row(5, 1)), (None, None, None));
    }

    #[test]
    fn a_choice_stops_or_wraps_at_the_ends() {
        assert_eq!((step(0, -1, 3), step(2, 9, 3), step(7, -1, 3)), (0, 2, 1));
        assert_eq!((cycle(0, -1, 3), cycle(2, 1, 3), cycle(0, 1, 0)), (2, 0, 0));
        assert_eq!((cycle(9, -1, 3), cycle(9, 1, 3)), (2, 0));
    }

    proptest! {
        #[test]
        fn the_chosen_row_is_shown_and_each_shown_row_is_where_it_is_clicked(
            height in 1_u16..9, each in 1_u16..4, count in 1_usize..40, at in 0_usize..40,
        ) {
            prop_assume!(height >= each);
            let (area, chosen) = (Rect { height, ..AREA }, at % count);
            let list = ListView::new(area, chosen, count).with_row_height(each);
            prop_assert!(list.shown().contains(&chosen));
            for (place, y) in list.shown().zip((area.y..).step_by(usize::from(each))) {
                prop_assert_eq!(list.row_at(Position::new(area.x, y)), Some(place));
            }
        }
    }
}
