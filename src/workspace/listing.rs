//! The listing: every visible file and folder with its mark, cached and updated without a walk.
//!
//! A walk of a large repository costs more than most searches in it. A new walk would find the same
//! as long as no folder and no ignore rule has changed its mark. So updating a listing checks each
//! file and folder once and reads only changed folders again. Used by `index` to find changes, and
//! by `tools` to search.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::time::SystemTime;

use ignore::WalkState;

use super::handle::Workspace;
use super::ignored::exclude_of;
use super::mark::{MarkProbe, OpenFolder, mark_at};
use super::walk::{Batch, relative};

pub use super::ignored::RULES;
pub use super::mark::{Mark, TICK};

/// Threads that scan in parallel.
const LOOKERS: usize = 2;

/// Number of folders up to which another thread does not pay off.
const FEW: usize = 32;

/// Number of folders that are read again one by one; for more, everything is walked.
const READ_AGAIN: usize = 64;

/// The visible files and folders with their marks, see the module. Cheap to compare with the disk,
/// expensive to make.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// Folders by path; the root is empty.
    folders: BTreeMap<String, Folder>,
    /// Files outside the listing that determine its contents; with a mark if they exist.
    rules: Vec<(PathBuf, Option<Mark>)>,
}

/// The visible contents of a folder.
#[derive(Debug, Clone, Default)]
struct Folder {
    /// `None` if it may have changed unnoticed since it was read.
    mark: Option<Mark>,
    /// Whether it may change without an event: it is on another file system than the root, or a
    /// file in it has another hard link.
    is_elsewhere: bool,
    /// Entries by name; a mark for a file, none for a folder.
    entries: BTreeMap<Box<str>, Option<Mark>>,
}

/// The findings of a disk scan.
#[derive(Debug, Default)]
struct Stale {
    /// Files with a changed mark: folder, name, the new state.
    files: Vec<(String, Box<str>, MarkProbe)>,
    /// Folders to read again.
    folders: Vec<String>,
    /// Whether the set of ignored files may have changed.
    rules: bool,
}

struct WalkedEntry {
    path: String,
    look: MarkProbe,
    /// The file system of the entry.
    device: u64,
    is_folder: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum ScanScope<'a> {
    /// Everything at and below a folder (empty is the root), and the ignore rules of the
    /// folders above it.
    Below(&'a str),
    /// The contents of these folders. The other folders had no events.
    In(&'a BTreeSet<String>),
}

impl Workspace {
    /// Returns the mark of a regular file known to be visible; `None` if there is none, or if its
    /// name is never visible.
    pub fn mark(&self, path: &str) -> Option<Mark> {
        let metadata = self.root().join(path).symlink_metadata().ok()?;
        let is_shown = metadata.is_file() && !self.is_hidden_by_name(path);
        is_shown.then(|| Mark::of(&metadata))
    }
}

impl Listing {
    /// Walks the workspace, on two threads.
    pub fn take(workspace: &Workspace) -> Self {
        let mut listing = Self::default();
        listing.walk(workspace, "", None);
        listing.rules = rule_files(workspace, &listing)
            .into_iter()
            .map(|path| (mark_at(&path), path))
            .map(|(mark, path)| (path, mark))
            .collect();
        listing
    }

    /// Returns the listing updated within the scope; `None` if nothing changed. Outside the scope
    /// it may be older.
    pub(super) fn refreshed(&self, workspace: &Workspace, place: ScanScope<'_>) -> Option<Self> {
        let stale = self.compare(workspace, place);
        if stale.rules || stale.folders.len() > READ_AGAIN {
            return Some(Self::take(workspace));
        }
        if stale.folders.is_empty() && stale.files.is_empty() {
            return None;
        }
        let mut next = self.clone();
        for (folder, name, look) in stale.files {
            if let Some(folder) = next.folders.get_mut(&folder) {
                folder.is_elsewhere |= look.has_names;
                folder.entries.insert(name, Some(look.mark));
            }
        }
        for folder in stale.folders {
            let before = next.rule_entries(&folder);
            next.read_again(workspace, &folder);
            if next.rule_entries(&folder) != before {
                return Some(Self::take(workspace));
            }
        }
        Some(next)
    }

    /// Calls `each` with every file below a folder (empty is the root), in the order of a
    /// walk by name.
    pub fn for_each<'a>(&'a self, below: &str, each: &mut impl FnMut(String, &'a Mark)) {
        let Some(folder) = self.folders.get(below) else {
            return;
        };
        for (name, mark) in &folder.entries {
            let path = join(below, name);
            match mark {
                Some(mark) => each(path, mark),
                None => self.for_each(&path, each),
            }
        }
    }

    /// Returns the folders of the listing; the root is empty.
    pub(super) fn folders(&self) -> impl Iterator<Item = &String> {
        self.folders.keys()
    }

    /// Returns the folders at and below a path.
    pub(super) fn folders_at(&self, path: &str) -> impl Iterator<Item = &String> {
        let from = self.folders.range(path.to_owned()..);
        at_and_below(from.map(|(folder, _)| folder), path)
    }

    /// Whether the listing has this folder.
    pub(super) fn has_folder(&self, folder: &str) -> bool {
        self.folders.contains_key(folder)
    }

    /// Whether a folder may change without an event.
    pub(super) fn is_elsewhere(&self, folder: &str) -> bool {
        let folder = self.folders.get(folder);
        folder.is_some_and(|folder| folder.is_elsewhere)
    }

    /// Compares every file and folder in the scope with the disk, on two threads.
    fn compare(&self, workspace: &Workspace, place: ScanScope<'_>) -> Stale {
        let root = workspace.root();
        let folders: Vec<(&String, &Folder)> = match place {
            ScanScope::Below(below) => {
                let all = self
                    .folders
                    .iter()
                    .filter(|(path, _)| is_within(path, below) || is_within(below, path));
                all.collect()
            }
            ScanScope::In(folders) => {
                let known = folders.iter();
                known
                    .filter_map(|path| self.folders.get_key_value(path))
                    .collect()
            }
        };
        let below = match place {
            ScanScope::Below(below) => below,
            ScanScope::In(_) => "",
        };
        let share = folders.len().div_ceil(LOOKERS).max(FEW);
        let look = |folders: &[(&String, &Folder)]| {
            let mut stale = Stale::default();
            for (path, folder) in folders {
                let files = if is_within(path, below) {
                    Files::All
                } else {
                    Files::Rules
                };
                folder.compare(root, path, files, &mut stale);
            }
            stale
        };
        if folders.len() <= FEW {
            let mut stale = look(&folders);
            stale.rules |= self.has_other_rules(workspace);
            return stale;
        }
        let mut all = Stale {
            rules: self.has_other_rules(workspace),
            ..Stale::default()
        };
        let parts = std::thread::scope(|scope| {
            let started: Vec<_> = folders
                .chunks(share)
                .map(|part| scope.spawn(move || look(part)))
                .collect();
            let joined = started.into_iter().map(|thread| thread.join());
            joined.collect::<Vec<_>>()
        });
        for part in parts {
            match part {
                Ok(part) => {
                    all.files.extend(part.files);
                    all.folders.extend(part.folders);
                    all.rules |= part.rules;
                }
                // A panicked thread leaves its share unknown, so everything is walked.
                Err(_) => all.rules = true,
            }
        }
        all
    }

    fn has_other_rules(&self, workspace: &Workspace) -> bool {
        let global = ignore::gitignore::gitconfig_excludes_path();
        let known = |path: &PathBuf| self.rules.iter().any(|(rule, _)| rule == path);
        global.is_some_and(|path| !known(&path))
            || exclude_of(workspace.root()).is_some_and(|path| !known(&path))
            || self.rules.iter().any(|(path, mark)| mark_at(path) != *mark)
    }

    fn rule_entries(&self, folder: &str) -> Option<Mark> {
        self.folders.get(folder)?.entries.get(RULES).copied()?
    }

    /// Reads a folder again, and the new folders below it.
    fn read_again(&mut self, workspace: &Workspace, folder: &str) {
        let before = self.folders.remove(folder).unwrap_or_default();
        self.walk(workspace, folder, Some(1));
        let now = self.folders.get(folder).map(|folder| &folder.entries);
        let is_folder_now = |name: &str| now.is_some_and(|now| matches!(now.get(name), Some(None)));
        let was_folder = |name: &str| matches!(before.entries.get(name), Some(None));
        let gone: Vec<String> = before
            .entries
            .iter()
            .filter(|(name, mark)| mark.is_none() && !is_folder_now(name))
            .map(|(name, _)| join(folder, name))
            .collect();
        let fresh: Vec<String> = now
            .into_iter()
            .flatten()
            .filter(|(name, mark)| mark.is_none() && !was_folder(name))
            .map(|(name, _)| join(folder, name))
            .collect();
        for folder in gone {
            let below = format!("{folder}/");
            self.folders
                .retain(|path, _| *path != folder && !path.starts_with(&below));
        }
        for folder in fresh {
            self.walk(workspace, &folder, None);
        }
    }

    /// Walks from a folder, `levels` deep, and adds the entries.
    fn walk(&mut self, workspace: &Workspace, folder: &str, levels: Option<usize>) {
        let began = SystemTime::now();
        let above = if folder.is_empty() {
            0
        } else {
            folder.split('/').count()
        };
        let root = workspace.root();
        let (sender, found) = channel();
        let mut builder = workspace.builder(folder.to_owned());
        builder
            .max_depth(levels.map(|levels| above + levels))
            .threads(if levels.is_some() { 1 } else { LOOKERS });
        builder.build_parallel().run(|| {
            let mut batch = Batch::new(sender.clone());
            Box::new(move |entry| {
                if let Ok(entry) = entry
                    && let Some(kind) = entry.file_type()
                    && (kind.is_file() || kind.is_dir())
                    && let Some(path) = relative(entry.path(), root)
                    && is_within(&path, folder)
                    && let Ok(metadata) = entry.metadata()
                {
                    batch.found.push(WalkedEntry {
                        path,
                        look: MarkProbe::of(&metadata),
                        device: metadata.dev(),
                        is_folder: kind.is_dir(),
                    });
                }
                WalkState::Continue
            })
        });
        drop(sender);
        let device = root.symlink_metadata().map_or(0, |found| found.dev());
        for met in found.into_iter().flatten() {
            self.add(met, (folder, levels), (began, device));
        }
    }

    fn add(
        &mut self,
        met: WalkedEntry,
        (top, levels): (&str, Option<usize>),
        (began, device): (SystemTime, u64),
    ) {
        let WalkedEntry {
            path,
            look: MarkProbe { mark, has_names },
            device: own,
            is_folder,
        } = met;
        let is_elsewhere = own != device;
        let is_top = path == top;
        if !path.is_empty() && !is_top {
            let (folder, name) = split(&path);
            let folder = self.folders.entry(folder.to_owned()).or_default();
            folder.is_elsewhere |= !is_folder && (has_names || is_elsewhere);
            let known = (!is_folder).then_some(mark);
            folder.entries.insert(name.into(), known);
        }
        // With one level, subfolders are listed but not read.
        if is_folder && (is_top || levels.is_none()) {
            let mark = mark.is_settled_at(began).then_some(mark);
            let folder = self.folders.entry(path).or_default();
            folder.mark = mark;
            folder.is_elsewhere |= is_elsewhere;
        }
    }
}

/// The files of a folder to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Files {
    All,
    /// Only ignore files.
    Rules,
}

impl Folder {
    /// Compares the folder with the disk.
    fn compare(&self, root: &Path, path: &str, files: Files, stale: &mut Stale) {
        let place = OpenFolder::at(root.join(path));
        match place.mark() {
            Some(mark) if Some(mark) == self.mark => {}
            _ => stale.folders.push(path.to_owned()),
        }
        for (name, known) in &self.entries {
            let Some(known) = known else { continue };
            if files == Files::Rules && name.as_ref() != RULES {
                continue;
            }
            let now = place.look_at(name);
            if now.is_some_and(|now| now.mark == *known) {
                continue;
            }
            stale.rules |= name.as_ref() == RULES;
            // A deleted file shows as a change of its folder.
            if let Some(now) = now {
                stale.files.push((path.to_owned(), name.clone(), now));
            }
        }
    }
}

/// Returns the ignore files that are not in the listing: those above the root, git's own, and those
/// that are ignored themselves.
fn rule_files(workspace: &Workspace, listing: &Listing) -> Vec<PathBuf> {
    let root = workspace.root();
    let mut out: Vec<PathBuf> = ignore::gitignore::gitconfig_excludes_path()
        .into_iter()
        .collect();
    for folder in root.ancestors() {
        out.extend(exclude_of(folder));
        if folder != root {
            out.push(folder.join(RULES));
        }
    }
    for (path, folder) in &listing.folders {
        let file = root.join(path).join(RULES);
        if !folder.entries.contains_key(RULES) && mark_at(&file).is_some() {
            out.push(file);
        }
    }
    out
}

/// Whether a path is a folder (empty is the root), or below it.
pub(super) fn is_within(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path
            .strip_prefix(folder)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns, from sorted paths, a path itself and those below it.
pub(super) fn at_and_below<'a>(
    paths: impl Iterator<Item = &'a String>,
    path: &str,
) -> impl Iterator<Item = &'a String> {
    let alike = paths.take_while(move |other| other.starts_with(path));
    alike.filter(move |other| is_within(other, path))
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

fn join(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}
