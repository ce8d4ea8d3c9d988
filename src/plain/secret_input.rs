//! The hidden input of a key: it is echoed nowhere, kept in no history, and
//! overwritten when dropped.

use zeroize::Zeroizing;

use super::editor::Edit;
use super::keys::Key;
use redact::Secret;

#[derive(Default)]
pub(super) struct SecretInput {
    typed: Zeroizing<String>,
}

impl std::fmt::Debug for SecretInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("hidden")
    }
}

impl SecretInput {
    /// Takes a key press; returns the result at the end of the input. Pasted letters count like
    /// typed ones; a pasted line end does not end the input.
    pub(super) fn key(&mut self, key: Key) -> Option<Edit> {
        match key {
            Key::Letter(letter, _) => {
                // The buffer never moves to a larger allocation, which would leave a copy behind.
                if self.typed.capacity() == 0 {
                    self.typed.reserve_exact(Secret::LONGEST + 8);
                }
                if self.typed.len() <= Secret::LONGEST {
                    self.typed.push(letter);
                }
                None
            }
            Key::Backspace => {
                self.typed.pop();
                None
            }
            Key::KillBefore => {
                self.typed.clear();
                None
            }
            Key::Enter => Some(Edit::Secret(Some(Secret::new(&self.typed)))),
            Key::Interrupt | Key::EndOfInput => Some(Edit::Secret(None)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Source;

    #[test]
    fn a_key_is_typed_or_pasted_and_seen_nowhere() {
        let mut hidden = SecretInput::default();
        for letter in "sk-1x".chars() {
            assert_eq!(hidden.key(Key::Letter(letter, Source::Pasted)), None);
        }
        assert_eq!(hidden.key(Key::Backspace), None);
        assert_eq!(hidden.key(Key::PastedEnd), None);
        assert_eq!(format!("{hidden:?}"), "hidden");
        let entered = hidden.key(Key::Enter);
        assert_eq!(entered, Some(Edit::Secret(Some(Secret::new("sk-1")))));
        assert!(!format!("{entered:?}").contains("sk-1"));
        let mut left = SecretInput::default();
        left.key(Key::Letter('x', Source::Typed));
        assert_eq!(left.key(Key::Interrupt), Some(Edit::Secret(None)));
    }
}
