//! Where a text breaks into rows of a given width: by grapheme, at blanks where there are any.
//!
//! Pure. Serves the editor and the texts of the confirmation bar.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// One row: the bytes of the text in it, and whether it begins a line of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its bytes, without the line break.
    pub bytes: Range<usize>,
    /// Number of the line that it is part of, from 0.
    pub line: usize,
}

/// The rows of `text` at `width` columns (at least 1). There is always one.
pub fn rows(text: &str, width: usize) -> Vec<Row> {
    let width = width.max(1);
    let mut rows = Vec::new();
    let mut start = 0;
    for (line, part) in text.split('\n').enumerate() {
        wrap_line(part, start, line, width, &mut rows);
        start += part.len() + 1;
    }
    rows
}

fn wrap_line(part: &str, offset: usize, line: usize, width: usize, rows: &mut Vec<Row>) {
    let (mut begin, mut used, mut blank) = (0, 0, None);
    for (index, grapheme) in part.grapheme_indices(true) {
        let columns = grapheme.width();
        if used + columns > width && index > begin {
            let end = blank.unwrap_or(index);
            rows.push(Row {
                bytes: offset + begin..offset + end,
                line,
            });
            used = part.get(end..index).map_or(0, UnicodeWidthStr::width);
            begin = end;
            blank = None;
        }
        used += columns;
        if grapheme == " " {
            blank = Some(index + grapheme.len());
        }
    }
    rows.push(Row {
        bytes: offset + begin..offset + part.len(),
        line,
    });
}

/// The row and the column at which an offset stands.
pub fn locate(text: &str, rows: &[Row], at: usize) -> (usize, usize) {
    let row = rows
        .iter()
        .rposition(|row| row.bytes.start <= at)
        .unwrap_or(0);
    let column = rows
        .get(row)
        .and_then(|found| text.get(found.bytes.start..at.min(found.bytes.end)))
        .map_or(0, UnicodeWidthStr::width);
    (row, column)
}
