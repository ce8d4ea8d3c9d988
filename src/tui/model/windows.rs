//! Sessions beside each other: splitting, closing, and taking a session from the row of tabs.

use ratatui::layout::Rect;

use super::Model;
use crate::effect::Effect;
use crate::hints::named_key;
use crate::keymap::{Action, Keymap};
use crate::layout::Pane;
use crate::part_options::PartOptions;
use crate::splits::{Axis, Splits};
use crate::tab::TabVisibility;
use client::phrases::session::session_name;
use l10n::say;
use protocol::command::{CancelMode, Command};
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;

impl Model {
    /// Shows another session beside or below the shown one: the next tab that has no window yet,
    /// else a new session. `room` is what the windows have at the screen's present size.
    pub(crate) fn split(
        &mut self,
        axis: Axis,
        room: Option<Rect>,
        options: &PartOptions,
    ) -> Vec<Effect> {
        let Some(at) = self.sessions.session() else {
            let text = say!("splits-none").to_owned();
            return vec![Effect::Say(NoticeLevel::Warning, text)];
        };
        let other = self.sessions.without_window(at, &self.panes.splits);
        let mut splits = self.panes.splits.clone();
        // Whether there is room does not depend on the session.
        splits.split(at, axis, other.unwrap_or(SessionId(uuid::Uuid::nil())));
        if !has_room(room, &splits) {
            let text = say!("splits-no-room").to_owned();
            return vec![Effect::Tell(NoticeLevel::Warning, text)];
        }
        let mut effects = Vec::new();
        let other = other.or_else(|| {
            let (session, created) = self.sessions.add_like(at, options)?;
            effects.push(created);
            Some(session)
        });
        if let Some(other) = other {
            if !self.panes.splits.sessions().contains(&other) {
                self.panes.splits.split(at, axis, other);
            }
            self.panes.layout_request.zoom = None;
            self.panes.layout_request.main = Pane::Chat;
            effects.extend(self.show_session(other));
        }
        effects
    }

    /// Shows a session of the list beside the shown one.
    pub(crate) fn open_beside(&mut self, session: SessionId, room: Option<Rect>) -> Vec<Effect> {
        let Some(at) = self.sessions.session().filter(|at| *at != session) else {
            return vec![Effect::info(say!("sessions-shown-already"))];
        };
        let mut splits = self.panes.splits.clone();
        if !splits.sessions().contains(&session) {
            splits.split(at, Axis::Beside, session);
        }
        if !has_room(room, &splits) {
            let text = say!("sessions-no-room").to_owned();
            return vec![Effect::Tell(NoticeLevel::Warning, text)];
        }
        self.panes.splits = splits;
        self.show_session(session)
    }

    /// Closes the shown session's window; the session continues and keeps its tab.
    pub(crate) fn close_split(&mut self) -> Vec<Effect> {
        let Some(session) = self.sessions.session() else {
            return Vec::new();
        };
        match self.panes.splits.close(session) {
            Some(successor) => self.show_session(successor),
            None => {
                let text = say!("splits-one-shown").to_owned();
                vec![Effect::Tell(NoticeLevel::Info, text)]
            }
        }
    }

    /// Takes a session from the row of tabs. A running session is cancelled, on the second call
    /// within the time. The session stays stored and can be shown again.
    pub(crate) fn end_session(&mut self, session: SessionId, keymap: &Keymap) -> Vec<Effect> {
        let Some(tab) = self.sessions.tab_of(session) else {
            return Vec::new();
        };
        let name = session_name(&tab.facts.settings).to_owned();
        let is_running = tab.facts.is_running();
        if is_running && !self.chrome.ends_running(session) {
            let text = say!("splits-works", name);
            return vec![Effect::Say(NoticeLevel::Warning, text)];
        }
        let successor = self.panes.splits.close(session);
        let other = || self.sessions.without_window(session, &self.panes.splits);
        let Some(next) = successor.or_else(other) else {
            let text = say!("splits-only-one").to_owned();
            return vec![Effect::Tell(NoticeLevel::Info, text)];
        };
        let mut effects = Vec::new();
        if is_running {
            let how = CancelMode::Gracefully;
            effects.push(Effect::Send(Command::CancelRun { session, how }));
        }
        if let Some(tab) = self.sessions.tab_of(session) {
            tab.shown = TabVisibility::No;
        }
        if self.sessions.session() == Some(session) {
            effects.extend(self.show_session(next));
        }
        let key = named_key(keymap, Action::SessionSwitcher);
        effects.push(Effect::info(say!("splits-kept", name, key)));
        effects
    }
}

/// Whether these windows fit into their room.
fn has_room(room: Option<Rect>, splits: &Splits) -> bool {
    room.is_none_or(|area| splits.fits(area))
}
