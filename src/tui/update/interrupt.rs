//! Ctrl+C: each press does the mildest thing that is left to do.
//!
//! In this order: copy the selection, close the dialog or the completion, cancel the run, kill
//! its processes, abandon a probe of a model, clear the draft, and quit on the second press
//! on an idle screen.

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::effect::{Effect, ExitReason};
use super::super::input::InputUse;
use client::slash::cancel_probe;

impl App {
    pub(crate) fn interrupt(&mut self) {
        if self.copy_selection() == InputUse::Yes {
            return;
        }
        if let Some(text) = self.model.selected_text() {
            self.carry_out(vec![Effect::Copy(text)]);
            if let Some(tab) = self.model.sessions.tab_mut() {
                tab.editor.end_mark();
            }
            return;
        }
        if self.close_overlay() == InputUse::Yes {
            return;
        }
        let tab = self
            .model
            .sessions
            .tab_mut()
            .filter(|tab| !tab.facts.is_frozen());
        let has_editor = self.model.chrome.focus == Focus::Editor;
        let completes = tab.filter(|_| has_editor);
        if completes.is_some_and(|tab| tab.editor.close_completion() == InputUse::Yes) {
            return;
        }
        if self.model.chrome.has_stopped() {
            return self.effects.push(Effect::Exit(ExitReason::EngineStopped));
        }
        let tab = self.model.sessions.tab();
        let running = tab.filter(|tab| tab.facts.is_running());
        if let Some(session) = running.map(|tab| tab.facts.id) {
            return self.update(|model| model.chrome.cancel_run(session));
        }
        if self.run_slash(|run| cancel_probe(run)) {
            return;
        }
        let tab = self.model.sessions.tab();
        if tab.is_some_and(|tab| !tab.draft_is_empty() && !tab.facts.is_frozen()) {
            return self.update(|model| model.sessions.clear_draft());
        }
        self.carry_out(vec![Effect::Leave]);
    }
}
