//! Type-ahead: input that comes before there is a session. The first frame appears some
//! milliseconds before the store is open, and a user who types by then must see their text
//! and lose nothing.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use uuid::Uuid;

use super::{Awaited, Sessions};
use crate::editor::Editor;
use crate::input::InputUse;
use crate::keymap::{Action, Keymap, Resolution};
use crate::part_options::PartOptions;
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

    /// Keeps an input that is for the editor.
    fn keep(&mut self, input: &Input, keymap: &Keymap, options: &PartOptions) -> InputUse {
        let is_for_the_editor = match &input.kind {
            InputKind::Key(key) => key.kind != KeyEventKind::Release,
            InputKind::Paste(_) => true,
            _ => false,
        };
        if !is_for_the_editor || self.inputs.len() >= MOST {
            return InputUse::No;
        }
        self.show(input, keymap, options);
        self.inputs.push(input.clone());
        InputUse::Yes
    }

    /// Shows what the input does to the text. Sending waits for the session.
    fn show(&mut self, input: &Input, keymap: &Keymap, options: &PartOptions) {
        let nobody = SessionId(Uuid::nil());
        let (themes, keys) = (&options.theme_names, options.editor_keys);
        let create = || Editor::new(nobody, Arc::clone(themes), keys);
        let editor = self.shown.get_or_insert_with(create);
        match &input.kind {
            InputKind::Key(key) if editor.takes_first(key) => drop(editor.key(key, input.at)),
            InputKind::Key(key) => match keymap.resolve(editor.contexts(), &[], key) {
                Resolution::Action(Action::Send) => {}
                Resolution::Action(action) => drop(editor.act(action, input.at)),
                _ => drop(editor.key(key, input.at)),
            },
            InputKind::Paste(text) => drop(editor.paste(text, input.at)),
            _ => {}
        }
    }
}

impl Sessions {
    /// Keeps an input for the awaited session, if there is none yet.
    pub(crate) fn type_ahead(
        &mut self,
        input: &Input,
        keymap: &Keymap,
        options: &PartOptions,
    ) -> InputUse {
        if self.awaited == Awaited::Nothing || self.tab().is_some() {
            return InputUse::No;
        }
        self.type_ahead.keep(input, keymap, options)
    }

    /// Takes out the kept input once a session is there.
    pub(crate) fn take_type_ahead(&mut self) -> Vec<Input> {
        if self.tab().is_none() {
            return Vec::new();
        }
        std::mem::take(&mut self.type_ahead).inputs
    }
}

/// Whether a key types a letter in any editor.
pub(crate) fn is_letter(key: &KeyEvent) -> bool {
    matches!(key.code, KeyCode::Char(_)) && KeyModifiers::SHIFT.contains(key.modifiers)
}
