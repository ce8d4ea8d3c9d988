//! The list of sessions over the panes: opening, keys, what comes in.

use super::super::app::App;
use super::super::effect::Effect;
use super::super::figures::Figures;
use super::super::hints::NO_SESSION;
use super::super::overlay::Overlay;
use super::super::part::PartEffect;
use super::super::session_list::{OpenSession, SessionList};
use super::super::splits::Axis;
use crate::protocol::event::{Fact, NoticeLevel};
use crate::protocol::ids::SessionId;
use crate::protocol::query::{Query, Reply};
use crate::protocol::session::SessionSummary;

impl App {
    /// Shows the list.
    pub(in crate::tui) fn open_session_list(&mut self) {
        self.effects.push(Effect::Ask(Query::Sessions));
        let zone = self.parts.zone().clone();
        let list = SessionList::new(zone, self.model.session(), self.open_sessions());
        self.model.overlay = Some(Overlay::Sessions(Box::new(list)));
    }

    /// The sessions that have a tab, as they are now.
    pub(in crate::tui) fn open_sessions(&self) -> Vec<OpenSession> {
        let tabs = self.model.shown_tabs().enumerate();
        tabs.map(|(number, (_, tab))| OpenSession {
            session: tab.facts.id,
            number: number + 1,
            name: tab.facts.settings.name.clone(),
            status: tab.facts.status,
            waits: tab.facts.prompts.len(),
            percent: tab.facts.percent(),
        })
        .collect()
    }

    /// The sessions came in.
    pub(in crate::tui) fn fill_sessions(&mut self, sessions: &[SessionSummary]) {
        if let Some(Overlay::Sessions(list)) = &mut self.model.overlay {
            list.set(sessions);
        }
    }

    /// Shows the figures of the session that is shown.
    pub(in crate::tui) fn open_figures(&mut self) {
        let zone = self.parts.zone().clone();
        let Some(tab) = self.model.tab() else {
            return self.tell(NoticeLevel::Info, NO_SESSION);
        };
        let figures = Figures::new(tab.facts.id, tab.facts.settings.name.clone(), zone);
        self.effects.push(Effect::Ask(figures.question()));
        self.model.overlay = Some(Overlay::Figures(Box::new(figures)));
    }

    /// What happened may be in them.
    pub(in crate::tui) fn figures_fact(&mut self, session: SessionId, fact: &Fact) {
        let Some(Overlay::Figures(figures)) = &self.model.overlay else {
            return;
        };
        let counts = matches!(
            fact,
            Fact::RunStarted { .. }
                | Fact::RunCompleted { .. }
                | Fact::RunCancelled { .. }
                | Fact::RunFailed { .. }
                | Fact::StepCompleted { .. }
                | Fact::CallCompleted { .. }
                | Fact::PromptOpened { .. }
                | Fact::PromptAnswered { .. }
        );
        if counts && figures.session() == session {
            self.effects.push(Effect::Ask(figures.question()));
        }
    }

    /// They came in.
    pub(in crate::tui) fn figures_reply(&mut self, query: &Query, reply: &Reply) {
        let Some(Overlay::Figures(figures)) = &mut self.model.overlay else {
            return;
        };
        if figures.question() != *query {
            return;
        }
        match reply {
            Reply::Figures { runs } => figures.set(runs.clone()),
            Reply::Failed { reason } => figures.failed(reason),
            _ => {}
        }
    }

    /// What the list asks for.
    pub(super) fn session_effect(&mut self, effect: &PartEffect) {
        match effect {
            PartEffect::NewSession => self.new_session(),
            PartEffect::ShowSession(session) => self.open_session(*session),
            PartEffect::SplitSession(session) => self.open_beside(*session),
            PartEffect::EndSession(session) => self.end_this_session(*session),
            _ => {}
        }
    }

    /// Shows a session of the list beside the one that is shown.
    fn open_beside(&mut self, session: SessionId) {
        let Some(at) = self.model.session().filter(|at| *at != session) else {
            let text = "it is shown already; choose another one to lie beside it";
            return self.model.say(NoticeLevel::Info, text);
        };
        let mut splits = self.model.splits.clone();
        if !splits.sessions().contains(&session) {
            splits.split(at, Axis::Beside, session);
        }
        if !self.has_room(&splits) {
            let text = "no room for another session here; {close_split} closes one";
            return self.tell(NoticeLevel::Warning, text);
        }
        self.model.splits = splits;
        self.open_session(session);
    }
}
