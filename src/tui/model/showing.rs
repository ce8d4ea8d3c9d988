//! Which session is shown. Its tab, the files of the panes and the focus change together.

use super::Model;
use crate::app::Redraw;
use crate::chrome::Focus;
use crate::effect::Effect;
use crate::part_options::PartOptions;
use crate::tab::{Tab, TabVisibility};
use client::phrases::session::session_name;
use l10n::say;
use protocol::ids::SessionId;
use protocol::query::Query;
use protocol::session::SessionSettings;
use session::SessionFacts;

/// The reason why a session went away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionClosed {
    Deleted,
    /// It is no longer open here.
    Closed,
}

/// The side that made the session go away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClosedBy {
    Us,
    Others,
}

impl Model {
    /// Shows a session, and loads it if it is not known yet.
    pub(crate) fn show_session(&mut self, session: SessionId) -> Vec<Effect> {
        match self.sessions.place_of(session) {
            Some(place) => self.show_tab(place),
            None => self.sessions.open(session),
        }
    }

    /// Shows a session whose window or tab the user chose. A user in a pane stays in the
    /// conversation.
    pub(crate) fn show_window(&mut self, session: SessionId) -> Vec<Effect> {
        let in_pane = matches!(self.chrome.focus, Focus::Pane(_));
        let mut effects = self.show_session(session);
        if in_pane {
            effects.push(Effect::FocusPane(crate::layout::Pane::Chat));
        }
        effects
    }

    /// Shows the tab at this place.
    pub(crate) fn show_tab(&mut self, place: usize) -> Vec<Effect> {
        let Some(tab) = self.sessions.tabs.get(place) else {
            return Vec::new();
        };
        let (session, bar) = (tab.facts.id, tab.bar.has_focus());
        let is_another = self.sessions.current != place;
        if is_another {
            self.panes.drop_proposal();
            self.sessions.came_from = None;
            self.chrome.pane_before = None;
            let path = self.panes.diff.path().map(str::to_owned);
            if let Some(left) = self.sessions.tab_mut() {
                left.file = path;
            }
        }
        if let Some(before) = self.sessions.session() {
            self.panes.splits.show(before, session);
        }
        let mut effects = self.sessions.show(place);
        self.chrome.focus = if bar { Focus::Bar } else { Focus::Editor };
        self.chrome.armed = None;
        self.chrome.touch(Redraw::Now);
        if let Some(tab) = self.sessions.tab() {
            self.panes.session_shown(tab);
        }
        if is_another {
            effects.extend(self.panes.show_files(self.sessions.tab()));
        }
        effects
    }

    /// Adds a tab for a newly reported session; shows it if this screen was started for it.
    pub(crate) fn add_tab(&mut self, facts: SessionFacts, options: &PartOptions) -> Vec<Effect> {
        let session = facts.id;
        let shown = self.panes.restored_visibility(session);
        let tab = self.sessions.new_tab(facts, options, shown);
        let mut effects = Vec::new();
        if shown == TabVisibility::Yes {
            effects.push(Effect::Ask(Query::Draft { session }));
        }
        if self.sessions.arrived(tab) {
            effects.extend(self.show_session(session));
            self.sessions.adopt_orphaned_draft();
            effects.extend(self.reopen());
        }
        effects.extend(self.restored());
        effects
    }

    /// Removes the tab of a session that is gone. If it was shown, the nearest tab is shown, or a
    /// new session if there is none. If another terminal deleted the session, that terminal creates
    /// the new one, and the text typed here is kept.
    pub(crate) fn session_gone(
        &mut self,
        session: SessionId,
        gone: SessionClosed,
        options: &PartOptions,
    ) -> Vec<Effect> {
        let by = if self.sessions.deleting.remove(&session) {
            ClosedBy::Us
        } else {
            ClosedBy::Others
        };
        let Some(place) = self.sessions.place_of(session) else {
            return Vec::new();
        };
        let heir = self.panes.splits.close(session);
        let tab = self.sessions.tabs.remove(place);
        self.chrome.touch(Redraw::Now);
        let current = self.sessions.current;
        if current != place {
            self.sessions.current = current - usize::from(current > place);
            return Vec::new();
        }
        self.panes.drop_proposal();
        let tabs = self.sessions.tabs.iter();
        let nearest = |wanted: &dyn Fn(&Tab) -> bool| {
            let found = tabs.clone().enumerate().filter(|(_, tab)| wanted(tab));
            found.map(|(at, _)| at).min_by_key(|at| at.abs_diff(place))
        };
        let heir = heir
            .and_then(|heir| self.sessions.place_of(heir))
            .or_else(|| nearest(&|tab| tab.shown == TabVisibility::Yes))
            .or_else(|| nearest(&|_| by == ClosedBy::Others));
        let name = session_name(&tab.facts.settings).to_owned();
        if by == ClosedBy::Others {
            self.sessions.orphaned_draft = tab.editor.text();
        }
        let mut effects = match (heir, gone) {
            (Some(at), _) => {
                let mut effects = self.show_tab(at);
                // The index may equal that of the tab that was visible.
                effects.extend(self.panes.show_files(self.sessions.tab()));
                effects
            }
            (None, SessionClosed::Deleted) if by == ClosedBy::Others => {
                self.sessions.await_first();
                Vec::new()
            }
            (None, _) => self.replace(tab.facts.settings, options),
        };
        self.sessions.adopt_orphaned_draft();
        effects.push(Effect::info(match gone {
            SessionClosed::Deleted => say!("gone-deleted", name),
            SessionClosed::Closed => say!("gone-not-open", name),
        }));
        effects
    }

    /// Shows a new session with the settings of one that is gone.
    fn replace(&mut self, settings: SessionSettings, options: &PartOptions) -> Vec<Effect> {
        let settings = SessionSettings {
            name: String::new(),
            known_as: Default::default(),
            agent_of: None,
            ..settings
        };
        let (session, created) = self.sessions.add(settings, options);
        let mut effects = vec![created];
        effects.extend(self.show_session(session));
        effects
    }
}
