//! Which model answers: the mode that is chosen, and each choice with its reason.

use serde::{Deserialize, Serialize};

use crate::words::counted;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentMode {
    /// The session's own model.
    #[default]
    Local,
    /// The remote model.
    Remote,
    /// The session's own model, until it does not get on; then the remote one for the rest of the run.
    HybridAuto,
}

impl AgentMode {
    pub const ALL: [AgentMode; 3] = [AgentMode::Local, AgentMode::Remote, AgentMode::HybridAuto];

    /// Its name in the config and in commands.
    pub fn word(self) -> &'static str {
        match self {
            AgentMode::Local => "local",
            AgentMode::Remote => "remote",
            AgentMode::HybridAuto => "hybrid_auto",
        }
    }

    /// The mode with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.word() == word)
    }
}

/// A model at a provider.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Target {
    /// The provider's name.
    pub provider: String,
    /// The model's name there.
    pub model: String,
}

impl std::fmt::Display for Target {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}/{}", self.provider, self.model)
    }
}

/// Which of the two models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The session's own.
    Own,
    /// The one that `remote_provider` and `remote_model` name.
    Remote,
}

/// A choice of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// The mode at that time.
    pub mode: AgentMode,
    /// Which of the two.
    pub side: Side,
    pub target: Target,
    pub reason: RouteReason,
}

/// Why a model was chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum RouteReason {
    /// The mode says so.
    Mode,
    /// The mode wants a remote model and none is set.
    NoRemote,
    /// The budget of tool calls ended without usable edits.
    ToolBudget {
        /// Calls that were made.
        calls: u32,
    },
    /// Calls did not fit the tools' schema.
    SchemaFailed { times: u32 },
    /// Edits did not apply, or failed their checks.
    EditsFailed { times: u32 },
    /// The conversation does not fit into the local model's window.
    ContextOverflow,
    /// A step took longer than it may.
    TimedOut {
        /// How long that is, in milliseconds.
        after_ms: u64,
    },
    /// The remote model may not be used.
    Withheld {
        /// Why, in words.
        why: String,
    },
}

impl RouteReason {
    /// The reason in words.
    pub fn words(&self) -> String {
        match self {
            RouteReason::Mode => "as the mode says".to_owned(),
            RouteReason::NoRemote => {
                "no remote model is set: set remote_provider and remote_model".to_owned()
            }
            RouteReason::ToolBudget { calls } => {
                format!("{} brought no usable edit", counted(*calls, "tool call"))
            }
            RouteReason::SchemaFailed { times } => {
                format!("{} did not fit the tools' schema", counted(*times, "call"))
            }
            RouteReason::EditsFailed { times } => {
                format!(
                    "{} did not apply or failed their checks",
                    counted(*times, "edit")
                )
            }
            RouteReason::ContextOverflow => {
                "the conversation does not fit into the local model's window".to_owned()
            }
            RouteReason::TimedOut { after_ms } => {
                format!("the step took longer than {after_ms} ms")
            }
            RouteReason::Withheld { why } => why.clone(),
        }
    }
}

impl Route {
    /// The choice in a line.
    pub fn line(&self) -> String {
        let which = match self.side {
            Side::Own => "the session's own model",
            Side::Remote => "the remote model",
        };
        format!(
            "Route: {}, {which}: {} (agent_mode {})",
            self.target,
            self.reason.words(),
            self.mode.word()
        )
    }
}

/// A provider that is not on this machine, with its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EgressTarget {
    pub provider: String,
    /// Where it is, without secrets.
    pub address: String,
}

impl std::fmt::Display for EgressTarget {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} at {}", self.provider, self.address)
    }
}
