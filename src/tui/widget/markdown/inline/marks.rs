//! The marks at the left of the rows of a quote or a list: bars, bullets and numbers. Part of the
//! builder of `inline`, which calls it.

use super::Builder;
use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use client::text::width_of;

/// Quotes and lists nested deeper are drawn at this level.
const DEEPEST: usize = 32;

/// The marks at the left of the rows inside a quote or a list item.
pub(super) struct Container {
    pub(super) first: Piece,
    pub(super) rest: Piece,
    /// Whether the first row has been emitted.
    pub(super) begun: bool,
}

impl Builder {
    pub(super) fn begin_item(&mut self) {
        self.end_text();
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                let mark = format!("{number}. ");
                *number = number.saturating_add(1);
                mark
            }
            _ => "- ".to_owned(),
        };
        let blank = " ".repeat(mark.len());
        self.open(
            Piece::new(mark, TextStyle::of(Role::Accent)),
            Piece::new(blank, TextStyle::default()),
        );
    }

    pub(super) fn show_empty_item(&mut self) {
        if self.containers.last().is_some_and(|item| !item.begun) {
            self.emit(Row::default());
        }
    }

    /// Opens a container. Omits its mark if that would take more than half of the width.
    pub(super) fn open(&mut self, first: Piece, rest: Piece) {
        if self.containers.len() >= DEEPEST {
            self.deeper += 1;
            self.filled = false;
            return;
        }
        let width = width_of(&rest.text);
        let fits = self.marks_width + width <= self.width / 2;
        let (first, rest) = if fits {
            self.marks_width += width;
            (first, rest)
        } else {
            (Piece::default(), Piece::default())
        };
        self.containers.push(Container {
            first,
            rest,
            begun: false,
        });
        self.filled = false;
    }

    pub(super) fn close(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
        } else if let Some(container) = self.containers.pop() {
            self.marks_width -= width_of(&container.rest.text);
        }
        self.filled = true;
    }

    pub(super) fn room(&self) -> usize {
        self.width.saturating_sub(self.marks_width).max(1)
    }
}
