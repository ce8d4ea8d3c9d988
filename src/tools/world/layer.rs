//! The upper folder that a session keeps from world to world: the ignored part of what its commands
//! made, so that builds stay warm.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use nix::sys::statvfs::statvfs;
use notice::{Notice, notice};
use protocol::ids::{HunkId, SessionId};
use sandbox::scratch::{Scratch, remove};
use sandbox::upper::{EntryKind, Part, UpperError, keep_ignored};
use support::private;

use super::WorldError;
use super::fresh::Fresh;
use super::signature::Signature;

/// Most bytes of a layer, and most of the free space that it may take, as one part of so many.
const MOST_BYTES: u64 = 4 * 1024 * 1024 * 1024;
const PART_OF_FREE: u64 = 10;

#[derive(Debug)]
pub(super) struct Layer {
    scratch: Scratch,
    pub(super) fresh: Fresh,
    /// The hunks that its content was made with.
    live: BTreeSet<HunkId>,
    /// Ignored paths in the upper folder.
    kept: Vec<PathBuf>,
    /// The state of these paths on the disk.
    signature: Signature,
    /// Start of the last world.
    began: SystemTime,
}

impl Layer {
    /// Makes an empty layer below the private folder of a workspace. Removes those that a process
    /// which is gone left there.
    pub(super) fn new(below: &Path, session: SessionId) -> Result<Self, WorldError> {
        let folder = below.join("worlds");
        let failed = |error| WorldError::Folder(folder.clone(), error);
        Scratch::clean(&folder);
        let name = format!("{session}-{}", uuid::Uuid::now_v7().simple());
        let scratch = Scratch::new(&folder, &name).map_err(failed)?;
        Ok(Self {
            scratch,
            fresh: Fresh::default(),
            live: BTreeSet::new(),
            kept: Vec::new(),
            signature: Signature::of(Path::new("/"), &[]),
            began: SystemTime::now(),
        })
    }

    pub(super) fn upper(&self) -> PathBuf {
        self.scratch.upper()
    }

    /// Prepares the layer for a world in which these hunks are live: throws it away if one that it
    /// was made with is not, or if the disk's own folders changed.
    pub(super) fn begin(&mut self, root: &Path, live: BTreeSet<HunkId>) -> Result<(), WorldError> {
        let is_built_on_refused = !self.live.is_subset(&live);
        let signature = Signature::of(root, &self.kept);
        if is_built_on_refused || !signature.is_same(self.signature) {
            self.drop_content()?;
        }
        self.live = live;
        self.began = SystemTime::now();
        Ok(())
    }

    fn drop_content(&mut self) -> Result<(), WorldError> {
        let upper = self.upper();
        let failed = |error: io::Error| WorldError::Folder(upper.clone(), error);
        remove(&upper).map_err(failed)?;
        private::make_folder(&upper).map_err(failed)?;
        self.kept.clear();
        self.fresh.renew();
        Ok(())
    }

    /// Takes the reviewed part out after a command. Returns the reason why the rest is not kept
    /// either, if the user should know.
    pub(super) fn end(
        &mut self,
        root: &Path,
        part: &dyn Fn(&Path, EntryKind) -> Part,
    ) -> Result<Option<Notice>, UpperError> {
        self.kept = keep_ignored(&self.upper(), part)?;
        self.signature = Signature::of(root, &self.kept);
        let size = size_of(&self.upper());
        let most = most_bytes(&self.upper());
        if size > most {
            let size = notice::Notice::text(format!("{} MiB", size / (1024 * 1024)));
            return Ok(Some(notice!("told-world-too-large", size)));
        }
        if self.signature.is_newer_than(self.began) {
            // The disk's own folders changed below the command.
            self.signature = Signature::unknown();
        }
        Ok(None)
    }
}

fn most_bytes(folder: &Path) -> u64 {
    let free = statvfs(folder).map_or(u64::MAX, |facts| {
        facts
            .blocks_available()
            .saturating_mul(facts.fragment_size())
    });
    MOST_BYTES.min(free / PART_OF_FREE)
}

/// Returns the bytes of all files in a folder, as far as they can be read.
fn size_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(facts) if facts.is_dir() => size_of(&entry.path()),
        Ok(facts) => facts.len(),
        Err(_) => 0,
    });
    sizes.fold(0, u64::saturating_add)
}
