//! `/keys test`: the user presses, one after the other, the two keys that terminals take for
//! themselves or do not tell apart, and the program stores what arrives in its findings about the
//! terminal. While the test is shown, keys do nothing else.
//!
//! Owns which key is requested next. Only the user opens it, so it takes no key that was meant
//! for a draft.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::effect::Effect;
use super::terminal::findings::{KeyFindings, KeyKnowledge};
use super::theme::{Role, Theme};
use super::widget::boxed::box_in;
use super::widget::row::{Row, TextStyle, draw_rows};
use super::widget::wrap::wrap_text;
use l10n::say;

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
}

impl KeyTest {
    fn wanted(&self) -> Option<TestedKey> {
        TestedKey::ALL.get(self.done).copied()
    }

    /// Handles a key: the requested one, what came in its place, or Space if nothing came.
    pub fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(wanted) = self.wanted().filter(|_| key.code != KeyCode::Esc) else {
            return match key.code {
                KeyCode::Esc | KeyCode::Enter => vec![Effect::CloseOverlay],
                _ => Vec::new(),
            };
        };
        let Some(heard) = wanted.heard(key) else {
            return Vec::new();
        };
        self.done += 1;
        vec![Effect::Heard(wanted, heard)]
    }

    /// Draws the test; `with_keys` replaces names of actions by their keys.
    pub fn draw(
        &self,
        found: &KeyFindings,
        with_keys: impl Fn(&str) -> String,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) {
        let width = WIDTH.min(whole.width.saturating_sub(2));
        let room = usize::from(width.saturating_sub(4)).max(1);
        let mut rows = wrap_text(say!("key-test-head"), TextStyle::of(Role::FgMuted), room);
        let mut say = |text: &str, role| {
            rows.push(Row::default());
            rows.extend(wrap_text(&with_keys(text), TextStyle::of(role), room));
        };
        for tried in TestedKey::ALL.iter().take(self.done) {
            let told = match tried {
                TestedKey::CtrlTab => found.ctrl_tab(),
                TestedKey::ShiftEnter => found.shift_enter(),
            };
            say(&told.text, Role::Fg);
        }
        match self.wanted() {
            Some(wanted) => say(&say!("key-test-press", key = wanted.name()), Role::Accent),
            None => say(say!("key-test-over"), Role::Accent),
        }
        let height = u16::try_from(rows.len()).unwrap_or(u16::MAX);
        let size = (width, height.saturating_add(2));
        let inner = box_in(whole, size, say!("key-test-title"), buf, theme);
        draw_rows(&rows, inner, buf, theme);
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
        assert_eq!(press(&mut test, "Enter"), [Effect::CloseOverlay]);
        // A key that the terminal keeps for itself never arrives: the user reports that with Space.
        let mut test = KeyTest::default();
        let kept = [Effect::Heard(TestedKey::CtrlTab, KeyKnowledge::DidNotCome)];
        assert_eq!(press(&mut test, "Space"), kept);
        assert_eq!(press(&mut test, "Esc"), [Effect::CloseOverlay]);
    }
}
