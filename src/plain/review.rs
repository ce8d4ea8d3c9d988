//! The review as line commands. Files and hunks have numbers, those of the last listing: `1` is the first file, `1.2`
//! its second hunk. A number always means the hunk that was read out under it.

use std::collections::VecDeque;

use super::answer::numbers;
use super::asking::unified;
use super::entry::EditWhat;
use super::own::{Deed, Own};
use super::state::{Place, Plain};
use super::text::{self, code};
use super::waiting::{Waiting, summary_lines};
use crate::protocol::change::{HunkState, Origin};
use crate::protocol::command::Command;
use crate::protocol::ids::{CommentId, FileId, HunkId, PromptId};
use crate::protocol::query::Query;
use crate::protocol::review::rollback::RollbackScope;
use crate::protocol::review::view::{HunkRow, ViewRow};
use crate::protocol::review::{
    CommentTarget, ConflictChoice, FileReview, ReviewAnswer, ReviewBase, ReviewOf, ReviewOrder,
    ReviewQuestion, SplitAt,
};
use crate::words::{counted, nearest};

/// Rows of a file that are read out at once.
const ROWS: u32 = 2_000;

/// What `?` says in the review.
const HELP: &str = "\
list: the files and hunks with their numbers. show 1.2, show 1: what it changes.
take 1.2, take 1, take all: accept. refuse 1.2: reject. open 1.2: take the decision back.
comment 1.2 WORDS, or comment 1:10-12 WORDS on lines: the agent is told. comments, uncomment 1. tell: tells it now.
edit 1.2: change what a hunk proposes. edit 1: change the file yourself. split 1.2: take a hunk apart.
settle 1.2 mine|agent|both|base|edit: a conflict. result 1.2: what saving would give there.
save: write what is decided; it is asked first. undo, redo: the last thing done here.
rollback 1.2, rollback 1: take it back from the disk. since open|run|session: what is listed. disk: look at the disk.
back: to the conversation.";

const WORDS: &[&str] = &[
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
    "save",
    "undo",
    "redo",
    "rollback",
    "since",
    "disk",
    "back",
];

/// The review.
#[derive(Debug, Default)]
pub(super) struct Reviewing {
    since: ReviewBase,
    files: Vec<Reviewed>,
    /// Files whose hunks are asked for.
    coming: VecDeque<FileReview>,
    comments: Vec<CommentId>,
}

/// A file with its hunks, as they were read out.
#[derive(Debug)]
struct Reviewed {
    file: FileReview,
    hunks: Vec<HunkRow>,
}

/// A number: a file, and a hunk of it.
type Target = (usize, Option<usize>);

impl Plain {
    /// Goes to the review.
    pub(super) fn open_review(&mut self, since: ReviewBase) {
        self.place = Place::Review(Box::new(Reviewing {
            since,
            ..Reviewing::default()
        }));
        self.ask_review(ReviewQuestion::Files { since }, Waiting::ReviewFiles(since));
    }

    pub(super) fn ask_review(&mut self, question: ReviewQuestion, why: Waiting) {
        if let Some(session) = self.current {
            self.ask(Query::Review { session, question }, why);
        }
    }

    pub(super) fn order_review(&mut self, order: ReviewOrder) {
        if let Some(session) = self.current {
            self.send(Command::Review { session, order });
        }
    }

    fn reviewing(&self) -> Option<&Reviewing> {
        match &self.place {
            Place::Review(reviewing) => Some(reviewing),
            _ => None,
        }
    }

    fn reviewing_mut(&mut self) -> Option<&mut Reviewing> {
        match &mut self.place {
            Place::Review(reviewing) => Some(reviewing),
            _ => None,
        }
    }

    /// A line in the review.
    pub(super) fn review_line(&mut self, text: &str) {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let since = self.reviewing().map(|reviewing| reviewing.since);
        match word.to_lowercase().as_str() {
            "list" | "files" => self.open_review(since.unwrap_or_default()),
            "show" => self.show_target(rest),
            "take" | "accept" => self.decide_targets(rest, HunkState::Accepted),
            "refuse" | "reject" => self.decide_targets(rest, HunkState::Rejected),
            "open" => self.decide_targets(rest, HunkState::Pending),
            "comment" => self.comment(rest),
            "comments" => self.ask_review(ReviewQuestion::Comments, Waiting::Comments),
            "uncomment" => self.uncomment(rest),
            "tell" => self.order_review(ReviewOrder::TellAgent),
            "edit" => self.edit_target(rest),
            "split" => self.with_hunk(rest, |plain, hunk, _| {
                plain.order_review(ReviewOrder::Split {
                    hunk,
                    at: SplitAt::Natural,
                });
            }),
            "settle" => self.settle(rest),
            "result" => self.result_of(rest),
            "save" | "write" => self.ask_review(
                ReviewQuestion::Summary { files: Vec::new() },
                Waiting::Summary,
            ),
            "undo" => self.undo_last(),
            "redo" => self.order_review(ReviewOrder::Redo),
            "rollback" => self.rollback_target(rest),
            "since" => self.since(rest),
            "disk" => {
                self.order_review(ReviewOrder::LookAtDisk);
                self.open_review(since.unwrap_or_default());
            }
            "back" | "done" | "quit" => self.leave_place(),
            "?" | "help" => self.say_all(HELP.lines().map(str::to_owned)),
            other => {
                let meant = nearest(other, WORDS)
                    .map(|word| format!(" Did you mean \"{word}\"?"))
                    .unwrap_or_default();
                self.say(format!(
                    "\"{}\" is no word of the review, and it was not sent.{meant} \"?\" lists the words, \"back\" goes to \
                     the conversation.",
                    text::line(other)
                ));
            }
        }
    }

    fn since(&mut self, word: &str) {
        let last = self.facts().and_then(|facts| facts.last_run);
        let since = match (word, last) {
            ("open", _) => ReviewBase::Open,
            ("session", _) => ReviewBase::Session,
            ("run", Some(run)) => ReviewBase::Run { run },
            ("run", None) => return self.say("There was no run yet."),
            _ => return self.say("Say \"since open\", \"since run\" or \"since session\"."),
        };
        self.open_review(since);
    }

    /// Reads `all`, `1`, `1.2`, `1.1,2.3`.
    fn targets(&self, text: &str) -> Result<Vec<Target>, String> {
        let Some(reviewing) = self.reviewing() else {
            return Err("The review was left.".to_owned());
        };
        if reviewing.files.is_empty() {
            return Err("Nothing is listed. \"list\" lists what is under review.".to_owned());
        }
        let text = text.trim().to_lowercase();
        if text == "all" {
            return Ok((0..reviewing.files.len())
                .map(|file| (file, None))
                .collect());
        }
        if text.is_empty() {
            return Err("Say which: a file as 1, a hunk as 1.2, or all.".to_owned());
        }
        let mut targets = Vec::new();
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let (file, hunk) = match part.split_once('.') {
                Some((file, hunk)) => (file, Some(hunk)),
                None => (part, None),
            };
            let place = |typed: &str, count: usize, what: &str| {
                let number = typed.parse::<usize>().ok();
                let place = number.and_then(|number| number.checked_sub(1));
                place.filter(|place| *place < count).ok_or_else(|| {
                    format!(
                        "There is no {what} {}; \"list\" says the numbers.",
                        text::line(part)
                    )
                })
            };
            let file = place(file, reviewing.files.len(), "file")?;
            let hunks = reviewing.files.get(file).map_or(0, |of| of.hunks.len());
            let hunk = hunk.map(|hunk| place(hunk, hunks, "hunk")).transpose()?;
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

    /// Does something with one hunk.
    fn with_hunk(&mut self, typed: &str, work: impl FnOnce(&mut Self, HunkId, FileId)) {
        match self.one_hunk(typed) {
            Ok((hunk, file)) => work(self, hunk, file),
            Err(why) => self.say(why),
        }
    }

    fn one_hunk(&self, typed: &str) -> Result<(HunkId, FileId), String> {
        let targets = self.targets(typed)?;
        let [(file, Some(hunk))] = targets.as_slice() else {
            return Err("Name one hunk, as 1.2.".to_owned());
        };
        let of = self
            .reviewing()
            .and_then(|reviewing| reviewing.files.get(*file));
        let found = of.and_then(|of| Some((of.hunks.get(*hunk)?.id, of.file.file)));
        found.ok_or_else(|| "There is no such hunk; \"list\" says the numbers.".to_owned())
    }

    fn decide_targets(&mut self, typed: &str, state: HunkState) {
        let targets = match self.targets(typed) {
            Ok(targets) => targets,
            Err(why) => return self.say(why),
        };
        let is_one = matches!(targets.as_slice(), [(_, Some(_))]);
        let chosen = self.hunks_of(&targets);
        if is_one && chosen.iter().any(|hunk| is_yours(hunk)) {
            return self.say("This change is yours: it stays, and is no part of what is proposed.");
        }
        let differs = |hunk: &&&HunkRow| !is_yours(hunk) && hunk.state != state;
        let chosen: Vec<&HunkRow> = chosen.iter().filter(differs).copied().collect();
        // What is too large is taken by its own number, never among others.
        let named = |hunk: &HunkRow| is_one || !hunk.oversized || state != HunkState::Accepted;
        let ids: Vec<HunkId> = chosen
            .iter()
            .filter(|hunk| named(hunk))
            .map(|hunk| hunk.id)
            .collect();
        let too_large: Vec<String> = chosen
            .iter()
            .filter(|hunk| !named(hunk))
            .filter_map(|hunk| self.number_of(hunk.id))
            .collect();
        let hanging = self.hanging(&chosen, &ids, state);
        if !too_large.is_empty() {
            self.say(format!(
                "Left out, for they are too large to be taken among others: {}. Take each by its number, or split it.",
                too_large.join(", ")
            ));
        }
        if ids.is_empty() {
            return self.say("Nothing is left to decide there.");
        }
        if hanging.is_empty() {
            return self.decide_hunks(ids, state);
        }
        self.ask_with_hanging(ids, &hanging, state);
    }

    /// Hunks that hang on these and are not among them.
    fn hanging(&self, chosen: &[&HunkRow], ids: &[HunkId], state: HunkState) -> Vec<HunkId> {
        let open = |id: &HunkId| {
            self.row(*id)
                .is_none_or(|row| row.state == HunkState::Pending)
        };
        let mut hanging: Vec<HunkId> = chosen
            .iter()
            .filter(|hunk| ids.contains(&hunk.id))
            .flat_map(|hunk| match state {
                HunkState::Accepted => hunk.builds_on.iter().filter(|id| open(id)).collect(),
                HunkState::Rejected => hunk.carries.iter().collect(),
                HunkState::Pending | HunkState::RolledBack => Vec::new(),
            })
            .copied()
            .filter(|id| !ids.contains(id))
            .collect();
        hanging.sort_unstable();
        hanging.dedup();
        hanging
    }

    fn ask_with_hanging(&mut self, ids: Vec<HunkId>, hanging: &[HunkId], state: HunkState) {
        let Some(session) = self.current else { return };
        let numbers: Vec<String> = hanging
            .iter()
            .map(|id| {
                self.number_of(*id)
                    .unwrap_or_else(|| "one that is not listed".to_owned())
            })
            .collect();
        let numbers = numbers.join(", ");
        let decide = |hunks: Vec<HunkId>| {
            let order = ReviewOrder::Decide { hunks, state };
            Deed::Send(vec![Command::Review { session, order }])
        };
        let all: Vec<HunkId> = ids.iter().chain(hanging).copied().collect();
        let others = counted(hanging.len(), "hunk");
        let own = match state {
            HunkState::Accepted => Own::new(format!(
                "it builds on {others} that nobody has decided about: {numbers}. Take them too?"
            ))
            .or("both", "take all of them", decide(all)),
            _ => Own::new(format!("{others} stand on it: {numbers}. Refuse them too?"))
                .or("with", "refuse it with those that build on it", decide(all))
                .or(
                    "only",
                    "refuse only this; the others have a conflict until they are settled",
                    decide(ids),
                ),
        };
        self.ask_own(own.or("no", "leave it as it is", Deed::Nothing("Left as it is.")));
    }

    fn decide_hunks(&mut self, hunks: Vec<HunkId>, state: HunkState) {
        if let Some(reviewing) = self.reviewing_mut() {
            for row in reviewing
                .files
                .iter_mut()
                .flat_map(|of| of.hunks.iter_mut())
            {
                if hunks.contains(&row.id) {
                    row.state = state;
                }
            }
        }
        self.order_review(ReviewOrder::Decide { hunks, state });
    }

    fn row(&self, id: HunkId) -> Option<&HunkRow> {
        let files = &self.reviewing()?.files;
        let mut rows = files.iter().flat_map(|of| of.hunks.iter());
        rows.find(|row| row.id == id)
    }

    /// `1.2`.
    fn number_of(&self, id: HunkId) -> Option<String> {
        let files = &self.reviewing()?.files;
        files.iter().enumerate().find_map(|(file, of)| {
            let hunk = of.hunks.iter().position(|row| row.id == id)?;
            Some(format!("{}.{}", file + 1, hunk + 1))
        })
    }

    fn show_target(&mut self, typed: &str) {
        let targets = match self.targets(typed) {
            Ok(targets) => targets,
            Err(why) => return self.say(why),
        };
        let mut questions = Vec::new();
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
                let path = text::line(&of.file.path);
                let title = match (row, hunk) {
                    (Some(row), Some(hunk)) => {
                        hunk_words(&format!("{}.{}", at + 1, hunk + 1), row) + &format!(", {path}:")
                    }
                    _ => format!("{path}:"),
                };
                let of = ReviewOf::File {
                    file: of.file.file,
                    since: reviewing.since,
                };
                let question = ReviewQuestion::Rows {
                    of,
                    options: unified(),
                    first,
                    rows,
                };
                questions.push((question, Waiting::ReviewRows(row.map(|row| row.id), title)));
            }
        }
        for (question, why) in questions {
            self.ask_review(question, why);
        }
    }

    fn comment(&mut self, rest: &str) {
        let (target, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let words = words.trim();
        if words.is_empty() {
            return self
                .say("Say which and the words: comment 1.2 WORDS, or comment 1:10-12 WORDS.");
        }
        let on = match target.split_once(':') {
            Some((file, range)) => {
                let file = self.targets(file).map(|targets| targets.first().copied());
                let range = crate::protocol::mention::LineRange::read(range);
                match (file, range) {
                    (Err(why), _) | (_, Err(why)) => return self.say(why),
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
            None => match self.one_hunk(target) {
                Ok((hunk, _)) => CommentTarget::Hunk(hunk),
                Err(why) => return self.say(why),
            },
        };
        let text = words.to_owned();
        self.order_review(ReviewOrder::Comment { on, text });
    }

    fn uncomment(&mut self, typed: &str) {
        let comments = self.reviewing().map(|reviewing| reviewing.comments.clone());
        let comments = comments.unwrap_or_default();
        match numbers(typed, comments.len()) {
            Ok(places) => {
                for comment in places.into_iter().filter_map(|place| comments.get(place)) {
                    self.order_review(ReviewOrder::RemoveComment { comment: *comment });
                }
            }
            Err(_) => self.say("\"comments\" says the numbers; then uncomment 1."),
        }
    }

    fn edit_target(&mut self, typed: &str) {
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
            Some(hunk) => EditWhat::Hunk(hunk),
            None => EditWhat::File(file, None),
        };
        let question = ReviewQuestion::ProposedText { file, hunk: row };
        self.ask_review(question, Waiting::Edit(what));
    }

    fn settle(&mut self, rest: &str) {
        let (target, how) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let choice = match how.trim() {
            "mine" => Some(ConflictChoice::Mine),
            "agent" => Some(ConflictChoice::Agent),
            "both" => Some(ConflictChoice::Both),
            "base" => Some(ConflictChoice::Base),
            "edit" => None,
            _ => return self.say("Say how: settle 1.2 mine, agent, both, base or edit."),
        };
        let (hunk, file) = match self.one_hunk(target) {
            Ok(found) => found,
            Err(why) => return self.say(why),
        };
        if self.row(hunk).is_some_and(|row| row.conflict.is_none()) {
            return self.say("This hunk has no conflict.");
        }
        match choice {
            Some(choice) => self.order_review(ReviewOrder::Settle { hunk, choice }),
            None => self.ask_review(
                ReviewQuestion::ProposedText {
                    file,
                    hunk: Some(hunk),
                },
                Waiting::Edit(EditWhat::Conflict(hunk)),
            ),
        }
    }

    fn result_of(&mut self, typed: &str) {
        const LINES: u32 = 40;
        let since = self.reviewing().map(|reviewing| reviewing.since);
        let since = since.unwrap_or_default();
        let name = text::line(typed);
        self.with_hunk(typed, |plain, hunk, file| {
            let of = ReviewOf::File { file, since };
            plain.ask_review(
                ReviewQuestion::Result {
                    of,
                    hunk,
                    lines: LINES,
                },
                Waiting::ReviewResult(name),
            );
        });
    }

    /// Takes the last thing back that was done in the review; a rollback only after a question, for that writes files.
    pub(super) fn undo_last(&mut self) {
        let since = ReviewBase::Session;
        self.ask_review(ReviewQuestion::Files { since }, Waiting::LastOperation);
    }

    fn rollback_target(&mut self, typed: &str) {
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

    /// An answer about the review.
    pub(super) fn reviewed(&mut self, why: Waiting, answer: ReviewAnswer) {
        match (why, answer) {
            (Waiting::ReviewFiles(since), ReviewAnswer::Files { files, .. }) => {
                self.files_came(since, files);
            }
            (Waiting::ReviewFile(id), ReviewAnswer::File { file, hunks, .. }) => {
                self.file_came(id, *file, hunks);
            }
            (Waiting::ReviewRows(hunk, title), ReviewAnswer::Rows { rows, .. }) => {
                self.say(title);
                self.say_all(row_lines(&rows, hunk));
            }
            (
                Waiting::ReviewResult(name),
                ReviewAnswer::Result {
                    first_line,
                    lines,
                    note,
                },
            ) => {
                self.say(format!(
                    "Saving would give this at {name}, from line {first_line}:"
                ));
                self.say_all(lines.iter().map(|(line, is_new)| {
                    let sign = if *is_new { '+' } else { ' ' };
                    format!("{sign} {}", code(line)).trim_end().to_owned()
                }));
                self.say_all(note.map(|note| text::line(&note)));
            }
            (Waiting::Summary, ReviewAnswer::Summary { summary }) => self.ask_to_save(&summary),
            (Waiting::LastOperation, ReviewAnswer::Files { last_rollback, .. }) => {
                self.ask_to_undo(last_rollback);
            }
            (Waiting::Comments, ReviewAnswer::Comments { comments }) => {
                if comments.is_empty() {
                    self.say("There are no comments that the agent was not told.");
                }
                let lines: Vec<String> = comments
                    .iter()
                    .enumerate()
                    .map(|(at, comment)| {
                        format!(
                            "{}. {}: {}",
                            at + 1,
                            text::line(&comment.path),
                            text::line(&comment.text)
                        )
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

    fn files_came(&mut self, since: ReviewBase, files: Vec<FileReview>) {
        let Some(reviewing) = self.reviewing_mut().filter(|it| it.since == since) else {
            return;
        };
        reviewing.files.clear();
        reviewing.coming = files.into();
        if reviewing.coming.is_empty() {
            self.say("Review: nothing is under review. \"back\" goes to the conversation.");
            return;
        }
        self.next_file();
    }

    fn next_file(&mut self) {
        let Some(reviewing) = self.reviewing() else {
            return;
        };
        let Some(next) = reviewing.coming.front() else {
            return self.say_listing();
        };
        let file = next.file;
        let of = ReviewOf::File {
            file,
            since: reviewing.since,
        };
        let question = ReviewQuestion::File {
            of,
            options: unified(),
        };
        self.ask_review(question, Waiting::ReviewFile(file));
    }

    fn file_came(&mut self, id: FileId, file: FileReview, hunks: Vec<HunkRow>) {
        let Some(reviewing) = self.reviewing_mut() else {
            return;
        };
        if reviewing.coming.front().is_none_or(|next| next.file != id) {
            return;
        }
        reviewing.coming.pop_front();
        reviewing.files.push(Reviewed { file, hunks });
        self.next_file();
    }

    fn say_listing(&mut self) {
        let Some(reviewing) = self.reviewing() else {
            return;
        };
        let mut lines = vec![format!(
            "Review: {}.",
            counted(reviewing.files.len(), "file")
        )];
        for (at, of) in reviewing.files.iter().enumerate() {
            let file = &of.file;
            let change = match file.change.as_str() {
                "" => String::new(),
                change => format!(", {}", text::line(change)),
            };
            let dirty = if file.dirty { ", not written" } else { "" };
            lines.push(format!(
                "{}. {}: {} added, {} removed{change}{dirty}, by {}",
                at + 1,
                text::line(&file.path),
                counted(file.added, "line"),
                file.removed,
                text::line(&file.by)
            ));
            for (hunk, row) in of.hunks.iter().enumerate() {
                lines.push(hunk_words(&format!("{}.{}", at + 1, hunk + 1), row));
            }
        }
        lines.push(
            "Say \"show 1.1\", \"take 1.1\", \"refuse 1.1\", \"save\", or \"?\" for all words; \"back\" leaves.".to_owned(),
        );
        self.say_all(lines);
    }

    fn ask_to_save(&mut self, summary: &crate::protocol::review::SaveSummary) {
        let Some(session) = self.current else { return };
        let lines = summary_lines(summary);
        let Some(shown) = summary
            .shown
            .clone()
            .filter(|_| !summary.files.is_empty() || !summary.operations.is_empty())
        else {
            self.say("Nothing is decided that is not on the disk.");
            return self.say_all(lines);
        };
        let order = ReviewOrder::Save {
            files: Vec::new(),
            shown,
        };
        let own = Own::new("write this to the disk?")
            .with(lines)
            .or(
                "yes",
                "write it",
                Deed::Send(vec![Command::Review { session, order }]),
            )
            .or(
                "no",
                "leave the disk as it is",
                Deed::Nothing("Nothing was written."),
            );
        self.ask_own(own);
    }

    fn ask_to_undo(&mut self, last_rollback: Option<String>) {
        let Some(session) = self.current else { return };
        let order = ReviewOrder::Undo;
        let Some(label) = last_rollback else {
            return self.order_review(order);
        };
        let own = Own::new(format!(
            "the last thing that was done is a rollback: {}. Taking it back writes the files as they were before it. Do \
             it?",
            text::line(&label)
        ))
        .or(
            "yes",
            "take the rollback back",
            Deed::Send(vec![Command::Review { session, order }]),
        )
        .or("no", "leave it", Deed::Nothing("Left as it is."));
        self.ask_own(own);
    }

    /// The hunks of what a question proposes: read out with their numbers, to be chosen.
    pub(super) fn prompt_hunks(&mut self, id: PromptId, hunks: Vec<HunkRow>, rows: u32) {
        let Some(prompt) = self.prompt(id) else {
            return;
        };
        let session = prompt.session;
        let question = ReviewQuestion::Rows {
            of: ReviewOf::Prompt { prompt: id },
            options: unified(),
            first: 0,
            rows: rows.min(ROWS),
        };
        self.ask(
            Query::Review { session, question },
            Waiting::PromptRows(id, hunks),
        );
    }

    pub(super) fn prompt_rows(&mut self, id: PromptId, hunks: &[HunkRow], rows: &[ViewRow]) {
        let is_asked = self.asked_prompt().is_some_and(|prompt| prompt.id == id);
        if !is_asked {
            return;
        }
        let mut lines = vec![format!("{}:", counted(hunks.len(), "hunk"))];
        for (at, row) in hunks.iter().enumerate() {
            lines.push(hunk_words(&(at + 1).to_string(), row));
            lines.extend(row_lines(rows, Some(row.id)));
        }
        lines.push(
            "Say \"only 1,3\" to take those and refuse the others; \"back\" to the choices, or \"no\".".to_owned(),
        );
        self.say_all(lines);
        self.choose_hunks(hunks.iter().map(|row| row.id).collect());
    }
}

fn is_yours(hunk: &HunkRow) -> bool {
    matches!(hunk.origin, Origin::User | Origin::Session { .. })
}

/// `1.2 waits: 3 lines added, 1 removed`
fn hunk_words(number: &str, row: &HunkRow) -> String {
    let state = match row.state {
        _ if is_yours(row) => "yours",
        HunkState::Pending => "waits",
        HunkState::Accepted => "taken",
        HunkState::Rejected => "refused",
        HunkState::RolledBack => "taken back",
    };
    let mut words = format!(
        "{number} {state}: {} added, {} removed",
        counted(row.added, "line"),
        row.removed
    );
    if !row.operation.is_empty() {
        words = format!("{number} {state}: {}", text::line(&row.operation));
    }
    if row.written {
        words.push_str(", on the disk");
    }
    if let Some(conflict) = &row.conflict {
        words.push_str(&format!(", CONFLICT: {}", text::line(&conflict.why)));
    }
    if row.oversized {
        words.push_str(", too large to be taken among others");
    }
    if row.amended {
        words.push_str(", changed by you");
    }
    if row.comments > 0 {
        words.push_str(&format!(", {}", counted(row.comments, "comment")));
    }
    if !row.builds_on.is_empty() {
        words.push_str(&format!(
            ", builds on {} undecided",
            counted(row.builds_on.len(), "hunk")
        ));
    }
    if let Some(rationale) = &row.rationale {
        words.push_str(&format!(". Why: {}", text::line(rationale)));
    }
    words
}

/// Rows with + and -, all of them or those of one hunk.
fn row_lines(rows: &[ViewRow], only: Option<HunkId>) -> Vec<String> {
    let mut lines = Vec::new();
    for row in rows {
        match row {
            ViewRow::Fold { lines: hidden, .. } if only.is_none() => {
                lines.push(format!("... {} unchanged", counted(*hidden, "line")));
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
