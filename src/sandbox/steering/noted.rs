//! A path and what was below it before a command, as far as it steers other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use nix::libc;

use crate::places::{GIT_STATE, OWN, OWN_STEERING};

/// Most entries below one path, most bytes of one file, and most bytes of all files, whose content is
/// noted. A larger file is compared by its facts and cannot be put back; entries over the number are
/// not looked at.
const MOST_ENTRIES: usize = 2_000;
const MOST_BYTES_OF_FILE: u64 = 4 * 1024 * 1024;
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// Number of a device and of an inode on it.
pub(super) type Identity = (u64, u64);

#[derive(Debug)]
pub(super) struct Noted {
    pub(super) path: PathBuf,
    /// The folder that the path lies in: another one in its place is none of ours to write to.
    pub(super) parent: Identity,
    /// The path itself if it was a folder: leads to it wherever it was moved to.
    folder: Option<File>,
    /// Empty if there was nothing.
    pub(super) tree: Tree,
}

/// Entries by their path below the noted one, which is the empty path.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) entries: BTreeMap<PathBuf, Entry>,
    /// Folders of repositories, of which only some parts are looked at.
    pub(super) repositories: BTreeSet<PathBuf>,
    /// Whether all entries were looked at.
    pub(super) is_whole: bool,
    bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entry {
    Folder {
        mode: u32,
    },
    File {
        mode: u32,
        bytes: Vec<u8>,
    },
    Link(PathBuf),
    /// A file over a limit: its inode, its size, and the time of its last change.
    Large(u64, u64, (i64, i64)),
}

impl Noted {
    /// `None` if the folder of the path does not exist, or the path cannot be read.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let parent = fs::metadata(path.parent()?).ok()?;
        let mut options = File::options();
        options
            .read(true)
            .custom_flags(libc::O_PATH | libc::O_NOFOLLOW | libc::O_DIRECTORY);
        Some(Self {
            path: path.to_path_buf(),
            parent: identity(&parent),
            folder: options.open(path).ok(),
            tree: Tree::of(path, &BTreeSet::new()).ok()?,
        })
    }

    /// Returns the tree as it is now.
    pub(super) fn now(&self, path: &Path) -> io::Result<Tree> {
        Tree::of(path, &self.tree.repositories)
    }

    /// Returns where the noted folder is now; `None` if it was no folder or is gone.
    pub(super) fn moved_to(&self) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        let name = format!("/proc/self/fd/{}", folder.as_raw_fd());
        let path = fs::read_link(name).ok()?;
        let is_it = |facts: &Metadata| Some(identity(facts)) == self.identity();
        path.symlink_metadata().ok().filter(is_it).map(|_| path)
    }

    /// Returns the identity of the noted folder.
    pub(super) fn identity(&self) -> Option<Identity> {
        let facts = self.folder.as_ref()?.metadata().ok()?;
        Some(identity(&facts))
    }
}

pub(super) fn identity(facts: &Metadata) -> Identity {
    (facts.dev(), facts.ino())
}

impl Tree {
    /// Reads a path; `repositories` are folders that were some before.
    fn of(path: &Path, repositories: &BTreeSet<PathBuf>) -> io::Result<Self> {
        let mut tree = Tree {
            repositories: repositories.clone(),
            is_whole: true,
            ..Tree::default()
        };
        tree.add(path, Path::new(""))?;
        Ok(tree)
    }

    fn add(&mut self, top: &Path, name: &Path) -> io::Result<()> {
        let path = if name.as_os_str().is_empty() {
            top.to_path_buf()
        } else {
            top.join(name)
        };
        let facts = match path.symlink_metadata() {
            Ok(facts) => facts,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if self.entries.len() >= MOST_ENTRIES {
            self.is_whole = false;
            return Ok(());
        }
        let mode = facts.mode() & 0o7777;
        let entry = if facts.is_dir() {
            Entry::Folder { mode }
        } else if facts.is_symlink() {
            Entry::Link(fs::read_link(&path)?)
        } else if facts.is_file() {
            self.file(&path, &facts)?
        } else {
            // A pipe or socket steers nothing.
            return Ok(());
        };
        self.entries.insert(name.to_path_buf(), entry);
        if facts.is_dir() {
            for child in self.children(&path, name)? {
                self.add(top, &name.join(child))?;
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, facts: &Metadata) -> io::Result<Entry> {
        let sum = self.bytes.saturating_add(facts.len());
        if facts.len() > MOST_BYTES_OF_FILE || sum > MOST_BYTES {
            let changed = (facts.ctime(), facts.ctime_nsec());
            return Ok(Entry::Large(facts.ino(), facts.len(), changed));
        }
        self.bytes = sum;
        Ok(Entry::File {
            mode: facts.mode() & 0o7777,
            bytes: fs::read(path)?,
        })
    }

    /// Lists the parts of a folder that are looked at.
    fn children(&mut self, folder: &Path, name: &Path) -> io::Result<Vec<PathBuf>> {
        if folder.file_name().is_some_and(|name| name == OWN) {
            return Ok(OWN_STEERING.iter().map(PathBuf::from).collect());
        }
        if self.repositories.contains(name) || is_repository(folder) {
            self.repositories.insert(name.to_path_buf());
            return Ok(GIT_STATE.iter().map(PathBuf::from).collect());
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(folder)? {
            names.push(PathBuf::from(entry?.file_name()));
        }
        names.sort();
        Ok(names)
    }
}

/// Whether a folder is that of a repository, a worktree or a submodule (gitrepository-layout(5)).
fn is_repository(folder: &Path) -> bool {
    let has = |name: &str| folder.join(name).symlink_metadata().is_ok();
    has("HEAD") && (has("objects") || has("commondir"))
}
