//! Carries a save out: all files or none. Every file is compared with what it must be, every new content
//! is on the disk beside its place, and only then are they put into place; what fails by then is taken
//! back. A save that a process did not live to finish is brought to its end by the next one.

use super::{Ledger, LedgerError};
use crate::protocol::call::{ErrorCode, ToolError};
use crate::protocol::ids::{ContentHash, sha256_hex};
use crate::protocol::review::{Save, SaveFile, SaveResult};
use crate::workspace::{Expected, StagedWrite};

/// Where a file of a save is.
#[derive(Debug, PartialEq, Eq)]
enum Stands {
    /// As it was.
    Before,
    /// As it shall be.
    After,
    /// Neither: somebody else changed it.
    Elsewhere(String),
}

impl Ledger {
    /// Writes the files of a save, all or none.
    pub fn carry_out(&self, save: &Save) -> SaveResult {
        match self.try_to_write(save) {
            Ok(result) => result,
            Err(error) => SaveResult::Nothing {
                reason: error.to_string(),
            },
        }
    }

    fn try_to_write(&self, save: &Save) -> Result<SaveResult, LedgerError> {
        crate::workspace::stop_point("save: it is kept as an intent");
        let mut ready: Vec<(&SaveFile, Vec<StagedWrite>)> = Vec::new();
        for file in &save.files {
            match self.stands(file) {
                Stands::After => {}
                Stands::Before => ready.push((file, self.stage(file)?)),
                Stands::Elsewhere(why) => {
                    let path = &file.path;
                    return Err(LedgerError::Refused(format!(
                        "`{path}` {why} meanwhile; look at the summary again"
                    )));
                }
            }
        }
        crate::workspace::stop_point("save: every new content is beside its place");
        let mut done: Vec<&SaveFile> = Vec::new();
        for (file, writes) in ready {
            let put = self.put(writes);
            if let Err(error) = put {
                return Ok(self.take_back(&done, file, &error));
            }
            done.push(file);
        }
        crate::workspace::stop_point("save: every file is in its place");
        Ok(SaveResult::Done)
    }

    /// Brings the files that were written back to what they were.
    fn take_back(&self, done: &[&SaveFile], failed: &SaveFile, error: &ToolError) -> SaveResult {
        let mut left = Vec::new();
        for file in done.iter().copied().chain([failed]) {
            let back = turned(file);
            if let Err(why) = self.bring_there(&back) {
                left.push((file.path.clone(), why.to_string()));
            }
        }
        match left.is_empty() {
            true => SaveResult::Nothing {
                reason: error.message.clone(),
            },
            false => SaveResult::Partly { left },
        }
    }

    /// Brings a save to its end that a process did not live to finish: files that are as they were are
    /// written, those that are as they shall be are done, any other is left alone.
    pub fn recover(&self, save: &Save) -> SaveResult {
        // A file that is as it shall be is not written, and yet its temporary one may be there.
        let places = save
            .files
            .iter()
            .flat_map(|file| file.moves_to.iter().chain([&file.path]));
        places.for_each(|path| self.workspace.sweep_beside(path));
        let mut left = Vec::new();
        for file in &save.files {
            if let Err(why) = self.bring_there(file) {
                left.push((file.path.clone(), why.to_string()));
            }
        }
        match left.is_empty() {
            true => SaveResult::Done,
            false => SaveResult::Partly { left },
        }
    }

    /// Brings a file to what it shall be, if it is as it was or there already.
    fn bring_there(&self, file: &SaveFile) -> Result<(), LedgerError> {
        match self.stands(file) {
            Stands::After => Ok(()),
            Stands::Before => Ok(self.put(self.stage(file)?)?),
            Stands::Elsewhere(why) => Err(LedgerError::Refused(why)),
        }
    }

    fn put(&self, writes: Vec<StagedWrite>) -> Result<(), ToolError> {
        let mut writes = writes.into_iter();
        writes.try_for_each(|write| self.workspace.put_into_place(write))
    }

    fn stands(&self, file: &SaveFile) -> Stands {
        let there = |path: &str| -> Result<Option<ContentHash>, LedgerError> {
            let disk = self.on_disk(path)?;
            Ok(disk.map(|disk| ContentHash(sha256_hex(&disk.bytes))))
        };
        let now = match there(&file.path) {
            Ok(now) => now,
            Err(error) => return Stands::Elsewhere(error.to_string()),
        };
        let Some(moves_to) = &file.moves_to else {
            return match now {
                now if now == file.before && now != file.after => Stands::Before,
                now if now == file.after => Stands::After,
                None => Stands::Elsewhere("is gone".to_owned()),
                Some(_) => Stands::Elsewhere("was changed".to_owned()),
            };
        };
        match (now, there(moves_to)) {
            (now, Ok(moved)) if now == file.before && moved.is_none() => Stands::Before,
            // Cut off between the two steps of a move.
            (now, Ok(moved)) if now == file.before && moved == file.after => Stands::Before,
            (None, Ok(moved)) if moved == file.after => Stands::After,
            (_, Ok(_)) => Stands::Elsewhere("was moved or changed".to_owned()),
            (_, Err(error)) => Stands::Elsewhere(error.to_string()),
        }
    }

    /// Lays the new content of a file beside its place.
    fn stage(&self, file: &SaveFile) -> Result<Vec<StagedWrite>, LedgerError> {
        let expected = match &file.before {
            Some(hash) => Expected::Sha256(hash.0.clone()),
            None => Expected::Absent,
        };
        let bytes = match &file.after {
            Some(hash) => Some(self.store.get_blob_blocking(hash)?.ok_or_else(|| {
                LedgerError::Refused(format!(
                    "the new content of `{}` is gone from the store",
                    file.path
                ))
            })?),
            None => None,
        };
        let bytes = bytes.as_deref();
        let stage = |path: &str, bytes: Option<&[u8]>, expected: &Expected| {
            self.workspace
                .stage_write(path, bytes, expected, file.mode_after)
        };
        let Some(moves_to) = &file.moves_to else {
            return Ok(vec![stage(&file.path, bytes, &expected)?]);
        };
        // First the new place, then the old one: the content is never in neither.
        let mut writes = Vec::new();
        match stage(moves_to, bytes, &Expected::Absent) {
            Ok(write) => writes.push(write),
            Err(error) if error.code == ErrorCode::Conflict => {}
            Err(error) => return Err(error.into()),
        }
        writes.push(stage(&file.path, None, &expected)?);
        Ok(writes)
    }
}

/// The way back.
fn turned(file: &SaveFile) -> SaveFile {
    SaveFile {
        path: file.moves_to.clone().unwrap_or_else(|| file.path.clone()),
        moves_to: file.moves_to.as_ref().map(|_| file.path.clone()),
        before: file.after.clone(),
        after: file.before.clone(),
        mode_before: file.mode_after,
        mode_after: file.mode_before,
        ..file.clone()
    }
}
