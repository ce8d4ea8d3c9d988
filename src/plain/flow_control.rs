//! When the next line is taken: after what the line before it led to was told. A question to the engine has its answer,
//! an order was taken, and work that it began is done. A run is never waited for.

use super::facts::Facts;
use super::pending::{PendingQuery, QueryNumber, SettledWhen, Until};
use super::state::{Effect, Plain};
use crate::protocol::command::Command;
use crate::protocol::review::ReviewCommand;

impl SettledWhen {
    /// When what this order leads to has been told.
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
    /// Whether it came of a line, or decides what the first one is: the next line waits for it.
    fn holds_lines(&self) -> bool {
        match self {
            PendingQuery::History
            | PendingQuery::Workspace
            | PendingQuery::Model
            | PendingQuery::Last
            | PendingQuery::Completing(_) => false,
            PendingQuery::Errand(work) => !work.takes_long(),
            _ => true,
        }
    }
}

impl PendingQuery {
    /// Whether its answer is a question of the line mode's own.
    pub(super) fn asks_next(&self) -> bool {
        match self {
            PendingQuery::Tree
            | PendingQuery::Fitting(_)
            | PendingQuery::Finding(_)
            | PendingQuery::UndoDiff(_) => true,
            PendingQuery::Errand(work) => work.asks_next(),
            _ => false,
        }
    }
}

impl Plain {
    /// Whether the next line waits.
    pub(super) fn holds_lines(&self) -> bool {
        self.waits_for_model() || self.waiting.values().any(PendingQuery::holds_lines)
    }

    /// Whether no line will be taken any more.
    pub(super) fn is_over(&self) -> bool {
        self.no_more && self.lines.is_empty()
    }

    /// Waits for what was ordered just now.
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

    /// What was ordered has come so far.
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

    /// A run has begun: nothing is idle before it ends.
    pub(super) fn wait_no_longer(&mut self) {
        let is_idle = |why: &PendingQuery| matches!(why, PendingQuery::Orders(_, Until::Idle));
        self.waiting.retain(|_, why| !is_idle(why));
    }
}
