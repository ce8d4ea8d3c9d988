//! Reacts to changes on the disk, other than the program's own writes, that the watcher noticed.

use super::Actor;
use engine::{Input, Step};
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::review::ReviewCommand;
use workspace::watch::Changes;

impl Actor {
    /// Handles changes of files on the disk by any program: the only entry point for them. Scans
    /// the files under review, so that the user's work is in the log before other work builds on
    /// it.
    pub(super) fn files_changed(&mut self, changes: &Changes) -> Vec<Step> {
        tracing::debug!(
            paths = changes.paths.len(),
            others = changes.and_others,
            git = changes.git,
            "files changed"
        );
        self.dispatch.refresh_git();
        let files = changes.and_others || !changes.paths.is_empty();
        // A change of git's own files only is published once git has answered.
        self.workspace_changed |= files;
        if !files {
            return Vec::new();
        }
        let sessions: Vec<SessionId> = self.lives.keys().copied().collect();
        sessions
            .into_iter()
            .filter_map(|session| self.scan_disk(session))
            .collect()
    }

    /// Requests a scan of a session's files under review. While an agent program works, changes are
    /// reported with its calls, or without a known author, and not attributed to the user.
    pub(super) fn scan_disk(&mut self, session: SessionId) -> Option<Step> {
        if self.dispatch.looks_after(session, &self.lives) {
            return None;
        }
        let order = ReviewCommand::LookAtDisk;
        Some(self.step(Input::Command(Command::Review { session, order })))
    }
}
