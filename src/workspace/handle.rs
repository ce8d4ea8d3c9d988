//! The workspace, the only gateway to its files: its root handle, its block list, and path
//! resolution. Reading is in `read`, writing in `write`, the jail itself in `path_jail`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use super::block::{BadPattern, BlockList};
use super::cached_listing::CachedListing;
use super::errors;
use super::in_place;
use super::inode::{self, NameStanding};
use super::listing::Listing;
use super::path_jail::{self, LastLink, PathTarget};
use super::watch::dirty_tracker::DirtyTracker;
use notice::{Notice, notice};
use protocol::call::ToolError;

/// The reason why a workspace cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum WorkspaceError {
    /// The root cannot be opened.
    Root {
        root: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The block list in the config has an invalid pattern.
    Pattern(#[from] BadPattern),
}

impl WorkspaceError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Root { root, source } => notice!(
                "told-workspace-not-opened",
                path = root.display(),
                why = source
            ),
            Self::Pattern(pattern) => pattern.notice(),
        }
    }
}

/// An open workspace. Share it with `Arc`.
#[derive(Debug)]
pub struct Workspace {
    root: PathBuf,
    given: PathBuf,
    dir: Dir,
    blocks: BlockList,
    /// Number of writes and deletions through this gateway. Locked during each of them.
    writes: Mutex<u64>,
    /// The last listing; see [`Workspace::listing`].
    listed: Mutex<Option<CachedListing>>,
    /// Tracker of changes since the last scan; see [`Workspace::vouched_by`].
    vouch: Mutex<Option<Arc<DirtyTracker>>>,
    /// The folder with the data that undoes or finishes writes; see [`Workspace::keep_journal_in`].
    state: OnceLock<PathBuf>,
}

/// The target of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedPath {
    /// The real path, relative to the root, without links, with `/`; empty is the root.
    pub path: String,
    pub kind: PathKind,
}

/// The kind of file at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    File,
    Folder,
    /// A pipe, socket or device.
    Special,
    Missing,
}

impl Workspace {
    /// Opens the workspace with this root. `extra_block` are the config's own patterns for the
    /// block list.
    ///
    /// # Errors
    /// If the root is not a folder that can be opened, or a pattern is not a glob.
    pub fn open(root: &Path, extra_block: &[String]) -> Result<Self, WorkspaceError> {
        let fault = |source| WorkspaceError::Root {
            root: root.to_path_buf(),
            source,
        };
        let blocks = BlockList::new(extra_block)?;
        let real = std::fs::canonicalize(root).map_err(fault)?;
        let dir = Dir::open_ambient_dir(&real, ambient_authority()).map_err(fault)?;
        Ok(Self {
            given: std::path::absolute(root).unwrap_or_else(|_| real.clone()),
            root: real,
            dir,
            blocks,
            writes: Mutex::new(0),
            listed: Mutex::default(),
            vouch: Mutex::default(),
            state: OnceLock::new(),
        })
    }

    /// Sets the state folder for the journal of in-place writes and the record of created folders.
    /// Only the first call counts.
    pub fn keep_journal_in(&self, state: &Path) {
        // An error means that the folder is set already.
        self.state.set(state.to_path_buf()).ok();
    }

    pub(super) fn state_folder(&self) -> Option<&PathBuf> {
        self.state.get()
    }

    /// Returns the folder of the journal of in-place writes.
    pub(super) fn in_place_folder(&self) -> Option<PathBuf> {
        self.state.get().map(|state| in_place::folder_in(state))
    }

    /// Returns the root: absolute, without links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn blocks(&self) -> &BlockList {
        &self.blocks
    }

    /// Resolves a path, following links inside the root.
    ///
    /// # Errors
    /// E001 if it leaves the root, E002 if it is blocked, E005 if the system refuses.
    pub fn resolve(&self, path: &str) -> Result<LocatedPath, ToolError> {
        let place = path_jail::find(self, path, LastLink::Follow)?;
        let kind = match place.found {
            PathTarget::Folder => PathKind::Folder,
            PathTarget::File { .. } => PathKind::File,
            PathTarget::Special(_) | PathTarget::Link => PathKind::Special,
            PathTarget::Missing { .. } => PathKind::Missing,
        };
        Ok(LocatedPath {
            path: place.path,
            kind,
        })
    }

    /// Counts the other names (hard links) of a regular file that a write replaces: they keep
    /// the old bytes.
    pub fn other_names(&self, path: &str) -> u64 {
        use cap_std::fs::MetadataExt;
        match path_jail::find(self, path, LastLink::Follow).map(|place| place.found) {
            Ok(PathTarget::File {
                parent,
                name,
                metadata,
            }) if inode::standing(&parent, &name) == NameStanding::Free => {
                metadata.nlink().saturating_sub(1)
            }
            _ => 0,
        }
    }

    /// Returns the absolute path of a folder inside the root, for a command to run in.
    ///
    /// # Errors
    /// As [`Workspace::resolve`]; E003 if it is not a folder.
    pub fn folder(&self, path: &str) -> Result<PathBuf, ToolError> {
        let located = self.resolve(path)?;
        match located.kind {
            PathKind::Folder => Ok(self.root.join(&located.path)),
            _ => Err(errors::not_found(path, &self.nearest(&located.path))),
        }
    }

    /// Whether files can be created in the root.
    pub fn is_writable(&self) -> bool {
        use nix::unistd::{AccessFlags, access};
        access(&self.root, AccessFlags::W_OK | AccessFlags::X_OK).is_ok()
    }

    /// Returns the number of writes and deletions through this gateway. A view of the files from a
    /// time with a lower number may be out of date.
    pub fn writes(&self) -> u64 {
        *self.lock_writes()
    }

    /// Locks out other writers of this process between the comparison and the rename of a write, so
    /// that of two writers who expect the same text one fails. `staged` holds off other processes.
    pub(super) fn lock_writes(&self) -> MutexGuard<'_, u64> {
        self.writes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the current visible files below a folder (empty is the root), based on the last
    /// listing; entries outside it may be older. Blocks: the first call walks the workspace, later
    /// ones check each file that the watcher does not vouch for.
    pub fn listing(&self, below: &str) -> Arc<Listing> {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        let now = CachedListing::now(listed.take(), self, (self.vouch(), below));
        let listing = Arc::clone(now.listing());
        *listed = Some(now);
        listing
    }

    /// Sets the tracker. Watched files then need no check.
    pub(super) fn vouched_by(&self, vouch: Option<Arc<DirtyTracker>>) {
        *self.vouch.lock().unwrap_or_else(PoisonError::into_inner) = vouch;
    }

    fn vouch(&self) -> Option<Arc<DirtyTracker>> {
        let vouch = self.vouch.lock().unwrap_or_else(PoisonError::into_inner);
        vouch.clone()
    }

    /// Records that files may have changed without an event: the next listing checks all of them.
    pub fn doubt(&self) {
        if let Some(vouch) = self.vouch() {
            vouch.doubt();
        }
    }

    pub(super) fn dir(&self) -> &Dir {
        &self.dir
    }

    /// Makes an absolute path relative to the root; `None` if it is outside.
    pub(super) fn strip_root(&self, path: &Path) -> Option<String> {
        path.strip_prefix(&self.root)
            .or_else(|_| path.strip_prefix(&self.given))
            .ok()?
            .to_str()
            .map(str::to_owned)
    }

    /// Returns up to three existing paths with similar spelling.
    pub(super) fn nearest(&self, path: &str) -> Vec<String> {
        let wanted = path.to_lowercase();
        let wanted_name = wanted.rsplit('/').next().unwrap_or_default();
        let mut scored: Vec<(f32, String)> = self
            .files()
            .take(5_000)
            .filter_map(|entry| {
                let lower = entry.path.to_lowercase();
                let name = lower.rsplit('/').next().unwrap_or_default();
                let by_name = likeness(wanted_name, name);
                let by_path = likeness(&wanted, &lower);
                let score = by_name * 0.6 + by_path * 0.4;
                (score > 0.55).then_some((score, entry.path))
            })
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        scored.into_iter().take(3).map(|(_, path)| path).collect()
    }

    /// Returns E003 for a path, with the nearest existing ones.
    pub fn not_found(&self, path: &str) -> ToolError {
        errors::not_found(path, &self.nearest(path))
    }
}

/// Returns the similarity of two texts, 0 to 1: shared pairs of neighbouring
/// bytes (Dice's coefficient).
pub fn likeness(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    let pairs = |text: &str| -> Vec<[u8; 2]> {
        text.as_bytes()
            .windows(2)
            .filter_map(|pair| pair.try_into().ok())
            .collect()
    };
    let (left, mut right) = (pairs(a), pairs(b));
    let total = left.len() + right.len();
    if total == 0 {
        return 0.0;
    }
    let mut shared = 0_u16;
    for pair in left {
        if let Some(index) = right.iter().position(|other| *other == pair) {
            right.swap_remove(index);
            shared = shared.saturating_add(1);
        }
    }
    f32::from(shared) * 2.0 / f32::from(u16::try_from(total).unwrap_or(u16::MAX))
}
