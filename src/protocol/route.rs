//! Model routing: the chosen mode, and each choice of a model with its reason.

use serde::{Deserialize, Serialize};

use notice::{Notice, count, figure, notice};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentMode {
    /// The session's own model.
    #[default]
    Local,
    /// The remote model.
    Remote,
    /// The session's own model until it makes no progress; then the remote model until the run
    /// ends.
    HybridAuto,
}

impl AgentMode {
    pub const ALL: [AgentMode; 3] = [AgentMode::Local, AgentMode::Remote, AgentMode::HybridAuto];

    /// Returns the mode's name in the config and in commands.
    pub fn word(self) -> &'static str {
        match self {
            AgentMode::Local => "local",
            AgentMode::Remote => "remote",
            AgentMode::HybridAuto => "hybrid_auto",
        }
    }

    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.word() == word)
    }
}

/// A model at a provider.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Target {
    pub provider: String,
    /// Name of the model at that provider.
    pub model: String,
}

impl std::fmt::Display for Target {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}/{}", self.provider, self.model)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The session's own model.
    Own,
    /// The model that `remote_provider` and `remote_model` name.
    Remote,
}

/// A choice of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// Mode at the time of the choice.
    pub mode: AgentMode,
    /// Whether the own or the remote model was chosen.
    pub side: Side,
    pub target: Target,
    pub reason: RouteReason,
}

/// The reason for choosing a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum RouteReason {
    /// The mode prescribes it.
    Mode,
    /// The mode requires a remote model, and none is configured.
    NoRemote,
    /// The budget of tool calls ran out without usable edits.
    ToolBudget {
        /// Number of calls made.
        calls: u32,
    },
    /// Calls did not match the tools' schema.
    SchemaFailed { times: u32 },
    /// Edits did not apply, or failed their checks.
    EditsFailed { times: u32 },
    /// The conversation does not fit into the local model's window.
    ContextOverflow,
    /// A step exceeded its time limit.
    TimedOut {
        /// The limit in milliseconds.
        after_ms: u64,
    },
    /// The remote model may not be used.
    Withheld { why: Notice },
}

impl RouteReason {
    /// Describes the reason in words.
    pub fn words(&self) -> Notice {
        match self {
            RouteReason::Mode => notice!("told-route-as-mode"),
            RouteReason::NoRemote => notice!("told-no-remote"),
            RouteReason::ToolBudget { calls } => {
                notice!("told-route-no-edit", counted = count(*calls, "tool call"))
            }
            RouteReason::SchemaFailed { times } => {
                notice!("told-route-schema", counted = count(*times, "call"))
            }
            RouteReason::EditsFailed { times: 1 } => notice!("told-route-edits-one"),
            RouteReason::EditsFailed { times } => {
                notice!("told-route-edits", word = figure(u64::from(*times)))
            }
            RouteReason::ContextOverflow => notice!("told-route-overflow"),
            RouteReason::TimedOut { after_ms } => notice!("told-route-slow", word = after_ms),
            RouteReason::Withheld { why } => why.clone(),
        }
    }
}

impl Route {
    /// Describes the choice in one line.
    pub fn line(&self) -> Notice {
        let (model, why) = (self.target.to_string(), self.reason.words());
        let word = self.mode.word();
        match self.side {
            Side::Own => notice!("told-route-own", model, why, word),
            Side::Remote => notice!("told-route-remote", model, why, word),
        }
    }
}

/// A provider that is not on this machine, with its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EgressTarget {
    pub provider: String,
    /// Address without secrets.
    pub address: String,
}

impl EgressTarget {
    /// Returns the provider with its address, for the user.
    pub fn notice(&self) -> Notice {
        notice!(
            "address-server-at",
            word = self.provider,
            address = self.address
        )
    }
}

impl std::fmt::Display for EgressTarget {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.notice())
    }
}
