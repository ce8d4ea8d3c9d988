//! Applies files: all or none. Checks every path against its expected state, writes every new
//! content to the disk beside its place, and only then puts them all into place; undoes everything
//! if a step fails. An operation that a process did not finish is finished by the next process.

use super::path_plan::{Content, DiskState, PathPlan, groups, in_order, places};
use super::{Ledger, LedgerError};
use notice::{Notice, notice};
use protocol::call::ToolError;
use protocol::ids::ContentHash;
use protocol::review::{AppliedFile, ApplyRecord, ApplyResult};
use workspace::{Expected, StagedWrite};

impl Ledger {
    /// Writes the files of an apply operation, all or none.
    pub fn apply(&self, record: &ApplyRecord) -> ApplyResult {
        match self.try_to_write(record) {
            Ok(result) => result,
            Err(error) => ApplyResult::Nothing {
                reason: error.notice(),
            },
        }
    }

    fn try_to_write(&self, record: &ApplyRecord) -> Result<ApplyResult, LedgerError> {
        workspace::stop_point("apply: it is kept as an intent");
        let mut ready: Vec<(PathPlan<'_>, StagedWrite)> = Vec::new();
        for place in places(&record.files) {
            match self.stands(&place)? {
                DiskState::After => {}
                DiskState::Before => {
                    let proposed = self.prepare_writes(&place)?;
                    ready.push((place, proposed));
                }
                DiskState::Elsewhere(why) => {
                    let late = notice!("told-review-summary-late", path = place.path, why);
                    return Err(LedgerError::Refused(late));
                }
            }
        }
        workspace::stop_point("apply: every new content is beside its place");
        let mut done: Vec<PathPlan<'_>> = Vec::new();
        for (place, write) in ready {
            if let Err(error) = self.workspace.put_into_place(write) {
                return Ok(self.take_back(done, &error));
            }
            done.push(place);
        }
        workspace::stop_point("apply: every file is in its place");
        self.tidy(record);
        Ok(ApplyResult::Done)
    }

    /// Removes folders that were created for files that no longer exist.
    fn tidy(&self, record: &ApplyRecord) {
        let places = places(&record.files);
        let gone = places.iter().filter(|place| place.after.is_none());
        self.workspace
            .remove_made_folders(gone.map(|place| place.path));
    }

    /// Restores the written paths. A path that cannot be restored stays unchanged, and one with a
    /// later change by another author keeps that change: neither counts as applied.
    fn take_back(&self, done: Vec<PathPlan<'_>>, error: &ToolError) -> ApplyResult {
        let mut reason = error.message.clone();
        let back = done.into_iter().map(PathPlan::turned).collect();
        for place in in_order(back) {
            if let Err(error) = self.bring_there(&place) {
                reason = notice!(
                    "told-review-left-written",
                    why = reason,
                    path = place.path,
                    why_left = error.notice(),
                );
            }
        }
        ApplyResult::Nothing { reason }
    }

    /// Finishes an apply operation of a dead process: paths in their old state are written, those
    /// in their new state are done, any other is left alone, and so is every file that shares a
    /// path with it.
    pub fn recover(&self, record: &ApplyRecord) -> ApplyResult {
        // A file in its new state is not written, but its temporary file may still exist.
        for place in places(&record.files) {
            self.workspace.sweep_beside(place.path);
        }
        let mut left = Vec::new();
        for group in groups(&record.files) {
            let files: Vec<AppliedFile> = group.into_iter().cloned().collect();
            if let Err((path, why)) = self.finish(&files) {
                let others = files.iter().map(|file| {
                    let why = if file.path == path {
                        why.clone()
                    } else {
                        notice!("told-review-left-with", path, why)
                    };
                    (file.path.clone(), why)
                });
                left.extend(others);
            }
        }
        self.tidy(record);
        if left.is_empty() {
            ApplyResult::Done
        } else {
            ApplyResult::Partly { left }
        }
    }

    /// Brings connected files into their new state, if that is possible for all of them. Otherwise
    /// returns the blocking path and the reason.
    fn finish(&self, files: &[AppliedFile]) -> Result<(), (String, Notice)> {
        let places = places(files);
        let at = |place: &PathPlan<'_>, why: Notice| (place.path.to_owned(), why);
        for place in &places {
            match self.stands(place) {
                Ok(DiskState::Before | DiskState::After) => {}
                Ok(DiskState::Elsewhere(why)) => return Err(at(place, why)),
                Err(error) => return Err(at(place, error.notice())),
            }
        }
        for place in &places {
            let done = self.bring_there(place);
            done.map_err(|error| at(place, error.notice()))?;
        }
        Ok(())
    }

    /// Brings a path into its new state, if it is in its old or new state.
    fn bring_there(&self, place: &PathPlan<'_>) -> Result<(), LedgerError> {
        match self.stands(place)? {
            DiskState::After => Ok(()),
            DiskState::Before => Ok(self.workspace.put_into_place(self.prepare_writes(place)?)?),
            DiskState::Elsewhere(why) => Err(LedgerError::Refused(why)),
        }
    }

    fn stands(&self, place: &PathPlan<'_>) -> Result<DiskState, LedgerError> {
        let disk = self.on_disk(place.path)?;
        let now = disk.map(|disk| Content {
            hash: ContentHash::of(&disk.bytes),
            mode: Some(disk.mode),
        });
        Ok(place.stands(now.as_ref()))
    }

    /// Writes the new content of a path to a temporary file beside it.
    fn prepare_writes(&self, place: &PathPlan<'_>) -> Result<StagedWrite, LedgerError> {
        let expected = match &place.before {
            Some(content) => Expected::Hash(content.hash),
            None => Expected::Absent,
        };
        let after = place.after.as_ref();
        let bytes = match after {
            Some(content) => {
                let kept = self.store.get_blob_blocking(&content.hash)?;
                Some(kept.ok_or_else(|| {
                    LedgerError::Refused(notice!("told-review-new-gone", path = place.path))
                })?)
            }
            None => None,
        };
        let mode = after.and_then(|content| content.mode);
        let proposed = self
            .workspace
            .stage_write(place.path, bytes.as_deref(), &expected, mode)?;
        Ok(proposed)
    }
}
