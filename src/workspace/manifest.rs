//! The manifest: size, times, inode and mode of the workspace's files at one moment, so that what
//! a command changes can be told afterwards.
//!
//! Covers the files that the walk shows and those that git tracks although they are ignored, and
//! never `.git`, the block list or links. Opens no file. Taken and compared by `tools::cover`,
//! on workers.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::sync::mpsc::channel;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ignore::WalkState;

use super::gate::{PathKind, Workspace};
use super::walk::relative;

/// Threads that look at files at once.
const LOOKERS: usize = 2;

/// How much earlier than the clock says a file system may date what happens now: it counts in
/// ticks of its own.
const CLOCK_TICK: Duration = Duration::from_millis(10);

/// What the system says of a file without opening it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// Size in bytes.
    pub bytes: u64,
    /// When its bytes last changed, in nanoseconds since 1970; a program can set it.
    pub modified: i128,
    /// When anything about it last changed; no program can set it.
    pub changed: i128,
    /// Device and inode: a file that is renamed keeps them.
    pub inode: (u64, u64),
    /// When it was made, where the file system tells.
    pub born: Option<SystemTime>,
    /// Permission bits.
    pub mode: u32,
}

impl Stat {
    /// What the system says of this file.
    pub fn of(metadata: &Metadata) -> Self {
        let nanoseconds =
            |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
        Self {
            bytes: metadata.len(),
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            born: metadata.created().ok(),
            inode: (metadata.dev(), metadata.ino()),
            mode: metadata.mode() & 0o7777,
        }
    }

    /// Whether it was made at or after this time, as far as the file system's clock tells.
    pub fn is_new_since(&self, time: SystemTime) -> bool {
        let since = time.checked_sub(CLOCK_TICK).unwrap_or(UNIX_EPOCH);
        self.born.is_some_and(|born| born >= since)
    }

    /// Whether anything about it changed at or after this time.
    pub fn is_touched_since(&self, time: SystemTime) -> bool {
        let since = time.checked_sub(CLOCK_TICK).unwrap_or(UNIX_EPOCH);
        let since = since.duration_since(UNIX_EPOCH).unwrap_or_default();
        i128::try_from(since.as_nanos()).is_ok_and(|since| self.changed >= since)
    }

    /// Whether `later` is of the same file, perhaps at another path and changed: the number of a
    /// file that is gone may be given to another one.
    pub fn is_same_file(&self, later: &Stat) -> bool {
        let same_times = match (self.born, later.born) {
            (Some(one), Some(other)) => one == other,
            _ => self.modified == later.modified && self.bytes == later.bytes,
        };
        self.inode == later.inode && same_times
    }
}

/// The files of a workspace at one moment, by path.
#[derive(Debug, Clone)]
pub struct Manifest {
    /// When it was begun.
    pub began: SystemTime,
    /// The files, relative to the root, with `/`.
    pub files: BTreeMap<String, Stat>,
}

/// One path at which two manifests differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// It.
    pub path: String,
    /// What was there; `None` where there was no file.
    pub before: Option<Stat>,
    /// What is there; `None` where there is no file.
    pub after: Option<Stat>,
}

impl Difference {
    /// Whether it changes what is shown: then a file that seems new may have been hidden before.
    pub fn changes_what_is_ignored(&self) -> bool {
        self.path.rsplit('/').next() == Some(".gitignore")
    }
}

impl Workspace {
    /// The manifest of the visible files and of `tracked`, which are in it although they are
    /// ignored. A file that goes away meanwhile is not in it.
    pub fn manifest<'a>(&self, tracked: impl Iterator<Item = &'a str>) -> Manifest {
        let began = SystemTime::now();
        let files = self.visible_files();
        let mut manifest = Manifest { began, files };
        self.add_to(&mut manifest, tracked);
        manifest
    }

    /// Adds files that are not shown to a manifest.
    pub fn add_to<'a>(&self, manifest: &mut Manifest, paths: impl Iterator<Item = &'a str>) {
        for path in paths {
            if !manifest.files.contains_key(path)
                && let Some(stat) = self.stat(path)
            {
                manifest.files.insert(path.to_owned(), stat);
            }
        }
    }

    /// What the system says of the regular file at a path, which is where its words say: not
    /// behind a link, not blocked.
    pub fn stat(&self, path: &str) -> Option<Stat> {
        let metadata = self.root().join(path).symlink_metadata().ok()?;
        let located = metadata.is_file().then(|| self.resolve(path).ok())??;
        (located.kind == PathKind::File && located.path == path).then(|| Stat::of(&metadata))
    }

    fn visible_files(&self) -> BTreeMap<String, Stat> {
        let root = self.root();
        let (sender, found) = channel();
        let mut builder = self.builder(String::new());
        builder.threads(LOOKERS).build_parallel().run(|| {
            let mut batch = super::walk::Batch::new(sender.clone());
            Box::new(move |entry| {
                if let Ok(entry) = entry
                    && entry.file_type().is_some_and(|kind| kind.is_file())
                    && let Ok(metadata) = entry.metadata()
                    && let Some(path) = relative(entry.path(), root)
                {
                    batch.found.push((path, Stat::of(&metadata)));
                }
                WalkState::Continue
            })
        });
        drop(sender);
        found.into_iter().flatten().collect()
    }
}

impl Manifest {
    /// Where a later manifest differs from this one, in order of path. That a file is no longer
    /// shown does not mean that it is gone: the command may have changed what is ignored, so
    /// `now` is asked what is there.
    pub fn differences(
        &self,
        later: &Manifest,
        now: &dyn Fn(&str) -> Option<Stat>,
    ) -> Vec<Difference> {
        let mut found = Vec::new();
        for (path, before) in &self.files {
            let after = later.files.get(path).copied().or_else(|| now(path));
            if after != Some(*before) {
                found.push(Difference {
                    path: path.clone(),
                    before: Some(*before),
                    after,
                });
            }
        }
        let fresh = later.files.iter();
        let fresh = fresh.filter(|(path, _)| !self.files.contains_key(*path));
        found.extend(fresh.map(|(path, stat)| Difference {
            path: path.clone(),
            before: None,
            after: Some(*stat),
        }));
        found.sort_by(|one, other| one.path.cmp(&other.path));
        found
    }
}
