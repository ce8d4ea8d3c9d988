//! Messages between the owner of a workspace and attached terminals: the protocol's own types, each
//! with the number of the request that it belongs to.
//!
//! Entered keys are never part of it: [`BackgroundJob`] does not serialize them.

use serde::{Deserialize, Serialize};

use super::frame::Frame;
use notice::{Notice, notice};
use protocol::VERSION;
use protocol::catalogue::{BackgroundJob, JobProgress};
use protocol::command::Command;
use protocol::event::Delivery;
use protocol::ids::{Seq, WorkspaceId};
use protocol::presence::Presence;
use protocol::query::{Query, Reply};

/// The identity of a side. Both send it first, and every version can read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Version of the message vocabulary.
    pub protocol: u32,
    /// Version of the program.
    #[serde(default)]
    pub build: String,
    /// The workspace that the sender means.
    pub workspace: WorkspaceId,
    #[serde(default)]
    pub pid: u32,
    /// Fingerprint of the settings that the program was started with.
    #[serde(default)]
    pub started: StartFingerprint,
}

/// Hashes of the settings that a program was started with: they can be compared and reveal nothing.
/// Empty if no setting was given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartFingerprint {
    /// Settings of the whole program: rules, addresses, config values.
    #[serde(default)]
    pub program: String,
    /// Settings of its session: mode, provider, model.
    #[serde(default)]
    pub session: String,
}

impl Hello {
    pub fn of(workspace: WorkspaceId, started: StartFingerprint) -> Self {
        Self {
            protocol: VERSION,
            build: env!("CARGO_PKG_VERSION").to_owned(),
            workspace,
            pid: std::process::id(),
            started,
        }
    }

    /// Returns why this owner and the other side cannot work together; `None` if they can.
    pub fn refuses(&self, other: &Hello) -> Option<Notice> {
        if self.workspace != other.workspace {
            return Some(notice!("told-socket-other-workspace"));
        }
        (self.protocol != other.protocol).then(|| {
            notice!(
                "told-owner-version",
                number = self.pid,
                word = self.build,
                before = self.protocol,
                name = other.build,
                after = other.protocol,
            )
        })
    }
}

/// Messages to the owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToOwner {
    /// Identity of the attaching side. Comes first.
    Hello(Hello),
    /// A command. Answered by `Taken`, or `NotTaken`.
    Command(Box<Command>),
    /// Subscribes to the events after this one. Answered by `Delivery`, and by `Over` if the
    /// listener was too slow.
    Subscribe(Seq),
    /// A query. Answered by `Reply`, or `Over`.
    Query(Box<Query>),
    /// A background job. Answered by `Step`, and finally `Over`.
    #[serde(rename = "errand")]
    Job(Box<BackgroundJob>),
    /// The sessions that the screen shows. Not answered.
    Show(Presence),
    /// Asks for a message once nothing is in flight. Answered by `Idle`.
    Idle,
    /// Nobody listens to this subscription or background job any more.
    Drop,
    /// Asks whether the owner is alive. Answered by `Pong`.
    Ping,
    /// Ends the conversation. Answered by `Left`.
    Leave,
}

/// Messages from the owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromOwner {
    /// Identity of the owner. Comes first.
    Hello(Hello),
    /// The other side may not attach.
    Refused(Notice),
    /// The effect of a command is committed.
    Taken,
    /// The request was not understood or not accepted.
    NotTaken(Notice),
    /// A delivery of a subscription.
    Delivery(Box<Delivery>),
    /// The answer to a query.
    Reply(Box<Reply>),
    /// A step of a background job.
    Step(Box<JobProgress>),
    /// A subscription or a background job has ended, or a query has no answer.
    Over,
    /// Nothing is in flight.
    Idle,
    Pong,
    /// Everything sent before has been accepted.
    Left,
    /// The owner is leaving.
    Gone,
}

/// The decoded content of a frame.
#[derive(Debug)]
pub enum FrameContent<T> {
    Word(T),
    /// A message that this build does not know.
    Unknown(String),
    /// Not JSON: the other side does not speak this protocol.
    Junk,
}

/// Decodes a frame.
pub fn read<T: for<'a> Deserialize<'a>>(frame: &Frame) -> FrameContent<T> {
    match support::json::from_slice(&frame.body) {
        Ok(word) => FrameContent::Word(word),
        Err(error) if error.is_data() => FrameContent::Unknown(error.to_string()),
        Err(_) => FrameContent::Junk,
    }
}
