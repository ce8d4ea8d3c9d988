//! Computes where a motion of the cursor ends: by grapheme, by word, by line. Pure over
//! text and offset.
//!
//! A chip of a folded paste counts as one grapheme; the caller passes the chips' spans.
//! Called by `line_edit`.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// Returns the start of the grapheme before `at`, which may be a chip.
pub fn left(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    if let Some(chip) = chips.iter().find(|chip| chip.start < at && at <= chip.end) {
        return chip.start;
    }
    text.get(..at)
        .and_then(|before| before.grapheme_indices(true).next_back())
        .map_or(0, |(index, _)| index)
}

/// Returns the end of the grapheme after `at`, which may be a chip.
pub fn right(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    if let Some(chip) = chips.iter().find(|chip| chip.start <= at && at < chip.end) {
        return chip.end;
    }
    text.get(at..)
        .and_then(|after| after.graphemes(true).next())
        .map_or(text.len(), |grapheme| at + grapheme.len())
}

/// Returns the start of the word before `at`: moves back over everything that is no letter or
/// digit, then over letters and digits.
pub fn word_left(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    let start = back_while(text, at, |c| !c.is_alphanumeric());
    outside(
        chips,
        back_while(text, start, char::is_alphanumeric),
        Side::Before,
    )
}

/// Returns the end of the word after `at`.
pub fn word_right(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    let start = forward_while(text, at, |c| !c.is_alphanumeric());
    outside(
        chips,
        forward_while(text, start, char::is_alphanumeric),
        Side::Behind,
    )
}

/// Returns the start of the run of non-whitespace characters before `at`, the word as
/// Ctrl+W sees it.
pub fn blank_word_left(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    let start = back_while(text, at, char::is_whitespace);
    outside(
        chips,
        back_while(text, start, |c| !c.is_whitespace()),
        Side::Before,
    )
}

/// Returns the start of the line that holds `at`.
pub fn line_start(text: &str, at: usize) -> usize {
    text.get(..at)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |index| index + 1)
}

/// Returns the end of the line that holds `at`, before its line break.
pub fn line_end(text: &str, at: usize) -> usize {
    text.get(at..)
        .and_then(|after| after.find('\n'))
        .map_or(text.len(), |index| at + index)
}

/// Returns the same column one line up; `None` on the first line.
pub fn up(text: &str, at: usize) -> Option<usize> {
    let start = line_start(text, at);
    let above = start.checked_sub(1)?;
    let target = line_start(text, above);
    Some(at_column(text, target, above, column(text, start, at)))
}

/// Returns the same column one line down; `None` on the last line.
pub fn down(text: &str, at: usize) -> Option<usize> {
    let end = line_end(text, at);
    let target = (end < text.len()).then_some(end + 1)?;
    let column = column(text, line_start(text, at), at);
    Some(at_column(text, target, line_end(text, target), column))
}

#[derive(Clone, Copy)]
enum Side {
    Before,
    Behind,
}

/// Moves an offset inside a chip to the chip's edge.
fn outside(chips: &[Range<usize>], at: usize, side: Side) -> usize {
    match chips.iter().find(|chip| chip.start < at && at < chip.end) {
        Some(chip) => match side {
            Side::Before => chip.start,
            Side::Behind => chip.end,
        },
        None => at,
    }
}

fn back_while(text: &str, at: usize, keep: impl Fn(char) -> bool) -> usize {
    text.get(..at)
        .map_or(0, |before| before.trim_end_matches(keep).len())
}

fn forward_while(text: &str, at: usize, keep: impl Fn(char) -> bool) -> usize {
    text.get(at..).map_or(text.len(), |after| {
        text.len() - after.trim_start_matches(keep).len()
    })
}

fn column(text: &str, start: usize, at: usize) -> usize {
    text.get(start..at)
        .map_or(0, |part| part.graphemes(true).count())
}

fn at_column(text: &str, start: usize, end: usize, column: usize) -> usize {
    text.get(start..end).map_or(end, |line| {
        line.grapheme_indices(true)
            .nth(column)
            .map_or(end, |(index, _)| start + index)
    })
}

/// Makes the first letter uppercase and the others lowercase.
pub fn capitalised(text: &str) -> String {
    let mut inside = false;
    text.chars()
        .flat_map(|character| {
            let first = !inside && character.is_alphanumeric();
            inside = inside || first;
            let changed: Vec<char> = if first {
                character.to_uppercase().collect()
            } else {
                character.to_lowercase().collect()
            };
            changed
        })
        .collect()
}
