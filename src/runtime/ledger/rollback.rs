//! Plans a rollback: whose hunks go, how the files look afterwards, and the user's preview.
//! `rollback_selection` selects the hunks of each file.

use std::sync::Arc;

use super::answers::diff_of;
use super::disk::Stamp;
use super::logs::Logged;
use super::plan::{ApplyPlan, Decisions, WrittenHunks};
use super::rollback_selection::{CheckpointWithFiles, FileRollback, hard, scoped};
use super::{Ledger, LedgerError};
use engine::{OperationMove, ReviewWork};
use notice::{Notice, count, figure, notice};
use protocol::change::FileDiff;
use protocol::ids::{CheckpointId, ContentHash, FileId, SessionId};
use protocol::review::ReviewReply;
use protocol::review::rollback::{
    RollbackFile, RollbackMode, RollbackPreview, RollbackRequest, RollbackScope,
};
use review::woven::Woven;

/// A rollback, planned for the current state.
struct PlannedRollback {
    title: Notice,
    files: Vec<FileRollback>,
    /// The changes that the rollback would write, and those that it cannot write.
    apply: ApplyPlan,
}

impl Ledger {
    /// Returns the preview of a rollback for the user.
    ///
    /// # Errors
    /// Fails if the scope does not exist, or the logs cannot be read.
    pub fn rollback_preview(
        &self,
        session: SessionId,
        request: &RollbackRequest,
        last_number: u64,
        stamp: &Stamp,
    ) -> Result<RollbackPreview, LedgerError> {
        let planned = self.plan_rollback(session, request, stamp)?;
        let mut preview = planned.preview(last_number);
        // Kept paths are only listed, never touched.
        let paths: Vec<&str> = preview
            .files
            .iter()
            .map(|file| file.path.as_str())
            .collect();
        preview.in_index = self.workspace.in_index(&paths);
        Ok(preview)
    }

    /// Computes the work of a rollback whose preview had the hash `shown`.
    pub(super) fn roll_back(
        &self,
        session: SessionId,
        request: &RollbackRequest,
        shown: &ContentHash,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let planned = self.plan_rollback(session, request, stamp)?;
        if planned.preview(0).shown != *shown {
            return Err(LedgerError::Refused(notice!("told-previewed-otherwise")));
        }
        let PlannedRollback {
            title,
            files,
            apply: ApplyPlan { mut work, left },
        } = planned;
        if files.iter().all(|file| file.is_excluded) {
            return Err(LedgerError::Refused(notice!("told-nothing-chosen")));
        }
        // A file that cannot be written keeps its decisions too: it is listed and unchanged.
        let going = files
            .iter()
            .filter(|file| !left.contains(&file.logged.log.file));
        work.changes = going.flat_map(FileRollback::changes).collect();
        if let (true, Some((path, why))) = (work.changes.is_empty(), work.skipped.first()) {
            let not_back = notice!("told-review-not-back", path, why);
            return Err(LedgerError::Refused(not_back));
        }
        work.title = title;
        Ok(work)
    }

    /// Returns the diff that a rollback would make on the disk.
    pub(super) fn rollback_diff(
        &self,
        session: SessionId,
        request: &RollbackRequest,
        stamp: &Stamp,
    ) -> Result<ReviewReply, LedgerError> {
        let PlannedRollback { files, apply, .. } = self.plan_rollback(session, request, stamp)?;
        let work = apply.work;
        let diffs = self.diffs_of(&work)?;
        let not_covered = files.iter().filter_map(|file| {
            let why = file.not_covered.clone()?;
            Some((file.logged.path.clone(), why))
        });
        let left_out = work.skipped.into_iter().chain(not_covered).collect();
        Ok(ReviewReply::Compared { diffs, left_out })
    }

    /// Returns the diff that undoing the last rollback would make on the disk.
    pub(super) fn undo_diff(
        &self,
        session: SessionId,
        stamp: &Stamp,
    ) -> Result<ReviewReply, LedgerError> {
        let Some(operation) = self.last_rollback(session)? else {
            return Err(LedgerError::Refused(notice!("told-no-rollback")));
        };
        let work = self.work(session, &OperationMove::Back.rollback(&operation), stamp)?;
        Ok(ReviewReply::Compared {
            diffs: self.diffs_of(&work)?,
            left_out: work.skipped,
        })
    }

    /// Returns the diffs that a job's result would make to the files.
    pub(super) fn diffs_of(&self, work: &ReviewWork) -> Result<Vec<FileDiff>, LedgerError> {
        let mut diffs = Vec::new();
        for (_, planned) in &work.files {
            let text = |hash: &Option<ContentHash>| {
                let text = hash.as_ref().map(|hash| self.text(hash, &planned.path));
                text.transpose()
            };
            let (before, after) = (text(&planned.before)?, text(&planned.after)?);
            diffs.extend(diff_of(&planned.path, before.as_deref(), after.as_deref()));
        }
        Ok(diffs)
    }

    fn plan_rollback(
        &self,
        session: SessionId,
        request: &RollbackRequest,
        stamp: &Stamp,
    ) -> Result<PlannedRollback, LedgerError> {
        let files = self.rolled_back(session, request, stamp)?;
        let apply = self.written_after(session, &files, stamp)?;
        let title = self.title(session, request)?;
        Ok(PlannedRollback {
            title,
            files,
            apply,
        })
    }

    fn written_after(
        &self,
        session: SessionId,
        files: &[FileRollback],
        stamp: &Stamp,
    ) -> Result<ApplyPlan, LedgerError> {
        let touched: Vec<FileId> = files
            .iter()
            .filter(|file| !file.decisions.is_empty())
            .map(|file| file.logged.log.file)
            .collect();
        if touched.is_empty() {
            return Ok(ApplyPlan::default());
        }
        let decisions: Decisions = files
            .iter()
            .flat_map(|file| file.decisions.clone())
            .collect();
        self.plan_apply(session, &touched, WrittenHunks::Decided, &decisions, stamp)
    }

    fn rolled_back(
        &self,
        session: SessionId,
        request: &RollbackRequest,
        stamp: &Stamp,
    ) -> Result<Vec<FileRollback>, LedgerError> {
        let since = self.since(session, request)?;
        let mut out = Vec::new();
        let going = |logged: &Arc<Logged>| match (&request.how, &since) {
            (RollbackMode::Hard, Some(since)) => hard(logged, since),
            (RollbackMode::Hard, None) => None,
            (RollbackMode::Scoped, _) => scoped(logged, request, since.as_ref()),
        };
        let (logs, faults) = self.logs(session)?;
        for logged in logs {
            let file = match self.present(&logged, stamp) {
                // A change that another program made just now counts as the user's, and hunks may
                // depend on it.
                Ok(present) => going(&Arc::new(present.logged)),
                Err(error) => going(&logged).map(|file| file.unchanged(error.notice())),
            };
            // The file is listed all the same, so that the user can select it again.
            let is_left_out = request.without.contains(&logged.log.file);
            out.extend(if is_left_out {
                file.map(FileRollback::excluded)
            } else {
                file
            });
        }
        if out.is_empty() {
            if let Some(fault) = faults.into_iter().next() {
                return Err(fault);
            }
            let why = match request.scope {
                RollbackScope::Run { .. } => notice!("told-changed-nothing"),
                RollbackScope::Checkpoint { .. } => notice!("told-nothing-after"),
                _ => notice!("told-nothing-belongs"),
            };
            return Err(LedgerError::Refused(why));
        }
        Ok(out)
    }

    /// Returns the checkpoint that a rollback goes back to, if its scope is one.
    fn since(
        &self,
        session: SessionId,
        request: &RollbackRequest,
    ) -> Result<Option<CheckpointWithFiles>, LedgerError> {
        let mut kept = self.store.checkpoints_blocking(session)?.into_iter();
        let hard = request.how == RollbackMode::Hard;
        let found = match &request.scope {
            RollbackScope::Checkpoint { checkpoint } => {
                let found = kept.find(|(known, _)| known.id == *checkpoint);
                Some(found.ok_or_else(|| no_checkpoint(*checkpoint))?)
            }
            RollbackScope::Run { run } if hard => kept.find(|(known, _)| known.run == Some(*run)),
            RollbackScope::Session if hard => kept.next(),
            _ if hard => {
                return Err(LedgerError::Refused(notice!("told-hard-what")));
            }
            _ => None,
        };
        if let Some((checkpoint, _)) = found.as_ref().filter(|_| hard) {
            let broken = self.store.broken_checkpoints_blocking()?;
            if broken.contains(&checkpoint.id) {
                let number = checkpoint.number;
                let why = notice!("told-checkpoint-dropped", number);
                return Err(LedgerError::Refused(why));
            }
        }
        Ok(found)
    }

    fn title(&self, session: SessionId, request: &RollbackRequest) -> Result<Notice, LedgerError> {
        let scope = match &request.scope {
            RollbackScope::Hunks { hunks } => match hunks.len() {
                1 => notice!("scope-hunk"),
                many => notice!("scope-hunks", word = figure(many as u64)),
            },
            RollbackScope::File { file } => {
                let files = self.store.files_of_blocking(session)?;
                let path = files.into_iter().find(|(known, _)| known == file);
                let path = path.map(|(_, path)| path).unwrap_or_default();
                notice!("scope-file", path)
            }
            RollbackScope::Call { .. } => notice!("scope-call"),
            RollbackScope::Run { .. } => notice!("scope-run"),
            RollbackScope::Agent { agent } => notice!("scope-agent", who = agent),
            RollbackScope::Session => notice!("scope-session"),
            RollbackScope::Checkpoint { .. } => match self.since(session, request)? {
                Some((checkpoint, _)) => notice!("scope-checkpoint", name = checkpoint.number),
                None => Notice::default(),
            },
        };
        Ok(match request.how {
            RollbackMode::Hard => notice!("title-hard-rollback", scope),
            RollbackMode::Scoped => notice!("title-rollback", scope),
        })
    }
}

impl PlannedRollback {
    /// Builds the preview for the user.
    fn preview(&self, last_number: u64) -> RollbackPreview {
        let work = &self.apply.work;
        let mut afterwards = Vec::new();
        let mut preview = RollbackPreview {
            title: self.title.clone(),
            files: Vec::new(),
            unapplied: Vec::new(),
            in_index: Vec::new(),
            not_covered: work.skipped.clone(),
            user_hunks_lost: 0,
            safety_number: last_number.saturating_add(1),
            shown: ContentHash::of(&[]),
        };
        for file in &self.files {
            let planned = work.files.iter().map(|(_, planned)| planned);
            let planned = planned
                .into_iter()
                .find(|planned| planned.file == file.logged.log.file);
            preview.user_hunks_lost = preview.user_hunks_lost.saturating_add(file.lost());
            if let Some(why) = &file.not_covered {
                preview
                    .not_covered
                    .push((file.logged.path.clone(), why.clone()));
            }
            if !file.is_excluded && is_dirty(&file.logged.log) {
                preview.unapplied.push(file.logged.path.clone());
            }
            let stats = planned.map_or((0, 0), |planned| (planned.added, planned.removed));
            let becomes = becomes(file, planned.map(|planned| planned.after.is_none()));
            preview.files.push(RollbackFile {
                file: file.logged.log.file,
                path: file.logged.path.clone(),
                becomes,
                added: stats.0,
                removed: stats.1,
                hunks: file.back(),
                kept: file.kept(),
                lost: file.lost(),
                edited: file.edited(),
                unclear: file.unclear.clone(),
                conflicts: file.conflicts.clone(),
            });
            afterwards.extend(planned.map(|planned| {
                let there = (&planned.path, &planned.before, planned.mode_before);
                (there, &planned.moves_to, &planned.after, planned.mode_after)
            }));
        }
        // Without the ids of entries that are not logged yet, because these differ each time.
        let files = preview.files.iter().map(|file| {
            let conflicts = file.conflicts.iter();
            let conflicts: Vec<_> = conflicts.map(|one| (one.hunk, &one.choice)).collect();
            let counts = (file.hunks, file.kept, file.lost, file.edited);
            (&file.path, &file.becomes, counts, conflicts)
        });
        let files: Vec<_> = files.collect();
        let bytes = serde_json::to_vec(&(&preview.title, files, afterwards, &preview.not_covered));
        preview.shown = ContentHash::of(&bytes.unwrap_or_default());
        preview
    }
}

fn no_checkpoint(id: CheckpointId) -> LedgerError {
    LedgerError::Refused(notice!("told-checkpoint-none", word = id.to_string()))
}

fn is_dirty(log: &Woven) -> bool {
    let target = log.in_target();
    log.hunks()
        .any(|(_, hunk)| hunk.written != target.contains(&hunk.id))
}

fn becomes(file: &FileRollback, goes: Option<bool>) -> Notice {
    let back = file.back();
    let mut why = match goes {
        _ if file.is_excluded => return notice!("told-becomes-stays"),
        Some(true) => notice!("told-becomes-removed"),
        _ if back == 0 => notice!("told-becomes-stays"),
        _ if !file.logged.is_there() => notice!("told-becomes-there"),
        _ => notice!("told-becomes-back", counted = count(back, "hunk")),
    };
    match file.proposed() {
        0 => {}
        proposed if proposed == back => why = notice!("told-becomes-proposed", why),
        word => why = notice!("told-becomes-some-proposed", why, word),
    }
    let kept = match goes {
        Some(true) => 0,
        _ => file.kept(),
    };
    if file.edited() > 0 {
        why = notice!("told-becomes-edited", why, word = file.edited());
    }
    if file.lost() > 0 {
        why = notice!("told-becomes-lost", why, word = file.lost());
    }
    if kept > 0 {
        why = notice!("told-becomes-kept", why, word = kept);
    }
    match file.conflicts.len() {
        0 => why,
        1 => notice!("told-becomes-conflict", why),
        many => notice!("told-becomes-conflicts", why, word = figure(many as u64)),
    }
}
