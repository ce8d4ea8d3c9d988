//! `/keys test`: the user presses, one after the other, the two keys that terminals take for
//! themselves or do not tell apart, and the program stores what arrives in its findings about the
//! terminal. While the test is shown, keys do nothing else.
//!
//! Owns which key is requested next. Only the user opens it, so it takes no key that was meant
//! for a draft.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::dialog::{Dialog, DialogContext};
use crate::effect::Effect;
use crate::hints::{KeyHints, OwnKey, with_keys};
use crate::keymap::{Action, Context};
use crate::terminal::findings::KeyKnowledge;
use crate::theme::{Role, Theme};
use crate::widget::boxed::box_in;
use crate::widget::row::{Row, TextStyle, draw_rows};
use crate::widget::wrap::wrap_text;
use l10n::say;

/// Keys of the key test.
const KEY_TEST_KEYS: &[OwnKey] = &[("Space", "hint-did-not-come"), ("Esc", "hint-close")];

/// Maximum columns of the box.
const WIDTH: u16 = 76;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestedKey {
    /// Ctrl+Tab, which arrives as Tab if the terminal does not tell them apart.
    CtrlTab,
    /// Shift+Enter, which arrives as Enter if the terminal does not tell them apart.
    ShiftEnter,
}

impl TestedKey {
    const ALL: [TestedKey; 2] = [TestedKey::CtrlTab, TestedKey::ShiftEnter];

    fn name(self) -> &'static str {
        match self {
            TestedKey::CtrlTab => "Ctrl+Tab",
            TestedKey::ShiftEnter => "Shift+Enter",
        }
    }

    /// Returns the finding that a key gives about the tested one; `None` if the key is unrelated.
    fn heard(self, key: &KeyEvent) -> Option<KeyKnowledge> {
        let (code, modifier) = match self {
            TestedKey::CtrlTab => (KeyCode::Tab, KeyModifiers::CONTROL),
            TestedKey::ShiftEnter => (KeyCode::Enter, KeyModifiers::SHIFT),
        };
        match key.code {
            own if own == code && key.modifiers == modifier => Some(KeyKnowledge::Came),
            own if own == code && key.modifiers.is_empty() => Some(KeyKnowledge::DidNotCome),
            KeyCode::Char(' ') => Some(KeyKnowledge::DidNotCome),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyTest {
    /// Number of keys already tried.
    done: usize,
    /// Findings about the tried keys, and the key to press next.
    texts: Vec<(String, Role)>,
}

impl KeyTest {
    fn wanted(&self) -> Option<TestedKey> {
        TestedKey::ALL.get(self.done).copied()
    }
}

impl Dialog for KeyTest {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn key_hints(&self) -> KeyHints {
        KeyHints::Keys(KEY_TEST_KEYS)
    }

    /// The user presses Ctrl+Tab to see whether it arrives; it does nothing here.
    fn takes_every_key(&self) -> bool {
        true
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::CancelOverlay => vec![Effect::CloseDialog],
            _ => Vec::new(),
        }
    }

    /// Takes the requested key, what came in its place, or Space if nothing came.
    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(wanted) = self.wanted().filter(|_| key.code != KeyCode::Esc) else {
            return match key.code {
                KeyCode::Esc | KeyCode::Enter => vec![Effect::CloseDialog],
                _ => Vec::new(),
            };
        };
        let Some(heard) = wanted.heard(key) else {
            return Vec::new();
        };
        self.done += 1;
        vec![Effect::Heard(wanted, heard)]
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        let found = cx.findings();
        let tried = TestedKey::ALL.iter().take(self.done);
        let told = tried.map(|tried| match tried {
            TestedKey::CtrlTab => found.ctrl_tab(),
            TestedKey::ShiftEnter => found.shift_enter(),
        });
        let told = told.map(|told| (with_keys(cx.keymap(), &told.text), Role::Fg));
        let next = match self.wanted() {
            Some(wanted) => say!("key-test-press", key = wanted.name()),
            None => say!("key-test-over").to_owned(),
        };
        let next = (with_keys(cx.keymap(), &next), Role::Accent);
        self.texts = told.chain([next]).collect();
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let width = WIDTH.min(whole.width.saturating_sub(2));
        let room = usize::from(width.saturating_sub(4)).max(1);
        let mut rows = wrap_text(say!("key-test-head"), TextStyle::of(Role::FgMuted), room);
        for (text, role) in &self.texts {
            rows.push(Row::default());
            rows.extend(wrap_text(text, TextStyle::of(*role), room));
        }
        let height = u16::try_from(rows.len()).unwrap_or(u16::MAX);
        let size = (width, height.saturating_add(2));
        let inner = box_in(whole, size, say!("key-test-title"), buf, theme);
        draw_rows(&rows, inner, buf, theme);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::Key;

    fn press(test: &mut KeyTest, text: &str) -> Vec<Effect> {
        let key = Key::parse(text).unwrap();
        test.key(&KeyEvent::new(key.code, key.modifiers))
    }

    #[test]
    fn what_arrives_is_told_and_other_keys_say_nothing() {
        let mut test = KeyTest::default();
        for other in ["a", "Enter", "Shift+Enter", "y", "F9"] {
            assert_eq!(press(&mut test, other), [], "{other}");
        }
        let came = [Effect::Heard(TestedKey::CtrlTab, KeyKnowledge::Came)];
        assert_eq!(press(&mut test, "Ctrl+Tab"), came);
        let plain = [Effect::Heard(
            TestedKey::ShiftEnter,
            KeyKnowledge::DidNotCome,
        )];
        assert_eq!(press(&mut test, "Enter"), plain);
        assert_eq!(press(&mut test, "Enter"), [Effect::CloseDialog]);
        // A key that the terminal keeps for itself never arrives: the user reports that with Space.
        let mut test = KeyTest::default();
        let kept = [Effect::Heard(TestedKey::CtrlTab, KeyKnowledge::DidNotCome)];
        assert_eq!(press(&mut test, "Space"), kept);
        assert_eq!(press(&mut test, "Esc"), [Effect::CloseDialog]);
    }
}
