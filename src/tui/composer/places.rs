//! Places in the lines of the text area, as byte offsets of the whole text. Pure.

use std::ops::Range;

/// Returns the byte offset of a row and a column, which counts characters.
pub(super) fn offset_of(lines: &[String], (row, column): (usize, usize)) -> usize {
    let start = line_of(lines, row).start;
    let inside = lines.get(row).map_or(0, |line| {
        line.char_indices()
            .nth(column)
            .map_or(line.len(), |(index, _)| index)
    });
    start + inside
}

/// Returns the row and the column of a byte offset; an offset past the end means the end.
pub(super) fn place_of(lines: &[String], offset: usize) -> (usize, usize) {
    let mut left = offset;
    let mut last = (0, 0);
    for (row, line) in lines.iter().enumerate() {
        if left <= line.len() {
            let before = line.char_indices().take_while(|(index, _)| *index < left);
            return (row, before.count());
        }
        left -= line.len() + 1;
        last = (row, line.chars().count());
    }
    last
}

/// Returns the bytes of a row, without its line break.
pub(super) fn line_of(lines: &[String], row: usize) -> Range<usize> {
    let start = lines.iter().take(row).map(|line| line.len() + 1).sum();
    start..start + lines.get(row).map_or(0, String::len)
}
