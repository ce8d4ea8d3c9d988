//! What a checked call would do, before anyone has allowed it; and the leave to do it.
//!
//! A worker makes the plan (arguments checked, path resolved, new text and diff made, command
//! parsed); the engine decides on it; the worker carries it out as it was shown.

use serde::{Deserialize, Serialize};

use super::approval::{QuestionBody, RiskReport};
use super::call::ToolClass;
use super::change::{Entry, FileDiff};
use super::ids::{CallId, ContentHash, EntryId, FileId, HunkId};

/// What a checked call would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallPlan {
    pub call: CallId,
    /// Canonical name of the tool.
    pub tool: String,
    /// What kind of thing it does.
    pub class: ToolClass,
    /// What rules are matched against.
    pub subject: Subject,
    /// How risky it is, and why.
    pub risk: RiskReport,
    /// What the human is shown if asked. `None` for what is never asked (reads).
    pub body: Option<QuestionBody>,
    /// The questions of a wizard, the first of which is `body`; none for everything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<QuestionBody>,
    /// Hash of everything in `body` and of the bytes that would be written.
    pub shown: ContentHash,
    /// The change, for a call that writes.
    pub change: Option<PlannedChange>,
    /// Who carries it out.
    #[serde(default, skip_serializing_if = "Executor::is_by_us")]
    pub carried_out: Executor,
}

/// Who carries out a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Executor {
    #[default]
    ByUs,
    /// The agent's own program does, and waits for our leave.
    ByProgram,
    /// Its program has done so, without asking.
    Already,
}

impl Executor {
    fn is_by_us(&self) -> bool {
        *self == Self::ByUs
    }
}

/// What policy rules are matched against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "snake_case")]
pub enum Subject {
    /// A path, relative to the root, with `/`.
    Path { path: String },
    /// A command with its simple commands.
    Command {
        /// The whole text.
        command: String,
        /// Each simple command in it, nested ones too, as text with single spaces.
        parts: Vec<String>,
        /// The parts in their normal form, where that differs from the written one: without the
        /// program's folder and the options in front of a subcommand. Deny and ask rules match
        /// them too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        normal_parts: Vec<String>,
        /// Those of the parts that are of low risk by themselves: they need no allow rule.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        low_parts: Vec<String>,
        /// False where a construct was not understood: then no allow rule with a wildcard
        /// matches.
        understood: bool,
    },
    /// Nothing that a pattern could name.
    Nothing,
}

/// A change that a call would make.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlannedChange {
    /// The entry as it would be logged: hunks pending and unwritten.
    pub entry: Entry,
    /// The file's base, kept if this is the run's first change to it.
    pub base: PlannedBase,
    /// The diff for people.
    pub diff: FileDiff,
    /// Whether it cannot be written by itself, because it builds on hunks that are staged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub builds_on_staged: bool,
    /// What other programs did to the file since we last saw it, as entries of the human's to be
    /// logged before `entry`; accepted and written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observed: Vec<Entry>,
}

/// The state of a file before a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedBase {
    pub file: FileId,
    /// Its path, relative to the root.
    pub path: String,
    /// The blob with its bytes; `None` where it is absent.
    pub blob: Option<ContentHash>,
    /// SHA-256 of the bytes, hexadecimal.
    pub sha256: Option<ContentHash>,
    pub mode: Option<u32>,
    /// The last entry that the session has logged of the file; see `CheckpointFile`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_entry: Option<EntryId>,
    /// Hunks of the session's entries of the file that are not on the disk.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<HunkId>,
}

/// What became of one file while a command ran: on the disk already, so accepted and written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedChange {
    /// The file before the command, kept if this is the run's first change to it.
    pub base: PlannedBase,
    pub entry: Entry,
}

/// The leave to carry out a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "grant", rename_all = "snake_case")]
pub enum Grant {
    /// As it was shown.
    AsPlanned,
    /// With what the human made of it: the whole new text, or the command.
    Edited { text: String },
    /// Only these hunks.
    Hunks { accepted: Vec<HunkId> },
    /// With the human's answer, for a question.
    Answered {
        /// The answer as the model sees it.
        answer: serde_json::Value,
    },
}
