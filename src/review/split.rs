//! Splits a hunk so that its parts can be decided one by one. The texts that the log gives stay the
//! same as long as the parts share a state.

use std::ops::Range;

use super::choice::Choice;
use super::hunks::{HunkLimits, Span, ends_sentence, fits, split_span};
use super::log::{FileLog, split_lines};
use super::weave::{Weave, hunk_at};
use notice::{Notice, notice};
use protocol::change::{FileOperation, Hunk};
use protocol::ids::HunkId;
use protocol::review::SplitAt;

/// Reason why a hunk cannot be split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum SplitError {
    /// The log does not have the hunk.
    Unknown,
    /// The hunk inserts or deletes no more than a line.
    OneLine,
    /// The hunk deletes the whole file.
    WholeFile,
    /// The requested lines are not in the hunk.
    Lines,
    /// The requested lines are all of the hunk, or none.
    NothingLeft,
    /// The user has edited the hunk's text at some time; an undone edit stays in the log.
    Amended,
    /// Other changes were made between the hunk's lines.
    BuiltOn,
}

impl SplitError {
    /// Returns the message for the user.
    pub fn notice(self) -> Notice {
        match self {
            Self::Unknown => notice!("told-review-hunk-gone"),
            Self::OneLine => notice!("told-review-split-line"),
            Self::WholeFile => notice!("told-review-split-deletion"),
            Self::Lines => notice!("told-review-split-lines"),
            Self::NothingLeft => notice!("told-review-split-nothing"),
            Self::Amended => notice!("told-review-split-amended"),
            Self::BuiltOn => notice!("told-review-split-built"),
        }
    }
}

impl FileLog {
    /// Returns the parts of a hunk, top to bottom. Does not change the log, see
    /// [`FileLog::replace`].
    ///
    /// `Natural` splits a hunk over the limits into pieces within them, and a hunk within them into
    /// two: after the blank line nearest to the middle, or after a sentence, or in the middle.
    ///
    /// # Errors
    /// Fails if the hunk cannot be split there, or not without changing a text that was already
    /// shown.
    pub fn split(
        &self,
        hunk: HunkId,
        at: &SplitAt,
        limits: HunkLimits,
        next_id: &mut dyn FnMut() -> HunkId,
    ) -> Result<Vec<Hunk>, SplitError> {
        let place = self.place(hunk).ok_or(SplitError::Unknown)?;
        let (entry, whole) = hunk_at(self, place).ok_or(SplitError::Unknown)?;
        if entry.operation == FileOperation::Delete {
            return Err(SplitError::WholeFile);
        }
        if self.hunks().any(|(_, other)| other.amends == Some(hunk)) {
            return Err(SplitError::Amended);
        }
        let before = self.text_before(place.0).unwrap_or_default();
        let old = deleted(&before, whole);
        let new: Vec<&str> = whole.inserted.iter().map(String::as_str).collect();
        let spans = match at {
            SplitAt::Natural => natural(&old, &new, limits)?,
            SplitAt::Lines { old: from, new: to } => chosen(&old, &new, *from, *to)?,
        };
        let parts: Vec<Hunk> = spans
            .into_iter()
            .map(|span| Hunk {
                id: next_id(),
                old_start: moved(whole.old_start, span.old.start),
                old_count: moved(0, span.old.len()),
                new_start: moved(whole.new_start, span.new.start),
                inserted: whole
                    .inserted
                    .get(span.new.clone())
                    .unwrap_or_default()
                    .to_vec(),
                oversized: !fits(&old, &new, &span, limits),
                ..whole.clone()
            })
            .collect();
        let mut split = self.clone();
        split.replace(hunk, &parts);
        if self.reads_as(&split) {
            Ok(parts)
        } else {
            Err(SplitError::BuiltOn)
        }
    }

    /// Replaces a hunk by its parts, also in the lists of hunks that entries were made without. A
    /// hunk that amended it then amends the first part. Does nothing for an unknown hunk.
    pub fn replace(&mut self, hunk: HunkId, parts: &[Hunk]) {
        let Some(place) = self.place(hunk) else {
            return;
        };
        let Some(entry) = self.entries.get_mut(place.0) else {
            return;
        };
        entry.hunks.splice(place.1..=place.1, parts.iter().cloned());
        for entry in &mut self.entries {
            let known = entry.made_without.iter().position(|id| *id == hunk);
            if let Some(at) = known {
                let ids = parts.iter().map(|part| part.id);
                entry.made_without.splice(at..=at, ids);
            }
            for later in &mut entry.hunks {
                if later.amends == Some(hunk) {
                    later.amends = parts.first().map(|part| part.id);
                }
            }
        }
    }

    /// Returns the text that entry `number` was made on; `None` if there was no file.
    pub(super) fn text_before(&self, number: usize) -> Option<String> {
        let weave = Weave::of(self);
        weave.replay(self, &self.seen_by(number)).text
    }

    /// Returns the hunks that the author of entry `number` saw.
    fn seen_by(&self, number: usize) -> Choice {
        let without = self.entries.get(number).map(|entry| &entry.made_without);
        Choice::of_first(self, number, &|_, hunk| {
            without.is_none_or(|without| !without.contains(&hunk.id))
        })
    }

    /// Returns whether this log and the log with a split hunk give the same texts: to the authors
    /// of all entries, on the disk, as TARGET and as BUFFER.
    pub(super) fn reads_as(&self, split: &Self) -> bool {
        let (mine, theirs) = (Weave::of(self), Weave::of(split));
        let same =
            |a: &Choice, b: &Choice| mine.replay(self, a).text == theirs.replay(split, b).text;
        let is_written = |hunk: &Hunk| hunk.written;
        let on_disk = (
            Choice::of(self, &|_, hunk| is_written(hunk)),
            Choice::of(split, &|_, hunk| is_written(hunk)),
        );
        // An author who saw every hunk saw them in the order in which they were made; a split
        // cannot change that.
        let partial = self.entries.iter().enumerate();
        let mut partial = partial.filter(|(_, entry)| !entry.made_without.is_empty());
        same(&on_disk.0, &on_disk.1)
            && same(&self.target_of(&mine), &split.target_of(&theirs))
            && same(&self.live_of(&mine), &split.live_of(&theirs))
            && partial.all(|(number, _)| same(&self.seen_by(number), &split.seen_by(number)))
    }
}

/// Returns the lines that a hunk deletes from the text that its entry was made on.
fn deleted<'a>(before: &'a str, hunk: &Hunk) -> Vec<&'a str> {
    let number = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let start = number(hunk.old_start.saturating_sub(1));
    let lines = split_lines(before).skip(start);
    lines.take(number(hunk.old_count)).collect()
}

/// Returns whether a hunk on this text is over the limits.
pub(super) fn is_oversized(before: &str, hunk: &Hunk) -> bool {
    let old = deleted(before, hunk);
    let new: Vec<&str> = hunk.inserted.iter().map(String::as_str).collect();
    let whole = Span {
        old: 0..old.len(),
        new: 0..new.len(),
    };
    !fits(&old, &new, &whole, HunkLimits::default())
}

fn moved(start: u32, by: usize) -> u32 {
    start.saturating_add(u32::try_from(by).unwrap_or(u32::MAX))
}

fn natural(old: &[&str], new: &[&str], limits: HunkLimits) -> Result<Vec<Span>, SplitError> {
    if old.len() <= 1 && new.len() <= 1 {
        return Err(SplitError::OneLine);
    }
    let spans = split_span(old, new, limits);
    if spans.len() > 1 {
        return Ok(spans);
    }
    let cut = (middle(old), middle(new));
    Ok(vec![
        Span {
            old: 0..cut.0,
            new: 0..cut.1,
        },
        Span {
            old: cut.0..old.len(),
            new: cut.1..new.len(),
        },
    ])
}

/// Returns where to cut lines in two. A single line stays above the cut.
fn middle(lines: &[&str]) -> usize {
    let half = lines.len().div_ceil(2);
    let places = 1..lines.len();
    let nearest = |is_place: &dyn Fn(&str) -> bool| {
        let ends = |place: &usize| {
            let above = place.checked_sub(1).and_then(|above| lines.get(above));
            above.is_some_and(|line| is_place(line))
        };
        places
            .clone()
            .filter(ends)
            .min_by_key(|place| place.abs_diff(half))
    };
    nearest(&|line| line.trim().is_empty())
        .or_else(|| nearest(&ends_sentence))
        .unwrap_or(half)
}

/// Returns the chosen lines and the parts above and below them.
fn chosen(
    old: &[&str],
    new: &[&str],
    from: (u32, u32),
    to: (u32, u32),
) -> Result<Vec<Span>, SplitError> {
    let range = |(start, end): (u32, u32), lines: &[&str]| {
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        (start <= end && end <= lines.len()).then_some(start..end)
    };
    let (Some(from), Some(to)) = (range(from, old), range(to, new)) else {
        return Err(SplitError::Lines);
    };
    let span = |old: Range<usize>, new: Range<usize>| Span { old, new };
    let spans = [
        span(0..from.start, 0..to.start),
        span(from.clone(), to.clone()),
        span(from.end..old.len(), to.end..new.len()),
    ];
    let spans: Vec<Span> = spans
        .into_iter()
        .filter(|span| !span.old.is_empty() || !span.new.is_empty())
        .collect();
    let is_apart = spans.len() > 1 && !(from.is_empty() && to.is_empty());
    if is_apart {
        Ok(spans)
    } else {
        Err(SplitError::NothingLeft)
    }
}
