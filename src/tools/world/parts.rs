//! The part of the workspace that a path belongs to in a world: reviewed, ignored, or never applied.
//! Fixed before the command, so a command cannot hide a change by changing the ignore rules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandbox::places::{GIT, STEERING};
use sandbox::upper::{EntryKind, Part};
use workspace::Workspace;
use workspace::git::tracked::TrackedFiles;
use workspace::ignored::IgnoreRules;

use crate::api::Buffer;
use crate::toolbox::Inner;

/// Assigns paths to parts.
pub(super) struct Parts {
    workspace: Arc<Workspace>,
    rules: IgnoreRules,
    /// Files that git tracks although they are ignored, and files of proposals, with the folders
    /// above them: always reviewed.
    reviewed: BTreeSet<PathBuf>,
}

impl Parts {
    pub(super) fn new(inner: &Inner, buffers: &[Buffer], tracked: &TrackedFiles) -> Self {
        let proposed = buffers.iter();
        let texts = proposed.map(|buffer| (buffer.path.as_str(), buffer.text.as_deref()));
        let rules = inner.workspace.ignore_rules(texts);
        let proposed = buffers.iter().map(|buffer| buffer.path.as_str());
        let hidden = tracked.hidden.iter().map(String::as_str);
        let files = proposed.chain(hidden).map(Path::new);
        let reviewed = files.flat_map(Path::ancestors).map(Path::to_path_buf);
        Self {
            workspace: Arc::clone(&inner.workspace),
            rules,
            reviewed: reviewed.collect(),
        }
    }

    pub(super) fn of(&self, path: &Path, kind: EntryKind) -> Part {
        let steers = STEERING.iter().any(|name| path.starts_with(name));
        if steers || path.iter().any(|name| name == GIT) {
            return Part::Withheld;
        }
        if self.reviewed.contains(path) {
            return Part::Reviewed;
        }
        if self.rules.is_ignored(path, kind == EntryKind::Folder) {
            return Part::Ignored;
        }
        let Some(text) = path.to_str() else {
            return Part::Withheld;
        };
        if self.workspace.is_hidden_by_name(text) {
            Part::Withheld
        } else {
            Part::Reviewed
        }
    }
}
