//! The key that leaves the editor, pressed twice: it stops the run, or edits the last message.
//!
//! The first press only moves the focus, so a single Esc never ends anything. A letter right behind
//! Esc stays a letter.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Model;
use crate::chrome::{AGAIN, AfterLeaving, Armed, Focus};
use crate::effect::Effect;
use crate::keymap::{Action, Context, Keymap, Resolution};
use crate::layout::Pane;
use crate::terminal::KeyProtocol;
use l10n::say;
use protocol::event::NoticeLevel;

impl Model {
    /// Arms the second press when the first one leaves the editor for the main pane; says so if the
    /// second one stops a run.
    pub(super) fn arm_second_leaving(&mut self) -> Option<Effect> {
        let tab = self.sessions.tab()?;
        let (session, then) = (tab.facts.id, tab.after_leaving()?);
        let is_to_chat = self.panes.layout_request.main == Pane::Chat;
        if then == AfterLeaving::EditLast && !is_to_chat {
            // Esc in another pane closes what lies there.
            return None;
        }
        self.chrome.armed = Some(Armed::Leave {
            until: self.chrome.now + AGAIN,
            session,
            then,
        });
        let stops = then == AfterLeaving::StopRun;
        stops.then(|| Effect::Tell(NoticeLevel::Info, say!("ladder-again-stops").to_owned()))
    }

    /// Takes the key that left the editor when it comes again in time; `None` if it is another key.
    pub fn second_leaving(&mut self, key: &KeyEvent, keymap: &Keymap) -> Option<Vec<Effect>> {
        let Some(Armed::Leave {
            until,
            session,
            then,
        }) = self.chrome.armed
        else {
            return None;
        };
        let found = keymap.resolve(&[Context::Editor], &[], key);
        let is_it = found == Resolution::Action(Action::LeaveEditor)
            && self.chrome.now <= until
            && !self.dialogs.is_open();
        let tab = self.sessions.tab().filter(|tab| tab.facts.id == session)?;
        if !is_it || tab.after_leaving() != Some(then) {
            return None;
        }
        let edit = tab.chat.edit_of_last_message();
        self.chrome.armed = None;
        self.chrome.notice = None;
        let mut effects = vec![Effect::FocusEditor];
        match then {
            AfterLeaving::StopRun => effects.extend(self.chrome.cancel_run(session)),
            AfterLeaving::EditLast => effects.extend(edit),
        }
        Some(effects)
    }

    /// Reads a letter with Alt that has no binding, in the editor or right after it was left, as
    /// Esc and the letter: terminals without a key protocol send the same bytes for both when the
    /// two come close together.
    pub fn escape_and_letter(&self, key: &KeyEvent, keymap: &Keymap) -> Option<[KeyEvent; 2]> {
        let is_letter = matches!(key.code, KeyCode::Char(_)) && key.modifiers == KeyModifiers::ALT;
        if !is_letter || self.chrome.findings.protocol == KeyProtocol::Kitty {
            return None;
        }
        let is_over = self.dialogs.is_open() || self.selects() || self.chrome.pending.is_some();
        let tab = self.sessions.tab()?;
        let is_typing = match self.chrome.focus {
            Focus::Editor => !tab.editor.takes_first(key) && !tab.facts.is_frozen(),
            _ => matches!(self.chrome.armed, Some(Armed::Leave { .. })),
        };
        let is_unbound = || keymap.resolve(&self.contexts(), &[], key) == Resolution::Nothing;
        let keys = [KeyCode::Esc, key.code].map(|code| KeyEvent::new(code, KeyModifiers::NONE));
        (is_typing && !is_over && is_unbound()).then_some(keys)
    }
}
