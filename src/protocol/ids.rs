//! Identifiers. Time-ordered UUIDs (version 7) for what this program creates, strings for
//! what others name.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use uuid::Uuid;

macro_rules! identifiers {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )*};
}

identifiers! {
    /// A conversation with its settings, messages and runs.
    SessionId;
    /// An instruction of the user, and all work of the agent for it.
    RunId;
    /// A request to a model inside a run, with its answer.
    StepId;
    /// A message of a conversation.
    MessageId;
    /// A tool call. This program assigns the id; the id from the model's server is a separate
    /// field.
    CallId;
    /// A question to the user.
    QuestionId;
    /// An entry of the change log: the effect of one call on one file.
    EntryId;
    /// A part of an entry. Only hunks carry decisions.
    HunkId;
    /// A file that keeps its identity when it is renamed: entries follow it, not its path.
    FileId;
    /// A recorded state that a rollback can return to.
    CheckpointId;
    /// A comment of the user on a hunk or on lines.
    CommentId;
    /// An operation of the review that can be undone.
    OperationId;
    /// One application of decided files to the disk, all or none.
    ApplyId;
    /// One row of included context.
    ContextId;
    /// A summary that replaces the older part of a conversation.
    CompactionId;
    /// A policy rule that an answer of the user created.
    RuleId;
    /// An item of the memory.
    MemoryId;
    /// A timer that the engine requested.
    TimerId;
    /// A screen that is open on the workspace.
    TerminalId;
}

/// A workspace: the first 16 hex digits of the SHA-256 of its absolute root path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WorkspaceId(pub String);

/// Position of a durable event in its workspace's log. Counts from 1; only deleted
/// sessions leave gaps.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Seq(pub u64);

/// Content hash of a text or a blob: SHA-256 (FIPS 180-4). Shown, parsed and serialised as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash([u8; 32]);

/// Error for a text that is not 64 lower-case hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a hash has 64 lower-case hex digits")]
pub struct NotAHash;

impl ContentHash {
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Wraps a hash that the caller has already computed.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.iter().map(|byte| format!("{byte:02x}"));
        f.pad(&digits.collect::<String>())
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentHash({self})")
    }
}

impl FromStr for ContentHash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, NotAHash> {
        if text.len() != 64
            || !text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
        {
            return Err(NotAHash);
        }
        let mut bytes = [0; 32];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digits = std::str::from_utf8(digits).map_err(|_| NotAHash)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| NotAHash)?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for ContentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ContentHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl fmt::Display for WorkspaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
