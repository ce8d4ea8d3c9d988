//! The editor's actions of the key table as readline's, and the keys that fields of several lines
//! have besides.

use client::line_editor::EditAction;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::keymap::Action;

/// Returns what an action of the key table does to a text, if it is one of readline's.
pub(super) fn edit_action_of(action: Action) -> Option<EditAction> {
    Some(match action {
        Action::LineStart => EditAction::LineStart,
        Action::LineEnd => EditAction::LineEnd,
        Action::CharLeft => EditAction::CharLeft,
        Action::CharRight => EditAction::CharRight,
        Action::WordLeft => EditAction::WordLeft,
        Action::WordRight => EditAction::WordRight,
        Action::DeleteBack => EditAction::DeleteBack,
        Action::DeleteChar => EditAction::DeleteChar,
        Action::KillToStart => EditAction::KillToStart,
        Action::KillToEnd => EditAction::KillToEnd,
        Action::KillWordBack => EditAction::KillWordBack,
        Action::KillWordBackAlnum => EditAction::KillWordBackAlnum,
        Action::KillWord => EditAction::KillWord,
        Action::Yank => EditAction::Yank,
        Action::YankPop => EditAction::YankPop,
        Action::TransposeChars => EditAction::TransposeChars,
        Action::TransposeWords => EditAction::TransposeWords,
        Action::UpcaseWord => EditAction::UpcaseWord,
        Action::DowncaseWord => EditAction::DowncaseWord,
        Action::CapitaliseWord => EditAction::CapitaliseWord,
        Action::UndoEdit => EditAction::Undo,
        Action::RedoEdit => EditAction::Redo,
        Action::InsertLiterally => EditAction::InsertLiterally,
        _ => return None,
    })
}

/// Returns the action of a key that selects text or breaks a line.
pub(super) fn field_action(key: &KeyEvent) -> Option<Action> {
    Some(match (key.code, key.modifiers) {
        (KeyCode::Enter, KeyModifiers::ALT | KeyModifiers::SHIFT)
        | (KeyCode::Char('j'), KeyModifiers::CONTROL) => Action::Newline,
        (KeyCode::Left, KeyModifiers::SHIFT) => Action::SelectLeft,
        (KeyCode::Right, KeyModifiers::SHIFT) => Action::SelectRight,
        (KeyCode::Up, KeyModifiers::SHIFT) => Action::SelectUp,
        (KeyCode::Down, KeyModifiers::SHIFT) => Action::SelectDown,
        (KeyCode::Home, KeyModifiers::SHIFT) => Action::SelectHome,
        (KeyCode::End, KeyModifiers::SHIFT) => Action::SelectEnd,
        _ => return None,
    })
}
