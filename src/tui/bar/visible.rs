//! Text from outside, made safe to show: invisible characters are shown as tokens.
//!
//! A command that hides a part behind a control or direction character would be approved unread.
//! Called by `rows`.

use crate::screen::{Glyphs, is_replaced};
use client::text::{PADDING, revealed};

/// Returns a text with every character that cannot be seen, or that ASCII drawing would replace by a
/// different sign, as a visible token. Line breaks stay.
pub fn visible(text: &str, glyphs: Glyphs) -> String {
    revealed(text, |character| {
        glyphs == Glyphs::Ascii && is_replaced(character)
    })
}

/// Formats a text that may be approved: as [`visible`], with the length of padding, blanks of other
/// kinds as tokens, and letters that look like others marked.
pub fn exact(text: &str, glyphs: Glyphs) -> String {
    visible(&redact::exact(text, &PADDING), glyphs)
}

/// Does the same as [`exact`], on one line.
pub fn exact_line(text: &str, glyphs: Glyphs) -> String {
    exact(&text.replace('\n', "<LF>"), glyphs)
}

/// Does the same as [`visible`], on one line, with tabs as spaces: for lines of a diff.
pub fn visible_line(text: &str, glyphs: Glyphs) -> String {
    visible(&text.replace('\t', "    "), glyphs).replace('\n', "<LF>")
}
