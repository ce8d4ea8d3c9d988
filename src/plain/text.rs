//! Prepares text for a line: foreign text without characters that steer a terminal.
//!
//! Foreign text is shown in one of two ways. Text that is only read is cleaned ([`line`],
//! [`lines`]). Text that a user may approve shows the name of every invisible character
//! ([`exact`]): nothing hides in it.

use std::borrow::Cow;

use client::text::{PADDING, revealed};
use l10n::said;
use notice::Notice;
use protocol::message::{Message, Role};
use redact::{self, mask, one_line, sanitize};

/// Returns foreign text on one line: no control sequences, no secrets, no line ends.
pub(super) fn line(text: &str) -> String {
    one_line(text)
}

/// Says a notice in the user's language, on one line.
pub(super) fn told(notice: &Notice) -> String {
    line(&said(notice))
}

/// Returns the text that a message shows: in a row of the workbench, what its notice says.
pub(super) fn shown(message: &Message) -> Cow<'_, str> {
    match message.role {
        Role::System => Cow::Owned(said(&message.notice().unwrap_or_default())),
        _ => Cow::Borrowed(message.said()),
    }
}

/// Returns foreign text as lines, with tabs as spaces.
pub(super) fn lines(text: &str) -> Vec<String> {
    mask(&sanitize(text))
        .lines()
        .map(|line| line.replace('\t', "    ").trim_end().to_owned())
        .collect()
}

/// Removes everything from an output line that would steer a terminal, whatever the line contains.
pub(super) fn printable(line: &str) -> String {
    line.chars()
        .map(|letter| match letter {
            '\n' | '\t' => ' ',
            letter => letter,
        })
        .filter(|letter| !redact::is_unsafe(*letter))
        .collect()
}

/// Returns a text for approval as lines: invisible characters by name, padding by length, and
/// lookalike letters marked.
pub(super) fn exact(text: &str) -> Vec<String> {
    let text = named(&redact::exact(text, &PADDING));
    text.split('\n').map(str::to_owned).collect()
}

/// Same as [`exact`], for a name or a path.
pub(super) fn exact_name(text: &str) -> String {
    exact(&text.replace('\n', "<LF>")).concat()
}

/// Returns words on one line, with invisible characters by name.
pub(super) fn exact_line(text: &str) -> String {
    named(&text.replace('\n', "<LF>"))
}

/// Returns a text with invisible characters by name.
fn named(text: &str) -> String {
    revealed(text, |_| false)
}

/// Returns a line of a file in a diff: indentation stays, everything else is exact.
pub(super) fn code(text: &str) -> String {
    exact_line(&text.replace('\t', "    "))
}

/// Formats a time to the minute: `2026-07-01 12:30 UTC`.
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
