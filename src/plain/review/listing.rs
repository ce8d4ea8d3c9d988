//! Prints replies about the review: the numbered listing, rows with + and -, the hunks
//! of a question.

use super::git::heading;
use super::{ListedFile, ROWS};
use crate::asking::unified;
use crate::pending::PendingRequest;
use crate::state::Plain;
use crate::text::{self, code};
use client::review::state_words;
use l10n::{counted, say};
use protocol::ids::{FileId, HunkId, QuestionId};
use protocol::query::Query;
use protocol::review::view::{HunkRow, ViewRow};
use protocol::review::{FileReview, ReviewBase, ReviewQuery, ReviewReply, ReviewSubject};

impl Plain {
    /// Handles a reply about the review.
    pub(crate) fn reviewed(&mut self, why: PendingRequest, answer: ReviewReply) {
        match (why, answer) {
            (PendingRequest::ReviewFiles(since), ReviewReply::Files { files, .. }) => {
                self.list_files(&since, files);
            }
            (PendingRequest::ReviewFile(id), ReviewReply::File { file, hunks, .. }) => {
                self.list_file(id, *file, hunks);
            }
            (PendingRequest::GitComment(comment), ReviewReply::Rows { rows, .. }) => {
                self.quoted(*comment, &rows);
            }
            (PendingRequest::ReviewRows(hunk, title), ReviewReply::Rows { rows, .. }) => {
                self.say(title);
                self.say_all(row_lines(&rows, hunk));
            }
            (
                PendingRequest::ReviewResult(name),
                ReviewReply::Result {
                    first_line,
                    lines,
                    note,
                },
            ) => {
                self.say(say!("plain-result", name, line = first_line));
                self.say_all(lines.iter().map(|(line, of)| {
                    let sign = if of.is_its() { '+' } else { ' ' };
                    format!("{sign} {}", code(line)).trim_end().to_owned()
                }));
                self.say_all(note.map(|note| text::told(&note)));
            }
            (PendingRequest::ApplySummary(of), ReviewReply::Summary { summary }) => {
                self.ask_to_apply(of, &summary);
            }
            (PendingRequest::LastOperation(undoes), ReviewReply::Files { last_rollback, .. }) => {
                self.undo_known_operation(undoes, last_rollback);
            }
            (PendingRequest::Comments, ReviewReply::Comments { comments }) => {
                if comments.is_empty() {
                    self.say(say!("plain-no-comments"));
                }
                let lines: Vec<String> = comments
                    .iter()
                    .enumerate()
                    .map(|(at, comment)| {
                        let number = at + 1;
                        let path = text::line(&comment.path);
                        let text = text::line(&comment.text);
                        if comment.told {
                            say!("plain-comment-told", number, path, text)
                        } else {
                            say!("plain-comment", number, path, text)
                        }
                    })
                    .collect();
                self.say_all(lines);
                if let Some(reviewing) = self.reviewing_mut() {
                    reviewing.comments = comments.iter().map(|comment| comment.id).collect();
                }
            }
            (why, answer) => self.timeline_answer(why, answer),
        }
    }

    pub(super) fn list_files(&mut self, since: &ReviewBase, files: Vec<FileReview>) {
        let Some(reviewing) = self.reviewing_mut().filter(|it| it.since == *since) else {
            return;
        };
        reviewing.take_files(files);
        if reviewing.coming.is_empty() {
            self.say(say!("plain-review-nothing"));
            return;
        }
        self.next_file();
    }

    pub(super) fn next_file(&mut self) {
        let Some(reviewing) = self.reviewing() else {
            return;
        };
        let Some(next) = reviewing.coming.front() else {
            self.list_without_hunks();
            return self.say_listing();
        };
        let file = next.file;
        let of = ReviewSubject::File {
            file,
            since: reviewing.since.clone(),
        };
        let question = ReviewQuery::File {
            of,
            options: unified(),
        };
        self.ask_review(question, PendingRequest::ReviewFile(file));
    }

    pub(super) fn list_file(&mut self, id: FileId, file: FileReview, hunks: Vec<HunkRow>) {
        let Some(reviewing) = self.reviewing_mut() else {
            return;
        };
        if reviewing.coming.front().is_none_or(|next| next.file != id) {
            return;
        }
        reviewing.coming.pop_front();
        reviewing.files.push(ListedFile { file, hunks });
        self.next_file();
    }

    /// Lists the files whose hunks are not requested.
    fn list_without_hunks(&mut self) {
        if let Some(reviewing) = self.reviewing_mut() {
            let files = std::mem::take(&mut reviewing.without_hunks).into_iter();
            let hunks = Vec::new;
            let listed = files.map(|file| ListedFile {
                file,
                hunks: hunks(),
            });
            reviewing.files.extend(listed);
        }
    }

    pub(super) fn say_listing(&mut self) {
        let Some(reviewing) = self.reviewing() else {
            return;
        };
        let mut lines = vec![heading(&reviewing.since, reviewing.files.len())];
        for (at, of) in reviewing.files.iter().enumerate() {
            let file = &of.file;
            let change = if file.change.is_empty() {
                String::new()
            } else {
                format!(", {}", text::told(&file.change))
            };
            let dirty = if file.dirty && self.reviews_git() {
                say!("plain-git-disk-differs")
            } else if file.dirty {
                say!("plain-file-not-applied")
            } else {
                ""
            };
            lines.push(say!(
                "plain-review-file",
                number = at + 1,
                path = text::line(&file.path),
                added = counted(file.added, "line"),
                removed = file.removed,
                change,
                dirty,
                by = text::told(&file.by)
            ));
            for (hunk, row) in of.hunks.iter().enumerate() {
                let number = format!("{}.{}", at + 1, hunk + 1);
                lines.push(self.numbered_hunk(&number, row));
            }
        }
        let how = if self.reviews_git() {
            say!("plain-git-how")
        } else {
            say!("plain-review-how")
        };
        lines.push(how.to_owned());
        self.say_all(lines);
    }

    /// Reads out the hunks that a question proposes, numbered, so that the user can choose some.
    pub(crate) fn question_hunks(&mut self, id: QuestionId, hunks: Vec<HunkRow>, rows: u32) {
        let Some(prompt) = self.question(id) else {
            return;
        };
        let session = prompt.session;
        let question = ReviewQuery::Rows {
            of: ReviewSubject::Question { question: id },
            options: unified(),
            first: 0,
            rows: rows.min(ROWS),
        };
        self.ask(
            Query::Review { session, question },
            PendingRequest::QuestionRows(id, hunks),
        );
    }

    pub(crate) fn question_rows(&mut self, id: QuestionId, hunks: &[HunkRow], rows: &[ViewRow]) {
        let is_asked = self
            .asked_question()
            .is_some_and(|question| question.id == id);
        if !is_asked {
            return;
        }
        let count = counted(hunks.len(), "hunk");
        let mut lines = vec![say!("plain-hunks", hunks = count)];
        for (at, row) in hunks.iter().enumerate() {
            lines.push(hunk_words(&(at + 1).to_string(), row));
            lines.extend(row_lines(rows, Some(row.id)));
        }
        lines.push(say!("plain-hunks-choose").to_owned());
        self.say_all(lines);
        self.choose_hunks(hunks.iter().map(|row| row.id).collect());
    }
}

/// Formats a hunk as `1.2 proposed: 3 lines added, 1 removed`.
pub(super) fn hunk_words(number: &str, row: &HunkRow) -> String {
    let state = state_words(row);
    let what = if row.operation.is_empty() {
        say!(
            "plain-hunk-size",
            added = counted(row.added, "line"),
            removed = row.removed
        )
    } else {
        text::told(&row.operation)
    };
    let mut words = vec![say!("plain-hunk", number, state, what)];
    if let Some(conflict) = &row.conflict {
        words.push(say!("plain-hunk-conflict", why = text::told(&conflict.why)));
    }
    if row.oversized {
        words.push(say!("plain-hunk-too-large").to_owned());
    }
    if row.amended {
        words.push(say!("plain-hunk-amended").to_owned());
    }
    if row.comments > 0 {
        words.push(counted(row.comments, "comment"));
    }
    if !row.builds_on.is_empty() {
        words.push(say!(
            "plain-hunk-builds-on",
            hunks = counted(row.builds_on.len(), "hunk")
        ));
    }
    let words = words.join(", ");
    match &row.rationale {
        Some(why) => say!("plain-hunk-why", hunk = words, why = text::line(why)),
        None => words,
    }
}

/// Formats rows with + and -: all of them, or those of one hunk.
pub(super) fn row_lines(rows: &[ViewRow], only: Option<HunkId>) -> Vec<String> {
    let mut lines = Vec::new();
    for row in rows {
        match row {
            ViewRow::Fold { lines: hidden, .. } if only.is_none() => {
                lines.push(say!("plain-unchanged", lines = counted(*hidden, "line")));
            }
            ViewRow::Fold { .. } => {}
            ViewRow::Lines(row) => {
                if only.is_some() && row.hunk != only {
                    continue;
                }
                let (sign, cell) = match (&row.current, &row.base, &row.proposed) {
                    (_, Some(_), Some(cell)) => (' ', cell),
                    (_, None, Some(cell)) => ('+', cell),
                    (_, Some(cell), None) => ('-', cell),
                    (Some(cell), None, None) => ('c', cell),
                    (None, None, None) => continue,
                };
                lines.push(format!("{sign} {}", code(&cell.text)).trim_end().to_owned());
            }
        }
    }
    lines
}
