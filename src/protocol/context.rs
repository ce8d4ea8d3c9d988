//! What the human includes by hand: files and pinned ranges, sent with each message.

use serde::{Deserialize, Serialize};

use super::ids::ContextId;

/// One row of included context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextRow {
    /// Its id.
    pub id: ContextId,
    /// A whole file or a part.
    pub kind: ContextKind,
    /// The file, relative to the root.
    pub file_path: String,
    /// First line of a part, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_line: Option<u32>,
    /// Last line of a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The pinned text of a part; a whole file is read anew with each message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

/// What a row includes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContextKind {
    /// A range of lines.
    Selection,
    /// A whole file.
    File,
}

impl ContextRow {
    /// `path` or `path:first-last`.
    pub fn place(&self) -> String {
        match (self.start_line, self.end_line) {
            (Some(start), Some(end)) => format!("{}:{start}-{end}", self.file_path),
            _ => self.file_path.clone(),
        }
    }
}
