//! What the human is told of while the window has not the focus: that a question waits, that a run is over. Once for
//! each wait, and never while he looks. Also that a run is over whose conversation is not on the screen.

use super::super::alert::Notification;
use super::super::app::App;
use super::super::effect::Effect;
use super::super::input::Window;
use super::super::layout::Pane;
use crate::l10n::say;
use crate::protocol::event::{EventKind, NoticeLevel};
use crate::protocol::ids::SessionId;

impl App {
    /// The window lost the focus or has it again.
    pub(super) fn window_is(&mut self, window: Window) {
        self.model.window = window;
        // The release of a button may come to another window.
        self.model.pointer.held = None;
        if let Window::Here { since: Some(since) } = window {
            self.model.pointer.window_came_back(since);
        }
        self.model.told_of.clear();
    }

    /// A question was put. Those that wait behind one that was told of wait with it.
    pub(in crate::tui) fn tell_of_question(&mut self, session: SessionId) {
        let Some(tab) = self.model.tab_of(session) else {
            return;
        };
        let waits = tab.facts.prompts.len();
        let tool = tab.bar.shown().map(|prompt| prompt.tool.clone());
        let text = match tool.filter(|tool| !tool.is_empty()) {
            Some(tool) => say!("attention-asks-about", tool),
            None => say!("attention-asks").to_owned(),
        };
        if waits <= 1 || !self.model.told_of.contains(&session) {
            self.model.told_of.insert(session);
            self.notify(session, text);
        }
    }

    /// A run ended by itself, or failed.
    pub(in crate::tui) fn tell_of_end(&mut self, session: SessionId, fact: &EventKind) {
        self.model.told_of.remove(&session);
        match fact {
            EventKind::RunCompleted { .. } => {
                self.notify(session, say!("attention-done").to_owned());
            }
            EventKind::RunFailed { .. } => {
                self.notify(session, say!("attention-failed").to_owned());
            }
            // The human ended it, here or in another terminal.
            _ => {}
        }
    }

    /// The end of a run stands in the conversation: where that is not on the screen it is said.
    pub(in crate::tui) fn say_end(&mut self, session: SessionId, fact: &EventKind) {
        let is_shown = self.shown_panes().contains(&Pane::Chat);
        let is_here = self.model.session() == Some(session);
        if is_here && !is_shown && matches!(fact, EventKind::RunCompleted { .. }) {
            self.model
                .say(NoticeLevel::Info, say!("attention-done-in-chat"));
        }
    }

    fn notify(&mut self, session: SessionId, text: String) {
        if self.model.window != Window::Away {
            return;
        }
        let Some(tab) = self.model.tab_of(session) else {
            return;
        };
        // Names may hold what was pasted; what a question is about is not told at all.
        let name = crate::redact::mask(&tab.facts.settings.name).into_owned();
        let title = format!("agentichat {name}");
        self.effects
            .push(Effect::Notify(Notification { title, text }));
    }
}
