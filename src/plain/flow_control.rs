//! Decides when the next line is taken: after the result of the previous line was printed, that is,
//! after a query has its reply, a command was accepted, and the work that it started is done. No
//! line waits for a run.

use super::facts::Facts;
use super::pending::{PendingQuery, QueryNumber, SettledWhen, Until};
use super::state::{Effect, Plain};
use protocol::command::Command;
use protocol::review::ReviewCommand;

impl SettledWhen {
    /// Returns when the result of this command has been printed.
    pub(super) fn of(command: &Command) -> Self {
        match command {
            Command::SaveDraft { .. } | Command::RememberInput { .. } => SettledWhen::AtOnce,
            Command::Review { order, .. } => match order {
                ReviewCommand::Decide { .. }
                | ReviewCommand::Comment { .. }
                | ReviewCommand::RemoveComment { .. }
                | ReviewCommand::RenameCheckpoint { .. } => SettledWhen::Taken,
                _ => SettledWhen::Worked,
            },
            Command::OpenSession { .. }
            | Command::ForkSession { .. }
            | Command::ImportSession { .. }
            | Command::ExportSession { .. }
            | Command::IncludeContext { .. }
            | Command::SaveNote { .. } => SettledWhen::Worked,
            _ => SettledWhen::Taken,
        }
    }
}

impl PendingQuery {
    /// Whether the next line waits for it, because a line caused it or because it decides what the
    /// first line means.
    fn holds_lines(&self) -> bool {
        match self {
            PendingQuery::History
            | PendingQuery::Workspace
            | PendingQuery::Model
            | PendingQuery::Last
            | PendingQuery::Completing(_) => false,
            PendingQuery::Job(work) => !work.takes_long(),
            _ => true,
        }
    }
}

impl PendingQuery {
    /// Whether its reply leads to a question of the line mode itself.
    pub(super) fn asks_next(&self) -> bool {
        match self {
            PendingQuery::Tree
            | PendingQuery::Fitting(_)
            | PendingQuery::Finding(_)
            | PendingQuery::UndoDiff(_) => true,
            PendingQuery::Job(work) => work.asks_next(),
            _ => false,
        }
    }
}

impl Plain {
    /// Whether the next line has to wait.
    pub(super) fn holds_lines(&self) -> bool {
        self.waits_for_model() || self.waiting.values().any(PendingQuery::holds_lines)
    }

    /// Whether no further line will be taken.
    pub(super) fn is_over(&self) -> bool {
        self.no_more && self.lines.is_empty()
    }

    /// Waits for the commands that were just sent.
    pub(super) fn wait_for_orders(&mut self) {
        match std::mem::replace(&mut self.ordered, SettledWhen::AtOnce) {
            SettledWhen::AtOnce => {}
            settles => self.wait_until(settles, Until::Taken),
        }
    }

    fn wait_until(&mut self, settles: SettledWhen, until: Until) {
        let ticket = self.ticket(PendingQuery::Orders(settles, until));
        self.effects.push(Effect::Settle(ticket, until));
    }

    /// Handles the progress of a sent command.
    pub(super) fn settled(&mut self, ticket: QueryNumber) {
        let (settles, until) = match self.waiting.remove(&ticket) {
            Some(PendingQuery::Orders(settles, until)) => (settles, until),
            Some(PendingQuery::Model) => return self.model_is_known(),
            _ => return,
        };
        let runs = self.sessions.values().any(Facts::is_running);
        if settles == SettledWhen::Worked && until == Until::Taken && !runs {
            self.wait_until(settles, Until::Idle);
        }
    }

    /// A run has begun: the engine is not idle before it ends, so no line waits for that.
    pub(super) fn wait_no_longer(&mut self) {
        let is_idle = |why: &PendingQuery| matches!(why, PendingQuery::Orders(_, Until::Idle));
        self.waiting.retain(|_, why| !is_idle(why));
    }
}
