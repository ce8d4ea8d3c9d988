//! Terminal hyperlinks (OSC 8): the link targets of cells, and the bytes around them.
//!
//! Drawing code marks cells with [`mark`]; the marks are removed from the frame before anything
//! else reads it, so a cell's symbol is only its text whenever it is compared or written. Each run
//! of cells of one link opens and closes the link, whatever part of the link is redrawn: no link is
//! ever left open.

use std::collections::BTreeMap;
use std::sync::Arc;

use ratatui::buffer::Buffer;

use client::text::cluster_width;

/// Separates a cell's text from its link target. A separate character, so that nothing joins it
/// to a cluster.
const MARK: char = '\u{10fffd}';

/// Maximum length of a link address in bytes; a longer address is no link.
const LONGEST: usize = 2_000;

/// Link targets of cells, by row and column.
pub(super) type Links = BTreeMap<(u16, u16), Arc<str>>;

/// Returns the address in a form that is safe inside a link: a web address of characters that can
/// neither end nor begin an escape sequence. Returns `None` for any other address.
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

/// Marks the cells of a row between two columns as a link to this address, see [`safe_address`].
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

/// Removes the marks from a frame and returns them.
pub(super) fn take(buf: &mut Buffer) -> Links {
    let mut links = Links::new();
    let mut last: Option<Arc<str>> = None;
    let area = buf.area;
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            let Some(cell) = buf.cell_mut((x, y)) else {
                continue;
            };
            // Skips most cells quickly: their symbol is a single byte.
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

/// Begins a link. Cells with the same address form one link for the terminal, even if they
/// are written separately.
pub(super) fn open(address: &str, out: &mut Vec<u8>) {
    let number = address
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    out.extend_from_slice(format!("\x1b]8;id={number:x};{address}\x1b\\").as_bytes());
}

/// Ends a link.
pub(super) const CLOSE: &[u8] = b"\x1b]8;;\x1b\\";
