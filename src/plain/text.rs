//! Text made fit for a line: foreign text without anything that steers a terminal.
//!
//! Two ways to show foreign text. What is only read is cleaned ([`line`], [`lines`]). What a human may approve shows
//! every character that cannot be seen by its name ([`exact`]): nothing hides in it.

use crate::l10n::notice;
use crate::redact::{self, is_invisible, mask, one_line, sanitize};
use crate::tui::widget::text::PADDING;

/// Foreign text on one line: no control sequences, no secrets, no line ends.
pub(super) fn line(text: &str) -> String {
    one_line(text)
}

/// What engine, actor or a provider has said, in the language that is spoken, on one line.
pub(super) fn told(text: &str) -> String {
    line(&notice(text))
}

/// Foreign text as lines, tabs as spaces.
pub(super) fn lines(text: &str) -> Vec<String> {
    mask(&sanitize(text))
        .lines()
        .map(|line| line.replace('\t', "    ").trim_end().to_owned())
        .collect()
}

/// A line on its way out: what would steer a terminal is gone, whatever it was made of.
pub(super) fn printable(line: &str) -> String {
    line.chars()
        .map(|letter| match letter {
            '\n' | '\t' => ' ',
            letter => letter,
        })
        .filter(|letter| !crate::redact::is_unsafe(*letter))
        .collect()
}

/// A text that may be approved: each line of it, whatever cannot be seen by its name, padding by its length, and
/// letters that look like others marked.
pub(super) fn exact(text: &str) -> Vec<String> {
    let text = redact::exact(text, &PADDING);
    text.split('\n').map(exact_line).collect()
}

/// The same for a name or a path.
pub(super) fn exact_name(text: &str) -> String {
    exact(&text.replace('\n', "<LF>")).concat()
}

/// Words on one line: whatever cannot be seen by its name.
pub(super) fn exact_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => out.push_str("<TAB>"),
            '\r' => out.push_str("<CR>"),
            '\n' => out.push_str("<LF>"),
            '\u{1b}' => out.push_str("<ESC>"),
            hidden if is_invisible(hidden) => {
                out.push_str(&format!("<U+{:04X}>", u32::from(hidden)));
            }
            seen => out.push(seen),
        }
    }
    out
}

/// A line of a file in a difference: indentation stays, everything else is exact.
pub(super) fn code(text: &str) -> String {
    exact_line(&text.replace('\t', "    "))
}

/// A moment to the minute: `2026-07-01 12:30 UTC`.
pub(super) fn moment(at: jiff::Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_named_in_what_may_be_approved() {
        let shown = exact("rm a\u{202e}b\tc\r\nls\u{1b}[2K");
        assert_eq!(shown, ["rm a<U+202E>b<TAB>c<CR>", "ls<ESC>[2K"]);
    }
}
