//! Further actions on files and hunks of the review: read out, comment, edit, resolve conflicts.

use super::ROWS;
use crate::answer::numbers;
use crate::asking::unified;
use crate::pending::PendingRequest;
use crate::state::Plain;
use crate::text;
use crate::text_entry::EditSubject;
use crate::words;
use l10n::say;
use protocol::review::rollback::RollbackScope;
use protocol::review::{CommentTarget, ConflictChoice, ReviewCommand, ReviewQuery, ReviewSubject};

impl Plain {
    pub(super) fn show_target(&mut self, typed: &str) {
        let targets = match self.targets(typed) {
            Ok(targets) => targets,
            Err(why) => return self.say(why),
        };
        let mut questions = Vec::new();
        let mut read = None;
        if let Some(reviewing) = self.reviewing() {
            for (at, hunk) in targets {
                let Some(of) = reviewing.files.get(at) else {
                    continue;
                };
                let row = hunk.and_then(|hunk| of.hunks.get(hunk));
                let (first, rows) = match row {
                    Some(row) => (row.first_row, row.rows.clamp(1, ROWS)),
                    None => (0, ROWS),
                };
                read = Some(of.file.path.clone());
                let path = text::line(&of.file.path);
                let title = match (row, hunk) {
                    (Some(row), Some(hunk)) => {
                        let number = format!("{}.{}", at + 1, hunk + 1);
                        let hunk = self.numbered_hunk(&number, row);
                        say!("plain-rows-of-hunk", hunk, path)
                    }
                    _ => say!("plain-rows-of-file", path),
                };
                let of = ReviewSubject::File {
                    file: of.file.file,
                    since: reviewing.since.clone(),
                };
                let question = ReviewQuery::Rows {
                    of,
                    options: unified(),
                    first,
                    rows,
                };
                questions.push((
                    question,
                    PendingRequest::ReviewRows(row.map(|row| row.id), title),
                ));
            }
        }
        self.read_last = read.or_else(|| self.read_last.take());
        for (question, why) in questions {
            self.ask_review(question, why);
        }
    }

    pub(super) fn comment(&mut self, rest: &str) {
        let (target, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let words = words.trim();
        if words.is_empty() {
            return self.say(say!("plain-comment-how"));
        }
        let on = match target.split_once(':') {
            Some((file, range)) => {
                let file = self.targets(file).map(|targets| targets.first().copied());
                let range = protocol::mention::LineRange::read(range);
                match (file, range) {
                    (Err(why), _) => return self.say(why),
                    (_, Err(why)) => return self.say(text::told(&why)),
                    (Ok(Some(at)), Ok(range)) if self.reviews_git() => {
                        return self.comment_in_git(at, Some(range), words);
                    }
                    (Ok(at), Ok(range)) => {
                        let of = at.and_then(|(at, _)| self.reviewing()?.files.get(at));
                        let Some(of) = of else { return };
                        CommentTarget::Lines {
                            file: of.file.file,
                            first: range.first,
                            last: range.last,
                        }
                    }
                }
            }
            None if self.reviews_git() => match self.targets(target).as_deref() {
                Ok(&[at @ (_, Some(_))]) => return self.comment_in_git(at, None, words),
                Ok(_) => return self.say(say!("plain-one-hunk-how")),
                Err(why) => {
                    let why = why.clone();
                    return self.say(why);
                }
            },
            None => match self.one_hunk(target) {
                Ok((hunk, _)) => CommentTarget::Hunk(hunk),
                Err(why) => return self.say(why),
            },
        };
        let text = words.to_owned();
        self.send_review_command(ReviewCommand::Comment { on, text });
    }

    pub(super) fn uncomment(&mut self, typed: &str) {
        let comments = self.reviewing().map(|reviewing| reviewing.comments.clone());
        let comments = comments.unwrap_or_default();
        match numbers(typed, comments.len()) {
            Ok(places) => {
                for comment in places.into_iter().filter_map(|place| comments.get(place)) {
                    self.send_review_command(ReviewCommand::RemoveComment { comment: *comment });
                }
            }
            Err(_) => self.say(say!("plain-uncomment-how")),
        }
    }

    pub(super) fn edit_target(&mut self, typed: &str) {
        let target = self.targets(typed).map(|targets| targets.first().copied());
        let at = match target {
            Ok(Some(target)) => target,
            Ok(None) => return,
            Err(why) => return self.say(why),
        };
        let of = self
            .reviewing()
            .and_then(|reviewing| reviewing.files.get(at.0));
        let Some(of) = of else { return };
        let file = of.file.file;
        let row = at.1.and_then(|hunk| of.hunks.get(hunk)).map(|row| row.id);
        let what = match row {
            Some(hunk) => EditSubject::Hunk(hunk),
            None => EditSubject::File(file, None),
        };
        let question = ReviewQuery::ProposedText { file, hunk: row };
        self.ask_review(question, PendingRequest::Edit(what));
    }

    pub(super) fn settle(&mut self, rest: &str) {
        let (target, how) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let choice = match words::english(how.trim()).as_str() {
            "mine" => Some(ConflictChoice::Mine),
            "agent" => Some(ConflictChoice::Agent),
            "both" => Some(ConflictChoice::Both),
            "base" => Some(ConflictChoice::Base),
            "edit" => None,
            _ => return self.say(say!("plain-settle-hunk-how")),
        };
        let (hunk, file) = match self.one_hunk(target) {
            Ok(found) => found,
            Err(why) => return self.say(why),
        };
        if self.row(hunk).is_some_and(|row| row.conflict.is_none()) {
            return self.say(say!("plain-no-conflict"));
        }
        match choice {
            Some(choice) => self.send_review_command(ReviewCommand::Settle { hunk, choice }),
            None => self.ask_review(
                ReviewQuery::ProposedText {
                    file,
                    hunk: Some(hunk),
                },
                PendingRequest::Edit(EditSubject::Conflict(hunk)),
            ),
        }
    }

    pub(super) fn result_of(&mut self, typed: &str) {
        const LINES: u32 = 40;
        let since = self.reviewing().map(|reviewing| reviewing.since.clone());
        let since = since.unwrap_or_default();
        let name = text::line(typed);
        self.with_hunk(typed, |plain, hunk, file| {
            let of = ReviewSubject::File { file, since };
            plain.ask_review(
                ReviewQuery::Result {
                    of,
                    hunk,
                    lines: LINES,
                },
                PendingRequest::ReviewResult(name),
            );
        });
    }

    pub(super) fn rollback_target(&mut self, typed: &str) {
        if typed.is_empty() {
            return self.open_rollback(None);
        }
        let targets = match self.targets(typed) {
            Ok(targets) => targets,
            Err(why) => return self.say(why),
        };
        let scope = match targets.as_slice() {
            [(file, None)] => {
                let of = self
                    .reviewing()
                    .and_then(|reviewing| reviewing.files.get(*file));
                let Some(of) = of else { return };
                RollbackScope::File { file: of.file.file }
            }
            targets => RollbackScope::Hunks {
                hunks: self.hunks_of(targets).iter().map(|row| row.id).collect(),
            },
        };
        self.open_rollback(Some(scope));
    }
}
