//! The formatting of a text file that a write must preserve: byte order mark, line ending, final
//! newline. Models write `\n`; the file's own ending replaces it.

use review::hunks::spans_between;

/// Byte order mark.
const BOM: char = '\u{feff}';

/// The formatting of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    bom: bool,
    crlf: bool,
    /// Whether the file ends with a newline; `None` for a file without any line,
    /// which says nothing.
    final_newline: Option<bool>,
}

impl Style {
    /// Detects the formatting of a text.
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

    /// Returns the file's line ending.
    pub(super) fn ending(self) -> &'static str {
        if self.crlf { "\r\n" } else { "\n" }
    }

    /// Converts a model's text to the file's line ending and changes nothing else.
    pub(super) fn with_endings(self, text: &str) -> String {
        let plain = to_lf(text);
        if self.crlf {
            plain.replace('\n', "\r\n")
        } else {
            plain
        }
    }

    /// Converts a model's text to whole lines of the file.
    pub(super) fn as_lines(self, text: &str) -> String {
        let mut lines = self.with_endings(text);
        if !lines.is_empty() && !lines.ends_with('\n') {
            lines.push_str(self.ending());
        }
        lines
    }

    /// Adds the file's byte order mark and final newline to a body without a mark.
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

/// Returns the text without its byte order mark.
pub(super) fn without_bom(text: &str) -> &str {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// Replaces every `\r\n` by `\n`.
pub(super) fn to_lf(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// Converts a complete new text to the formatting of the old one. Unchanged lines keep their exact
/// ending, so that a file of mixed endings changes only where it was edited.
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

/// Returns the lines without their endings.
fn bare<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    lines
        .iter()
        .map(|line| line.trim_end_matches(['\n', '\r']))
        .collect()
}
