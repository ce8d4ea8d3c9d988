//! Finding text in the transcript, without regard to case.

use ratatui::buffer::Buffer;

use super::cell::{Body, Cell, Given};
use super::{Chat, ChatEffect};
use crate::tui::theme::Theme;
use crate::tui::widget::matches::draw_matches;
use crate::tui::widget::row::{Row, Slot};

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Back,
}

impl Chat {
    /// Looks for a text from where the reader is; an empty one ends the search.
    pub fn search(&mut self, text: &str) -> ChatEffect {
        let text = text.trim().to_lowercase();
        if text.is_empty() {
            self.needle = None;
            return ChatEffect::Done;
        }
        self.needle = Some(text);
        self.found = None;
        self.find(Way::Forward)
    }

    /// Goes to the next row with a match, round the end if need be.
    pub(super) fn find(&mut self, way: Way) -> ChatEffect {
        let Some(needle) = self.needle.clone() else {
            return ChatEffect::AskSearch;
        };
        let count = self.len();
        let start = self.found.or_else(|| self.view.rows().first().copied());
        let (first, row) = start.unwrap_or((0, 0));
        let first = first.min(count.saturating_sub(1));
        // The first cell comes twice: for what follows in it, and for what comes before.
        for step in 0..=count {
            let at = match way {
                Way::Forward => (first + step) % count.max(1),
                Way::Back => (first + count - step % count.max(1)) % count.max(1),
            };
            let says = self
                .cell(at)
                .is_some_and(|cell| self.text_of(cell).to_lowercase().contains(&needle));
            if !says {
                continue;
            }
            let rows = self.matching_rows(at, &needle);
            let beyond = |candidate: &usize| match (step, way, self.found) {
                (0, Way::Forward, None) => *candidate >= row,
                (0, Way::Forward, Some(_)) => *candidate > row,
                (0, Way::Back, _) => *candidate < row,
                _ => true,
            };
            let next = match way {
                Way::Forward => rows.iter().copied().find(|row| beyond(row)),
                Way::Back => rows.iter().rev().copied().find(|row| beyond(row)),
            };
            if let Some(row) = next {
                self.found = Some((at, row));
                self.cursor = Some(at);
                self.reveal(at, row);
                return ChatEffect::Done;
            }
        }
        ChatEffect::NotFound
    }

    /// Rows of a cell that show a match. Where the match is there but on no row (folded away, or
    /// broken by the width) it is the first.
    fn matching_rows(&mut self, at: usize, needle: &str) -> Vec<usize> {
        let (width, now) = self.given();
        let zone = self.zone.clone();
        let given = Given {
            width: width.max(1),
            now,
            zone: &zone,
        };
        if let Some(cell) = self.cell_mut(at) {
            cell.lay_all(given);
        }
        let height = self.height_of(at);
        let Some(cell) = self.cell(at) else {
            return Vec::new();
        };
        let found: Vec<usize> = (0..height)
            .filter(|number| {
                cell.row(*number)
                    .is_some_and(|(row, _)| row.plain().to_lowercase().contains(needle))
            })
            .collect();
        if found.is_empty() {
            return vec![usize::from(cell.gap).min(height.saturating_sub(1))];
        }
        found
    }

    /// The text of a cell without decoration.
    pub(super) fn text_of(&self, cell: &Cell) -> String {
        match &cell.body {
            Body::User(text, _) | Body::Reasoning(text, ..) => text.clone(),
            Body::Text(text, _) | Body::Note(text) => text.source().to_owned(),
            Body::Call(call) => call.search_text(),
            Body::Line(line) => line.text(&self.zone),
        }
    }

    /// Draws the ground of matches on a row that has been drawn.
    pub(super) fn draw_matches(&self, row: &Row, slot: Slot, buf: &mut Buffer, theme: &Theme) {
        if let Some(needle) = &self.needle {
            draw_matches(row, needle, slot, buf, theme);
        }
    }
}
