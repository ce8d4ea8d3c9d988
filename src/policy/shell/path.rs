//! Where a path lies, told from its text alone.
//!
//! Relative paths are taken from every folder that the command may be in; the worst place counts.

use std::path::{Component, Path, PathBuf};

use super::field::{CWD, DYNAMIC, Field, HOME};

/// Where a path lies. In order of gravity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PathLocation {
    Null,
    /// A standard stream of the command itself.
    Stream,
    /// Inside the workspace.
    Inside,
    /// Cannot be told: a variable, or a folder that is not known.
    Unknown,
    /// `.git` or `.agentichat` in the workspace.
    Guarded,
    /// The workspace's root itself.
    Root,
    /// Outside the workspace.
    Outside,
}

/// A folder that the command may be in; `None` is one that cannot be told.
pub(super) type Folder = Option<PathBuf>;

/// Where `field` lies, for a command that may be in any of `folders`.
pub(super) fn place(field: &Field, folders: &[Folder], root: &Path) -> PathLocation {
    let text = field.text.as_str();
    match text {
        "/dev/null" => return PathLocation::Null,
        "/dev/stdout" | "/dev/stderr" | "/dev/stdin" | "/dev/tty" => return PathLocation::Stream,
        _ if text.starts_with("/dev/fd/") => return PathLocation::Stream,
        _ => {}
    }
    if text.starts_with(HOME) {
        return PathLocation::Outside;
    }
    let (known, rest) = match text.find([DYNAMIC, HOME]) {
        None => (text, None),
        Some(at) => text
            .split_at_checked(at)
            .map_or((text, None), |(a, b)| (a, Some(b))),
    };
    let Some(rest) = rest else {
        return resolve_all(known, folders, root);
    };
    // The variable may hold any text, so only the whole folders in front of it are known.
    let folder = known.rsplit_once('/').map(|(folder, _)| folder);
    match folder {
        None => PathLocation::Unknown,
        Some("") => PathLocation::Outside,
        Some(folder) => match resolve_all(folder, folders, root) {
            PathLocation::Outside => PathLocation::Outside,
            PathLocation::Guarded => PathLocation::Guarded,
            _ if rest.contains("..") => PathLocation::Unknown,
            PathLocation::Root | PathLocation::Inside
                if folder != "." && !folder.starts_with(CWD) =>
            {
                PathLocation::Inside
            }
            _ => PathLocation::Unknown,
        },
    }
}

/// The paths below the root that `field` may name, with `/`; none for those outside.
pub(super) fn inner_paths(field: &Field, folders: &[Folder], root: &Path) -> Vec<String> {
    let root = normal(root);
    folders
        .iter()
        .filter_map(|folder| join(folder, &field.text))
        .filter_map(|path| {
            path.strip_prefix(&root)
                .ok()
                .map(|inner| inner.to_string_lossy().into_owned())
        })
        .collect()
}

/// The folder that `cd field` leads to from `folder`.
pub(super) fn change(folder: &Folder, field: &Field) -> Folder {
    if field.text.contains([DYNAMIC, HOME]) || field.glob {
        return None;
    }
    join(folder, &field.text)
}

/// Whether `..` stands behind a name in `text`: that leads to the name's parent only where the name
/// is no link.
pub(super) fn leaves_a_folder(text: &str) -> bool {
    let mut parts = text.split('/').filter(|part| !matches!(*part, "" | "."));
    parts.any(|part| part != "..") && parts.any(|part| part == "..")
}

fn resolve_all(text: &str, folders: &[Folder], root: &Path) -> PathLocation {
    folders
        .iter()
        .map(|folder| match join(folder, text) {
            None => PathLocation::Unknown,
            Some(path) => within(&path, root),
        })
        .max()
        .unwrap_or(PathLocation::Unknown)
}

fn join(folder: &Folder, text: &str) -> Folder {
    let text = text.strip_prefix(CWD).map_or(text, |rest| {
        let rest = rest.trim_start_matches('/');
        if rest.is_empty() { "." } else { rest }
    });
    if Path::new(text).is_absolute() {
        return Some(normal(Path::new(text)));
    }
    folder.as_ref().map(|folder| normal(&folder.join(text)))
}

fn within(path: &Path, root: &Path) -> PathLocation {
    let root = normal(root);
    if path == root {
        return PathLocation::Root;
    }
    let Ok(inner) = path.strip_prefix(&root) else {
        return PathLocation::Outside;
    };
    let guarded = inner.components().any(|part| {
        part.as_os_str().to_str().is_some_and(|name| {
            name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case(".agentichat")
        })
    });
    if guarded {
        PathLocation::Guarded
    } else {
        PathLocation::Inside
    }
}

/// `path` without `.` and `..`, by its text.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
