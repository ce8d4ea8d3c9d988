//! The user's own edits in the review: of a hunk's text, and of the whole buffer. An edit inside a
//! pending hunk amends it and follows its decisions; other edits belong to the user.
//!
//! Only makes entries; the caller adds them to the log.

use std::collections::BTreeSet;
use std::ops::Range;

use jiff::Timestamp;

use super::binary::content_hash;
use super::groups::{Groups, Owners};
use super::hunks::{lines_of, spans_between};
use super::log::{FileLog, is_agent_owned};
use super::weave::{HunkRef, Weave, hunk_at};
use notice::{Notice, notice};
use protocol::change::{Entry, FileOperation, Hunk, HunkState, Origin};
use protocol::ids::{EntryId, HunkId, SessionId};

/// Fields of a user's entry other than its hunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryHead {
    pub id: EntryId,
    pub session: SessionId,
    pub at: Timestamp,
}

/// Reason why a text cannot be edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum AmendError {
    /// The log does not have the hunk.
    Unknown,
    /// The hunk was rejected.
    NotLive,
    /// The hunk deletes the whole file, or there is no file.
    NoFile,
    Unchanged,
}

impl AmendError {
    /// Returns the message for the user.
    pub fn notice(self) -> Notice {
        match self {
            Self::Unknown => notice!("told-review-hunk-gone"),
            Self::NotLive => notice!("told-review-edit-rejected"),
            Self::NoFile => notice!("told-review-file-deleted"),
            Self::Unchanged => notice!("told-review-as-it-was"),
        }
    }
}

impl FileLog {
    /// Returns the entry that replaces the present text of a hunk (see [`FileLog::text_of`]) by
    /// `text`. A last line without an ending gets one if another line follows. The entry's hunks
    /// are accepted: they are in a text if the amended hunk is.
    ///
    /// # Errors
    /// Fails if the hunk is not in the buffer, or already has this text.
    pub fn amend(
        &self,
        hunk: HunkId,
        text: &str,
        head: &EntryHead,
        next_id: &mut dyn FnMut() -> HunkId,
    ) -> Result<Entry, AmendError> {
        let place = self.place(hunk).ok_or(AmendError::Unknown)?;
        let root = Groups::of(self).root(place);
        let (entry, whole) = hunk_at(self, root).ok_or(AmendError::Unknown)?;
        if entry.operation == FileOperation::Delete {
            return Err(AmendError::NoFile);
        }
        if !whole.state.is_live() {
            return Err(AmendError::NotLive);
        }
        // The hunk's lines belong to a file that has been deleted since.
        let ends = |later: &Entry| {
            let first = later.hunks.first();
            matches!(
                later.operation,
                FileOperation::Create | FileOperation::Delete
            ) && first.is_none_or(|hunk| hunk.state.is_live())
        };
        if self.entries.iter().skip(root.0 + 1).any(ends) {
            return Err(AmendError::NoFile);
        }
        let owners = Owners::of(self);
        let buffer = owners.buffer.text.as_deref().ok_or(AmendError::NoFile)?;
        let all = lines_of(buffer);
        let numbers = owners.lines().enumerate();
        let own: Vec<usize> = numbers
            .filter(|(_, owner)| *owner == Some(root))
            .map(|(number, _)| number)
            .collect();
        let empty_place = match own.first() {
            Some(first) => *first,
            None => self.lines_before(root),
        };
        let old: Vec<&str> = own.iter().filter_map(|at| all.get(*at).copied()).collect();
        let end = own.last().map_or(empty_place, |last| last + 1);
        let text = with_ending(text, old.last().copied(), end < all.len());
        let new = lines_of(&text);
        let mut edits = Vec::new();
        for span in spans_between(&old, &new) {
            let lines = own.get(span.old.clone()).unwrap_or_default();
            let mut put = new.get(span.new.clone()).unwrap_or_default();
            if lines.is_empty() {
                let above = span.old.start.checked_sub(1).and_then(|at| own.get(at));
                let at = above.map_or(empty_place, |above| above + 1);
                edits.push(Edit::new(at..at, put, Some(whole.id)));
            }
            for run in lines.chunk_by(|a, b| a + 1 == *b) {
                if let (Some(first), Some(last)) = (run.first(), run.last()) {
                    edits.push(Edit::new(*first..last + 1, put, Some(whole.id)));
                    put = &[];
                }
            }
        }
        self.entry(&edits, head, next_id)
            .ok_or(AmendError::Unchanged)
    }

    /// Returns the entry that replaces the buffer by `text`. Edits inside a pending hunk of an
    /// agent amend it; other edits belong to the user.
    ///
    /// # Errors
    /// Fails if there is no file in the buffer, or its text is unchanged.
    pub fn edit_buffer(
        &self,
        text: &str,
        head: &EntryHead,
        next_id: &mut dyn FnMut() -> HunkId,
    ) -> Result<Entry, AmendError> {
        let owners = Owners::of(self);
        let buffer = owners.buffer.text.as_deref().ok_or(AmendError::NoFile)?;
        let pending = |place: HunkRef| {
            let (entry, hunk) = hunk_at(self, place)?;
            let waits = hunk.state == HunkState::Pending && is_agent_owned(entry, hunk);
            waits.then_some(hunk.id)
        };
        let inside: Vec<Option<HunkId>> = owners
            .lines()
            .map(|owner| owner.and_then(pending))
            .collect();
        let (old, new) = (lines_of(buffer), lines_of(text));
        let mut edits = Vec::new();
        for span in spans_between(&old, &new) {
            let put = new.get(span.new).unwrap_or_default();
            by_owner(&inside, &span.old, put, &mut edits);
        }
        self.entry(&edits, head, next_id)
            .ok_or(AmendError::Unchanged)
    }

    /// Returns how many lines of the buffer are above the place of a hunk.
    fn lines_before(&self, root: HunkRef) -> usize {
        let weave = Weave::of(self);
        let groups = Groups::of(self);
        let live = self.live_of(&weave);
        weave.lines_before(&live, |by| groups.root(by) == root)
    }

    /// Returns an entry of the user on the buffer; `None` without edits.
    fn entry(
        &self,
        edits: &[Edit<'_>],
        head: &EntryHead,
        next_id: &mut dyn FnMut() -> HunkId,
    ) -> Option<Entry> {
        if edits.is_empty() {
            return None;
        }
        let (mut added, mut gone) = (0_usize, 0_usize);
        let mut hunk = |edit: &Edit<'_>| {
            let start = edit.old.start + 1;
            let new_start = (start + added).saturating_sub(gone);
            added += edit.put.len();
            gone += edit.old.len();
            Hunk {
                id: next_id(),
                old_start: number(start),
                old_count: number(edit.old.len()),
                new_start: number(new_start),
                inserted: edit.put.iter().map(|line| (*line).to_owned()).collect(),
                state: HunkState::Accepted,
                written: false,
                oversized: false,
                amends: edit.amends,
            }
        };
        let hunks = edits.iter().map(&mut hunk).collect();
        let buffer = self.buffer();
        let mut entry = Entry {
            id: head.id,
            file: self.file,
            path: buffer.path.unwrap_or_default(),
            session: head.session,
            origin: Origin::User,
            operation: FileOperation::Edit,
            before: buffer.text.as_deref().map(content_hash),
            after: None,
            hunks,
            made_without: self.not_live(),
            rationale: None,
            at: head.at,
        };
        // The author's view decides. The buffer may have more in it afterwards: all hunks that the
        // user's work builds on, refused or not.
        let mut log = self.clone();
        log.entries.push(entry.clone());
        let without: BTreeSet<HunkId> = entry.made_without.iter().copied().collect();
        let after = log.replay(&|_, hunk| !without.contains(&hunk.id));
        entry.after = after.text.as_deref().map(content_hash);
        Some(entry)
    }
}

/// Lines of the buffer, with the lines that replace them.
struct Edit<'a> {
    old: Range<usize>,
    put: &'a [&'a str],
    amends: Option<HunkId>,
}

impl<'a> Edit<'a> {
    fn new(old: Range<usize>, put: &'a [&'a str], amends: Option<HunkId>) -> Self {
        Self { old, put, amends }
    }
}

/// Splits an edit into parts that each lie in one hunk or in none. Inserted lines go with the first
/// part that belongs to the user, so that no decision about an agent's hunk can remove them.
fn by_owner<'a>(
    inside: &[Option<HunkId>],
    old: &Range<usize>,
    put: &'a [&'a str],
    edits: &mut Vec<Edit<'a>>,
) {
    let owner = |line: usize| inside.get(line).copied().flatten();
    if old.is_empty() {
        let above = old.start.checked_sub(1).and_then(owner);
        let amends = above.filter(|above| owner(old.start) == Some(*above));
        edits.push(Edit::new(old.clone(), put, amends));
        return;
    }
    let lines: Vec<usize> = old.clone().collect();
    let runs: Vec<&[usize]> = lines.chunk_by(|a, b| owner(*a) == owner(*b)).collect();
    let takes = runs
        .iter()
        .position(|run| run.first().is_some_and(|line| owner(*line).is_none()))
        .unwrap_or(0);
    for (number, run) in runs.iter().enumerate() {
        if let (Some(first), Some(last)) = (run.first(), run.last()) {
            let put = if number == takes { put } else { &[] };
            edits.push(Edit::new(*first..last + 1, put, owner(*first)));
        }
    }
}

/// Returns the text, with an ending on its last line if another line follows.
fn with_ending(text: &str, last: Option<&str>, is_followed: bool) -> String {
    let ending = match last {
        Some(last) if last.ends_with("\r\n") => "\r\n",
        _ => "\n",
    };
    let lacks = is_followed && !text.is_empty() && !text.ends_with('\n');
    format!("{text}{}", if lacks { ending } else { "" })
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
