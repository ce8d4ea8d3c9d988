//! Reacts to changes on the disk, other than the program's own writes, that the watcher noticed.

use super::Actor;
use engine::Input;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::review::ReviewCommand;
use workspace::watch::Changes;

impl Actor {
    /// Handles changes of files on the disk, whoever made them: the only entry point for them.
    /// Files under review are scanned, so that the user's work is in the log before anything
    /// builds on it.
    pub(super) fn files_changed(&mut self, changes: &Changes) {
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
        if files {
            let sessions: Vec<SessionId> = self.sessions.keys().copied().collect();
            for session in sessions {
                self.look_at_disk(session);
            }
        }
    }

    /// Makes a session scan the files under review. While an agent program works, changes are
    /// reported with its calls, or as having no known author: they are not attributed to the user.
    pub(super) fn look_at_disk(&mut self, session: SessionId) {
        if !self.dispatch.looks_after(session, &self.sessions) {
            let order = ReviewCommand::LookAtDisk;
            self.step(Input::Command(Command::Review { session, order }));
        }
    }
}
