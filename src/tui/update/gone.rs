//! A session is gone, or closed again: its tab goes with it.

use super::super::app::{App, Dirty};
use super::super::tab::Shown;
use crate::protocol::event::NoticeLevel;
use crate::protocol::ids::SessionId;
use crate::protocol::session::SessionSettings;

impl App {
    /// Takes its tab away. Where it was shown, the nearest one is shown; where there is none, a new session.
    pub(in crate::tui) fn session_gone(&mut self, session: SessionId) {
        let tabs = &self.model.tabs;
        let Some(place) = tabs.iter().position(|tab| tab.facts.id == session) else {
            return;
        };
        let heir = self.model.splits.close(session);
        let gone = self.model.tabs.remove(place);
        self.touch(Dirty::Now);
        let current = self.model.current;
        if current != place {
            self.model.current = current - usize::from(current > place);
            return;
        }
        self.drop_proposal();
        let heir = self
            .model
            .tabs
            .iter()
            .position(|tab| Some(tab.facts.id) == heir);
        let name = gone.facts.settings.name.clone();
        let shown =
            |(at, tab): (usize, &super::super::tab::Tab)| (tab.shown == Shown::Yes).then_some(at);
        let mut left = self.model.tabs.iter().enumerate().filter_map(shown);
        match heir.or_else(|| left.by_ref().min_by_key(|at| at.abs_diff(place))) {
            Some(at) => {
                self.show_tab(at);
                // Its place may be the one that was shown.
                self.follow_files();
            }
            None => self.create_session(SessionSettings {
                name: "session".to_owned(),
                known_as: Default::default(),
                ..gone.facts.settings
            }),
        }
        self.model
            .say(NoticeLevel::Info, format!("the session {name} was deleted"));
    }
}
