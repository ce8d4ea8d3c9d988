//! The dialogs over the rows: a choice, a text field.
//!
//! Plain data; `keys` contains the effects of their keys.

use super::field::Field;
use protocol::approval::Decision;
use protocol::change::HunkState;
use protocol::ids::{CommentId, FileId, HunkId};
use protocol::review::CommentTarget;

#[derive(Debug, Clone)]
pub(super) enum ReviewDialog {
    Choose(Choice),
    Text(Box<TextDialog>),
    /// The hunks of all files are being queried, to accept them.
    Gather(HunkCollection),
    /// The text of a hunk is being queried, for editing.
    Fetch(Fetch),
}

/// A dialog with several choices.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    pub(super) ways: Vec<ChoiceOption>,
    /// Index of the option that Enter takes.
    pub(super) at: usize,
}

/// An option of a choice.
#[derive(Debug, Clone)]
pub(super) struct ChoiceOption {
    pub(super) key: char,
    pub(super) label: String,
    pub(super) deed: ChoiceAction,
}

impl ChoiceOption {
    pub(super) fn new(key: char, label: impl Into<String>, deed: ChoiceAction) -> Self {
        let label = label.into();
        Self { key, label, deed }
    }
}

/// The effect of choosing an option.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ChoiceAction {
    Nothing,
    /// Decides about hunks and moves to the next one.
    Decide(Vec<HunkId>, HunkState),
    /// Answers the question.
    Answer(Decision),
    /// Undoes the last rollback: writes what it removed again.
    UndoRollback,
}

impl ChoiceAction {
    /// Whether its key must have been alone: it decides about writing files.
    pub(super) fn is_solo(&self) -> bool {
        matches!(self, ChoiceAction::Answer(_) | ChoiceAction::UndoRollback)
    }
}

/// A text that the user types.
#[derive(Debug, Clone)]
pub(super) struct TextDialog {
    pub(super) field: Field,
    pub(super) purpose: Purpose,
}

impl TextDialog {
    /// Whether it edits a hunk that only deletes, and nothing was typed yet.
    pub(super) fn is_of_deletion(&self) -> bool {
        let is_empty = self.field.is_unchanged() && self.field.text().is_empty();
        is_empty && matches!(self.purpose, Purpose::Amend(_))
    }
}

/// The use of a typed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Replaces what a hunk proposes.
    Amend(HunkId),
    /// Resolves a conflict.
    Settle(HunkId),
    Comment(CommentTarget),
    /// Rewords a comment that was not reported to the model yet.
    Reword(CommentId),
}

/// The hunks of all files, as they arrive.
#[derive(Debug, Clone, Default)]
pub(super) struct HunkCollection {
    pub(super) waiting: Vec<FileId>,
    pub(super) files: usize,
    pub(super) hunks: Vec<HunkId>,
    /// Large hunks, such as `src/a.rs: 120 lines`.
    pub(super) oversized: Vec<String>,
    pub(super) conflicts: usize,
}

/// The place where a text is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Editor {
    Here,
    External,
}

/// A text that is being queried.
#[derive(Debug, Clone)]
pub(super) struct Fetch {
    pub(super) file: FileId,
    pub(super) hunk: HunkId,
    pub(super) purpose: Purpose,
    pub(super) editor: Editor,
}
