//! The editor's keys as they are shipped, for text fields that do not use the key table.
//!
//! The loop resolves keys by `keymap` and hands the editor actions; the fields of the confirmation
//! bar use these fixed keys, so that no override of the table can change what a key does beside a
//! decision. A test checks that they equal the embedded table.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::keymap::Action;

/// Returns the character that a key types, if it is no chord.
pub fn typed(key: &KeyEvent) -> Option<char> {
    let chord = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SUPER;
    match key.code {
        KeyCode::Char(character) if !key.modifiers.intersects(chord) => Some(character),
        _ => None,
    }
}

/// Returns the editing action of a key, if it has one.
pub fn default_action(key: &KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return control(key);
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return alt(key);
    }
    if key.modifiers.contains(KeyModifiers::SHIFT)
        && let Some(action) = shift(key)
    {
        return Some(action);
    }
    Some(match key.code {
        KeyCode::Home => Action::LineStart,
        KeyCode::End => Action::LineEnd,
        KeyCode::Left => Action::CharLeft,
        KeyCode::Right => Action::CharRight,
        KeyCode::Backspace => Action::DeleteBack,
        KeyCode::Delete => Action::DeleteChar,
        _ => return None,
    })
}

fn control(key: &KeyEvent) -> Option<Action> {
    let shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    Some(match key.code {
        KeyCode::Char('a') => Action::LineStart,
        KeyCode::Char('e') => Action::LineEnd,
        KeyCode::Char('b') => Action::CharLeft,
        KeyCode::Char('f') => Action::CharRight,
        KeyCode::Left => Action::WordLeft,
        KeyCode::Right => Action::WordRight,
        KeyCode::Char('d') => Action::DeleteChar,
        KeyCode::Char('h') => Action::DeleteBack,
        KeyCode::Char('w') => Action::KillWordBack,
        KeyCode::Char('k') => Action::KillToEnd,
        KeyCode::Char('u') => Action::KillToStart,
        KeyCode::Char('y') => Action::Yank,
        KeyCode::Char('t') => Action::TransposeChars,
        KeyCode::Char('j') => Action::Newline,
        KeyCode::Char('q') => Action::InsertLiterally,
        KeyCode::Char('_' | '7' | '/' | '-') => Action::UndoEdit,
        KeyCode::Char('z' | 'Z') if shifted => Action::RedoEdit,
        _ => return None,
    })
}

fn alt(key: &KeyEvent) -> Option<Action> {
    Some(match key.code {
        KeyCode::Char('b') | KeyCode::Left => Action::WordLeft,
        KeyCode::Char('f') | KeyCode::Right => Action::WordRight,
        KeyCode::Char('d') => Action::KillWord,
        KeyCode::Backspace => Action::KillWordBackAlnum,
        KeyCode::Char('y') => Action::YankPop,
        KeyCode::Char('t') => Action::TransposeWords,
        KeyCode::Char('u') => Action::UpcaseWord,
        KeyCode::Char('l') => Action::DowncaseWord,
        KeyCode::Char('c') => Action::CapitaliseWord,
        KeyCode::Enter => Action::Newline,
        _ => return None,
    })
}

fn shift(key: &KeyEvent) -> Option<Action> {
    Some(match key.code {
        KeyCode::Left => Action::SelectLeft,
        KeyCode::Right => Action::SelectRight,
        KeyCode::Up => Action::SelectUp,
        KeyCode::Down => Action::SelectDown,
        KeyCode::Home => Action::SelectHome,
        KeyCode::End => Action::SelectEnd,
        KeyCode::Enter => Action::Newline,
        _ => return None,
    })
}
