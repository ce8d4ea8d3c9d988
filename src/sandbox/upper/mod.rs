//! Reads what a command changed: the upper folder of its overlay, compared with what the command was
//! shown. Reads only; whoever applies the changes decides on them.

mod compare;
mod lay;
mod renames;
mod walk;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notice::{Notice, notice};

pub use self::lay::{keep_ignored, lay_in};

/// Most changes, and most bytes in them, that are offered one by one.
pub const MOST_CHANGES: usize = 2_000;
pub const MOST_BYTES: u64 = 32 * 1024 * 1024;

/// Most entries that are looked at.
const MOST_ENTRIES: usize = 200_000;

/// The part of the workspace that a path belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Its changes are proposals.
    Reviewed,
    /// Kept for the session, not reviewed. A folder is not looked into, so one that holds reviewed
    /// files is `Reviewed` itself.
    Ignored,
    /// Never applied, and told: the repository's own folder, files that steer other tools.
    Withheld,
}

/// A proposed state that the command was shown in place of the disk's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proposed {
    File {
        bytes: Arc<[u8]>,
        /// Permission bits.
        mode: u32,
    },
    Deleted,
}

/// The files as a command was shown them.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The workspace on the disk.
    pub lower: &'a Path,
    /// By path in the workspace.
    pub proposed: &'a BTreeMap<PathBuf, Proposed>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    File,
    Folder,
    Link,
}

/// A file that is never applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Special {
    Device,
    Socket,
    Pipe,
    /// Runs with the rights of its owner or group.
    Privileged,
    /// Has a name outside the upper folder too.
    HardLink,
}

/// One difference, by path in the workspace.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    Deleted {
        path: PathBuf,
        was: EntryKind,
    },
    /// The same bytes and mode under another name.
    Renamed {
        from: PathBuf,
        to: PathBuf,
    },
    Created {
        path: PathBuf,
        kind: EntryKind,
    },
    /// Other bytes, another target, or another mode.
    Changed {
        path: PathBuf,
        kind: EntryKind,
    },
    Special {
        path: PathBuf,
        what: Special,
    },
}

impl Change {
    /// Returns the path after the change; of a deletion, the one before.
    pub fn path(&self) -> &Path {
        match self {
            Change::Renamed { to, .. } => to,
            Change::Deleted { path, .. }
            | Change::Created { path, .. }
            | Change::Changed { path, .. }
            | Change::Special { path, .. } => path,
        }
    }
}

/// How the changes are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    Single,
    /// There are too many, or they are too large: they are offered as one whole, without renames.
    Whole,
}

/// The changes that a command made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Changes of the reviewed part: deletions first, then by path.
    pub changes: Vec<Change>,
    /// Changes that are never applied because of their place.
    pub withheld: Vec<Change>,
    pub extent: Extent,
    /// Bytes of the created and changed files of the reviewed part.
    pub bytes: u64,
}

impl Reading {
    /// Returns the messages on what is never applied.
    pub fn notices(&self) -> Vec<Notice> {
        let withheld = self.withheld.iter().map(|change| {
            let path = change.path().display().to_string();
            notice!("upper-withheld", path)
        });
        let special = self.changes.iter().filter_map(|change| match change {
            Change::Special { path, what } => Some(special_notice(path, *what)),
            _ => None,
        });
        withheld.chain(special).collect()
    }
}

fn special_notice(path: &Path, what: Special) -> Notice {
    let path = path.display().to_string();
    match what {
        Special::Device => notice!("upper-device", path),
        Special::Socket => notice!("upper-socket", path),
        Special::Pipe => notice!("upper-pipe", path),
        Special::Privileged => notice!("upper-privileged", path),
        Special::HardLink => notice!("upper-hard-link", path),
    }
}

/// The upper folder could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum UpperError {
    Unreadable {
        path: PathBuf,
        #[source]
        cause: io::Error,
    },
    /// More entries than are looked at.
    TooMany,
}

impl UpperError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            UpperError::Unreadable { path, cause } => {
                let path = path.display().to_string();
                notice!("upper-unreadable", path, why = cause)
            }
            UpperError::TooMany => notice!("upper-too-many"),
        }
    }
}

/// Reads an upper folder; `part` says where a path belongs, and is asked for folders before what is
/// in them. Makes files and folders that the command shut readable for their owner.
///
/// # Errors
/// If something cannot be read, or there are too many entries.
pub fn read(
    upper: &Path,
    shown: Shown<'_>,
    part: &dyn Fn(&Path, EntryKind) -> Part,
) -> Result<Reading, UpperError> {
    let mut found = walk::walk(upper, shown, part)?;
    let is_whole = found.reviewed.len() > MOST_CHANGES || found.bytes > MOST_BYTES;
    if !is_whole {
        found.reviewed = renames::paired(found.reviewed, upper, shown)?;
    }
    found.reviewed.sort();
    found.withheld.sort();
    Ok(Reading {
        changes: found.reviewed,
        withheld: found.withheld,
        extent: if is_whole {
            Extent::Whole
        } else {
            Extent::Single
        },
        bytes: found.bytes,
    })
}
