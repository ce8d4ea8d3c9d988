//! The stored layout: restored around the first session, and stored when it has changed.

use super::Model;
use crate::effect::Effect;
use crate::tab::TabVisibility;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::query::Query;

impl Model {
    /// Opens the other sessions of the stored layout once the first session is there.
    pub(crate) fn reopen(&mut self) -> Vec<Effect> {
        let first = self.sessions.session();
        let mut effects = Vec::new();
        for session in self.panes.sessions_to_restore(first) {
            match self.sessions.tab_of(session) {
                // The session is open already: another terminal has it too.
                Some(tab) => {
                    tab.shown = TabVisibility::Yes;
                    self.panes.restored_visibility(session);
                    effects.push(Effect::Ask(Query::Draft { session }));
                }
                None => effects.push(Effect::Send(Command::OpenSession { session })),
            }
        }
        effects.extend(self.restored());
        effects
    }

    /// Handles the failure to open a session that was to be restored, or that is open already.
    /// Returns `None` if the user asked for the session.
    pub(crate) fn not_opened(&mut self, session: SessionId) -> Option<Vec<Effect>> {
        let is_open = self.sessions.tab_of(session).is_some();
        let is_restored = self.panes.restored_visibility(session) == TabVisibility::Yes;
        (is_open || is_restored).then(|| self.drop_failed_window(session))
    }

    /// Drops the window of a session that cannot be opened.
    pub(crate) fn drop_failed_window(&mut self, session: SessionId) -> Vec<Effect> {
        if self.sessions.tab_of(session).is_none() {
            self.panes.splits.retain(|shown| shown != session);
        }
        self.panes.restored_visibility(session);
        self.restored()
    }

    /// Restores the order of the tabs, the windows and the focus, once all sessions are there.
    pub(crate) fn restored(&mut self) -> Vec<Effect> {
        let Some(kept) = self.panes.take_whole_layout() else {
            return Vec::new();
        };
        let shown = self.sessions.session();
        let place = |session: SessionId| kept.tabs.iter().position(|tab| *tab == session);
        self.sessions
            .tabs
            .sort_by_key(|tab| place(tab.facts.id).unwrap_or(usize::MAX));
        if let Some(shown) = shown {
            self.sessions.current = self.sessions.place_of(shown).unwrap_or(0);
        }
        let shown_tabs = self.sessions.shown_tabs();
        let known: Vec<SessionId> = shown_tabs.map(|(_, tab)| tab.facts.id).collect();
        let mut splits = kept.splits;
        splits.retain(|session| known.contains(&session));
        if splits.is_split() {
            if let Some(shown) = shown.filter(|shown| !splits.sessions().contains(shown)) {
                splits.show(kept.current, shown);
            }
            self.panes.splits = splits;
        }
        // A user who has begun to type stays in the session they type in.
        let tab = self.sessions.tab();
        let writes = tab.is_some_and(|tab| !tab.draft_is_empty());
        if known.contains(&kept.current) && !writes && !self.dialogs.is_open() {
            return self.show_session(kept.current);
        }
        Vec::new()
    }

    /// Announces and stores which sessions and panes are shown, if that has changed. Called after
    /// everything that happens, because it derives from the tabs, the windows and the panes alike.
    pub(crate) fn store_layout(&mut self) -> Vec<Effect> {
        if self.panes.is_restoring() {
            return Vec::new();
        }
        let mut effects = self.sessions.announce_presence();
        effects.extend(self.panes.store_layout(&self.sessions));
        effects
    }
}
