//! Grapheme clusters and words of a line.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// Class of a cluster for finding words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Blank,
    Sign,
}

fn kind(cluster: &str) -> Kind {
    match cluster.chars().next() {
        Some(c) if c.is_alphanumeric() || c == '_' => Kind::Letter,
        Some(c) if c.is_whitespace() => Kind::Blank,
        _ => Kind::Sign,
    }
}

/// Returns the start of the cluster that contains a byte; the end of the text if the byte
/// is after it.
pub fn floor(text: &str, byte: usize) -> usize {
    if byte >= text.len() {
        return text.len();
    }
    let starts = text.grapheme_indices(true).map(|(at, _)| at);
    starts.take_while(|at| *at <= byte).last().unwrap_or(0)
}

/// Returns the end of the cluster at a byte.
pub fn cluster_end(text: &str, byte: usize) -> usize {
    let start = floor(text, byte);
    let cluster = text
        .get(start..)
        .and_then(|rest| rest.graphemes(true).next());
    start + cluster.map_or(0, str::len)
}

/// Returns the start of the cluster before a byte.
pub(super) fn cluster_before(text: &str, byte: usize) -> Option<usize> {
    let before = text.get(..floor(text, byte))?;
    before.grapheme_indices(true).next_back().map(|(at, _)| at)
}

/// Returns the word around a byte: letters, digits and `_`; or the run of blanks or of
/// other characters there.
pub fn word_at(text: &str, byte: usize) -> Range<usize> {
    let byte = match floor(text, byte) {
        // A position after the end means the last word.
        at if at == text.len() => cluster_before(text, at).unwrap_or(at),
        at => at,
    };
    let mut word = byte..byte;
    let mut meant = None;
    for (at, cluster) in text.grapheme_indices(true) {
        let here = (at, at + cluster.len());
        if at <= byte && meant != Some(kind(cluster)) {
            word = here.0..here.1;
            meant = Some(kind(cluster));
        } else if meant == Some(kind(cluster)) {
            word.end = here.1;
        } else {
            break;
        }
    }
    word
}

/// Returns the start of the next word after a byte.
pub(super) fn word_after(text: &str, byte: usize) -> Option<usize> {
    let mut before = None;
    for (at, cluster) in text.grapheme_indices(true) {
        let here = kind(cluster);
        if at > byte && here != Kind::Blank && before.is_some_and(|before| before != here) {
            return Some(at);
        }
        before = Some(here);
    }
    None
}

/// Returns the start of the word before a byte.
pub(super) fn word_before(text: &str, byte: usize) -> Option<usize> {
    let mut found = None;
    let mut before = Kind::Blank;
    for (at, cluster) in text.grapheme_indices(true) {
        if at >= byte {
            break;
        }
        let here = kind(cluster);
        if here != Kind::Blank && here != before {
            found = Some(at);
        }
        before = here;
    }
    found
}

/// Returns the first nonblank byte of a line.
pub(super) fn first_ink(text: &str) -> usize {
    text.len() - text.trim_start().len()
}
