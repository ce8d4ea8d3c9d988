//! Copies selections to the clipboard and reports the result.

use super::super::app::{App, Redraw};
use super::super::effect::Effect;
use super::super::input::InputUse;
use super::super::pointer::{PointerGrab, Selected};
use super::super::select::copied;
use l10n::{counted, say, thousands};
use protocol::event::NoticeLevel;

impl App {
    /// Copies the selection when the mouse button is released.
    pub(super) fn copy_released(&mut self, grip: PointerGrab) {
        let text = match grip {
            PointerGrab::Pane(_) | PointerGrab::Dialog => self.text_of_selection(),
            PointerGrab::Editor => self
                .model
                .sessions
                .tab()
                .and_then(|tab| tab.editor.selected_text()),
            PointerGrab::Field(pane) => self.model.pane(pane).and_then(|view| view.selected_text()),
        };
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.copy_saying(text, say!("copying-terminals-own"));
        }
    }

    /// Returns the text selected in a pane; shows a notice if part of it is not available.
    fn text_of_selection(&mut self) -> Option<String> {
        let Selected { place, picked } = self.model.chrome.pointer.selected?;
        let found = self.work_on_text(place, |view| {
            (view.edition() == picked.edition).then(|| copied(view, &picked))
        });
        let found = found.flatten()?;
        if !found.whole {
            self.model
                .chrome
                .say(NoticeLevel::Warning, say!("copying-not-whole"));
        }
        Some(found.text)
    }

    /// Ctrl+C and `y` with a selection: copies and clears the selection, so that the next Ctrl+C
    /// has its usual effect.
    pub(super) fn copy_selection(&mut self) -> InputUse {
        let text = self.text_of_selection();
        self.model.chrome.pointer.selected = None;
        match text.filter(|text| !text.is_empty()) {
            Some(text) => {
                self.copy(text);
                InputUse::Yes
            }
            None => InputUse::No,
        }
    }

    /// Puts a text on the clipboard and shows a notice.
    pub(crate) fn copy(&mut self, text: String) {
        self.copy_saying(text, "");
    }

    fn copy_saying(&mut self, text: String, more: &str) {
        let lines = text.lines().count();
        let letters = thousands(text.chars().count() as u64);
        let said = match lines {
            0 | 1 => say!("copying-copied", letters),
            lines => say!(
                "copying-copied-lines",
                lines = counted(lines, "line"),
                letters
            ),
        };
        self.effects.push(Effect::Copy(text));
        let warned = (NoticeLevel::Warning, say!("copying-not-whole").to_owned());
        let is_warned = self.model.chrome.notice.as_ref() == Some(&warned);
        if !is_warned {
            self.model
                .chrome
                .say(NoticeLevel::Info, format!("{said}{more}"));
            self.model.chrome.pointer.copying = Some(said);
        }
    }

    /// Reports the destinations of the copied text; an empty list means that it was
    /// not copied anywhere.
    pub fn copied_to(&mut self, ways: &[String]) {
        self.touch(Redraw::Soon);
        let Some(said) = self.model.chrome.pointer.copying.take() else {
            return;
        };
        if ways.is_empty() {
            return self
                .model
                .chrome
                .say(NoticeLevel::Warning, say!("copying-nowhere"));
        }
        // Another notice arrived meanwhile.
        let Some((_, text)) = &self.model.chrome.notice else {
            return;
        };
        if let Some(more) = text.strip_prefix(said.as_str()) {
            let text = say!("copying-went-to", said, ways = ways.join(", "), more);
            self.model.chrome.say(NoticeLevel::Info, text);
        }
    }
}
