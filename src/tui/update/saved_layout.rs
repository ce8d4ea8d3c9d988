//! The saved screen layout: stored whenever it changes, and restored around the first session.

use super::super::app::App;
use super::super::effect::Effect;
use super::super::saved_layout::SavedLayout;
use super::super::tab::TabVisibility;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::query::Query;

/// The layout to restore, and which parts of it are still missing.
#[derive(Debug)]
pub(crate) struct LayoutRestore {
    kept: SavedLayout,
    wanted: Vec<SessionId>,
}

impl App {
    /// Restores a stored layout as soon as the first session is there. An unreadable text
    /// counts as none.
    pub fn restore(&mut self, text: &str) {
        let Some(kept) = SavedLayout::read(text) else {
            return;
        };
        kept.apply(&mut self.model.panes.layout_request);
        let wanted = kept.tabs.clone();
        self.model.panes.layout_restore = Some(LayoutRestore { kept, wanted });
    }

    /// Opens the other sessions of the stored layout once the first session is there.
    pub(crate) fn reopen(&mut self) {
        let first = self.model.sessions.session();
        let Some(layout_restore) = &mut self.model.panes.layout_restore else {
            return;
        };
        layout_restore
            .wanted
            .retain(|session| Some(*session) != first);
        let wanted = layout_restore.wanted.clone();
        for session in wanted {
            match self.model.sessions.tab_of(session) {
                // The session is open already: another terminal has it too.
                Some(tab) => {
                    tab.shown = TabVisibility::Yes;
                    self.restored_visibility(session);
                    self.effects.push(Effect::Ask(Query::Draft { session }));
                }
                None => self
                    .effects
                    .push(Effect::Send(Command::OpenSession { session })),
            }
        }
        self.restored();
    }

    /// Whether a newly announced session gets its tab back.
    pub(crate) fn restored_visibility(&mut self, session: SessionId) -> TabVisibility {
        let Some(layout_restore) = &mut self.model.panes.layout_restore else {
            return TabVisibility::No;
        };
        let before = layout_restore.wanted.len();
        layout_restore.wanted.retain(|wanted| *wanted != session);
        if layout_restore.wanted.len() < before {
            TabVisibility::Yes
        } else {
            TabVisibility::No
        }
    }

    /// Drops the window of a session that cannot be opened.
    pub(crate) fn drop_failed_window(&mut self, session: SessionId) {
        if self.model.sessions.tab_of(session).is_none() {
            self.model.panes.splits.retain(|shown| shown != session);
        }
        self.restored_visibility(session);
        self.restored();
    }

    /// Restores the order of the tabs, the windows and the focus, once all sessions are there.
    pub(crate) fn restored(&mut self) {
        let is_whole = |layout_restore: &LayoutRestore| layout_restore.wanted.is_empty();
        let Some(layout_restore) = self
            .model
            .panes
            .layout_restore
            .take_if(|layout_restore| is_whole(layout_restore))
        else {
            return;
        };
        let kept = layout_restore.kept;
        let shown = self.model.sessions.session();
        let place = |session: SessionId| kept.tabs.iter().position(|tab| *tab == session);
        self.model
            .sessions
            .tabs
            .sort_by_key(|tab| place(tab.facts.id).unwrap_or(usize::MAX));
        if let Some(shown) = shown {
            let mut tabs = self.model.sessions.tabs.iter();
            let current = tabs.position(|tab| tab.facts.id == shown);
            self.model.sessions.current = current.unwrap_or(0);
        }
        let shown_tabs = self.model.sessions.shown_tabs();
        let known: Vec<SessionId> = shown_tabs.map(|(_, tab)| tab.facts.id).collect();
        let mut splits = kept.splits;
        splits.retain(|session| known.contains(&session));
        if splits.is_split() {
            if let Some(shown) = shown.filter(|shown| !splits.sessions().contains(shown)) {
                splits.show(kept.current, shown);
            }
            self.model.panes.splits = splits;
        }
        // A user who has begun to type stays in the session they type in.
        let writes = self
            .model
            .sessions
            .tab()
            .is_some_and(|tab| !tab.draft_is_empty());
        let was_there = known.contains(&kept.current);
        if was_there && !writes && !self.model.dialogs.is_open() {
            self.show_session(kept.current);
        }
    }

    /// Stores the layout if it has changed.
    pub(crate) fn store_layout(&mut self) {
        self.announce_presence();
        let Some(current) = self
            .model
            .sessions
            .session()
            .filter(|_| self.model.panes.layout_restore.is_none())
        else {
            return;
        };
        let tabs = self
            .model
            .sessions
            .shown_tabs()
            .map(|(_, tab)| tab.facts.id);
        let kept = SavedLayout::of(
            tabs.collect(),
            current,
            &self.model.panes.splits,
            &self.model.panes.layout_request,
        );
        if self.model.panes.saved_layout.as_ref() != Some(&kept) {
            self.effects.push(Effect::KeepScreen(kept.text()));
            self.model.panes.saved_layout = Some(kept);
        }
    }
}
