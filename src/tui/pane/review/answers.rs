//! Effects of answers and events on the view. Answers for another file, layout or version are
//! dropped; if rows change, the current hunk keeps its place on the screen.

use super::dialog::{Purpose, ReviewDialog};
use super::row_cache::{RowCache, is_open};
use super::{Result, Review, ReviewEffect, ReviewTarget, ScrollTarget, Subject};
use l10n::{said, say};
use notice::Notice;
use protocol::change::HunkState;
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{FileId, HunkId};
use protocol::review::view::{HunkRow, ViewOptions, ViewRow};
use protocol::review::{
    DecisionChange, FileReview, Operation, ReviewQuery, ReviewReply, ReviewSubject,
};

/// Number of hunks whose result of applying is kept: the current one, its neighbours, and
/// those just left.
const MOST_RESULTS: usize = 6;

impl Review {
    /// Handles an answer to a query.
    pub fn answer(&mut self, question: &ReviewQuery, answer: &ReviewReply) -> Vec<ReviewEffect> {
        self.asked.retain(|asked| asked != question);
        match (question, answer) {
            (ReviewQuery::Files { since }, ReviewReply::Files { files, .. })
                if *since == self.since =>
            {
                self.take_files(files);
            }
            (
                ReviewQuery::File { of, options },
                ReviewReply::File {
                    file,
                    hunks,
                    rows,
                    version,
                    refining,
                },
            ) => {
                let mut sight = RowCache::new(
                    (*of, options.clone()),
                    (**file).clone(),
                    hunks.clone(),
                    (*rows, *version),
                );
                sight.refining = *refining;
                self.take_sight(sight);
            }
            (
                ReviewQuery::Rows { of, options, .. },
                ReviewReply::Rows {
                    first,
                    rows,
                    version,
                },
            ) => self.take_rows((*of, options), *version, *first, rows),
            (
                ReviewQuery::Result { of, hunk, .. },
                ReviewReply::Result {
                    first_line,
                    lines,
                    note,
                },
            ) => {
                if let Some(sight) = self.sight.as_ref().filter(|sight| sight.of == *of) {
                    let result = Result {
                        hunk: *hunk,
                        version: sight.version,
                        first_line: *first_line,
                        lines: lines.clone(),
                        note: note.clone(),
                    };
                    self.take_result(result);
                }
            }
            (
                ReviewQuery::Find { of, options, text },
                ReviewReply::Found {
                    rows,
                    more,
                    version,
                },
            ) => return self.take_found((*of, options, text), (rows, *more), *version),
            (ReviewQuery::Summary { .. }, ReviewReply::Summary { summary }) => {
                self.held = false;
                if let Some(ReviewDialog::Summary(sheet)) = &mut self.sheet {
                    sheet.take(summary.clone());
                }
            }
            (ReviewQuery::ApplyDiff { .. }, ReviewReply::Compared { diffs, .. }) => {
                if let Some(ReviewDialog::Summary(sheet)) = &mut self.sheet {
                    sheet.take_diff(diffs);
                }
            }
            (ReviewQuery::ProposedText { hunk, .. }, ReviewReply::Text { text, .. }) => {
                return self.take_text(*hunk, text);
            }
            (ReviewQuery::Comments, ReviewReply::Comments { comments }) => {
                self.comments.clone_from(comments);
            }
            _ => {}
        }
        self.ask_as_it_is();
        Vec::new()
    }

    /// Handles a query that failed.
    pub fn failed(&mut self, question: &ReviewQuery, reason: &Notice) -> Vec<ReviewEffect> {
        self.asked.retain(|asked| asked != question);
        self.refused.push(question.clone());
        if let ReviewQuery::File { of, .. } | ReviewQuery::Rows { of, .. } = question
            && matches!(of, ReviewSubject::Stream { .. })
        {
            // An incomplete call has no file yet, or the call is complete by now.
            return Vec::new();
        }
        match (question, &self.subject) {
            (ReviewQuery::File { .. }, Subject::Question(proposal)) if self.sight.is_none() => {
                return vec![ReviewEffect::NotShown(proposal.question)];
            }
            (ReviewQuery::ApplyDiff { .. }, _) => {
                if let Some(ReviewDialog::Summary(sheet)) = &mut self.sheet {
                    sheet.turn();
                }
            }
            (ReviewQuery::Summary { .. }, _) => {
                self.sheet
                    .take_if(|sheet| matches!(sheet, ReviewDialog::Summary(_)));
            }
            (ReviewQuery::File { .. }, _) => {
                self.sheet
                    .take_if(|sheet| matches!(sheet, ReviewDialog::Gather(_)));
            }
            (ReviewQuery::ProposedText { .. }, _) => {
                self.sheet
                    .take_if(|sheet| matches!(sheet, ReviewDialog::Fetch(_)));
            }
            _ => {}
        }
        vec![ReviewEffect::Say(NoticeLevel::Warning, said(reason))]
    }

    fn take_result(&mut self, result: Result) {
        self.results.retain(|known| known.hunk != result.hunk);
        self.results.push(result);
        let old = self.results.len().saturating_sub(MOST_RESULTS);
        self.results.drain(..old);
    }

    fn take_files(&mut self, files: &[FileReview]) {
        self.files = files.to_vec();
        if self.place.is_some() {
            self.go_to_place();
        }
    }

    /// Moves to the requested place, if it is known.
    pub(super) fn go_to_place(&mut self) {
        if self.subject != Subject::Files {
            return;
        }
        let Some(place) = self.place.take() else {
            return;
        };
        let found = match &place {
            ReviewTarget::Hunk { file, hunk } => Some((*file, ScrollTarget::Hunk(*hunk))),
            ReviewTarget::Path { path, line } => {
                let found = self.files.iter().find(|file| file.path == *path);
                let goal = line.map_or(ScrollTarget::FirstOpen, ScrollTarget::Line);
                found.map(|file| (file.file, goal))
            }
            ReviewTarget::Somewhere => {
                let open = self.files.iter().find(|file| file.counts.pending > 0);
                let found = open.or(self.files.first());
                found.map(|file| (file.file, ScrollTarget::FirstOpen))
            }
        };
        match found {
            Some((file, goal)) => self.go_to_file(file, goal),
            None => self.place = Some(place),
        }
    }

    /// Shows another file, or another place of this one.
    pub(super) fn go_to_file(&mut self, file: FileId, goal: ScrollTarget) {
        let of = ReviewSubject::File {
            file,
            since: self.since,
        };
        let path = |known: &&FileReview| known.file == file;
        let path = self.files.iter().find(path).map(|known| &known.path);
        let was_written = self.shows_stream() && path == self.file().map(|file| &file.path);
        // The streamed file is complete: the current row stays.
        let goal = if was_written { self.same_row() } else { goal };
        if self.of != Some(of) {
            self.opened.clear();
            self.coming = None;
        }
        self.of = Some(of);
        self.goal = Some(goal);
        self.select = None;
        self.stale.file = true;
    }

    fn take_sight(&mut self, mut sight: RowCache) {
        if self.gather(&sight) {
            return;
        }
        if self.of != Some(sight.of) || sight.options != self.options() {
            return;
        }
        self.mark_locally(&mut sight);
        let shown = self.sight.as_mut().filter(|shown| {
            shown.of == sight.of && shown.options == sight.options && shown.version == sight.version
        });
        match shown {
            Some(shown) => {
                shown.file = sight.file;
                shown.hunks = sight.hunks;
                shown.refining = sight.refining;
                self.coming = None;
                if let Some(goal) = self.goal.take()
                    && let Some(shown) = self.sight.take()
                {
                    self.coming = Some((shown.clone(), goal));
                    self.sight = Some(shown);
                }
            }
            None => {
                let before = self
                    .coming
                    .take()
                    .filter(|(coming, _)| coming.of == sight.of);
                let wanted = self.goal.take().or(before.map(|(_, goal)| goal));
                let goal = wanted.unwrap_or_else(|| self.anchor(&sight));
                self.coming = Some((sight, goal));
            }
        }
        self.swap();
    }

    /// Returns the scroll target that keeps the screen in place: the hunk nearest to the cursor
    /// that both row sets contain.
    fn anchor(&self, next: &RowCache) -> ScrollTarget {
        let above = self.cursor.saturating_sub(self.top);
        let row = self.cursor;
        let kept = |hunk: &&HunkRow| next.hunk(hunk.id).is_some();
        let nearest = self.sight.as_ref().and_then(|sight| {
            let folds = |options: &ViewOptions| (options.context, options.opened.clone());
            let refolded = folds(&sight.options) != folds(&next.options);
            // The rows that a fold opens come below it, so only the rows above stay in place.
            let above = |hunk: &&HunkRow| !refolded || hunk.first_row <= row;
            let known = sight.hunks.iter().filter(kept).filter(above);
            known.min_by_key(|hunk| super::row_cache::distance(hunk, row))
        });
        let hunk = nearest.map(|hunk| {
            // A row inside of a hunk stays inside of it if the hunk has fewer rows now.
            let by = i64::from(row) - i64::from(hunk.first_row);
            (hunk.id, by)
        });
        ScrollTarget::Anchor { hunk, row, above }
    }

    /// Shows the requested rows once all that the screen needs of them has arrived.
    fn swap(&mut self) {
        let Some((coming, goal)) = &self.coming else {
            return;
        };
        let height = u32::from(self.height.max(1));
        // Before anything was shown there is nothing to wait for.
        let first = self.sight.is_none() || self.sight_is_elsewhere();
        let Ok((cursor, top)) = self.destination(coming, goal) else {
            return;
        };
        if !first && !coming.missing(top, top + height).is_empty() {
            return;
        }
        let moved = i64::from(cursor) - i64::from(self.cursor);
        let Some((coming, _)) = self.coming.take() else {
            return;
        };
        let shift = |row: u32| u32::try_from((i64::from(row) + moved).max(0)).unwrap_or(0);
        self.select = self.select.map(shift);
        self.skip = 0;
        self.cursor = cursor;
        self.top = top;
        self.sight = Some(coming);
    }

    fn sight_is_elsewhere(&self) -> bool {
        self.sight
            .as_ref()
            .is_some_and(|sight| Some(sight.of) != self.of)
    }

    fn take_rows(
        &mut self,
        (of, options): (ReviewSubject, &ViewOptions),
        version: u64,
        first: u32,
        rows: &[ViewRow],
    ) {
        let top = self.top;
        let fits = |sight: &RowCache| sight.of == of && sight.options == *options;
        let mut other_version = false;
        if let Some((coming, _)) = self.coming.as_mut().filter(|(sight, _)| fits(sight)) {
            if coming.version == version {
                coming.take(first, rows.to_vec(), first);
            } else {
                other_version = true;
            }
        }
        if let Some(sight) = self.sight.as_mut().filter(|sight| fits(sight)) {
            if sight.version == version {
                sight.take(first, rows.to_vec(), top);
                other_version = false;
            } else {
                other_version |= self.coming.is_none();
            }
        }
        // The rows have changed by now, so they are queried again.
        self.stale.file |= other_version;
        self.swap();
    }

    /// Applies an event of the session.
    pub fn fact(&mut self, fact: &EventKind) -> Vec<ReviewEffect> {
        self.stream_fact(fact);
        match fact {
            EventKind::ReviewUpdated {
                hunks,
                state,
                written,
                ..
            } => {
                for sight in self.sights() {
                    for hunk in sight.hunks.iter_mut().filter(|row| hunks.contains(&row.id)) {
                        hunk.state = *state;
                        hunk.written = *written;
                    }
                }
                self.refresh();
            }
            EventKind::HunkSplit { hunk, parts, .. } => {
                self.refresh();
                return self.was_split(*hunk, parts);
            }
            EventKind::OperationMoved {
                undone, label, at, ..
            } => {
                self.refresh();
                return self.was_moved(*undone, label, *at);
            }
            EventKind::OperationDone { operation } => {
                self.refresh();
                return self.was_done(operation);
            }
            EventKind::EditsProposed { .. }
            | EventKind::HunksJoined { .. }
            | EventKind::CommentAdded { .. }
            | EventKind::CommentRemoved { .. }
            | EventKind::ReviewReported { .. }
            | EventKind::RollbackCompleted { .. }
            | EventKind::RollbackFailed { .. }
            | EventKind::ApplyCompleted { .. }
            | EventKind::CheckpointCreated { .. } => self.refresh(),
            EventKind::ApplyEnded { .. } => {
                // Whoever applied it: the summary's question no longer applies.
                if matches!(self.sheet, Some(ReviewDialog::Summary(_))) {
                    self.close_sheet();
                }
                self.refresh();
            }
            EventKind::CommandRejected { .. } => {
                // Marks made ahead of the answer may be wrong.
                self.splitting = None;
                self.moving = false;
                // The text that the user wrote is available again when they type for the
                // same purpose next.
                self.left = self.sent.take().or(self.left.take());
                self.refresh();
            }
            _ => {}
        }
        Vec::new()
    }

    /// Reports the result of an edit typed here, once it was accepted by the engine.
    fn was_done(&mut self, operation: &Operation) -> Vec<ReviewEffect> {
        let Some(sent) = self.sent.take() else {
            return Vec::new();
        };
        let Purpose::Amend(hunk) = sent.purpose else {
            return Vec::new();
        };
        let accepts =
            |change: &DecisionChange| change.hunk == hunk && change.after == HunkState::Accepted;
        let was_accepted = self.sights().any(|sight| {
            let (_, known) = sight.hunk(hunk).unzip();
            known.is_some_and(|known| known.state == HunkState::Accepted)
        });
        super::moves::say(if was_accepted || operation.changes.iter().any(accepts) {
            say!("review-edited-accepted")
        } else {
            say!("review-edited-open")
        })
    }

    /// Reports and shows an operation that was undone or redone, if it was requested here.
    fn was_moved(
        &mut self,
        undone: bool,
        label: &Notice,
        at: Option<(FileId, HunkId)>,
    ) -> Vec<ReviewEffect> {
        if !std::mem::take(&mut self.moving) {
            return Vec::new();
        }
        if let Some((file, hunk)) = at
            && self.files.iter().any(|known| known.file == file)
        {
            self.place = Some(ReviewTarget::Hunk { file, hunk });
            self.go_to_place();
        }
        super::moves::say(if undone {
            say!("review-undone", label)
        } else {
            say!("review-done-again", label)
        })
    }

    fn sights(&mut self) -> impl Iterator<Item = &mut RowCache> {
        let coming = self.coming.as_mut().map(|(sight, _)| sight);
        self.sight.iter_mut().chain(coming)
    }

    /// Counts the files, and the hunks in them, that are not decided or not written.
    pub(super) fn open_work(&self) -> (usize, u32) {
        let open = |file: &&FileReview| file.dirty || file.counts.pending > 0;
        let files = self.files.iter().filter(open).count();
        let here = self.file().map(|file| file.file);
        let elsewhere: u32 = self
            .files
            .iter()
            .filter(|file| Some(file.file) != here)
            .map(|file| file.counts.pending)
            .sum();
        let hunks = self.sight.iter().flat_map(|sight| &sight.hunks);
        let here = hunks.filter(|hunk| is_open(hunk)).count();
        (files, elsewhere + u32::try_from(here).unwrap_or(0))
    }
}
