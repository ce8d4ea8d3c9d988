//! Finds text in the transcript, ignoring case.
//!
//! The searched text is as long as the session: a frame searches at most a limited part of it
//! ([`AT_ONCE`]), and the next one continues ([`Chat::continue_search`]).

use ratatui::buffer::Buffer;

use super::Chat;
use super::cell::{Body, Cell};
use crate::effect::Effect;
use crate::theme::Theme;
use crate::widget::matches::draw_matches;
use crate::widget::row::{Row, Slot};
use l10n::say;

/// Bytes searched per frame.
const AT_ONCE: usize = 1024 * 1024;

/// Cost of making rows, relative to searching the same amount of text for a word.
const COST_OF_ROWS: usize = 8;

/// Minimum cost of each searched item.
const LEAST_COST: usize = 256;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchDirection {
    Forward,
    Back,
}

/// A search in progress.
#[derive(Debug)]
pub(super) struct TranscriptSearch {
    way: SearchDirection,
    /// Cell and row where the search starts.
    from: (usize, usize),
    /// Whether that row is the previous match.
    from_match: bool,
    /// Number of cells already passed.
    step: usize,
    stage: CellProgress,
}

/// The progress of searching a cell.
#[derive(Debug, Clone, Copy)]
enum CellProgress {
    /// Its text was searched up to this byte, without a match so far.
    Text(usize),
    /// Its text has a match: its rows are being made.
    Rows,
    /// The rows from this one on are not searched yet (backwards: those before it), and whether any
    /// row had a match.
    Matches(usize, bool),
}

impl Chat {
    /// Searches for a text from the reader's place; an empty text ends the search.
    pub fn search(&mut self, text: &str) -> Vec<Effect> {
        let text = text.trim().to_lowercase();
        self.search_in_progress = None;
        if text.is_empty() {
            self.needle = None;
            return Vec::new();
        }
        self.needle = Some(text);
        self.found = None;
        self.find(SearchDirection::Forward)
    }

    /// Moves to the next row with a match, wrapping around the end if necessary.
    pub(super) fn find(&mut self, way: SearchDirection) -> Vec<Effect> {
        if self.needle.is_none() {
            self.search_line.open();
            return Vec::new();
        }
        let from = self.found.or_else(|| self.view.rows().first().copied());
        let (cell, row) = from.unwrap_or((0, 0));
        self.search_in_progress = Some(TranscriptSearch {
            way,
            from: (cell.min(self.len().saturating_sub(1)), row),
            from_match: self.found.is_some(),
            step: 0,
            stage: CellProgress::Text(0),
        });
        self.continue_search()
    }

    /// Whether a search continues with the next frame.
    pub(super) fn is_searching(&self) -> bool {
        self.search_in_progress.is_some()
    }

    /// Ends a search in progress because the reader moved elsewhere.
    pub(super) fn stop_searching(&mut self) {
        self.search_in_progress = None;
    }

    /// Returns the cell whose rows a search needs.
    pub(super) fn searched_cell(&self) -> Option<usize> {
        let hunt = self.search_in_progress.as_ref()?;
        Some(hunt.cell(self.len()))
    }

    /// Searches the next part of the transcript.
    pub fn continue_search(&mut self) -> Vec<Effect> {
        let (Some(mut hunt), Some(needle)) = (self.search_in_progress.take(), self.needle.clone())
        else {
            return Vec::new();
        };
        let mut left = AT_ONCE;
        while left > 0 {
            // The first cell is visited twice: for the part behind the start, and for the
            // part before it.
            if hunt.step > self.len() || self.len() == 0 {
                return vec![Effect::info(say!("chat-not-found"))];
            }
            let at = hunt.cell(self.len());
            let (cost, found) = self.search_step(&mut hunt, at, &needle);
            if let Some(row) = found {
                self.found = Some((at, row));
                self.cursor = Some(at);
                self.reveal(at, row);
                return Vec::new();
            }
            left = left.saturating_sub(cost.max(LEAST_COST));
        }
        self.search_in_progress = Some(hunt);
        Vec::new()
    }

    /// Performs one step of a search. Returns its cost, and the row that it reached.
    fn search_step(
        &mut self,
        hunt: &mut TranscriptSearch,
        at: usize,
        needle: &str,
    ) -> (usize, Option<usize>) {
        match hunt.stage {
            CellProgress::Text(byte) => (self.search_text_of_cell(hunt, at, byte, needle), None),
            CellProgress::Rows => {
                if let Some(cell) = self.cell_mut(at).filter(|cell| cell.is_incomplete()) {
                    cell.touch();
                }
                let height = self.height_of(at);
                if self.cell(at).is_some_and(Cell::is_incomplete) {
                    return (AT_ONCE, None);
                }
                hunt.stage = CellProgress::Matches(hunt.first_row(height), false);
                (height, None)
            }
            CellProgress::Matches(row, any) => {
                self.search_rows_of_cell(hunt, at, (row, any), needle)
            }
        }
    }

    /// Checks whether the text of a cell contains the searched text at all, from a byte on.
    fn search_text_of_cell(
        &self,
        hunt: &mut TranscriptSearch,
        at: usize,
        byte: usize,
        needle: &str,
    ) -> usize {
        let Some(cell) = self.cell(at) else {
            hunt.next_cell();
            return 0;
        };
        let other;
        let text = match cell.body.source() {
            Some(text) => text,
            None => {
                other = self.text_of(cell);
                &other
            }
        };
        // A match may be longer in the text than in lower case.
        let end = byte.saturating_add(AT_ONCE / 4).min(text.len());
        let window =
            text.floor_char_boundary(byte)..text.ceil_char_boundary(end + 4 * needle.len());
        let window = text.get(window).unwrap_or_default();
        match window.to_lowercase().contains(needle) {
            true => hunt.stage = CellProgress::Rows,
            false if end < text.len() => hunt.stage = CellProgress::Text(end),
            false => hunt.next_cell(),
        }
        window.len()
    }

    /// Searches the next rows of a cell with a match. If the match is on no row (folded away, or
    /// broken by the width), the first row counts.
    fn search_rows_of_cell(
        &mut self,
        hunt: &mut TranscriptSearch,
        at: usize,
        (next, any): (usize, bool),
        needle: &str,
    ) -> (usize, Option<usize>) {
        let height = self.height_of(at);
        let forward = hunt.way == SearchDirection::Forward;
        let row = if forward {
            Some(next)
        } else {
            next.checked_sub(1)
        };
        let Some(row) = row.filter(|row| *row < height) else {
            let gap = self.cell(at).map_or(0, |cell| usize::from(cell.gap));
            let first = gap.min(height.saturating_sub(1));
            let found = (!any && height > 0 && hunt.is_beyond(first)).then_some(first);
            hunt.next_cell();
            return (0, found);
        };
        let Some(cell) = self.cell_mut(at) else {
            hunt.next_cell();
            return (0, None);
        };
        let rows = cell.rows_about(row);
        let said = cell.source_about(row).map(str::to_lowercase);
        let length = said.as_ref().map_or(0, String::len);
        let says = said.is_none_or(|said| said.contains(needle));
        let (mut matches, mut cost) = (Vec::new(), length);
        if says {
            cell.show(rows.clone());
            let has_match = |number: &usize| {
                let row = cell.row(*number);
                row.is_some_and(|(row, _)| row.plain().to_lowercase().contains(needle))
            };
            matches.extend(rows.clone().filter(has_match));
            cost += length * COST_OF_ROWS;
        }
        let any = any || !matches.is_empty();
        let mut beyond = matches.into_iter().filter(|row| hunt.is_beyond(*row));
        let found = if forward {
            beyond.next()
        } else {
            beyond.next_back()
        };
        let next = if forward { rows.end } else { rows.start };
        hunt.stage = CellProgress::Matches(next, any);
        (cost, found)
    }

    /// Returns the text of a cell without decoration.
    pub(super) fn text_of(&self, cell: &Cell) -> String {
        match &cell.body {
            Body::User(text, _) | Body::Reasoning(text, ..) | Body::Recall(_, text, _) => {
                text.source().to_owned()
            }
            Body::Text(text, _) | Body::Note(text) => text.source().to_owned(),
            Body::Call(call) => call.search_text(),
            Body::Lookups(lookups) => lookups.search_text(),
            Body::Line(line) => line.text(&self.zone),
        }
    }

    /// Draws the background of matches on a row that is already drawn.
    pub(super) fn draw_matches(&self, row: &Row, slot: Slot, buf: &mut Buffer, theme: &Theme) {
        if let Some(needle) = &self.needle {
            draw_matches(row, needle, slot, buf, theme);
        }
    }
}

impl TranscriptSearch {
    /// Returns the cell being searched, out of `count`.
    fn cell(&self, count: usize) -> usize {
        let count = count.max(1);
        match self.way {
            SearchDirection::Forward => (self.from.0 + self.step) % count,
            SearchDirection::Back => (self.from.0 + count - self.step % count) % count,
        }
    }

    /// Returns the row at which the search of a cell begins.
    fn first_row(&self, height: usize) -> usize {
        match (self.way, self.step) {
            (SearchDirection::Forward, 0) => self.from.1.min(height),
            (SearchDirection::Forward, _) => 0,
            (SearchDirection::Back, _) => height,
        }
    }

    /// Whether a row lies beyond the start of the search, in its direction.
    fn is_beyond(&self, row: usize) -> bool {
        match (self.step, self.way, self.from_match) {
            (0, SearchDirection::Forward, false) => row >= self.from.1,
            (0, SearchDirection::Forward, true) => row > self.from.1,
            (0, SearchDirection::Back, _) => row < self.from.1,
            _ => true,
        }
    }

    /// Adjusts the search to a cell that was inserted at this index.
    pub(super) fn cell_inserted_at(&mut self, at: usize) {
        self.from.0 += usize::from(self.from.0 >= at);
    }

    fn next_cell(&mut self) {
        self.step += 1;
        self.stage = CellProgress::Text(0);
    }
}
