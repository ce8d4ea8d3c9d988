//! Applies git's ignore files to a walk. The `ignore` crate walks and matches. The files are
//! read here, because they come with the repository: only regular files, never through a link,
//! bounded in bytes and in nesting, and `.git/info/exclude` only of a repository that belongs
//! to this folder.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};

use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};

use super::git::location::git_folders;
use super::handle::Workspace;
use support::foreign_file::{Links, read};
use support::nesting::check_glob;

/// Name of the ignore files.
pub const RULES: &str = ".gitignore";

/// Most bytes of an ignore file; a longer one is disregarded.
const MOST_BYTES: u64 = 512 * 1024;

/// Folders of caches and packages, which programs make and nobody reviews: ignored unless a rule says
/// otherwise. What git tracks in them is seen all the same.
const CACHES: [&str; 5] = [
    "__pycache__",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "node_modules",
];

/// The rules of one folder.
struct Level {
    gitignore: Gitignore,
    exclude: Gitignore,
}

/// The rules of one walk, collected on the way down.
pub(super) struct Ignored {
    root: PathBuf,
    /// Rules of the folders above the root that have some, the nearest first.
    above: Vec<Level>,
    /// Rules of the folders entered by the walk that have some.
    below: RwLock<HashMap<PathBuf, Level>>,
    global: Gitignore,
}

impl Ignored {
    /// Starts the rules of a walk from `root`. Reads the rules above and in it.
    pub(super) fn of(root: &Path) -> Self {
        let above = root.ancestors().skip(1).filter_map(Level::of);
        let global = gitconfig_excludes_path();
        let ignored = Self {
            root: root.to_path_buf(),
            above: above.collect(),
            below: RwLock::default(),
            // The user's own file may be a link.
            global: global.map_or_else(Gitignore::empty, |file| rules(root, &file, Links::Follow)),
        };
        ignored.enter(root);
        ignored
    }

    /// Reads the rules of a folder before its contents are matched.
    pub(super) fn enter(&self, folder: &Path) {
        self.put(folder, Level::of(folder));
    }

    fn put(&self, folder: &Path, level: Option<Level>) {
        let below = self.below.write();
        let mut below = below.unwrap_or_else(PoisonError::into_inner);
        match level {
            Some(level) => below.insert(folder.to_path_buf(), level),
            None => below.remove(folder),
        };
    }

    /// Whether the nearest rule that applies to an entry ignores it. The caller knows that the
    /// folders above it are not ignored.
    pub(super) fn leaves_out(&self, path: &Path, is_folder: bool) -> bool {
        let below = self.below.read();
        let below = below.unwrap_or_else(PoisonError::into_inner);
        let folders = path.ancestors().skip(1);
        let to_root = folders.take_while(|folder| folder.starts_with(&self.root));
        // Few folders have rules, so most steps upwards find none.
        let levels: Vec<&Level> = to_root
            .filter_map(|folder| below.get(folder))
            .chain(&self.above)
            .collect();
        let gitignores = levels.iter().map(|level| &level.gitignore);
        let excludes = levels.iter().map(|level| &level.exclude);
        let mut found = gitignores
            .chain(excludes)
            .chain(std::iter::once(&self.global))
            .map(|rules| rules.matched(path, is_folder));
        let is_cache = || is_folder && CACHES.iter().any(|name| path.ends_with(name));
        found
            .find(|found| !found.is_none())
            .map_or_else(is_cache, |found| found.is_ignore())
    }
}

/// The ignore rules of a workspace at one moment, for single paths. Reads the rules of a folder when
/// it is first asked about something in it.
pub struct IgnoreRules {
    ignored: Ignored,
    entered: Mutex<HashSet<PathBuf>>,
    /// Texts in the place of ignore files on the disk, by absolute path; `None` for no file.
    replaced: HashMap<PathBuf, Option<String>>,
}

impl Workspace {
    /// Returns the ignore rules, with the ignore files among `proposed` (path relative to the root,
    /// text) in the place of those on the disk.
    pub fn ignore_rules<'a>(
        &self,
        proposed: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    ) -> IgnoreRules {
        let root = self.root();
        let replaced = proposed
            .filter(|(path, _)| path.rsplit('/').next() == Some(RULES))
            .map(|(path, text)| (root.join(path), text.map(str::to_owned)));
        IgnoreRules {
            ignored: Ignored::of(root),
            entered: Mutex::default(),
            replaced: replaced.collect(),
        }
    }
}

impl IgnoreRules {
    /// Whether a path (relative) or a folder above it is ignored.
    pub fn is_ignored(&self, path: &Path, is_folder: bool) -> bool {
        let mut folder = self.ignored.root.clone();
        self.enter(&folder);
        let mut parts = path.components().peekable();
        while let Some(part) = parts.next() {
            folder.push(part);
            let is_last = parts.peek().is_none();
            if self.ignored.leaves_out(&folder, !is_last || is_folder) {
                return true;
            }
            if !is_last {
                self.enter(&folder);
            }
        }
        false
    }

    fn enter(&self, folder: &Path) {
        let entered = self.entered.lock();
        let mut entered = entered.unwrap_or_else(PoisonError::into_inner);
        if !entered.insert(folder.to_path_buf()) {
            return;
        }
        match self.replaced.get(&folder.join(RULES)) {
            None => self.ignored.enter(folder),
            Some(text) => {
                let text = text.as_deref().unwrap_or_default();
                let gitignore = rules_of(folder, &folder.join(RULES), text);
                let level = Level::with(folder, gitignore);
                self.ignored.put(folder, level);
            }
        }
    }
}

impl Level {
    /// Reads the rules of a folder; `None` if it has none.
    fn of(folder: &Path) -> Option<Self> {
        let gitignore = rules(folder, &folder.join(RULES), Links::Refuse);
        Self::with(folder, gitignore)
    }

    fn with(folder: &Path, gitignore: Gitignore) -> Option<Self> {
        let exclude = exclude_of(folder);
        let exclude =
            exclude.map_or_else(Gitignore::empty, |file| rules(folder, &file, Links::Refuse));
        let level = Self { gitignore, exclude };
        (!level.gitignore.is_empty() || !level.exclude.is_empty()).then_some(level)
    }
}

/// Returns the file for the uncommitted ignore rules of a folder's repository, even if the file
/// does not exist. `None` if the folder has no repository, or one that leads to another.
pub(super) fn exclude_of(folder: &Path) -> Option<PathBuf> {
    let common = git_folders(folder).ok().flatten()?.common;
    let info = common.join("info");
    let is_link = info
        .symlink_metadata()
        .is_ok_and(|facts| facts.is_symlink());
    (!is_link).then(|| info.join("exclude"))
}

/// Reads the rules of a file; empty if it cannot be read. Skips lines that are unsafe to parse.
fn rules(folder: &Path, file: &Path, links: Links) -> Gitignore {
    let bytes = match read(file, links, MOST_BYTES) {
        Ok(bytes) => bytes,
        Err(error) => {
            if error.kind() != std::io::ErrorKind::NotFound {
                tracing::warn!(file = %file.display(), %error, "what is ignored cannot be read");
            }
            return Gitignore::empty();
        }
    };
    rules_of(folder, file, &String::from_utf8_lossy(&bytes))
}

/// Reads rules from a text. Skips lines that are unsafe to parse.
fn rules_of(folder: &Path, file: &Path, text: &str) -> Gitignore {
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.trim_start_matches('\u{feff}').lines() {
        let added = match check_glob(line) {
            Ok(()) => builder
                .add_line(None, line)
                .map(drop)
                .map_err(|error| error.to_string()),
            Err(limit) => Err(limit.to_string()),
        };
        if let Err(error) = added {
            tracing::debug!(file = %file.display(), %error, "a line of what is ignored is left out");
        }
    }
    builder.build().unwrap_or_else(|error| {
        tracing::warn!(file = %file.display(), %error, "what is ignored cannot be used");
        Gitignore::empty()
    })
}
