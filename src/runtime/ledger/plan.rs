//! Computes what applying would write: TARGET against the disk, file by file. Writes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;

use super::disk::{OnDisk, Stamp};
use super::logs::Logged;
use super::{Ledger, LedgerError};
use engine::ReviewWork;
use notice::{Notice, notice};
use protocol::change::{Entry, Hunk, HunkState};
use protocol::ids::{ContentHash, FileId, HunkId, SessionId};
use protocol::plan::PlannedBase;
use protocol::review::{AppliedFile, WrittenChange};
use review::binary::{as_text, content_hash};
use review::conflicts::Conflict;
use review::replay::ReplayedText;
use review::unified::unified;
use review::woven::Woven;

#[derive(Debug, Clone, Copy)]
pub(super) enum WrittenHunks<'a> {
    /// The decided hunks: TARGET.
    Decided,
    /// The hunks that the agent sees: BUFFER.
    Proposed,
    /// The hunks on the disk, except for these, because a rollback made at this time is undone or
    /// redone. Conflicts from before it are ignored; later changes are not combined with it unless
    /// the user says so.
    Turned(&'a BTreeMap<HunkId, bool>, Timestamp),
}

/// Decisions that are not made yet but are treated as made.
pub(super) type Decisions = BTreeMap<HunkId, HunkState>;

/// A file's log, updated to the current disk.
pub(super) struct LogOnDisk {
    pub(super) logged: Logged,
    pub(super) disk: Option<OnDisk>,
    /// Changes by others, in order; the log already contains them.
    pub(super) observed: Vec<Entry>,
}

/// The effect of an apply operation.
#[derive(Debug, Default)]
pub(super) struct ApplyPlan {
    /// The files to write and the observed changes; skipped files with the reason.
    pub(super) work: ReviewWork,
    /// The skipped files.
    pub(super) left: BTreeSet<FileId>,
}

/// The effect of an apply operation on one file.
pub(super) enum FilePlan {
    Nothing,
    /// The file is skipped, with the reason.
    Skipped(Notice),
    /// The file is written.
    Write(Box<(PlannedBase, AppliedFile)>),
}

impl Ledger {
    /// Returns a file's log, extended by the changes that others made on the disk.
    pub(super) fn present(
        &self,
        logged: &Arc<Logged>,
        stamp: &Stamp,
    ) -> Result<LogOnDisk, LedgerError> {
        let disk = self.disk_of(logged)?;
        let observed = self.observed(logged, disk.as_ref().map(OnDisk::as_file), stamp);
        Ok(LogOnDisk {
            logged: logged.and_then(&observed),
            disk,
            observed,
        })
    }

    /// Plans applying these files (empty means all), as if these decisions were made.
    pub(super) fn plan_apply(
        &self,
        session: SessionId,
        files: &[FileId],
        written: WrittenHunks<'_>,
        decisions: &Decisions,
        stamp: &Stamp,
    ) -> Result<ApplyPlan, LedgerError> {
        let settled = self.settled(session)?;
        let (logs, faults) = self.logs(session)?;
        let mut planned = ApplyPlan::default();
        let work = &mut planned.work;
        let damaged = faults.iter().map(|fault| (String::new(), fault.notice()));
        work.skipped.extend(damaged);
        for logged in logs
            .iter()
            .filter(|logged| files.is_empty() || files.contains(&logged.log.file))
        {
            let present = match self.present(logged, stamp) {
                Ok(present) => present,
                Err(error) => {
                    work.skipped.push((logged.path.clone(), error.notice()));
                    planned.left.insert(logged.log.file);
                    continue;
                }
            };
            work.observed.extend(present.observed.clone());
            match self.plan_file(&present, written, decisions, &settled)? {
                FilePlan::Nothing => {}
                FilePlan::Skipped(why) => {
                    work.skipped.push((logged.path.clone(), why));
                    planned.left.insert(logged.log.file);
                }
                FilePlan::Write(file) => work.files.push(*file),
            }
        }
        self.leave_taken_paths(&mut planned);
        Ok(planned)
    }

    /// Skips files that would move to a path where another file stays.
    fn leave_taken_paths(&self, planned: &mut ApplyPlan) {
        let work = &mut planned.work;
        // A skipped file stays where it is, and may block the next one.
        while let Some(index) = work.files.iter().position(|(_, file)| {
            let comes = file.after.is_some() && (file.before.is_none() || file.moves_to.is_some());
            comes && self.is_taken(goes_to(file), file.file, &work.files)
        }) {
            let (_, file) = work.files.remove(index);
            let why = notice!("told-is-there-already", path = goes_to(&file));
            work.skipped.push((file.path, why));
            planned.left.insert(file.file);
        }
    }

    fn is_taken(&self, path: &str, mover: FileId, files: &[(PlannedBase, AppliedFile)]) -> bool {
        let others = || {
            files
                .iter()
                .map(|(_, file)| file)
                .filter(|file| file.file != mover)
        };
        let goes = |file: &AppliedFile| {
            file.path == path && (file.moves_to.is_some() || file.after.is_none())
        };
        others().any(|file| goes_to(file) == path && file.after.is_some())
            || (!others().any(goes) && !matches!(self.on_disk(path), Ok(None)))
    }

    fn plan_file(
        &self,
        present: &LogOnDisk,
        written: WrittenHunks<'_>,
        decisions: &Decisions,
        settled: &BTreeSet<(HunkId, HunkId)>,
    ) -> Result<FilePlan, LedgerError> {
        let (logged, disk) = (&present.logged, present.disk.as_ref());
        let decided = logged.taken_for(decisions);
        let (kept, after) = wanted(&decided, written);
        let conflicts = match written {
            WrittenHunks::Decided | WrittenHunks::Proposed => unsettled(&decided, settled),
            WrittenHunks::Turned(_, at) => unsettled_since(&decided, settled, at),
        };
        if !conflicts.is_empty() {
            let why = match conflicts.len() {
                1 => notice!("told-conflict-waits"),
                many => notice!("told-conflicts-wait", word = many),
            };
            return Ok(FilePlan::Skipped(why));
        }
        let now = disk.map(|disk| as_text(&disk.bytes));
        let mode_after = self.mode_after(logged, disk, &after)?;
        let hunks: Vec<WrittenChange> = logged
            .log
            .hunks()
            .filter(|(_, hunk)| hunk.written != kept.contains(&hunk.id))
            .map(|(entry, hunk)| WrittenChange {
                entry: entry.id,
                hunk: hunk.id,
                written: !hunk.written,
            })
            .collect();
        // A file that is deleted is deleted at its current path.
        let moves_to = after.path.clone();
        let moves_to = moves_to.filter(|path| after.text.is_some() && *path != logged.path);
        let same = now.as_deref() == after.text.as_deref()
            && moves_to.is_none()
            && mode_after.is_none_or(|mode| disk.is_some_and(|disk| disk.mode == mode));
        if same && hunks.is_empty() {
            return Ok(FilePlan::Nothing);
        }
        let diff = unified(&logged.path, now.as_deref(), after.text.as_deref(), 0, 0);
        let base = base_of(logged, disk);
        self.keep(
            disk.map(|disk| disk.bytes.as_slice()),
            after.text.as_deref(),
            &logged.path,
        )?;
        let file = AppliedFile {
            file: logged.log.file,
            path: logged.path.clone(),
            moves_to,
            before: base.blob,
            after: after.text.as_deref().map(content_hash),
            mode_before: base.mode,
            mode_after,
            hunks,
            added: diff.added,
            removed: diff.removed,
        };
        Ok(FilePlan::Write(Box::new((base, file))))
    }

    /// Returns the permission bits that a file gets; `None` if it keeps its own, or none are known.
    fn mode_after(
        &self,
        logged: &Logged,
        disk: Option<&OnDisk>,
        after: &ReplayedText,
    ) -> Result<Option<u32>, LedgerError> {
        if after.text.is_none() {
            return Ok(None);
        }
        let known = match after.mode {
            Some(mode) => Some(mode),
            None => self.last_mode(logged, after)?,
        };
        let Some(disk) = disk else {
            // A restored file gets its earlier bits.
            return Ok(known);
        };
        let written = logged.log.written();
        let as_it_is = (written.mode, written.made_by) == (after.mode, after.made_by);
        let moves = after
            .path
            .as_deref()
            .is_some_and(|path| path != logged.path);
        if as_it_is {
            Ok(moves.then_some(disk.mode))
        } else {
            Ok(Some(known.unwrap_or(disk.mode)))
        }
    }

    /// Returns the last recorded bits of a file: of the one with the same creation, not of another
    /// one that was at its path.
    fn last_mode(
        &self,
        logged: &Logged,
        wanted: &ReplayedText,
    ) -> Result<Option<u32>, LedgerError> {
        let checkpoints = self.store.checkpoints_blocking(logged.session)?;
        let kept = checkpoints.into_iter().rev().flat_map(|(_, files)| files);
        let mut its = kept.filter(|kept| kept.file == logged.log.file && kept.mode.is_some());
        let found = its.find(|kept| {
            let then = super::base::choice_of(logged, kept);
            logged
                .log
                .replay(&|_, hunk| then.contains(&hunk.id))
                .made_by
                == wanted.made_by
        });
        Ok(found.and_then(|kept| kept.mode))
    }

    /// Stores the current and the new content, so that either can be restored after a crash.
    fn keep(&self, now: Option<&[u8]>, after: Option<&str>, path: &str) -> Result<(), LedgerError> {
        if let Some(now) = now {
            self.store.put_blob_blocking(Arc::from(now))?;
        }
        if let Some(after) = after {
            let bytes = self.bytes(after, path)?;
            self.store.put_blob_blocking(bytes)?;
        }
        Ok(())
    }

    /// Returns the current state of every file that the session has changed.
    pub(super) fn states(
        &self,
        session: SessionId,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let mut work = ReviewWork::default();
        for logged in self.logs(session)?.0 {
            let present = self.present(&logged, stamp)?;
            let disk = present.disk.as_ref();
            self.keep(disk.map(|disk| disk.bytes.as_slice()), None, &logged.path)?;
            work.kept.push(base_of(&present.logged, disk));
            work.observed.extend(present.observed.clone());
        }
        Ok(work)
    }

    /// Returns the pairs of hunks whose conflict the user has settled: they may coexist.
    pub(super) fn settled(
        &self,
        session: SessionId,
    ) -> Result<BTreeSet<(HunkId, HunkId)>, LedgerError> {
        let operations = self.store.operations_blocking(session)?;
        let in_force = operations.into_iter().filter(|operation| !operation.undone);
        Ok(in_force.flat_map(|operation| operation.settled).collect())
    }
}

/// Returns the path of a file after applying.
fn goes_to(file: &AppliedFile) -> &str {
    file.moves_to.as_deref().unwrap_or(&file.path)
}

/// Returns the hunks that are written and the resulting text.
fn wanted(log: &Woven, written: WrittenHunks<'_>) -> (BTreeSet<HunkId>, ReplayedText) {
    match written {
        WrittenHunks::Decided => (log.in_target(), log.target()),
        WrittenHunks::Proposed => (log.in_buffer(), log.buffer().clone()),
        WrittenHunks::Turned(turned, _) => {
            let is_there = |hunk: &Hunk| *turned.get(&hunk.id).unwrap_or(&hunk.written);
            let there = log.hunks().filter(|(_, hunk)| is_there(hunk));
            let there = there.map(|(_, hunk)| hunk.id).collect();
            (there, log.replay(&|_, hunk| is_there(hunk)))
        }
    }
}

/// Returns the conflicts that the user has not settled.
pub(super) fn unsettled(log: &Woven, settled: &BTreeSet<(HunkId, HunkId)>) -> Vec<Conflict> {
    let mut conflicts = log.conflicts().to_vec();
    conflicts.retain(|conflict| {
        let (one, other) = (conflict.hunk, conflict.with);
        !settled.contains(&(one, other)) && !settled.contains(&(other, one))
    });
    conflicts
}

/// Returns the conflicts with hunks that changed after this time.
fn unsettled_since(
    log: &Woven,
    settled: &BTreeSet<(HunkId, HunkId)>,
    at: Timestamp,
) -> Vec<Conflict> {
    let later: BTreeSet<HunkId> = log
        .hunks()
        .filter(|(entry, _)| entry.at > at)
        .map(|(_, hunk)| hunk.id)
        .collect();
    let mut conflicts = unsettled(log, settled);
    conflicts.retain(|conflict| later.contains(&conflict.hunk) || later.contains(&conflict.with));
    conflicts
}

/// Returns the state of a file for a checkpoint. The log already contains the observed changes.
pub(super) fn base_of(logged: &Logged, disk: Option<&OnDisk>) -> PlannedBase {
    let hash = disk.map(|disk| ContentHash::of(&disk.bytes));
    PlannedBase {
        file: logged.log.file,
        path: logged.path.clone(),
        blob: hash,
        sha256: hash,
        mode: disk.map(|disk| disk.mode),
        after_entry: logged.last_entry(),
        without: logged.unwritten(),
    }
}
