//! The workspace's note: shown, taken away, kept.

use super::super::app::App;
use super::super::effect::Effect;
use super::super::layout::{Pane, Visibility};
use super::super::model::Focus;
use super::super::part::InputUse;
use crate::l10n::notice;
use crate::protocol::command::Command;
use crate::protocol::event::{EventKind, NoticeLevel};

impl App {
    /// Shows the note and gives it the keys, or takes it away.
    pub(in crate::tui) fn toggle_note(&mut self) {
        if !self.shown_panes().contains(&Pane::Note) {
            return self.focus_pane(Pane::Note);
        }
        self.keep_note();
        self.model.wishes.note = Visibility::No;
        if self.model.wishes.main == Pane::Note {
            self.model.wishes.main = Pane::Chat;
        }
        if self.model.wishes.zoom == Some(Pane::Note) {
            self.model.wishes.zoom = None;
        }
        if self.model.focus == Focus::Pane(Pane::Note) {
            self.focus_editor();
        }
    }

    /// Keeps what was typed into it.
    pub(super) fn keep_note(&mut self) {
        let Some(session) = self.model.session() else {
            return;
        };
        if let Some((base, text)) = self.model.note.take_due() {
            self.effects.push(Effect::Send(Command::SaveNote {
                session,
                base,
                text,
            }));
        }
    }

    /// It was kept, here or elsewhere, or could not be.
    pub(in crate::tui) fn note_fact(&mut self, fact: &EventKind) -> InputUse {
        match fact {
            EventKind::NoteChanged { text } => self.model.note.changed(text),
            EventKind::CommandRejected {
                command, reason, ..
            } if command == "save_note" => {
                let reason = notice(reason);
                self.model.note.refused(&reason);
                self.model.say(NoticeLevel::Warning, reason);
            }
            _ => return InputUse::No,
        }
        InputUse::Yes
    }
}
