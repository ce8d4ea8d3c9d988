//! Approval: modes, rules, risk, and the questions that the user answers.

mod question;
mod validation;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use self::question::{
    AlwaysScope, Answer, AnsweredBy, AskReason, Decision, DeleteItem, GrantScope, NETWORK_AGAIN,
    NO_ANSWER, ProposedNote, Question, QuestionBody, Validation, WizardPlace,
};
pub use self::validation::InvalidAnswer;
use super::ids::RuleId;
use notice::Notice;

/// A preset over the two switches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Writes nothing; only low-risk commands run.
    Plan,
    /// Writes are proposed for review, commands are asked about.
    #[default]
    Review,
    /// Writes are proposed for review, commands run in their box without a question, except
    /// high-risk and always-asked ones.
    Auto,
    /// Each write and each command needs approval.
    Confirm,
    /// Writes are applied, commands are asked about.
    AcceptEdits,
    /// Every call runs without a question, except high-risk and always-asked ones.
    Passthrough,
}

impl Mode {
    /// Every mode, in the order of the manual.
    pub const ALL: [Mode; 6] = [
        Mode::Plan,
        Mode::Review,
        Mode::Auto,
        Mode::Confirm,
        Mode::AcceptEdits,
        Mode::Passthrough,
    ];

    /// Returns the two switches of which the mode is a preset.
    pub fn switches(self) -> (TextSwitch, CommandSwitch) {
        match self {
            Mode::Plan => (TextSwitch::Deny, CommandSwitch::Deny),
            Mode::Review => (TextSwitch::Propose, CommandSwitch::Ask),
            Mode::Auto => (TextSwitch::Propose, CommandSwitch::InBox),
            Mode::Confirm => (TextSwitch::Ask, CommandSwitch::Ask),
            Mode::AcceptEdits => (TextSwitch::Auto, CommandSwitch::Ask),
            Mode::Passthrough => (TextSwitch::Auto, CommandSwitch::Auto),
        }
    }

    /// Returns the word that the user types and sees.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Plan => "plan",
            Mode::Review => "review",
            Mode::Auto => "auto",
            Mode::Confirm => "confirm",
            Mode::AcceptEdits => "accept-edits",
            Mode::Passthrough => "passthrough",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.word() == word)
    }

    /// Returns the next mode when the user cycles: plan, review, auto, confirm, accept-edits, plan.
    /// Passthrough is not in the cycle; it is followed by plan.
    pub fn next(self, auto: AutoMode) -> Self {
        match self {
            Mode::Plan => Mode::Review,
            Mode::Review if auto == AutoMode::Available => Mode::Auto,
            Mode::Review | Mode::Auto => Mode::Confirm,
            Mode::Confirm => Mode::AcceptEdits,
            Mode::AcceptEdits | Mode::Passthrough => Mode::Plan,
        }
    }
}

/// Whether commands can run in a box that mode auto needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AutoMode {
    Available,
    Unavailable,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The handling of a call that writes text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextSwitch {
    Deny,
    /// The text goes into the working buffer, to be reviewed hunk by hunk.
    #[serde(rename = "stage")]
    Propose,
    Ask,
    Auto,
}

/// The handling of a call that runs a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandSwitch {
    /// Refused, unless provably read-only.
    Deny,
    Ask,
    /// Runs if the risk is low or medium and the command has a full box: namespaces of its own, and
    /// not the network of the machine.
    InBox,
    /// Runs if the risk is low or medium.
    Auto,
}

/// One of the two switches, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    Text,
    #[serde(rename = "cmd")]
    Command,
    All,
}

/// The harm that a call can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    Low,
    /// Changes things inside the workspace, or is not fully understood.
    Medium,
    /// Deletes, overwrites history, leaves the workspace, or runs unreviewed code.
    High,
}

impl Risk {
    /// Returns `low`, `medium` or `high`.
    pub fn word(self) -> &'static str {
        match self {
            Risk::Low => "low",
            Risk::Medium => "medium",
            Risk::High => "high",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RiskReason {
    /// A short sentence.
    pub text: Notice,
    /// The part of the command that the reason refers to, as byte offsets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<(usize, usize)>,
}

/// The risk of a call with its reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RiskReport {
    pub risk: Risk,
    pub reasons: Vec<RiskReason>,
    /// Whether the call is on the list that every mode asks about.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub always_ask: bool,
}

impl RiskReport {
    /// Creates a low risk with one reason.
    pub fn low(reason: impl Into<Notice>) -> Self {
        Self::of(Risk::Low, reason)
    }

    /// Creates a medium risk with one reason.
    pub fn medium(reason: impl Into<Notice>) -> Self {
        Self::of(Risk::Medium, reason)
    }

    /// Creates a high risk with one reason.
    pub fn high(reason: impl Into<Notice>) -> Self {
        Self::of(Risk::High, reason)
    }

    fn of(risk: Risk, reason: impl Into<Notice>) -> Self {
        let text = reason.into();
        Self {
            risk,
            reasons: vec![RiskReason { text, span: None }],
            always_ask: false,
        }
    }
}

/// The effect of a rule on matching calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleEffect {
    /// Refused without a question.
    Deny,
    /// Needs approval, whatever the mode.
    Ask,
    /// Runs without a question.
    Allow,
}

/// The origin of a rule, which determines its lifetime and trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleScope {
    /// `--allow`, `--deny` on the command line.
    Flag,
    /// Created by an answer, for this session.
    Session,
    /// The workspace's config.
    Workspace,
    /// The user's config.
    User,
}

/// A policy rule: a tool and a pattern, `shell_exec(git status*)`, `write_file(docs/**)`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Identifies the rule when the user revokes it.
    pub id: RuleId,
    pub effect: RuleEffect,
    /// The pattern as written.
    pub pattern: String,
    /// The origin of the rule.
    pub scope: RuleScope,
}

/// The part of a session that decides about calls. Stored with the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyState {
    pub mode: Mode,
    /// The mode to return to from passthrough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode_before: Option<Mode>,
    /// The handling of writes.
    pub text: TextSwitch,
    /// The handling of commands.
    #[serde(rename = "cmd")]
    pub command: CommandSwitch,
    /// Set by "yes to all" for writes; reset at the next user message.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub text_until_next_message: bool,
    /// Set by "yes to all" for commands; reset at the next user message.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub command_until_next_message: bool,
    /// The active rules, in the order of their creation.
    #[serde(default)]
    pub rules: Vec<Rule>,
}
