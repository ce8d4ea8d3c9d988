//! Type-ahead: input that comes before there is a session. The first frame appears some
//! milliseconds before the store is open, and a user who types by then must see their text
//! and lose nothing.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEventKind, KeyModifiers};
use uuid::Uuid;

use super::super::app::{App, Redraw};
use super::super::chrome::Focus;
use super::super::editor::Editor;
use super::super::input::InputUse;
use super::super::keymap::{Action, Resolution};
use super::super::sessions::Awaited;
use client::input::{Input, InputKind};
use protocol::ids::SessionId;

/// Most inputs to keep: far more than anyone types in that time.
const MOST: usize = 1_000;

/// Input typed before the session is there.
#[derive(Debug, Default)]
pub(crate) struct TypeAhead {
    inputs: Vec<Input>,
    /// An editor without a session that shows the text. Its effects are ignored; the session's own
    /// editor handles the keys again.
    shown: Option<Editor>,
}

impl TypeAhead {
    /// Returns the editor with the early text; `None` if nothing was typed.
    pub(crate) fn shown(&self) -> Option<&Editor> {
        self.shown.as_ref()
    }
}

impl App {
    /// Keeps an input for the awaited session. Globally bound keys work at once, as always.
    pub(super) fn buffer_type_ahead(&mut self, input: &Input) -> InputUse {
        let awaits =
            self.model.sessions.awaited != Awaited::Nothing && self.model.sessions.tab().is_none();
        if !awaits
            || self.model.dialogs.is_open()
            || self.model.sessions.type_ahead.inputs.len() >= MOST
        {
            return InputUse::No;
        }
        let is_for_the_editor = match &input.kind {
            InputKind::Key(key) => key.kind != KeyEventKind::Release && !self.is_reserved(key),
            InputKind::Paste(_) => true,
            _ => false,
        };
        if !is_for_the_editor {
            return InputUse::No;
        }
        self.show_early(input);
        self.model.sessions.type_ahead.inputs.push(input.clone());
        InputUse::Yes
    }

    /// Shows what the input does to the text. Sending waits for the session.
    fn show_early(&mut self, input: &Input) {
        let nobody = SessionId(Uuid::nil());
        let (themes, keys) = (&self.options.theme_names, self.options.editor_keys);
        let create = || Editor::new(nobody, Arc::clone(themes), keys);
        let editor = self
            .model
            .sessions
            .type_ahead
            .shown
            .get_or_insert_with(create);
        match &input.kind {
            InputKind::Key(key) if editor.takes_first(key) => drop(editor.key(key, input.at)),
            InputKind::Key(key) => match self.keymap.resolve(editor.contexts(), &[], key) {
                Resolution::Action(Action::Send) => return,
                Resolution::Action(action) => drop(editor.act(action, input.at)),
                _ => drop(editor.key(key, input.at)),
            },
            InputKind::Paste(text) => drop(editor.paste(text, input.at)),
            _ => return,
        }
        self.touch(Redraw::Now);
    }

    /// Replays the kept input once the session is there. If something lies over its editor or asks
    /// a question, only text is taken: the user has not seen yet what another key would answer.
    pub(crate) fn take_early(&mut self) {
        if self.model.sessions.tab().is_none() {
            return;
        }
        for input in std::mem::take(&mut self.model.sessions.type_ahead).inputs {
            if !self.model.dialogs.is_open() && self.model.chrome.focus == Focus::Editor {
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
