//! The checkpoints as a list, and actions on one by its number in the workspace.

use super::pending::{PendingRequest, UndoTarget};
use super::question::difference;
use super::state::{Plain, PlainMode};
use super::text::{self, moment};
use super::words;
use client::phrases::checkpoint::label;
use l10n::{counted, say};
use protocol::change::CheckpointKind;
use protocol::ids::CheckpointId;
use protocol::review::{CheckpointRow, ReviewCommand, ReviewQuery, ReviewReply};

/// Maximum number of checkpoints searched for one by its number.
const ALL: u32 = 100_000;

/// Words of the checkpoint mode.
pub(super) const WORDS: &[&str] = &[
    "list", "more", "compare", "name", "rename", "rollback", "undo", "diff", "back",
];

/// The checkpoints that were read out.
#[derive(Debug, Default)]
pub(super) struct Timeline {
    limit: u32,
}

/// An action on a chosen checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TimelineAction {
    /// Rolls back to it.
    RollBack,
    /// Compares it with the disk, or with another one.
    Compare(Option<u64>),
    /// Gives it this name.
    Rename(String),
}

impl Plain {
    pub(super) fn ask_checkpoints(&mut self, limit: u32) {
        if let PlainMode::Checkpoints(timeline) = &mut self.mode {
            timeline.limit = limit;
        }
        self.ask_review(
            ReviewQuery::Checkpoints { limit },
            PendingRequest::Checkpoints(None),
        );
    }

    /// Handles a line in the checkpoint mode.
    pub(super) fn checkpoints_line(&mut self, text: &str) {
        let (word, rest) = words::first(text);
        let limit = match &self.mode {
            PlainMode::Checkpoints(timeline) => timeline.limit,
            _ => super::slash::CHECKPOINTS,
        };
        match word.as_str() {
            "list" => self.ask_checkpoints(limit),
            "more" => self.ask_checkpoints(limit.saturating_mul(4)),
            "compare" => {
                let (first, second) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let second = match second.trim() {
                    "" => None,
                    typed => match number_of(typed) {
                        Some(number) => Some(number),
                        None => return self.say(say!("plain-compare-how")),
                    },
                };
                self.checkpoint_named(first, TimelineAction::Compare(second));
            }
            "name" if !rest.is_empty() => {
                let name = rest.to_owned();
                self.send_review_command(ReviewCommand::NameCheckpoint { name });
            }
            "rename" => match rest.split_once(char::is_whitespace) {
                Some((number, name)) => {
                    self.checkpoint_named(number, TimelineAction::Rename(name.trim().to_owned()));
                }
                None => self.say(say!("plain-rename-how")),
            },
            "rollback" => self.checkpoint_named(rest, TimelineAction::RollBack),
            "undo" => self.undo_last(UndoTarget::RollbackOnly),
            "diff" => self.ask_review(
                ReviewQuery::UndoDiff,
                PendingRequest::StoredDiff(say!("plain-undo-diff").to_owned()),
            ),
            "back" | "done" | "quit" => self.leave_mode(),
            "?" | "help" | "name" => {
                self.say_all(say!("plain-checkpoints-help").lines().map(str::to_owned));
            }
            other => self.say(say!("plain-no-word-here", typed = text::line(other))),
        }
    }

    /// Looks up a checkpoint by its number.
    pub(super) fn checkpoint_named(&mut self, typed: &str, then: TimelineAction) {
        match number_of(typed) {
            Some(number) => self.ask_review(
                ReviewQuery::Checkpoints { limit: ALL },
                PendingRequest::Checkpoints(Some((number, then))),
            ),
            None => self.say(say!("plain-checkpoint-how")),
        }
    }

    /// Handles a reply about checkpoints.
    pub(super) fn timeline_answer(&mut self, why: PendingRequest, answer: ReviewReply) {
        match (why, answer) {
            (PendingRequest::Checkpoints(None), ReviewReply::Checkpoints { checkpoints, .. }) => {
                self.say_checkpoints(&checkpoints);
            }
            (
                PendingRequest::Checkpoints(Some((number, then))),
                ReviewReply::Checkpoints { checkpoints, .. },
            ) => self.do_with(number, then, &checkpoints),
            (PendingRequest::StoredDiff(title), ReviewReply::Compared { diffs, left_out }) => {
                if diffs.is_empty() && left_out.is_empty() {
                    return self.say(say!("plain-no-difference"));
                }
                self.say(title);
                for diff in diffs {
                    self.say(say!(
                        "plain-compared-file",
                        path = text::line(&diff.path),
                        added = counted(diff.added, "line"),
                        removed = diff.removed
                    ));
                    self.say_all(difference(&diff, usize::MAX));
                }
                for (path, why) in left_out {
                    self.say(say!(
                        "plain-not-compared",
                        path = text::line(&path),
                        why = text::told(&why)
                    ));
                }
            }
            (PendingRequest::RollbackPreview(request), ReviewReply::Rollback { preview }) => {
                self.print_preview(&request, &preview);
            }
            _ => self.say(say!("plain-wrong-answer")),
        }
    }

    fn say_checkpoints(&mut self, rows: &[CheckpointRow]) {
        if rows.is_empty() {
            return self.say(say!("plain-no-checkpoints"));
        }
        let lines: Vec<String> = rows.iter().map(row_words).collect();
        self.say(say!(
            "plain-checkpoints",
            checkpoints = counted(rows.len(), "checkpoint")
        ));
        self.say_all(lines);
        self.say(say!("plain-checkpoints-how"));
    }

    fn do_with(&mut self, number: u64, then: TimelineAction, rows: &[CheckpointRow]) {
        let find = |number: u64| {
            let mut rows = rows.iter();
            rows.find(|row| row.checkpoint.number == number)
                .map(|row| row.checkpoint.id)
        };
        let missing = |number: u64| say!("plain-no-checkpoint", number);
        let Some(id) = find(number) else {
            return self.say(missing(number));
        };
        match then {
            TimelineAction::RollBack => self.roll_back_to(id),
            TimelineAction::Rename(name) => {
                self.send_review_command(ReviewCommand::RenameCheckpoint {
                    checkpoint: id,
                    name,
                });
            }
            TimelineAction::Compare(None) => {
                self.compare(id, None, say!("plain-changed-since", number));
            }
            TimelineAction::Compare(Some(other)) => match find(other) {
                Some(to) => {
                    let title = say!("plain-between", number, other);
                    self.compare(id, Some(to), title);
                }
                None => self.say(missing(other)),
            },
        }
    }

    fn compare(&mut self, from: CheckpointId, to: Option<CheckpointId>, title: String) {
        self.ask_review(
            ReviewQuery::Compare { from, to },
            PendingRequest::StoredDiff(title),
        );
    }
}

fn number_of(typed: &str) -> Option<u64> {
    typed.trim().trim_start_matches('#').parse().ok()
}

fn row_words(row: &CheckpointRow) -> String {
    let kind = match row.checkpoint.kind {
        CheckpointKind::Auto => say!("plain-before-run"),
        CheckpointKind::User => say!("plain-before-edit"),
        CheckpointKind::Shell => say!("plain-before-command"),
        CheckpointKind::Named => say!("plain-named-by-you"),
        CheckpointKind::Safety => say!("plain-before-rollback"),
    };
    let mut words = vec![say!(
        "plain-checkpoint",
        number = row.checkpoint.number,
        label = text::line(&label(&row.checkpoint)),
        kind,
        at = moment(row.checkpoint.at),
        files = counted(row.files.len(), "file"),
        added = counted(row.added, "line"),
        removed = row.removed
    )];
    if row.dropped {
        words.push(say!("plain-checkpoint-dropped").to_owned());
    }
    if let Some(name) = &row.session_name {
        words.push(say!("plain-checkpoint-session", name = text::line(name)));
    }
    words.join(", ")
}
