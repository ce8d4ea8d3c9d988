//! Sessions beside each other: splitting, closing, moving between them.

use super::super::app::App;
use super::super::chrome::{Armed, Focus};
use super::super::hints::named_key;
use super::super::keymap::Action;
use super::super::layout::{Pane, lay_out};
use super::super::splits::{Axis, Splits};
use super::super::tab::TabVisibility;
use super::interrupt::AGAIN;
use crate::effect::Effect;
use client::phrases::session::session_name;
use l10n::say;
use protocol::command::{CancelMode, Command};
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;

impl App {
    /// Shows another session beside or below the focused one: the next tab that has no window yet,
    /// else a new session.
    pub(crate) fn split(&mut self, axis: Axis) {
        let Some(at) = self.model.sessions.session() else {
            let text = say!("splits-none");
            return self.model.chrome.say(NoticeLevel::Warning, text);
        };
        let other = self.without_window(at);
        let mut splits = self.model.panes.splits.clone();
        // Whether there is room does not depend on the session.
        splits.split(at, axis, other.unwrap_or(SessionId(uuid::Uuid::nil())));
        if !self.has_room(&splits) {
            let text = say!("splits-no-room");
            return self.tell(NoticeLevel::Warning, text);
        }
        let other = other.or_else(|| self.add_session_like(at));
        if let Some(other) = other {
            self.split_with(at, axis, other);
        }
    }

    /// Shows a session beside another one, and gives it the focus.
    pub(crate) fn split_with(&mut self, at: SessionId, axis: Axis, other: SessionId) {
        if at != other && !self.model.panes.splits.sessions().contains(&other) {
            self.model.panes.splits.split(at, axis, other);
        }
        self.model.panes.layout_request.zoom = None;
        self.model.panes.layout_request.main = Pane::Chat;
        self.show_session(other);
    }

    /// Whether these windows fit on the screen at its present size.
    pub(crate) fn has_room(&self, splits: &Splits) -> bool {
        let mut request = self.layout_request();
        request.split = true;
        request.zoom = None;
        request.main = Pane::Chat;
        let layout = lay_out(
            self.model.chrome.width,
            self.model.chrome.height,
            0,
            2,
            &request,
        );
        layout.pane(Pane::Chat).is_none_or(|area| splits.fits(area))
    }

    /// Returns the next tab after a session's that has no window.
    fn without_window(&self, at: SessionId) -> Option<SessionId> {
        let shown: Vec<SessionId> = self
            .model
            .sessions
            .shown_tabs()
            .map(|(_, tab)| tab.facts.id)
            .collect();
        let windows = self.model.panes.splits.sessions();
        let place = shown.iter().position(|session| *session == at)?;
        let after = shown.iter().cycle().skip(place + 1).take(shown.len());
        after
            .copied()
            .find(|session| *session != at && !windows.contains(session))
    }

    /// Closes the focused window; its session continues and keeps its tab.
    pub(crate) fn close_split(&mut self) {
        let Some(session) = self.model.sessions.session() else {
            return;
        };
        match self.model.panes.splits.close(session) {
            Some(successor) => self.show_session(successor),
            None => self.tell(NoticeLevel::Info, say!("splits-one-shown")),
        }
    }

    /// Focuses the next or previous window; returns false if there is only one.
    pub(crate) fn step_window(&mut self, by: isize) -> bool {
        let session = self.model.sessions.session();
        let next = session.and_then(|session| self.model.panes.splits.next(session, by));
        let Some(next) = next else { return false };
        let in_pane = matches!(self.model.chrome.focus, Focus::Pane(_));
        self.show_session(next);
        if in_pane {
            self.focus_pane(Pane::Chat);
        }
        true
    }

    /// Shows the tab of a known session.
    pub(crate) fn show_session(&mut self, session: SessionId) {
        let mut tabs = self.model.sessions.tabs.iter();
        if let Some(place) = tabs.position(|tab| tab.facts.id == session) {
            self.show_tab(place);
        }
    }

    /// Takes the visible session from the row of tabs. A running session is cancelled, on the
    /// second call within the time. The session stays stored and can be shown again.
    pub(crate) fn end_session(&mut self) {
        if let Some(session) = self.model.sessions.session() {
            self.end_this_session(session);
        }
    }

    pub(crate) fn end_this_session(&mut self, session: SessionId) {
        let Some(tab) = self
            .model
            .sessions
            .tabs
            .iter()
            .find(|tab| tab.facts.id == session)
        else {
            return;
        };
        let name = session_name(&tab.facts.settings).to_owned();
        let now = self.model.chrome.now;
        let armed = matches!(
            self.model.chrome.armed,
            Some(Armed::End { until, session: armed }) if armed == session && now <= until
        );
        if tab.facts.is_running() && !armed {
            let until = now + AGAIN;
            self.model.chrome.armed = Some(Armed::End { until, session });
            let text = say!("splits-works", name);
            return self.model.chrome.say(NoticeLevel::Warning, text);
        }
        let windows = self.model.panes.splits.close(session);
        let next = windows.or_else(|| self.without_window(session));
        let Some(next) = next else {
            let text = say!("splits-only-one");
            return self.tell(NoticeLevel::Info, text);
        };
        if tab.facts.is_running() {
            let how = CancelMode::Gracefully;
            self.effects
                .push(Effect::Send(Command::CancelRun { session, how }));
        }
        let is_current = self.model.sessions.session() == Some(session);
        if let Some(tab) = self.model.sessions.tab_of(session) {
            tab.shown = TabVisibility::No;
        }
        if is_current {
            self.show_session(next);
        }
        let key = named_key(&self.keymap, Action::SessionSwitcher);
        let text = say!("splits-kept", name, key);
        self.model.chrome.say(NoticeLevel::Info, text);
    }
}
