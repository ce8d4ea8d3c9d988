//! Writes changed cells so that every grapheme cluster stays within its cells, however the
//! terminal measures it.
//!
//! Terminals disagree about clusters of several characters: an emoji with a joiner takes
//! two columns on one and six on another. Such a cluster gets blanks under it first, the
//! cursor is placed explicitly after it, and cells that another terminal would have
//! overdrawn are drawn again.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::{Buffer, Cell};
use unicode_segmentation::UnicodeSegmentation;

use client::text::{cluster_width, widest};
use redact::is_invisible;

/// A changed cell with its column and row.
pub(super) type Update<'a> = (u16, u16, &'a Cell);

/// Writes the changed cells; `next` is the buffer to be shown.
pub(super) fn write(updates: &[Update<'_>], next: &Buffer, out: &mut Vec<u8>) {
    if !updates.iter().any(|(.., cell)| is_doubtful(cell.symbol())) {
        return plain(updates.iter().copied(), out);
    }
    let mut run: Vec<Update<'_>> = Vec::new();
    for ((y, x), cell) in with_neighbours(updates, next) {
        if is_doubtful(cell.symbol()) {
            plain(run.drain(..), out);
            doubtful((x, y, cell), out);
        } else {
            run.push((x, y, cell));
        }
    }
    plain(run.drain(..), out);
}

/// Blanks the wide characters whose second half is covered, as by the frame of a dialog: a terminal
/// would draw them over what covers them.
pub(super) fn blank_torn(buffer: &mut Buffer) {
    let columns = usize::from(buffer.area.width.max(1));
    for row in buffer.content.chunks_mut(columns) {
        let mut rest = row;
        while let [cell, behind @ ..] = rest {
            let is_covered = behind.first().is_some_and(|next| next.symbol() != " ");
            if is_covered && cell.symbol().len() > 1 && cluster_width(cell.symbol()) > 1 {
                cell.set_symbol(" ");
            }
            rest = behind;
        }
    }
}

/// Writes cells whose width is certain. Each run gets a new backend, because a backend begins by
/// placing the cursor.
fn plain<'a>(cells: impl Iterator<Item = Update<'a>>, out: &mut Vec<u8>) {
    // Writing to a vector cannot fail.
    CrosstermBackend::new(out).draw(cells).ok();
}

/// Writes blanks in all columns of a doubtful cluster, then the cluster over them.
fn doubtful((x, y, cell): Update<'_>, out: &mut Vec<u8>) {
    let mut blank = cell.clone();
    blank.set_symbol(" ");
    let mut drawn = cell.clone();
    if let Cow::Owned(symbol) = harmless(cell.symbol()) {
        drawn.set_symbol(&symbol);
    }
    let columns = x..x.saturating_add(columns_of(cell));
    let blanks = columns.map(|x| (x, y, &blank));
    plain(blanks.chain([(x, y, &drawn)]), out);
}

/// Returns the changed cells in order. Adds the neighbours of a doubtful cluster that a terminal
/// may have overdrawn, and removes cells covered by a cluster.
fn with_neighbours<'a>(updates: &[Update<'a>], next: &'a Buffer) -> BTreeMap<(u16, u16), &'a Cell> {
    let mut cells: BTreeMap<(u16, u16), &Cell> = BTreeMap::new();
    for (x, y, cell) in updates {
        cells.insert((*y, *x), cell);
        if !is_doubtful(cell.symbol()) {
            continue;
        }
        let mut until = x.saturating_add(reach_of(cell));
        let mut at = x.saturating_add(columns_of(cell));
        while at < until.min(next.area.right()) {
            let Some(beside) = next.cell((at, *y)) else {
                break;
            };
            cells.insert((*y, at), beside);
            if is_doubtful(beside.symbol()) {
                until = until.max(at.saturating_add(reach_of(beside)));
            }
            at = at.saturating_add(columns_of(beside));
        }
    }
    let mut covered = (0, 0);
    cells.retain(|(y, x), cell| {
        let is_under = covered.0 == *y && *x < covered.1;
        if !is_under {
            covered = (*y, x.saturating_add(columns_of(cell)));
        }
        !is_under
    });
    cells
}

/// Whether terminals may disagree about the symbol's width: it consists of several characters, or
/// of one that is not among those that every terminal has long known.
fn is_doubtful(symbol: &str) -> bool {
    let mut chars = symbol.chars();
    match (chars.next(), chars.next()) {
        (None, _) => false,
        (Some(_), Some(_)) => true,
        (Some(c), None) => !is_common(c) && cluster_width(symbol) < 2,
    }
}

/// Whether a character is printable ASCII, a letter of a major script, a dash or quote, an arrow, a
/// sign, box drawing or Braille.
fn is_common(c: char) -> bool {
    match u32::from(c) {
        0x20..=0x7e | 0xa1..=0xac | 0xae..=0x2ff | 0x370..=0x52f => true,
        // Hebrew, Arabic, Devanagari, Thai, Georgian.
        0x5d0..=0x5f4 | 0x620..=0x64a | 0x660..=0x66f | 0x671..=0x6d3 => true,
        0x904..=0x939 | 0xe01..=0xe30 | 0x10a0..=0x10ff | 0x1e00..=0x1fff => true,
        0x2010..=0x2027 | 0x2190..=0x2328 | 0x2400..=0x25ff | 0x2801..=0x28ff => true,
        _ => false,
    }
}

fn columns_of(cell: &Cell) -> u16 {
    let columns = u16::try_from(cluster_width(cell.symbol()));
    columns.unwrap_or(u16::MAX).max(1)
}

/// Returns the columns that a cell takes on a terminal that measures each character alone.
fn reach_of(cell: &Cell) -> u16 {
    let reach = u16::try_from(widest(cell.symbol())).unwrap_or(u16::MAX);
    // A terminal may treat a single character as wide, such as a symbol that predates emoji.
    reach.max(columns_of(cell)).max(2)
}

/// The last safeguard: whatever a part has drawn, no character that commands a terminal or changes
/// the writing direction passes.
fn harmless(symbol: &str) -> Cow<'_, str> {
    if !symbol.chars().any(is_invisible) {
        return Cow::Borrowed(symbol);
    }
    let kept: String = symbol.chars().filter(|c| !is_invisible(*c)).collect();
    let first = kept.graphemes(true).next().unwrap_or(" ");
    Cow::Owned(first.to_owned())
}
