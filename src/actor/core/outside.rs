//! What changed on the disk besides our own writes, as the watcher noticed it.

use super::Actor;
use crate::workspace::watch::Changes;

impl Actor {
    /// Files changed on the disk, by whoever: the one place that hears of it.
    pub(super) fn files_changed(&mut self, changes: &Changes) {
        tracing::debug!(
            paths = changes.paths.len(),
            others = changes.and_others,
            git = changes.git,
            "files changed"
        );
        self.dispatch.refresh_git();
        // What only git's own files tell is told when git has answered.
        self.workspace_changed |= changes.and_others || !changes.paths.is_empty();
    }
}
