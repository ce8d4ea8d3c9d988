//! Questions to the user, and the answers to them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Risk, RiskReason, RiskReport};
use crate::change::FileDiff;
use crate::ids::{CallId, ContentHash, HunkId, QuestionId, RunId, SessionId};
use crate::route::EgressTarget;
use crate::sandbox::{CommandSandbox, Network};
use notice::Notice;

/// One question to the user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub id: QuestionId,
    pub session: SessionId,
    /// The run that waits for the answer.
    pub run: RunId,
    /// The call that the question is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<CallId>,
    /// Name of the tool that the question is about, or of the engine's rule (`loop`, `limit`).
    pub tool: String,
    /// Name of the asking agent.
    pub origin: String,
    /// The content of the question.
    pub body: QuestionBody,
    /// The risk of answering yes.
    pub risk: RiskReport,
    /// Hash of everything shown; an answer must carry the same hash.
    pub shown: ContentHash,
    /// True if the proposal changed while the question was open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// The offered scopes of "always", such as "yes to all" or a rule; empty if none is offered.
    pub scopes: Vec<AlwaysScope>,
    /// Recipient of the content, if the question is about egress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send_to: Option<EgressTarget>,
    pub created_at: Timestamp,
    /// Seconds until the question is answered with no automatically.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<u32>,
    /// Position among the questions of a wizard, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wizard: Option<WizardPlace>,
}

/// The position of a question in a wizard, which asks its questions one after the other and lets
/// the user go back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WizardPlace {
    /// The question's number, from 1.
    pub number: usize,
    /// The total number of questions.
    pub of: usize,
    /// The answers given already, in order; after a step back also those to this question and later
    /// ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Decision>,
}

impl WizardPlace {
    /// Returns the answer given here before the user went back.
    pub fn given(&self) -> Option<&Decision> {
        self.answers.get(self.number.checked_sub(1)?)
    }

    /// Whether there is a previous question.
    pub fn has_way_back(&self) -> bool {
        self.number > 1
    }
}

/// Tool name of the question whether a command runs again with the network.
pub const NETWORK_AGAIN: &str = "network";

/// Origin of a question about something that the user typed.
const USER: &str = "you";

/// The reason for asking about a command that no rule and no always-asked entry applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskReason {
    /// The risk is high: no mode lets that pass.
    Risk,
    Mode,
}

impl Question {
    /// Whether the user can go back to the previous question.
    pub fn has_way_back(&self) -> bool {
        self.wizard.as_ref().is_some_and(WizardPlace::has_way_back)
    }

    /// Whether the question is about a command that failed without the network.
    pub fn asks_for_network_again(&self) -> bool {
        self.tool == NETWORK_AGAIN && matches!(self.body, QuestionBody::Confirm { .. })
    }

    /// Returns the network that a yes can add to that of the command.
    pub fn offered_network(&self) -> Option<&Network> {
        let is_offered = (self.scopes.iter()).any(|scope| scope.scope == GrantScope::Network);
        match &self.body {
            QuestionBody::Command { sandbox, .. } if is_offered => Some(&sandbox.offered),
            _ => None,
        }
    }

    /// Whether a yes can grant the network to a command that does not have it.
    pub fn offers_network(&self) -> bool {
        self.offered_network().is_some()
    }

    /// Whether the user typed the subject of the question.
    pub fn is_typed_by_user(&self) -> bool {
        self.origin == USER
    }

    /// Returns the part of the command that a reason refers to, unless it is the whole command.
    pub fn part_of(&self, reason: &RiskReason) -> Option<&str> {
        let QuestionBody::Command { command, .. } = &self.body else {
            return None;
        };
        let (from, to) = reason.span?;
        let part = command.get(from..to)?.trim();
        (!part.is_empty() && part != command.trim()).then_some(part)
    }

    /// Returns the reason for asking about this command, if the question reveals it.
    pub fn asked_for(&self) -> Option<AskReason> {
        if !matches!(self.body, QuestionBody::Command { .. }) || self.risk.always_ask {
            return None;
        }
        match self.risk.risk {
            Risk::High => Some(AskReason::Risk),
            // "Always" is only offered if no rule and no always-asked entry applied.
            Risk::Medium | Risk::Low => {
                let is_rule = |scope: &AlwaysScope| scope.scope != GrantScope::Network;
                self.scopes.iter().any(is_rule).then_some(AskReason::Mode)
            }
        }
    }
}

/// A scope of "always", with the exact words of its grant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlwaysScope {
    pub scope: GrantScope,
    /// The exact grant, worded for the user.
    pub grants: Notice,
    /// The pattern of the rule, for the three scopes that create a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
}

/// The scope of a "yes".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrantScope {
    /// All calls of this type until the next user message.
    UntilNextMessage,
    /// A rule for this session.
    Session,
    /// A rule in the workspace's config.
    Workspace,
    /// A rule in the user's config.
    User,
    /// The network for this command and the later ones of the session.
    Network,
}

/// The content of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum QuestionBody {
    /// May this text be written?
    Write {
        /// The file, relative to the root.
        path: String,
        diff: FileDiff,
        /// A note on the reason, if the mode alone would not suggest a question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<Notice>,
    },
    /// May these files be deleted?
    Delete { files: Vec<DeleteItem> },
    /// May this command run?
    Command {
        command: String,
        /// The working folder, relative to the root; `.` is the root.
        cwd: String,
        /// The box that the command runs in.
        #[serde(flatten)]
        sandbox: CommandSandbox,
        /// Proposed changes that are not on the disk, if the command would not see them. Yes writes
        /// them first, [`Decision::OnDisk`] does not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[serde(rename = "staged")]
        proposed: Option<ProposedNote>,
        /// Files that a destructive command affects, if known.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        touches: Vec<DeleteItem>,
        /// Description of what could not be restored if the command changed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        uncovered: Option<Notice>,
    },
    /// A yes-or-no question of the agent, or of the engine (loop, limit).
    Confirm { question: Notice },
    /// A question that is answered with text.
    Input {
        question: String,
        /// The requirement on the text.
        validation: Validation,
    },
    /// A question that is answered by choosing.
    Select {
        question: String,
        /// The possible choices.
        options: Vec<String>,
        /// Whether several can be chosen.
        multiple: bool,
    },
}

/// Proposed changes that exist while a command is asked about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedNote {
    /// Number of undecided hunks that are not on the disk.
    pub hunks: u32,
    /// Relative to the root.
    pub files: Vec<String>,
    /// The reason why applying them failed after a yes, so that the command did not run and is
    /// asked about again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unwritten: Option<Notice>,
}

/// A file or folder that a destructive call affects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeleteItem {
    /// The file or folder, relative to the root.
    pub path: String,
    /// Number of files it includes.
    pub files: u64,
    /// The size of these files in bytes.
    pub bytes: u64,
    /// Whether it can be restored: `in git, clean`, `NOT in git`, and so on.
    pub note: Notice,
    /// For a folder, the first files in it, relative to the root, in order; the others
    /// are only counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<String>,
}

impl DeleteItem {
    /// Returns the number of files in the folder that `inside` does not name.
    pub fn unnamed(&self) -> u64 {
        match self.inside.len() as u64 {
            0 => 0,
            named => self.files.saturating_sub(named),
        }
    }
}

/// The requirement on a typed answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Validation {
    /// Any text, including the empty one.
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

/// The user's answer to a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    #[serde(rename = "prompt")]
    pub question: QuestionId,
    /// See [`Question::shown`].
    pub shown: ContentHash,
    pub decision: Decision,
    pub by: AnsweredBy,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum Decision {
    Yes,
    /// Yes, for this scope.
    Always {
        scope: GrantScope,
    },
    /// Yes, to the version edited by the user: the whole new text of the file, or the command.
    Edited {
        text: String,
        /// For a command: runs it without writing the proposed changes first, like
        /// [`Decision::OnDisk`].
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        on_disk: bool,
    },
    /// Yes, but only to these hunks.
    Hunks {
        accepted: Vec<HunkId>,
    },
    /// Yes, but only to these listed files.
    Files {
        /// The paths as listed.
        paths: Vec<String>,
    },
    /// Yes, without writing the proposed changes first.
    OnDisk,
    /// Yes, this once with the network of the machine.
    Network,
    /// No, and do not ask for this again in the session.
    Never,
    No {
        /// The reason in the user's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Notice>,
    },
    /// The requested text.
    Text {
        text: String,
    },
    /// Indexes of the chosen options.
    Selected {
        indices: Vec<usize>,
    },
    /// The question was skipped: `no_user_answer`.
    Skipped,
    /// Back to the previous question of a wizard.
    Back,
}

/// Text for the model if the user skipped a question, or no user could answer it.
pub const NO_ANSWER: &str = "no_user_answer";

/// The way in which an answer was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnsweredBy {
    /// A key that the user pressed.
    Key,
    Rule,
    Mode,
    Timeout,
    Cancel,
    /// Nobody was there to ask.
    Nobody,
}
