//! The look of a text file that a write must keep: byte order mark, line ending, final newline.
//! Models write `\n`; the file decides what becomes of it.

use crate::review::hunks::spans_between;

/// The byte order mark.
const BOM: char = '\u{feff}';

/// The look of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    bom: bool,
    crlf: bool,
    /// `None` for a file without any line: it says nothing.
    final_newline: Option<bool>,
}

impl Style {
    /// The look of a text.
    pub(super) fn of(text: &str) -> Self {
        let body = without_bom(text);
        let crlf = body.matches("\r\n").count();
        let all = body.matches('\n').count();
        Self {
            bom: text.starts_with(BOM),
            crlf: crlf * 2 > all,
            final_newline: (!body.is_empty()).then(|| body.ends_with('\n')),
        }
    }

    /// The file's line ending.
    pub(super) fn ending(self) -> &'static str {
        if self.crlf { "\r\n" } else { "\n" }
    }

    /// A model's text with the file's line ending, nothing else changed.
    pub(super) fn with_endings(self, text: &str) -> String {
        let plain = to_lf(text);
        if self.crlf {
            plain.replace('\n', "\r\n")
        } else {
            plain
        }
    }

    /// A model's text as whole lines of the file.
    pub(super) fn as_lines(self, text: &str) -> String {
        let mut lines = self.with_endings(text);
        if !lines.is_empty() && !lines.ends_with('\n') {
            lines.push_str(self.ending());
        }
        lines
    }

    /// Gives a body (without mark) the file's mark and final newline.
    pub(super) fn finish(self, mut body: String) -> String {
        match self.final_newline {
            Some(true) if !body.is_empty() && !body.ends_with('\n') => {
                body.push_str(self.ending());
            }
            Some(false) if body.ends_with('\n') => {
                body.pop();
                if body.ends_with('\r') {
                    body.pop();
                }
            }
            _ => {}
        }
        if self.bom {
            body.insert(0, BOM);
        }
        body
    }
}

/// The text without its mark.
pub(super) fn without_bom(text: &str) -> &str {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// The text with `\n` for every `\r\n`.
pub(super) fn to_lf(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// A whole new text in the look of the old one. Lines that stay keep their very ending, so that a
/// file of mixed endings changes only where it was changed.
pub(super) fn conform(old: &str, new: &str) -> String {
    let style = Style::of(old);
    let body = style.with_endings(without_bom(new));
    let old_lines: Vec<&str> = without_bom(old).split_inclusive('\n').collect();
    let new_lines: Vec<&str> = body.split_inclusive('\n').collect();
    let mut out = String::with_capacity(body.len());
    let mut push = |lines: Option<&[&str]>| {
        for line in lines.unwrap_or_default() {
            // A line that was the last one, without an ending, may have moved up.
            if !out.is_empty() && !out.ends_with('\n') {
                out.push_str(style.ending());
            }
            out.push_str(line);
        }
    };
    let mut stays = 0;
    for span in spans_between(&bare(&old_lines), &bare(&new_lines)) {
        push(old_lines.get(stays..span.old.start));
        push(new_lines.get(span.new));
        stays = span.old.end;
    }
    push(old_lines.get(stays..));
    style.finish(out)
}

/// The lines without their endings.
fn bare<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    lines
        .iter()
        .map(|line| line.trim_end_matches(['\n', '\r']))
        .collect()
}
