//! Which sessions this screen shows, told to the other terminals on the workspace, and what they
//! tell.

use std::collections::BTreeMap;

use super::Sessions;
use crate::effect::Effect;
use protocol::ids::SessionId;
use protocol::presence::Presence;

impl Sessions {
    /// Announces the visible tabs if they differ from those last announced.
    pub(crate) fn announce_presence(&mut self) -> Vec<Effect> {
        let tabs = self.shown_tabs().map(|(_, tab)| tab.facts.id);
        let sessions: Vec<SessionId> = tabs.collect();
        if self.reported_presence.as_ref() == Some(&sessions) {
            return Vec::new();
        }
        self.reported_presence = Some(sessions.clone());
        let terminal = self.terminal;
        vec![Effect::Show(Presence { terminal, sessions })]
    }

    /// Handles that the engine was too busy to take the presence: the next change sends it again.
    pub(crate) fn presence_not_sent(&mut self) {
        self.reported_presence = None;
    }

    /// Takes over which terminals show which sessions. What this screen shows is announced again
    /// if the engine does not know it, because it was restarted.
    pub(crate) fn terminals_changed(&mut self, terminals: &[Presence]) {
        let is_own = |presence: &&Presence| presence.terminal == self.terminal;
        let mut elsewhere = BTreeMap::new();
        let others = terminals.iter().filter(|presence| !is_own(presence));
        for session in others.flat_map(|presence| &presence.sessions) {
            *elsewhere.entry(*session).or_insert(0) += 1;
        }
        let own = terminals.iter().find(is_own);
        let known = own.map(|presence| presence.sessions.as_slice());
        let told = self.reported_presence.as_deref();
        if known.unwrap_or_default() != told.unwrap_or_default() {
            self.reported_presence = None;
        }
        self.elsewhere = elsewhere;
    }
}
