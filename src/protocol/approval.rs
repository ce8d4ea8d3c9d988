//! Who decides: modes, rules, risk, and the questions that the human answers.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::change::FileDiff;
use super::ids::{CallId, ContentHash, HunkId, PromptId, RuleId, RunId, SessionId};

/// A preset over the two switches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Nothing is written, only low-risk commands run.
    Plan,
    /// Writes are staged for review (asked for, until hunks can be staged), commands are asked for.
    #[default]
    Review,
    /// Each write and each command is asked for.
    Confirm,
    /// Writes are applied, commands are asked for.
    AcceptEdits,
    /// Everything runs but what is high risk or always asked.
    Passthrough,
}

impl Mode {
    /// Every mode, in the order of the manual.
    pub const ALL: [Mode; 5] = [
        Mode::Plan,
        Mode::Review,
        Mode::Confirm,
        Mode::AcceptEdits,
        Mode::Passthrough,
    ];

    /// The word that the user types and sees.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Plan => "plan",
            Mode::Review => "review",
            Mode::Confirm => "confirm",
            Mode::AcceptEdits => "accept-edits",
            Mode::Passthrough => "passthrough",
        }
    }

    /// The mode with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.word() == word)
    }

    /// The next one when the user walks them: plan, review, confirm, accept-edits, plan.
    /// Passthrough is not on the walk; from there it goes to plan.
    pub fn next(self) -> Self {
        match self {
            Mode::Plan => Mode::Review,
            Mode::Review => Mode::Confirm,
            Mode::Confirm => Mode::AcceptEdits,
            Mode::AcceptEdits | Mode::Passthrough => Mode::Plan,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What happens to a call that writes text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextSwitch {
    /// Refused.
    Deny,
    /// Goes into the working buffer, to be reviewed hunk by hunk.
    Stage,
    /// Asked for.
    Ask,
    /// Applied.
    Auto,
}

/// What happens to a call that runs a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandSwitch {
    /// Refused, unless it is provably read-only.
    Deny,
    /// Asked for.
    Ask,
    /// Run, if the risk is low or medium.
    Auto,
}

/// Names one of the two switches, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// Writes.
    Text,
    /// Commands.
    #[serde(rename = "cmd")]
    Command,
    /// Both.
    All,
}

/// How much harm a call can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// Provably read-only.
    Low,
    /// Changes things inside the workspace, or is not understood in full.
    Medium,
    /// Deletes, overwrites history, leaves the workspace, or runs what nobody has read.
    High,
}

impl Risk {
    /// `low`, `medium` or `high`.
    pub fn word(self) -> &'static str {
        match self {
            Risk::Low => "low",
            Risk::Medium => "medium",
            Risk::High => "high",
        }
    }
}

/// One reason for a risk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RiskReason {
    /// A short sentence.
    pub text: String,
    /// The part of the command that it speaks of, as byte offsets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<(usize, usize)>,
}

/// Risk of a call with its reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RiskReport {
    /// How much.
    pub risk: Risk,
    /// Why.
    pub reasons: Vec<RiskReason>,
    /// Set where the call is on the list that every mode asks for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub always_ask: bool,
}

impl RiskReport {
    /// Low risk with one reason.
    pub fn low(reason: impl Into<String>) -> Self {
        Self::of(Risk::Low, reason)
    }

    /// Medium risk with one reason.
    pub fn medium(reason: impl Into<String>) -> Self {
        Self::of(Risk::Medium, reason)
    }

    /// High risk with one reason.
    pub fn high(reason: impl Into<String>) -> Self {
        Self::of(Risk::High, reason)
    }

    fn of(risk: Risk, reason: impl Into<String>) -> Self {
        let text = reason.into();
        Self {
            risk,
            reasons: vec![RiskReason { text, span: None }],
            always_ask: false,
        }
    }
}

/// What a rule does with what it matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleEffect {
    /// Refused without a question.
    Deny,
    /// Asked for, whatever the mode says.
    Ask,
    /// Run without a question.
    Allow,
}

/// Where a rule comes from, and so how long it lives and how far it is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleScope {
    /// `--allow`, `--deny` on the command line.
    Flag,
    /// Made by an answer, for this session.
    Session,
    /// The workspace's config.
    Workspace,
    /// The user's config.
    User,
}

/// A policy rule: a tool and a pattern, `shell_exec(git status*)`, `write_file(docs/**)`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Its id, by which it is revoked.
    pub id: RuleId,
    /// What it does.
    pub effect: RuleEffect,
    /// What it matches, as written.
    pub pattern: String,
    /// Where it comes from.
    pub scope: RuleScope,
}

/// The part of a session that decides about calls. Saved with the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyState {
    /// The mode.
    pub mode: Mode,
    /// The mode to come back to from passthrough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode_before: Option<Mode>,
    /// What happens to writes.
    pub text: TextSwitch,
    /// What happens to commands.
    #[serde(rename = "cmd")]
    pub command: CommandSwitch,
    /// Set by "yes to all" for writes; falls back at the next user message.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub text_until_next_message: bool,
    /// Set by "yes to all" for commands; falls back at the next user message.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub command_until_next_message: bool,
    /// The rules in force, in the order of their making.
    #[serde(default)]
    pub rules: Vec<Rule>,
}

/// One question to the human.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// Its id.
    pub id: PromptId,
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
    pub body: PromptBody,
    /// How risky yes is.
    pub risk: RiskReport,
    /// Hash of everything shown; an answer must carry the same.
    pub shown: ContentHash,
    /// True where the proposal changed while the prompt was open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// Whether "yes to all" and the scopes for a rule are offered.
    pub scopes: Vec<AlwaysScope>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Seconds until it answers no by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<u32>,
}

/// One way to say "always", with the exact words of what it would grant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlwaysScope {
    /// Which one.
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
pub enum PromptBody {
    /// May this text be written?
    Write {
        /// The file, relative to the root.
        path: String,
        /// The change.
        diff: FileDiff,
        /// A word on why it is asked where the mode would not have led one to expect it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// May these files be deleted?
    Delete {
        /// The files.
        files: Vec<DeleteItem>,
    },
    /// May this command run?
    Command {
        /// The command, whole.
        command: String,
        /// Where it runs, relative to the root; `.` is the root.
        cwd: String,
        /// What holds it: `off` or the name of the sandbox.
        sandbox: String,
        /// Files that a destructive command touches, where they can be told.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        touches: Vec<DeleteItem>,
    },
    /// A yes-or-no question of the agent, or of the engine (loop, limit).
    Confirm {
        /// The question.
        question: String,
    },
    /// A question that is answered with text.
    Input {
        /// The question.
        question: String,
        /// What the text must be.
        validation: Validation,
    },
    /// A question that is answered by choosing.
    Select {
        /// The question.
        question: String,
        /// What can be chosen.
        options: Vec<String>,
        /// Whether several can be.
        multiple: bool,
    },
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
    /// A number.
    Number,
    /// A path inside the workspace.
    Path,
    /// A text that this regular expression matches as a whole.
    Pattern(String),
}

/// The human's answer to a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Which prompt.
    pub prompt: PromptId,
    /// Hash of what was shown, see [`Prompt::shown`].
    pub shown: ContentHash,
    /// What was decided.
    pub decision: Decision,
    /// By what.
    pub by: AnsweredBy,
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum Decision {
    /// Yes, once.
    Yes,
    /// Yes, and further.
    Always {
        /// How far.
        scope: GrantScope,
    },
    /// Yes, to what the human made of it: the whole new text of the file, or the command.
    Edited {
        /// The edited text.
        text: String,
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
    /// No.
    No {
        /// Why, in the human's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The text that was asked for.
    Text {
        /// It.
        text: String,
    },
    /// The options that were chosen, by index.
    Selected {
        /// Their indices.
        indices: Vec<usize>,
    },
    /// The question was skipped: `no_user_answer`.
    Skipped,
}

/// What an answer came by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnsweredBy {
    /// A key that the human pressed.
    Key,
    /// A rule.
    Rule,
    /// The mode.
    Mode,
    /// The time-out.
    Timeout,
    /// The run was cancelled.
    Cancel,
    /// Nobody was there to ask.
    Nobody,
}
