//! Takes a manifest based on an earlier one, without a walk: checks every known file and folder,
//! and reads names only in folders whose stat has changed.
//!
//! A folder's times change with its names, except for changes within one clock tick: a folder that
//! was that young when its names were read is read again. Checks the ignore files too. If one of
//! them has changed, or folders appeared or disappeared, walks the whole workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use ignore::gitignore::gitconfig_excludes_path;

use super::{LOOKERS, Manifest, ManifestEntry, Stat, looked_at};
use crate::handle::Workspace;
use crate::ignored::exclude_of;

/// Number of folders whose names are read one by one; if more have changed, everything is walked.
const READ_ANEW: usize = 8;

/// The folders of a manifest, as they were before their names were read.
#[derive(Debug, Clone, Default)]
pub(super) struct Folders {
    /// Folders by path; the root is empty. `None` if the names must be read again in any case.
    seen: BTreeMap<String, Option<Stat>>,
    /// Files that decide about the visibility of others.
    rules: Rules,
}

/// The files that decide about the visibility of others, and the repository of a folder.
pub(super) type Rules = BTreeMap<PathBuf, Stat>;

/// The differences from an earlier manifest.
#[derive(Default)]
struct ManifestDelta {
    files: Vec<(String, Option<Stat>)>,
    /// Folders whose names must be read.
    folders: Vec<String>,
    rules: Rules,
}

/// A known path to check.
#[derive(Clone, Copy)]
enum Known<'a> {
    File(&'a str, &'a Stat),
    Folder(&'a str, &'a Option<Stat>),
}

impl Folders {
    /// Builds the record of folders that were checked from `began` on.
    pub(super) fn of(found: BTreeMap<String, Stat>, rules: Rules, began: SystemTime) -> Self {
        let seen = found.into_iter();
        let seen = seen.map(|(path, stat)| (path, settled(stat, began)));
        Self {
            seen: seen.collect(),
            rules,
        }
    }
}

impl Folders {
    /// Whether a folder was there.
    pub(super) fn knows(&self, path: &str) -> bool {
        self.seen.contains_key(path)
    }

    /// Makes the next scan read the names in the file's folder in any case.
    pub(super) fn invalidate(&mut self, path: &str) {
        if let Some(seen) = self.seen.get_mut(parent(path)) {
            *seen = None;
        }
    }

    /// Returns the folders that were there.
    pub(super) fn paths(&self) -> impl Iterator<Item = &String> {
        self.seen.keys()
    }
}

/// Returns the part of a stat that stays reliable: `None` for a folder as young as the scan itself.
fn settled(stat: Stat, began: SystemTime) -> Option<Stat> {
    stat.unsettled(began).is_zero().then_some(stat)
}

impl Workspace {
    /// Takes the manifest of the visible files and of `tracked`, equal to the result of
    /// [`Workspace::manifest`], based on an earlier one.
    pub fn manifest_after<'a>(
        &self,
        last: &Manifest,
        tracked: impl Iterator<Item = &'a str> + Clone,
    ) -> Manifest {
        let began = SystemTime::now();
        let Some(mut manifest) = self.look_again(last, began) else {
            return self.manifest(tracked);
        };
        self.add_to(&mut manifest, tracked);
        manifest
    }

    /// Scans without a walk; `None` if everything must be walked.
    fn look_again(&self, last: &Manifest, began: SystemTime) -> Option<Manifest> {
        // A manifest that was not made by a walk knows no folders, not even the root.
        last.folders.seen.get("")?;
        // Files with such names cannot be checked one by one.
        if !last.unnamed.is_empty() {
            return None;
        }
        let mut news = self.news(last);
        news.rules.extend(self.outer_rules());
        if news.rules != last.folders.rules || news.folders.len() > READ_ANEW {
            return None;
        }
        let mut manifest = Manifest {
            began,
            files: Arc::clone(&last.files),
            unnamed: Arc::clone(&last.unnamed),
            folders: Arc::clone(&last.folders),
        };
        for (path, stat) in &news.files {
            if news.folders.iter().any(|folder| folder == parent(path)) {
                continue;
            }
            let files = Arc::make_mut(&mut manifest.files);
            match stat {
                Some(stat) => files.insert(path.clone(), *stat),
                None => files.remove(path),
            };
        }
        for folder in &news.folders {
            self.read_names(folder, &mut manifest)?;
        }
        Some(manifest)
    }

    /// Checks every known path, on several threads.
    fn news(&self, last: &Manifest) -> ManifestDelta {
        let folders = last.folders.seen.iter();
        let folders = folders.map(|(path, stat)| Known::Folder(path, stat));
        let files = last.files.iter();
        let known: Vec<Known<'_>> = folders
            .chain(files.map(|(path, stat)| Known::File(path, stat)))
            .collect();
        let size = known.len().div_ceil(LOOKERS).max(1);
        let look = |part: &[Known<'_>]| {
            let mut news = ManifestDelta::default();
            part.iter()
                .for_each(|known| self.look_at_known(*known, last, &mut news));
            news
        };
        let parts: Vec<ManifestDelta> = std::thread::scope(|scope| {
            let parts = known.chunks(size);
            let threads: Vec<_> = parts.map(|part| scope.spawn(move || look(part))).collect();
            threads
                .into_iter()
                .filter_map(|thread| thread.join().ok())
                .collect()
        });
        let mut all = ManifestDelta::default();
        for part in parts {
            all.files.extend(part.files);
            all.folders.extend(part.folders);
            all.rules.extend(part.rules);
        }
        all
    }

    fn look_at_known(&self, known: Known<'_>, last: &Manifest, news: &mut ManifestDelta) {
        let root = self.root();
        match known {
            Known::Folder(path, before) => {
                let folder = root.join(path);
                news.rules.extend(rules_in(&folder));
                let metadata = folder.symlink_metadata().ok();
                let now = metadata.filter(|it| it.is_dir()).as_ref().map(Stat::of);
                if before.is_none() || now != *before {
                    news.folders.push(path.to_owned());
                }
            }
            Known::File(path, before) => {
                let now = if last.folders.seen.contains_key(parent(path)) {
                    let metadata = root.join(path).symlink_metadata().ok();
                    metadata.filter(|it| it.is_file()).as_ref().map(Stat::of)
                } else {
                    self.stat(path)
                };
                if now.as_ref() != Some(before) {
                    news.files.push((path.to_owned(), now));
                }
            }
        }
    }

    /// Reads the names in a known folder; `None` if folders appeared or disappeared.
    fn read_names(&self, folder: &str, manifest: &mut Manifest) -> Option<()> {
        let (mut here, mut files, mut folders) = (None, BTreeMap::new(), BTreeSet::new());
        for found in self.level(folder, |entry| looked_at(entry, self.root())) {
            match found {
                ManifestEntry::File(path, stat) if parent(&path) == folder => {
                    files.insert(path, stat);
                }
                ManifestEntry::Unnamed(..) => return None,
                ManifestEntry::Folder(path, stat, _) if path == folder => here = Some(stat),
                ManifestEntry::Folder(path, ..) if is_in(&path, folder) => {
                    folders.insert(path);
                }
                _ => {}
            }
        }
        let known = manifest.folders.seen.keys();
        let known = known.filter(|path| is_in(path, folder)).cloned();
        if folders != known.collect() {
            return None;
        }
        let seen = settled(here?, manifest.began);
        let all = Arc::make_mut(&mut manifest.folders);
        all.seen.insert(folder.to_owned(), seen);
        let all = Arc::make_mut(&mut manifest.files);
        all.retain(|path, _| parent(path) != folder);
        all.append(&mut files);
        Some(())
    }

    /// Returns the files outside the root that decide about the visibility of files in it.
    pub(super) fn outer_rules(&self) -> Rules {
        let mut rules = Rules::new();
        for folder in self.root().ancestors() {
            rules.extend(rules_in(folder));
            let elsewhere = exclude_of(folder);
            rules.extend(elsewhere.and_then(|path| rule(&path)));
        }
        rules.extend(gitconfig_excludes_path().and_then(|path| rule(&path)));
        rules
    }
}

/// Returns the files in a folder that decide about the visibility of files in it. Taken before its
/// names are read.
pub(super) fn rules_in(folder: &Path) -> impl Iterator<Item = (PathBuf, Stat)> {
    // A repository ends the rules from above; anything else in `.git` does not matter.
    let git = folder.join(".git");
    let repository = git.symlink_metadata().ok().map(|metadata| {
        let stat = Stat::of(&metadata);
        (git.clone(), Stat::only_inode(&stat))
    });
    let files = [folder.join(".gitignore"), git.join("info/exclude")];
    let files = files.into_iter().filter_map(|path| rule(&path));
    files.chain(repository)
}

fn rule(path: &Path) -> Option<(PathBuf, Stat)> {
    let metadata = path.metadata().ok()?;
    Some((path.to_path_buf(), Stat::of(&metadata)))
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether a path other than the root itself lies directly in a folder.
fn is_in(path: &str, folder: &str) -> bool {
    !path.is_empty() && parent(path) == folder
}
