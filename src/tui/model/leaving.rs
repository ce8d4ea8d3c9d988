//! The key that leaves the editor, pressed twice: it stops the run, or edits the last message.
//!
//! The first press only moves the focus, so a single Esc never ends anything. A letter right behind
//! Esc stays a letter.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Model;
use crate::chrome::{AGAIN, AfterLeaving, Armed, Focus};
use crate::effect::Effect;
use crate::input::InputUse;
use crate::keymap::{Action, Context, Keymap, Resolution};
use crate::layout::Pane;
use crate::tab::Tab;
use crate::terminal::KeyProtocol;
use l10n::say;
use protocol::event::NoticeLevel;

impl Model {
    /// Esc in the editor: closes a search or the completion; otherwise keeps the draft and moves
    /// the focus to the panes, where Esc again may do more.
    pub(crate) fn leave_editor(&mut self) -> Vec<Effect> {
        let main = self.panes.layout_request.main;
        let Some(tab) = self.sessions.tab_mut() else {
            return vec![Effect::FocusPane(main)];
        };
        if tab.editor.cancel() == InputUse::Yes {
            return Vec::new();
        }
        if tab.resend.is_some() {
            return self.sessions.stop_editing();
        }
        let mut effects = vec![Effect::FocusPane(main)];
        effects.extend(self.arm_second_leaving(main));
        effects
    }

    /// Arms the second press after the first one left the editor for this pane.
    fn arm_second_leaving(&mut self, pane: Pane) -> Option<Effect> {
        let tab = self.sessions.tab()?;
        let session = tab.facts.id;
        let then = tab.after_leaving()?;
        if then == AfterLeaving::EditLast && pane != Pane::Chat {
            // Esc in another pane closes what lies there.
            return None;
        }
        self.chrome.armed = Some(Armed::Leave {
            until: self.chrome.now + AGAIN,
            session,
            then,
        });
        let text = say!("ladder-again-stops").to_owned();
        (then == AfterLeaving::StopRun).then_some(Effect::Tell(NoticeLevel::Info, text))
    }

    /// Takes the key that left the editor when it comes again in time; `None` if it is another key.
    pub(crate) fn second_leaving(
        &mut self,
        key: &KeyEvent,
        keymap: &Keymap,
    ) -> Option<Vec<Effect>> {
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
        let is_due = |tab: &&Tab| tab.facts.id == session && tab.after_leaving() == Some(then);
        let tab = self.sessions.tab().filter(is_due).filter(|_| is_it)?;
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
    pub(crate) fn escape_and_letter(
        &self,
        key: &KeyEvent,
        keymap: &Keymap,
    ) -> Option<[KeyEvent; 2]> {
        let chrome = &self.chrome;
        let is_letter = matches!(key.code, KeyCode::Char(_)) && key.modifiers == KeyModifiers::ALT;
        if !is_letter || chrome.findings.protocol == KeyProtocol::Kitty {
            return None;
        }
        let is_over = self.dialogs.is_open() || self.selects() || chrome.pending.is_some();
        let tab = self.sessions.tab()?;
        let is_typing = match chrome.focus {
            Focus::Editor => !tab.editor.takes_first(key) && !tab.facts.is_frozen(),
            _ => matches!(chrome.armed, Some(Armed::Leave { .. })),
        };
        let is_unbound = || keymap.resolve(&self.contexts(), &[], key) == Resolution::Nothing;
        let keys = [KeyCode::Esc, key.code].map(|code| KeyEvent::new(code, KeyModifiers::NONE));
        (is_typing && !is_over && is_unbound()).then_some(keys)
    }
}
