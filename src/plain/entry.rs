//! Texts that are edited: in the human's own editor where there is one, else typed line by line.

use super::settings::LineOf;
use super::state::{Editor, Effect, Plain};
use crate::language::say;
use crate::protocol::approval::Decision;
use crate::protocol::command::Command;
use crate::protocol::ids::{ContentHash, FileId, HunkId, MessageId, PromptId};
use crate::protocol::review::{ConflictChoice, ReviewOrder};

/// A text that is being edited.
#[derive(Debug)]
pub(super) struct Entry {
    what: EditWhat,
    before: String,
    /// What was typed of it; nothing while the human's editor has it.
    lines: Option<Vec<String>>,
}

/// What is edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum EditWhat {
    /// The command that a question is about.
    Command(PromptId),
    /// The file that a question is about.
    Proposal(PromptId),
    /// What a hunk proposes.
    Hunk(HunkId),
    /// The place of a conflict.
    Conflict(HunkId),
    /// A whole file; the hash is filled in when its text comes.
    File(FileId, Option<ContentHash>),
    /// The workspace's note.
    Note,
    /// A message that is not sent yet.
    Message,
    /// What is sent in the place of a message.
    Anew(MessageId),
    /// A value that is one line.
    Line(LineOf),
}

impl Plain {
    /// Lets the human edit a text.
    pub(super) fn edit(&mut self, what: EditWhat, text: &str) {
        self.entry = Some(Entry {
            what,
            before: text.to_owned(),
            lines: None,
        });
        match self.manner.editor {
            Editor::There => {
                self.say(say!("plain-editor-opened"));
                self.effects.push(Effect::Edit(text.to_owned()));
            }
            Editor::None => self.entry_by_lines(),
        }
    }

    /// Lets the human type a value that is one line. What is there stands in `before`.
    pub(super) fn ask_line(&mut self, of: LineOf, before: &str, question: String) {
        self.entry = Some(Entry {
            what: EditWhat::Line(of),
            before: before.to_owned(),
            lines: Some(Vec::new()),
        });
        self.say(question);
        if !before.is_empty() {
            self.say(say!("plain-line-now", value = super::text::line(before)));
        }
        self.say(say!("plain-line-how"));
    }

    /// The text is typed line by line.
    pub(super) fn entry_by_lines(&mut self) {
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

    /// A line of a text.
    pub(super) fn entry_line(&mut self, text: &str) {
        if let Some(Entry {
            what: EditWhat::Line(_),
            ..
        }) = &self.entry
        {
            let given = Some(text.trim().to_owned());
            let given = given.filter(|text| !text.is_empty() && text != "/cancel");
            return self.edited(given);
        }
        let Some(Entry {
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

    /// A text was edited, or left as it is.
    pub(super) fn edited(&mut self, text: Option<String>) {
        let Some(entry) = self.entry.take() else {
            return;
        };
        if entry.what == EditWhat::Message {
            return self.message_edited(text, &entry.before);
        }
        let changed = text.filter(|text| *text != entry.before);
        let Some(text) = changed else {
            self.say(say!("plain-text-stays"));
            return self.ask_again();
        };
        let Some(session) = self.current else { return };
        let order = match entry.what {
            EditWhat::Command(id) => return self.answer_edited(id, text.trim_end()),
            EditWhat::Proposal(id) => return self.answer_edited(id, &text),
            EditWhat::Hunk(hunk) => ReviewOrder::Amend { hunk, text },
            EditWhat::Conflict(hunk) => ReviewOrder::Settle {
                hunk,
                choice: ConflictChoice::Edited(text),
            },
            EditWhat::File(file, Some(on)) => ReviewOrder::EditFile { file, on, text },
            EditWhat::Note => {
                let base = entry.before;
                self.say(say!("plain-note-kept"));
                return self.send(Command::SaveNote {
                    session,
                    base,
                    text,
                });
            }
            EditWhat::Anew(message) => return self.send_anew(message, &text),
            EditWhat::Line(of) => return self.line_given(of, text.trim()),
            EditWhat::Message | EditWhat::File(_, None) => return,
        };
        self.send(Command::Review { session, order });
    }

    /// The human changed what a question is about: that is the answer, if it still asks about the same.
    fn answer_edited(&mut self, id: PromptId, text: &str) {
        let is_asked = self.asked_prompt().is_some_and(|prompt| prompt.id == id);
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
