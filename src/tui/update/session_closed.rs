//! A session was deleted or closed: its tab goes with it.

use super::super::app::{App, Redraw};
use super::super::tab::{Tab, TabVisibility};
use client::phrases::session::session_name;
use l10n::say;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::session::SessionSettings;

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

impl App {
    /// Removes the session's tab. If it was visible, the nearest tab is shown, or a new session if
    /// there is none. If another terminal deleted the session, that terminal creates the new one,
    /// and the text typed here is kept.
    pub(crate) fn session_gone(&mut self, session: SessionId, gone: SessionClosed) {
        let by = if self.model.sessions.deleting.remove(&session) {
            ClosedBy::Us
        } else {
            ClosedBy::Others
        };
        let tabs = &self.model.sessions.tabs;
        let Some(place) = tabs.iter().position(|tab| tab.facts.id == session) else {
            return;
        };
        let heir = self.model.panes.splits.close(session);
        let tab = self.model.sessions.tabs.remove(place);
        self.touch(Redraw::Now);
        let current = self.model.sessions.current;
        if current != place {
            self.model.sessions.current = current - usize::from(current > place);
            return;
        }
        self.model.panes.drop_proposal();
        let tabs = self.model.sessions.tabs.iter();
        let heir = tabs.clone().position(|tab| Some(tab.facts.id) == heir);
        let nearest = |wanted: &dyn Fn(&Tab) -> bool| {
            let found = tabs.clone().enumerate().filter(|(_, tab)| wanted(tab));
            found.map(|(at, _)| at).min_by_key(|at| at.abs_diff(place))
        };
        let heir = heir
            .or_else(|| nearest(&|tab| tab.shown == TabVisibility::Yes))
            .or_else(|| nearest(&|_| by == ClosedBy::Others));
        let name = session_name(&tab.facts.settings).to_owned();
        if by == ClosedBy::Others {
            self.model.sessions.orphaned_draft = tab.editor.text();
        }
        match (heir, gone) {
            (Some(at), _) => {
                self.show_tab(at);
                // The index may equal that of the tab that was visible.
                self.sync_files();
            }
            (None, SessionClosed::Deleted) if by == ClosedBy::Others => self.await_session(),
            (None, _) => self.create_session(SessionSettings {
                name: String::new(),
                known_as: Default::default(),
                ..tab.facts.settings
            }),
        }
        self.adopt_orphaned_draft();
        let text = match gone {
            SessionClosed::Deleted => say!("gone-deleted", name),
            SessionClosed::Closed => say!("gone-not-open", name),
        };
        self.model.chrome.say(NoticeLevel::Info, text);
    }

    /// Moves text typed into a removed session into the visible one.
    pub(crate) fn adopt_orphaned_draft(&mut self) {
        if !self.model.sessions.orphaned_draft.trim().is_empty()
            && self.model.sessions.tab().is_some()
        {
            let draft = std::mem::take(&mut self.model.sessions.orphaned_draft);
            self.return_draft(&draft);
        }
    }
}
