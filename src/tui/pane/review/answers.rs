//! Effects of answers and events on the view. Answers for another file, layout or version are
//! dropped; if rows change, the current hunk keeps its place on the screen.

use super::dialog::{Purpose, ReviewDialog, TextDialog};
use super::row_cache::{RowCache, binary_words};
use super::{Result, Review, ReviewTarget, ScrollTarget, Subject};
use crate::effect::Effect;
use l10n::{said, say};
use notice::Notice;
use protocol::change::HunkState;
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{FileId, HunkId};
use protocol::query::Reply;
use protocol::review::view::{HunkRow, ViewOptions, ViewRow};
use protocol::review::{
    DecisionChange, FileReview, LineOwner, Operation, ReviewQuery, ReviewReply, ReviewSubject,
};

/// Number of hunks whose result of applying is kept: the current one, its neighbours, and
/// those just left.
const MOST_RESULTS: usize = 6;

/// Returns a line of a result, with words for the one that stands for a binary content.
fn in_words((line, owner): &(String, LineOwner)) -> (String, LineOwner) {
    let line = binary_words(line).unwrap_or_else(|| line.clone());
    (line, *owner)
}

impl Review {
    /// Takes the reply to a query.
    pub fn reply(&mut self, question: &ReviewQuery, reply: &Reply) -> Vec<Effect> {
        match reply {
            Reply::Review { answer } => self.answer(question, answer),
            Reply::Failed { reason } if self.has_asked(question) => self.failed(question, reason),
            _ => Vec::new(),
        }
    }

    pub(super) fn answer(&mut self, question: &ReviewQuery, answer: &ReviewReply) -> Vec<Effect> {
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
                let mut row_cache = RowCache::new(
                    (of.clone(), options.clone()),
                    (**file).clone(),
                    hunks.clone(),
                    (*rows, *version),
                );
                row_cache.refining = *refining;
                self.take_row_cache(row_cache);
            }
            (
                ReviewQuery::Rows { of, options, .. },
                ReviewReply::Rows {
                    first,
                    rows,
                    version,
                },
            ) => self.take_rows((of, options), *version, *first, rows),
            (
                ReviewQuery::Result { of, hunk, .. },
                ReviewReply::Result {
                    first_line,
                    lines,
                    note,
                },
            ) => {
                if let Some(row_cache) = self
                    .row_cache
                    .as_ref()
                    .filter(|row_cache| row_cache.of == *of)
                {
                    let result = Result {
                        hunk: *hunk,
                        version: row_cache.version,
                        first_line: *first_line,
                        lines: lines.iter().map(in_words).collect(),
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
            ) => return self.take_found((of, options, text), (rows, *more), *version),
            (ReviewQuery::ProposedText { hunk, .. }, ReviewReply::Text { text, .. }) => {
                return self.take_text(*hunk, text);
            }
            (ReviewQuery::Comments, ReviewReply::Comments { comments }) => {
                self.comments.clone_from(comments);
                self.show_kept_comment();
            }
            _ => {}
        }
        Vec::new()
    }

    /// Handles a query that failed.
    pub(super) fn failed(&mut self, question: &ReviewQuery, reason: &Notice) -> Vec<Effect> {
        self.asked.retain(|asked| asked != question);
        self.refused.push(question.clone());
        if let ReviewQuery::File { of, .. }
        | ReviewQuery::Rows { of, .. }
        | ReviewQuery::Find { of, .. }
        | ReviewQuery::Result { of, .. } = question
            && matches!(of, ReviewSubject::Stream { .. })
        {
            // An incomplete call has no file yet, or the call is complete by now.
            return Vec::new();
        }
        if let (ReviewQuery::Files { .. }, true) = (question, self.is_of_git()) {
            self.trouble = Some(reason.clone());
            return Vec::new();
        }
        match (question, &self.subject) {
            (ReviewQuery::File { .. }, Subject::Question(proposal)) if self.row_cache.is_none() => {
                return vec![Effect::NotShown(proposal.question)];
            }
            (ReviewQuery::File { .. }, _) => {
                self.dialog
                    .take_if(|dialog| matches!(dialog, ReviewDialog::Gather(_)));
            }
            (ReviewQuery::ProposedText { .. }, _) => {
                self.dialog
                    .take_if(|dialog| matches!(dialog, ReviewDialog::Fetch(_)));
            }
            _ => {}
        }
        vec![Effect::Say(NoticeLevel::Warning, said(reason))]
    }

    fn take_result(&mut self, result: Result) {
        self.results.retain(|known| known.hunk != result.hunk);
        self.results.push(result);
        let old = self.results.len().saturating_sub(MOST_RESULTS);
        self.results.drain(..old);
    }

    fn take_files(&mut self, files: &[FileReview]) {
        self.files = files.to_vec();
        self.trouble = None;
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
            since: self.since.clone(),
        };
        let path = |known: &&FileReview| known.file == file;
        let path = self.files.iter().find(path).map(|known| &known.path);
        let was_written = self.shows_stream() && path == self.file().map(|file| &file.path);
        // The streamed file is complete: the current row stays.
        let goal = if was_written { self.same_row() } else { goal };
        if self.of.as_ref() != Some(&of) {
            self.opened.clear();
            self.coming = None;
        }
        self.of = Some(of);
        self.goal = Some(goal);
        self.select = None;
        self.stale.file = true;
    }

    fn take_row_cache(&mut self, mut row_cache: RowCache) {
        if self.gather(&row_cache) {
            return;
        }
        if self.of.as_ref() != Some(&row_cache.of) || row_cache.options != self.options() {
            return;
        }
        self.mark_locally(&mut row_cache);
        // Git does not count the lines of new files before they are read.
        let mut listed = self.files.iter_mut();
        if let Some(listed) = listed.find(|listed| listed.file == row_cache.file.file)
            && row_cache.of.git_base().is_some()
        {
            (listed.added, listed.removed) = (row_cache.file.added, row_cache.file.removed);
        }
        let shown = self.row_cache.as_mut().filter(|shown| {
            shown.of == row_cache.of
                && shown.options == row_cache.options
                && shown.version == row_cache.version
        });
        match shown {
            Some(shown) => {
                shown.file = row_cache.file;
                shown.hunks = row_cache.hunks;
                shown.refining = row_cache.refining;
                self.coming = None;
                if let Some(goal) = self.goal.take()
                    && let Some(shown) = self.row_cache.take()
                {
                    self.coming = Some((shown.clone(), goal));
                    self.row_cache = Some(shown);
                }
            }
            None => {
                let before = self
                    .coming
                    .take()
                    .filter(|(coming, _)| coming.of == row_cache.of);
                let wanted = self.goal.take().or(before.map(|(_, goal)| goal));
                let goal = wanted.unwrap_or_else(|| self.anchor(&row_cache));
                self.coming = Some((row_cache, goal));
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
        let nearest = self.row_cache.as_ref().and_then(|row_cache| {
            let folds = |options: &ViewOptions| (options.context, options.opened.clone());
            let refolded = folds(&row_cache.options) != folds(&next.options);
            // The rows that a fold opens come below it, so only the rows above stay in place.
            let above = |hunk: &&HunkRow| !refolded || hunk.first_row <= row;
            let known = row_cache.hunks.iter().filter(kept).filter(above);
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
        let first = self.row_cache.is_none() || self.cache_is_of_other_file();
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
        self.row_cache = Some(coming);
    }

    fn cache_is_of_other_file(&self) -> bool {
        self.row_cache
            .as_ref()
            .is_some_and(|row_cache| Some(&row_cache.of) != self.of.as_ref())
    }

    fn take_rows(
        &mut self,
        (of, options): (&ReviewSubject, &ViewOptions),
        version: u64,
        first: u32,
        rows: &[ViewRow],
    ) {
        let top = self.top;
        let fits = |row_cache: &RowCache| row_cache.of == *of && row_cache.options == *options;
        let mut other_version = false;
        if let Some((coming, _)) = self
            .coming
            .as_mut()
            .filter(|(row_cache, _)| fits(row_cache))
        {
            if coming.version == version {
                coming.take(first, rows.to_vec(), first);
            } else {
                other_version = true;
            }
        }
        if let Some(row_cache) = self.row_cache.as_mut().filter(|row_cache| fits(row_cache)) {
            if row_cache.version == version {
                row_cache.take(first, rows.to_vec(), top);
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
    pub fn fact(&mut self, fact: &EventKind) -> Vec<Effect> {
        self.stream_fact(fact);
        match fact {
            EventKind::ReviewUpdated {
                hunks,
                state,
                written,
                ..
            } => {
                for row_cache in self.row_caches() {
                    for hunk in row_cache
                        .hunks
                        .iter_mut()
                        .filter(|row| hunks.contains(&row.id))
                    {
                        hunk.state = *state;
                        hunk.written = *written;
                    }
                }
                self.refresh();
            }
            EventKind::HunkSplit { hunk, parts, .. } => {
                self.refresh();
                return self.split_completed(*hunk, parts);
            }
            EventKind::OperationMoved {
                undone, label, at, ..
            } => {
                self.refresh();
                return self.report_history_move(*undone, label, *at);
            }
            EventKind::OperationDone { operation } => {
                self.refresh();
                return self.report_edit_result(operation);
            }
            EventKind::CommentAdded { comment } => {
                let purpose = |sent: &mut Box<TextDialog>| {
                    matches!(sent.purpose, Purpose::Comment(_) | Purpose::Reword(_))
                };
                if self.sent.take_if(purpose).is_some() {
                    self.kept = Some(comment.id);
                }
                self.refresh();
            }
            EventKind::EditsProposed { .. }
            | EventKind::HunksJoined { .. }
            | EventKind::CommentRemoved { .. }
            | EventKind::ReviewReported { .. }
            | EventKind::CommentsSent { .. }
            | EventKind::RollbackCompleted { .. }
            | EventKind::RollbackFailed { .. }
            | EventKind::ApplyCompleted { .. }
            | EventKind::ApplyEnded { .. }
            | EventKind::CheckpointCreated { .. } => self.refresh(),
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
    fn report_edit_result(&mut self, operation: &Operation) -> Vec<Effect> {
        let Some(sent) = self.sent.take() else {
            return Vec::new();
        };
        let Purpose::Amend(hunk) = sent.purpose else {
            return Vec::new();
        };
        let accepts =
            |change: &DecisionChange| change.hunk == hunk && change.after == HunkState::Accepted;
        let was_accepted = self.row_caches().any(|row_cache| {
            let (_, known) = row_cache.hunk(hunk).unzip();
            known.is_some_and(|known| known.state == HunkState::Accepted)
        });
        super::moves::say(if was_accepted || operation.changes.iter().any(accepts) {
            say!("review-edited-accepted")
        } else {
            say!("review-edited-open")
        })
    }

    /// Reports and shows an operation that was undone or redone, if it was requested here.
    fn report_history_move(
        &mut self,
        undone: bool,
        label: &Notice,
        at: Option<(FileId, HunkId)>,
    ) -> Vec<Effect> {
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

    fn row_caches(&mut self) -> impl Iterator<Item = &mut RowCache> {
        let coming = self.coming.as_mut().map(|(row_cache, _)| row_cache);
        self.row_cache.iter_mut().chain(coming)
    }
}
