//! When the next line is taken: after what the line before it led to was told. A question to the engine has its answer,
//! an order was taken, and work that it began is done. A run is never waited for.

use super::facts::Facts;
use super::state::{Effect, Plain};
use super::waiting::{Settles, Ticket, Until, Waiting};
use crate::protocol::command::Command;
use crate::protocol::review::ReviewOrder;

impl Settles {
    /// When what this order leads to has been told.
    pub(super) fn of(command: &Command) -> Self {
        match command {
            Command::SaveDraft { .. } | Command::RememberInput { .. } => Settles::AtOnce,
            Command::Review { order, .. } => match order {
                ReviewOrder::Decide { .. }
                | ReviewOrder::Comment { .. }
                | ReviewOrder::RemoveComment { .. }
                | ReviewOrder::RenameCheckpoint { .. } => Settles::Taken,
                _ => Settles::Worked,
            },
            Command::OpenSession { .. }
            | Command::ForkSession { .. }
            | Command::ImportSession { .. }
            | Command::ExportSession { .. }
            | Command::IncludeContext { .. }
            | Command::SaveNote { .. } => Settles::Worked,
            _ => Settles::Taken,
        }
    }
}

impl Waiting {
    /// Whether it came of a line, or decides what the first one is: the next line waits for it.
    fn holds_lines(&self) -> bool {
        match self {
            Waiting::History
            | Waiting::Workspace
            | Waiting::Model
            | Waiting::Last
            | Waiting::Completing(_) => false,
            Waiting::Errand(work) => !work.takes_long(),
            _ => true,
        }
    }
}

impl Waiting {
    /// Whether its answer is a question of the line mode's own.
    pub(super) fn asks_next(&self) -> bool {
        match self {
            Waiting::Tree | Waiting::Fitting(_) | Waiting::Finding(_) | Waiting::UndoDiff(_) => {
                true
            }
            Waiting::Errand(work) => work.asks_next(),
            _ => false,
        }
    }
}

impl Plain {
    /// Whether the next line waits.
    pub(super) fn holds_lines(&self) -> bool {
        self.waits_for_model() || self.waiting.values().any(Waiting::holds_lines)
    }

    /// Whether no line will be taken any more.
    pub(super) fn is_over(&self) -> bool {
        self.no_more && self.lines.is_empty()
    }

    /// Waits for what was ordered just now.
    pub(super) fn wait_for_orders(&mut self) {
        match std::mem::replace(&mut self.ordered, Settles::AtOnce) {
            Settles::AtOnce => {}
            settles => self.wait_until(settles, Until::Taken),
        }
    }

    fn wait_until(&mut self, settles: Settles, until: Until) {
        let ticket = self.ticket(Waiting::Orders(settles, until));
        self.effects.push(Effect::Settle(ticket, until));
    }

    /// What was ordered has come so far.
    pub(super) fn settled(&mut self, ticket: Ticket) {
        let (settles, until) = match self.waiting.remove(&ticket) {
            Some(Waiting::Orders(settles, until)) => (settles, until),
            Some(Waiting::Model) => return self.model_is_known(),
            _ => return,
        };
        let runs = self.sessions.values().any(Facts::is_running);
        if settles == Settles::Worked && until == Until::Taken && !runs {
            self.wait_until(settles, Until::Idle);
        }
    }

    /// A run has begun: nothing is idle before it ends.
    pub(super) fn wait_no_longer(&mut self) {
        let is_idle = |why: &Waiting| matches!(why, Waiting::Orders(_, Until::Idle));
        self.waiting.retain(|_, why| !is_idle(why));
    }
}
