//! Diffs texts without a history within a time budget. Returns a minimal diff if the search
//! finishes in time, else a coarse one based on common ends and on lines that occur only once
//! in each text.

use std::collections::HashMap;
use std::ops::Range;
use std::time::{Duration, Instant};

use similar::DiffTag;

use super::hunks::{Span, ops_between};

/// Quality of a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// As small as the search can make the diff.
    Full,
    /// The search ran out of time.
    Coarse,
}

/// Returns the ranges in which two lists of lines differ, top to bottom. Ranges never touch.
pub fn quick_spans(old: &[&str], new: &[&str], budget: Duration) -> (Vec<Span>, Effort) {
    let deadline = Instant::now().checked_add(budget);
    let equal = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let head = old.iter().zip(new).take_while(equal).count();
    let most = old.len().min(new.len()) - head;
    let ends = old.iter().rev().zip(new.iter().rev());
    let tail = ends.take(most).take_while(equal).count();
    let (from, to) = (head..old.len() - tail, head..new.len() - tail);
    if from.is_empty() || to.is_empty() {
        return (joined([(from, to)]), Effort::Full);
    }
    // Number the lines first: the search compares numbers many times, but each line only once.
    let mut known = HashMap::new();
    let old = numbers(old.get(from).unwrap_or_default(), &mut known);
    let new = numbers(new.get(to).unwrap_or_default(), &mut known);
    let shift = |range: Range<usize>| range.start + head..range.end + head;
    let ops = ops_between(&old, &new, deadline);
    let is_late = deadline.is_none_or(|deadline| Instant::now() >= deadline);
    if !is_late {
        let changed = ops.iter().filter(|op| op.tag() != DiffTag::Equal);
        let spans = changed.map(|op| (shift(op.old_range()), shift(op.new_range())));
        return (joined(spans), Effort::Full);
    }
    let spans = by_anchors(&old, &new).into_iter();
    let spans = spans.map(|(old, new)| (shift(old), shift(new)));
    (joined(spans), Effort::Coarse)
}

fn numbers<'a>(lines: &[&'a str], known: &mut HashMap<&'a str, u32>) -> Vec<u32> {
    lines
        .iter()
        .map(|line| {
            let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
            *known.entry(line).or_insert(next)
        })
        .collect()
}

/// Returns the ranges between lines that occur exactly once in each list and in the same order.
fn by_anchors(old: &[u32], new: &[u32]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut spans = Vec::new();
    let (mut from, mut to) = (0, 0);
    let ends = std::iter::once((old.len(), new.len()));
    for (old_at, new_at) in anchors(old, new).into_iter().chain(ends) {
        if old_at < from || new_at < to {
            continue;
        }
        let gap = (from..old_at, to..new_at);
        let left = old.get(gap.0.clone()).unwrap_or_default();
        let right = new.get(gap.1.clone()).unwrap_or_default();
        let equal = |pair: &(&u32, &u32)| pair.0 == pair.1;
        let head = left.iter().zip(right).take_while(equal).count();
        let most = left.len().min(right.len()) - head;
        let ends = left.iter().rev().zip(right.iter().rev());
        let tail = ends.take(most).take_while(equal).count();
        spans.push((
            gap.0.start + head..gap.0.end - tail,
            gap.1.start + head..gap.1.end - tail,
        ));
        (from, to) = (old_at + 1, new_at + 1);
    }
    spans
}

/// Returns the lines that occur exactly once in each list, as many as are in the same order.
fn anchors(old: &[u32], new: &[u32]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<u32, (usize, usize, usize)> = HashMap::new();
    for line in old {
        seen.entry(*line).or_default().0 += 1;
    }
    for (at, line) in new.iter().enumerate() {
        let seen = seen.entry(*line).or_default();
        seen.1 += 1;
        seen.2 = at;
    }
    let once = old.iter().enumerate().filter_map(|(at, line)| {
        let (in_old, in_new, there) = seen.get(line)?;
        (*in_old == 1 && *in_new == 1).then_some((at, *there))
    });
    longest_in_order(&once.collect::<Vec<_>>())
}

/// Returns the longest subset of pairs that ascends in both the first and the second
/// element (patience sorting).
fn longest_in_order(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // `ends` holds, for each length, the pair that ends a sequence of that length earliest;
    // `before` holds each pair's predecessor.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (number, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs.get(*end).map_or(0, |pair| pair.1) < pair.1);
        before.push(
            length
                .checked_sub(1)
                .and_then(|last| ends.get(last).copied()),
        );
        match ends.get_mut(length) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
    }
    let mut row = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        row.extend(pairs.get(at));
        next = before.get(at).copied().flatten();
    }
    row.reverse();
    row
}

fn joined(ranges: impl IntoIterator<Item = (Range<usize>, Range<usize>)>) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for (old, new) in ranges {
        if old.is_empty() && new.is_empty() {
            continue;
        }
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
