//! Keys that come before there is a session to type in. The first frame is there some
//! milliseconds before the store is, and who types by then must lose nothing.

use crossterm::event::{KeyCode, KeyEventKind, KeyModifiers};

use super::super::app::{App, Awaited};
use super::super::input::{Input, InputKind};
use super::super::model::Focus;
use super::super::part::Used;

/// Inputs that are kept at most: far more than anyone types in that time.
const MOST: usize = 1_000;

impl App {
    /// Keeps an input for the session that is awaited. Keys that are bound everywhere work at
    /// once, as ever.
    pub(super) fn keep_early(&mut self, input: &Input) -> Used {
        let awaits = self.awaited != Awaited::Nothing && self.model.tab().is_none();
        if !awaits || self.model.overlay.is_some() || self.early.len() >= MOST {
            return Used::No;
        }
        let is_for_the_editor = match &input.kind {
            InputKind::Key(key) => key.kind != KeyEventKind::Release && !self.is_reserved(key),
            InputKind::Paste(_) => true,
            _ => false,
        };
        if !is_for_the_editor {
            return Used::No;
        }
        self.early.push(input.clone());
        Used::Yes
    }

    /// Takes what was kept, once the session is there. Where something lies over its editor or
    /// asks a question, only text is taken: nobody has seen yet what another key would answer.
    pub(in crate::tui) fn take_early(&mut self) {
        if self.model.tab().is_none() {
            return;
        }
        for input in std::mem::take(&mut self.early) {
            if self.model.overlay.is_none() && self.model.focus == Focus::Editor {
                self.input(&input);
                continue;
            }
            match &input.kind {
                InputKind::Key(key) if is_text(key.code, key.modifiers) => self.type_key(key),
                InputKind::Paste(text) => self.paste_into_editor(text),
                _ => {}
            }
        }
    }
}

fn is_text(code: KeyCode, modifiers: KeyModifiers) -> bool {
    matches!(code, KeyCode::Char(_)) && KeyModifiers::SHIFT.contains(modifiers)
}
