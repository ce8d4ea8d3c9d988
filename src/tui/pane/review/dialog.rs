//! What lies over the rows: the summary of a save, a choice, a text that is typed.
//!
//! Plain data; what their keys do is in `keys`.

use super::field::Field;
use crate::protocol::approval::Decision;
use crate::protocol::change::{FileDiff, HunkState};
use crate::protocol::ids::{CommentId, FileId, HunkId};
use crate::protocol::review::{ApplySummary, CommentTarget};

#[derive(Debug, Clone)]
pub(super) enum ReviewDialog {
    /// What would be written.
    Summary(ApplySummaryDialog),
    /// Something to choose.
    Choose(Choice),
    Text(Box<TextSheet>),
    /// The hunks of all files are asked for, to accept them.
    Gather(HunkCollection),
    /// The text of a hunk is asked for, to be edited.
    Fetch(Fetch),
}

impl ReviewDialog {
    /// What it shows may be another by now.
    pub(super) fn grow_old(&mut self) {
        if let ReviewDialog::Summary(summary) = self {
            summary.old = true;
        }
    }
}

/// What comes after a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AfterApply {
    Stay,
    Leave,
}

/// What would be written.
#[derive(Debug, Clone)]
pub(super) struct ApplySummaryDialog {
    pub(super) known: Option<ApplySummary>,
    pub(super) then: AfterApply,
    pub(super) top: usize,
    old: bool,
    diff: Diff,
}

/// The difference that the save would make.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Diff {
    /// The files are listed.
    #[default]
    Hidden,
    /// It is asked for.
    Awaited,
    /// It is shown, file by file.
    Shown(Vec<FileDiff>),
}

impl ApplySummaryDialog {
    pub(super) fn new(then: AfterApply) -> Self {
        Self {
            known: None,
            then,
            top: 0,
            old: true,
            diff: Diff::Hidden,
        }
    }

    /// The difference, as far as it is wished and known.
    pub(super) fn diff(&self) -> &Diff {
        &self.diff
    }

    /// `d`: the difference in the place of the list, or the list again.
    pub(super) fn turn(&mut self) {
        self.top = 0;
        self.diff = match self.diff {
            Diff::Hidden => Diff::Awaited,
            Diff::Awaited | Diff::Shown(_) => Diff::Hidden,
        };
    }

    /// Takes the difference that was asked for.
    pub(super) fn take_diff(&mut self, diffs: &[FileDiff]) {
        if self.diff != Diff::Hidden {
            self.diff = Diff::Shown(diffs.to_vec());
        }
    }

    pub(super) fn is_old(&self) -> bool {
        self.old
    }

    pub(super) fn take(&mut self, summary: ApplySummary) {
        // What is shown may be another: it is asked for anew.
        if self.known.as_ref() != Some(&summary) && self.diff != Diff::Hidden {
            self.diff = Diff::Awaited;
        }
        self.known = Some(summary);
        self.old = false;
    }

    /// What may be written: what is shown, if it is not out of date.
    pub(super) fn current(&self) -> Option<&ApplySummary> {
        self.known.as_ref().filter(|_| !self.old)
    }
}

/// Something to choose.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    pub(super) ways: Vec<ChoiceOption>,
    /// Which one Enter takes.
    pub(super) at: usize,
}

/// One way to go on.
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

/// What is done where a way is chosen.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ChoiceAction {
    Nothing,
    /// Decides about hunks and goes on to the next.
    Decide(Vec<HunkId>, HunkState),
    /// Leaves the review.
    Close,
    /// Shows what would be written, then leaves.
    SaveAndLeave,
    /// Answers the question.
    Answer(Decision),
    /// Takes the last rollback back: what it took is written again.
    UndoRollback,
}

impl ChoiceAction {
    /// Whether its key must have been alone: it decides about what is written.
    pub(super) fn is_solo(&self) -> bool {
        matches!(self, ChoiceAction::Answer(_) | ChoiceAction::UndoRollback)
    }
}

/// A text that is typed.
#[derive(Debug, Clone)]
pub(super) struct TextSheet {
    pub(super) field: Field,
    pub(super) purpose: Purpose,
}

/// What a text is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Purpose {
    /// In the place of what a hunk proposes.
    Amend(HunkId),
    /// In the place of a conflict.
    Settle(HunkId),
    Comment(CommentTarget),
    /// Other words for a comment that the agent was not told.
    Reword(CommentId),
}

/// The hunks of all files, as they come.
#[derive(Debug, Clone, Default)]
pub(super) struct HunkCollection {
    pub(super) waiting: Vec<FileId>,
    pub(super) files: usize,
    pub(super) hunks: Vec<HunkId>,
    /// `src/a.rs: 120 lines`.
    pub(super) oversized: Vec<String>,
    pub(super) conflicts: usize,
}

/// Where a text is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Editor {
    Here,
    External,
}

/// A text that is awaited.
#[derive(Debug, Clone)]
pub(super) struct Fetch {
    pub(super) file: FileId,
    pub(super) hunk: HunkId,
    pub(super) purpose: Purpose,
    pub(super) editor: Editor,
}
