//! The sub-agents of the shown session: what each does, its figures, its conversation, and a typed line
//! to tell it something.
//!
//! Owns the choice and the typed line. The agents are the session's; orders go to the engine.

mod act;
mod conversation;
mod draw;
#[cfg(test)]
pub(crate) mod tests;

use jiff::Timestamp;

pub use conversation::AgentConversation;

use crate::dialog::{DialogContext, Opened, Opening};
use crate::effect::Effect;
use crate::hints::no_session;
use crate::widget::footer::Footer;
use client::line_editor::LineEditor;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::sub_agent::{AgentCommand, AgentList, SubAgent};

#[derive(Debug)]
pub struct Agents {
    session: SessionId,
    list: AgentList,
    chosen: Option<SessionId>,
    /// The message that is being typed, and the agent that it is for.
    typing: Option<(SessionId, LineEditor)>,
    /// The agent that the same key stops if it is pressed again.
    stopping: Option<SessionId>,
    problem: Option<String>,
    now: Option<Timestamp>,
    footer: Footer,
}

impl Agents {
    fn new(session: SessionId, list: AgentList, now: Option<Timestamp>) -> Self {
        let first = list.at_work().next().or_else(|| list.iter().next_back());
        Self {
            session,
            chosen: first.map(|agent| agent.id),
            list,
            typing: None,
            stopping: None,
            problem: None,
            now,
            footer: Footer::default(),
        }
    }

    /// Opens the agents of the shown session.
    pub fn open(cx: &DialogContext<'_>) -> Opening {
        let tab = cx.session().ok_or_else(no_session)?;
        let agents = Self::new(tab.facts.id, tab.facts.agents.clone(), cx.time_of_day());
        Ok(Opened::alone(agents))
    }

    /// Takes over the session's agents.
    fn take(&mut self, list: &AgentList) {
        if self.list == *list {
            return;
        }
        self.list = list.clone();
        let is_over = |id: SessionId| list.get(id).is_none_or(|agent| agent.state.is_over());
        self.stopping = self.stopping.filter(|id| !is_over(*id));
        if self.chosen.is_none() {
            self.chosen = list.at_work().next().map(|agent| agent.id);
        }
    }

    /// Returns the row of the chosen agent.
    fn place(&self) -> usize {
        let mut agents = self.list.iter();
        let place = agents.position(|agent| Some(agent.id) == self.chosen);
        place.unwrap_or(0)
    }

    fn at_hand(&self) -> Option<&SubAgent> {
        self.list.iter().nth(self.place())
    }

    fn order(&self, order: AgentCommand) -> Vec<Effect> {
        vec![Effect::Send(Command::Agents {
            session: self.session,
            order,
        })]
    }
}
