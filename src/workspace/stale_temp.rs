//! Removes temporary files that a killed instance has left beside a file that it wrote.
//!
//! An instance holds a lock on each of its temporary files while it lives: a file that can be
//! locked is abandoned. Called before each write for the folder of the write, and for the folders
//! of an applying that is being completed.

use std::fs::{File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use cap_std::fs::Dir;

use super::handle::Workspace;
use super::path_jail::{self, LastLink, PathTarget};
use super::staged::TEMPORARY_PREFIX;

/// Younger files that cannot be locked may belong to another instance that is writing now.
const AGE: Duration = Duration::from_secs(60 * 60);

/// Owner of a temporary file that was just made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TempOwner {
    Ours,
    /// Another instance, which is removing the file.
    Swept,
}

/// Locks a temporary file for as long as it is open.
pub(super) fn take_hold(file: &File) -> TempOwner {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => TempOwner::Swept,
        Ok(()) if file.metadata().is_ok_and(|found| found.nlink() == 0) => TempOwner::Swept,
        // Without lock support, only the age shows that a file is abandoned.
        Ok(()) | Err(TryLockError::Error(_)) => TempOwner::Ours,
    }
}

impl Workspace {
    /// Removes temporary files that killed instances have left beside a file that is or was there.
    pub fn sweep_beside(&self, path: &str) {
        let found = path_jail::find(self, path, LastLink::Follow).map(|place| place.found);
        if let Ok(PathTarget::File { parent, .. } | PathTarget::Missing { parent, .. }) = found {
            sweep(&parent);
        }
    }
}

/// Removes abandoned temporary files in a folder, as far as the system allows it.
pub(super) fn sweep(folder: &Dir) {
    let Ok(entries) = folder.entries() else {
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if !is_temporary(&name) {
            continue;
        }
        let Ok(found) = folder.symlink_metadata(&name) else {
            continue;
        };
        let written = found.modified().ok();
        let age = written.and_then(|written| written.into_std().elapsed().ok());
        // Held until the file is removed, so that no owner is between making and locking it.
        let file = path_jail::open_file(folder, &name).ok();
        let locked = file.filter(|file| file.try_lock().is_ok());
        if found.is_file() && (locked.is_some() || age.is_some_and(|age| age > AGE)) {
            // A later start tries again.
            folder.remove_file(&name).ok();
        }
    }
}

/// Whether a name has our form: the prefix, and a UUID without hyphens.
fn is_temporary(name: &str) -> bool {
    name.strip_prefix(TEMPORARY_PREFIX).is_some_and(|id| {
        id.len() == 32
            && id
                .bytes()
                .all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
    })
}
