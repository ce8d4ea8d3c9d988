//! Error messages about files: one function per error code. A message names the fault, the place
//! and the next step. It never reveals whether a blocked or outside file exists.

use std::io;

use serde_json::json;

use notice::{Notice, notice};
use protocol::call::{ErrorCode, ToolError};
use redact::{is_invisible, sanitize};

/// Largest file that is read or written whole.
pub const MAX_FILE_BYTES: u64 = 10 * 1024 * 1024;

pub(super) fn outside(path: &str, why: &Notice) -> ToolError {
    ToolError::new(
        ErrorCode::PathOutsideSandbox,
        notice!("told-path-outside", path = shown(path), why),
    )
    .with_details(json!({ "path": shown(path) }))
}

/// E001 for a name that can be read in two ways. A file of that name may well exist.
pub(super) fn unusual(path: &str, why: &Notice) -> ToolError {
    ToolError::new(
        ErrorCode::PathOutsideSandbox,
        notice!("told-path-unusual", path = shown(path), why),
    )
    .with_details(json!({ "path": shown(path) }))
}

pub(super) fn blocked(path: &str, pattern: &str) -> ToolError {
    ToolError::new(
        ErrorCode::PathBlocked,
        notice!("told-path-blocked", path = shown(path), rule = pattern),
    )
    .with_details(json!({ "path": shown(path), "pattern": pattern }))
}

/// E003, with the nearest existing paths.
pub(super) fn not_found(path: &str, nearest: &[String]) -> ToolError {
    let path_shown = shown(path);
    let message = if nearest.is_empty() && path.contains('\\') {
        notice!("told-file-none-backslash", path = path_shown)
    } else if nearest.is_empty() {
        notice!("told-file-none", path = path_shown)
    } else {
        let names: Vec<String> = nearest.iter().map(|near| format!("`{near}`")).collect();
        notice!(
            "told-file-none-near",
            path = path_shown,
            places = names.join(", ")
        )
    };
    ToolError::new(ErrorCode::FileNotFound, message)
        .with_details(json!({ "path": path_shown, "nearest": nearest }))
}

pub(super) fn too_large(path: &str, bytes: u64) -> ToolError {
    ToolError::new(
        ErrorCode::FileTooLarge,
        notice!(
            "told-file-large",
            path = shown(path),
            bytes,
            limit = MAX_FILE_BYTES
        ),
    )
    .with_details(json!({ "path": shown(path), "bytes": bytes, "limit": MAX_FILE_BYTES }))
}

pub(super) fn not_text(path: &str, what: &Notice, next: &Notice) -> ToolError {
    ToolError::new(
        ErrorCode::NotText,
        notice!(
            "told-file-is",
            path = shown(path),
            why = what,
            why_next = next
        ),
    )
    .with_details(json!({ "path": shown(path) }))
}

/// E005 for a file that the file system itself protects.
pub(super) fn frozen(path: &str, why: &Notice) -> ToolError {
    ToolError::new(
        ErrorCode::PermissionDenied,
        notice!("told-file-frozen", path = shown(path), why),
    )
    .with_details(json!({ "path": shown(path) }))
}

/// E011: another program changed the file.
pub(super) fn changed(path: &str, why: &Notice) -> ToolError {
    ToolError::new(
        ErrorCode::Conflict,
        notice!("told-file-meanwhile", path = shown(path), why),
    )
    .with_details(json!({ "path": shown(path) }))
}

/// E005 and its neighbours: the system's message, with what to do next.
pub(super) fn from_io(error: &io::Error, doing: &Notice, path: &str) -> ToolError {
    let path = shown(path);
    let (code, next) = match error.kind() {
        io::ErrorKind::NotFound => return not_found(&path, &[]),
        io::ErrorKind::InvalidFilename | io::ErrorKind::InvalidInput => {
            return outside(&path, &notice!("told-path-no-name"));
        }
        io::ErrorKind::PermissionDenied => (
            ErrorCode::PermissionDenied,
            notice!("told-next-permissions"),
        ),
        io::ErrorKind::ReadOnlyFilesystem => {
            (ErrorCode::PermissionDenied, notice!("told-next-elsewhere"))
        }
        io::ErrorKind::ResourceBusy => (ErrorCode::PermissionDenied, notice!("told-next-mount")),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            (ErrorCode::PermissionDenied, notice!("told-next-room"))
        }
        io::ErrorKind::FileTooLarge => (ErrorCode::FileTooLarge, notice!("told-next-size")),
        io::ErrorKind::NotADirectory => (ErrorCode::FileNotFound, notice!("told-next-part")),
        io::ErrorKind::IsADirectory => (ErrorCode::NotText, notice!("told-next-folder")),
        io::ErrorKind::DirectoryNotEmpty => {
            (ErrorCode::PermissionDenied, notice!("told-next-empty"))
        }
        _ => (ErrorCode::PermissionDenied, notice!("told-next-disk")),
    };
    let message = notice!(
        "told-file-cannot",
        why = doing,
        path,
        why_system = error,
        why_next = next
    );
    ToolError::new(code, message).with_details(json!({ "path": path, "system": error.to_string() }))
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
