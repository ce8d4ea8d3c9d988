//! Editing of texts: in the user's own editor if available, else typed line by line.

use super::settings::TypedValue;
use super::state::{Editor, Effect, Plain};
use l10n::say;
use protocol::approval::Decision;
use protocol::command::Command;
use protocol::ids::{ContentHash, FileId, HunkId, MessageId, QuestionId};
use protocol::review::{ConflictChoice, ReviewCommand};

/// A text that is being edited.
#[derive(Debug)]
pub(super) struct TextEntry {
    what: EditSubject,
    before: String,
    /// The lines typed so far; `None` while the user's editor has the text.
    lines: Option<Vec<String>>,
}

/// The subject of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum EditSubject {
    /// The command of a question.
    Command(QuestionId),
    /// The file of a question.
    Proposal(QuestionId),
    /// The proposed text of a hunk.
    Hunk(HunkId),
    /// The location of a conflict.
    Conflict(HunkId),
    /// A whole file; the hash is filled in when its text arrives.
    File(FileId, Option<ContentHash>),
    /// The workspace's note.
    Note,
    /// A message that is not sent yet.
    Message,
    /// The text that replaces a sent message.
    Resend(MessageId),
    /// A value of one line.
    Line(TypedValue),
}

impl Plain {
    /// Starts editing a text.
    pub(super) fn edit(&mut self, what: EditSubject, text: &str) {
        self.entry = Some(TextEntry {
            what,
            before: text.to_owned(),
            lines: None,
        });
        match self.manner.editor {
            Editor::There => {
                self.say(say!("plain-editor-opened"));
                self.effects.push(Effect::Edit(text.to_owned()));
            }
            Editor::None => self.continue_entry_by_lines(),
        }
    }

    /// Asks for a value of one line; `before` is the current value.
    pub(super) fn ask_line(&mut self, of: TypedValue, before: &str, question: String) {
        self.entry = Some(TextEntry {
            what: EditSubject::Line(of),
            before: before.to_owned(),
            lines: Some(Vec::new()),
        });
        self.say(question);
        if !before.is_empty() {
            self.say(say!("plain-line-now", value = super::text::line(before)));
        }
        self.say(say!("plain-line-how"));
    }

    /// Switches to typing the text line by line.
    pub(super) fn continue_entry_by_lines(&mut self) {
        let Some(entry) = &mut self.entry else { return };
        entry.lines = Some(Vec::new());
        if entry.before.is_empty() {
            return self.say(say!("plain-text-from-nothing"));
        }
        let before = super::text::exact(entry.before.trim_end_matches('\n'));
        self.say(say!("plain-text-as-it-is"));
        self.say_all(before);
        self.say(say!("plain-text-how"));
    }

    /// Handles a line of a text.
    pub(super) fn entry_line(&mut self, text: &str) {
        if let Some(TextEntry {
            what: EditSubject::Line(_),
            ..
        }) = &self.entry
        {
            let given = Some(text.trim().to_owned());
            let given = given.filter(|text| !text.is_empty() && text != "/cancel");
            return self.edited(given);
        }
        let Some(TextEntry {
            lines: Some(lines), ..
        }) = &mut self.entry
        else {
            return self.say(say!("plain-editor-has-it"));
        };
        match text.trim() {
            "." => {
                let mut whole = lines.join("\n");
                if !lines.is_empty() {
                    whole.push('\n');
                }
                self.edited(Some(whole));
            }
            "/cancel" => self.edited(None),
            _ => lines.push(text.to_owned()),
        }
    }

    /// Handles the edited text; `None` if the user left it unchanged.
    pub(super) fn edited(&mut self, text: Option<String>) {
        let Some(entry) = self.entry.take() else {
            return;
        };
        if entry.what == EditSubject::Message {
            return self.message_edited(text, &entry.before);
        }
        let changed = text.filter(|text| *text != entry.before);
        let Some(text) = changed else {
            self.say(say!("plain-text-stays"));
            return self.ask_again();
        };
        let Some(session) = self.current else { return };
        let order = match entry.what {
            EditSubject::Command(id) => return self.answer_edited(id, text.trim_end()),
            EditSubject::Proposal(id) => return self.answer_edited(id, &text),
            EditSubject::Hunk(hunk) => ReviewCommand::Amend { hunk, text },
            EditSubject::Conflict(hunk) => ReviewCommand::Settle {
                hunk,
                choice: ConflictChoice::Edited(text),
            },
            EditSubject::File(file, Some(on)) => ReviewCommand::EditFile { file, on, text },
            EditSubject::Note => {
                let base = entry.before;
                self.say(say!("plain-note-kept"));
                return self.send(Command::SaveNote {
                    session,
                    base,
                    text,
                });
            }
            EditSubject::Resend(message) => return self.resend_text(message, &text),
            EditSubject::Line(of) => return self.value_entered(of, text.trim()),
            EditSubject::Message | EditSubject::File(_, None) => return,
        };
        self.send(Command::Review { session, order });
    }

    /// Sends the edited subject as the question's answer, if the question still asks
    /// about the same.
    fn answer_edited(&mut self, id: QuestionId, text: &str) {
        let is_asked = self
            .asked_question()
            .is_some_and(|question| question.id == id);
        if !is_asked {
            return self.say(say!("plain-question-is-another"));
        }
        if text.trim().is_empty() {
            self.say(say!("plain-nothing-left"));
            return self.ask_again();
        }
        self.decide(Decision::Edited {
            text: text.to_owned(),
            on_disk: false,
        });
    }
}
