//! Opens the choices of a mode and a model, and closes whatever is open.

use super::super::app::App;
use super::super::dialog::choice_picker::ChoicePicker;
use super::super::effect::Effect;
use super::super::input::InputUse;
use l10n::say;
use protocol::event::NoticeLevel;

impl App {
    pub(crate) fn open_mode_picker(&mut self) {
        let tab = self.model.sessions.tab();
        let session = tab.map(|tab| (tab.facts.id, tab.facts.policy.mode));
        self.show_dialog(Box::new(ChoicePicker::of_modes(session)));
    }

    pub(crate) fn open_model_picker(&mut self) {
        let queries = ChoicePicker::model_queries();
        self.effects.extend(queries.map(Effect::Ask));
        let tab = self.model.sessions.tab();
        let session = tab.map(|tab| (tab.facts.id, &tab.facts.settings));
        self.show_dialog(Box::new(ChoicePicker::of_models(session)));
    }

    pub(crate) fn open_effort_picker(&mut self) {
        self.effects
            .extend(ChoicePicker::model_queries().map(Effect::Ask));
        let tab = self.model.sessions.tab();
        let session = tab.map(|tab| (tab.facts.id, &tab.facts.settings));
        self.show_dialog(Box::new(ChoicePicker::of_efforts(session)));
    }

    /// Ctrl+G: closes the dialog, or the completion.
    pub(super) fn cancel_overlay(&mut self) {
        if self.close_review_dialog() == InputUse::Yes || self.close_dialog() {
            return;
        }
        if let Some(tab) = self.model.sessions.tab_mut() {
            // If the editor had nothing open, nothing is left to do.
            let _ = tab.editor.cancel();
        }
    }

    /// Puts a slash command into the editor; the history keeps the previous text.
    pub(super) fn begin_command(&mut self, text: &str) {
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        let draft = tab.editor.clear();
        tab.editor.set(text);
        if !draft.trim().is_empty() {
            self.remember(draft);
            let text = say!("choose-in-history");
            self.model.chrome.say(NoticeLevel::Info, text);
        }
        self.focus_editor();
    }
}
