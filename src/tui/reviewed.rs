//! What is known of a session's changes: how many hunks are decided in which file, and what was
//! done last in its review. For the status line, the tree, and whoever opens the review.
//!
//! Asked for when a session is shown and after each fact that changes it, one question at a time.

use std::collections::HashMap;

use super::pane::tree::FileState;
use crate::protocol::event::Fact;
use crate::protocol::ids::{FileId, OperationId};
use crate::protocol::review::{
    FileReview, OperationKind, ReviewAnswer, ReviewBase, ReviewQuestion, SavePurpose, SaveResult,
};
use crate::words::counted;

/// The question that it asks.
const QUESTION: ReviewQuestion = ReviewQuestion::Files {
    since: ReviewBase::Open,
};

/// Whether it is known as it is now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Known {
    /// Nothing was changed that anyone heard of.
    #[default]
    Yes,
    /// It is to be asked for.
    No,
    /// It is being asked for.
    Asked,
    /// It is being asked for, and changed meanwhile.
    AskedAgain,
}

/// A save that is going on.
#[derive(Debug, Clone, Copy)]
struct Saving {
    purpose: SavePurpose,
    files: usize,
    added: u32,
    removed: u32,
}

/// See the module.
#[derive(Debug, Clone, Default)]
pub struct Reviewed {
    files: Vec<FileReview>,
    known: Known,
    /// What was done, oldest first, and whether it is taken back.
    operations: Vec<(OperationId, OperationKind, String, bool)>,
    /// The save that is going on.
    saving: Option<Saving>,
}

impl Saving {
    /// `2 files +30 -4`.
    fn counts(&self) -> String {
        let files = counted(self.files, "file");
        format!("{files} +{} -{}", self.added, self.removed)
    }
}

impl Reviewed {
    /// The session is there with all that was done in it before.
    pub fn look(&mut self) {
        self.known = match self.known {
            Known::Yes | Known::No => Known::No,
            Known::Asked | Known::AskedAgain => Known::AskedAgain,
        };
    }

    /// The question that is to be asked now.
    pub fn wish(&mut self) -> Option<ReviewQuestion> {
        if self.known != Known::No {
            return None;
        }
        self.known = Known::Asked;
        Some(QUESTION)
    }

    /// Takes an answer, whoever asked.
    pub fn answer(&mut self, question: &ReviewQuestion, answer: &ReviewAnswer) {
        if let (true, ReviewAnswer::Files { files }) = (*question == QUESTION, answer) {
            self.files.clone_from(files);
            self.answered(question);
        }
    }

    /// A question has its answer, or will not get one.
    pub fn answered(&mut self, question: &ReviewQuestion) {
        if *question == QUESTION {
            self.known = match self.known {
                Known::AskedAgain => Known::No,
                _ => Known::Yes,
            };
        }
    }

    /// Takes a fact in. Gives a word for the human where a save or a rollback is over.
    pub fn fact(&mut self, fact: &Fact) -> Option<String> {
        match fact {
            Fact::OperationDone { operation } => {
                // What was taken back before cannot be done again after it.
                self.operations.retain(|(.., undone)| !undone);
                let label = operation.label.clone();
                self.operations
                    .push((operation.id, operation.kind, label, operation.undone));
            }
            Fact::OperationMoved { operation, undone } => {
                let found = self.operations.iter_mut().find(|(id, ..)| id == operation);
                if let Some((.., is_undone)) = found {
                    *is_undone = *undone;
                }
            }
            Fact::SaveStarted { save } => {
                let (added, removed) = save.files.iter().fold((0, 0), |(added, removed), file| {
                    (added + file.added, removed + file.removed)
                });
                self.saving = Some(Saving {
                    purpose: save.purpose,
                    files: save.files.len(),
                    added,
                    removed,
                });
            }
            Fact::EditsProposed { .. }
            | Fact::ReviewUpdated { .. }
            | Fact::HunkSplit { .. }
            | Fact::RollbackCompleted { .. }
            | Fact::RollbackFailed { .. }
            | Fact::SaveEnded { .. } => {}
            _ => return None,
        }
        self.look();
        match fact {
            Fact::SaveEnded { result, .. } => self.save_words(result),
            Fact::RollbackCompleted { .. } => {
                Some("rolled back and written; F8, top entry, takes it back".to_owned())
            }
            Fact::RollbackFailed { reason, .. } => Some(format!("not rolled back: {reason}")),
            _ => None,
        }
    }

    /// What is said of a save that is over; the end of a rollback is told by itself.
    fn save_words(&mut self, result: &SaveResult) -> Option<String> {
        let saving = self.saving.take();
        Some(match result {
            SaveResult::Done => {
                let saving = saving?;
                let counts = saving.counts();
                match saving.purpose {
                    SavePurpose::Apply => format!("written: {counts}"),
                    SavePurpose::Command => format!("written before the command: {counts}"),
                    SavePurpose::Undo { .. } => format!("taken back and written: {counts}"),
                    SavePurpose::RollBack { .. } => return None,
                }
            }
            SaveResult::Nothing { reason } => format!("nothing was written: {reason}"),
            SaveResult::Partly { left } => {
                let left: Vec<String> = left
                    .iter()
                    .map(|(path, why)| format!("{path} ({why})"))
                    .collect();
                format!("left alone: {}", left.join(", "))
            }
        })
    }

    /// The files with changes.
    pub fn files(&self) -> &[FileReview] {
        &self.files
    }

    /// The file with this path.
    pub fn file_at(&self, path: &str) -> Option<FileId> {
        let found = self.files.iter().find(|file| file.path == path)?;
        Some(found.file)
    }

    /// Hunks that nobody has decided about, and all that can be decided about; nothing where
    /// nothing is open.
    pub fn open(&self) -> Option<(u32, u32)> {
        let (open, all) = self.files.iter().fold((0, 0), |(open, all), file| {
            let counts = &file.counts;
            let own = counts.pending + counts.accepted + counts.rejected;
            (open + counts.pending, all + own)
        });
        let dirty = self.files.iter().any(|file| file.dirty);
        (open > 0 || dirty).then_some((open, all))
    }

    /// The label of the last operation, where that was a rollback.
    pub fn last_rollback(&self) -> Option<&str> {
        let (_, kind, label, _) = self.operations.iter().rfind(|(.., undone)| !undone)?;
        (*kind == OperationKind::RollBack).then_some(label.as_str())
    }

    /// What the tree shows beside its files.
    pub fn states(&self) -> HashMap<String, FileState> {
        self.files
            .iter()
            .map(|file| (file.path.clone(), FileState::of(&file.counts)))
            .collect()
    }
}
