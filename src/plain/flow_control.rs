//! Decides when the next line is taken: after the result of the previous line was printed, that is,
//! after a query has its reply, a command was accepted, and the work that it started is done. No
//! line waits for a run.

use super::pending::{PendingRequest, ResultReady};
use super::state::{Effect, Plain};
use client::connection::{CommandProgress, RequestNumber};
use protocol::command::Command;
use protocol::review::ReviewCommand;

impl ResultReady {
    /// Returns when the result of this command has been printed.
    pub(super) fn of(command: &Command) -> Self {
        match command {
            Command::SaveDraft { .. } | Command::RememberInput { .. } => ResultReady::AtOnce,
            Command::Review { order, .. } => match order {
                ReviewCommand::Decide { .. }
                | ReviewCommand::Comment { .. }
                | ReviewCommand::RemoveComment { .. }
                | ReviewCommand::RenameCheckpoint { .. } => ResultReady::Accepted,
                _ => ResultReady::Done,
            },
            Command::OpenSession { .. }
            | Command::ForkSession { .. }
            | Command::ImportSession { .. }
            | Command::ExportSession { .. }
            | Command::IncludeContext { .. }
            | Command::SaveNote { .. } => ResultReady::Done,
            _ => ResultReady::Accepted,
        }
    }
}

impl PendingRequest {
    /// Whether the next line waits for the reply, because an earlier line caused the request, or
    /// because the reply decides the meaning of the first line.
    fn holds_lines(&self) -> bool {
        !matches!(
            self,
            PendingRequest::History
                | PendingRequest::Workspace
                | PendingRequest::ModelSearch
                | PendingRequest::FinalSnapshot
                | PendingRequest::Completing(_)
        )
    }
}

impl PendingRequest {
    /// Whether the reply leads to a question of the line mode itself.
    pub(super) fn asks_next(&self) -> bool {
        matches!(
            self,
            PendingRequest::Tree
                | PendingRequest::MatchingFiles(_)
                | PendingRequest::Finding(_)
                | PendingRequest::UndoDiff(_)
        )
    }
}

impl Plain {
    /// Whether the next line has to wait.
    pub(super) fn holds_lines(&self) -> bool {
        self.waits_for_model()
            || self.pending.values().any(PendingRequest::holds_lines)
            || self.jobs.values().any(|work| !work.takes_long())
    }

    /// Whether no further line will be taken.
    pub(super) fn is_over(&self) -> bool {
        self.input_closed && self.lines.is_empty()
    }

    /// Waits for the commands that were just sent.
    pub(super) fn await_sent_commands(&mut self) {
        match std::mem::replace(&mut self.ordered, ResultReady::AtOnce) {
            ResultReady::AtOnce => {}
            settles => self.wait_until(settles, CommandProgress::Accepted),
        }
    }

    fn wait_until(&mut self, settles: ResultReady, until: CommandProgress) {
        let number = self.register(PendingRequest::Settling(settles, until));
        self.effects.push(Effect::Settle(number, until));
    }

    /// Handles the progress of a sent command.
    pub(super) fn command_settled(&mut self, number: RequestNumber) {
        let (settles, until) = match self.pending.remove(&number) {
            Some(PendingRequest::Settling(settles, until)) => (settles, until),
            Some(PendingRequest::ModelSearch) => return self.send_messages_awaiting_model(),
            _ => return,
        };
        let mut sessions = self.sessions.values();
        let runs = sessions.any(|session| session.facts.is_running());
        if settles == ResultReady::Done && until == CommandProgress::Accepted && !runs {
            self.wait_until(settles, CommandProgress::Idle);
        }
    }

    /// A run has begun: the engine is not idle before it ends, so no line waits for that.
    pub(super) fn stop_awaiting_idle(&mut self) {
        let is_idle = |why: &PendingRequest| {
            matches!(why, PendingRequest::Settling(_, CommandProgress::Idle))
        };
        self.pending.retain(|_, why| !is_idle(why));
    }
}
