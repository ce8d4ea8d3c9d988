//! Walks an upper folder and collects the differences.
//!
//! An entry of the upper folder is the state of its path; a path without an entry has the state that
//! was shown, unless a folder above it is opaque: made anew, with nothing of the disk in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata, Permissions};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::compare::{State, is_whiteout, of_facts, unreadable};
use super::{Change, EntryKind, MOST_ENTRIES, Part, Proposed, Shown, Special, UpperError};

/// Marks a folder of which the overlay shows nothing of the disk.
pub(super) const OPAQUE: &str = "user.overlay.opaque";

/// The bits by which a program runs with rights of its owner or group.
const PRIVILEGED: u32 = 0o6000;

/// The entries that a walk collected.
#[derive(Default)]
pub(super) struct Found {
    pub(super) reviewed: Vec<Change>,
    pub(super) withheld: Vec<Change>,
    pub(super) bytes: u64,
}

struct Walk<'a> {
    upper: &'a Path,
    shown: Shown<'a>,
    part: &'a dyn Fn(&Path, EntryKind) -> Part,
    found: Found,
    left: usize,
    /// Paths of the upper folder that were looked at, folders that were not looked into included.
    seen: BTreeSet<PathBuf>,
    /// Files with several names, by device and number, with the number of their names.
    linked: BTreeMap<(u64, u64), (u64, Vec<PathBuf>)>,
}

pub(super) fn walk(
    upper: &Path,
    shown: Shown<'_>,
    part: &dyn Fn(&Path, EntryKind) -> Part,
) -> Result<Found, UpperError> {
    let mut walk = Walk {
        upper,
        shown,
        part,
        found: Found::default(),
        left: MOST_ENTRIES,
        seen: BTreeSet::new(),
        linked: BTreeMap::new(),
    };
    walk.folder(Path::new(""))?;
    walk.gone()?;
    walk.links_outward();
    Ok(walk.found)
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path) -> Result<(), UpperError> {
        let at = self.upper.join(folder);
        let entries = fs::read_dir(&at).map_err(unreadable(&at))?;
        let mut names = BTreeSet::new();
        for entry in entries {
            let path = folder.join(entry.map_err(unreadable(&at))?.file_name());
            names.insert(path.clone());
            self.entry(&path)?;
        }
        if is_opaque(&at) {
            for path in self.shown.names_on_disk(folder)? {
                if !names.contains(&path) {
                    let before = self.shown.before(&path)?;
                    self.delete(&path, &before)?;
                }
            }
        }
        Ok(())
    }

    fn entry(&mut self, path: &Path) -> Result<(), UpperError> {
        self.count()?;
        self.seen.insert(path.to_path_buf());
        let at = self.upper.join(path);
        let facts = at.symlink_metadata().map_err(unreadable(&at))?;
        let before = self.shown.before(path)?;
        if is_whiteout(&facts) {
            return self.delete(path, &before);
        }
        let now = of_facts(&at, &facts)?;
        let Some(kind) = now.kind() else {
            self.add(Change::Special {
                path: path.to_path_buf(),
                what: special(&facts),
            });
            return Ok(());
        };
        if (self.part)(path, kind) == Part::Ignored {
            return Ok(());
        }
        make_readable(&at, &facts)?;
        if kind == EntryKind::File && facts.nlink() > 1 {
            let linked = self.linked.entry((facts.dev(), facts.ino()));
            let (_, paths) = linked.or_insert_with(|| (facts.nlink(), Vec::new()));
            paths.push(path.to_path_buf());
        }
        self.compare(path, &before, &now, kind)?;
        if kind == EntryKind::Folder {
            self.folder(path)?;
        }
        Ok(())
    }

    fn compare(
        &mut self,
        path: &Path,
        before: &State,
        now: &State,
        kind: EntryKind,
    ) -> Result<(), UpperError> {
        if before.is_same(now)? {
            return Ok(());
        }
        let path = path.to_path_buf();
        if let State::File { mode, content } = now {
            if mode & PRIVILEGED != 0 {
                let what = Special::Privileged;
                self.add(Change::Special { path, what });
                return Ok(());
            }
            if (self.part)(&path, kind) == Part::Reviewed {
                self.found.bytes += content.size();
            }
        }
        if before.kind() == Some(kind) {
            self.add(Change::Changed { path, kind });
            return Ok(());
        }
        self.delete(&path, before)?;
        self.add(Change::Created { path, kind });
        Ok(())
    }

    /// Adds the deletion of a path, and of all that was shown in it.
    fn delete(&mut self, path: &Path, before: &State) -> Result<(), UpperError> {
        self.count()?;
        let Some(was) = before.kind() else {
            return Ok(());
        };
        if (self.part)(path, was) == Part::Ignored {
            return Ok(());
        }
        if was == EntryKind::Folder {
            for below in self.shown.names_on_disk(path)? {
                let before = self.shown.before(&below)?;
                self.delete(&below, &before)?;
            }
        }
        self.add(Change::Deleted {
            path: path.to_path_buf(),
            was,
        });
        Ok(())
    }

    /// Finds the proposed files that are gone without a trace: the disk never had them.
    fn gone(&mut self) -> Result<(), UpperError> {
        for (path, proposed) in self.shown.proposed {
            let is_known = self.seen.contains(path) || self.is_deleted(path);
            let was_shown = matches!(proposed, Proposed::File { .. });
            if was_shown && !is_known && !self.is_ignored(path) {
                let before = self.shown.before(path)?;
                self.delete(path, &before)?;
            }
        }
        Ok(())
    }

    fn is_deleted(&self, path: &Path) -> bool {
        let found = self.found.reviewed.iter().chain(&self.found.withheld);
        let mut deleted = found.filter(|change| matches!(change, Change::Deleted { .. }));
        deleted.any(|change| change.path() == path)
    }

    /// Whether a path lies in a folder that was not looked into.
    fn is_ignored(&self, path: &Path) -> bool {
        let mut above = path.ancestors().skip(1);
        above.any(|folder| {
            !folder.as_os_str().is_empty()
                && (self.part)(folder, EntryKind::Folder) == Part::Ignored
        })
    }

    /// Takes out files that have a name outside the upper folder.
    fn links_outward(&mut self) {
        for (names, paths) in self.linked.values() {
            if *names <= paths.len() as u64 {
                continue;
            }
            for part in [&mut self.found.reviewed, &mut self.found.withheld] {
                for change in part.iter_mut() {
                    if paths.iter().any(|path| path == change.path()) {
                        *change = Change::Special {
                            path: change.path().to_path_buf(),
                            what: Special::HardLink,
                        };
                    }
                }
            }
        }
    }

    fn add(&mut self, change: Change) {
        let kind = match &change {
            Change::Deleted { was, .. } => *was,
            Change::Created { kind, .. } | Change::Changed { kind, .. } => *kind,
            Change::Renamed { .. } | Change::Special { .. } => EntryKind::File,
        };
        match (self.part)(change.path(), kind) {
            Part::Reviewed => self.found.reviewed.push(change),
            Part::Withheld => self.found.withheld.push(change),
            Part::Ignored => {}
        }
    }

    fn count(&mut self) -> Result<(), UpperError> {
        self.left = self.left.checked_sub(1).ok_or(UpperError::TooMany)?;
        Ok(())
    }
}

fn special(facts: &Metadata) -> Special {
    let kind = facts.file_type();
    if kind.is_socket() {
        Special::Socket
    } else if kind.is_fifo() {
        Special::Pipe
    } else {
        Special::Device
    }
}

pub(super) fn is_opaque(folder: &Path) -> bool {
    let mut value = [0_u8; 1];
    let length = rustix::fs::lgetxattr(folder, OPAQUE, &mut value);
    length == Ok(1) && value == *b"y"
}

/// Lets the owner read what the command shut; the mode was noted before.
pub(super) fn make_readable(at: &Path, facts: &Metadata) -> Result<(), UpperError> {
    let needed = if facts.is_dir() { 0o700 } else { 0o400 };
    let mode = facts.mode() & 0o7777;
    if facts.is_symlink() || mode & needed == needed {
        return Ok(());
    }
    fs::set_permissions(at, Permissions::from_mode(mode | needed)).map_err(unreadable(at))
}
