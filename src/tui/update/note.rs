//! The workspace's note: showing, hiding and storing it.

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::effect::Effect;
use super::super::input::InputUse;
use super::super::layout::{Pane, Visibility};
use l10n::said;
use protocol::command::{Command, CommandKind};
use protocol::event::{EventKind, NoticeLevel};

impl App {
    /// Shows the note and gives it the keys, or hides it.
    pub(crate) fn toggle_note(&mut self) {
        if !self.shown_panes().contains(&Pane::Note) {
            return self.focus_pane(Pane::Note);
        }
        self.store_note();
        self.model.panes.layout_request.note = Visibility::No;
        if self.model.panes.layout_request.main == Pane::Note {
            self.model.panes.layout_request.main = Pane::Chat;
        }
        if self.model.panes.layout_request.zoom == Some(Pane::Note) {
            self.model.panes.layout_request.zoom = None;
        }
        if self.model.chrome.focus == Focus::Pane(Pane::Note) {
            self.focus_editor();
        }
    }

    /// Stores the typed text of the note.
    pub(super) fn store_note(&mut self) {
        let Some(session) = self.model.sessions.session() else {
            return;
        };
        if let Some((base, text)) = self.model.panes.note.take_due() {
            self.effects.push(Effect::Send(Command::SaveNote {
                session,
                base,
                text,
            }));
        }
    }

    /// Handles the outcome of storing the note: it was stored, here or in another terminal,
    /// or storing failed.
    pub(crate) fn note_fact(&mut self, fact: &EventKind) -> InputUse {
        match fact {
            EventKind::NoteChanged { text } => self.model.panes.note.changed(text),
            EventKind::CommandRejected {
                command, reason, ..
            } if *command == CommandKind::SaveNote => {
                let reason = said(reason);
                self.model.panes.note.refused(&reason);
                self.model.chrome.say(NoticeLevel::Warning, reason);
            }
            _ => return InputUse::No,
        }
        InputUse::Yes
    }
}
