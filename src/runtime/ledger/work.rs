//! Work that the engine orders: reads the required data and computes what would follow.

use std::collections::BTreeSet;

use super::disk::Stamp;
use super::plan::{ApplyPlan, Decisions, WrittenHunks, unsettled};
use super::{Ledger, LedgerError};
use engine::{ApplySelection, ReviewJob, ReviewWork};
use notice::notice;
use protocol::change::{Entry, Hunk, HunkState, Origin};
use protocol::ids::{ContentHash, EntryId, FileId, HunkId, SessionId};
use protocol::review::{ApplyScope, ApplySummary, ConflictChoice, DecisionChange, ReviewReply};
use review::conflicts::ConflictKind;

impl Ledger {
    /// Carries out one piece of work.
    ///
    /// # Errors
    /// If the work cannot be done.
    pub fn work(
        &self,
        session: SessionId,
        job: &ReviewJob,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        match job {
            ReviewJob::LookAtDisk => self.look(session, stamp),
            ReviewJob::Apply { files, shown, what } => {
                self.apply_work(session, files, shown.as_ref(), what, stamp)
            }
            ReviewJob::RollBack { request, shown } => {
                self.roll_back(session, request, shown, stamp)
            }
            ReviewJob::MoveRollback {
                operation,
                changes,
                applied,
                ..
            } => {
                let operations = self.store.operations_blocking(session)?;
                let done = operations.iter().find(|known| known.id == *operation);
                let Some(at) = done.map(|operation| operation.at) else {
                    return Err(gone());
                };
                let decisions = changes.iter().map(|change| (change.hunk, change.after));
                let decisions = decisions.collect();
                let files = self.files_of(session, &decisions)?;
                let turned = applied.iter().map(|change| (change.hunk, change.written));
                let turned = turned.collect();
                let written = WrittenHunks::Turned(&turned, at);
                let planned = self.plan_apply(session, &files, written, &decisions, stamp)?;
                Ok(planned.work)
            }
            ReviewJob::Split { hunk, at } => {
                self.split(session, *hunk, at, &mut || HunkId((stamp.ids)()))
            }
            ReviewJob::SplitAgain { division, .. } => self.split_again(session, division, stamp),
            ReviewJob::Join { division, .. } => self.join(session, division),
            ReviewJob::Amend { hunk, text } => self.amend(session, *hunk, text, stamp),
            ReviewJob::EditFile { file, on, text } => {
                self.edit_file(session, *file, on, text, stamp)
            }
            ReviewJob::Settle { hunk, choice } => self.settle(session, *hunk, choice, stamp),
            ReviewJob::Tell {
                hunks, comments, ..
            } => Ok(ReviewWork {
                told: self.tell(session, hunks, comments)?,
                ..ReviewWork::default()
            }),
            ReviewJob::Checkpoint { .. } => self.states(session, stamp),
        }
    }

    fn apply_work(
        &self,
        session: SessionId,
        files: &[FileId],
        shown: Option<&ContentHash>,
        what: &ApplySelection,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let (of, accepts) = match what {
            ApplySelection::Decided => (ApplyScope::Decided, false),
            ApplySelection::Accepting => (ApplyScope::Proposed, true),
            ApplySelection::Proposed { .. } => (ApplyScope::Proposed, false),
        };
        let mut planned = self.plan_scope(session, files, of, stamp)?;
        if accepts {
            planned.work.changes = self.acceptances(session, files, &planned)?;
        }
        let work = planned.work;
        let now = hash_of(&work);
        if shown.is_some_and(|shown| *shown != now) {
            return Err(LedgerError::Refused(notice!("told-shown-otherwise")));
        }
        Ok(work)
    }

    /// Plans what applying these changes would write.
    fn plan_scope(
        &self,
        session: SessionId,
        files: &[FileId],
        of: ApplyScope,
        stamp: &Stamp,
    ) -> Result<ApplyPlan, LedgerError> {
        let written = match of {
            ApplyScope::Decided => WrittenHunks::Decided,
            ApplyScope::Proposed => WrittenHunks::Proposed,
        };
        self.plan_apply(session, files, written, &Decisions::new(), stamp)
    }

    /// Returns the decisions of a user who applies the proposed changes too: every undecided hunk
    /// is accepted, except in the files that are skipped.
    fn acceptances(
        &self,
        session: SessionId,
        files: &[FileId],
        planned: &ApplyPlan,
    ) -> Result<Vec<DecisionChange>, LedgerError> {
        let mut changes = Vec::new();
        for logged in self.logs(session)?.0 {
            let file = logged.log.file;
            if planned.left.contains(&file) || !(files.is_empty() || files.contains(&file)) {
                continue;
            }
            let open = logged.log.hunks().filter(|(entry, hunk)| {
                hunk.state == HunkState::Pending && is_own_hunk_of_agent(entry, hunk)
            });
            changes.extend(open.map(|(entry, hunk)| DecisionChange {
                entry: entry.id,
                hunk: hunk.id,
                before: HunkState::Pending,
                after: HunkState::Accepted,
            }));
        }
        Ok(changes)
    }

    /// Computes the summary, shown to the user, of what applying would write.
    ///
    /// # Errors
    /// If the logs cannot be read.
    pub fn summary(
        &self,
        session: SessionId,
        files: &[FileId],
        of: ApplyScope,
        stamp: &Stamp,
    ) -> Result<ApplySummary, LedgerError> {
        let mut planned = self.plan_scope(session, files, of, stamp)?;
        if of == ApplyScope::Proposed {
            planned.work.changes = self.acceptances(session, files, &planned)?;
        }
        let work = planned.work;
        let kept = self.store.review_blocking(session)?;
        let pending = kept
            .entries
            .iter()
            .flat_map(|entry| entry.hunks.iter().map(move |hunk| (entry, hunk)))
            .filter(|(entry, hunk)| {
                hunk.state == HunkState::Pending && is_own_hunk_of_agent(entry, hunk)
            })
            .count();
        let comments = kept.comments.iter();
        let comments = comments.filter(|comment| comment.on.git().is_none());
        let unreported = self.to_tell(session, &kept.unreported, comments.count())?;
        let mut summary = ApplySummary {
            skipped: work.skipped.clone(),
            pending: number(pending.saturating_sub(work.changes.len())),
            unreported: unreported.saturating_add(number(work.changes.len())),
            shown: Some(hash_of(&work)),
            ..ApplySummary::default()
        };
        self.count_hunks(session, &work, &kept.unreported, &mut summary)?;
        for (base, file) in &work.files {
            let what = match (&base.blob, &file.after) {
                (None, Some(_)) => Some(notice!("told-file-is-made")),
                (Some(_), None) => Some(notice!("told-file-is-deleted")),
                _ => {
                    let to = file.moves_to.as_ref();
                    to.map(|to| notice!("told-file-moves", path = to))
                }
            };
            if what.is_none() && base.blob == file.after {
                continue;
            }
            let operation = what.map(|what| (file.path.clone(), what));
            summary.operations.extend(operation);
            let stat = protocol::change::FileStat {
                path: file.path.clone(),
                added: file.added,
                removed: file.removed,
            };
            summary.files.push((file.file, stat));
        }
        Ok(summary)
    }

    /// Counts, file by file, the hunks that the work concerns, and names those that a user might
    /// not expect. A rejection that the agent was told of before belongs to an earlier turn.
    fn count_hunks(
        &self,
        session: SessionId,
        work: &ReviewWork,
        unreported: &[HunkId],
        summary: &mut ApplySummary,
    ) -> Result<(), LedgerError> {
        let accepted: BTreeSet<HunkId> = work.changes.iter().map(|change| change.hunk).collect();
        let written = work.files.iter().flat_map(|(_, file)| &file.hunks);
        let written: BTreeSet<HunkId> = written.map(|change| change.hunk).collect();
        let observed: BTreeSet<FileId> = work.observed.iter().map(|entry| entry.file).collect();
        for logged in self.logs(session)?.0 {
            let (mut concerned, mut rejected) = (0_u32, 0_u32);
            let mut is_edited = observed.contains(&logged.log.file);
            for (entry, hunk) in logged.log.hunks() {
                if !is_own_hunk_of_agent(entry, hunk) {
                    is_edited |= hunk.written && entry.origin == Origin::User;
                    continue;
                }
                let is_new = unreported.contains(&hunk.id) || written.contains(&hunk.id);
                rejected += u32::from(hunk.state == HunkState::Rejected && is_new);
                let is_accepted = accepted.contains(&hunk.id);
                concerned += u32::from(is_accepted || written.contains(&hunk.id));
                if is_accepted && hunk.oversized {
                    let lines = number(hunk.inserted.len()).max(hunk.old_count);
                    summary.oversized.push((logged.path.clone(), lines));
                }
            }
            summary.hunks += concerned;
            summary.hunk_files += u32::from(concerned > 0);
            if rejected > 0 {
                summary.rejected.push((logged.path.clone(), rejected));
            }
            let mut files = work.files.iter();
            if is_edited && files.any(|(_, file)| file.file == logged.log.file) {
                summary.edited.push(logged.path.clone());
            }
        }
        Ok(())
    }

    /// Computes the diff that applying would make on the disk.
    pub(super) fn apply_diff(
        &self,
        session: SessionId,
        files: &[FileId],
        of: ApplyScope,
        stamp: &Stamp,
    ) -> Result<ReviewReply, LedgerError> {
        let planned = self.plan_scope(session, files, of, stamp)?;
        let diffs = self.diffs_of(&planned.work)?;
        let left_out = planned.work.skipped;
        Ok(ReviewReply::Compared { diffs, left_out })
    }

    fn settle(
        &self,
        session: SessionId,
        hunk: HunkId,
        choice: &ConflictChoice,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let settled = self.settled(session)?;
        let Some(logged) = self.log_with(session, hunk)? else {
            return Err(gone());
        };
        let conflicts = unsettled(&logged.log, &settled);
        let found = conflicts.iter().find(|conflict| conflict.hunk == hunk);
        let Some(conflict) = found else {
            return Err(LedgerError::Refused(notice!("told-review-settled")));
        };
        let change = |hunk: HunkId, after: HunkState| {
            let mut hunks = logged.log.hunks();
            let (entry, known) = hunks.find(|(_, known)| known.id == hunk)?;
            (known.state != after).then_some(DecisionChange {
                entry: entry.id,
                hunk,
                before: known.state,
                after,
            })
        };
        let (hunk, with) = (conflict.hunk, conflict.with);
        let mut work = ReviewWork::default();
        let wishes = match choice {
            ConflictChoice::Mine => {
                work.title = notice!("title-kept-mine");
                vec![(hunk, HunkState::Rejected)]
            }
            ConflictChoice::Agent => {
                work.title = notice!("title-took-agent");
                vec![(hunk, HunkState::Accepted), (with, HunkState::Rejected)]
            }
            ConflictChoice::Both => {
                work.title = notice!("title-took-both");
                work.settled = vec![(hunk, with)];
                vec![(hunk, HunkState::Accepted), (with, HunkState::Accepted)]
            }
            ConflictChoice::Base => {
                work.title = notice!("title-took-base");
                vec![(hunk, HunkState::Rejected), (with, HunkState::Rejected)]
            }
            ConflictChoice::Edited(text) => {
                return self.settle_by_edit(session, (hunk, with), text, stamp);
            }
        };
        // If the user's work builds on a rejected hunk, choosing to keep it settles that conflict
        // too. In other conflicts the user may still accept the hunk later, and then the two
        // conflict as before.
        if *choice == ConflictChoice::Mine && conflict.kind == ConflictKind::UnderUser {
            work.settled = vec![(hunk, with)];
        }
        let changes = wishes
            .into_iter()
            .filter_map(|(hunk, state)| change(hunk, state));
        work.changes = changes.collect();
        Ok(work)
    }

    /// Returns the files of these hunks.
    fn files_of(
        &self,
        session: SessionId,
        decisions: &Decisions,
    ) -> Result<Vec<FileId>, LedgerError> {
        let logs = self.logs(session)?.0;
        let touched = logs.iter().filter(|logged| {
            logged
                .log
                .hunks()
                .any(|(_, hunk)| decisions.contains_key(&hunk.id))
        });
        Ok(touched.map(|logged| logged.log.file).collect())
    }
}

/// Whether a hunk is one of the agent that stands for itself: the user's edits of it follow it.
fn is_own_hunk_of_agent(entry: &Entry, hunk: &Hunk) -> bool {
    hunk.amends.is_none() && review::log::is_agent_owned(entry, hunk)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns the error for a hunk that no longer exists.
pub(super) fn gone() -> LedgerError {
    LedgerError::Refused(notice!("told-review-hunk-gone"))
}

/// Returns the hash of what applying would write and accept. It is the same whether all files are
/// requested or only those that are written.
fn hash_of(work: &ReviewWork) -> ContentHash {
    let files = work.files.iter().map(|(_, file)| {
        let hunks: Vec<(EntryId, HunkId, bool)> = file
            .hunks
            .iter()
            .map(|hunk| (hunk.entry, hunk.hunk, hunk.written))
            .collect();
        (&file.path, &file.moves_to, &file.before, &file.after, hunks)
    });
    let files: Vec<_> = files.collect();
    ContentHash::of(&serde_json::to_vec(&(files, &work.changes)).unwrap_or_default())
}
