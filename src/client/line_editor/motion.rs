//! Computes where a motion of the cursor ends: by grapheme cluster and by word. Pure over text and
//! offset.
//!
//! A chip, such as a folded paste, counts as one cluster; the caller passes the chips' spans.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// Returns the start of the cluster before `at`, which may be a chip.
pub(super) fn cluster_left(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    if let Some(chip) = chips.iter().find(|chip| chip.start < at && at <= chip.end) {
        return chip.start;
    }
    text.get(..at)
        .and_then(|before| before.grapheme_indices(true).next_back())
        .map_or(0, |(index, _)| index)
}

/// Returns the end of the cluster after `at`, which may be a chip.
pub fn cluster_right(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    if let Some(chip) = chips.iter().find(|chip| chip.start <= at && at < chip.end) {
        return chip.end;
    }
    text.get(at..)
        .and_then(|after| after.graphemes(true).next())
        .map_or(text.len(), |grapheme| at + grapheme.len())
}

/// Returns the start of the word before `at`: moves back over everything that is no letter or
/// digit, then over letters and digits.
pub(super) fn word_left(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    let start = back_while(text, at, |c| !c.is_alphanumeric());
    outside(
        chips,
        back_while(text, start, char::is_alphanumeric),
        Side::Before,
    )
}

/// Returns the end of the word after `at`.
pub(super) fn word_right(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    let start = forward_while(text, at, |c| !c.is_alphanumeric());
    outside(
        chips,
        forward_while(text, start, char::is_alphanumeric),
        Side::Behind,
    )
}

/// Returns the start of the run of non-whitespace characters before `at`, the word as
/// Ctrl+W sees it.
pub(super) fn blank_word_left(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    let start = back_while(text, at, char::is_whitespace);
    outside(
        chips,
        back_while(text, start, |c| !c.is_whitespace()),
        Side::Before,
    )
}

/// Returns `at`, or the end of the cluster or chip that it is inside of.
pub fn boundary(text: &str, chips: &[Range<usize>], at: usize) -> usize {
    let end = cluster_right(text, chips, at);
    if cluster_left(text, chips, end) < at {
        end
    } else {
        at
    }
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

/// Makes the first letter uppercase and the others lowercase.
pub(super) fn capitalised(text: &str) -> String {
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
