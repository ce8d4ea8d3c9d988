//! Where a workspace begins. Looks only; makes nothing.

use std::path::{Path, PathBuf};

use crate::protocol::ids::{ContentHash, WorkspaceId};

/// What told where the root is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DetectedBy {
    /// A folder `.agentichat`.
    Agentichat,
    /// A folder `.llm-context`.
    LlmContext,
    /// `.git`: a folder, or the file that a linked worktree has.
    Git,
    /// Nothing: it is the working folder.
    Cwd,
}

impl DetectedBy {
    /// The word for it: `agentichat`, `llm-context`, `git` or `cwd`.
    pub fn word(self) -> &'static str {
        match self {
            DetectedBy::Agentichat => "agentichat",
            DetectedBy::LlmContext => "llm-context",
            DetectedBy::Git => "git",
            DetectedBy::Cwd => "cwd",
        }
    }
}

impl DetectedBy {
    /// Whether a folder carries the mark of this kind.
    fn marks(self, folder: &Path) -> bool {
        match self {
            DetectedBy::Agentichat => folder.join(".agentichat").is_dir(),
            DetectedBy::LlmContext => folder.join(".llm-context").is_dir(),
            DetectedBy::Git => folder.join(".git").exists(),
            DetectedBy::Cwd => true,
        }
    }
}

/// A root that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetectedRoot {
    /// The root, absolute and without links where the system can tell.
    pub root: PathBuf,
    /// What told so.
    pub detected_by: DetectedBy,
}

/// Finds the root for a working folder: the first kind found anywhere upwards wins, the nearest
/// folder first within a kind.
pub fn detect(cwd: &Path) -> DetectedRoot {
    let start = std::fs::canonicalize(cwd)
        .or_else(|_| std::path::absolute(cwd))
        .unwrap_or_else(|_| cwd.to_path_buf());
    for detected_by in [
        DetectedBy::Agentichat,
        DetectedBy::LlmContext,
        DetectedBy::Git,
    ] {
        if let Some(root) = start.ancestors().find(|folder| detected_by.marks(folder)) {
            return DetectedRoot {
                root: root.to_path_buf(),
                detected_by,
            };
        }
    }
    DetectedRoot {
        root: start,
        detected_by: DetectedBy::Cwd,
    }
}

/// The workspace's id: the first 16 hex digits of the SHA-256 of its absolute root path.
pub fn workspace_id(root: &Path) -> WorkspaceId {
    let absolute = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
    let hash = ContentHash::of(absolute.as_os_str().as_encoded_bytes());
    WorkspaceId(hash.to_string().chars().take(16).collect())
}
