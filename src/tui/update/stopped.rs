//! The engine has stopped, because its journal is lost or it was ended: nothing more can be sent or
//! stored. The screen stays readable until the user leaves; then the reason and the unsent text go
//! to the terminal, because they exist nowhere else.

use super::super::app::App;
use super::super::chrome::Engine;
use super::super::effect::{Effect, ExitReason};
use super::super::input::InputUse;
use l10n::say;
use protocol::event::NoticeLevel;

impl App {
    /// Quits at once if the engine has stopped: there is nothing left to ask.
    pub(super) fn quit_if_stopped(&mut self) -> InputUse {
        if !self.has_stopped() {
            return InputUse::No;
        }
        self.effects.push(Effect::Exit(ExitReason::EngineStopped));
        InputUse::Yes
    }

    pub fn has_stopped(&self) -> bool {
        self.model.chrome.engine == Engine::Stopped
    }

    /// Returns why the engine has stopped and the typed text that is stored nowhere else; `None`
    /// while the engine works, or if nothing is known.
    pub fn farewell_text(&self) -> Option<String> {
        if !self.has_stopped() {
            return None;
        }
        let of_tabs = self
            .model
            .sessions
            .tabs
            .iter()
            .map(|tab| &tab.activity.notice);
        let notices = of_tabs.chain([&self.model.chrome.notice]).flatten();
        let mut reasons = notices.filter(|(level, _)| *level == NoticeLevel::Error);
        let reason = reasons.next().map(|(_, reason)| reason.clone());
        let unsent: Vec<String> = self
            .model
            .sessions
            .tabs
            .iter()
            .flat_map(|tab| tab.unsent())
            .collect();
        if unsent.is_empty() {
            return reason;
        }
        let reason = reason.unwrap_or_else(|| say!("stopped-log").to_owned());
        let typed = say!("stopped-typed");
        Some(format!("{reason}\n{typed}\n\n{}", unsent.join("\n\n")))
    }
}
