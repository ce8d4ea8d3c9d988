//! What a save would write: TARGET against the disk, file by file. Nothing is written here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;

use super::disk::{OnDisk, Stamp};
use super::logs::Logged;
use super::{Ledger, LedgerError};
use crate::engine::ReviewWork;
use crate::protocol::change::{Entry, Hunk, HunkState};
use crate::protocol::ids::{ContentHash, FileId, HunkId, SessionId};
use crate::protocol::plan::PlannedBase;
use crate::protocol::review::{AppliedFile, WrittenChange};
use crate::review::binary::{as_text, content_hash};
use crate::review::conflicts::Conflict;
use crate::review::replay::ReplayedText;
use crate::review::unified::unified;
use crate::review::woven::Woven;

/// Which hunks are written.
#[derive(Debug, Clone, Copy)]
pub(super) enum WrittenHunks<'a> {
    /// What is decided: TARGET.
    Decided,
    /// What the agent sees: BUFFER.
    Staged,
    /// What is there, but for these: a rollback of this time is taken back, or done again. Conflicts are as they were
    /// before it; what was changed since is not put together with it unasked.
    Turned(&'a BTreeMap<HunkId, bool>, Timestamp),
}

/// Decisions that are not made yet and are taken as made.
pub(super) type Decisions = BTreeMap<HunkId, HunkState>;

/// A file's log as it is on the disk now.
pub(super) struct LogOnDisk {
    pub(super) logged: Logged,
    pub(super) disk: Option<OnDisk>,
    /// What others did to it, in this order; it is in the log already.
    pub(super) observed: Vec<Entry>,
}

/// What a save would do.
#[derive(Debug, Default)]
pub(super) struct ApplyPlan {
    /// The files that are written, and what was noticed; the skipped ones in words.
    pub(super) work: ReviewWork,
    /// The skipped ones.
    pub(super) left: BTreeSet<FileId>,
}

/// What a save would do to one file.
pub(super) enum FilePlan {
    Nothing,
    /// It is skipped, with why.
    Skipped(String),
    /// It is written.
    Write(Box<(PlannedBase, AppliedFile)>),
}

impl Ledger {
    /// A file's log with what others did on the disk since, and with these decisions.
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

    /// What saving these files (empty is all) would do, as if these decisions were made.
    pub(super) fn plan_save(
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
        let damaged = faults
            .iter()
            .map(|fault| (String::new(), fault.to_string()));
        work.skipped.extend(damaged);
        let chosen = |logged: &&Arc<Logged>| files.is_empty() || files.contains(&logged.log.file);
        for logged in logs.iter().filter(chosen) {
            let present = match self.present(logged, stamp) {
                Ok(present) => present,
                Err(error) => {
                    work.skipped.push((logged.path.clone(), error.to_string()));
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

    /// Leaves out files that would go where another file is and stays.
    fn leave_taken_paths(&self, planned: &mut ApplyPlan) {
        let work = &mut planned.work;
        // A file that is left out stays where it is, and may be in the way of the next.
        while let Some(index) = work.files.iter().position(|(_, file)| {
            let comes = file.after.is_some() && (file.before.is_none() || file.moves_to.is_some());
            comes && self.is_taken(goes_to(file), file.file, &work.files)
        }) {
            let (_, file) = work.files.remove(index);
            let to = goes_to(&file);
            let why = format!("`{to}` is there already; move that file away first");
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
        let comes = |file: &AppliedFile| goes_to(file) == path && file.after.is_some();
        let goes = |file: &AppliedFile| {
            file.path == path && (file.moves_to.is_some() || file.after.is_none())
        };
        others().any(comes) || (!others().any(goes) && !matches!(self.on_disk(path), Ok(None)))
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
            WrittenHunks::Decided | WrittenHunks::Staged => unsettled(&decided, settled),
            WrittenHunks::Turned(_, at) => unsettled_since(&decided, settled, at),
        };
        if !conflicts.is_empty() {
            let why = match conflicts.len() {
                1 => "a conflict in it waits to be settled in the review".to_owned(),
                many => format!("{many} conflicts in it wait to be settled in the review"),
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
        // One that goes goes from where it is.
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

    /// The bits that a file gets; `None` where it keeps its own, or nobody knows any.
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
            // It comes back with the bits that it had.
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

    /// The bits that a file had when they were last kept: the one that was made as this one, and not
    /// another that was at its path.
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

    /// Keeps what is on the disk and what will be, so that either can be put there after a crash.
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

    /// The present state of every file that the session has changed.
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

    /// Pairs of hunks that may stand together, as the human said.
    pub(super) fn settled(
        &self,
        session: SessionId,
    ) -> Result<BTreeSet<(HunkId, HunkId)>, LedgerError> {
        let operations = self.store.operations_blocking(session)?;
        let in_force = operations.into_iter().filter(|operation| !operation.undone);
        Ok(in_force.flat_map(|operation| operation.settled).collect())
    }
}

/// The path of a file after a save.
fn goes_to(file: &AppliedFile) -> &str {
    file.moves_to.as_deref().unwrap_or(&file.path)
}

/// The hunks that are written and the text that they give.
fn wanted(log: &Woven, written: WrittenHunks<'_>) -> (BTreeSet<HunkId>, ReplayedText) {
    match written {
        WrittenHunks::Decided => (log.in_target(), log.target()),
        WrittenHunks::Staged => (log.in_buffer(), log.buffer().clone()),
        WrittenHunks::Turned(turned, _) => {
            let is_there = |hunk: &Hunk| *turned.get(&hunk.id).unwrap_or(&hunk.written);
            let there = log.hunks().filter(|(_, hunk)| is_there(hunk));
            let there = there.map(|(_, hunk)| hunk.id).collect();
            (there, log.replay(&|_, hunk| is_there(hunk)))
        }
    }
}

/// The conflicts that the human has not settled.
pub(super) fn unsettled(log: &Woven, settled: &BTreeSet<(HunkId, HunkId)>) -> Vec<Conflict> {
    let mut conflicts = log.conflicts().to_vec();
    conflicts.retain(|conflict| {
        let (one, other) = (conflict.hunk, conflict.with);
        !settled.contains(&(one, other)) && !settled.contains(&(other, one))
    });
    conflicts
}

/// Those with what was changed after this time.
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

/// The state of a file as a checkpoint keeps it. The log has in it what was observed.
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
