//! Writes and deletes files, atomically and only over the expected content.
//!
//! A write makes a temporary file in the same folder, syncs it, compares the present content with
//! the expected one, renames it into place and syncs the folder: after a crash the file has the old
//! or the new bytes, never half. Whatever fails, the temporary file is removed.

use std::io;

use cap_std::fs::Dir;

use super::errors::{self, MAX_FILE_BYTES};
use super::handle::Workspace;
use super::path_jail::{self, JailedPath, LastLink, PathTarget};
use super::read::{read_bytes, special};
use super::staged::StagedWrite;
use notice::notice;
use protocol::call::ToolError;
use protocol::ids::ContentHash;

/// The expected content at a path before it is overwritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    Absent,
    /// A file whose bytes have this hash.
    Hash(ContentHash),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenFile {
    /// Real path, relative to the root.
    pub path: String,
    /// Hash of the new bytes; of no bytes if the file was deleted.
    pub sha256: ContentHash,
}

impl Workspace {
    /// Writes these bytes to a path. If the path is a link inside the root, its target is written.
    /// Creates missing folders. `permissions` are the bits of a new file; an existing one keeps its
    /// own.
    ///
    /// # Errors
    /// E001 and E002 as [`Workspace::resolve`]; E004 over 10 MiB; E005 if the system refuses or the
    /// disk is full; E011 if the content differs from the expected one; E012 if it is not a regular
    /// file.
    pub fn write_atomic(
        &self,
        path: &str,
        bytes: &[u8],
        expected: &Expected,
        permissions: Option<u32>,
    ) -> Result<WrittenFile, ToolError> {
        let made = permissions.filter(|_| *expected == Expected::Absent);
        let staged = self.stage_write(path, Some(bytes), expected, made)?;
        let path = staged.path().to_owned();
        self.put_into_place(staged)?;
        Ok(WrittenFile {
            path,
            sha256: ContentHash::of(bytes),
        })
    }

    /// Performs a write (`None`: a deletion) up to the last step: the content is on the disk,
    /// beside its place. `permissions` are the bits for the file; without them an existing file
    /// keeps its own.
    ///
    /// # Errors
    /// As [`Workspace::write_atomic`].
    pub fn stage_write(
        &self,
        path: &str,
        bytes: Option<&[u8]>,
        expected: &Expected,
        permissions: Option<u32>,
    ) -> Result<StagedWrite, ToolError> {
        let Some(bytes) = bytes else {
            return self.stage_delete(path, expected);
        };
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(errors::too_large(path, bytes.len() as u64));
        }
        let place = path_jail::find(self, path, LastLink::Follow)?;
        match (place.found, expected) {
            (PathTarget::File { parent, name, .. }, Expected::Hash(sha256)) => {
                let wanted = (*sha256, permissions);
                let journal = self.in_place_folder();
                StagedWrite::replacement(
                    (parent, name),
                    place.path,
                    bytes,
                    wanted,
                    journal.as_deref(),
                )
            }
            (PathTarget::Missing { parent, names }, Expected::Absent) => {
                let (folder, name) = self.make_folders(parent, &place.path, (&names, path))?;
                StagedWrite::creation(folder, name, place.path, bytes, permissions)
            }
            (PathTarget::File { .. }, Expected::Absent) => {
                Err(errors::changed(path, &notice!("told-meanwhile-there")))
            }
            (PathTarget::Missing { .. }, Expected::Hash(_)) => {
                Err(errors::changed(path, &notice!("told-meanwhile-gone")))
            }
            (found, _) => Err(no_file(path, &found)),
        }
    }

    /// Performs the last step of a write.
    ///
    /// # Errors
    /// As [`Workspace::write_atomic`]; the file is unchanged then.
    pub fn put_into_place(&self, staged: StagedWrite) -> Result<(), ToolError> {
        let mut writes = self.lock_writes();
        *writes = writes.wrapping_add(1);
        staged.commit()
    }

    /// Creates the missing folders of a path, one by one and never through a link. Returns the last
    /// folder and the file's name. `real` is the path without links; `names` are its end.
    fn make_folders(
        &self,
        mut folder: Dir,
        real: &str,
        (names, path): (&[String], &str),
    ) -> Result<(Dir, String), ToolError> {
        let Some((name, folders)) = names.split_last() else {
            return Err(errors::outside(path, &notice!("told-path-no-file")));
        };
        let missing: usize = names.iter().map(|name| name.len() + 1).sum();
        let mut made = real
            .get(..(real.len() + 1).saturating_sub(missing))
            .unwrap_or_default()
            .to_owned();
        for missing in folders {
            let is_made = match folder.create_dir(missing) {
                Ok(()) => true,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
                Err(error) => {
                    return Err(errors::from_io(
                        &error,
                        &notice!("told-doing-make-folder"),
                        path,
                    ));
                }
            };
            folder = path_jail::open_folder(&folder, missing).map_err(|error| {
                errors::from_io(&error, &notice!("told-doing-make-folder"), path)
            })?;
            made.push_str(missing);
            if is_made {
                self.note_made_folder(&made);
            }
            made.push('/');
        }
        Ok((folder, name.clone()))
    }

    fn stage_delete(&self, path: &str, expected: &Expected) -> Result<StagedWrite, ToolError> {
        let place = path_jail::find(self, path, LastLink::Keep)?;
        let Expected::Hash(wanted) = expected else {
            return Err(errors::changed(path, &notice!("told-meanwhile-absent")));
        };
        match place.found {
            PathTarget::File { parent, name, .. } => {
                Ok(StagedWrite::deletion(parent, name, place.path, *wanted))
            }
            PathTarget::Missing { .. } => Err(self.not_found(path)),
            found => Err(no_file(path, &found)),
        }
    }

    /// Deletes a regular file with these bytes. A link is neither followed nor deleted.
    ///
    /// # Errors
    /// As [`Workspace::write_atomic`]; E003 if it does not exist.
    pub fn delete(&self, path: &str, expected: &Expected) -> Result<WrittenFile, ToolError> {
        let staged = self.stage_delete(path, expected)?;
        let path = staged.path().to_owned();
        self.put_into_place(staged)?;
        let sha256 = match expected {
            Expected::Hash(hash) => *hash,
            Expected::Absent => ContentHash::of(b""),
        };
        Ok(WrittenFile { path, sha256 })
    }

    /// Returns the real path, bytes and permission bits of a file to be deleted, text or not. Does
    /// not follow a link at the end of the path.
    ///
    /// # Errors
    /// As [`Workspace::read`], without E012 for binary files.
    pub fn bytes_for_delete(&self, path: &str) -> Result<(String, Vec<u8>, u32), ToolError> {
        let JailedPath { path: real, found } = path_jail::find(self, path, LastLink::Keep)?;
        match found {
            PathTarget::File { parent, name, .. } => {
                let (bytes, mode) = read_bytes(&parent, &name, &real)?;
                Ok((real, bytes, mode))
            }
            PathTarget::Missing { .. } => Err(self.not_found(path)),
            found => Err(no_file(path, &found)),
        }
    }
}

fn no_file(path: &str, found: &PathTarget) -> ToolError {
    match found {
        PathTarget::Folder => errors::not_text(
            path,
            &notice!("told-is-folder"),
            &notice!("told-next-in-folder"),
        ),
        PathTarget::Link => errors::not_text(
            path,
            &notice!("told-is-link"),
            &notice!("told-next-behind-link"),
        ),
        PathTarget::Special(what) => special(path, what),
        PathTarget::File { .. } | PathTarget::Missing { .. } => {
            errors::changed(path, &notice!("told-meanwhile-other"))
        }
    }
}
