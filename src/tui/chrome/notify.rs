//! Notifications while the window does not have the focus: a question waits, or a run is over. Once
//! for each wait, and never while the user looks.

use super::Chrome;
use crate::alert::Notification;
use crate::effect::Effect;
use crate::input::Window;
use crate::tab::Tab;
use client::phrases::session::session_name;
use l10n::say;
use protocol::event::EventKind;

impl Chrome {
    /// Records that the window lost or regained the focus.
    pub(crate) fn window_focus_changed(&mut self, window: Window) {
        self.window = window;
        // The release of a button may go to another window.
        self.pointer.held = None;
        if let Window::Here { since: Some(since) } = window {
            self.pointer.window_came_back(since);
        }
        self.notified_sessions.clear();
    }

    /// Notifies the user of a new question. Questions that wait behind one already notified are
    /// not notified again.
    pub(crate) fn notify_of_question(&mut self, tab: &Tab) -> Vec<Effect> {
        let session = tab.facts.id;
        let tool = tab.bar.shown().map(|question| question.tool.as_str());
        let text = match tool.filter(|tool| !tool.is_empty()) {
            Some(tool) => say!("attention-asks-about", tool),
            None => say!("attention-asks").to_owned(),
        };
        let waits = tab.facts.questions.len();
        if waits > 1 && self.notified_sessions.contains(&session) {
            return Vec::new();
        }
        self.notified_sessions.insert(session);
        self.notify(tab, text)
    }

    /// Notifies the user that a run ended by itself or failed.
    pub(crate) fn notify_of_run_end(&mut self, tab: &Tab, fact: &EventKind) -> Vec<Effect> {
        self.notified_sessions.remove(&tab.facts.id);
        match fact {
            EventKind::RunCompleted { .. } => self.notify(tab, say!("attention-done").to_owned()),
            EventKind::RunFailed { .. } => self.notify(tab, say!("attention-failed").to_owned()),
            // The user ended the run, here or in another terminal.
            _ => Vec::new(),
        }
    }

    fn notify(&self, tab: &Tab, text: String) -> Vec<Effect> {
        if self.window != Window::Away {
            return Vec::new();
        }
        // Names may hold pasted text, so they are masked. The subject of a question is not part
        // of the notification.
        let name = redact::mask(session_name(&tab.facts.settings));
        let title = format!("agentichat {name}");
        vec![Effect::Notify(Notification { title, text })]
    }
}
