//! Facts, as every front end learns them and as the log keeps them.
//!
//! On the wire an event is `{cursor, type, ts, session, run, data}`; `type` is the name beside
//! each variant of [`Fact`]. Durable events have a cursor and are committed before anyone hears of
//! them. Stream deltas have none: they carry the offset at which they belong, so that hearing
//! one twice or late does no harm, and they are stored merged, as text of their message.

mod fact;
mod wire;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use self::fact::Fact;
use super::ids::{RunId, Seq, SessionId};
use super::session::SessionSnapshot;

use crate::json::tagged;

/// A fact with its place in the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its place; `None` for stream deltas.
    pub seq: Option<Seq>,
    /// When.
    pub at: Timestamp,
    /// In which session.
    pub session: SessionId,
    /// In which run.
    pub run: Option<RunId>,
    /// What.
    pub fact: Fact,
}

/// Which text of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextChannel {
    /// The answer.
    Answer,
    /// The reasoning.
    Reasoning,
}

/// Why a message left the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnqueueReason {
    /// The agent has it now.
    Delivered,
    /// The human took it back.
    TakenBack,
    /// The run was cancelled; it comes back as a draft.
    RunEnded,
}

/// How serious a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeLevel {
    /// Good to know.
    Info,
    /// Worth a look.
    Warning,
    /// Something failed.
    Error,
}

/// What a subscriber hears first, and what it hears then.
#[expect(
    clippy::large_enum_variant,
    reason = "nearly all deliveries are events"
)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "snake_case")]
pub enum Delivery {
    /// An event.
    Event {
        /// It.
        event: Event,
    },
    /// The whole state, in place of events that are too far back.
    Snapshot {
        /// Up to which event it reaches.
        seq: Seq,
        /// One for each live session.
        sessions: Vec<SessionSnapshot>,
    },
}

tagged!(Delivery, "kind");
