//! Edits what a question would grant in `$EDITOR`. Part of [`Bar`].

use super::Bar;
use crate::effect::{EditPurpose, EditSubject, Effect, ExternalEdit};
use l10n::say;
use protocol::event::NoticeLevel;
use protocol::ids::{ContentHash, QuestionId};
use protocol::query::Query;

/// A text of a question that is open in `$EDITOR`, or on its way there.
#[derive(Debug, Clone)]
pub(super) struct OpenEdit {
    question: QuestionId,
    /// Hash of the question's content when the editor was requested.
    shown: ContentHash,
    /// The text that was opened; `None` until it arrives.
    before: Option<String>,
}

impl Bar {
    /// Opens a text of the shown question in `$EDITOR`.
    pub(super) fn edit_externally(&mut self, text: String, effects: &mut Vec<Effect>) {
        if let Some(question) = self.begin_edit() {
            effects.push(self.open_editor(question, text));
        }
    }

    /// Requests the proposed text of the shown question's file, of which the bar has only the diff;
    /// then it is opened in `$EDITOR`.
    pub(super) fn edit_proposed_file(&mut self, effects: &mut Vec<Effect>) {
        if let Some(question) = self.begin_edit() {
            let session = self.session;
            effects.push(Effect::Ask(Query::ProposedText { session, question }));
        }
    }

    fn begin_edit(&mut self) -> Option<QuestionId> {
        let question = &self.current()?.question;
        let (question, shown) = (question.id, question.shown);
        self.open_edit = Some(OpenEdit {
            question,
            shown,
            before: None,
        });
        Some(question)
    }

    fn open_editor(&mut self, question: QuestionId, text: String) -> Effect {
        if let Some(edit) = &mut self.open_edit {
            edit.before = Some(text.clone());
        }
        Effect::Edit(ExternalEdit {
            purpose: EditPurpose::Question(self.session, question),
            subject: EditSubject::Text(text),
        })
    }

    /// Takes the proposed new text of a file, to be edited.
    pub fn proposed(&mut self, question: QuestionId, text: String) -> Vec<Effect> {
        if self.is_as_requested(question) {
            return vec![self.open_editor(question, text)];
        }
        let text = say!("whole-proposal-changed").to_owned();
        vec![Effect::Say(NoticeLevel::Warning, text)]
    }

    /// Whether the question is unchanged since its text was requested.
    fn is_as_requested(&self, question: QuestionId) -> bool {
        let open = self.open_edit.as_ref();
        let requested = open.filter(|edit| edit.question == question && edit.before.is_none());
        let shown = self.shown().filter(|shown| shown.id == question);
        matches!((requested, shown), (Some(edit), Some(shown)) if shown.shown == edit.shown)
    }

    /// Takes a text from `$EDITOR`; `None` if the user left the editor without saving.
    pub fn edited(&mut self, question: QuestionId, text: Option<String>) -> Vec<Effect> {
        let open = self.open_edit.take();
        let Some(edit) = open.filter(|edit| edit.question == question) else {
            return Vec::new();
        };
        match text.filter(|text| edit.before.as_ref() != Some(text)) {
            Some(text) => self.accept_edit(question, &edit.shown, text),
            None => {
                self.leave_edit();
                vec![Effect::info(say!("whole-nothing-edited"))]
            }
        }
    }
}
