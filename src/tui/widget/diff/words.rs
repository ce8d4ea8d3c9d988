//! Pairing of removed with added lines, and the words in which they differ.

use std::ops::Range;

use super::{Entry, Line};
use protocol::change::DiffLineKind;
use review::hunks::spans_between;

/// Longer lines are not compared word by word.
const LONGEST: usize = 1_000;
/// Lines that have less in common than this are two lines, not one that was changed.
const ALIKE: f32 = 0.4;

/// Pairs the lines of each run of removed lines with those of the run of added lines after it.
pub(super) fn pair(entries: &mut [Entry], first: usize) {
    let kind = |entry: Option<&Entry>| match entry {
        Some(Entry::Line(line)) => Some(line.kind),
        _ => None,
    };
    let mut at = first;
    while at < entries.len() {
        let removed = entries
            .get(at..)
            .unwrap_or_default()
            .iter()
            .take_while(|entry| kind(Some(entry)) == Some(DiffLineKind::Remove))
            .count();
        let added = entries
            .get(at + removed..)
            .unwrap_or_default()
            .iter()
            .take_while(|entry| kind(Some(entry)) == Some(DiffLineKind::Add))
            .count();
        for (old, new) in pairs(
            entries,
            at..at + removed,
            at + removed..at + removed + added,
        ) {
            set_pair(entries, old, new);
            set_pair(entries, new, old);
        }
        at += (removed + added).max(1);
    }
}

/// Pairs removed with added lines: first those that differ only in white space, in order, then the
/// others between them one after the other.
fn pairs(entries: &[Entry], old: Range<usize>, new: Range<usize>) -> Vec<(usize, usize)> {
    let text = |entry: usize| match entries.get(entry) {
        Some(Entry::Line(line)) => without_space(line.source()),
        _ => String::new(),
    };
    let texts = |range: Range<usize>| range.map(text).collect::<Vec<_>>();
    let (old_texts, new_texts) = (texts(old.clone()), texts(new.clone()));
    let spans = spans_between(&slices(&old_texts), &slices(&new_texts));
    let (mut at, mut other) = (old.start, new.start);
    let mut found = Vec::new();
    for span in spans {
        let first = old.start + span.old.start;
        found.extend((at..first).zip(other..));
        let (inner_old, inner_new) = (first..old.start + span.old.end, new.start + span.new.start);
        found.extend(inner_old.zip(inner_new..new.start + span.new.end));
        (at, other) = (old.start + span.old.end, new.start + span.new.end);
    }
    found.extend((at..old.end).zip(other..new.end));
    found
}

fn slices(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

fn without_space(line: &str) -> String {
    line.chars()
        .filter(|letter| !letter.is_whitespace())
        .collect()
}

fn set_pair(entries: &mut [Entry], of: usize, with: usize) {
    if let Some(Entry::Line(Line { pair, .. })) = entries.get_mut(of) {
        *pair = Some(with);
    }
}

/// Returns the byte ranges of `own` that are not in `other`. Empty if the lines are too long
/// or too different.
pub fn changed(own: &str, other: &str) -> Vec<(usize, usize)> {
    if own.len() > LONGEST || other.len() > LONGEST {
        return Vec::new();
    }
    let (old, new) = (words(other), words(own));
    let spans = spans_between(&old, &new);
    let added: usize = spans.iter().map(|span| span.new.len()).sum();
    let common = new.len() - added;
    if 2.0 * common as f32 / ((old.len() + new.len()).max(1) as f32) < ALIKE {
        return Vec::new();
    }
    let bytes_of = |words: &[&str]| words.iter().map(|word| word.len()).sum::<usize>();
    let upto = |word: usize| bytes_of(new.get(..word).unwrap_or_default());
    spans
        .iter()
        .filter(|span| !span.new.is_empty())
        .map(|span| (upto(span.new.start), upto(span.new.end)))
        .collect()
}

/// Splits code into words: runs of letters, digits and `_`, runs of spaces, and every other
/// character by itself.
fn words(line: &str) -> Vec<&str> {
    #[derive(PartialEq, Clone, Copy)]
    enum Kind {
        Word,
        Space,
        Other,
    }
    let mut words = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in line.char_indices() {
        let kind = if c.is_alphanumeric() || c == '_' {
            Kind::Word
        } else if c == ' ' {
            Kind::Space
        } else {
            Kind::Other
        };
        if before.is_some_and(|before| before != kind || kind == Kind::Other) {
            words.extend(line.get(start..at));
            start = at;
        }
        before = Some(kind);
    }
    words.extend(line.get(start..).filter(|rest| !rest.is_empty()));
    words
}
