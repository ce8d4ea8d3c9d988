//! Marks identify an unchanged file or folder without opening it: for one path, or for many entries
//! of a folder in turn. Used by the listing, and through it by `index` and `tools`.

use std::fs::Metadata;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use nix::fcntl::{AtFlags, OFlag, open};
use nix::sys::stat::{FileStat, Mode, fstat, fstatat};

/// Largest error by which a file system may date a change too early: its clock has its own ticks. A
/// file changed within this time may change again without looking different.
pub const TICK: Duration = Duration::from_millis(20);

/// Identifies the content of a file without opening it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Size in bytes.
    pub bytes: u64,
    /// Time of the last change of its bytes, in nanoseconds since 1970; a program can set it.
    pub modified: i64,
    /// Time of the last change of anything about the file; no program can set it.
    pub changed: i64,
    /// Inode number in the file system.
    pub inode: u64,
}

impl Mark {
    /// Returns the mark of a file or folder.
    pub fn of(metadata: &Metadata) -> Self {
        Self {
            bytes: metadata.len(),
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            inode: metadata.ino(),
        }
    }

    /// Returns the mark from a stat relative to the folder.
    fn of_status(status: &FileStat) -> Self {
        Self {
            bytes: status.st_size.cast_unsigned(),
            modified: nanoseconds(status.st_mtime, status.st_mtime_nsec),
            changed: nanoseconds(status.st_ctime, status.st_ctime_nsec),
            inode: status.st_ino,
        }
    }

    /// Whether any change after `time` alters a mark taken at `time`.
    pub fn is_settled_at(&self, time: SystemTime) -> bool {
        let until = time.checked_sub(TICK).unwrap_or(UNIX_EPOCH);
        let until = until.duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(until.as_nanos()).is_ok_and(|until| self.changed < until)
    }
}

/// The result of one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MarkProbe {
    pub(super) mark: Mark,
    /// Whether it is a file with another hard link, possibly outside the workspace.
    pub(super) has_names: bool,
}

impl MarkProbe {
    /// Probes the metadata of a file or folder.
    pub(super) fn of(metadata: &Metadata) -> Self {
        Self {
            mark: Mark::of(metadata),
            has_names: metadata.is_file() && metadata.nlink() > 1,
        }
    }
}

fn nanoseconds(seconds: i64, rest: i64) -> i64 {
    seconds.saturating_mul(1_000_000_000).saturating_add(rest)
}

/// A folder whose entries are checked: held open, a check costs two thirds of one along
/// the whole path.
pub(super) enum OpenFolder {
    Held(OwnedFd),
    /// The folder cannot be read, or is no longer a folder.
    Closed(PathBuf),
}

impl OpenFolder {
    /// Opens the folder if possible.
    pub(super) fn at(path: PathBuf) -> Self {
        let flags = OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        match open(&path, flags, Mode::empty()) {
            Ok(folder) => Self::Held(folder),
            Err(_) => Self::Closed(path),
        }
    }

    /// Returns the mark of the folder itself.
    pub(super) fn mark(&self) -> Option<Mark> {
        match self {
            Self::Held(folder) => fstat(folder).ok().as_ref().map(Mark::of_status),
            Self::Closed(path) => mark_at(path),
        }
    }

    /// Checks an entry; for a link, the link itself and not its target.
    pub(super) fn look_at(&self, name: &str) -> Option<MarkProbe> {
        match self {
            Self::Held(folder) => {
                let status = fstatat(folder, name, AtFlags::AT_SYMLINK_NOFOLLOW).ok()?;
                Some(MarkProbe {
                    mark: Mark::of_status(&status),
                    has_names: status.st_nlink > 1,
                })
            }
            Self::Closed(path) => {
                let metadata = path.join(name).symlink_metadata().ok()?;
                Some(MarkProbe::of(&metadata))
            }
        }
    }
}

/// Returns the mark of a path; for a link, of the link itself.
pub(super) fn mark_at(path: &Path) -> Option<Mark> {
    let metadata = path.symlink_metadata().ok()?;
    Some(Mark::of(&metadata))
}
