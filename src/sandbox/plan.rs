//! The plan of a box: what a command may read, write and reach. Plain data: the plan that is shown is
//! the plan that the helper carries out.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use protocol::sandbox::{Network, Rung};

/// The copy-on-write view of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlay {
    /// Takes the changes. Lies outside the workspace.
    pub upper: PathBuf,
    /// An empty folder on the file system of `upper`, new for each command.
    pub work: PathBuf,
}

/// Most resources of a box; `None` is the machine's own limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of private memory of one process.
    pub memory: Option<u64>,
    /// Processes and threads. Counted by user, so it applies from the rung `namespaces` on, where
    /// the box has a count of its own; root has no limit.
    pub processes: Option<u64>,
    /// Bytes of one file.
    pub file_size: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: None,
            processes: Some(4_096),
            file_size: Some(16 * 1024 * 1024 * 1024),
        }
    }
}

/// The accesses that a box permits. All paths are absolute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub rung: Rung,
    pub workspace: PathBuf,
    /// Working folder of the command.
    pub folder: PathBuf,
    /// Roots that can be read, but for what is hidden. Those besides `/` stay visible below the
    /// folders that a box covers with its own, as `/tmp`.
    pub read: Vec<PathBuf>,
    /// Roots that can be written, but for what is read-only. Those that do not exist count for nothing.
    pub write: Vec<PathBuf>,
    /// Paths inside the writable roots that cannot be written. A writable root has no such path on
    /// the rung `landlock`, and one that does not exist cannot be protected beforehand: both are
    /// compared afterwards.
    pub read_only: Vec<PathBuf>,
    /// Paths that cannot be read. A writable root inside one stays visible.
    pub hidden: Vec<PathBuf>,
    pub network: Network,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overlay: Option<Overlay>,
    /// A private folder for temporary files, writable; from `namespaces` on it is `/tmp` too.
    pub temporary: PathBuf,
    /// The whole environment of the command.
    pub environment: Vec<(String, String)>,
    pub limits: Limits,
}

impl Plan {
    /// Whether the plan lets a command write to a path, links not followed.
    pub fn may_write(&self, path: &Path) -> bool {
        if self.rung == Rung::Off {
            return true;
        }
        let is_below = |root: &PathBuf| path.starts_with(root);
        let is_read_only = self.rung > Rung::Landlock && self.read_only.iter().any(is_below);
        self.write.iter().any(is_below) && !is_read_only && !self.hides(path)
    }

    /// Whether the plan hides a path, links not followed. Of a writable root and a hidden path, the
    /// inner one counts; Landlock alone cannot hide a part of a writable root.
    pub fn hides(&self, path: &Path) -> bool {
        let innermost = |roots: &[PathBuf]| {
            let above = roots.iter().filter(|root| path.starts_with(root));
            above.map(|root| root.components().count()).max()
        };
        let (hidden, kept) = (innermost(&self.hidden), innermost(&self.write));
        match self.rung {
            Rung::Off => false,
            Rung::Landlock => hidden.is_some() && kept.is_none(),
            Rung::Namespaces | Rung::Proposed => hidden > kept,
        }
    }
}
