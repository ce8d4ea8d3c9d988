//! Who decides: modes, rules, risk, and the questions that the human answers.

mod question;
mod validation;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use self::question::{
    AlwaysScope, Answer, AnsweredBy, AskReason, Decision, DeleteItem, GrantScope, INPUT_ENDED,
    NO_ANSWER, ProposedNote, Question, QuestionBody, Validation, WizardPlace,
};
pub use self::validation::InvalidAnswer;
use super::ids::RuleId;

/// A preset over the two switches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Nothing is written, only low-risk commands run.
    Plan,
    /// Writes are staged for review, commands are asked for.
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
    Deny,
    /// Goes into the working buffer, to be reviewed hunk by hunk.
    Stage,
    Ask,
    Auto,
}

/// What happens to a call that runs a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandSwitch {
    /// Refused, unless it is provably read-only.
    Deny,
    Ask,
    /// Run, if the risk is low or medium.
    Auto,
}

/// Names one of the two switches, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    Text,
    #[serde(rename = "cmd")]
    Command,
    All,
}

/// How much harm a call can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
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
    pub risk: Risk,
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
