//! The key that leaves the editor, pressed twice: it stops the run, or edits the last message.
//!
//! The first press only moves the focus, so a single Esc never ends anything. A letter right behind
//! Esc stays a letter.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::app::App;
use super::super::chrome::{AfterLeaving, Armed, Focus};
use super::super::input::InputUse;
use super::super::keymap::{Action, Context, Resolution};
use super::super::layout::Pane;
use super::super::tab::Tab;
use super::super::terminal::KeyProtocol;
use super::interrupt::AGAIN;
use l10n::say;
use protocol::event::NoticeLevel;

impl App {
    /// Arms the second press after the first one left the editor.
    pub(super) fn arm_second_leaving(&mut self) {
        let Some(tab) = self.model.sessions.tab() else {
            return;
        };
        let session = tab.facts.id;
        let is_in_chat = self.model.chrome.focus == Focus::Pane(Pane::Chat);
        let then = match tab.after_leaving() {
            // Esc in another pane closes what lies there.
            Some(AfterLeaving::EditLast) if !is_in_chat => return,
            Some(then) => then,
            None => return,
        };
        self.model.chrome.armed = Some(Armed::Leave {
            until: self.model.chrome.now + AGAIN,
            session,
            then,
        });
        if then == AfterLeaving::StopRun {
            self.tell(NoticeLevel::Info, say!("ladder-again-stops"));
        }
    }

    /// Takes the key that left the editor when it comes again in time.
    pub(super) fn second_leaving(&mut self, key: &KeyEvent) -> InputUse {
        let Some(Armed::Leave {
            until,
            session,
            then,
        }) = self.model.chrome.armed
        else {
            return InputUse::No;
        };
        let found = self.keymap.resolve(&[Context::Editor], &[], key);
        let is_it = found == Resolution::Action(Action::LeaveEditor)
            && self.model.chrome.now <= until
            && !self.model.dialogs.is_open();
        let is_due = |tab: &Tab| tab.facts.id == session && tab.after_leaving() == Some(then);
        if !is_it || !self.model.sessions.tab().is_some_and(is_due) {
            return InputUse::No;
        }
        self.model.chrome.armed = None;
        self.model.chrome.notice = None;
        self.focus_editor();
        match then {
            AfterLeaving::StopRun => self.cancel_run(session),
            AfterLeaving::EditLast => {
                let tab = self.model.sessions.tab();
                let edit = tab.and_then(|tab| tab.chat.edit_of_last_message());
                self.carry_out(edit.into_iter().collect());
            }
        }
        InputUse::Yes
    }

    /// Reads a letter with Alt that has no binding, in the editor or right after it was left, as
    /// Esc and the letter: terminals without a key protocol send the same bytes for both when the
    /// two come close together.
    pub(super) fn escape_and_letter(&self, key: &KeyEvent) -> Option<[KeyEvent; 2]> {
        let chrome = &self.model.chrome;
        let is_letter = matches!(key.code, KeyCode::Char(_)) && key.modifiers == KeyModifiers::ALT;
        if !is_letter || chrome.findings.protocol == KeyProtocol::Kitty {
            return None;
        }
        let is_over = self.model.dialogs.is_open() || self.selects() || chrome.pending.is_some();
        let tab = self.model.sessions.tab()?;
        let is_typing = match chrome.focus {
            Focus::Editor => !tab.editor.wants_next_key() && !tab.facts.is_frozen(),
            _ => matches!(chrome.armed, Some(Armed::Leave { .. })),
        };
        let is_unbound = || self.keymap.resolve(&self.contexts(), &[], key) == Resolution::Nothing;
        let keys = [KeyCode::Esc, key.code].map(|code| KeyEvent::new(code, KeyModifiers::NONE));
        (is_typing && !is_over && is_unbound()).then_some(keys)
    }
}
