//! What is selected on its way to the clipboard, and what is said of it.

use super::super::app::{App, Dirty};
use super::super::effect::Effect;
use super::super::part::Used;
use super::super::pointer::{Grip, Selected};
use super::super::select::copied;
use crate::protocol::event::NoticeLevel;
use crate::words::{counted, thousands};

/// What is said behind a text that the mouse has copied.
const TERMINALS_OWN: &str = "   Shift+drag: terminal selection";

/// What is said where a part of a selection is not known.
const NOT_WHOLE: &str = "a part of what is selected was not loaded and is missing in the copy: go through it first, or \
    take less";

impl App {
    /// The button was let go: what is selected is copied.
    pub(super) fn copy_released(&mut self, grip: Grip) {
        let text = match grip {
            Grip::Pane(_) => self.text_of_selection(),
            Grip::Editor => self.model.tab().and_then(|tab| tab.editor.selected_text()),
            Grip::Field(pane) => self.pane(pane).and_then(|view| view.selected_text()),
        };
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.copy_saying(text, TERMINALS_OWN);
        }
    }

    /// The text that is selected in a pane; says so where a part of it is not there.
    fn text_of_selection(&mut self) -> Option<String> {
        let Selected { pane, picked } = self.model.pointer.selected?;
        let view = self.pane_mut(pane)?.text_view_mut()?;
        if view.edition() != picked.edition {
            return None;
        }
        let found = copied(view, &picked);
        if !found.whole {
            self.model.say(NoticeLevel::Warning, NOT_WHOLE);
        }
        Some(found.text)
    }

    /// Ctrl+C and `y` with a selection: it is copied, and is a selection no longer, so that the next Ctrl+C does the
    /// next thing.
    pub(super) fn copy_selection(&mut self) -> Used {
        let text = self.text_of_selection();
        self.model.pointer.selected = None;
        match text.filter(|text| !text.is_empty()) {
            Some(text) => {
                self.copy(text);
                Used::Yes
            }
            None => Used::No,
        }
    }

    /// Puts a text on the clipboard and says so.
    pub(in crate::tui) fn copy(&mut self, text: String) {
        self.copy_saying(text, "");
    }

    fn copy_saying(&mut self, text: String, more: &str) {
        let lines = text.lines().count();
        let letters = thousands(text.chars().count() as u64);
        let said = match lines {
            0 | 1 => format!("copied {letters} characters"),
            lines => format!("copied {}, {letters} characters", counted(lines, "line")),
        };
        self.effects.push(Effect::Copy(text));
        let warned = (NoticeLevel::Warning, NOT_WHOLE.to_owned());
        let is_warned = self.model.notice.as_ref() == Some(&warned);
        if !is_warned {
            self.model.say(NoticeLevel::Info, format!("{said}{more}"));
            self.model.pointer.copying = Some(said);
        }
    }

    /// The text that was to be copied went there; nowhere where the list is empty.
    pub fn copied_to(&mut self, ways: &[String]) {
        self.touch(Dirty::Soon);
        let Some(said) = self.model.pointer.copying.take() else {
            return;
        };
        if ways.is_empty() {
            let text = "not copied: the text is too long for the terminal's clipboard, and no program takes it; \
                 install wl-clipboard or xclip, or copy a smaller part";
            return self.model.say(NoticeLevel::Warning, text);
        }
        // Another word came meanwhile.
        let Some((_, text)) = &self.model.notice else {
            return;
        };
        if let Some(more) = text.strip_prefix(said.as_str()) {
            let text = format!("{said} to {}{more}", ways.join(", "));
            self.model.say(NoticeLevel::Info, text);
        }
    }
}
