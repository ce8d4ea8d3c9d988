//! Outcomes that the actor would report, and the configuration that leads to them.

use notice::{Notice, notice};
use protocol::compaction::{Compaction, CompactionTrigger};
use protocol::ids::{CompactionId, MessageId, RunId, StepId};
use protocol::index::Consent;
use protocol::route::{AgentMode, EgressTarget, Target};
use protocol::usage::Usage;
use uuid::Uuid;

use super::harness::SESSION;
use crate::routing::RoutingConfig;
use crate::{EgressRefusal, Outcome};

/// Outcome of a request that was not sent.
pub fn withheld(run: RunId, step: StepId, asked: bool) -> Outcome {
    Outcome::EgressBlocked {
        session: SESSION,
        run,
        step,
        to: there(),
        why: if asked {
            EgressRefusal::Refused
        } else {
            EgressRefusal::NotAsked
        },
    }
}

/// Outcome of storing the user's answer.
pub fn kept(run: RunId, given: bool) -> Outcome {
    Outcome::EgressConsentStored {
        session: SESSION,
        run,
        to: there(),
        consent: if given {
            Consent::Given
        } else {
            Consent::Refused
        },
        result: Ok(Notice::text("kept")),
    }
}

pub fn there() -> EgressTarget {
    EgressTarget {
        provider: "openai".to_owned(),
        address: "https://api.example".to_owned(),
    }
}

/// Builds a compaction up to a message.
pub fn compaction(through: MessageId, latest_user: Option<MessageId>) -> Compaction {
    Compaction {
        id: CompactionId(Uuid::from_u128(77)),
        through,
        latest_user,
        messages: 4,
        summary: "it was built".to_owned(),
        before: 900,
        after: 300,
        by: CompactionTrigger::Limit,
        model: "ollama/qwen".to_owned(),
        usage: Usage::default(),
    }
}

/// Outcome of a successful summary.
pub fn made(run: RunId, step: StepId, latest_user: Option<MessageId>) -> Outcome {
    let through = latest_user.unwrap_or(MessageId(Uuid::nil()));
    let compaction = Compaction {
        id: CompactionId(step.0),
        ..compaction(through, latest_user)
    };
    Outcome::Compacted {
        session: SESSION,
        run,
        step,
        compaction: Box::new(compaction),
    }
}

/// Outcome of a failed summary.
pub fn not_made(run: RunId, step: StepId) -> Outcome {
    Outcome::NotCompacted {
        session: SESSION,
        run,
        step,
        reason: notice!("told-summary-none"),
        usage: Usage::default(),
    }
}

pub fn remote() -> Target {
    Target {
        provider: "openai".to_owned(),
        model: "big".to_owned(),
    }
}

/// Starts locally and switches to a remote model, also by a time limit.
pub fn hybrid() -> RoutingConfig {
    RoutingConfig {
        mode: AgentMode::HybridAuto,
        remote: Some(remote()),
        on_timeout_ms: Some(5_000),
        ..RoutingConfig::default()
    }
}
