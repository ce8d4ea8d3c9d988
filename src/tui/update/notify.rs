//! Notifications while the window does not have the focus: a question waits, or a run is over. Once
//! for each wait, and never while the user looks. Also the notice that a run is over whose
//! conversation is not on the screen.

use super::super::alert::Notification;
use super::super::app::App;
use super::super::effect::Effect;
use super::super::input::Window;
use super::super::layout::Pane;
use client::phrases::session::session_name;
use l10n::say;
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::SessionId;

impl App {
    /// Records that the window lost or regained the focus.
    pub(super) fn window_focus_changed(&mut self, window: Window) {
        self.model.chrome.window = window;
        // The release of a button may go to another window.
        self.model.chrome.pointer.held = None;
        if let Window::Here { since: Some(since) } = window {
            self.model.chrome.pointer.window_came_back(since);
        }
        self.model.chrome.notified_sessions.clear();
    }

    /// Notifies the user of a new question. Questions that wait behind one already notified are
    /// not notified again.
    pub(crate) fn notify_of_question(&mut self, session: SessionId) {
        let Some(tab) = self.model.sessions.tab_of(session) else {
            return;
        };
        let waits = tab.facts.questions.len();
        let tool = tab.bar.shown().map(|question| question.tool.clone());
        let text = match tool.filter(|tool| !tool.is_empty()) {
            Some(tool) => say!("attention-asks-about", tool),
            None => say!("attention-asks").to_owned(),
        };
        if waits <= 1 || !self.model.chrome.notified_sessions.contains(&session) {
            self.model.chrome.notified_sessions.insert(session);
            self.notify(session, text);
        }
    }

    /// Notifies the user that a run ended by itself or failed.
    pub(crate) fn notify_of_run_end(&mut self, session: SessionId, fact: &EventKind) {
        self.model.chrome.notified_sessions.remove(&session);
        match fact {
            EventKind::RunCompleted { .. } => {
                self.notify(session, say!("attention-done").to_owned());
            }
            EventKind::RunFailed { .. } => {
                self.notify(session, say!("attention-failed").to_owned());
            }
            // The user ended the run, here or in another terminal.
            _ => {}
        }
    }

    /// Shows a notice at the end of a run if its conversation, which also shows the end, is not
    /// on the screen.
    pub(crate) fn announce_run_end(&mut self, session: SessionId, fact: &EventKind) {
        let is_shown = self.shown_panes().contains(&Pane::Chat);
        let is_here = self.model.sessions.session() == Some(session);
        if is_here && !is_shown && matches!(fact, EventKind::RunCompleted { .. }) {
            self.model
                .chrome
                .say(NoticeLevel::Info, say!("attention-done-in-chat"));
        }
    }

    fn notify(&mut self, session: SessionId, text: String) {
        if self.model.chrome.window != Window::Away {
            return;
        }
        let Some(tab) = self.model.sessions.tab_of(session) else {
            return;
        };
        // Names may hold pasted text, so they are masked. The subject of a question is not part
        // of the notification.
        let name = redact::mask(session_name(&tab.facts.settings)).into_owned();
        let title = format!("agentichat {name}");
        self.effects
            .push(Effect::Notify(Notification { title, text }));
    }
}
