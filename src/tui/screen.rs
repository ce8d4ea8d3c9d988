//! Computes the bytes that turn one screen buffer into the next: one write per frame, none
//! if nothing changed.
//!
//! Pure: produces bytes and writes nothing, so a test can count them. The loop writes the
//! output of [`Screen::frame`]. The submodule `cells` writes grapheme clusters whose width
//! differs between terminals.

mod cells;
mod glyphs;
pub mod links;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::io::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};

use client::text::cluster_width;
pub use glyphs::{Glyphs, is_replaced};
use links::Links;

/// Begins and ends a frame that the terminal shows in one step (DEC private mode 2026).
const BEGIN_SYNCHRONIZED: &[u8] = b"\x1b[?2026h";
const END_SYNCHRONIZED: &[u8] = b"\x1b[?2026l";

/// The buffer that the terminal shows, and the next one.
#[derive(Debug)]
pub struct Screen {
    shown: Buffer,
    next: Buffer,
    cursor: Option<Position>,
    /// Whether the terminal's content is unknown.
    stale: bool,
    synchronized: bool,
    glyphs: Glyphs,
    /// Link targets of the cells of both buffers.
    shown_links: Links,
    next_links: Links,
}

impl Screen {
    /// Creates a screen of this size with nothing shown yet.
    pub fn new(width: u16, height: u16) -> Self {
        let area = Rect::new(0, 0, width, height);
        Self {
            shown: Buffer::empty(area),
            next: Buffer::empty(area),
            cursor: None,
            stale: true,
            synchronized: false,
            glyphs: Glyphs::Unicode,
            shown_links: Links::new(),
            next_links: Links::new(),
        }
    }

    /// Changes the size. The next frame draws everything.
    pub fn resize(&mut self, width: u16, height: u16) {
        *self = Self {
            synchronized: self.synchronized,
            glyphs: self.glyphs,
            ..Self::new(width, height)
        };
    }

    /// Sets the character set.
    #[must_use]
    pub fn with_glyphs(mut self, glyphs: Glyphs) -> Self {
        self.glyphs = glyphs;
        self
    }

    /// Returns the character set.
    pub fn glyphs(&self) -> Glyphs {
        self.glyphs
    }

    /// Sets the character set from the next frame on.
    pub fn set_glyphs(&mut self, glyphs: Glyphs) {
        self.glyphs = glyphs;
    }

    /// Turns on synchronized frames, after the terminal reported support.
    pub fn set_synchronized(&mut self) {
        self.synchronized = true;
    }

    /// Draws a frame and returns the bytes that update the terminal; empty if the terminal shows
    /// the frame already. `draw` gets an empty buffer and returns the cursor position.
    pub fn frame(&mut self, draw: impl FnOnce(&mut Buffer) -> Option<Position>) -> Vec<u8> {
        self.next.reset();
        let cursor = draw(&mut self.next).filter(|at| self.next.area.contains(*at));
        self.next_links = links::take(&mut self.next);
        cells::blank_torn(&mut self.next);
        if self.glyphs == Glyphs::Ascii {
            glyphs::make_ascii(&mut self.next);
        }
        if self.stale {
            self.shown.reset();
            self.shown_links.clear();
        }
        let updates = self.updates();
        let mut out = Vec::new();
        if self.stale || !updates.is_empty() {
            if self.synchronized {
                out.extend_from_slice(BEGIN_SYNCHRONIZED);
            }
            // Hides the cursor so that it does not flicker across the screen.
            out.extend_from_slice(b"\x1b[?25l");
            if self.stale {
                out.extend_from_slice(b"\x1b[0m\x1b[2J");
            }
            self.write(&updates, &mut out);
            place(&mut out, cursor);
            if self.synchronized {
                out.extend_from_slice(END_SYNCHRONIZED);
            }
        } else if cursor != self.cursor {
            place(&mut out, cursor);
        }
        self.cursor = cursor;
        self.stale = false;
        std::mem::swap(&mut self.shown, &mut self.next);
        std::mem::swap(&mut self.shown_links, &mut self.next_links);
        out
    }

    /// Returns the changed cells, including those whose link target changed.
    fn updates(&self) -> Vec<(u16, u16, &Cell)> {
        let mut updates = self.shown.diff(&self.next);
        if self.shown_links == self.next_links {
            return updates;
        }
        let leads_elsewhere =
            |place: &&(u16, u16)| self.shown_links.get(place) != self.next_links.get(place);
        let known: BTreeSet<(u16, u16)> = updates.iter().map(|(x, y, _)| (*y, *x)).collect();
        let places = self.shown_links.keys().chain(self.next_links.keys());
        let mut more: Vec<(u16, u16)> = places
            .filter(leads_elsewhere)
            .filter(|place| !known.contains(place))
            .copied()
            .collect();
        more.sort_unstable();
        more.dedup();
        // A position covered by a wide character is not a cell of its own.
        let is_under = |(y, x): (u16, u16)| {
            let before = x.checked_sub(1).and_then(|x| self.next.cell((x, y)));
            before.is_some_and(|before| cluster_width(before.symbol()) > 1)
        };
        for (y, x) in more {
            if let Some(cell) = self.next.cell((x, y)).filter(|_| !is_under((y, x))) {
                updates.push((x, y, cell));
            }
        }
        updates.sort_by_key(|(x, y, _)| (*y, *x));
        updates
    }

    /// Writes cells and encloses each run of one link in its start and end sequences.
    fn write(&self, updates: &[(u16, u16, &Cell)], out: &mut Vec<u8>) {
        if self.next_links.is_empty() {
            return cells::write(updates, &self.next, out);
        }
        let link = |(x, y, _): &(u16, u16, &Cell)| self.next_links.get(&(*y, *x));
        for run in updates.chunk_by(|one, other| link(one) == link(other)) {
            let address = run.first().and_then(link);
            if let Some(address) = address {
                links::open(address, out);
            }
            cells::write(run, &self.next, out);
            if address.is_some() {
                out.extend_from_slice(links::CLOSE);
            }
        }
    }

    /// Returns the last shown frame.
    #[cfg(test)]
    pub fn shown(&self) -> &Buffer {
        &self.shown
    }
}

fn place(out: &mut Vec<u8>, cursor: Option<Position>) {
    match cursor {
        Some(Position { x, y }) => {
            let (row, column) = (u32::from(y) + 1, u32::from(x) + 1);
            // Writing to a vector cannot fail.
            write!(out, "\x1b[{row};{column}H\x1b[?25h").ok();
        }
        None => out.extend_from_slice(b"\x1b[?25l"),
    }
}
