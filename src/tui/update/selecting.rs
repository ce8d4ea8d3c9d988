//! Selecting text of a pane or a dialog, and copying it: which text the keys and the mouse mean.

use std::time::Duration;

use super::super::app::{App, Redraw};
use super::super::chrome::Focus;
use super::super::composer::Marking;
use super::super::effect::Effect;
use super::super::input::InputUse;
use super::super::keymap::Action;
use super::super::pointer::{PointerGrab, TextPlace};
use l10n::say;
use protocol::event::NoticeLevel;

impl App {
    /// Scrolls the pane by a row and extends the selection while the pointer is beyond an edge.
    pub(super) fn pass_edge(&mut self, now: Duration) {
        let Some(held) = self.model.chrome.pointer.pass_edge(now) else {
            return;
        };
        let Some(place) = held.grip.text() else {
            return;
        };
        let rows = if held.at.y < held.area.y { -1 } else { 1 };
        if let Some(selection) = self.model.selection(place, &self.layout) {
            // At the end of the text nothing scrolls.
            selection.view.scroll_text(rows);
        }
        // The text's drawn area is known only after measuring again.
        self.measure();
        if let Some(mut selection) = self.model.selection(place, &self.layout) {
            selection.select_to(held.at);
        }
        self.touch(Redraw::Now);
    }

    /// `M` and `Ctrl+X s`: sets a mark in a draft, from which movements select; elsewhere starts
    /// select mode in the focused text.
    pub(super) fn select_mode(&mut self) {
        let types = !self.model.dialogs.is_open() && self.model.chrome.focus == Focus::Editor;
        let draft = self
            .model
            .sessions
            .tab_mut()
            .filter(|tab| types && !tab.draft_is_empty() && !tab.facts.is_frozen());
        match draft.map(|tab| tab.editor.toggle_mark()) {
            None => self.begin_selecting(),
            Some(Marking::Begun) => self.tell(NoticeLevel::Info, say!("select-in-draft")),
            Some(Marking::Ended) => {}
        }
    }

    fn begin_selecting(&mut self) {
        let place = match self.model.chrome.focus {
            _ if self.model.dialogs.is_open() => TextPlace::Dialog,
            Focus::Pane(pane) => TextPlace::Pane(pane),
            Focus::Editor | Focus::Bar => TextPlace::Pane(self.model.layout_request().main),
        };
        let selection = self.model.selection(place, &self.layout);
        let Some(effects) = selection.and_then(|mut selection| selection.begin_mode()) else {
            let text = say!("select-no-text");
            return self.model.chrome.say(NoticeLevel::Info, text);
        };
        if let TextPlace::Pane(pane) = place {
            self.model.chrome.focus = Focus::Pane(pane);
        }
        self.carry_out(effects);
    }

    /// Handles an action while select mode has the keys. An action outside the mode leaves it.
    pub(super) fn select_action(&mut self, action: Action) -> InputUse {
        let selecting = self.model.chrome.pointer.selecting;
        let selection = selecting.and_then(|one| self.model.selection(one.place, &self.layout));
        if let Some(effects) = selection.and_then(|mut selection| selection.act(action)) {
            self.carry_out(effects);
            return InputUse::Yes;
        }
        let used = match action {
            // Ctrl+C copies the selection; without one it acts as elsewhere.
            Action::Interrupt => self.copy_selection(),
            Action::SelectLeave | Action::SelectMode => InputUse::Yes,
            // These have their effect beside the mode.
            Action::Leader | Action::Redraw | Action::Suspend | Action::Help => {
                return InputUse::No;
            }
            _ => InputUse::No,
        };
        self.update(|model| model.chrome.pointer.leave_selecting());
        used
    }

    /// Copies and clears the selection; returns [`InputUse::No`] if nothing is selected.
    pub(super) fn copy_selection(&mut self) -> InputUse {
        let selected = self.model.chrome.pointer.selected;
        let selection = selected.and_then(|one| self.model.selection(one.place, &self.layout));
        let copied = selection.and_then(|mut selection| selection.copy());
        self.model.chrome.pointer.selected = None;
        let Some(effects) = copied else {
            return InputUse::No;
        };
        self.carry_out(effects);
        InputUse::Yes
    }

    /// Copies what the mouse selected when its button is released.
    pub(super) fn copy_released(&mut self, grip: PointerGrab) {
        let text = match grip {
            PointerGrab::Editor => {
                let tab = self.model.sessions.tab();
                tab.and_then(|tab| tab.editor.selected_text())
            }
            PointerGrab::Field(pane) => {
                let view = self.model.pane(pane);
                view.and_then(|view| view.selected_text())
            }
            PointerGrab::Pane(_) | PointerGrab::Dialog => {
                let place = grip.text();
                let text = place.and_then(|place| self.model.selection(place, &self.layout));
                text.and_then(|mut text| text.text()).map(|(text, warned)| {
                    self.carry_out(warned.into_iter().collect());
                    text
                })
            }
        };
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            let more = say!("copying-terminals-own");
            self.model.chrome.say_copied(&text, more);
            self.effects.push(Effect::Copy(text));
        }
    }

    /// Reports the destinations of the copied text; an empty list means that it was not copied
    /// anywhere.
    pub fn copied_to(&mut self, ways: &[String]) {
        self.touch(Redraw::Soon);
        self.model.chrome.say_copied_to(ways);
    }
}
