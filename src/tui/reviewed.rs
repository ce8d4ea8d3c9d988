//! What is known of a session's changes: how many hunks are decided in which file, and what was
//! done last in its review. For the status line, the tree, and whoever opens the review.
//!
//! Asked for when a session is shown and after each fact that changes it, one question at a time.

use std::collections::HashMap;

use super::pane::tree::{FileMark, FileState};
use crate::protocol::event::EventKind;
use crate::protocol::ids::{CallId, FileId, OperationId};
use crate::protocol::review::{
    CallChanges, FileReview, OperationKind, ReviewBase, ReviewQuery, ReviewReply, RunChanges,
};

/// The question that it asks.
const QUESTION: ReviewQuery = ReviewQuery::Files {
    since: ReviewBase::Open,
};

/// Whether it is known as it is now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Freshness {
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

#[derive(Debug, Clone, Default)]
pub struct ReviewSummary {
    files: Vec<FileReview>,
    known: Freshness,
    /// What was done since the session is shown, oldest first, and whether it is taken back.
    operations: Vec<(OperationId, OperationKind, String, bool)>,
    /// What was done last by the last answer, where that was a rollback.
    last_rollback: Option<String>,
    /// What became of what calls changed.
    fates: Vec<CallChanges>,
    /// The same of runs.
    runs: Vec<RunChanges>,
}

impl ReviewSummary {
    /// The session is there with all that was done in it before.
    pub fn look(&mut self) {
        self.known = match self.known {
            Freshness::Yes | Freshness::No => Freshness::No,
            Freshness::Asked | Freshness::AskedAgain => Freshness::AskedAgain,
        };
    }

    /// The question that is to be asked now.
    pub fn wish(&mut self) -> Option<ReviewQuery> {
        if self.known != Freshness::No {
            return None;
        }
        self.known = Freshness::Asked;
        Some(QUESTION)
    }

    /// Takes an answer, whoever asked.
    pub fn answer(&mut self, question: &ReviewQuery, answer: &ReviewReply) {
        let is_it = *question == QUESTION;
        if let ReviewReply::Files {
            files,
            last_rollback,
            fates,
            runs,
        } = answer
            && is_it
        {
            self.files.clone_from(files);
            self.last_rollback.clone_from(last_rollback);
            self.fates.clone_from(fates);
            self.runs.clone_from(runs);
            self.answered(question);
        }
    }

    /// A question has its answer, or will not get one.
    pub fn answered(&mut self, question: &ReviewQuery) {
        if *question == QUESTION {
            self.known = match self.known {
                Freshness::AskedAgain => Freshness::No,
                _ => Freshness::Yes,
            };
        }
    }

    /// Takes a fact in.
    pub fn fact(&mut self, fact: &EventKind) {
        match fact {
            EventKind::OperationDone { operation } => {
                // What was taken back before cannot be done again after it.
                self.operations.retain(|(.., undone)| !undone);
                let label = operation.label.clone();
                self.operations
                    .push((operation.id, operation.kind, label, operation.undone));
            }
            EventKind::OperationMoved {
                operation, undone, ..
            } => {
                let found = self.operations.iter_mut().find(|(id, ..)| id == operation);
                if let Some((.., is_undone)) = found {
                    *is_undone = *undone;
                }
            }
            EventKind::ReviewTold { .. } => self
                .operations
                .retain(|(_, kind, ..)| *kind != OperationKind::Comment),
            EventKind::EditsProposed { .. }
            | EventKind::ReviewUpdated { .. }
            | EventKind::HunkSplit { .. }
            | EventKind::HunksJoined { .. }
            | EventKind::RollbackCompleted { .. }
            | EventKind::RollbackFailed { .. }
            | EventKind::SaveEnded { .. } => {}
            _ => return,
        }
        self.look();
    }

    /// The files with changes.
    pub fn files(&self) -> &[FileReview] {
        &self.files
    }

    /// The file with this path.
    pub fn file_at(&self, path: &str) -> Option<FileId> {
        self.file(path).map(|found| found.file)
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
        match self.operations.iter().rfind(|(.., undone)| !undone) {
            Some((_, kind, label, _)) => (*kind == OperationKind::RollBack).then_some(label),
            None => self.last_rollback.as_deref(),
        }
    }

    /// The calls whose changes are not on the disk.
    pub fn staged_calls(&self) -> impl Iterator<Item = CallId> {
        self.files
            .iter()
            .flat_map(|file| file.staged_by.iter().copied())
    }

    /// What became of what calls and runs changed.
    pub fn fates(&self) -> (&[CallChanges], &[RunChanges]) {
        (&self.fates, &self.runs)
    }

    /// Whether what is known is not behind what was heard since it was asked for.
    pub fn is_up_to_date(&self) -> bool {
        self.known == Freshness::Yes
    }

    /// What is known of the file with this path.
    pub fn file(&self, path: &str) -> Option<&FileReview> {
        self.files.iter().find(|file| file.path == path)
    }

    /// What the tree shows beside its files.
    pub fn marks(&self) -> HashMap<String, FileMark> {
        let mark = |file: &FileReview| FileMark {
            state: FileState::of(&file.counts),
            lines: (file.added, file.removed),
            staged: file.staged,
            stands: file.stands(),
        };
        self.files
            .iter()
            .map(|file| (file.path.clone(), mark(file)))
            .collect()
    }
}
