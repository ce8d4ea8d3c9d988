//! The keys that edit text, as they are shipped.
//!
//! The full screen's editor resolves its keys by the key table; all other fields use these fixed
//! keys, so that no override of the table can change what a key does beside a decision. A test of
//! the full screen checks that they equal the embedded table.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::EditAction;

/// Whether a key was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyUse {
    /// The key moved or changed something, or could have.
    Yes,
    /// The key has no meaning here.
    No,
}

/// Returns the character that a key types, if it is no chord.
pub fn typed(key: &KeyEvent) -> Option<char> {
    let chord = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SUPER;
    match key.code {
        KeyCode::Char(character) if !key.modifiers.intersects(chord) => Some(character),
        _ => None,
    }
}

/// Returns the text that a key means after "insert literally".
pub fn literal_text(key: &KeyEvent) -> Option<String> {
    let is_control = key.modifiers == KeyModifiers::CONTROL;
    match key.code {
        // No other control character is useful in a text.
        KeyCode::Char('i') if is_control => Some("\t".to_owned()),
        KeyCode::Char('j' | 'm') if is_control => Some("\n".to_owned()),
        KeyCode::Enter => Some("\n".to_owned()),
        KeyCode::Tab => Some("\t".to_owned()),
        _ => typed(key).map(String::from),
    }
}

/// Returns the editing action of a key, if it has one.
pub fn edit_action(key: &KeyEvent) -> Option<EditAction> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return control(key);
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return alt(key);
    }
    Some(match key.code {
        KeyCode::Home => EditAction::LineStart,
        KeyCode::End => EditAction::LineEnd,
        KeyCode::Left => EditAction::CharLeft,
        KeyCode::Right => EditAction::CharRight,
        KeyCode::Backspace => EditAction::DeleteBack,
        KeyCode::Delete => EditAction::DeleteChar,
        _ => return None,
    })
}

fn control(key: &KeyEvent) -> Option<EditAction> {
    let shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    Some(match key.code {
        KeyCode::Char('a') => EditAction::LineStart,
        KeyCode::Char('e') => EditAction::LineEnd,
        KeyCode::Char('b') => EditAction::CharLeft,
        KeyCode::Char('f') => EditAction::CharRight,
        KeyCode::Left => EditAction::WordLeft,
        KeyCode::Right => EditAction::WordRight,
        KeyCode::Char('d') => EditAction::DeleteChar,
        KeyCode::Char('h') => EditAction::DeleteBack,
        KeyCode::Char('w') => EditAction::KillWordBack,
        KeyCode::Char('k') => EditAction::KillToEnd,
        KeyCode::Char('u') => EditAction::KillToStart,
        KeyCode::Char('y') => EditAction::Yank,
        KeyCode::Char('t') => EditAction::TransposeChars,
        KeyCode::Char('q') => EditAction::InsertLiterally,
        KeyCode::Char('_' | '7' | '/' | '-') => EditAction::Undo,
        KeyCode::Char('z' | 'Z') if shifted => EditAction::Redo,
        _ => return None,
    })
}

fn alt(key: &KeyEvent) -> Option<EditAction> {
    Some(match key.code {
        KeyCode::Char('b') | KeyCode::Left => EditAction::WordLeft,
        KeyCode::Char('f') | KeyCode::Right => EditAction::WordRight,
        KeyCode::Char('d') => EditAction::KillWord,
        KeyCode::Backspace => EditAction::KillWordBackAlnum,
        KeyCode::Char('y') => EditAction::YankPop,
        KeyCode::Char('t') => EditAction::TransposeWords,
        KeyCode::Char('u') => EditAction::UpcaseWord,
        KeyCode::Char('l') => EditAction::DowncaseWord,
        KeyCode::Char('c') => EditAction::CapitaliseWord,
        _ => return None,
    })
}
