//! Text measured in columns: widths, cutting with `…`, and making visible what a terminal would
//! interpret or hide. Everything that comes from a model, a file or a command passes through here
//! before it is laid out. Wrapping is in [`super::wrap`], hidden characters in [`hidden`].
//!
//! The one place that counts columns: nothing else in the full screen measures the width of a text.

mod hidden;

pub use hidden::revealed;

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::buffer::CellWidth;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

use hidden::{Joiners, token_of};
use l10n::say;
use redact::PaddingWords;

/// Columns of a tab stop.
pub const TAB: usize = 4;

/// The words for padding in a text that the user may approve.
pub const PADDING: PaddingWords = PaddingWords {
    blank_lines: |count| say!("exact-blank-lines", lines = count),
    blanks: |count| say!("exact-blanks", blanks = count),
};

/// Returns the columns that a text takes, counted by grapheme clusters as the screen does.
pub fn width_of(text: &str) -> usize {
    if is_plain(text) {
        return text.len();
    }
    text.graphemes(true).map(cluster_width).sum()
}

/// Returns the columns of one grapheme cluster, as the screen buffer counts them: it draws
/// no control characters.
pub fn cluster_width(cluster: &str) -> usize {
    if cluster.contains(char::is_control) {
        return 0;
    }
    usize::from(cluster.cell_width())
}

/// Returns the most columns that a cluster may take, on a terminal that counts each of
/// its characters separately.
pub fn widest(cluster: &str) -> usize {
    cluster.chars().filter_map(UnicodeWidthChar::width).sum()
}

/// Returns the number of grapheme clusters of a text.
pub fn clusters_of(text: &str) -> usize {
    if is_plain(text) {
        return text.len();
    }
    text.graphemes(true).count()
}

/// Whether every byte of the text is one column.
pub fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (0x20..0x7f).contains(&byte))
}

/// Returns the longest beginning of a text that fits into `columns`, and its width.
pub fn fitting(text: &str, columns: usize) -> (&str, usize) {
    if is_plain(text) {
        let head = text.get(..columns.min(text.len())).unwrap_or(text);
        return (head, head.len());
    }
    let mut width = 0;
    for (at, cluster) in text.grapheme_indices(true) {
        let next = width + cluster_width(cluster);
        if next > columns {
            return (text.get(..at).unwrap_or(text), width);
        }
        width = next;
    }
    (text, width)
}

/// Returns the text if it fits into `columns`, else its beginning and `…`.
pub fn truncate(text: &str, columns: usize) -> Cow<'_, str> {
    if width_of(text) <= columns {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let (head, _) = fitting(text, columns - 1);
    Cow::Owned(format!("{head}…"))
}

/// Returns the text if it fits into `columns`, else `…` and its end: for paths, whose
/// end says most.
pub fn truncate_start(text: &str, columns: usize) -> Cow<'_, str> {
    let whole = width_of(text);
    if whole <= columns {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let mut width = whole;
    for (at, cluster) in text.grapheme_indices(true) {
        if width < columns {
            return Cow::Owned(format!("…{}", text.get(at..).unwrap_or_default()));
        }
        width -= cluster_width(cluster);
    }
    Cow::Borrowed("…")
}

/// Returns the part of a text from column `from` on, at most `columns` wide. A space replaces a
/// cluster cut by the left edge.
pub fn window(text: &str, from: usize, columns: usize) -> String {
    let mut out = String::new();
    let mut at = 0;
    let mut used = 0;
    for cluster in text.graphemes(true) {
        let width = cluster_width(cluster);
        let next = at + width;
        if at >= from {
            if used + width > columns {
                break;
            }
            out.push_str(cluster);
            used += width;
        } else if next > from && used < columns {
            out.push(' ');
            used += 1;
        }
        at = next;
    }
    out
}

/// Pads the text with spaces up to `columns`; cuts longer text.
pub fn pad_end(text: &str, columns: usize) -> String {
    let mut out = truncate(text, columns).into_owned();
    let missing = columns.saturating_sub(width_of(&out));
    out.extend(std::iter::repeat_n(' ', missing));
    out
}

/// Puts spaces before the text up to `columns`; cuts longer text.
pub fn pad_start(text: &str, columns: usize) -> String {
    let text = truncate(text, columns);
    let missing = columns.saturating_sub(width_of(&text));
    let mut out: String = std::iter::repeat_n(' ', missing).collect();
    out.push_str(&text);
    out
}

/// Returns the text with its first letter uppercase.
pub fn with_capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Formats a reason as a sentence: a capital at its beginning and punctuation at its end. A name or
/// a path at the beginning stays as it is written.
pub fn sentence(text: &str) -> String {
    let text = text.trim();
    let first_word = text.split(char::is_whitespace).next().unwrap_or_default();
    let is_word = first_word.chars().all(|letter| letter.is_alphabetic());
    let mut out = if is_word {
        with_capital(text)
    } else {
        text.to_owned()
    };
    if !out.is_empty() && !out.ends_with(['.', '!', '?', ':', '…']) {
        out.push('.');
    }
    out
}

/// Pads the text with spaces up to `columns`; longer text stays whole.
pub fn fill_end(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width_of(text));
    let mut out = text.to_owned();
    out.extend(std::iter::repeat_n(' ', missing));
    out
}

/// Makes text safe to lay out: line ends stay, tabs become spaces up to the tab stop, and
/// anything that is invisible, changes the writing direction or commands a terminal becomes
/// a token, `<U+202E>`.
pub fn visible(text: &str) -> Cow<'_, str> {
    let plain = |byte: u8| (0x20..0x7f).contains(&byte) || byte == b'\n';
    if text.bytes().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    // Bytes of the text already in `out`; visible stretches are copied at once.
    let mut taken = 0;
    let mut column = 0;
    for (at, cluster) in text.grapheme_indices(true) {
        let token = match cluster {
            "\n" => {
                column = 0;
                continue;
            }
            "\r\n" => {
                column = 0;
                Some("\n".to_owned())
            }
            "\t" => Some(" ".repeat(TAB - column % TAB)),
            cluster if is_plain(cluster) => None,
            cluster => token_of(cluster, Joiners::Kept),
        };
        match token {
            None => column += cluster_width(cluster),
            Some(token) => {
                out.push_str(text.get(taken..at).unwrap_or_default());
                out.push_str(&token);
                taken = at + cluster.len();
                column += width_of(&token);
            }
        }
    }
    match taken {
        0 => Cow::Borrowed(text),
        taken => {
            out.push_str(text.get(taken..).unwrap_or_default());
            Cow::Owned(out)
        }
    }
}

/// Returns a command's output as a person would have seen it: without escape sequences, an
/// overwritten line in its last state, the rest made [`visible`].
pub fn terminal_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => skip_escape(&mut chars),
            '\u{9b}' => skip_csi(&mut chars),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' if chars.peek().is_none() => {}
            '\r' => {
                let line = out.rfind('\n').map_or(0, |at| at + 1);
                out.truncate(line);
            }
            '\u{8}' => {
                if out.chars().next_back().is_some_and(|last| last != '\n') {
                    out.pop();
                }
            }
            '\u{7}' => {}
            c => out.push(c),
        }
    }
    match visible(&out) {
        Cow::Borrowed(_) => out,
        Cow::Owned(changed) => changed,
    }
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// Skips what follows an ESC, according to ECMA-48.
fn skip_escape(chars: &mut Chars<'_>) {
    match chars.peek() {
        Some('[') => {
            chars.next();
            skip_csi(chars);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            chars.next();
            skip_string(chars);
        }
        Some(' '..='/') => {
            while chars.next_if(|c| (' '..='/').contains(c)).is_some() {}
            chars.next_if(|c| ('0'..='~').contains(c));
        }
        Some('0'..='~') => {
            chars.next();
        }
        _ => {}
    }
}

fn skip_csi(chars: &mut Chars<'_>) {
    while chars.next_if(|c| (' '..='?').contains(c)).is_some() {}
    chars.next_if(|c| ('@'..='~').contains(c));
}

/// Skips a string command up to its end; an unterminated one ends with its line.
fn skip_string(chars: &mut Chars<'_>) {
    while let Some(c) = chars.next_if(|c| *c != '\n') {
        if c == '\u{7}' || c == '\u{9c}' {
            return;
        }
        if c == '\u{1b}' {
            chars.next_if_eq(&'\\');
            return;
        }
    }
}

/// Formats the time of day: `14:05`.
pub fn clock(at: Timestamp, zone: &TimeZone) -> String {
    let at = at.to_zoned(zone.clone());
    format!("{:02}:{:02}", at.hour(), at.minute())
}

/// Formats a duration in seconds: `0:07`, `1:02:03`.
pub fn elapsed(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests;
