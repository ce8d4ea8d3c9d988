//! Summary of a session's changes: the number of decided hunks per file, and the last operation in
//! its review. Used by the status line, the tree, and every place that opens the review.
//!
//! Queries when a session is shown and after each event that changes the summary, one query
//! at a time.

use std::collections::HashMap;

use super::pane::tree::FileMark;
use client::review::ChangeState;
use notice::Notice;
use protocol::event::EventKind;
use protocol::ids::{CallId, FileId, OperationId};
use protocol::review::{
    CallChanges, FileReview, OperationKind, ReviewBase, ReviewQuery, ReviewReply, RunChanges,
};

/// The query that keeps the summary up to date.
const QUESTION: ReviewQuery = ReviewQuery::Files {
    since: ReviewBase::Open,
};

/// Whether the summary is up to date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Freshness {
    /// No change was reported since the last answer.
    #[default]
    Yes,
    /// A query is due.
    No,
    /// A query is under way.
    Asked,
    /// A query is under way, and something changed after it was sent.
    AskedAgain,
}

#[derive(Debug, Clone, Default)]
pub struct ReviewSummary {
    files: Vec<FileReview>,
    known: Freshness,
    /// Operations since the session is shown, oldest first, each with whether it was undone.
    operations: Vec<(OperationId, OperationKind, Notice, bool)>,
    /// Label of the last operation in the last answer, if that operation was a rollback.
    last_rollback: Option<Notice>,
    /// State of the changes made by each call.
    changes: Vec<CallChanges>,
    /// State of the changes made by each run.
    runs: Vec<RunChanges>,
}

impl ReviewSummary {
    /// Marks the summary as out of date, so that everything done in the session before is queried.
    pub fn record_outdated(&mut self) {
        self.known = match self.known {
            Freshness::Yes | Freshness::No => Freshness::No,
            Freshness::Asked | Freshness::AskedAgain => Freshness::AskedAgain,
        };
    }

    /// Returns the query that is due now.
    pub fn take_query(&mut self) -> Option<ReviewQuery> {
        if self.known != Freshness::No {
            return None;
        }
        self.known = Freshness::Asked;
        Some(QUESTION)
    }

    /// Takes an answer, whichever part sent the query.
    pub fn answer(&mut self, question: &ReviewQuery, answer: &ReviewReply) {
        let is_it = *question == QUESTION;
        if let ReviewReply::Files {
            files,
            last_rollback,
            changes: fates,
            runs,
        } = answer
            && is_it
        {
            self.files.clone_from(files);
            self.last_rollback.clone_from(last_rollback);
            self.changes.clone_from(fates);
            self.runs.clone_from(runs);
            self.answered(question);
        }
    }

    /// Notes that a query was answered, or never will be.
    pub fn answered(&mut self, question: &ReviewQuery) {
        if *question == QUESTION {
            self.known = match self.known {
                Freshness::AskedAgain => Freshness::No,
                _ => Freshness::Yes,
            };
        }
    }

    /// Handles an event.
    pub fn fact(&mut self, fact: &EventKind) {
        match fact {
            EventKind::OperationDone { operation } => {
                // A new operation makes it impossible to redo operations undone before it.
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
            EventKind::ReviewReported { .. } => self
                .operations
                .retain(|(_, kind, ..)| *kind != OperationKind::Comment),
            EventKind::EditsProposed { .. }
            | EventKind::ReviewUpdated { .. }
            | EventKind::HunkSplit { .. }
            | EventKind::HunksJoined { .. }
            | EventKind::RollbackCompleted { .. }
            | EventKind::RollbackFailed { .. }
            | EventKind::ApplyEnded { .. } => {}
            _ => return,
        }
        self.record_outdated();
    }

    pub fn files(&self) -> &[FileReview] {
        &self.files
    }

    /// Returns the id of the file at this path.
    pub fn file_at(&self, path: &str) -> Option<FileId> {
        self.file(path).map(|found| found.file)
    }

    /// Returns the number of undecided hunks and of all hunks that can be decided; `None` if
    /// nothing is undecided.
    pub fn open(&self) -> Option<(u32, u32)> {
        let (open, all) = self.files.iter().fold((0, 0), |(open, all), file| {
            let counts = &file.counts;
            let own = counts.pending + counts.accepted + counts.rejected;
            (open + counts.pending, all + own)
        });
        self.has_open().then_some((open, all))
    }

    /// Whether a change is undecided, or decided and not applied.
    pub fn has_open(&self) -> bool {
        let is_open = |file: &FileReview| file.counts.pending > 0 || file.dirty;
        self.files.iter().any(is_open)
    }

    /// Returns the label of the last operation if it was a rollback.
    pub fn last_rollback(&self) -> Option<&Notice> {
        match self.operations.iter().rfind(|(.., undone)| !undone) {
            Some((_, kind, label, _)) => (*kind == OperationKind::RollBack).then_some(label),
            None => self.last_rollback.as_ref(),
        }
    }

    /// Returns the calls whose changes are not on the disk.
    pub fn proposed_calls(&self) -> impl Iterator<Item = CallId> {
        self.files
            .iter()
            .flat_map(|file| file.proposed_by.iter().copied())
    }

    /// Returns the state of the changes made by calls and by runs.
    pub fn changes(&self) -> (&[CallChanges], &[RunChanges]) {
        (&self.changes, &self.runs)
    }

    /// Whether no change was reported since the summary was queried.
    pub fn is_up_to_date(&self) -> bool {
        self.known == Freshness::Yes
    }

    /// Returns the review data of the file at this path.
    pub fn file(&self, path: &str) -> Option<&FileReview> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Returns the marks that the tree shows beside its files.
    pub fn marks(&self) -> HashMap<String, FileMark> {
        let mark = |file: &FileReview| FileMark {
            state: ChangeState::of_file(file),
            lines: (file.added, file.removed),
            proposed: file.proposed,
            stands: file.stands(),
        };
        self.files
            .iter()
            .map(|file| (file.path.clone(), mark(file)))
            .collect()
    }
}
