//! Which sessions this screen shows, told to the others on the workspace, and what they tell.

use std::collections::BTreeMap;

use super::super::app::App;
use super::super::effect::Effect;
use crate::protocol::ids::SessionId;
use crate::protocol::presence::Presence;

impl App {
    /// Tells the others where the tabs are not those that they know of.
    pub(in crate::tui) fn tell_presence(&mut self) {
        let tabs = self.model.shown_tabs().map(|(_, tab)| tab.facts.id);
        let sessions: Vec<SessionId> = tabs.collect();
        if self.told_presence.as_ref() != Some(&sessions) && self.restoring.is_none() {
            self.told_presence = Some(sessions.clone());
            let terminal = self.terminal;
            self.effects
                .push(Effect::Show(Presence { terminal, sessions }));
        }
    }

    /// The engine had too much to do to hear of it: it is told again with the next change.
    pub fn presence_not_told(&mut self) {
        self.told_presence = None;
    }

    /// Which screens show what.
    pub(in crate::tui) fn terminals_changed(&mut self, terminals: &[Presence]) {
        let mut elsewhere = BTreeMap::new();
        let others = terminals
            .iter()
            .filter(|presence| presence.terminal != self.terminal);
        for session in others.flat_map(|presence| &presence.sessions) {
            *elsewhere.entry(*session).or_insert(0) += 1;
        }
        self.model.elsewhere = elsewhere;
        // An engine that came new has not heard of this screen.
        let own = terminals
            .iter()
            .find(|presence| presence.terminal == self.terminal);
        let known = own.map(|presence| presence.sessions.as_slice());
        let told = self.told_presence.as_deref();
        if known.unwrap_or_default() != told.unwrap_or_default() {
            self.told_presence = None;
            self.tell_presence();
        }
    }
}
