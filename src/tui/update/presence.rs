//! Presence: tells the other terminals on the workspace which sessions this screen shows, and
//! takes their announcements.

use std::collections::BTreeMap;

use super::super::app::App;
use super::super::effect::Effect;
use protocol::ids::SessionId;
use protocol::presence::Presence;

impl App {
    /// Announces the visible tabs if they differ from those last announced.
    pub(crate) fn announce_presence(&mut self) {
        let tabs = self
            .model
            .sessions
            .shown_tabs()
            .map(|(_, tab)| tab.facts.id);
        let sessions: Vec<SessionId> = tabs.collect();
        if self.model.sessions.reported_presence.as_ref() != Some(&sessions)
            && self.model.panes.layout_restore.is_none()
        {
            self.model.sessions.reported_presence = Some(sessions.clone());
            let terminal = self.model.sessions.terminal;
            self.effects
                .push(Effect::Show(Presence { terminal, sessions }));
        }
    }

    /// Handles that the engine was too busy to take the presence: the next change sends it again.
    pub fn presence_not_sent(&mut self) {
        self.model.sessions.reported_presence = None;
    }

    /// Takes over which terminals show which sessions.
    pub(crate) fn terminals_changed(&mut self, terminals: &[Presence]) {
        let mut elsewhere = BTreeMap::new();
        let others = terminals
            .iter()
            .filter(|presence| presence.terminal != self.model.sessions.terminal);
        for session in others.flat_map(|presence| &presence.sessions) {
            *elsewhere.entry(*session).or_insert(0) += 1;
        }
        self.model.sessions.elsewhere = elsewhere;
        // A restarted engine does not know this screen yet.
        let own = terminals
            .iter()
            .find(|presence| presence.terminal == self.model.sessions.terminal);
        let known = own.map(|presence| presence.sessions.as_slice());
        let told = self.model.sessions.reported_presence.as_deref();
        if known.unwrap_or_default() != told.unwrap_or_default() {
            self.model.sessions.reported_presence = None;
            self.announce_presence();
        }
    }
}
