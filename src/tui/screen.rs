//! Two buffers and what lies between them, as bytes: one write a frame, none when nothing changed.
//!
//! Pure: it makes bytes and writes nothing, so a test can count them. The loop writes what
//! [`Screen::frame`] gives. How a cluster is written that terminals count differently is in `cells`.

mod cells;
mod glyphs;
pub mod links;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::io::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};

use crate::tui::widget::text::cluster_width;
pub use glyphs::{Glyphs, is_replaced};
use links::Links;

/// Begins and ends a frame that the terminal shows at once (DEC private mode 2026).
const BEGIN_SYNCHRONIZED: &[u8] = b"\x1b[?2026h";
const END_SYNCHRONIZED: &[u8] = b"\x1b[?2026l";

/// What the terminal shows and what it shall show.
#[derive(Debug)]
pub struct Screen {
    shown: Buffer,
    next: Buffer,
    cursor: Option<Position>,
    /// Nothing is known of what the terminal shows.
    stale: bool,
    synchronized: bool,
    glyphs: Glyphs,
    /// Where cells of the two lead.
    shown_links: Links,
    next_links: Links,
}

impl Screen {
    /// A screen of this size, of which nothing is shown yet.
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

    /// Gives it another size. The next frame draws everything.
    pub fn resize(&mut self, width: u16, height: u16) {
        *self = Self {
            synchronized: self.synchronized,
            glyphs: self.glyphs,
            ..Self::new(width, height)
        };
    }

    /// Draws with these signs.
    #[must_use]
    pub fn with_glyphs(mut self, glyphs: Glyphs) -> Self {
        self.glyphs = glyphs;
        self
    }

    /// The signs that it draws with.
    pub fn glyphs(&self) -> Glyphs {
        self.glyphs
    }

    /// Draws with these signs from the next frame on.
    pub fn set_glyphs(&mut self, glyphs: Glyphs) {
        self.glyphs = glyphs;
    }

    /// Frames are shown at once from now on: the terminal says that it can.
    pub fn set_synchronized(&mut self) {
        self.synchronized = true;
    }

    /// Draws a frame and gives the bytes that bring the terminal to it; empty where it shows it
    /// already. `draw` gets an empty buffer and gives the place of the cursor.
    pub fn frame(&mut self, draw: impl FnOnce(&mut Buffer) -> Option<Position>) -> Vec<u8> {
        self.next.reset();
        let cursor = draw(&mut self.next).filter(|at| self.next.area.contains(*at));
        self.next_links = links::take(&mut self.next);
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
            // The cursor must not be seen running over the screen.
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

    /// The cells that changed, those too that lead elsewhere now.
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
        // What lies under a wide letter is no cell of its own.
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

    /// Writes cells, each run of one link between its beginning and its end.
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

    /// What the last frame showed.
    #[cfg(test)]
    pub fn shown(&self) -> &Buffer {
        &self.shown
    }
}

fn place(out: &mut Vec<u8>, cursor: Option<Position>) {
    match cursor {
        Some(Position { x, y }) => {
            let (row, column) = (u32::from(y) + 1, u32::from(x) + 1);
            write!(out, "\x1b[{row};{column}H\x1b[?25h").ok();
        }
        None => out.extend_from_slice(b"\x1b[?25l"),
    }
}
