//! The manifest: a snapshot of size, times, inode and mode of the workspace's files, used to detect
//! what a command changes.
//!
//! Covers the visible files and those that git tracks although they are ignored, and never `.git`,
//! the block list or links. Opens no file. Taken and compared by `tools::snapshot`, on workers.
//! `incremental` takes a later manifest without a walk.

mod incremental;

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ignore::{DirEntry, WalkState};
use serde::{Deserialize, Serialize};

use self::incremental::Folders;
use super::handle::{PathKind, Workspace};
use super::walk::{relative, shown_below};

/// Threads that stat files in parallel. More than there are processors, because they wait
/// for the system.
const LOOKERS: usize = 4;

/// Largest error by which a file system may date a change too early: its clock has its own ticks.
pub const CLOCK_TICK: Duration = Duration::from_millis(10);

/// The system's metadata of a file, read without opening it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    /// Size in bytes.
    pub bytes: u64,
    /// Time of the last change of its bytes, in nanoseconds since 1970; a program can set it.
    pub modified: i128,
    /// Time of the last change of anything about the file; no program can set it.
    pub changed: i128,
    /// Device and inode: a renamed file keeps them.
    pub inode: (u64, u64),
    /// Creation time, if the file system records it.
    pub born: Option<SystemTime>,
    pub mode: u32,
}

impl Stat {
    /// Reads the stat of this file.
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

    /// Whether the file was created at or after this time, within the accuracy of the
    /// file system's clock.
    pub fn is_new_since(&self, time: SystemTime) -> bool {
        let since = time.checked_sub(CLOCK_TICK).unwrap_or(UNIX_EPOCH);
        self.born.is_some_and(|born| born >= since)
    }

    /// Returns the part that stays the same for the life of the inode.
    fn only_inode(&self) -> Self {
        Self {
            bytes: 0,
            modified: 0,
            changed: 0,
            born: None,
            ..*self
        }
    }

    /// Whether anything about the file changed at or after this time.
    pub fn is_touched_since(&self, time: SystemTime) -> bool {
        let since = time.checked_sub(CLOCK_TICK).unwrap_or(UNIX_EPOCH);
        let since = since.duration_since(UNIX_EPOCH).unwrap_or_default();
        i128::try_from(since.as_nanos()).is_ok_and(|since| self.changed >= since)
    }

    /// Returns how long, from `now`, until a further change of the file gets a different time from
    /// this one: within one clock tick two changes look like one. Zero if that is so already.
    pub fn unsettled(&self, now: SystemTime) -> Duration {
        let now = now
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_nanos();
        let now = i128::try_from(now).unwrap_or(i128::MAX);
        let tick = i128::try_from(CLOCK_TICK.as_nanos()).unwrap_or(i128::MAX);
        // A time in the future differs from that of any change before then.
        match self.changed.saturating_add(tick).saturating_sub(now) {
            left if left > 0 && left <= tick => {
                Duration::from_nanos(u64::try_from(left).unwrap_or(0))
            }
            _ => Duration::ZERO,
        }
    }

    /// Whether `later` is the same file, possibly at another path and changed. The inode alone does
    /// not decide, because the number of a deleted file may be reused.
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
    /// Time at which taking the manifest began.
    pub began: SystemTime,
    /// Files relative to the root, with `/`. Shared with the manifest it was made from,
    /// if nothing changed.
    pub files: Arc<BTreeMap<String, Stat>>,
    /// Files whose names are not UTF-8, by their paths with U+FFFD replacing invalid bytes: it can
    /// only be detected that they changed. Folders too, which end in `/`: as long as there is one,
    /// everything is walked.
    pub unnamed: Arc<BTreeMap<String, Stat>>,
    folders: Arc<Folders>,
}

/// A path at which two manifests differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub path: String,
    /// The stat before; `None` if there was no file.
    pub before: Option<Stat>,
    /// The stat after; `None` if there is no file.
    pub after: Option<Stat>,
}

impl Difference {
    /// Whether the change affects which files are visible: then a file that seems new may have
    /// been hidden before.
    pub fn changes_what_is_ignored(&self) -> bool {
        self.path.rsplit('/').next() == Some(".gitignore")
    }
}

impl Workspace {
    /// Takes the manifest of the visible files and of `tracked`, which it includes although they
    /// are ignored. A file that disappears during the walk is not in it.
    pub fn manifest<'a>(&self, tracked: impl Iterator<Item = &'a str>) -> Manifest {
        let began = SystemTime::now();
        let mut rules = self.outer_rules();
        let (mut files, mut folders) = (BTreeMap::new(), BTreeMap::new());
        let mut unnamed = BTreeMap::new();
        for found in self.scan_all() {
            match found {
                ManifestEntry::File(path, stat) => drop(files.insert(path, stat)),
                ManifestEntry::Unnamed(path, stat) => drop(unnamed.insert(path, stat)),
                ManifestEntry::Folder(path, stat, own) => {
                    folders.insert(path, stat);
                    rules.extend(own);
                }
            }
        }
        let mut manifest = Manifest {
            began,
            files: Arc::new(files),
            unnamed: Arc::new(unnamed),
            folders: Arc::new(Folders::of(folders, rules, began)),
        };
        self.add_to(&mut manifest, tracked);
        manifest
    }

    /// Adds hidden files to a manifest.
    pub fn add_to<'a>(&self, manifest: &mut Manifest, paths: impl Iterator<Item = &'a str>) {
        for path in paths {
            if !manifest.files.contains_key(path)
                && let Some(stat) = self.stat(path)
            {
                Arc::make_mut(&mut manifest.files).insert(path.to_owned(), stat);
            }
        }
    }

    /// Returns the stat of the regular file at exactly this path: not behind a link, not blocked.
    pub fn stat(&self, path: &str) -> Option<Stat> {
        let metadata = self.root().join(path).symlink_metadata().ok()?;
        let located = metadata.is_file().then(|| self.resolve(path).ok())??;
        (located.kind == PathKind::File && located.path == path).then(|| Stat::of(&metadata))
    }

    /// Walks every visible file, and every folder that may contain one.
    fn scan_all(&self) -> impl Iterator<Item = ManifestEntry> + use<> {
        let root = self.root();
        let (sender, found) = channel();
        let mut builder = self.builder(String::new());
        builder.threads(LOOKERS).build_parallel().run(|| {
            let mut batch = super::walk::Batch::new(sender.clone());
            Box::new(move |entry| {
                if let Ok(entry) = entry {
                    batch.found.extend(looked_at(&entry, root));
                }
                WalkState::Continue
            })
        });
        drop(sender);
        found.into_iter().flatten()
    }
}

/// One entry of the walk.
enum ManifestEntry {
    File(String, Stat),
    /// A file or folder whose name is not UTF-8; a folder ends in `/`.
    Unnamed(String, Stat),
    /// A folder, with the files that decide which of its files are visible.
    Folder(String, Stat, Vec<(PathBuf, Stat)>),
}

/// Reads the walk's current file or folder. A folder's names and rules are read after this.
fn looked_at(entry: &DirEntry, root: &Path) -> Option<ManifestEntry> {
    let kind = entry.file_type()?;
    if !kind.is_file() && !kind.is_dir() {
        return None;
    }
    let Some(path) = relative(entry.path(), root) else {
        let shown = shown_below(entry.path(), root)?;
        let end = if kind.is_dir() { "/" } else { "" };
        let stat = Stat::of(&entry.metadata().ok()?);
        return Some(ManifestEntry::Unnamed(format!("{shown}{end}"), stat));
    };
    let rules = if kind.is_dir() {
        incremental::rules_in(entry.path()).collect()
    } else {
        Vec::new()
    };
    let stat = Stat::of(&entry.metadata().ok()?);
    Some(if kind.is_dir() {
        ManifestEntry::Folder(path, stat, rules)
    } else {
        ManifestEntry::File(path, stat)
    })
}

impl Manifest {
    /// Builds a manifest from recorded stats; it is no base for an incremental scan.
    pub fn of_files(began: SystemTime, files: BTreeMap<String, Stat>) -> Self {
        Self {
            began,
            files: Arc::new(files),
            unnamed: Arc::default(),
            folders: Arc::default(),
        }
    }

    /// Corrects a stat after a closer check.
    pub fn correct(&mut self, path: &str, stat: Stat) {
        if self.files.get(path) != Some(&stat) {
            Arc::make_mut(&mut self.files).insert(path.to_owned(), stat);
        }
    }

    /// Makes the next scan read the file's folder again, as if it had changed.
    pub fn invalidate(&mut self, path: &str) {
        Arc::make_mut(&mut self.folders).invalidate(path);
    }

    /// Returns folders that contain files of a later manifest and did not exist in this one.
    pub fn new_folders(&self, later: &Manifest) -> Vec<String> {
        later
            .folders
            .paths()
            .filter(|path| !self.folders.knows(path) && later.folders.knows(path))
            .cloned()
            .collect()
    }

    /// Returns files whose names are not UTF-8 and that differ in a later manifest.
    pub fn unnamed_changes(&self, later: &Manifest) -> Vec<String> {
        let (before, after) = (&self.unnamed, &later.unnamed);
        let gone = before.keys().filter(|path| !after.contains_key(*path));
        let other = after
            .iter()
            .filter(|(path, stat)| before.get(*path) != Some(*stat));
        let all = gone.chain(other.map(|(path, _)| path));
        all.filter(|path| !path.ends_with('/')).cloned().collect()
    }

    /// Returns how long until every later change of a file is distinguishable from this manifest.
    pub fn unsettled(&self) -> Duration {
        let now = SystemTime::now();
        let all = self.files.values().map(|stat| stat.unsettled(now));
        all.max().unwrap_or_default()
    }

    /// Returns the differences to a later manifest, in order of path. A file that is no longer
    /// visible need not be deleted: the command may have changed the ignore rules, so `now` returns
    /// the file's current stat.
    pub fn differences(
        &self,
        later: &Manifest,
        now: &dyn Fn(&str) -> Option<Stat>,
    ) -> Vec<Difference> {
        let mut found = Vec::new();
        for (path, before) in self.files.iter() {
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
