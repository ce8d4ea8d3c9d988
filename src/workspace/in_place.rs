//! In-place writes, for files that cannot be replaced by another inode: they go through a journal,
//! so that after a crash the file has the old or the new bytes, never half.
//!
//! A journal entry holds both texts and lies in the workspace's state folder, on the disk before
//! the first byte is written. The next start completes an interrupted write with the new bytes. It
//! recognises such a file: the same inode, the beginning of the new bytes, then the rest of the old
//! ones. Any other content is later work of another program and is left alone. The writer holds a
//! lock on the entry: an entry that can be locked has no living writer.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use cap_std::fs::Dir;
use serde::Deserialize;
use serde_json::json;

use super::errors::{self, MAX_FILE_BYTES};
use super::inode::Attributes;
use super::path_jail;
use super::read::mode_of;
use super::stale_temp::{TempOwner, take_hold};
use super::stop_point::stop_point;
use notice::notice;
use protocol::call::{ErrorCode, ToolError};
use protocol::ids::ContentHash;

mod recover;

pub use recover::RecoveryOutcome;

/// Journal folder, in the workspace's state folder.
const FOLDER: &str = "in-place";

/// Suffix of an entry whose write has not begun.
const READY: &str = "ready";

/// Suffix once the first byte may have been written.
const BEGUN: &str = "begun";

/// Suffix while the written bytes are being reverted.
const UNDONE: &str = "undone";

/// Bytes per write call.
const PIECE: usize = 64 * 1024;

/// Most attempts to make an entry that another instance mistakes for an abandoned one.
const MAKE_ATTEMPTS: u32 = 3;

/// Returns the journal folder in a state folder.
pub(super) fn folder_in(state: &Path) -> PathBuf {
    state.join(FOLDER)
}

/// The first line of an entry; the old bytes follow, then the new ones.
#[derive(Debug, Clone, Deserialize)]
struct Header {
    /// The real path, relative to the root.
    path: String,
    device: u64,
    inode: u64,
    /// Mode bits that the file will have.
    mode: u32,
    /// Length of the old bytes.
    old: usize,
    /// Length of the new bytes.
    new: usize,
}

/// A write recorded in the journal. Dropping it before it begins discards it.
pub(super) struct InPlace {
    entry: Entry,
    header: Header,
    old: Vec<u8>,
    new: Vec<u8>,
}

/// The file of an entry, locked while it is open. Dropping it deletes the file, unless a write has
/// begun and not ended.
struct Entry {
    file: File,
    path: PathBuf,
    is_needed: bool,
}

impl Drop for Entry {
    fn drop(&mut self) {
        if !self.is_needed {
            // The next start deletes a file that remains.
            std::fs::remove_file(&self.path).ok();
        }
    }
}

impl Entry {
    fn make(folder: &Path) -> io::Result<Self> {
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        for _ in 0..MAKE_ATTEMPTS {
            let name = format!("{}.{READY}", uuid::Uuid::now_v7().simple());
            let path = folder.join(name);
            let mut options = OpenOptions::new();
            options.write(true).create_new(true).mode(0o600);
            let file = options.open(&path)?;
            if take_hold(&file) == TempOwner::Ours {
                return Ok(Self {
                    file,
                    path,
                    is_needed: false,
                });
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }

    /// Renames the entry, so that the next start knows the progress of the write. The rename is on
    /// the disk when this returns.
    fn becomes(&mut self, state: &str) -> io::Result<()> {
        let path = self.path.with_extension(state);
        std::fs::rename(&self.path, &path)?;
        self.path = path;
        self.is_needed = true;
        match self.path.parent() {
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    }
}

impl InPlace {
    /// Records a write in the journal, on the disk.
    pub(super) fn keep(
        journal: Option<&Path>,
        file: &File,
        path: &str,
        (new, mode): (&[u8], u32),
    ) -> Result<Self, ToolError> {
        let Some(folder) = journal else {
            return Err(no_journal(path));
        };
        let io =
            |error: io::Error| errors::from_io(&error, &notice!("told-doing-keep-journal"), path);
        let metadata = file.metadata().map_err(io)?;
        let mut old = Vec::new();
        let mut reader = file.try_clone().map_err(io)?.take(MAX_FILE_BYTES + 1);
        reader.get_mut().rewind().map_err(io)?;
        reader.read_to_end(&mut old).map_err(io)?;
        if old.len() as u64 > MAX_FILE_BYTES {
            return Err(errors::too_large(path, metadata.len()));
        }
        let header = Header {
            path: path.to_owned(),
            device: metadata.dev(),
            inode: metadata.ino(),
            mode,
            old: old.len(),
            new: new.len(),
        };
        let mut entry = Entry::make(folder).map_err(io)?;
        write_entry(&mut entry.file, &header, &old, new).map_err(io)?;
        stop_point("in place: both texts are in the journal");
        Ok(Self {
            entry,
            header,
            old,
            new: new.to_vec(),
        })
    }

    /// Whether the old bytes have this SHA-256.
    pub(super) fn is_over(&self, hash: &ContentHash) -> bool {
        ContentHash::of(&self.old) == *hash
    }

    /// Writes the new bytes. If that fails, restores the old ones.
    pub(super) fn write(mut self, folder: &Dir, name: &str) -> Result<(), ToolError> {
        let path = self.header.path.clone();
        let io = |error: io::Error| errors::from_io(&error, &notice!("told-doing-write"), &path);
        let mut file = path_jail::open_for_writing(folder, name).map_err(io)?;
        let metadata = file.metadata().map_err(io)?;
        if !self.header.is_of(&metadata) {
            return Err(errors::changed(&path, &notice!("told-meanwhile-changed")));
        }
        let old = path_jail::open_file(folder, name).map_err(io)?;
        // Without readable attributes, the write only restores the mode.
        let attributes = Attributes::of(&old).ok();
        self.entry.becomes(BEGUN).map_err(io)?;
        stop_point("in place: the write is begun");
        let written = overwrite(&mut file, &self.new)
            .and_then(|()| self.header.dress(&file, attributes.as_ref()));
        if let Err(error) = written {
            return Err(self.take_back(&mut file, &error));
        }
        self.entry.is_needed = false;
        drop(self.entry);
        stop_point("in place: the journal is done with");
        Ok(())
    }

    fn take_back(mut self, file: &mut File, error: &io::Error) -> ToolError {
        let path = &self.header.path;
        let undone = self
            .entry
            .becomes(UNDONE)
            .and_then(|()| overwrite(file, &self.old));
        match undone {
            Ok(()) => {
                self.entry.is_needed = false;
                errors::from_io(error, &notice!("told-doing-write"), path)
            }
            Err(_) => ToolError::new(
                ErrorCode::PermissionDenied,
                notice!(
                    "told-file-half-written",
                    path = errors::shown(path),
                    why = error
                ),
            ),
        }
    }
}

impl Header {
    fn is_of(&self, metadata: &std::fs::Metadata) -> bool {
        (metadata.dev(), metadata.ino()) == (self.device, self.inode)
    }

    /// Restores the file's mode and attributes, because the system drops some of them on a write.
    fn dress(&self, file: &File, attributes: Option<&Attributes>) -> io::Result<()> {
        if mode_of(&file.metadata()?) != self.mode {
            file.set_permissions(Permissions::from_mode(self.mode))?;
        }
        match attributes {
            Some(attributes) => attributes.put_on(file),
            None => Ok(()),
        }
    }
}

fn write_entry(file: &mut File, header: &Header, old: &[u8], new: &[u8]) -> io::Result<()> {
    let line = json!({
        "path": header.path,
        "device": header.device,
        "inode": header.inode,
        "mode": header.mode,
        "old": header.old,
        "new": header.new,
    });
    file.write_all(format!("{line}\n").as_bytes())?;
    file.write_all(old)?;
    file.write_all(new)?;
    file.sync_all()
}

/// Writes all bytes from the beginning, then truncates the file at their end. On the disk
/// when this returns.
fn overwrite(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.rewind()?;
    for piece in bytes.chunks(PIECE) {
        file.write_all(piece)?;
        stop_point("in place: a piece is written");
    }
    file.set_len(bytes.len() as u64)?;
    stop_point("in place: the file has its length");
    file.sync_all()?;
    stop_point("in place: the file is on the disk");
    Ok(())
}

fn no_journal(path: &str) -> ToolError {
    ToolError::new(
        ErrorCode::PermissionDenied,
        notice!("told-file-no-journal", path = errors::shown(path)),
    )
}
