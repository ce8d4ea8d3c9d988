//! Context that the user includes manually: files and pinned ranges, sent with each message.

use serde::{Deserialize, Serialize};

use super::ids::ContextId;

/// Placeholder path of the workspace's note; no file has it.
const NOTE: &str = "/note";

/// A row of included context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextRow {
    pub id: ContextId,
    /// A whole file, a part of one, a folder, or the note.
    pub kind: ContextKind,
    /// The file, relative to the root; a folder ends with `/`.
    pub file_path: String,
    /// First line of a part, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_line: Option<u32>,
    /// Last line of a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The pinned text of a part; a whole file is read again for each message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

/// The kind of an included row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContextKind {
    /// A range of lines.
    Selection,
    /// A whole file.
    File,
    /// The list of a folder's files.
    Folder,
    /// The workspace's note.
    Note,
}

impl ContextRow {
    /// Creates a row for the workspace's note, read when it is sent.
    pub fn note(id: ContextId) -> Self {
        Self {
            id,
            kind: ContextKind::Note,
            file_path: NOTE.to_owned(),
            start_line: None,
            end_line: None,
            content: None,
        }
    }

    /// Returns `path` or `path:first-last`.
    pub fn place(&self) -> String {
        match (self.start_line, self.end_line) {
            (Some(start), Some(end)) => format!("{}:{start}-{end}", self.file_path),
            _ => self.file_path.clone(),
        }
    }
}
