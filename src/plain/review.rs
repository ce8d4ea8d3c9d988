//! The review as line commands. Files and hunks carry the numbers of the last listing: `1` is the
//! first file, `1.2` its second hunk. A number always means the hunk that was read out under it.

mod actions;
mod decide;
mod git;
mod listing;

pub(super) use git::GitComment;

use std::collections::VecDeque;

use super::pending::{PendingRequest, UndoTarget};
use super::state::{Plain, PlainMode};
use super::text;
use super::words;
use git::git_hunk_words;
use l10n::say;
use listing::hunk_words;
use notice::words::nearest;
use protocol::change::HunkState;
use protocol::command::Command;
use protocol::ids::{CommentId, FileId, HunkId};
use protocol::query::Query;
use protocol::review::view::HunkRow;
use protocol::review::{ApplyScope, FileReview, ReviewBase, ReviewCommand, ReviewQuery, SplitAt};
use session::SessionFacts;

/// Maximum rows of a file that are read out at once.
const ROWS: u32 = 2_000;

pub(super) const WORDS: &[&str] = &[
    "list",
    "show",
    "take",
    "refuse",
    "open",
    "comment",
    "comments",
    "uncomment",
    "tell",
    "edit",
    "split",
    "settle",
    "result",
    "apply",
    "undo",
    "redo",
    "rollback",
    "since",
    "disk",
    "back",
];

#[derive(Debug, Default)]
pub(super) struct ReviewState {
    since: ReviewBase,
    files: Vec<ListedFile>,
    /// Files whose hunks are still to be requested.
    coming: VecDeque<FileReview>,
    /// Files that are listed without their hunks, behind the others.
    without_hunks: Vec<FileReview>,
    comments: Vec<CommentId>,
}

/// A file with its hunks, as read out.
#[derive(Debug)]
struct ListedFile {
    file: FileReview,
    hunks: Vec<HunkRow>,
}

/// The index of a file, and of a hunk in it.
type Target = (usize, Option<usize>);

impl Plain {
    /// Enters the review.
    pub(super) fn open_review(&mut self, since: ReviewBase) {
        self.mode = PlainMode::Review(Box::new(ReviewState {
            since: since.clone(),
            ..ReviewState::default()
        }));
        self.ask_review(
            ReviewQuery::Files {
                since: since.clone(),
            },
            PendingRequest::ReviewFiles(since),
        );
    }

    pub(super) fn ask_review(&mut self, question: ReviewQuery, why: PendingRequest) {
        if let Some(session) = self.current {
            self.ask(Query::Review { session, question }, why);
        }
    }

    /// Requests what applying would write; the answer asks whether to do it.
    pub(super) fn ask_apply_summary(&mut self, of: ApplyScope) {
        let files = Vec::new();
        let question = ReviewQuery::Summary { files, of };
        self.ask_review(question, PendingRequest::ApplySummary(of));
    }

    pub(super) fn send_review_command(&mut self, order: ReviewCommand) {
        if let Some(session) = self.current {
            self.send(Command::Review { session, order });
        }
    }

    fn reviewing(&self) -> Option<&ReviewState> {
        match &self.mode {
            PlainMode::Review(reviewing) => Some(reviewing),
            _ => None,
        }
    }

    fn reviewing_mut(&mut self) -> Option<&mut ReviewState> {
        match &mut self.mode {
            PlainMode::Review(reviewing) => Some(reviewing),
            _ => None,
        }
    }

    /// Handles a line in the review.
    pub(super) fn review_line(&mut self, text: &str) {
        let (word, rest) = words::first(text);
        let since = self.reviewing().map(|reviewing| reviewing.since.clone());
        if self.refuse_in_git(&word) {
            return;
        }
        match word.as_str() {
            "list" | "files" => self.open_review(since.unwrap_or_default()),
            "show" => self.show_target(rest),
            "take" | "accept" => self.decide_targets(rest, HunkState::Accepted),
            "refuse" | "reject" => self.decide_targets(rest, HunkState::Rejected),
            "open" => self.decide_targets(rest, HunkState::Pending),
            "comment" => self.comment(rest),
            "comments" => self.ask_review(ReviewQuery::Comments, PendingRequest::Comments),
            "uncomment" => self.uncomment(rest),
            "tell" => self.tell_agent(),
            "edit" => self.edit_target(rest),
            "split" => self.with_hunk(rest, |plain, hunk, _| {
                plain.send_review_command(ReviewCommand::Split {
                    hunk,
                    at: SplitAt::Natural,
                });
            }),
            "settle" => self.settle(rest),
            "result" => self.result_of(rest),
            "apply" | "save" | "write" => self.ask_apply_summary(ApplyScope::Decided),
            "undo" => self.undo_last(UndoTarget::AnyOperation),
            "redo" => self.send_review_command(ReviewCommand::Redo),
            "rollback" => self.rollback_target(rest),
            "since" => self.since(rest),
            "disk" => {
                self.send_review_command(ReviewCommand::LookAtDisk);
                self.open_review(since.unwrap_or_default());
            }
            "back" | "done" | "quit" => self.leave_mode(),
            "?" | "help" => self.say_all(say!("plain-review-help").lines().map(str::to_owned)),
            other => {
                // The text as typed, not as interpreted.
                let typed = text::line(text.split_whitespace().next().unwrap_or_default());
                let known: Vec<&str> = WORDS
                    .iter()
                    .flat_map(|word| [words::printed_form(word), *word])
                    .collect();
                self.say(match nearest(other, &known) {
                    Some(near) => say!("plain-no-review-word-near", typed, near),
                    None => say!("plain-no-review-word", typed),
                });
            }
        }
    }

    fn since(&mut self, word: &str) {
        let last = self.facts().and_then(SessionFacts::last_run);
        let since = match (words::english(word).as_str(), last) {
            ("open", _) => ReviewBase::Open,
            ("session", _) => ReviewBase::Session,
            ("tree", _) => ReviewBase::WorkingTree,
            ("run", Some(run)) => ReviewBase::Run { run },
            ("run", None) => return self.say(say!("plain-no-run")),
            _ => return self.say(say!("plain-since-how")),
        };
        self.open_review(since);
    }

    /// Parses `all`, `1`, `1.2`, `1.1,2.3`.
    fn targets(&self, text: &str) -> Result<Vec<Target>, String> {
        let Some(reviewing) = self.reviewing() else {
            return Err(say!("plain-review-left").to_owned());
        };
        if reviewing.files.is_empty() {
            return Err(say!("plain-nothing-listed").to_owned());
        }
        let text = text.trim().to_lowercase();
        if words::english(&text) == "all" {
            return Ok((0..reviewing.files.len())
                .map(|file| (file, None))
                .collect());
        }
        if text.is_empty() {
            return Err(say!("plain-which-how").to_owned());
        }
        let mut targets = Vec::new();
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let (file, hunk) = match part.split_once('.') {
                Some((file, hunk)) => (file, Some(hunk)),
                None => (part, None),
            };
            let place = |typed: &str, count: usize| {
                let number = typed.parse::<usize>().ok();
                let place = number.and_then(|number| number.checked_sub(1));
                place.filter(|place| *place < count)
            };
            let typed = || text::line(part);
            let file = place(file, reviewing.files.len())
                .ok_or_else(|| say!("plain-no-such-file", typed = typed()))?;
            let hunks = reviewing.files.get(file).map_or(0, |of| of.hunks.len());
            let no_hunk = || say!("plain-no-such-hunk", typed = typed());
            let hunk = hunk.map(|hunk| place(hunk, hunks).ok_or_else(no_hunk));
            let hunk = hunk.transpose()?;
            targets.push((file, hunk));
        }
        Ok(targets)
    }

    fn hunks_of(&self, targets: &[Target]) -> Vec<&HunkRow> {
        let Some(reviewing) = self.reviewing() else {
            return Vec::new();
        };
        let of_target = |(file, hunk): &Target| {
            let hunks = reviewing.files.get(*file).map(|of| of.hunks.as_slice());
            let hunks = hunks.unwrap_or_default();
            match hunk {
                Some(hunk) => hunks.get(*hunk).into_iter().collect::<Vec<_>>(),
                None => hunks.iter().collect(),
            }
        };
        targets.iter().flat_map(of_target).collect()
    }

    /// Runs an action on one hunk.
    fn with_hunk(&mut self, typed: &str, work: impl FnOnce(&mut Self, HunkId, FileId)) {
        match self.one_hunk(typed) {
            Ok((hunk, file)) => work(self, hunk, file),
            Err(why) => self.say(why),
        }
    }

    fn one_hunk(&self, typed: &str) -> Result<(HunkId, FileId), String> {
        let targets = self.targets(typed)?;
        let [(file, Some(hunk))] = targets.as_slice() else {
            return Err(say!("plain-one-hunk-how").to_owned());
        };
        let of = self
            .reviewing()
            .and_then(|reviewing| reviewing.files.get(*file));
        let found = of.and_then(|of| Some((of.hunks.get(*hunk)?.id, of.file.file)));
        found.ok_or_else(|| say!("plain-hunk-gone").to_owned())
    }

    fn row(&self, id: HunkId) -> Option<&HunkRow> {
        let files = &self.reviewing()?.files;
        let mut rows = files.iter().flat_map(|of| of.hunks.iter());
        rows.find(|row| row.id == id)
    }

    fn number_of(&self, id: HunkId) -> Option<String> {
        let files = &self.reviewing()?.files;
        files.iter().enumerate().find_map(|(file, of)| {
            let hunk = of.hunks.iter().position(|row| row.id == id)?;
            Some(format!("{}.{}", file + 1, hunk + 1))
        })
    }

    /// Describes a hunk with its number.
    fn numbered_hunk(&self, number: &str, row: &HunkRow) -> String {
        if self.reviews_git() {
            git_hunk_words(number, row)
        } else {
            hunk_words(number, row)
        }
    }
}
