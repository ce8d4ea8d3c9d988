//! Input that came before the session: when it is kept, and how it is replayed.

use super::super::app::{App, Redraw};
use super::super::chrome::Focus;
use super::super::input::InputUse;
use super::super::sessions::is_letter;
use client::input::{Input, InputKind};

impl App {
    /// Keeps an input for the awaited session. Globally bound keys work at once, as always.
    pub(super) fn buffer_type_ahead(&mut self, input: &Input) -> InputUse {
        let is_bound = matches!(&input.kind, InputKind::Key(key) if self.is_reserved(key));
        if is_bound || self.model.dialogs.is_open() {
            return InputUse::No;
        }
        let options = &self.options;
        let used = self.model.sessions.type_ahead(input, &self.keymap, options);
        if used == InputUse::Yes {
            self.touch(Redraw::Now);
        }
        used
    }

    /// Replays the kept input once the session is there. If something lies over its editor or asks
    /// a question, only text is taken: the user has not seen yet what another key would answer.
    pub(crate) fn take_early(&mut self) {
        for input in self.model.sessions.take_type_ahead() {
            if !self.model.dialogs.is_open() && self.model.chrome.focus == Focus::Editor {
                self.input(&input);
                continue;
            }
            match &input.kind {
                InputKind::Key(key) if is_letter(key) => self.type_key(key),
                InputKind::Paste(text) => self.paste_into_editor(text),
                _ => {}
            }
        }
    }
}
