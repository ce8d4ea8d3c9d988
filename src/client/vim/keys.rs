//! Maps single keys and `:` lines to vim's commands.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::VimRequest;
use super::command::CTRL_R;
use crate::line_editor::typed;

/// Returns what a `:` line asks for.
pub(super) fn asked_by(line: &str) -> Option<VimRequest> {
    match line.trim_end_matches('!') {
        "" => None,
        "w" | "write" | "wq" | "x" | "xit" | "wa" | "wqa" | "xa" => Some(VimRequest::Send),
        "q" | "quit" | "qa" | "qall" => Some(VimRequest::Quit),
        other => Some(VimRequest::Unknown(other.to_owned())),
    }
}

/// Whether a key is Esc, or Ctrl+[ in a terminal that tells the two apart.
pub(super) fn is_escape(key: &KeyEvent) -> bool {
    match key.code {
        KeyCode::Esc => key.modifiers.is_empty(),
        KeyCode::Char('[') => key.modifiers == KeyModifiers::CONTROL,
        _ => false,
    }
}

/// Returns what a key scrolls: the conversation, which is what vim's window would show.
pub(super) fn scroll(key: &KeyEvent) -> Option<VimRequest> {
    if key.modifiers != KeyModifiers::CONTROL {
        return None;
    }
    match key.code {
        KeyCode::Char('u' | 'b') => Some(VimRequest::ScrollUp),
        KeyCode::Char('d' | 'f') => Some(VimRequest::ScrollDown),
        _ => None,
    }
}

/// Returns the character by which a command names a key.
pub(super) fn character(key: &KeyEvent) -> Option<char> {
    Some(match (key.code, key.modifiers) {
        (KeyCode::Left | KeyCode::Backspace, KeyModifiers::NONE)
        | (KeyCode::Char('h'), KeyModifiers::CONTROL) => 'h',
        (KeyCode::Down, KeyModifiers::NONE) | (KeyCode::Char('j' | 'n'), KeyModifiers::CONTROL) => {
            'j'
        }
        (KeyCode::Up, KeyModifiers::NONE) | (KeyCode::Char('p'), KeyModifiers::CONTROL) => 'k',
        (KeyCode::Right, KeyModifiers::NONE) => 'l',
        (KeyCode::Home, KeyModifiers::NONE) => '|',
        (KeyCode::End, KeyModifiers::NONE) => '$',
        (KeyCode::Delete, KeyModifiers::NONE) => 'x',
        (KeyCode::Char('r'), KeyModifiers::CONTROL) => CTRL_R,
        _ => return typed(key),
    })
}
