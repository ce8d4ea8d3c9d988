//! Computes the bytes that turn one screen buffer into the next: one write per frame, none
//! if nothing changed.
//!
//! Pure: produces bytes and writes nothing, so a test can count them. The loop writes the
//! output of [`Screen::frame`]. The submodule `cells` writes grapheme clusters whose width
//! differs between terminals, `scroll` lets the terminal move rows.

mod cells;
mod glyphs;
pub mod links;
mod scroll;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::io::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};

use cells::Update;
use client::text::cluster_width;
pub use glyphs::{Glyphs, is_replaced};
use links::Links;
use scroll::Scroll;

/// Begins and ends a frame that the terminal shows in one step (DEC private mode 2026).
const BEGIN_SYNCHRONIZED: &[u8] = b"\x1b[?2026h";
const END_SYNCHRONIZED: &[u8] = b"\x1b[?2026l";

/// Maximum number of unchanged cells that are written rather than skipped: a move of the cursor takes
/// six bytes or more.
const LONGEST_BRIDGE: usize = 5;

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
        let changes = self.changes();
        let mut out = Vec::new();
        if self.stale || !changes.is_empty() {
            if self.synchronized {
                out.extend_from_slice(BEGIN_SYNCHRONIZED);
            }
            // Hides the cursor so that it does not flicker across the screen.
            out.extend_from_slice(b"\x1b[?25l");
            if self.stale {
                out.extend_from_slice(b"\x1b[0m\x1b[2J");
            }
            out.extend_from_slice(&changes);
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

    /// Returns the bytes for the changed cells, with a scroll before them if that is shorter. The shown
    /// buffer is of no use afterwards.
    fn changes(&mut self) -> Vec<u8> {
        let updates = self.updates();
        let mut written = Vec::new();
        self.write(&updates, &mut written);
        let scroll = Scroll::between(&self.shown, &self.next, &updates).filter(|_| !self.stale);
        if let Some(scroll) = scroll {
            scroll.apply(&mut self.shown, &mut self.shown_links);
            let mut scrolled = Vec::new();
            scroll.write(&mut scrolled);
            self.write(&self.updates(), &mut scrolled);
            if scrolled.len() < written.len() {
                return scrolled;
            }
        }
        written
    }

    /// Returns the cells to write: the changed ones, and unchanged ones between them that take fewer
    /// bytes than a move of the cursor.
    fn updates(&self) -> Vec<Update<'_>> {
        let changed = self.changed();
        let mut updates: Vec<Update<'_>> = Vec::with_capacity(changed.len());
        for update in changed {
            if let Some(last) = updates.last().copied() {
                updates.extend(self.bridge(last, update).into_iter().flatten());
            }
            updates.push(update);
        }
        updates
    }

    /// Returns the cells between two changed ones, if they are few letters in the style and link of
    /// the first.
    fn bridge(
        &self,
        (from, row, first): Update<'_>,
        (to, y, _): Update<'_>,
    ) -> Option<Vec<Update<'_>>> {
        let gap = from.checked_add(1)?..to;
        if row != y || gap.is_empty() || gap.len() > LONGEST_BRIDGE {
            return None;
        }
        let link = self.next_links.get(&(y, from));
        gap.map(|x| {
            let cell = self.next.cell((x, y))?;
            let continues = is_letter(first)
                && is_letter(cell)
                && has_style_of(cell, first)
                && self.next_links.get(&(y, x)) == link;
            continues.then_some((x, y, cell))
        })
        .collect()
    }

    /// Returns the changed cells, including those whose link target changed.
    fn changed(&self) -> Vec<Update<'_>> {
        let mut updates = Vec::new();
        for (x, y, cell) in self.shown.diff_iter(&self.next) {
            updates.push((x, y, cell));
            // A terminal blanks the other half of an overwritten wide character, in the new style.
            let half = self.next.cell((x + 1, y));
            let half =
                half.filter(|_| self.is_wide_shown(x, y) && cluster_width(cell.symbol()) < 2);
            updates.extend(half.map(|half| (x + 1, y, half)));
        }
        updates.dedup_by_key(|(x, y, _)| (*x, *y));
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

    fn is_wide_shown(&self, x: u16, y: u16) -> bool {
        let shown = self.shown.cell((x, y)).map_or("", Cell::symbol);
        shown.len() > 1 && cluster_width(shown) > 1
    }

    /// Writes cells and encloses each run of one link in its start and end sequences.
    fn write(&self, updates: &[Update<'_>], out: &mut Vec<u8>) {
        if updates.is_empty() {
            return;
        }
        if self.next_links.is_empty() {
            return cells::write(updates, &self.next, out);
        }
        let link = |(x, y, _): &Update<'_>| self.next_links.get(&(*y, *x));
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

/// Whether a cell is a printable ASCII character.
fn is_letter(cell: &Cell) -> bool {
    matches!(cell.symbol().as_bytes(), [b' '..=b'~'])
}

fn has_style_of(cell: &Cell, other: &Cell) -> bool {
    (cell.fg, cell.bg, cell.underline_color, cell.modifier)
        == (other.fg, other.bg, other.underline_color, other.modifier)
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
