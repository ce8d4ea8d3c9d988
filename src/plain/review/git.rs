//! Reviews of changes that git knows, in lines: of the working tree, and of a branch. Nothing is
//! decided about such changes; comments go to the agent as one message.

use std::collections::VecDeque;

use super::{ROWS, ReviewState, Target};
use crate::asking::unified;
use crate::pending::PendingRequest;
use crate::state::Plain;
use client::phrases::excerpt;
use l10n::{counted, say};
use protocol::mention::LineRange;
use protocol::review::view::{HunkRow, LineRow, ViewOptions, ViewRow};
use protocol::review::{
    CommentTarget, FileReview, GitPlace, ReviewBase, ReviewCommand, ReviewQuery, ReviewSubject,
};

/// Files whose hunks are listed; the others are listed without them.
const WITH_HUNKS: usize = 40;

/// A comment that waits for the lines that it quotes.
#[derive(Debug)]
pub(crate) struct GitComment {
    place: GitPlace,
    text: String,
}

impl Plain {
    pub(super) fn reviews_git(&self) -> bool {
        let reviewing = self.reviewing();
        reviewing.is_some_and(|reviewing| reviewing.since.is_of_git())
    }

    /// Says why a word decides nothing here; returns false if it is carried out.
    pub(super) fn refuse_in_git(&mut self, word: &str) -> bool {
        let decides = matches!(
            word,
            "take"
                | "accept"
                | "refuse"
                | "reject"
                | "open"
                | "edit"
                | "split"
                | "settle"
                | "result"
                | "apply"
                | "save"
                | "write"
                | "undo"
                | "redo"
                | "rollback"
        );
        let refuses = decides && self.reviews_git();
        if refuses {
            self.say(say!("plain-git-decides-nothing"));
        }
        refuses
    }

    /// Sends the comments, in the session's review with the decisions.
    pub(super) fn tell_agent(&mut self) {
        self.send_review_command(if self.reviews_git() {
            ReviewCommand::SendComments
        } else {
            ReviewCommand::TellAgent
        });
    }

    /// Requests the lines that a comment on a hunk, or on lines of a file, quotes.
    pub(super) fn comment_in_git(
        &mut self,
        (file, hunk): Target,
        range: Option<LineRange>,
        text: &str,
    ) {
        let Some(reviewing) = self.reviewing() else {
            return;
        };
        let Some(listed) = reviewing.files.get(file) else {
            return;
        };
        let row = hunk.and_then(|hunk| listed.hunks.get(hunk));
        let (first, rows, options) = match (range, row) {
            // Removed lines come between, so a line is below the row of its number.
            (Some(range), _) => (range.first.saturating_sub(1), ROWS, unfolded()),
            (None, Some(row)) => (row.first_row, row.rows.clamp(1, ROWS), unified()),
            (None, None) => return,
        };
        let of = ReviewSubject::File {
            file: listed.file.file,
            since: reviewing.since.clone(),
        };
        let comment = GitComment {
            place: GitPlace {
                since: reviewing.since.clone(),
                file: listed.file.file,
                path: listed.file.path.clone(),
                hunk: row.filter(|_| range.is_none()).map(|row| row.id),
                first: range.map_or(0, |range| range.first),
                last: range.map_or(0, |range| range.last),
                excerpt: String::new(),
            },
            text: text.to_owned(),
        };
        let question = ReviewQuery::Rows {
            of,
            options,
            first,
            rows,
        };
        self.ask_review(question, PendingRequest::GitComment(Box::new(comment)));
    }

    /// Sends the comment whose lines have arrived.
    pub(super) fn quoted(&mut self, comment: GitComment, rows: &[ViewRow]) {
        let GitComment { mut place, text } = comment;
        let lines = rows.iter().filter_map(|row| match row {
            ViewRow::Lines(lines) => Some(lines),
            ViewRow::Fold { .. } => None,
        });
        let number = |row: &LineRow| row.proposed.as_ref().map(|cell| cell.line);
        let own: Vec<&LineRow> = match place.hunk {
            Some(hunk) => lines.filter(|row| row.hunk == Some(hunk)).collect(),
            None => {
                let (first, last) = (place.first, place.last);
                let is_in =
                    |row: &&LineRow| number(row).is_some_and(|at| (first..=last).contains(&at));
                lines.filter(is_in).collect()
            }
        };
        if own.is_empty() {
            return self.say(say!("plain-git-no-lines"));
        }
        if place.hunk.is_some() {
            let numbers = || own.iter().filter_map(|row| number(row));
            (place.first, place.last) = (
                numbers().min().unwrap_or_default(),
                numbers().max().unwrap_or_default(),
            );
        }
        place.excerpt = excerpt(own.into_iter());
        let on = CommentTarget::Git(Box::new(place));
        self.send_review_command(ReviewCommand::Comment { on, text });
    }
}

impl ReviewState {
    /// Takes the files. Where git knows many, the hunks of the later ones are not requested.
    pub(super) fn take_files(&mut self, mut files: Vec<FileReview>) {
        let more = if self.since.is_of_git() && files.len() > WITH_HUNKS {
            files.split_off(WITH_HUNKS)
        } else {
            Vec::new()
        };
        self.files.clear();
        self.coming = VecDeque::from(files);
        self.without_hunks = more;
    }
}

fn unfolded() -> ViewOptions {
    ViewOptions {
        context: u32::MAX,
        ..unified()
    }
}

/// Formats a hunk as `1.2: 3 lines added, 1 removed`.
pub(super) fn git_hunk_words(number: &str, row: &HunkRow) -> String {
    let added = counted(row.added, "line");
    let words = say!("plain-git-hunk", number, added, removed = row.removed);
    match row.comments {
        0 => words,
        count => format!("{words}, {}", counted(count, "comment")),
    }
}

/// Returns the heading of the list.
pub(super) fn heading(since: &ReviewBase, files: usize) -> String {
    let files = counted(files, "file");
    match since {
        ReviewBase::WorkingTree => say!("plain-git-tree", files),
        ReviewBase::Branch { branch } => {
            say!(
                "plain-git-branch",
                branch = crate::text::line(branch),
                files
            )
        }
        _ => say!("plain-review-files", files),
    }
}
