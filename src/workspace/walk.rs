//! The walk defines the files that the agent, the tree, the search and the index can see: those
//! that git would show, dotfiles included, and never `.git/`, `.agentichat/`, the block list,
//! `.DS_Store` and `Thumbs.db`.
//!
//! Lists names only; the gateway reads file contents. Follows no links. Honours `.gitignore`
//! without a repository too; [`super::ignored`] reads those files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};

use ignore::{DirEntry, WalkBuilder, WalkState};

use super::block::NOISE;
use super::handle::Workspace;
use super::ignored::Ignored;
use super::staged::TEMPORARY_PREFIX;
use protocol::call::ToolError;
use protocol::query::{GitFacts, TreeEntry};

/// Threads that list all files in parallel.
const LISTERS: usize = 2;

/// The type of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    File,
    Folder,
    Link,
    /// A pipe, socket or device.
    Special,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkEntry {
    /// Path relative to the root, with `/`.
    pub path: String,
    pub kind: EntryKind,
    /// Size in bytes, for a file.
    pub bytes: u64,
}

/// An entry whose name is not UTF-8: it can be reported, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnnameablePath {
    /// The path with U+FFFD replacing invalid bytes, relative to the root, with `/`.
    pub shown: String,
}

impl Workspace {
    /// Walks everything below a folder (empty is the root), in order of path. A folder that is not
    /// visible itself has no entries.
    pub fn walk(&self, folder: &str) -> impl Iterator<Item = WalkEntry> {
        self.walk_all(folder).filter_map(Result::ok)
    }

    /// Walks like [`Self::walk`] and includes names that are not UTF-8.
    pub fn walk_all(
        &self,
        folder: &str,
    ) -> impl Iterator<Item = Result<WalkEntry, UnnameablePath>> {
        let folder = folder.trim_matches('/').to_owned();
        let root = self.root().to_path_buf();
        let mut builder = self.builder(folder.clone());
        builder.sort_by_file_name(std::ffi::OsStr::cmp);
        builder
            .build()
            .filter_map(Result::ok)
            .filter_map(move |entry| met(&entry, &root, &folder))
    }

    /// Returns the direct entries of a folder (empty is the root), in order of name. A folder that
    /// is not visible itself has no entries.
    pub fn entries(&self, folder: &str) -> Vec<WalkEntry> {
        let all = self.entries_all(folder).into_iter();
        all.filter_map(Result::ok).collect()
    }

    /// Returns the direct entries like [`Self::entries`] and includes names that are not UTF-8.
    pub fn entries_all(&self, folder: &str) -> Vec<Result<WalkEntry, UnnameablePath>> {
        let folder = folder.trim_matches('/');
        let mut entries = self.level(folder, |entry| met(entry, self.root(), folder));
        let name = |entry: &Result<WalkEntry, UnnameablePath>| match entry {
            Ok(entry) => entry.path.clone(),
            Err(unnamed) => unnamed.shown.clone(),
        };
        entries.sort_by_cached_key(name);
        entries
    }

    /// Applies `of` to the folders above a visible folder (empty is the root), to the folder and to
    /// its direct entries, in no order.
    pub(super) fn level<T: Send + 'static>(
        &self,
        folder: &str,
        of: impl Fn(&DirEntry) -> Option<T> + Sync,
    ) -> Vec<T> {
        let levels = folder.split('/').filter(|name| !name.is_empty()).count();
        let (sender, found) = channel();
        let mut builder = self.builder(folder.to_owned());
        // The sequential walk opens every folder beside the path down before filtering it out.
        builder.max_depth(Some(levels + 1)).threads(1);
        builder.build_parallel().run(|| {
            let mut batch = Batch::new(sender.clone());
            let of = &of;
            Box::new(move |entry| {
                batch.found.extend(entry.ok().and_then(|entry| of(&entry)));
                WalkState::Continue
            })
        });
        drop(sender);
        found.into_iter().flatten().collect()
    }

    /// Builds a walk over the visible entries above, at or below a folder.
    pub(super) fn builder(&self, folder: String) -> WalkBuilder {
        let root = self.root().to_path_buf();
        let mut builder = WalkBuilder::new(&root);
        builder
            .hidden(false)
            .ignore(false)
            // These files come with the repository: `ignored` reads them.
            .git_ignore(false)
            .git_exclude(false)
            .git_global(false)
            .parents(false)
            .follow_links(false);
        let blocks = self.blocks().clone();
        let ignored = Ignored::of(self.root());
        builder.filter_entry(move |entry| {
            // Report an entry without a usable name, and read nothing of it.
            let Some(path) = relative(entry.path(), &root) else {
                let shown = shown_below(entry.path(), &root);
                return shown.is_some_and(|shown| is_on_chain(&shown, &folder));
            };
            if path.is_empty() {
                return true;
            }
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let is_shown = is_on_chain(&path, &folder)
                && !is_entry_left_out(&path, &blocks)
                && !ignored.leaves_out(entry.path(), is_folder);
            if is_shown && is_folder {
                ignored.enter(entry.path());
            }
            is_shown
        });
        builder
    }

    /// Walks every visible regular file below the root, in order of path.
    pub fn files(&self) -> impl Iterator<Item = WalkEntry> {
        self.walk("").filter(|entry| entry.kind == EntryKind::File)
    }

    /// Returns the paths of at most `cap` visible files, in no order. Several threads list them,
    /// without a stat of any file.
    pub fn all_files(&self, cap: usize) -> Vec<String> {
        let root = self.root();
        let (sender, found) = channel();
        let mut builder = self.builder(String::new());
        builder.threads(LISTERS).build_parallel().run(|| {
            let mut batch = Batch::new(sender.clone());
            Box::new(move |entry| {
                let Ok(entry) = entry else {
                    return WalkState::Continue;
                };
                if entry.file_type().is_some_and(|kind| kind.is_file())
                    && let Some(path) = relative(entry.path(), root)
                {
                    batch.found.push(path);
                }
                // No thread needs more entries than the cap.
                if batch.found.len() < cap {
                    WalkState::Continue
                } else {
                    WalkState::Quit
                }
            })
        });
        drop(sender);
        let mut paths: Vec<String> = found.into_iter().flatten().collect();
        paths.truncate(cap);
        paths
    }

    /// Lists one folder for the tree of the screen: folders first, each in order of name, with
    /// their git state if known. Includes deleted entries that git knows.
    ///
    /// # Errors
    /// E001, E002 as [`Workspace::resolve`]; E003 if it is not a folder.
    pub fn list_folder(
        &self,
        folder: &str,
        git: Option<&GitFacts>,
    ) -> Result<Vec<TreeEntry>, ToolError> {
        let real = self.resolve(folder)?.path;
        let gone = git.map_or_else(Vec::new, |facts| self.gone_from(&real, facts));
        if gone.is_empty() {
            self.folder(folder)?;
        }
        let mut entries: Vec<TreeEntry> = self
            .entries_all(&real)
            .into_iter()
            .map(|entry| match entry {
                Ok(entry) => TreeEntry {
                    name: last_name(&entry.path),
                    is_folder: entry.kind == EntryKind::Folder,
                    bytes: entry.bytes,
                    git: git.and_then(|facts| state_in(facts, &entry)),
                    path: entry.path,
                },
                // Opening it shows why it cannot be opened.
                Err(UnnameablePath { shown }) => TreeEntry {
                    name: last_name(&shown),
                    is_folder: false,
                    bytes: 0,
                    git: None,
                    path: shown,
                },
            })
            .collect();
        let known: BTreeSet<String> = entries.iter().map(|entry| entry.path.clone()).collect();
        entries.extend(
            gone.into_iter()
                .filter(|entry| !known.contains(&entry.path)),
        );
        entries.sort_by(|a, b| {
            b.is_folder
                .cmp(&a.is_folder)
                .then_with(|| a.name.to_lowercase().cmp(&b.name.to_lowercase()))
                .then_with(|| a.name.cmp(&b.name))
        });
        Ok(entries)
    }

    /// Returns what git has in a folder (relative, real) and the disk lacks: files, and folders in
    /// which everything is deleted.
    fn gone_from(&self, folder: &str, facts: &GitFacts) -> Vec<TreeEntry> {
        let deleted = facts.changed.iter().filter(|(_, state)| *state == 'D');
        let below = deleted.filter_map(|(path, _)| match folder {
            "" | "." => Some(path.as_str()),
            folder => path.strip_prefix(folder)?.strip_prefix('/'),
        });
        let mut found: BTreeMap<&str, bool> = BTreeMap::new();
        for rest in below {
            match rest.split_once('/') {
                Some((name, _)) => found.insert(name, true),
                None => found.insert(rest, false),
            };
        }
        let entries = found.into_iter().map(|(name, is_folder)| TreeEntry {
            name: name.to_owned(),
            path: match folder {
                "" | "." => name.to_owned(),
                folder => format!("{folder}/{name}"),
            },
            is_folder,
            bytes: 0,
            git: Some('D'),
        });
        entries
            .filter(|entry| !is_left_out(&entry.path, self.blocks()))
            .collect()
    }

    /// Whether a path (relative, real) is left out of every listing by name.
    pub fn is_hidden_by_name(&self, path: &str) -> bool {
        is_left_out(path, self.blocks())
    }
}

/// The findings of one thread, sent when the thread ends.
pub(super) struct Batch<T: Send + 'static> {
    pub(super) found: Vec<T>,
    to: Sender<Vec<T>>,
}

impl<T: Send + 'static> Batch<T> {
    /// Creates a batch that is sent to `to`.
    pub(super) fn new(to: Sender<Vec<T>>) -> Self {
        let found = Vec::new();
        Self { found, to }
    }
}

impl<T: Send + 'static> Drop for Batch<T> {
    fn drop(&mut self) {
        // The receiver outlives the walk.
        self.to.send(std::mem::take(&mut self.found)).ok();
    }
}

fn is_left_out(path: &str, blocks: &super::block::BlockList) -> bool {
    is_noise(path) || blocks.matches(path).is_some()
}

/// Whether an entry is left out, in a folder that was walked into and so is not left out itself.
fn is_entry_left_out(path: &str, blocks: &super::block::BlockList) -> bool {
    is_noise(path) || blocks.matches_entry(path).is_some()
}

fn is_noise(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    NOISE.contains(&name) || name.starts_with(TEMPORARY_PREFIX)
}

/// Whether a path lies above, at or below the wanted folder.
fn is_on_chain(path: &str, folder: &str) -> bool {
    let below = |longer: &str, shorter: &str| {
        shorter.is_empty()
            || longer
                .strip_prefix(shorter)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    below(path, folder) || below(folder, path)
}

/// Whether a path lies below a folder (empty is the root), and is not the folder itself.
fn is_inside(path: &str, folder: &str) -> bool {
    match folder {
        "" => !path.is_empty(),
        folder => path
            .strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/')),
    }
}

/// Returns the path relative to the root with `/`; `None` if it is not UTF-8. The walk begins at
/// the root, so comparing bytes suffices; comparing path components is slow.
pub(super) fn relative(path: &Path, root: &Path) -> Option<String> {
    let root = root.as_os_str().as_encoded_bytes();
    let root = root.strip_suffix(b"/").unwrap_or(root);
    let below = path.as_os_str().as_encoded_bytes().strip_prefix(root)?;
    let below = match below {
        [] => below,
        [b'/', below @ ..] => below,
        _ => return None,
    };
    std::str::from_utf8(below).ok().map(str::to_owned)
}

/// Returns a path relative to the root, with U+FFFD in place of bytes that are not UTF-8.
pub(super) fn shown_below(path: &Path, root: &Path) -> Option<String> {
    let below = path.strip_prefix(root).ok()?;
    Some(below.to_string_lossy().into_owned())
}

fn last_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// Converts an entry of a walk if it is in the folder.
fn met(entry: &DirEntry, root: &Path, folder: &str) -> Option<Result<WalkEntry, UnnameablePath>> {
    if let Some(path) = relative(entry.path(), root) {
        return is_inside(&path, folder).then(|| Ok(entry_of(entry, path)));
    }
    let shown = shown_below(entry.path(), root)?;
    is_inside(&shown, folder).then_some(Err(UnnameablePath { shown }))
}

fn entry_of(entry: &DirEntry, path: String) -> WalkEntry {
    let kind = match entry.file_type() {
        Some(kind) if kind.is_dir() => EntryKind::Folder,
        Some(kind) if kind.is_symlink() => EntryKind::Link,
        Some(kind) if kind.is_file() => EntryKind::File,
        _ => EntryKind::Special,
    };
    let bytes = match kind {
        EntryKind::File => entry.metadata().map_or(0, |metadata| metadata.len()),
        _ => 0,
    };
    WalkEntry { path, kind, bytes }
}

/// Returns git's state of an entry; for a folder, the gravest state of its contents.
fn state_in(facts: &GitFacts, entry: &WalkEntry) -> Option<char> {
    let is_of = |path: &str| match entry.kind {
        EntryKind::Folder => path
            .strip_prefix(entry.path.as_str())
            .is_some_and(|rest| rest.starts_with('/')),
        _ => path == entry.path,
    };
    let rank = |state: char| ['M', 'D', 'R', 'A', '?'].iter().position(|s| *s == state);
    facts
        .changed
        .iter()
        .filter(|(path, _)| is_of(path.trim_end_matches('/')) || is_folder_of(path, &entry.path))
        .map(|(_, state)| *state)
        .min_by_key(|state| rank(*state).unwrap_or(usize::MAX))
}

/// Whether a path is in a folder that git reported. Git reports a new folder as one path, `new/`,
/// for all its content.
fn is_folder_of(git_path: &str, path: &str) -> bool {
    git_path
        .strip_suffix('/')
        .is_some_and(|folder| path == folder || path.starts_with(git_path))
}
