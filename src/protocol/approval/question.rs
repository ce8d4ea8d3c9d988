//! Questions to the human, and the answers to them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Risk, RiskReason, RiskReport};
use crate::protocol::change::FileDiff;
use crate::protocol::ids::{CallId, ContentHash, HunkId, QuestionId, RunId, SessionId};
use crate::protocol::route::EgressTarget;

/// One question to the human.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub id: QuestionId,
    /// The session that asks.
    pub session: SessionId,
    /// The run that waits for the answer.
    pub run: RunId,
    /// The call it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<CallId>,
    /// Name of the tool it is about, or of the engine's rule (`loop`, `limit`).
    pub tool: String,
    /// Who asks: the agent's name.
    pub origin: String,
    /// What is asked.
    pub body: QuestionBody,
    /// How risky yes is.
    pub risk: RiskReport,
    /// Hash of everything shown; an answer must carry the same.
    pub shown: ContentHash,
    /// True where the proposal changed while the prompt was open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// Whether "yes to all" and the scopes for a rule are offered.
    pub scopes: Vec<AlwaysScope>,
    /// Where content would go, if it is asked whether it may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send_to: Option<EgressTarget>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Seconds until it answers no by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<u32>,
    /// Its place among the questions of a wizard, where it is one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wizard: Option<WizardPlace>,
}

/// Where a question stands among those of a wizard, which are asked one after the other with a way back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WizardPlace {
    /// Which one it is, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// What was answered so far, in order: also to this one and those behind it, where the user went back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Decision>,
}

impl WizardPlace {
    /// What was answered here before the user went back.
    pub fn given(&self) -> Option<&Decision> {
        self.answers.get(self.number.checked_sub(1)?)
    }

    /// Whether there is a question before it.
    pub fn has_way_back(&self) -> bool {
        self.number > 1
    }
}

/// Who asks where the human typed it.
const HUMAN: &str = "you";

/// What had a command asked about that neither a rule nor the list of what is always asked spoke of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskReason {
    /// Its risk is high: no mode lets that pass.
    Risk,
    Mode,
}

impl Question {
    /// Whether the question before it can be gone back to.
    pub fn has_way_back(&self) -> bool {
        self.wizard.as_ref().is_some_and(WizardPlace::has_way_back)
    }

    /// Whether the human typed what it is about.
    pub fn is_typed_by_human(&self) -> bool {
        self.origin == HUMAN
    }

    /// The part of the command that a reason speaks of, where it is not all of it.
    pub fn part_of(&self, reason: &RiskReason) -> Option<&str> {
        let QuestionBody::Command { command, .. } = &self.body else {
            return None;
        };
        let (from, to) = reason.span?;
        let part = command.get(from..to)?.trim();
        (!part.is_empty() && part != command.trim()).then_some(part)
    }

    /// What had this command asked about, where it can be told from the question.
    pub fn asked_for(&self) -> Option<AskReason> {
        if !matches!(self.body, QuestionBody::Command { .. }) || self.risk.always_ask {
            return None;
        }
        match self.risk.risk {
            Risk::High => Some(AskReason::Risk),
            // "Always" is offered where neither a rule nor the list of what is always asked spoke.
            Risk::Medium | Risk::Low if !self.scopes.is_empty() => Some(AskReason::Mode),
            Risk::Medium | Risk::Low => None,
        }
    }
}

/// One way to say "always", with the exact words of what it would grant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlwaysScope {
    pub scope: GrantScope,
    /// What it grants, exactly, for the human.
    pub grants: String,
    /// The rule's pattern, for the three that make a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
}

/// How far a "yes" reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrantScope {
    /// All of this type until the next user message.
    UntilNextMessage,
    /// A rule for this session.
    Session,
    /// A rule in the workspace's config.
    Workspace,
    /// A rule in the user's config.
    User,
}

/// What a prompt asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum QuestionBody {
    /// May this text be written?
    Write {
        /// The file, relative to the root.
        path: String,
        diff: FileDiff,
        /// A word on why it is asked where the mode would not have led one to expect it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// May these files be deleted?
    Delete { files: Vec<DeleteItem> },
    /// May this command run?
    Command {
        /// The command, whole.
        command: String,
        /// Where it runs, relative to the root; `.` is the root.
        cwd: String,
        /// What holds it: `off` or the name of the sandbox.
        sandbox: String,
        /// What is staged and not on the disk, where the command would not see it. Yes writes it first,
        /// [`Decision::OnDisk`] does not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        staged: Option<ProposedNote>,
        /// Files that a destructive command touches, where they can be told.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        touches: Vec<DeleteItem>,
        /// What could not be brought back if the command changed it, in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        uncovered: Option<String>,
    },
    /// A yes-or-no question of the agent, or of the engine (loop, limit).
    Confirm { question: String },
    /// A question that is answered with text.
    Input {
        question: String,
        /// What the text must be.
        validation: Validation,
    },
    /// A question that is answered by choosing.
    Select {
        question: String,
        /// What can be chosen.
        options: Vec<String>,
        /// Whether several can be.
        multiple: bool,
    },
}

/// Staged changes beside a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedNote {
    /// Hunks that wait for a decision and are not on the disk.
    pub hunks: u32,
    /// Their files, relative to the root.
    pub files: Vec<String>,
    /// Why they could not be written after a yes, so that the command was not run and is asked about again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unwritten: Option<String>,
}

/// A file that a destructive call touches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeleteItem {
    /// The file or folder, relative to the root.
    pub path: String,
    /// How many files it stands for.
    pub files: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// Whether it can be got back: `in git, clean`, `NOT in git`, and so on.
    pub note: String,
    /// The first files in it, relative to the root, in order, where it is a folder; the others are only counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<String>,
}

impl DeleteItem {
    /// How many files in it are not named.
    pub fn unnamed(&self) -> u64 {
        match self.inside.len() as u64 {
            0 => 0,
            named => self.files.saturating_sub(named),
        }
    }
}

/// What a typed answer must be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Validation {
    /// Anything, nothing too.
    #[default]
    None,
    /// At least one character that is not white space.
    NotEmpty,
    Number,
    /// A path inside the workspace.
    Path,
    /// A text that this regular expression matches as a whole.
    Pattern(String),
}

/// The human's answer to a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    pub prompt: QuestionId,
    /// Hash of what was shown, see [`Question::shown`].
    pub shown: ContentHash,
    /// What was decided.
    pub decision: Decision,
    pub by: AnsweredBy,
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum Decision {
    Yes,
    /// Yes, and further.
    Always {
        scope: GrantScope,
    },
    /// Yes, to what the human made of it: the whole new text of the file, or the command.
    Edited {
        /// The edited text.
        text: String,
        /// For a command: on the disk as it is, as [`Decision::OnDisk`].
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        on_disk: bool,
    },
    /// Yes, to these hunks only.
    Hunks {
        /// The hunks that are taken.
        accepted: Vec<HunkId>,
    },
    /// Yes, to these files of the list only.
    Files {
        /// Their paths, as they were listed.
        paths: Vec<String>,
    },
    /// Yes, on the disk as it is: what is staged is not written first.
    OnDisk,
    No {
        /// Why, in the human's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The text that was asked for.
    Text {
        text: String,
    },
    /// The options that were chosen, by index.
    Selected {
        indices: Vec<usize>,
    },
    /// The question was skipped: `no_user_answer`.
    Skipped,
    /// Back to the question before, in a wizard.
    Back,
}

/// What the model is told of a question that was skipped, or that nobody was there for.
pub const NO_ANSWER: &str = "no_user_answer";

/// The reason of a no that nobody gave: no more lines come in.
pub const INPUT_ENDED: &str = "the input has ended: nobody is there to ask";

/// What an answer came by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnsweredBy {
    /// A key that the human pressed.
    Key,
    Rule,
    Mode,
    Timeout,
    /// The run was cancelled.
    Cancel,
    /// Nobody was there to ask.
    Nobody,
}
