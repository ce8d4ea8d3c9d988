//! Answers queries about the review.

use std::collections::HashMap;
use std::collections::{BTreeMap, BTreeSet, btree_map};

use super::base::Base;
use super::change_summary::ChangeSummary;
use super::disk::Stamp;
use super::logs::Logged;
use super::plan::unsettled;
use super::view::Proposal;
use super::{Ledger, LedgerError};
use notice::{Notice, notice};
use protocol::change::{
    Checkpoint, CheckpointFile, Entry, FileDiff, FileOperation, HunkState, Origin,
};
use protocol::ids::{CallId, CheckpointId, ContentHash, EntryId, FileId, HunkId, SessionId};
use protocol::review::{
    CheckpointRow, FileReview, HunkCounts, Operation, OperationKind, ReviewBase, ReviewQuery,
    ReviewReply,
};
use review::binary::{as_text, blob_of, content_hash};
use review::log::is_agent_owned;
use review::unified::unified;
use store::EntriesOf;

/// Maximum number of lines per file in a comparison of two checkpoints.
const DIFF_LINES: usize = 4_000;

impl Ledger {
    /// Answers a query.
    ///
    /// # Errors
    /// Returns why the query cannot be answered.
    pub fn answer(
        &self,
        session: SessionId,
        question: &ReviewQuery,
        proposal: Option<&Proposal>,
    ) -> Result<ReviewReply, LedgerError> {
        if question.git_base().is_some() {
            let comments = self.store.comments_blocking(session)?;
            let answer = self.git.answer(question, &comments);
            return answer.map_err(LedgerError::Refused);
        }
        let stamp = Stamp::now();
        match question {
            ReviewQuery::Files { since } => self.files(session, since),
            ReviewQuery::Summary { files, of } => {
                let summary = self.summary(session, files, *of, &stamp)?;
                Ok(ReviewReply::Summary { summary })
            }
            ReviewQuery::ApplyDiff { files, of } => self.apply_diff(session, files, *of, &stamp),
            ReviewQuery::Rollback { request } => {
                let last = self.last_number()?;
                let preview = self.rollback_preview(session, request, last, &stamp)?;
                let preview = Box::new(preview);
                Ok(ReviewReply::Rollback { preview })
            }
            ReviewQuery::RollbackDiff { request } => self.rollback_diff(session, request, &stamp),
            ReviewQuery::UndoDiff => self.undo_diff(session, &stamp),
            ReviewQuery::Checkpoints { limit } => self.checkpoints(session, *limit),
            ReviewQuery::Compare { from, to } => self.compare(*from, *to),
            ReviewQuery::CallDiffs { calls } => self.call_diffs(session, calls),
            ReviewQuery::Comments => Ok(ReviewReply::Comments {
                comments: self.comments(session)?,
            }),
            ReviewQuery::Kept => Ok(ReviewReply::Kept {
                kept: self.store.kept_blocking()?,
            }),
            ReviewQuery::ProposedText { file, hunk } => self.proposed_text(session, *file, *hunk),
            ReviewQuery::File { of, options } => self.file_answer(session, of, options, proposal),
            ReviewQuery::Rows {
                of,
                options,
                first,
                rows,
            } => self.rows_answer(session, of, options, (*first, *rows), proposal),
            ReviewQuery::Find { of, options, text } => {
                self.found_answer(session, of, options, text, proposal)
            }
            ReviewQuery::Patches { file, since } => self.patches(session, *file, since),
            ReviewQuery::Result { of, hunk, lines } => {
                self.result_answer(session, of, (*hunk, *lines), proposal)
            }
        }
    }

    fn files(&self, session: SessionId, since: &ReviewBase) -> Result<ReviewReply, LedgerError> {
        let settled = self.settled(session)?;
        let mut files = Vec::new();
        let mut fates = ChangeSummary::default();
        for logged in self.logs(session)?.0 {
            fates.add(&logged.log);
            let base = self.base(&logged, since)?;
            let review = file_review(&logged, &base, &settled);
            let counts = review.counts;
            let agents = counts.pending + counts.accepted + counts.rejected + counts.rolled_back;
            if agents > 0 || review.dirty {
                files.push(review);
            }
        }
        let last = self.last_rollback(session)?;
        Ok(ReviewReply::Files {
            files,
            last_rollback: last.map(|last| last.label),
            changes: fates.calls.into_values().collect(),
            runs: fates.runs.into_values().collect(),
        })
    }

    /// Returns the operation that an undo would revert, if it is a rollback.
    pub(super) fn last_rollback(
        &self,
        session: SessionId,
    ) -> Result<Option<Operation>, LedgerError> {
        let done = self.store.operations_blocking(session)?;
        let last = done.into_iter().rfind(|operation| !operation.undone);
        Ok(last.filter(|last| last.kind == OperationKind::RollBack))
    }

    fn last_number(&self) -> Result<u64, LedgerError> {
        let latest = self.store.latest_checkpoints_blocking(1)?;
        Ok(latest
            .first()
            .map_or(0, |(checkpoint, _)| checkpoint.number))
    }

    fn checkpoints(&self, session: SessionId, limit: u32) -> Result<ReviewReply, LedgerError> {
        let sessions = self.store.sessions_blocking()?;
        let broken = self.store.broken_checkpoints_blocking()?;
        let mut rows = Vec::new();
        let mut newer: Option<&(Checkpoint, Vec<CheckpointFile>)> = None;
        // Reads each session's log once, however many checkpoints the session has.
        let mut logged: BTreeMap<SessionId, Log> = BTreeMap::new();
        let kept = self.store.latest_checkpoints_blocking(limit)?;
        for one in &kept {
            let (checkpoint, files) = one;
            let of = match logged.entry(checkpoint.session) {
                btree_map::Entry::Occupied(read) => read.into_mut(),
                btree_map::Entry::Vacant(place) => {
                    let session = EntriesOf::Session(checkpoint.session);
                    place.insert(Log::of(self.store.entries_blocking(session)?))
                }
            };
            let after: Vec<&Entry> = of
                .entries
                .iter()
                .enumerate()
                .filter(|entry| of.came_after(*entry, one))
                .filter(|entry| newer.is_none_or(|newer| !of.came_after(*entry, newer)))
                .map(|(_, entry)| entry)
                .collect();
            let was_there = |entry: &Entry| {
                let place = of.places.get(&entry.id);
                place.is_some_and(|place| !of.came_after((*place, entry), one))
            };
            let (added, removed) = self.lines_of(checkpoint.session, &after, &was_there);
            let other = (checkpoint.session != session).then(|| {
                let mut known = sessions.iter();
                known
                    .find(|known| known.id == checkpoint.session)
                    .map_or_else(String::new, |known| known.settings.name.clone())
            });
            newer = Some(one);
            rows.push(CheckpointRow {
                by: by_whom_of(&after),
                files: files.iter().map(|file| file.path.clone()).collect(),
                added,
                removed,
                dropped: broken.contains(&checkpoint.id),
                session_name: other,
                checkpoint: checkpoint.clone(),
            });
        }
        Ok(ReviewReply::Checkpoints {
            checkpoints: rows,
            last_rollback: self.last_rollback(session)?.map(|last| last.label),
        })
    }

    /// Compares two states. A checkpoint holds the files that changed after it, as they were
    /// before. A file that it does not hold had the state that the next checkpoint with the file
    /// holds, or that is on the disk.
    fn compare(
        &self,
        from: CheckpointId,
        to: Option<CheckpointId>,
    ) -> Result<ReviewReply, LedgerError> {
        let kept = self.store.latest_checkpoints_blocking(u32::MAX)?;
        let number_of = |id: CheckpointId| {
            let mut kept = kept.iter().map(|(known, _)| known);
            kept.find(|known| known.id == id)
                .map(|known| known.number)
                .ok_or_else(|| {
                    LedgerError::Refused(notice!("told-no-checkpoint", word = id.to_string()))
                })
        };
        let (from, to) = (number_of(from)?, to.map(number_of).transpose()?);
        let (from, to) = to.map_or((from, None), |to| (from.min(to), Some(from.max(to))));
        let mut before: BTreeMap<&str, &CheckpointFile> = BTreeMap::new();
        let mut after = before.clone();
        for (checkpoint, files) in kept.iter().rev() {
            let side = match to {
                _ if checkpoint.number < from => continue,
                Some(to) if checkpoint.number >= to => &mut after,
                _ => &mut before,
            };
            for file in files {
                side.entry(&file.path).or_insert(file);
            }
        }
        let mut diffs = Vec::new();
        let mut left_out = Vec::new();
        for (path, file) in before {
            let later = match after.get(path) {
                Some(kept) => self.kept_text(kept),
                None => self
                    .on_disk(path)
                    .map(|disk| disk.map(|disk| as_text(&disk.bytes).into_owned())),
            };
            match (self.kept_text(file), later) {
                (Ok(before), Ok(after)) => {
                    diffs.extend(diff_of(path, before.as_deref(), after.as_deref()));
                }
                (Err(error), _) | (_, Err(error)) => {
                    left_out.push((path.to_owned(), error.notice()));
                }
            }
        }
        Ok(ReviewReply::Compared { diffs, left_out })
    }

    /// Returns the text of a file as a checkpoint holds it.
    pub fn kept_text(&self, file: &CheckpointFile) -> Result<Option<String>, LedgerError> {
        match &file.base {
            Some(hash) => self.text(hash, &file.path).map(Some),
            None => Ok(None),
        }
    }

    fn proposed_text(
        &self,
        session: SessionId,
        file: FileId,
        hunk: Option<HunkId>,
    ) -> Result<ReviewReply, LedgerError> {
        let Some(logged) = self.logged(session, file)? else {
            return Err(LedgerError::Refused(notice!("told-review-not-changed")));
        };
        let text = match hunk {
            Some(hunk) => {
                // Refuses early, before the user writes an edit that could not be accepted.
                super::edits::accepted_by_edit(&logged, hunk)?;
                logged.log.text_of(hunk)
            }
            None => {
                let text = logged.log.buffer().text.as_deref();
                text.unwrap_or_default().to_owned()
            }
        };
        if blob_of(&text).is_some() {
            return Err(LedgerError::Refused(notice!("told-review-no-text")));
        }
        Ok(ReviewReply::Text {
            hash: ContentHash::of(text.as_bytes()),
            text,
        })
    }
}

/// The entries of a session's log, in order.
struct Log {
    entries: Vec<Entry>,
    places: HashMap<EntryId, usize>,
}

impl Log {
    fn of(entries: Vec<Entry>) -> Self {
        let places = entries.iter().enumerate();
        let places = places.map(|(place, entry)| (entry.id, place)).collect();
        Self { entries, places }
    }

    /// Whether an entry came after a checkpoint: after the last entry of its file that
    /// the checkpoint knows. By time if the checkpoint does not hold the file or belongs
    /// to another session.
    fn came_after(
        &self,
        (place, entry): (usize, &Entry),
        (checkpoint, files): &(Checkpoint, Vec<CheckpointFile>),
    ) -> bool {
        let own = checkpoint.session == entry.session;
        match files.iter().find(|kept| own && kept.file == entry.file) {
            Some(kept) => {
                let last = kept.after_entry.and_then(|last| self.places.get(&last));
                last.is_none_or(|last| place > *last)
            }
            None => entry.at >= checkpoint.at,
        }
    }
}

/// Summarises a file for its row in the review.
pub(super) fn file_review(
    logged: &Logged,
    base: &Base,
    settled: &BTreeSet<(HunkId, HunkId)>,
) -> FileReview {
    let log = &logged.log;
    let mut counts = HunkCounts::default();
    let mut proposed = false;
    for (place, entry) in log.entries.iter().enumerate() {
        if place < base.choice.entries {
            continue;
        }
        for hunk in entry.hunks.iter().filter(|hunk| hunk.amends.is_none()) {
            let by_agent = is_agent_owned(entry, hunk) || entry.origin == Origin::Unclear;
            let count = match hunk.state {
                _ if !by_agent => &mut counts.user,
                HunkState::Pending => &mut counts.pending,
                HunkState::Accepted => &mut counts.accepted,
                HunkState::Rejected => &mut counts.rejected,
                HunkState::RolledBack => &mut counts.rolled_back,
            };
            *count = count.saturating_add(1);
            counts.oversized = counts
                .oversized
                .saturating_add(u32::from(hunk.oversized && hunk.state.is_live()));
            proposed |= by_agent && hunk.state == HunkState::Pending && !hunk.written;
        }
    }
    let conflicts = unsettled(log, settled);
    counts.conflicts = u32::try_from(conflicts.len()).unwrap_or(u32::MAX);
    let target = log.in_target();
    let dirty = log
        .hunks()
        .any(|(_, hunk)| hunk.written != target.contains(&hunk.id));
    let buffer = log.buffer();
    let (added, removed) = log.lines_changed(&base.choice);
    FileReview {
        file: log.file,
        path: buffer.path.clone().unwrap_or_else(|| logged.path.clone()),
        change: whole_change(base.exists, buffer.text.is_some(), &log.entries),
        added,
        removed,
        counts,
        dirty,
        proposed,
        base: base.checkpoint,
        by: by_whom(&log.entries),
        proposed_by: proposed_by(&log.entries),
    }
}

/// Computes the diff of a file for display; `None` if nothing differs.
pub(super) fn diff_of(path: &str, before: Option<&str>, after: Option<&str>) -> Option<FileDiff> {
    let hash = |text: Option<&str>| text.map(content_hash);
    (hash(before) != hash(after)).then(|| unified(path, before, after, 3, DIFF_LINES))
}

/// Describes what happens to a file as a whole.
fn whole_change(was: bool, is: bool, entries: &[Entry]) -> Notice {
    let renamed = entries
        .iter()
        .rev()
        .find_map(|entry| match &entry.operation {
            FileOperation::Rename { from } => Some(notice!("told-file-renamed", path = from)),
            _ => None,
        });
    match (was, is) {
        (false, true) => notice!("told-file-created"),
        (true, false) => notice!("told-file-deleted"),
        _ => renamed.unwrap_or_default(),
    }
}

/// Returns the calls with changes that are valid and not on the disk.
fn proposed_by(entries: &[Entry]) -> Vec<CallId> {
    let is_proposed = |entry: &&Entry| {
        let mut hunks = entry.hunks.iter();
        hunks.any(|hunk| hunk.state.is_live() && !hunk.written)
    };
    let calls = entries.iter().filter(is_proposed);
    calls.filter_map(|entry| entry.origin.call()).collect()
}

/// Lists the authors of a file's new content; the user's own entries count only if they
/// are not undone.
fn by_whom(entries: &[Entry]) -> Notice {
    let counts = |entry: &&Entry| {
        entry.origin != Origin::User || entry.hunks.iter().any(|hunk| hunk.state.is_live())
    };
    match entries.iter().filter(counts).collect::<Vec<_>>() {
        none if none.is_empty() => by_whom_of(&entries.iter().collect::<Vec<_>>()),
        those => by_whom_of(&those),
    }
}

/// Lists the authors of these entries, in order of their English names.
pub(super) fn by_whom_of(entries: &[&Entry]) -> Notice {
    let authors = entries.iter().map(|entry| {
        let author = entry.origin.author();
        (author.to_string(), author)
    });
    let authors: BTreeMap<String, Notice> = authors.collect();
    let listed = authors
        .into_values()
        .rev()
        .reduce(|others, author| notice!("author-list", author, others));
    listed.unwrap_or_default()
}
