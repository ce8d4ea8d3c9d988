//! Text from outside, made safe to show: invisible characters are shown as tokens.
//!
//! A command that hides a part behind a control or direction character would be approved unread.
//! Called by `rows`.

use unicode_segmentation::UnicodeSegmentation;

use crate::screen::{Glyphs, is_replaced};
use client::text::{Joiners, PADDING, is_plain, token, token_of};

/// Returns `text` with every control, invisible or direction character as a visible token. Line
/// breaks stay, because the caller splits at them.
pub fn visible(text: &str, glyphs: Glyphs) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    for cluster in text.graphemes(true) {
        match cluster {
            "\n" => shown.push('\n'),
            "\r\n" => shown.push_str("<CR>\n"),
            "\t" => shown.push_str("<TAB>"),
            "\r" => shown.push_str("<CR>"),
            "\u{1b}" => shown.push_str("<ESC>"),
            plain if is_plain(plain) => shown.push_str(plain),
            // ASCII drawing would replace it by a different sign.
            other if glyphs == Glyphs::Ascii && other.contains(is_replaced) => {
                shown.extend(other.chars().map(token));
            }
            other => match token_of(other, Joiners::Shown) {
                Some(token) => shown.push_str(&token),
                None => shown.push_str(other),
            },
        }
    }
    shown
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
