//! Chooses the model that a run asks: at its beginning and in every fallback, as pure functions
//! over the figures of the run. The shell knows which providers are remote, and ensures that
//! nothing leaves the machine without consent.

use serde::{Deserialize, Serialize};

use notice::Notice;
use protocol::call::{ErrorCode, ToolClass, ToolError};
use protocol::route::{AgentMode, Route, RouteReason, Side, Target};

/// Route settings from the config.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutingConfig {
    /// The mode of a new session, which selects the model that answers.
    pub mode: AgentMode,
    /// The remote model, if one is set.
    pub remote: Option<Target>,
    /// Whether anything may go to a provider that is not on this machine.
    pub leaving: EgressPolicy,
    /// Number of times that calls may miss the schema, or edits fail, before the remote
    /// model takes over.
    pub max_local_attempts: u32,
    /// Whether calls that miss the schema count.
    pub on_schema_fail: bool,
    /// Whether a conversation that does not fit goes to the remote model.
    pub on_context_overflow: bool,
    /// Milliseconds after which a step goes to the remote model; `None` means never.
    pub on_timeout_ms: Option<u64>,
}

/// Whether content may leave the machine at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EgressPolicy {
    /// With the user's consent.
    WithConsent,
    /// Never: `allow_fallback` is false.
    Never,
}

impl Default for RoutingConfig {
    fn default() -> Self {
        Self {
            mode: AgentMode::Local,
            remote: None,
            leaving: EgressPolicy::WithConsent,
            max_local_attempts: 2,
            on_schema_fail: true,
            on_context_overflow: true,
            on_timeout_ms: None,
        }
    }
}

/// The figures of a run that routes depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The side whose model answers now.
    pub side: Side,
    /// Whether the remote model was needed but may not be used.
    pub is_barred: bool,
    /// Calls that did not fit the schema.
    pub schema_errors: u32,
    /// Edits that did not apply or failed their checks.
    pub failed_edits: u32,
    /// Edits that are valid, on the disk or proposed.
    pub usable_edits: u32,
    /// Calls made so far.
    pub calls: u32,
}

/// A reason to continue a run with the remote model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trigger {
    /// The budget of calls is used up.
    ToolBudget,
    /// A call did not fit the schema.
    SchemaFailed,
    /// An edit did not apply or failed its checks.
    EditFailed,
    /// The conversation does not fit.
    ContextOverflow,
    /// A step has reached its time limit.
    TimedOut,
}

/// Chooses the route at the beginning of a run.
pub fn first(config: &RoutingConfig, mode: AgentMode, own: Target) -> Route {
    let (side, target, reason) = match (mode, &config.remote) {
        (AgentMode::Local, _) | (AgentMode::HybridAuto, Some(_)) => {
            (Side::Own, own, RouteReason::Mode)
        }
        (AgentMode::Remote, Some(remote)) => (Side::Remote, remote.clone(), RouteReason::Mode),
        (AgentMode::Remote | AgentMode::HybridAuto, None) => {
            (Side::Own, own, RouteReason::NoRemote)
        }
    };
    Route {
        mode,
        side,
        target,
        reason,
    }
}

/// Returns the route to the remote model, if the trigger makes the run switch to it.
pub fn fallback(
    config: &RoutingConfig,
    mode: AgentMode,
    tally: &Tally,
    trigger: Trigger,
) -> Option<Route> {
    let may = mode == AgentMode::HybridAuto
        && tally.side == Side::Own
        && !tally.is_barred
        && config.leaving == EgressPolicy::WithConsent;
    let target = config.remote.clone().filter(|_| may)?;
    let attempts = config.max_local_attempts.max(1);
    let reason = match trigger {
        Trigger::ToolBudget if tally.usable_edits == 0 => {
            let calls = tally.calls;
            RouteReason::ToolBudget { calls }
        }
        Trigger::SchemaFailed if config.on_schema_fail && tally.schema_errors >= attempts => {
            let times = tally.schema_errors;
            RouteReason::SchemaFailed { times }
        }
        Trigger::EditFailed if tally.failed_edits >= attempts => {
            let times = tally.failed_edits;
            RouteReason::EditsFailed { times }
        }
        Trigger::ContextOverflow if config.on_context_overflow => RouteReason::ContextOverflow,
        Trigger::TimedOut => RouteReason::TimedOut {
            after_ms: config.on_timeout_ms?,
        },
        _ => return None,
    };
    Some(Route {
        mode,
        side: Side::Remote,
        target,
        reason,
    })
}

/// Returns the route back to the session's own model, because the remote one may not be used.
pub fn back(mode: AgentMode, own: Target, why: Notice) -> Route {
    Route {
        mode,
        side: Side::Own,
        target: own,
        reason: RouteReason::Withheld { why },
    }
}

/// Maps the failure of a call to the trigger that it means for the route, if any.
pub fn trigger_of(class: ToolClass, error: &ToolError) -> Option<Trigger> {
    // An edit that fits the schema but not the file reports the text it searched for.
    let does_not_apply = ["nearest", "count"]
        .iter()
        .any(|key| error.details.get(key).is_some());
    match (error.code, class) {
        (ErrorCode::InvalidArguments, ToolClass::Text) if does_not_apply => {
            Some(Trigger::EditFailed)
        }
        (ErrorCode::InvalidArguments | ErrorCode::ToolNotAvailable, _) => {
            Some(Trigger::SchemaFailed)
        }
        (
            ErrorCode::Conflict
            | ErrorCode::FileNotFound
            | ErrorCode::NotText
            | ErrorCode::FileTooLarge,
            ToolClass::Text,
        ) => Some(Trigger::EditFailed),
        _ => None,
    }
}
