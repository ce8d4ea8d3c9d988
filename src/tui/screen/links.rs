//! Links of the terminal (OSC 8): which cells lead where, and the bytes around them.
//!
//! Who draws marks the cells with [`mark`]; the marks are taken out of the frame before anything else looks at it, so
//! a cell's symbol is its text alone whenever it is compared or written. Each run of cells of one link opens it and
//! closes it, whatever part of the link is drawn anew: none is ever left open.

use std::collections::BTreeMap;
use std::sync::Arc;

use ratatui::buffer::Buffer;

use crate::tui::widget::text::cluster_width;

/// Between the text of a cell and where it leads. A character of its own: nothing joins it to a cluster.
const MARK: char = '\u{10fffd}';

/// An address over so many bytes is no link.
const LONGEST: usize = 2_000;

/// Where cells lead, by row and column.
pub(super) type Links = BTreeMap<(u16, u16), Arc<str>>;

/// The address as it may be written into a link: of the web, and of nothing but what cannot end or begin a sequence.
/// `None` where it is no such address.
pub fn safe_address(address: &str) -> Option<String> {
    let scheme = address.split_once("://").map(|(scheme, _)| scheme);
    let is_web = scheme.is_some_and(|scheme| {
        scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
    });
    let is_clean = !address.chars().any(|c| c.is_control() || c.is_whitespace());
    if !is_web || !is_clean || address.len() > LONGEST {
        return None;
    }
    let mut out = String::with_capacity(address.len());
    for byte in address.bytes() {
        match byte {
            0x21..=0x7e => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(out)
}

/// Marks the cells from a column to another one on a row: they lead to this address, see [`safe_address`].
pub fn mark(buf: &mut Buffer, (from, y): (u16, u16), to: u16, address: &str) {
    let mut x = from;
    while x < to.min(buf.area.right()) {
        let Some(cell) = buf.cell_mut((x, y)) else {
            return;
        };
        let symbol = cell.symbol().to_owned();
        let columns = u16::try_from(cluster_width(&symbol)).unwrap_or(1).max(1);
        if !symbol.contains(MARK) {
            cell.set_symbol(&format!("{symbol}{MARK}{address}"));
        }
        x = x.saturating_add(columns);
    }
}

/// Takes the marks out of a frame.
pub(super) fn take(buf: &mut Buffer) -> Links {
    let mut links = Links::new();
    let mut last: Option<Arc<str>> = None;
    let area = buf.area;
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            let Some(cell) = buf.cell_mut((x, y)) else {
                continue;
            };
            // Most cells are a byte long.
            if cell.symbol().len() <= MARK.len_utf8() {
                continue;
            }
            let parts = cell.symbol().split_once(MARK);
            let Some((text, address)) = parts.map(|(text, to)| (text.to_owned(), to.to_owned()))
            else {
                continue;
            };
            let link = match last.take().filter(|link| **link == *address) {
                Some(link) => link,
                None => Arc::from(address),
            };
            last = Some(Arc::clone(&link));
            cell.set_symbol(&text);
            links.insert((y, x), link);
        }
    }
    links
}

/// Begins a link. Cells of one address are one link to the terminal, also where they are written apart.
pub(super) fn open(address: &str, out: &mut Vec<u8>) {
    let number = address
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    out.extend_from_slice(format!("\x1b]8;id={number:x};{address}\x1b\\").as_bytes());
}

/// Ends the link.
pub(super) const CLOSE: &[u8] = b"\x1b]8;;\x1b\\";
