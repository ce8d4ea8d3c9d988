//! Locates a path by its text alone.
//!
//! Relative paths are resolved from every folder that the command may be in; the
//! worst location counts.

use std::path::{Component, Path, PathBuf};

use super::field::{CWD, DYNAMIC, Field, HOME};

/// The location of a path, in order of gravity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PathLocation {
    Null,
    /// A standard stream of the command itself.
    Stream,
    /// Inside the workspace.
    Inside,
    /// Unknown: a variable, or an unknown folder.
    Unknown,
    /// `.git` or `.agentichat` in the workspace.
    Guarded,
    /// The workspace's root itself.
    Root,
    /// Outside the workspace.
    Outside,
}

/// A folder that the command may be in; `None` is unknown.
pub(super) type Folder = Option<PathBuf>;

/// Returns the location of `field`, for a command that may be in any of `folders`.
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
    // The variable may hold any text, so only the complete folders before it are known.
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

/// Returns the paths below the root that `field` may name, with `/`; omits those outside.
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

/// Returns the folder that `cd field` leads to from `folder`.
pub(super) fn change(folder: &Folder, field: &Field) -> Folder {
    if field.text.contains([DYNAMIC, HOME]) || field.glob {
        return None;
    }
    join(folder, &field.text)
}

/// Whether `..` follows a name in `text`: that leads to the name's parent only if the name is
/// not a link.
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

/// Returns `path` without `.` and `..`, resolved textually.
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
