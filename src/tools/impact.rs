//! Lists what a destructive command touches: files, sizes, and whether git could restore them.
//! Opens no file and follows no link.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use super::toolbox::Inner;
use notice::{Notice, notice};
use protocol::approval::DeleteItem;
use support::nesting::check_glob;
use workspace::git::GitState;

/// Maximum number of rows in the list, and of files counted for one row.
const ROWS: usize = 200;
const COUNT_LIMIT: u64 = 50_000;

/// Maximum number of files in a folder that are listed by name.
const NAMED: usize = 100;

/// Returns the rows for paths as named by a command that runs in `cwd` (relative to the root).
pub(super) fn touched(inner: &Inner, cwd: &str, paths: &[String]) -> Vec<DeleteItem> {
    let root = inner.workspace.root();
    let folder = root.join(if cwd == "." { "" } else { cwd });
    let mut items = Vec::new();
    for written in paths {
        for path in expand(&folder, written) {
            if items.len() >= ROWS {
                return items;
            }
            items.push(item(inner, root, &path, written));
        }
    }
    items
}

fn item(inner: &Inner, root: &Path, path: &Path, written: &str) -> DeleteItem {
    let PathCounts {
        files,
        bytes,
        first,
    } = count(path);
    let inside = normal(path).strip_prefix(root).ok().map(Path::to_path_buf);
    let (name, note) = match inside.as_deref().map(Path::to_str) {
        Some(Some(relative)) => {
            let relative = if relative.is_empty() { "." } else { relative };
            let note = if path.symlink_metadata().is_err() {
                notice!("told-file-not-there")
            } else {
                git_note(inner, relative, files)
            };
            (relative.to_owned(), note)
        }
        _ => (written.to_owned(), notice!("told-file-outside")),
    };
    DeleteItem {
        path: name,
        files,
        bytes,
        note,
        inside: first
            .iter()
            .map(|file| file.strip_prefix(root).unwrap_or(file))
            .map(|file| file.to_string_lossy().into_owned())
            .collect(),
    }
}

/// Describes whether git can restore a path; for a folder, whether git has all of it.
fn git_note(inner: &Inner, path: &str, files: u64) -> Notice {
    let state = inner.workspace.state_of(path);
    if state == GitState::Unknown {
        return state.words();
    }
    let tracked = inner.workspace.tracked_below(path);
    if tracked < files {
        return notice!("told-git-some-not", word = files - tracked, number = files);
    }
    state.words()
}

/// Expands a name with `*`, `?` or `[…]` in its last part to the existing names that match.
fn expand(folder: &Path, written: &str) -> Vec<PathBuf> {
    let whole = folder.join(written);
    let name = written.rsplit('/').next().unwrap_or_default();
    if !name.contains(['*', '?', '[']) {
        return vec![whole];
    }
    let glob = check_glob(name).ok().map(|()| globset::Glob::new(name));
    let matcher = glob.and_then(Result::ok).map(|glob| glob.compile_matcher());
    let (Some(matcher), Some(parent)) = (matcher, whole.parent()) else {
        return vec![whole];
    };
    let mut found: Vec<PathBuf> = std::fs::read_dir(parent)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .filter(|entry| {
            let file_name = entry.file_name();
            // `*` does not match hidden names, as in a shell.
            let hidden = file_name.as_encoded_bytes().starts_with(b".") && !name.starts_with('.');
            matcher.is_match(&file_name) && !hidden
        })
        .map(|entry| entry.path())
        .collect();
    found.sort();
    if found.is_empty() { vec![whole] } else { found }
}

/// The files at and below a path.
#[derive(Default)]
struct PathCounts {
    files: u64,
    bytes: u64,
    /// First files below a folder, ordered by path.
    first: Vec<PathBuf>,
}

impl PathCounts {
    /// Adds a file; returns whether counting should go on.
    fn add(&mut self, metadata: &Metadata) -> bool {
        self.files += 1;
        self.bytes += metadata.len();
        self.files < COUNT_LIMIT
    }
}

/// Counts the files at and below a path, folder by folder in order of name.
fn count(path: &Path) -> PathCounts {
    let mut counted = PathCounts::default();
    match path.symlink_metadata() {
        Ok(metadata) if !metadata.is_dir() => {
            counted.add(&metadata);
            return counted;
        }
        Ok(_) => {}
        Err(_) => return counted,
    }
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten();
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        let mut below = Vec::new();
        for entry in entries {
            let Ok(metadata) = entry.symlink_metadata() else {
                continue;
            };
            if metadata.is_dir() {
                below.push(entry);
                continue;
            }
            if counted.first.len() < NAMED {
                counted.first.push(entry);
            }
            if !counted.add(&metadata) {
                return counted;
            }
        }
        folders.extend(below.into_iter().rev());
    }
    counted
}

/// Removes `.` and `..` from a path lexically.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
