//! Confirmation before a session is deleted: deletion is final, so one key is not enough, and a
//! stray key has no effect.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Line, SessionList};
use crate::effect::Effect;
use l10n::counted;
use l10n::say;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::session::{DeletePolicy, SessionStatus};
use redact::one_line;

/// An open confirmation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DeleteDialog {
    session: SessionId,
    how: DeletePolicy,
    /// The text of the confirmation, including its keys.
    pub(super) words: String,
}

/// Description of the session in the confirmation.
pub(super) struct DeletedSession {
    name: String,
    messages: u64,
    status: SessionStatus,
}

impl DeleteDialog {
    pub(super) fn of(session: SessionId, told: &DeletedSession) -> Self {
        let name = one_line(&told.name);
        let messages = counted(told.messages, "message");
        let (how, words) = match told.status {
            SessionStatus::Running | SessionStatus::Waiting => (
                DeletePolicy::Forced,
                say!("list-delete-working", name, messages),
            ),
            SessionStatus::AwaitingReview => {
                (DeletePolicy::Forced, say!("list-delete-undecided", name))
            }
            _ => (DeletePolicy::Carefully, say!("list-delete", name, messages)),
        };
        Self {
            session,
            how,
            words,
        }
    }

    /// Returns the confirming key.
    fn yes(&self) -> char {
        match self.how {
            DeletePolicy::Carefully => 'y',
            DeletePolicy::Forced => '!',
        }
    }
}

impl SessionList {
    pub(super) fn facts_for_deletion(&self, line: &Line) -> DeletedSession {
        let kept = self.summary_of(line).map(|summary| summary.messages);
        let live = self.open_of(line).map(|open| open.messages);
        let name = match line {
            Line::Session { name, .. } => name.clone(),
            Line::Workspace(_) => String::new(),
        };
        DeletedSession {
            name,
            messages: live.or(kept).unwrap_or(0),
            status: self.status_of(line),
        }
    }

    /// Deletes the session if this key, which was pressed alone, confirms it.
    pub(super) fn delete_if_confirmed(&mut self, held: char) -> Vec<Effect> {
        let is_yes = |deletion: &mut DeleteDialog| held == deletion.yes();
        let deletion = self.deletion.take_if(is_yes);
        let order = deletion.map(|DeleteDialog { session, how, .. }| {
            Effect::Send(Command::DeleteSession { session, how })
        });
        order.into_iter().collect()
    }

    pub(super) fn deletion_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.held = None;
        let Some(deletion) = &self.deletion else {
            return Vec::new();
        };
        let chord = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SUPER;
        match key.code {
            KeyCode::Char(letter) if key.modifiers.intersects(chord) && letter != 'g' => {}
            // The key counts once it is known to have been alone.
            KeyCode::Char(letter) if letter == deletion.yes() => self.held = Some(letter),
            KeyCode::Esc | KeyCode::Char('n' | 'q' | 'g') => self.deletion = None,
            _ => {}
        }
        Vec::new()
    }
}
