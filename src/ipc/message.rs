//! What the owner of a workspace and who attaches to it say to each other: the protocol's own types, each with the
//! number of the request that it belongs to.
//!
//! A key that was entered is no part of it: [`BackgroundJob`] does not write one.

use serde::{Deserialize, Serialize};

use super::frame::Frame;
use crate::protocol::VERSION;
use crate::protocol::catalogue::{BackgroundJob, JobProgress};
use crate::protocol::command::Command;
use crate::protocol::event::Delivery;
use crate::protocol::ids::{Seq, WorkspaceId};
use crate::protocol::presence::Presence;
use crate::protocol::query::{Query, Reply};

/// Who one is. Both say it first, and every version can read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Version of the vocabulary.
    pub protocol: u32,
    /// Version of the program.
    #[serde(default)]
    pub build: String,
    /// The workspace that is meant.
    pub workspace: WorkspaceId,
    #[serde(default)]
    pub pid: u32,
    /// A mark of what it was started with.
    #[serde(default)]
    pub started: StartFingerprint,
}

/// Marks of what a program was started with: hashes, so that they can be compared and tell nothing. Empty where
/// nothing was said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartFingerprint {
    /// What holds for the whole program: rules, addresses, settings.
    #[serde(default)]
    pub program: String,
    /// What holds for its session: mode, provider, model.
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

    /// Why this one, who owns, and the other one cannot talk; `None` where they can.
    pub fn refuses(&self, other: &Hello) -> Option<String> {
        if self.workspace != other.workspace {
            return Some("it is the socket of another workspace".to_owned());
        }
        (self.protocol != other.protocol).then(|| {
            format!(
                "process {} owns this workspace with agentichat {} (protocol {}), and this is agentichat {} \
                 (protocol {}): leave the other one and start it anew, or have sessions of your own with \
                 --set sessions.second_terminal=own",
                self.pid, self.build, self.protocol, other.build, other.protocol
            )
        })
    }
}

/// To the owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToOwner {
    /// Who attaches. Comes first.
    Hello(Hello),
    /// An order. Answered by `Taken`, or `NotTaken`.
    Command(Box<Command>),
    /// Listen to events after this. Answered by `Delivery`, and `PageDialog` where the listener was too slow.
    Subscribe(Seq),
    /// A question. Answered by `Reply`, or `PageDialog`.
    Query(Box<Query>),
    /// An errand. Answered by `RollbackStep`, and `PageDialog`.
    Errand(Box<BackgroundJob>),
    /// The screen shows these sessions. Not answered.
    Show(Presence),
    /// Tell when nothing is in flight. Answered by `Idle`.
    Idle,
    /// Nobody listens to this subscription or errand any more.
    Drop,
    /// Are you there. Answered by `Pong`.
    Ping,
    /// That was all. Answered by `Left`.
    Leave,
}

/// From the owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromOwner {
    /// Who owns. Comes first.
    Hello(Hello),
    /// Who attaches cannot.
    Refused(String),
    /// What came of an order is committed.
    Taken,
    /// The request was not understood or not taken.
    NotTaken(String),
    /// To a subscription.
    Delivery(Box<Delivery>),
    /// To a question.
    Reply(Box<Reply>),
    /// To an errand.
    Step(Box<JobProgress>),
    /// A subscription or an errand has ended, or a question has no answer.
    Over,
    /// Nothing is in flight.
    Idle,
    Pong,
    /// All that was said before has been taken.
    Left,
    /// The owner leaves.
    Gone,
}

/// What a frame says.
#[derive(Debug)]
pub enum FrameContent<T> {
    Word(T),
    /// Something that this build does not know.
    Unknown(String),
    /// No JSON at all: whoever is there does not speak this language.
    Junk,
}

/// Reads a frame.
pub fn read<T: for<'a> Deserialize<'a>>(frame: &Frame) -> FrameContent<T> {
    match crate::json::from_slice(&frame.body) {
        Ok(word) => FrameContent::Word(word),
        Err(error) if error.is_data() => FrameContent::Unknown(error.to_string()),
        Err(_) => FrameContent::Junk,
    }
}
