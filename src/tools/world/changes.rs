//! Turns what a command changed in its world into proposals: entries of the call whose hunks are pending
//! and not on the disk.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Instant;

use notice::{Notice, notice};
use protocol::change::{Entry, Origin};
use protocol::ids::{CallId, ContentHash, EntryId, FileId};
use protocol::plan::{ObservedChange, PlannedBase};
use review::binary::{as_text, blob_of, content_hash};
use sandbox::upper::{Change, EntryKind, Proposed};
use workspace::MAX_FILE_BYTES;

use super::World;
use crate::api::{AtPath, CallContext, DiskFile};
use crate::snapshot::{CommandChanges, FileChange, Side, hunks_of, steps, told};
use crate::toolbox::Inner;

/// The proposals of a call, as they are made.
pub(super) struct Proposals<'a> {
    inner: &'a Inner,
    asker: &'a CallContext,
    call: CallId,
    world: &'a World,
    began: Instant,
    /// Newly assigned file ids.
    files: HashMap<String, FileId>,
    /// Old paths of renamed files.
    moved_from: HashSet<String>,
    changes: CommandChanges,
    left: Vec<Notice>,
}

impl<'a> Proposals<'a> {
    pub(super) fn new(
        inner: &'a Inner,
        asker: &'a CallContext,
        call: CallId,
        world: &'a World,
    ) -> Self {
        Self {
            inner,
            asker,
            call,
            world,
            began: Instant::now(),
            files: HashMap::new(),
            moved_from: HashSet::new(),
            changes: CommandChanges::default(),
            left: Vec::new(),
        }
    }

    /// Returns the proposals, and why the others are none.
    pub(super) fn made(self) -> (CommandChanges, Vec<Notice>) {
        (self.changes, self.left)
    }

    pub(super) fn add(&mut self, change: &Change) {
        let (from, path) = match change {
            // The reading names them.
            Change::Special { .. } => return,
            // The log knows no folders: they come and go with the files in them.
            Change::Deleted {
                was: EntryKind::Folder,
                ..
            }
            | Change::Created {
                kind: EntryKind::Folder,
                ..
            }
            | Change::Changed {
                kind: EntryKind::Folder,
                ..
            } => return,
            Change::Deleted {
                path,
                was: EntryKind::Link,
            }
            | Change::Created {
                path,
                kind: EntryKind::Link,
            }
            | Change::Changed {
                path,
                kind: EntryKind::Link,
            } => return self.leave(notice!("told-world-link", path = path.display())),
            Change::Renamed { from, to } => (Some(from.as_path()), to.as_path()),
            Change::Deleted { path, .. }
            | Change::Created { path, .. }
            | Change::Changed { path, .. } => (None, path.as_path()),
        };
        let (Some(text), Some(from)) = (
            path.to_str(),
            from.map(Path::to_str)
                .map_or(Some(None), |from| Some(Some(from?))),
        ) else {
            return self.leave(notice!("told-world-name", path = path.display()));
        };
        let after = match change {
            Change::Deleted { .. } => None,
            _ => match self.after(path) {
                Ok(side) => Some(side),
                Err(why) => return self.leave(why),
            },
        };
        let change = FileChange {
            path: text.to_owned(),
            from: from.map(str::to_owned),
        };
        if let Err(why) = self.propose(&change, after.as_ref()) {
            self.leave(why);
        }
    }

    fn leave(&mut self, why: Notice) {
        self.left.push(why);
    }

    /// Reads a file of the upper folder.
    fn after(&self, path: &Path) -> Result<Side, Notice> {
        use std::os::unix::fs::PermissionsExt;
        let at = self.world.layer.upper().join(path);
        let shown = path.display();
        let facts = at.symlink_metadata();
        let facts = facts.map_err(|why| notice!("told-world-unread", path = shown, why))?;
        if facts.len() > MAX_FILE_BYTES {
            return Err(notice!("told-world-large-file", path = shown));
        }
        let bytes = std::fs::read(&at);
        let bytes = bytes.map_err(|why| notice!("told-world-unread", path = shown, why))?;
        let mode = facts.permissions().mode() & 0o777;
        Ok(Side { bytes, mode })
    }

    /// Adds the entries of one change. Changes by others that are not logged yet come first.
    fn propose(&mut self, change: &FileChange, after: Option<&Side>) -> Result<(), Notice> {
        let old_path = change.old_path();
        let disk = self.on_disk(old_path);
        let before = self.before(old_path, disk.as_ref())?;
        let as_file = disk.as_ref().map(|side| DiskFile {
            bytes: &side.bytes,
            mode: side.mode,
        });
        let records = &self.inner.surroundings.records;
        let logged = records.logged(self.asker, old_path, as_file);
        let (old, new) = (
            before.as_ref().map(|side| as_text(&side.bytes)),
            after.map(|side| as_text(&side.bytes)),
        );
        if let Some(logged) = &logged
            && logged.text.as_deref() != old.as_deref()
        {
            return Err(notice!("told-world-meanwhile", path = old_path));
        }
        let file = self.file_at(old_path, logged.as_ref().map(|logged| logged.file));
        let base = self.base(file, old_path, disk.as_ref(), logged.as_ref())?;
        for entry in logged.iter().flat_map(|logged| logged.observed.clone()) {
            let base = base.clone();
            self.changes.observed.push(ObservedChange { base, entry });
        }
        if let Some(side) = after
            && let Some(hash) = blob_of(&as_text(&side.bytes))
        {
            self.keep(hash, &side.bytes, &change.path)?;
        }
        let modes = (
            before.as_ref().map(|side| side.mode),
            after.map(|side| side.mode),
        );
        for step in steps(change, old.as_deref(), new.as_deref(), modes) {
            let entry = Entry {
                id: EntryId((self.asker.ids)()),
                file,
                path: step.path.to_owned(),
                session: self.asker.session,
                origin: Origin::Shell {
                    run: self.asker.run,
                    call: self.call,
                },
                before: step.before.map(content_hash),
                after: step.after.map(content_hash),
                hunks: hunks_of(self.inner, self.asker, &step, self.began),
                operation: step.operation,
                made_without: logged
                    .as_ref()
                    .map(|logged| logged.made_without.clone())
                    .unwrap_or_default(),
                rationale: None,
                at: self.asker.now,
            };
            let base = base.clone();
            self.changes.observed.push(ObservedChange { base, entry });
        }
        self.changes.note(told(change, before.as_ref(), after));
        self.remember(change, file);
        Ok(())
    }

    /// Returns the disk's file at a path, unless it is one that a decision moves away.
    fn on_disk(&self, path: &str) -> Option<Side> {
        let workspace = &self.inner.workspace;
        workspace.stat(path)?;
        let records = &self.inner.surroundings.records;
        let its_own = records.file_id(self.asker.session, path);
        let is_others = match records.file_on_disk(self.asker.session, path) {
            AtPath::Logged(file) => Some(file) != its_own,
            AtPath::Unknown | AtPath::AsSeen => false,
        };
        let (bytes, stat) = workspace.read_bytes(path).ok().filter(|_| !is_others)?;
        let mode = stat.mode;
        Some(Side { bytes, mode })
    }

    /// Returns the file as the command was shown it.
    ///
    /// # Errors
    /// If it has changed on the disk since: then nobody knows what the command was shown.
    fn before(&self, path: &str, disk: Option<&Side>) -> Result<Option<Side>, Notice> {
        match self.world.shown.get(Path::new(path)) {
            Some(Proposed::Deleted) => return Ok(None),
            Some(Proposed::File { bytes, mode }) => {
                let (bytes, mode) = (bytes.to_vec(), *mode);
                return Ok(Some(Side { bytes, mode }));
            }
            None => {}
        }
        let stat = self.inner.workspace.stat(path);
        if stat.is_some_and(|stat| stat.changed > self.world.began) {
            return Err(notice!("told-world-meanwhile", path));
        }
        Ok(disk.map(|side| Side {
            bytes: side.bytes.clone(),
            mode: side.mode,
        }))
    }

    fn base(
        &mut self,
        file: FileId,
        path: &str,
        disk: Option<&Side>,
        logged: Option<&crate::LoggedFile>,
    ) -> Result<PlannedBase, Notice> {
        let hash = disk.map(|side| ContentHash::of(&side.bytes));
        if let (Some(side), Some(hash)) = (disk, hash) {
            self.keep(hash, &side.bytes, path)?;
        }
        let news = logged.and_then(|logged| logged.observed.last());
        Ok(PlannedBase {
            file,
            path: path.to_owned(),
            blob: hash,
            sha256: hash,
            mode: disk.map(|side| side.mode),
            after_entry: news
                .map(|entry| entry.id)
                .or(logged.and_then(|logged| logged.after_entry)),
            without: logged
                .map(|logged| logged.without.clone())
                .unwrap_or_default(),
        })
    }

    fn keep(&mut self, hash: ContentHash, bytes: &[u8], path: &str) -> Result<(), Notice> {
        let folder = &self.inner.surroundings.private_dir;
        self.changes
            .kept
            .keep(folder, hash, bytes)
            .map_err(|why| notice!("told-world-unread", path, why))
    }

    /// Returns the id of the file that the agents see at a path.
    fn file_at(&mut self, path: &str, logged: Option<FileId>) -> FileId {
        if let Some(file) = self.files.get(path) {
            return *file;
        }
        let make = || FileId((self.asker.ids)());
        let file = if self.moved_from.contains(path)
        // The file that the log still has there was just renamed.
        {
            make()
        } else {
            logged.unwrap_or_else(|| self.inner.memory.file_id(path, make))
        };
        self.files.insert(path.to_owned(), file);
        file
    }

    fn remember(&mut self, change: &FileChange, file: FileId) {
        if let Some(from) = &change.from {
            self.inner.memory.has_moved_from(from);
            self.files.remove(from);
            self.moved_from.insert(from.clone());
            self.files.insert(change.path.clone(), file);
        }
    }
}
