//! Breaks a text into rows of a given width: by grapheme, at blanks if there are any.
//!
//! Pure. Serves the editor and the texts of the confirmation bar. Typed text may hold invisible
//! characters: each takes the columns of the token that is drawn for it, see [`shown`].

use std::borrow::Cow;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use client::text::{cluster_width, is_plain, visible, width_of};

/// A row: its bytes of the text, and the line that they belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Byte range of the row, without the line break.
    pub bytes: Range<usize>,
    /// Number of the line that the row is part of, from 0.
    pub line: usize,
}

/// Returns a part of a typed text as drawn: a tab becomes one blank, and an invisible character
/// becomes a token.
pub fn shown(part: &str) -> Cow<'_, str> {
    if part.contains('\t') {
        return Cow::Owned(visible(&part.replace('\t', " ")).into_owned());
    }
    visible(part)
}

/// Returns the columns that a part of a typed text takes when drawn.
pub fn shown_width(part: &str) -> usize {
    width_of(&shown(part))
}

/// Returns the columns of one cluster of a typed text.
fn columns_of(cluster: &str) -> usize {
    match shown(cluster) {
        Cow::Borrowed(cluster) => cluster_width(cluster),
        Cow::Owned(token) => width_of(&token),
    }
}

/// Returns the rows of `text` at `width` columns (at least 1). There is always one.
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
    let mut begin = 0;
    if is_plain(part) {
        // Every byte is one column, so nothing needs to be counted.
        while part.len() - begin > width {
            let head = part.get(begin..begin + width).unwrap_or_default();
            let end = begin + head.rfind(' ').map_or(width, |blank| blank + 1);
            rows.push(Row {
                bytes: offset + begin..offset + end,
                line,
            });
            begin = end;
        }
    } else {
        let (mut used, mut blank): (usize, Option<usize>) = (0, None);
        for (index, grapheme) in part.grapheme_indices(true) {
            let columns = columns_of(grapheme);
            while used + columns > width && index > begin {
                let end = blank.take().unwrap_or(index);
                rows.push(Row {
                    bytes: offset + begin..offset + end,
                    line,
                });
                used = part.get(end..index).map_or(0, shown_width);
                begin = end;
            }
            used += columns;
            if grapheme == " " {
                blank = Some(index + grapheme.len());
            }
        }
    }
    rows.push(Row {
        bytes: offset + begin..offset + part.len(),
        line,
    });
}

/// Returns the row and the column of an offset.
pub fn locate(text: &str, rows: &[Row], at: usize) -> (usize, usize) {
    let row = rows
        .partition_point(|row| row.bytes.start <= at)
        .saturating_sub(1);
    let column = rows
        .get(row)
        .and_then(|found| text.get(found.bytes.start..at.min(found.bytes.end)))
        .map_or(0, shown_width);
    (row, column)
}

/// Returns the byte at a column of a row; the end of the text if there is no such row.
pub fn byte_at(text: &str, rows: &[Row], row: usize, column: usize) -> usize {
    let Some(found) = rows.get(row) else {
        return text.len();
    };
    let part = text.get(found.bytes.clone()).unwrap_or_default();
    let mut at = 0;
    for (byte, cluster) in part.grapheme_indices(true) {
        at += columns_of(cluster);
        if column < at {
            return found.bytes.start + byte;
        }
    }
    let goes_on = rows
        .get(row + 1)
        .is_some_and(|next| next.line == found.line);
    let last = part.grapheme_indices(true).next_back();
    match (goes_on, last) {
        // The place behind the last cluster is the beginning of the next row.
        (true, Some((byte, _))) => found.bytes.start + byte,
        _ => found.bytes.end,
    }
}
