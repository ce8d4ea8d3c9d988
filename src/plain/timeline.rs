//! The checkpoints as a list, and what is done with one by its number in the workspace.

use super::question::difference;
use super::state::{Place, Plain};
use super::text;
use super::waiting::Waiting;
use crate::protocol::change::CheckpointKind;
use crate::protocol::ids::CheckpointId;
use crate::protocol::review::{CheckpointRow, ReviewAnswer, ReviewOrder, ReviewQuestion};
use crate::words::counted;

/// What `?` says here.
const HELP: &str = "\
list: the latest checkpoints. more: older ones too.
compare 3: what has changed since then. compare 3 5: what is different between the two.
name WORDS: makes a checkpoint with that name. rename 3 WORDS: gives one another name.
rollback 3: chooses what is taken back to it. back: to the conversation.";

/// Checkpoints that are looked through for one by its number.
const ALL: u32 = 100_000;

/// The checkpoints that were read out.
#[derive(Debug, Default)]
pub(super) struct Timeline {
    limit: u32,
}

/// What is done with a checkpoint that was named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Then {
    /// It is what is taken back to.
    RollBack,
    /// It is compared with the disk, or with another one.
    Compare(Option<u64>),
    /// It has this name.
    Rename(String),
}

impl Plain {
    pub(super) fn ask_checkpoints(&mut self, limit: u32) {
        if let Place::Checkpoints(timeline) = &mut self.place {
            timeline.limit = limit;
        }
        self.ask_review(
            ReviewQuestion::Checkpoints { limit },
            Waiting::Checkpoints(None),
        );
    }

    /// A line here.
    pub(super) fn checkpoints_line(&mut self, text: &str) {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let limit = match &self.place {
            Place::Checkpoints(timeline) => timeline.limit,
            _ => super::slash::CHECKPOINTS,
        };
        match word.to_lowercase().as_str() {
            "list" => self.ask_checkpoints(limit),
            "more" => self.ask_checkpoints(limit.saturating_mul(4)),
            "compare" => {
                let (first, second) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let second = match second.trim() {
                    "" => None,
                    typed => match number_of(typed) {
                        Some(number) => Some(number),
                        None => return self.say("Name checkpoints by their numbers: compare 3 5."),
                    },
                };
                self.checkpoint_named(first, Then::Compare(second));
            }
            "name" if !rest.is_empty() => {
                let name = rest.to_owned();
                self.order_review(ReviewOrder::NameCheckpoint { name });
            }
            "rename" => match rest.split_once(char::is_whitespace) {
                Some((number, name)) => {
                    self.checkpoint_named(number, Then::Rename(name.trim().to_owned()));
                }
                None => self.say("Say which and the name: rename 3 WORDS."),
            },
            "rollback" => self.checkpoint_named(rest, Then::RollBack),
            "back" | "done" | "quit" => self.leave_place(),
            "?" | "help" | "name" => self.say_all(HELP.lines().map(str::to_owned)),
            other => self.say(format!(
                "\"{}\" is no word here, and it was not sent. \"?\" lists the words, \"back\" goes to the conversation.",
                text::line(other)
            )),
        }
    }

    /// Looks a checkpoint up by its number.
    pub(super) fn checkpoint_named(&mut self, typed: &str, then: Then) {
        match number_of(typed) {
            Some(number) => self.ask_review(
                ReviewQuestion::Checkpoints { limit: ALL },
                Waiting::Checkpoints(Some((number, then))),
            ),
            None => self.say("Name a checkpoint by its number; /checkpoints lists them."),
        }
    }

    /// What came in about checkpoints.
    pub(super) fn timeline_answer(&mut self, why: Waiting, answer: ReviewAnswer) {
        match (why, answer) {
            (Waiting::Checkpoints(None), ReviewAnswer::Checkpoints { checkpoints }) => {
                self.say_checkpoints(&checkpoints);
            }
            (
                Waiting::Checkpoints(Some((number, then))),
                ReviewAnswer::Checkpoints { checkpoints },
            ) => self.do_with(number, then, &checkpoints),
            (Waiting::Compared(title), ReviewAnswer::Compared { diffs, left_out }) => {
                if diffs.is_empty() && left_out.is_empty() {
                    return self.say("There is no difference.");
                }
                self.say(title);
                for diff in diffs {
                    self.say(format!(
                        "{}: {} added, {} removed",
                        text::line(&diff.path),
                        counted(diff.added, "line"),
                        diff.removed
                    ));
                    self.say_all(difference(&diff, usize::MAX));
                }
                for (path, why) in left_out {
                    self.say(format!(
                        "{} cannot be compared: {}",
                        text::line(&path),
                        text::line(&why)
                    ));
                }
            }
            (Waiting::Preview(request), ReviewAnswer::Rollback { preview }) => {
                self.preview_came(&request, &preview);
            }
            _ => self.say("Error: the answer does not belong to the question; please report this."),
        }
    }

    fn say_checkpoints(&mut self, rows: &[CheckpointRow]) {
        if rows.is_empty() {
            return self
                .say("There are no checkpoints yet. \"name WORDS\" makes one, \"back\" leaves.");
        }
        let lines: Vec<String> = rows.iter().map(row_words).collect();
        self.say(format!(
            "{}, the latest first:",
            counted(rows.len(), "checkpoint")
        ));
        self.say_all(lines);
        self.say("Say \"compare 3\", \"rollback 3\", \"name WORDS\", \"more\", or \"?\"; \"back\" leaves.");
    }

    fn do_with(&mut self, number: u64, then: Then, rows: &[CheckpointRow]) {
        let find = |number: u64| {
            let mut rows = rows.iter();
            rows.find(|row| row.checkpoint.number == number)
                .map(|row| row.checkpoint.id)
        };
        let missing =
            |number: u64| format!("There is no checkpoint {number}; /checkpoints lists them.");
        let Some(id) = find(number) else {
            return self.say(missing(number));
        };
        match then {
            Then::RollBack => self.roll_back_to(id),
            Then::Rename(name) => self.order_review(ReviewOrder::RenameCheckpoint {
                checkpoint: id,
                name,
            }),
            Then::Compare(None) => {
                self.compare(id, None, format!("Changed since checkpoint {number}:"));
            }
            Then::Compare(Some(other)) => match find(other) {
                Some(to) => {
                    let title = format!("Between checkpoints {number} and {other}:");
                    self.compare(id, Some(to), title);
                }
                None => self.say(missing(other)),
            },
        }
    }

    fn compare(&mut self, from: CheckpointId, to: Option<CheckpointId>, title: String) {
        self.ask_review(
            ReviewQuestion::Compare { from, to },
            Waiting::Compared(title),
        );
    }
}

fn number_of(typed: &str) -> Option<u64> {
    typed.trim().trim_start_matches('#').parse().ok()
}

fn row_words(row: &CheckpointRow) -> String {
    let kind = match row.checkpoint.kind {
        CheckpointKind::Auto => "before a run",
        CheckpointKind::User => "before an edit of yours",
        CheckpointKind::Shell => "before a command",
        CheckpointKind::Named => "named by you",
        CheckpointKind::Safety => "before a rollback",
    };
    let mut words = format!(
        "Checkpoint {}: {}, {kind}, {}, {}, {} added and {} removed after it",
        row.checkpoint.number,
        text::line(&row.checkpoint.label),
        row.checkpoint.at.strftime("%Y-%m-%d %H:%M UTC"),
        counted(row.files.len(), "file"),
        counted(row.added, "line"),
        row.removed
    );
    if row.dropped {
        words.push_str(", not whole: contents were dropped");
    }
    if let Some(name) = &row.session_name {
        words.push_str(&format!(", of session \"{}\"", text::line(name)));
    }
    words
}
