//! Text from outside, made safe to show: what cannot be seen is shown as a token.
//!
//! A command that hides a part behind a control or direction character would be approved
//! unread. Called by `rows`.

use crate::redact::is_invisible;

/// `text` with every control, invisible or direction character as a visible token. Line breaks
/// stay, for the caller splits at them.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => shown.push('\n'),
            '\t' => shown.push_str("<TAB>"),
            '\r' => shown.push_str("<CR>"),
            '\u{1b}' => shown.push_str("<ESC>"),
            hidden if is_hidden(hidden) => {
                shown.push_str(&format!("<U+{:04X}>", u32::from(hidden)));
            }
            plain => shown.push(plain),
        }
    }
    shown
}

/// As [`visible`], on one line, with tabs as spaces: for lines of a diff.
pub fn visible_line(text: &str) -> String {
    visible(&text.replace('\t', "    ")).replace('\n', "<LF>")
}

fn is_hidden(character: char) -> bool {
    is_invisible(character) || matches!(character, '\u{200c}' | '\u{200d}' | '\u{fe0e}')
}
