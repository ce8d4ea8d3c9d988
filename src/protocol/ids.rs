//! Identifiers. Time-ordered UUIDs (version 7) for what we make, strings for what others name.

use std::fmt;
use std::str::FromStr;

use ring::digest::{Context, SHA256};
use serde::{Deserialize, Serialize};
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
    /// One instruction and all that the agent did for it.
    RunId;
    /// One request to a model inside a run, and what came of it.
    StepId;
    /// One message of a conversation.
    MessageId;
    /// One tool call. Ours; the id that the model's server gave is kept beside it.
    CallId;
    /// One question to the human.
    PromptId;
    /// One entry of the change log: the effect of one call on one file.
    EntryId;
    /// One part of an entry, the only thing that carries a decision.
    HunkId;
    /// A file as a thing that can be renamed: entries follow it, not its path.
    FileId;
    /// The state before something.
    CheckpointId;
    /// A comment of the human's on a hunk or on lines.
    CommentId;
    /// Something done in the review that can be taken back.
    OperationId;
    /// One writing of decided files to the disk, all or none.
    SaveId;
    /// One row of included context.
    ContextId;
    /// A summary that stands for the older part of a conversation.
    CompactionId;
    /// One policy rule made by an answer.
    RuleId;
    /// One timer that the engine asked for.
    TimerId;
    /// One screen on the workspace.
    TerminalId;
}

/// A workspace: the first 16 hex digits of the SHA-256 of its absolute root path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WorkspaceId(pub String);

/// Position of a durable event in its workspace's log. Counts from 1; only deleted sessions leave gaps.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Seq(pub u64);

/// Content hash of a text or a blob: SHA-256 as 64 lower-case hex digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContentHash(pub String);

/// SHA-256 (FIPS 180-4) of what comes in pieces, by the library that TLS uses.
pub struct Sha256(Context);

impl Sha256 {
    /// Of nothing yet.
    #[expect(
        clippy::new_without_default,
        reason = "nobody wants the hash of nothing"
    )]
    pub fn new() -> Self {
        Self(Context::new(&SHA256))
    }

    /// Goes on with these bytes.
    pub fn update(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes.as_ref());
    }

    /// The hash.
    pub fn finish(self) -> [u8; 32] {
        let mut hash = [0; 32];
        hash.copy_from_slice(self.0.finish().as_ref());
        hash
    }
}

/// SHA-256 of bytes that are there.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(bytes);
    hash.finish()
}

/// The same as 64 lower-case hex digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    sha256(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

impl ContentHash {
    /// Hash of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(sha256_hex(bytes))
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for WorkspaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
