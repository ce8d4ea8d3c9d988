//! What changed on the disk besides our own writes, as the watcher noticed it.

use super::Actor;
use crate::engine::{Input, Step};
use crate::protocol::command::Command;
use crate::protocol::ids::SessionId;
use crate::protocol::review::ReviewCommand;
use crate::workspace::watch::Changes;

impl Actor {
    /// Files changed on the disk, by whoever: the one place that hears of it. What is under review is
    /// looked at, so that the human's work is in the log before anything is built on it.
    pub(super) fn files_changed(&mut self, changes: &Changes) -> Vec<Step> {
        tracing::debug!(
            paths = changes.paths.len(),
            others = changes.and_others,
            git = changes.git,
            "files changed"
        );
        self.dispatch.refresh_git();
        let files = changes.and_others || !changes.paths.is_empty();
        // What only git's own files tell is told when git has answered.
        self.workspace_changed |= files;
        if !files {
            return Vec::new();
        }
        let sessions: Vec<SessionId> = self.lives.keys().copied().collect();
        let look = |session| self.look_at_disk(session);
        sessions.into_iter().filter_map(look).collect()
    }

    /// Has a session look at the files that are under review. Where an agent's own program works, what changes is told
    /// with its calls, or as nobody's that is known: it is not taken for the human's.
    pub(super) fn look_at_disk(&mut self, session: SessionId) -> Option<Step> {
        if self.dispatch.looks_after(session, &self.lives) {
            return None;
        }
        let order = ReviewCommand::LookAtDisk;
        Some(self.step(Input::Command(Command::Review { session, order })))
    }
}
