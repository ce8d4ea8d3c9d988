//! Finds the Markdown files in a folder that may be another's: links, sizes and numbers are bounded.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::front_matter::FileFault;
use notice::{Notice, notice};
use support::foreign_file::{Links, read_text};

/// Most bytes of a file.
pub(crate) const MOST_BYTES: u64 = 64 * 1024;

/// Most entries of a folder that are looked at, and most files that are used.
const MOST_ENTRIES: usize = 1_000;
pub(crate) const MOST_FILES: usize = 200;

/// The writers that a folder of definitions trusts.
#[derive(Debug, Clone)]
pub(crate) enum Reach {
    /// The user alone: links are followed, as a folder of settings may be made of them.
    User,
    /// Everyone who writes in the workspace with this root: the reader follows no link and reads nothing outside.
    Workspace(PathBuf),
}

impl Reach {
    pub(crate) fn links(&self) -> Links {
        match self {
            Self::User => Links::Follow,
            Self::Workspace(_) => Links::Refuse,
        }
    }

    /// Whether a path, once links are followed, lies where it may.
    pub(crate) fn contains(&self, path: &Path) -> bool {
        match self {
            Self::User => true,
            Self::Workspace(root) => {
                let root = fs::canonicalize(root);
                let path = fs::canonicalize(path);
                matches!((root, path), (Ok(root), Ok(path)) if path.starts_with(&root))
            }
        }
    }
}

/// The Markdown files of a folder.
#[derive(Debug, Default)]
pub(crate) struct FoundFiles {
    /// Sorted.
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) problems: Vec<Notice>,
}

/// Finds the files that end in `.md`, with those in folders below up to `depth`; none if there is no folder.
pub(crate) fn markdown_in(folder: &Path, reach: &Reach, depth: usize) -> FoundFiles {
    let mut found = FoundFiles::default();
    let path = folder.display().to_string();
    if !folder.is_dir() {
        return found;
    }
    if !reach.contains(folder) {
        let why = notice!("agents-folder-leaves");
        found.problems.push(notice!("agents-file", path, why));
        return found;
    }
    collect(folder, reach, depth, &mut found.paths);
    found.paths.sort();
    if found.paths.len() > MOST_FILES {
        found.paths.truncate(MOST_FILES);
        let why = notice!("agents-folder-many", most = MOST_FILES);
        found.problems.push(notice!("agents-file", path, why));
    }
    found
}

fn collect(folder: &Path, reach: &Reach, depth: usize, into: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        let is_link = path.is_symlink();
        if path.is_dir() && !(is_link && reach.links() == Links::Refuse) {
            if depth > 0 {
                collect(&path, reach, depth - 1, into);
            }
        } else if path.extension().is_some_and(|ending| ending == "md") {
            into.push(path);
        }
    }
}

/// Returns the entries of a folder that have no dot in front, sorted; none if it cannot be read.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let visible = entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'));
    let mut paths: Vec<PathBuf> = visible
        .take(MOST_ENTRIES)
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths
}

/// Reads a file.
///
/// # Errors
/// The fault for the user.
pub(crate) fn text_of(path: &Path, reach: &Reach) -> Result<String, FileFault> {
    let text = read_text(path, reach.links(), MOST_BYTES);
    text.map_err(|error| {
        FileFault::whole(match error.kind() {
            ErrorKind::InvalidInput => notice!("told-command-file-plain"),
            ErrorKind::FileTooLarge => {
                notice!("told-command-file-long", number = MOST_BYTES / 1024)
            }
            ErrorKind::InvalidData => notice!("told-command-file-no-utf-eight"),
            _ => Notice::from(&error),
        })
    })
}
