//! Error messages about files: one function per error code. A message says what is wrong, where,
//! and what to do next. It never says whether a blocked or outside file exists.

use std::io;

use serde_json::json;

use crate::protocol::call::{ErrorCode, ToolError};
use crate::redact::{is_invisible, sanitize};

/// Largest file that is read or written whole.
pub const MAX_FILE_BYTES: u64 = 10 * 1024 * 1024;

pub(super) fn outside(path: &str, why: &str) -> ToolError {
    ToolError::new(
        ErrorCode::PathOutsideSandbox,
        format!(
            "`{}` {why}; name a path inside the workspace, relative to its root and with `/`",
            shown(path)
        ),
    )
    .with_details(json!({ "path": shown(path) }))
}

/// E001 for a name that can be read in two ways. A file of that name may well exist.
pub(super) fn unusual(path: &str, why: &str) -> ToolError {
    ToolError::new(
        ErrorCode::PathOutsideSandbox,
        format!(
            "`{}` {why}, and the file tools take no such name; have it renamed by shell_exec \
             (`mv`), which the user is asked about, or leave it",
            shown(path)
        ),
    )
    .with_details(json!({ "path": shown(path) }))
}

pub(super) fn blocked(path: &str, pattern: &str) -> ToolError {
    ToolError::new(
        ErrorCode::PathBlocked,
        format!(
            "`{}` is on the block list (`{pattern}`): it can be neither read nor written; work \
             without it, or ask the user for what you need from it",
            shown(path)
        ),
    )
    .with_details(json!({ "path": shown(path), "pattern": pattern }))
}

/// E003, with the nearest existing paths.
pub(super) fn not_found(path: &str, nearest: &[String]) -> ToolError {
    let hint = if nearest.is_empty() && path.contains('\\') {
        "folders are parted by `/`; a `\\` is a character of a name".to_owned()
    } else if nearest.is_empty() {
        "look for it with list_files".to_owned()
    } else {
        let names: Vec<String> = nearest.iter().map(|near| format!("`{near}`")).collect();
        format!("did you mean {}?", names.join(", "))
    };
    ToolError::new(
        ErrorCode::FileNotFound,
        format!("there is no file `{}`; {hint}", shown(path)),
    )
    .with_details(json!({ "path": shown(path), "nearest": nearest }))
}

pub(super) fn too_large(path: &str, bytes: u64) -> ToolError {
    ToolError::new(
        ErrorCode::FileTooLarge,
        format!(
            "`{}` has {bytes} bytes, more than the {MAX_FILE_BYTES} that are read or written \
             whole; look at a part of it with shell_exec (`head`, `sed -n`)",
            shown(path)
        ),
    )
    .with_details(json!({ "path": shown(path), "bytes": bytes, "limit": MAX_FILE_BYTES }))
}

pub(super) fn not_text(path: &str, what: &str, next: &str) -> ToolError {
    ToolError::new(
        ErrorCode::NotText,
        format!("`{}` is {what}; {next}", shown(path)),
    )
    .with_details(json!({ "path": shown(path) }))
}

/// E005 for a file that the file system itself protects.
pub(super) fn frozen(path: &str, how: &str) -> ToolError {
    ToolError::new(
        ErrorCode::PermissionDenied,
        format!(
            "cannot write `{}`: it is {how}; the user must take that off (`chattr`), or leave it as it is",
            shown(path)
        ),
    )
    .with_details(json!({ "path": shown(path) }))
}

/// E011: another program changed the file.
pub(super) fn changed(path: &str, what: &str) -> ToolError {
    ToolError::new(
        ErrorCode::Conflict,
        format!(
            "`{}` {what}; nothing was written: read it again with read_file, then make the \
             change anew",
            shown(path)
        ),
    )
    .with_details(json!({ "path": shown(path) }))
}

/// E005 and its neighbours: the system's message, with what to do next.
pub(super) fn from_io(error: &io::Error, doing: &str, path: &str) -> ToolError {
    let path = shown(path);
    let (code, next) = match error.kind() {
        io::ErrorKind::NotFound => return not_found(&path, &[]),
        io::ErrorKind::InvalidFilename | io::ErrorKind::InvalidInput => {
            return outside(&path, "is not a name that the file system takes");
        }
        io::ErrorKind::PermissionDenied => (
            ErrorCode::PermissionDenied,
            "the user must change its permissions (`chmod u+w` on the file and its folder)",
        ),
        io::ErrorKind::ReadOnlyFilesystem => (
            ErrorCode::PermissionDenied,
            "the file system is mounted read-only; write elsewhere in the workspace",
        ),
        io::ErrorKind::ResourceBusy => (
            ErrorCode::PermissionDenied,
            "it is a mount point, or another program has it: it can be written, not taken away or replaced",
        ),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => (
            ErrorCode::PermissionDenied,
            "the disk is full; the file is as it was: free some space, then try again",
        ),
        io::ErrorKind::FileTooLarge => (
            ErrorCode::FileTooLarge,
            "the system does not take files of that size",
        ),
        io::ErrorKind::NotADirectory => (
            ErrorCode::FileNotFound,
            "a part of the path is a file, not a folder",
        ),
        io::ErrorKind::IsADirectory => (ErrorCode::NotText, "it is a folder: use list_files"),
        io::ErrorKind::DirectoryNotEmpty => (
            ErrorCode::PermissionDenied,
            "the folder is not empty; delete what is in it first",
        ),
        _ => (
            ErrorCode::PermissionDenied,
            "the file is as it was; try again, or ask the user to look at the disk",
        ),
    };
    ToolError::new(code, format!("cannot {doing} `{path}`: {error}; {next}"))
        .with_details(json!({ "path": path, "system": error.to_string() }))
}

/// Returns a path for display: invisible characters as their code points, and limited in length.
pub(super) fn shown(path: &str) -> String {
    let mut visible = String::with_capacity(path.len());
    for letter in path.chars() {
        match letter {
            '\t' => visible.push_str("\\t"),
            '\r' => visible.push_str("\\r"),
            '\n' => visible.push_str("\\n"),
            letter if is_invisible(letter) && letter != ' ' => {
                visible.push_str(&format!("<U+{:04X}>", u32::from(letter)));
            }
            letter => visible.push(letter),
        }
    }
    let clean: String = sanitize(&visible);
    if clean.chars().count() <= 300 {
        return clean;
    }
    let head: String = clean.chars().take(297).collect();
    format!("{head}...")
}
