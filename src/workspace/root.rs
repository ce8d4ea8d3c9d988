//! Where a workspace begins. Looks only; makes nothing.

use std::path::{Path, PathBuf};

use crate::protocol::ids::WorkspaceId;

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

/// A root that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detected {
    /// The root, absolute and without links where the system can tell.
    pub root: PathBuf,
    /// What told so.
    pub detected_by: DetectedBy,
}

/// Finds the root for a working folder: the first kind found anywhere upwards wins, the nearest
/// folder first within a kind.
pub fn detect(cwd: &Path) -> Detected {
    let start = std::fs::canonicalize(cwd)
        .or_else(|_| std::path::absolute(cwd))
        .unwrap_or_else(|_| cwd.to_path_buf());
    let nearest = |mark: &dyn Fn(&Path) -> bool| {
        start
            .ancestors()
            .find(|folder| mark(folder))
            .map(Path::to_path_buf)
    };
    let kinds: [(DetectedBy, &dyn Fn(&Path) -> bool); 3] = [
        (DetectedBy::Agentichat, &|folder| {
            folder.join(".agentichat").is_dir()
        }),
        (DetectedBy::LlmContext, &|folder| {
            folder.join(".llm-context").is_dir()
        }),
        (DetectedBy::Git, &|folder| folder.join(".git").exists()),
    ];
    for (detected_by, mark) in kinds {
        if let Some(root) = nearest(mark) {
            return Detected { root, detected_by };
        }
    }
    Detected {
        root: start,
        detected_by: DetectedBy::Cwd,
    }
}

/// The workspace's id: the first 16 hex digits of the BLAKE3 hash of its absolute root path.
pub fn workspace_id(root: &Path) -> WorkspaceId {
    let absolute = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
    let hash = blake3::hash(absolute.as_os_str().as_encoded_bytes());
    WorkspaceId(hash.to_hex().chars().take(16).collect())
}
