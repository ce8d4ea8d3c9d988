//! The workspace's note: showing, hiding and storing it.

use super::Panes;
use crate::chrome::{Chrome, Focus};
use crate::effect::Effect;
use crate::layout::{Pane, Visibility};
use l10n::said;
use protocol::command::{Command, CommandKind};
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::SessionId;

impl Panes {
    /// Hides the note, and stores it.
    pub fn hide_note(&mut self, session: Option<SessionId>, chrome: &Chrome) -> Vec<Effect> {
        let mut effects = self.store_note(session);
        let request = &mut self.layout_request;
        request.note = Visibility::No;
        if request.main == Pane::Note {
            request.main = Pane::Chat;
        }
        request.zoom.take_if(|pane| *pane == Pane::Note);
        let had_keys = chrome.focus == Focus::Pane(Pane::Note);
        effects.extend(had_keys.then_some(Effect::FocusEditor));
        effects
    }

    /// Stores the typed text of the note.
    pub fn store_note(&mut self, session: Option<SessionId>) -> Vec<Effect> {
        let due = session.and_then(|session| Some((session, self.note.take_due()?)));
        let save = due.map(|(session, (base, text))| Command::SaveNote {
            session,
            base,
            text,
        });
        save.map(Effect::Send).into_iter().collect()
    }

    /// Handles the outcome of storing the note: it was stored, here or in another terminal, or
    /// storing failed. Returns `None` for another event.
    pub fn note_fact(&mut self, fact: &EventKind) -> Option<Vec<Effect>> {
        match fact {
            EventKind::NoteChanged { text } => {
                self.note.changed(text);
                Some(Vec::new())
            }
            EventKind::CommandRejected {
                command, reason, ..
            } if *command == CommandKind::SaveNote => {
                let reason = said(reason);
                self.note.refused(&reason);
                Some(vec![Effect::Say(NoticeLevel::Warning, reason)])
            }
            _ => None,
        }
    }
}
