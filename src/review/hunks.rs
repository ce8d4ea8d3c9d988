//! Finds the hunks of a change, splits those that are too large to review as one, and applies any
//! choice of them. Lines keep their endings, so the bytes are reproduced exactly.
//!
//! Makes no decisions about hunks, see `replay`. The tools call this when they plan a change.

#[cfg(test)]
mod tests;

use std::hash::Hash;
use std::time::{Duration, Instant};

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, DiffTag};

use super::log::split_lines;
use protocol::change::{Hunk, HunkState};
use protocol::ids::HunkId;

/// Time limit of the search for a small diff. After that, a larger diff is accepted.
const DIFF_TIME: Duration = Duration::from_millis(500);

/// Maximum size of a hunk, deleted and inserted lines taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HunkLimits {
    pub max_lines: usize,
    pub max_bytes: usize,
}

impl Default for HunkLimits {
    fn default() -> Self {
        Self {
            max_lines: 80,
            max_bytes: 8_192,
        }
    }
}

/// Returns the lines of a text, each with its ending.
pub fn lines_of(text: &str) -> Vec<&str> {
    split_lines(text).collect()
}

/// Part of a change: a range of old lines (from 0) that a range of new lines replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub old: std::ops::Range<usize>,
    pub new: std::ops::Range<usize>,
}

/// Returns the ranges in which two lists of lines differ, top to bottom. Ranges never touch.
pub fn spans_between(old: &[&str], new: &[&str]) -> Vec<Span> {
    let deadline = Instant::now().checked_add(DIFF_TIME);
    let mut spans: Vec<Span> = Vec::new();
    for op in ops_between(old, new, deadline) {
        if op.tag() == DiffTag::Equal {
            continue;
        }
        let (old, new) = (op.old_range(), op.new_range());
        match spans.last_mut() {
            Some(last) if last.old.end == old.start && last.new.end == new.start => {
                last.old.end = old.end;
                last.new.end = new.end;
            }
            _ => spans.push(Span { old, new }),
        }
    }
    spans
}

/// Computes operations that turn one list into another: few if time allows, else any.
///
/// `capture_diff_slices` does the same, but compiles in every algorithm and not only the
/// one in use.
pub(super) fn ops_between<T: Hash + Eq>(
    old: &[T],
    new: &[T],
    deadline: Option<Instant>,
) -> Vec<DiffOp> {
    let mut found = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()) = myers::diff_deadline(&mut found, old, 0..old.len(), new, 0..new.len(), deadline);
    found.into_inner().into_inner().into_ops()
}

/// Returns the hunks that turn one text into another.
///
/// Splits hunks over the limits after blank lines, or else after lines that end a sentence. Without
/// either, a hunk stays whole and is marked as oversized.
pub fn hunks_between(
    before: &str,
    after: &str,
    limits: HunkLimits,
    next_id: &mut dyn FnMut() -> HunkId,
) -> Vec<Hunk> {
    hunks_of_edits(before, after, &[], limits, next_id)
}

/// Works like [`hunks_between`] for a change made as several edits. `edits` are the first lines
/// (old, new; from 0) of each edit; hunks over the limits are split there first.
pub fn hunks_of_edits(
    before: &str,
    after: &str,
    edits: &[(usize, usize)],
    limits: HunkLimits,
    next_id: &mut dyn FnMut() -> HunkId,
) -> Vec<Hunk> {
    let (old, new) = (lines_of(before), lines_of(after));
    let sizes = Sizes {
        old: &old,
        new: &new,
        limits,
    };
    spans_between(&old, &new)
        .into_iter()
        .flat_map(|span| sizes.split(span, edits))
        .map(|span| Hunk {
            id: next_id(),
            old_start: number(span.old.start + 1),
            old_count: number(span.old.len()),
            new_start: number(span.new.start + 1),
            inserted: slice(&new, &span.new)
                .iter()
                .map(|line| (*line).to_owned())
                .collect(),
            state: HunkState::Pending,
            written: false,
            oversized: !sizes.fits(&span),
            amends: None,
        })
        .collect()
}

/// Applies the hunks for which `keep` returns true; the lines of the others stay unchanged.
///
/// Any choice gives a text in which each kept hunk is whole and every other line is old. The hunks
/// must belong to this text; hunks beyond its end, or before the hunk above, are skipped.
pub fn apply(before: &str, hunks: &[Hunk], keep: &dyn Fn(&Hunk) -> bool) -> String {
    let old = lines_of(before);
    let mut out = String::with_capacity(before.len());
    let mut next = 0_usize;
    for hunk in hunks.iter().filter(|hunk| keep(hunk)) {
        let start = (hunk.old_start as usize).saturating_sub(1).min(old.len());
        if start < next {
            continue;
        }
        out.extend(slice(&old, &(next..start)).iter().copied());
        out.extend(hunk.inserted.iter().map(String::as_str));
        next = start.saturating_add(hunk.old_count as usize).min(old.len());
    }
    out.extend(slice(&old, &(next..old.len())).iter().copied());
    out
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn slice<'a, 'b>(lines: &'a [&'b str], range: &std::ops::Range<usize>) -> &'a [&'b str] {
    lines.get(range.clone()).unwrap_or_default()
}

/// Both texts with the limits, as input for splitting.
struct Sizes<'a> {
    old: &'a [&'a str],
    new: &'a [&'a str],
    limits: HunkLimits,
}

impl Sizes<'_> {
    fn fits(&self, span: &Span) -> bool {
        let bytes = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
        span.old.len() + span.new.len() <= self.limits.max_lines
            && bytes(slice(self.old, &span.old)) + bytes(slice(self.new, &span.new))
                <= self.limits.max_bytes
    }

    /// Splits a span at the edits in it, then at blank lines and sentences.
    fn split(&self, span: Span, edits: &[(usize, usize)]) -> Vec<Span> {
        if self.fits(&span) {
            return vec![span];
        }
        let mut parts = Vec::new();
        let mut rest = span;
        for &(old, new) in edits {
            let inside = (rest.old.start..=rest.old.end).contains(&old)
                && (rest.new.start..=rest.new.end).contains(&new)
                && (old, new) != (rest.old.start, rest.new.start)
                && (old, new) != (rest.old.end, rest.new.end);
            if inside {
                parts.push(Span {
                    old: rest.old.start..old,
                    new: rest.new.start..new,
                });
                rest = Span {
                    old: old..rest.old.end,
                    new: new..rest.new.end,
                };
            }
        }
        parts.push(rest);
        parts
            .into_iter()
            .flat_map(|part| self.split_text(part))
            .collect()
    }

    /// Cuts both sides into pieces that fit together, and pairs them in order.
    fn split_text(&self, span: Span) -> Vec<Span> {
        if self.fits(&span) {
            return vec![span];
        }
        let half = HunkLimits {
            max_lines: self.limits.max_lines / 2,
            max_bytes: self.limits.max_bytes / 2,
        };
        let side = |lines: &[&str], range: &std::ops::Range<usize>, other: usize| {
            let limits = if other == 0 { self.limits } else { half };
            cuts(slice(lines, range), limits)
        };
        let old_cuts = side(self.old, &span.old, span.new.len());
        let new_cuts = side(self.new, &span.new, span.old.len());
        let count = old_cuts.len().max(new_cuts.len());
        let at = |cuts: &[usize], range: &std::ops::Range<usize>, index: usize| {
            cuts.get(index).map_or(range.end, |cut| range.start + cut)
        };
        let mut parts = Vec::with_capacity(count);
        let (mut old, mut new) = (span.old.start, span.new.start);
        for index in 0..count {
            let old_end = at(&old_cuts, &span.old, index);
            let new_end = at(&new_cuts, &span.new, index);
            parts.push(Span {
                old: old..old_end,
                new: new..new_end,
            });
            (old, new) = (old_end, new_end);
        }
        parts
    }
}

/// Cuts a change of all these lines into pieces within the limits. Returns one piece if the change
/// is within the limits or has no place to cut.
pub(super) fn split_span(old: &[&str], new: &[&str], limits: HunkLimits) -> Vec<Span> {
    let span = Span {
        old: 0..old.len(),
        new: 0..new.len(),
    };
    Sizes { old, new, limits }.split(span, &[])
}

/// Returns whether a part of a change is within the limits.
pub(super) fn fits(old: &[&str], new: &[&str], span: &Span, limits: HunkLimits) -> bool {
    Sizes { old, new, limits }.fits(span)
}

/// Returns where to cut lines so that the pieces are within the limits, as far as there are places
/// to cut: the ends of the pieces. The last one is the end of the lines.
fn cuts(lines: &[&str], limits: HunkLimits) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut start = 0;
    while start < lines.len() {
        let rest = lines.get(start..).unwrap_or_default();
        let reach = reach(rest, limits);
        if reach >= rest.len() {
            break;
        }
        let blank = |line: &&str| line.trim().is_empty();
        let within = rest.get(..reach).unwrap_or_default();
        let beyond = rest.get(reach..).unwrap_or_default();
        // The last good place within reach, else the first one beyond it.
        let length = within
            .iter()
            .rposition(blank)
            .or_else(|| within.iter().rposition(|line| ends_sentence(line)))
            .or_else(|| {
                beyond
                    .iter()
                    .position(|line| blank(line) || ends_sentence(line))
                    .map(|index| reach + index)
            })
            .map_or(rest.len(), |index| index + 1);
        start += length;
        ends.push(start);
    }
    if ends.last() != Some(&lines.len()) && !lines.is_empty() {
        ends.push(lines.len());
    }
    ends
}

/// Returns how many lines, counted from the first, are within the limits.
fn reach(lines: &[&str], limits: HunkLimits) -> usize {
    let mut bytes = 0;
    lines
        .iter()
        .take(limits.max_lines)
        .take_while(|line| {
            bytes += line.len();
            bytes <= limits.max_bytes
        })
        .count()
}

/// Returns whether a line ends a sentence.
pub(super) fn ends_sentence(line: &str) -> bool {
    line.trim_end()
        .trim_end_matches(['"', '\'', ')', '”', '’'])
        .ends_with(['.', '!', '?', '。', '！', '？'])
}
