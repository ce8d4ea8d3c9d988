//! Detects the root of a workspace. Read-only.

use std::path::{Path, PathBuf};

use protocol::ids::{ContentHash, WorkspaceId};

/// The mark that identified the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DetectedBy {
    /// A folder `.agentichat`.
    Agentichat,
    /// A folder `.llm-context`.
    LlmContext,
    /// `.git`: a folder, or the file that a linked worktree has.
    Git,
    /// No mark was found: the working folder is the root.
    Cwd,
}

impl DetectedBy {
    /// Returns the name of the kind: `agentichat`, `llm-context`, `git` or `cwd`.
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
    /// Whether a folder has the mark of this kind.
    fn marks(self, folder: &Path) -> bool {
        match self {
            DetectedBy::Agentichat => folder.join(".agentichat").is_dir(),
            DetectedBy::LlmContext => folder.join(".llm-context").is_dir(),
            DetectedBy::Git => folder.join(".git").exists(),
            DetectedBy::Cwd => true,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetectedRoot {
    /// The root, absolute and without links if the system can resolve them.
    pub root: PathBuf,
    pub detected_by: DetectedBy,
}

/// Detects the root for a working folder: the first kind found anywhere upwards wins, the nearest
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

/// Returns the workspace's id: the first 16 hex digits of the SHA-256 of its absolute root path.
pub fn workspace_id(root: &Path) -> WorkspaceId {
    let absolute = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
    let hash = ContentHash::of(absolute.as_os_str().as_encoded_bytes());
    WorkspaceId(hash.to_string().chars().take(16).collect())
}
