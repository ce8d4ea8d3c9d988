//! Compares two lines word by word: their similarity and their differing words.

use std::ops::Range;

use similar::DiffTag;
use unicode_segmentation::UnicodeSegmentation;

use crate::hunks::ops_between;

/// Maximum number of tokens of a line to compare.
const MOST_TOKENS: usize = 400;

/// Maximum share of both lines that may differ, in percent. Above it, marks would be noise.
const MOST_CHANGED: usize = 60;

/// Marks that are fewer bytes apart than this are merged.
const GAP: usize = 3;

/// Splits a text into words, runs of spaces and single signs. Tokens never split a grapheme.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut last = Class::Sign;
    for (at, grapheme) in text.grapheme_indices(true) {
        let class = Class::of(grapheme);
        let end = at + grapheme.len();
        let is_full = out.len() == MOST_TOKENS;
        match out.last_mut() {
            Some(token) if class == last && class != Class::Sign => token.end = end,
            _ if is_full => break,
            _ => out.push(at..end),
        }
        last = class;
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Space,
    Sign,
}

impl Class {
    fn of(grapheme: &str) -> Self {
        match grapheme.chars().next() {
            Some(first) if first.is_alphanumeric() || first == '_' => Self::Word,
            Some(first) if first.is_whitespace() => Self::Space,
            _ => Self::Sign,
        }
    }
}

/// The words and signs of a line, in an order that two lines share.
#[derive(Debug, Clone)]
pub(super) struct Bag<'a> {
    words: Vec<&'a str>,
    bytes: usize,
}

impl<'a> Bag<'a> {
    /// Collects the words and signs of a line.
    pub(super) fn of(line: &'a str) -> Self {
        let tokens = tokens(line);
        let mut words: Vec<&str> = tokens
            .into_iter()
            .filter_map(|token| line.get(token))
            .filter(|token| !token.trim().is_empty())
            .collect();
        words.sort_unstable();
        let bytes = words.iter().map(|word| word.len()).sum();
        Self { words, bytes }
    }

    /// Returns whether at least two fifths of both lines are the same words. Blank lines are alike.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let (mut left, mut right) = (self.words.iter().peekable(), other.words.iter().peekable());
        let mut common = 0_usize;
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => _ = left.next(),
                std::cmp::Ordering::Greater => _ = right.next(),
                std::cmp::Ordering::Equal => {
                    common += a.len();
                    left.next();
                    right.next();
                }
            }
        }
        common * 2 * 100 >= (self.bytes + other.bytes) * (100 - MOST_CHANGED)
    }
}

/// Byte ranges in a line.
pub(super) type Marks = Vec<(u32, u32)>;

/// Returns the differing words of the old and of the new line. Both are empty if too much differs.
pub(super) fn marks(old: &str, new: &str) -> (Marks, Marks) {
    let (old_tokens, new_tokens) = (tokens(old), tokens(new));
    let texts = |line: &str, tokens: &[Range<usize>]| -> Vec<String> {
        tokens
            .iter()
            .map(|token| line.get(token.clone()).unwrap_or_default().to_owned())
            .collect()
    };
    let (before, after) = (texts(old, &old_tokens), texts(new, &new_tokens));
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for op in ops_between(&before, &after, None) {
        if op.tag() != DiffTag::Equal {
            gone.extend(bytes(&old_tokens, op.old_range()));
            come.extend(bytes(&new_tokens, op.new_range()));
        }
    }
    // Text beyond the last compared token is marked if it differs.
    let rest = |tokens: &[Range<usize>], line: &str| {
        let seen = tokens.last().map_or(0, |last| last.end);
        (seen < line.len()).then_some(seen..line.len())
    };
    let (old_rest, new_rest) = (rest(&old_tokens, old), rest(&new_tokens, new));
    let text = |line: &str, range: &Option<Range<usize>>| {
        let range = range.clone()?;
        line.get(range).map(str::to_owned)
    };
    if text(old, &old_rest) != text(new, &new_rest) {
        gone.extend(old_rest);
        come.extend(new_rest);
    }
    let changed = |marks: &[Range<usize>]| marks.iter().map(Range::len).sum::<usize>();
    let share = (changed(&gone) + changed(&come)) * 100;
    if share > (old.len() + new.len()) * MOST_CHANGED {
        return (Vec::new(), Vec::new());
    }
    (joined(gone), joined(come))
}

fn bytes(tokens: &[Range<usize>], range: Range<usize>) -> Option<Range<usize>> {
    let tokens = tokens.get(range)?;
    Some(tokens.first()?.start..tokens.last()?.end)
}

fn joined(marks: Vec<Range<usize>>) -> Marks {
    let mut out: Vec<Range<usize>> = Vec::new();
    for mark in marks {
        match out.last_mut() {
            Some(last) if mark.start < last.end + GAP => last.end = mark.end,
            _ => out.push(mark),
        }
    }
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    out.into_iter()
        .map(|mark| (number(mark.start), number(mark.end)))
        .collect()
}

/// Returns whether two lines are equal except for white space.
pub fn same_but_for_space(old: &str, new: &str) -> bool {
    let signs = |line: &'_ str| -> Vec<char> {
        line.chars()
            .filter(|letter| !letter.is_whitespace())
            .collect()
    };
    old == new || signs(old) == signs(new)
}

#[cfg(test)]
mod tests;
