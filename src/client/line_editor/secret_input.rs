//! The input of an API key: its text is shown nowhere, has no undo, no history and no cut to yank,
//! and is overwritten when dropped.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use redact::Secret;
use zeroize::Zeroizing;

use super::typed;

/// A typed text that is never shown.
pub struct SecretInput {
    /// Has the capacity for the longest text from the start, so that growing leaves no copy behind.
    text: Zeroizing<String>,
}

impl Default for SecretInput {
    fn default() -> Self {
        Self {
            text: Zeroizing::new(String::with_capacity(Secret::LONGEST + char::MAX_LEN_UTF8)),
        }
    }
}

impl std::fmt::Debug for SecretInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretInput")
    }
}

impl SecretInput {
    /// Returns the number of characters.
    pub fn letters(&self) -> usize {
        self.text.chars().count()
    }

    /// Appends text if it fits; returns whether it did.
    pub fn push(&mut self, text: &str) -> bool {
        let fits = self.text.len() + text.len() <= Secret::LONGEST;
        if fits {
            self.text.push_str(text);
        }
        fits
    }

    /// Appends a letter. One letter too many is kept, so that the key is known to be too long; the
    /// others are dropped.
    pub fn type_letter(&mut self, letter: char) {
        if self.text.len() <= Secret::LONGEST {
            self.text.push(letter);
        }
    }

    /// Handles an editing key: letters, Backspace, Ctrl+U.
    pub fn key(&mut self, key: &KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if control => self.clear(),
            KeyCode::Char('h') if control => drop(self.text.pop()),
            KeyCode::Backspace => drop(self.text.pop()),
            _ => typed(key)
                .into_iter()
                .for_each(|letter| self.type_letter(letter)),
        }
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes the typed text out, which is then forgotten here.
    pub fn take(&mut self) -> Secret {
        let key = Secret::new(&self.text);
        self.clear();
        key
    }
}
