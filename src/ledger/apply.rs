//! Carries a save out: all files or none. Every path is compared with what must be there, every new
//! content is on the disk beside its place, and only then are they put into place; what fails by then
//! is taken back. A save that a process did not live to finish is brought to its end by the next one.

use std::borrow::Cow;

use super::path_plan::{Content, DiskState, PathPlan, groups, in_order, places};
use super::{Ledger, LedgerError};
use crate::protocol::call::ToolError;
use crate::protocol::ids::ContentHash;
use crate::protocol::review::{AppliedFile, ApplyRecord, ApplyResult};
use crate::workspace::{Expected, StagedWrite};

impl Ledger {
    /// Writes the files of a save, all or none.
    pub fn carry_out(&self, save: &ApplyRecord) -> ApplyResult {
        match self.try_to_write(save) {
            Ok(result) => result,
            Err(error) => ApplyResult::Nothing {
                reason: error.to_string(),
            },
        }
    }

    fn try_to_write(&self, save: &ApplyRecord) -> Result<ApplyResult, LedgerError> {
        crate::workspace::stop_point("save: it is kept as an intent");
        let mut ready: Vec<(PathPlan<'_>, StagedWrite)> = Vec::new();
        for place in places(&save.files) {
            match self.stands(&place)? {
                DiskState::After => {}
                DiskState::Before => {
                    let staged = self.stage(&place)?;
                    ready.push((place, staged));
                }
                DiskState::Elsewhere(why) => {
                    let path = place.path;
                    return Err(LedgerError::Refused(format!(
                        "`{path}` {why} meanwhile; look at the summary again"
                    )));
                }
            }
        }
        crate::workspace::stop_point("save: every new content is beside its place");
        let mut done: Vec<PathPlan<'_>> = Vec::new();
        for (place, write) in ready {
            if let Err(error) = self.workspace.put_into_place(write) {
                return Ok(self.take_back(done, &error));
            }
            done.push(place);
        }
        crate::workspace::stop_point("save: every file is in its place");
        self.tidy(save);
        Ok(ApplyResult::Done)
    }

    /// Takes away folders that were made for files which are gone now.
    fn tidy(&self, save: &ApplyRecord) {
        let places = places(&save.files);
        let gone = places.iter().filter(|place| place.after.is_none());
        self.workspace
            .remove_made_folders(gone.map(|place| place.path));
    }

    /// Brings the paths that were written back to what they were. The one that could not be is as it was,
    /// and one that somebody has changed since stays as that one left it: none of them counts as saved.
    fn take_back(&self, done: Vec<PathPlan<'_>>, error: &ToolError) -> ApplyResult {
        let mut reason = error.message.clone();
        let back = done.into_iter().map(PathPlan::turned).collect();
        for place in in_order(back) {
            if let Err(why) = self.bring_there(&place) {
                let left = format!(
                    "; `{}` had been written and is left as it is: {why}",
                    place.path
                );
                reason.push_str(&left);
            }
        }
        ApplyResult::Nothing { reason }
    }

    /// Brings a save to its end that a process did not live to finish: paths that are as they were are
    /// written, those that are as they shall be are done, any other is left alone, and so is every
    /// file that shares a path with one that is.
    pub fn recover(&self, save: &ApplyRecord) -> ApplyResult {
        // A file that is as it shall be is not written, and yet its temporary one may be there.
        for place in places(&save.files) {
            self.workspace.sweep_beside(place.path);
        }
        let mut left = Vec::new();
        for group in groups(&save.files) {
            let files: Vec<AppliedFile> = group.into_iter().cloned().collect();
            if let Err((path, why)) = self.finish(&files) {
                let others = files.iter().map(|file| {
                    let is_it = file.path == path;
                    let words = if is_it {
                        why.clone()
                    } else {
                        format!("`{path}` {why}")
                    };
                    (file.path.clone(), words)
                });
                left.extend(others);
            }
        }
        self.tidy(save);
        if left.is_empty() {
            ApplyResult::Done
        } else {
            ApplyResult::Partly { left }
        }
    }

    /// Brings files that hang together to what they shall be, if all of them can be. Says which
    /// path is in the way, and why.
    fn finish(&self, files: &[AppliedFile]) -> Result<(), (String, String)> {
        let places = places(files);
        let at =
            |place: &PathPlan<'_>, why: Cow<'_, str>| (place.path.to_owned(), why.into_owned());
        for place in &places {
            match self.stands(place) {
                Ok(DiskState::Before | DiskState::After) => {}
                Ok(DiskState::Elsewhere(why)) => return Err(at(place, why.into())),
                Err(error) => return Err(at(place, error.to_string().into())),
            }
        }
        for place in &places {
            let done = self.bring_there(place);
            done.map_err(|error| at(place, error.to_string().into()))?;
        }
        Ok(())
    }

    /// Brings a path to what it shall be, if it is as it was or there already.
    fn bring_there(&self, place: &PathPlan<'_>) -> Result<(), LedgerError> {
        match self.stands(place)? {
            DiskState::After => Ok(()),
            DiskState::Before => Ok(self.workspace.put_into_place(self.stage(place)?)?),
            DiskState::Elsewhere(why) => Err(LedgerError::Refused(why.to_owned())),
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

    /// Lays what a path shall have beside it.
    fn stage(&self, place: &PathPlan<'_>) -> Result<StagedWrite, LedgerError> {
        let expected = match &place.before {
            Some(content) => Expected::Hash(content.hash),
            None => Expected::Absent,
        };
        let after = place.after.as_ref();
        let bytes = match after {
            Some(content) => {
                let kept = self.store.get_blob_blocking(&content.hash)?;
                Some(kept.ok_or_else(|| {
                    LedgerError::Refused(format!(
                        "the new content of `{}` is gone from the store",
                        place.path
                    ))
                })?)
            }
            None => None,
        };
        let mode = after.and_then(|content| content.mode);
        let staged = self
            .workspace
            .stage_write(place.path, bytes.as_deref(), &expected, mode)?;
        Ok(staged)
    }
}
