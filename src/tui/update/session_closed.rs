//! A session is gone, or closed again: its tab goes with it.

use super::super::app::{App, Redraw};
use super::super::tab::{Tab, TabVisibility};
use crate::l10n::say;
use crate::protocol::event::NoticeLevel;
use crate::protocol::ids::SessionId;
use crate::protocol::session::SessionSettings;

/// How a session went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum SessionClosed {
    /// It was deleted.
    Deleted,
    /// It is not open here any more.
    Closed,
}

/// Who had it go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClosedBy {
    Us,
    Others,
}

impl App {
    /// Takes its tab away. Where it was shown, the nearest one is shown; where there is none, a new session. Where
    /// another terminal has deleted it, that one makes the new session, and what was typed here stays.
    pub(in crate::tui) fn session_gone(&mut self, session: SessionId, gone: SessionClosed) {
        let by = if self.deleting.remove(&session) {
            ClosedBy::Us
        } else {
            ClosedBy::Others
        };
        let tabs = &self.model.tabs;
        let Some(place) = tabs.iter().position(|tab| tab.facts.id == session) else {
            return;
        };
        let heir = self.model.splits.close(session);
        let tab = self.model.tabs.remove(place);
        self.touch(Redraw::Now);
        let current = self.model.current;
        if current != place {
            self.model.current = current - usize::from(current > place);
            return;
        }
        self.drop_proposal();
        let tabs = self.model.tabs.iter();
        let heir = tabs.clone().position(|tab| Some(tab.facts.id) == heir);
        let nearest = |wanted: &dyn Fn(&Tab) -> bool| {
            let found = tabs.clone().enumerate().filter(|(_, tab)| wanted(tab));
            found.map(|(at, _)| at).min_by_key(|at| at.abs_diff(place))
        };
        let heir = heir
            .or_else(|| nearest(&|tab| tab.shown == TabVisibility::Yes))
            .or_else(|| nearest(&|_| by == ClosedBy::Others));
        let name = tab.facts.settings.name.clone();
        if by == ClosedBy::Others {
            self.homeless = tab.editor.text();
        }
        match (heir, gone) {
            (Some(at), _) => {
                self.show_tab(at);
                // Its place may be the one that was shown.
                self.follow_files();
            }
            (None, SessionClosed::Deleted) if by == ClosedBy::Others => self.await_session(),
            (None, _) => self.create_session(SessionSettings {
                name: say!("status-session").to_owned(),
                known_as: Default::default(),
                ..tab.facts.settings
            }),
        }
        self.take_in();
        let text = match gone {
            SessionClosed::Deleted => say!("gone-deleted", name),
            SessionClosed::Closed => say!("gone-not-open", name),
        };
        self.model.say(NoticeLevel::Info, text);
    }

    /// What was typed into a session that is gone comes into the one that is shown.
    pub(in crate::tui) fn take_in(&mut self) {
        if !self.homeless.trim().is_empty() && self.model.tab().is_some() {
            let draft = std::mem::take(&mut self.homeless);
            self.return_draft(&draft);
        }
    }
}
