//! Text that is copied from a selection: the source, without anything that exists only
//! on the screen.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::{Form, LineText, Selection, TextView, Way};
use crate::widget::markdown::BAR;
use client::text::{cluster_width, visible, width_of};

/// Maximum number of copied bytes.
const MOST: usize = 8 * 1024 * 1024;

/// A text for the clipboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedText {
    pub text: String,
    /// Number of lines in the text.
    pub lines: usize,
    /// Whether the text contains the whole selection; false if lines were not available.
    pub whole: bool,
}

/// Returns the text of a selection.
pub fn copied(view: &mut dyn TextView, picked: &Selection) -> CopiedText {
    let mut out = CopiedText {
        text: String::new(),
        lines: 0,
        whole: true,
    };
    let mut at = picked.from.line;
    loop {
        if out.lines > 0 {
            out.text.push('\n');
        }
        out.lines += 1;
        match (view.line(at), picked.of_line(at)) {
            (Some(line), Some((start, end, _))) => {
                let end = end.min(line.shown.len());
                out.text.push_str(&part(&line, start.min(end)..end));
            }
            _ => out.whole = false,
        }
        if at >= picked.to.line {
            return out;
        }
        match view.beside(at, Way::Down).filter(|_| out.text.len() < MOST) {
            Some(next) => at = next,
            None => {
                out.whole = false;
                return out;
            }
        }
    }
}

/// Returns a part of a line as it is in the source.
fn part(line: &LineText, shown: Range<usize>) -> String {
    let text = match &line.raw {
        Some(raw) => raw.get(in_source(raw, &line.shown, shown)),
        None => line.shown.get(shown),
    };
    let text = text.unwrap_or_default();
    match line.form {
        Form::Plain => text.to_owned(),
        Form::Cells => {
            let cells: Vec<&str> = text.split(BAR.trim()).map(str::trim).collect();
            cells.join("\t")
        }
    }
}

/// Maps a part of a drawn line to bytes of the source: the screen shows a tab as blanks and an
/// invisible character as a token.
fn in_source(raw: &str, shown: &str, part: Range<usize>) -> Range<usize> {
    if part.start == 0 && part.end >= shown.len() {
        return 0..raw.len();
    }
    let (mut byte, mut column) = (0, 0);
    let mut found = raw.len()..raw.len();
    let mut begun = false;
    for (at, cluster) in raw.grapheme_indices(true) {
        // A tab extends to the next tab stop, so the line is measured from its beginning.
        let (length, columns) = match cluster {
            "\t" => {
                let columns = width_of(&visible(&format!("{}\t", " ".repeat(column)))) - column;
                (columns, columns)
            }
            cluster => {
                let drawn = visible(cluster);
                let columns = if drawn.as_ref() == cluster {
                    cluster_width(cluster)
                } else {
                    width_of(&drawn)
                };
                (drawn.len(), columns)
            }
        };
        let end = byte + length;
        if !begun && end > part.start && part.start < part.end {
            begun = true;
            found = at..at;
        }
        if begun && byte < part.end {
            found.end = at + cluster.len();
        }
        byte = end;
        column += columns;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_and_what_cannot_be_seen_are_copied_as_they_are_in_the_source() {
        let raw = "\tif x {\t// a\u{202e}b";
        let shown = visible(raw).into_owned();
        assert_eq!(shown, "    if x {  // a<U+202E>b");
        let whole = 0..shown.len();
        assert_eq!(&raw[in_source(raw, &shown, whole)], raw);
        // A part of a tab maps to the tab; a part of a token maps to the character it replaces.
        assert_eq!(&raw[in_source(raw, &shown, 2..6)], "\tif");
        assert_eq!(&raw[in_source(raw, &shown, 4..6)], "if");
        assert_eq!(&raw[in_source(raw, &shown, 11..14)], "\t//");
        assert_eq!(&raw[in_source(raw, &shown, 17..19)], "\u{202e}");
        assert_eq!(&raw[in_source(raw, &shown, 4..4)], "");
    }
}
