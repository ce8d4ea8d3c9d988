//! Writing and deleting files, atomically and only over what was expected to be there.
//!
//! A write makes a temporary file in the same folder, syncs it, compares what is there with what
//! was expected, renames it into place and syncs the folder: after a crash the file has the old
//! or the new bytes, never half. Whatever fails, the temporary file goes.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use cap_std::fs::{Dir, OpenOptions};

use super::fault::{self, MAX_FILE_BYTES};
use super::gate::Workspace;
use super::place::{self, Found, LastLink, Place};
use super::read::{read_bytes, special};
use crate::protocol::call::ToolError;
use crate::protocol::ids::sha256_hex;

/// What must be at a path for it to be written over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// Nothing.
    Absent,
    /// A file whose bytes have this SHA-256, in hex digits.
    Sha256(String),
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its real path, relative to the root.
    pub path: String,
    /// SHA-256 of its bytes now.
    pub sha256: String,
}

impl Workspace {
    /// Puts these bytes at a path. Through a link inside the root the link's target is written.
    /// Missing folders are made. `permissions` are the bits of a file that is made; one that is
    /// there keeps its own.
    ///
    /// # Errors
    /// E001 and E002 as [`Workspace::resolve`]; E004 over 10 MiB; E005 where the system refuses or
    /// the disk is full; E011 where something else is there than expected; E012 for what is not a
    /// regular file.
    pub fn write_atomic(
        &self,
        path: &str,
        bytes: &[u8],
        expected: &Expected,
        permissions: Option<u32>,
    ) -> Result<Written, ToolError> {
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(fault::too_large(path, bytes.len() as u64));
        }
        let place = place::find(self, path, LastLink::Follow)?;
        match (place.found, expected) {
            (Found::File { parent, name, .. }, Expected::Sha256(sha256)) => {
                let _held = self.lock_writes();
                replace(&parent, &name, &place.path, bytes, sha256)?;
            }
            (Found::Missing { parent, names }, Expected::Absent) => {
                let (folder, name) = make_folders(parent, &names, path)?;
                create(&folder, &name, &place.path, bytes, permissions)?;
            }
            (Found::File { .. }, Expected::Absent) => {
                return Err(fault::changed(path, "is there meanwhile"));
            }
            (Found::Missing { .. }, Expected::Sha256(_)) => {
                return Err(fault::changed(path, "is gone meanwhile"));
            }
            (found, _) => return Err(no_file(path, &found)),
        }
        Ok(Written {
            path: place.path,
            sha256: sha256_hex(bytes),
        })
    }

    /// Deletes a regular file with these bytes. A link is not followed and not deleted.
    ///
    /// # Errors
    /// As [`Workspace::write_atomic`]; E003 where it is not there.
    pub fn delete(&self, path: &str, expected: &Expected) -> Result<Written, ToolError> {
        let place = place::find(self, path, LastLink::Keep)?;
        let Expected::Sha256(wanted) = expected else {
            return Err(fault::changed(path, "was to be absent already"));
        };
        let (parent, name) = match place.found {
            Found::File { parent, name, .. } => (parent, name),
            Found::Missing { .. } => return Err(self.not_found(path)),
            found => return Err(no_file(path, &found)),
        };
        let _held = self.lock_writes();
        let (bytes, _) = read_bytes(&parent, &name, &place.path)?;
        if sha256_hex(&bytes) != *wanted {
            return Err(fault::changed(path, "was changed meanwhile"));
        }
        parent
            .remove_file(&name)
            .map_err(|error| fault::from_io(&error, "delete", path))?;
        sync_folder(&parent);
        Ok(Written {
            path: place.path,
            sha256: wanted.clone(),
        })
    }

    /// Real path, bytes and permission bits of a file that is to be deleted, text or not. A link
    /// at the end of the path is not followed.
    ///
    /// # Errors
    /// As [`Workspace::read`], without E012 for binary files.
    pub fn bytes_for_delete(&self, path: &str) -> Result<(String, Vec<u8>, u32), ToolError> {
        let Place { path: real, found } = place::find(self, path, LastLink::Keep)?;
        match found {
            Found::File { parent, name, .. } => {
                let (bytes, mode) = read_bytes(&parent, &name, &real)?;
                Ok((real, bytes, mode))
            }
            Found::Missing { .. } => Err(self.not_found(path)),
            found => Err(no_file(path, &found)),
        }
    }
}

fn no_file(path: &str, found: &Found) -> ToolError {
    match found {
        Found::Folder => fault::not_text(
            path,
            "a folder, not a file",
            "name a file in it; a folder is changed with shell_exec",
        ),
        Found::Link => fault::not_text(
            path,
            "a symbolic link",
            "name the file that it leads to, or take the link away with shell_exec",
        ),
        Found::Special(what) => special(path, what),
        Found::File { .. } | Found::Missing { .. } => {
            fault::changed(path, "is not what was expected")
        }
    }
}

/// Makes the missing folders of a path, one by one and never through a link. Gives the last
/// folder and the file's name.
fn make_folders(mut folder: Dir, names: &[String], path: &str) -> Result<(Dir, String), ToolError> {
    let Some((name, folders)) = names.split_last() else {
        return Err(fault::outside(path, "names no file"));
    };
    for missing in folders {
        match folder.create_dir(missing) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(fault::from_io(&error, "make a folder for", path)),
        }
        folder = place::open_folder(&folder, missing)
            .map_err(|error| fault::from_io(&error, "make a folder for", path))?;
    }
    Ok((folder, name.clone()))
}

/// A temporary file that is taken away unless it was put into place.
struct Temporary<'a> {
    folder: &'a Dir,
    name: String,
    in_place: bool,
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        if !self.in_place {
            self.folder.remove_file(&self.name).ok();
        }
    }
}

impl<'a> Temporary<'a> {
    /// Makes it with these bytes, synced.
    fn with(folder: &'a Dir, bytes: &[u8], look: &Look) -> io::Result<Self> {
        let folder_mode = cap_std::fs::MetadataExt::mode(&folder.dir_metadata()?);
        if nobody_may_write(folder_mode) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        super::left_over::sweep(folder);
        let name = format!("{TEMPORARY_PREFIX}{}", uuid::Uuid::now_v7().simple());
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let mut file = folder.open_with(&name, &options)?.into_std();
        let temporary = Self {
            folder,
            name,
            in_place: false,
        };
        look.put_on(&file)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(temporary)
    }
}

/// How the names of temporary files begin. The walk leaves them out: one may be left by a crash.
pub(super) const TEMPORARY_PREFIX: &str = ".agentichat-tmp-";

/// Permission bits and owner that a file shall have.
#[derive(Default)]
struct Look {
    mode: Option<u32>,
    owner: Option<(u32, u32)>,
}

impl Look {
    fn put_on(&self, file: &File) -> io::Result<()> {
        if let Some((user, group)) = self.owner {
            let metadata = file.metadata()?;
            if (metadata.uid(), metadata.gid()) != (user, group) {
                // Only a privileged process can; for the others the file stays theirs.
                std::os::unix::fs::fchown(file, Some(user), Some(group)).ok();
            }
        }
        if let Some(mode) = self.mode {
            file.set_permissions(std::fs::Permissions::from_mode(mode))?;
        }
        Ok(())
    }
}

fn replace(
    folder: &Dir,
    name: &str,
    path: &str,
    bytes: &[u8],
    expected: &str,
) -> Result<(), ToolError> {
    let io = |error: io::Error| fault::from_io(&error, "write", path);
    let old = place::open_file(folder, name).map_err(io)?;
    let metadata = old.metadata().map_err(io)?;
    // A file that is not writable stays so, although its folder would let it be replaced.
    if nobody_may_write(metadata.mode()) {
        return Err(io(io::ErrorKind::PermissionDenied.into()));
    }
    let look = Look {
        mode: Some(super::read::mode_of(&metadata)),
        owner: Some((metadata.uid(), metadata.gid())),
    };
    drop(old);
    let mut temporary = Temporary::with(folder, bytes, &look).map_err(io)?;
    let (now, _) = read_bytes(folder, name, path)?;
    if sha256_hex(&now) != expected {
        return Err(fault::changed(path, "was changed meanwhile"));
    }
    folder.rename(&temporary.name, folder, name).map_err(io)?;
    temporary.in_place = true;
    sync_folder(folder);
    Ok(())
}

/// Whether no write bit is set. The system would still let the superuser write there.
fn nobody_may_write(mode: u32) -> bool {
    mode & 0o222 == 0
}

fn create(
    folder: &Dir,
    name: &str,
    path: &str,
    bytes: &[u8],
    permissions: Option<u32>,
) -> Result<(), ToolError> {
    let io = |error: io::Error| fault::from_io(&error, "write", path);
    let look = Look {
        mode: permissions,
        owner: None,
    };
    let mut temporary = Temporary::with(folder, bytes, &look).map_err(io)?;
    // A hard link refuses to replace, in one step; where the file system has none, a rename.
    match folder.hard_link(&temporary.name, folder, name) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(fault::changed(path, "is there meanwhile"));
        }
        Err(_) => {
            if folder.symlink_metadata(name).is_ok() {
                return Err(fault::changed(path, "is there meanwhile"));
            }
            folder.rename(&temporary.name, folder, name).map_err(io)?;
            temporary.in_place = true;
        }
    }
    drop(temporary);
    sync_folder(folder);
    Ok(())
}

/// Makes a rename survive a power cut. Not every file system takes it; the bytes are safe anyway.
fn sync_folder(folder: &Dir) {
    if let Ok(owned) = folder.as_fd().try_clone_to_owned() {
        File::from(owned).sync_all().ok();
    }
}
