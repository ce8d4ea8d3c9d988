//! Keys and pastes in the bar's fields, and the further use of the typed text. Part of [`Bar`].

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Bar;
use super::effect::BarEffect;
use super::entry::BarPanel;
use super::field::{Field, FieldKind};
use super::input::Act;
use client::line_editor::KeyUse;
use client::question::Choice;
use l10n::say;

impl Bar {
    /// Handles a key while a field is open.
    pub(super) fn field_key(&mut self, key: &KeyEvent, fresh: bool, effects: &mut Vec<BarEffect>) {
        let kind = match self.field_mut() {
            Some(field) => {
                field.problem = None;
                field.kind
            }
            None => return,
        };
        match key.code {
            KeyCode::Esc => self.close_field(kind, effects),
            KeyCode::Enter if key.modifiers.is_empty() => self.enter(key, fresh, effects),
            KeyCode::Tab if kind == FieldKind::Input => self.show_input_buttons(),
            KeyCode::Char('x') if key.modifiers.contains(KeyModifiers::CONTROL) => {}
            _ => {
                let multi_line = matches!(kind, FieldKind::Edit | FieldKind::Reason);
                let breaks_line = (key.code == KeyCode::Enter)
                    || (key.code == KeyCode::Char('j')
                        && key.modifiers.contains(KeyModifiers::CONTROL));
                let Some(field) = self.field_mut() else {
                    return;
                };
                if breaks_line && !multi_line {
                    return;
                }
                if field.line.key(key) == KeyUse::No {
                    match key.code {
                        KeyCode::Up => field.line.line_up().unwrap_or_default(),
                        KeyCode::Down => field.line.line_down().unwrap_or_default(),
                        _ => {}
                    }
                }
            }
        }
    }

    /// Handles a paste. It answers nothing: it goes into an open field or, if none is open, to the
    /// editor. The word that means yes must be typed.
    pub(super) fn paste(&mut self, text: &str, effects: &mut Vec<BarEffect>) {
        self.guard.last_key_at = Some(self.now);
        if self.guard.focus.is_none() {
            self.guard.has_answered = false;
            self.follows = None;
            return;
        }
        self.type_held_key(effects);
        if self.guard.focus.is_none() {
            effects.push(BarEffect::PasteIntoEditor(text.to_owned()));
            return;
        }
        match self.field_mut() {
            Some(field) if field.kind == FieldKind::Word => {
                field.problem = Some(say!("bar-no-paste").to_owned());
                effects.push(BarEffect::Bell);
            }
            Some(field) => {
                field.problem = None;
                let keeps_lines = matches!(field.kind, FieldKind::Edit | FieldKind::Reason);
                let text = if keeps_lines {
                    text.to_owned()
                } else {
                    text.replace('\n', " ")
                };
                field.line.insert(&text);
            }
            None => {
                self.leave(effects);
                effects.push(BarEffect::PasteIntoEditor(text.to_owned()));
            }
        }
    }

    pub(super) fn field_mut(&mut self) -> Option<&mut Field> {
        if self.passthrough.is_some() {
            return None;
        }
        match &mut self.current_mut()?.panel {
            BarPanel::Field(field) => Some(field),
            _ => None,
        }
    }

    /// Passes text that was typed for a closed question to the editor: it belongs to the user.
    pub(super) fn save_typed(&mut self, effects: &mut Vec<BarEffect>) {
        if let Some(field) = self.field_mut()
            && !matches!(field.kind, FieldKind::Word | FieldKind::Edit)
            && !field.line.is_empty()
        {
            let text = field.line.whole_text();
            effects.push(BarEffect::PasteIntoEditor(text));
        }
    }

    fn close_field(&mut self, kind: FieldKind, effects: &mut Vec<BarEffect>) {
        if kind == FieldKind::Input {
            self.perform(Act::Choose(Choice::Later), effects);
            return;
        }
        if let Some(entry) = self.current_mut() {
            if let BarPanel::Field(field) = &entry.panel
                && kind == FieldKind::Reason
            {
                entry.reason = field.line.whole_text();
            }
            entry.panel = BarPanel::Buttons;
        }
    }

    fn show_input_buttons(&mut self) {
        if let Some(entry) = self.current_mut() {
            if let BarPanel::Field(field) = &entry.panel {
                entry.reason = field.line.whole_text();
            }
            entry.panel = BarPanel::Buttons;
            entry.button = 0;
        }
    }
}
