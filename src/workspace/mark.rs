//! Marks: by what a file or folder is known to be what it was, without opening it; of one path, or of many entries of
//! a folder one after the other. Used by the listing, and through it by `index` and `tools`.

use std::fs::Metadata;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use nix::fcntl::{AtFlags, OFlag, open};
use nix::sys::stat::{FileStat, Mode, fstat, fstatat};

/// A file system may date what happens now so much too early: it counts in ticks of its own. What
/// changed within this time may change once more without looking different.
pub const TICK: Duration = Duration::from_millis(20);

/// By what the content of a file is known to be the same, without opening it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Size in bytes.
    pub bytes: u64,
    /// When its bytes last changed, in nanoseconds since 1970; a program can set it.
    pub modified: i64,
    /// When anything about it last changed; no program can set it.
    pub changed: i64,
    /// Its number in the file system.
    pub inode: u64,
}

impl Mark {
    /// What the system says of a file or folder.
    pub fn of(metadata: &Metadata) -> Self {
        Self {
            bytes: metadata.len(),
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            inode: metadata.ino(),
        }
    }

    /// The same, of what is looked at by its folder.
    fn of_status(status: &FileStat) -> Self {
        Self {
            bytes: status.st_size.cast_unsigned(),
            modified: nanoseconds(status.st_mtime, status.st_mtime_nsec),
            changed: nanoseconds(status.st_ctime, status.st_ctime_nsec),
            inode: status.st_ino,
        }
    }

    /// Whether what had this mark at `time` has it no longer once it changes after that.
    pub fn is_settled_at(&self, time: SystemTime) -> bool {
        let until = time.checked_sub(TICK).unwrap_or(UNIX_EPOCH);
        let until = until.duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(until.as_nanos()).is_ok_and(|until| self.changed < until)
    }
}

/// What one look finds out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MarkProbe {
    pub(super) mark: Mark,
    /// Whether it is a file that has another name too, perhaps elsewhere.
    pub(super) has_names: bool,
}

impl MarkProbe {
    /// What the system says of a file or folder.
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

/// A folder of which the entries are looked at: held open, a look costs two thirds of one along the whole path.
pub(super) enum OpenFolder {
    Held(OwnedFd),
    /// It cannot be read, or is none any more.
    Closed(PathBuf),
}

impl OpenFolder {
    /// Holds it open where that is possible.
    pub(super) fn at(path: PathBuf) -> Self {
        let flags = OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        match open(&path, flags, Mode::empty()) {
            Ok(folder) => Self::Held(folder),
            Err(_) => Self::Closed(path),
        }
    }

    /// Its own mark.
    pub(super) fn mark(&self) -> Option<Mark> {
        match self {
            Self::Held(folder) => fstat(folder).ok().as_ref().map(Mark::of_status),
            Self::Closed(path) => mark_at(path),
        }
    }

    /// A look at an entry, a link itself and not where it leads.
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

/// The mark of what is at a path, a link itself and not where it leads.
pub(super) fn mark_at(path: &Path) -> Option<Mark> {
    let metadata = path.symlink_metadata().ok()?;
    Some(Mark::of(&metadata))
}
