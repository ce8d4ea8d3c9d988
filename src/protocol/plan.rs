//! The plan of a checked call before its approval, and the grant to carry it out.
//!
//! A worker makes the plan (checks the arguments, resolves the path, makes the new text and the
//! diff, parses the command); the engine decides on it; the worker carries it out exactly as shown.

use serde::{Deserialize, Serialize};

use super::approval::{QuestionBody, RiskReport};
use super::call::ToolClass;
use super::change::{Entry, FileDiff};
use super::ids::{CallId, ContentHash, EntryId, FileId, HunkId};
use super::memory::RememberRequest;
use super::sandbox::{CommandSandbox, Network, Rung};
use super::sub_agent::AgentRequest;
use super::task::TaskRequest;

/// Effects that a checked call would have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallPlan {
    pub call: CallId,
    /// Canonical name of the tool.
    pub tool: String,
    pub class: ToolClass,
    /// Subject that policy rules are matched against.
    pub subject: Subject,
    pub risk: RiskReport,
    /// Content of the question to the user. `None` for calls that need no question (reads).
    pub body: Option<QuestionBody>,
    /// The questions of a wizard, of which `body` is the first; empty for everything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<QuestionBody>,
    /// Hash of everything in `body` and of the bytes that would be written.
    pub shown: ContentHash,
    /// The change, for a call that writes.
    pub change: Option<PlannedChange>,
    /// The request about the tasks, for a call that makes one. The engine carries it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tasks: Option<TaskRequest>,
    /// The request about sub-agents, for a call that makes one. The engine carries it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agents: Option<AgentRequest>,
    /// The text to be remembered, for a call that remembers one. The engine has it stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remember: Option<RememberRequest>,
    /// Whether this program or the agent program carries it out.
    #[serde(default, skip_serializing_if = "Executor::is_by_us")]
    pub carried_out: Executor,
}

impl CallPlan {
    /// Returns the box of the command, for a call that runs one.
    pub fn sandbox(&self) -> Option<&CommandSandbox> {
        match &self.body {
            Some(QuestionBody::Command { sandbox, .. }) => Some(sandbox),
            _ => None,
        }
    }

    /// Returns the box of the command if this program runs it in one, and it lacks a part of the
    /// network of the machine.
    pub fn limited_box(&self) -> Option<&CommandSandbox> {
        self.sandbox().filter(|sandbox| {
            self.carried_out == Executor::ByUs
                && sandbox.rung > Rung::Off
                && !sandbox.network.is_on()
        })
    }

    /// Returns the network that a yes with the network adds; `None` if the command has it.
    pub fn offered_network(&self) -> Option<&Network> {
        let sandbox = self.limited_box()?;
        Some(&sandbox.offered).filter(|offered| !sandbox.network.includes(offered))
    }

    /// Gives the box of the command more of the network. An answer to the plan without it does not
    /// fit any more. A box that cannot limit its network to hosts keeps what it has.
    pub fn open_network(&mut self, granted: &Network) {
        let Some(QuestionBody::Command { sandbox, .. }) = &mut self.body else {
            return;
        };
        let is_limited = matches!(granted, Network::Hosts(_));
        let opened = sandbox.network.joined(granted);
        if opened == sandbox.network || (is_limited && !sandbox.rung.limits_hosts()) {
            return;
        }
        let mut bytes = self.shown.as_bytes().to_vec();
        bytes.extend(b"network");
        for host in opened.hosts() {
            bytes.push(0);
            bytes.extend(host.as_bytes());
        }
        sandbox.network = opened;
        self.shown = ContentHash::of(&bytes);
    }
}

/// Whether this program or the agent program carries out a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Executor {
    #[default]
    ByUs,
    /// The agent program carries it out, after it has the permission.
    ByProgram,
    /// The agent program has already carried it out, without asking.
    Already,
}

impl Executor {
    fn is_by_us(&self) -> bool {
        *self == Self::ByUs
    }
}

/// Subject that policy rules are matched against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "snake_case")]
pub enum Subject {
    /// A path, relative to the root, with `/`.
    Path {
        path: String,
    },
    /// A command with its simple commands.
    Command {
        command: String,
        /// The simple commands, including nested ones, as text with single spaces.
        parts: Vec<String>,
        /// The parts in normal form, where that differs from the written form: without
        /// the program's folder and the options before a subcommand. Deny and ask rules
        /// match these too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        normal_parts: Vec<String>,
        /// Parts that are of low risk by themselves and so need no allow rule.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        low_parts: Vec<String>,
        /// False if a construct was not understood: then no allow rule with a wildcard matches.
        understood: bool,
    },
    Nothing,
}

/// A change that a call would make.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlannedChange {
    /// The entry as it would be logged: its hunks pending and not on the disk.
    pub entry: Entry,
    /// The file's base, kept if this is the run's first change to it.
    pub base: PlannedBase,
    /// The diff for display.
    pub diff: FileDiff,
    /// Whether it cannot be written by itself, because it builds on proposed hunks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "builds_on_staged")]
    pub builds_on_proposed: bool,
    /// Changes that other programs made to the file since it was last read, as entries of the user
    /// that are logged before `entry`; accepted and written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observed: Vec<Entry>,
}

/// The state of a file before a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedBase {
    pub file: FileId,
    /// Relative to the root.
    pub path: String,
    /// Blob with the file's bytes; `None` if the file is absent.
    pub blob: Option<ContentHash>,
    /// SHA-256 of the bytes, hexadecimal.
    pub sha256: Option<ContentHash>,
    pub mode: Option<u32>,
    /// The last entry that the session logged for the file; see `CheckpointFile`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_entry: Option<EntryId>,
    /// Hunks of the session's entries for the file that are not on the disk.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<HunkId>,
}

/// A change to one file while a command ran: already on the disk, so accepted and written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedChange {
    /// The file before the command, kept if this is the run's first change to it.
    pub base: PlannedBase,
    pub entry: Entry,
}

/// Permission to carry out a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "grant", rename_all = "snake_case")]
pub enum Grant {
    /// Carry it out as shown.
    AsPlanned,
    /// Carry out the user's edited version: the whole new text, or the command.
    Edited { text: String },
    /// Run the command with this network: as shown, or as the user edited it.
    WithNetwork {
        #[serde(default, skip_serializing_if = "Network::is_on")]
        network: Network,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Apply only these hunks.
    Hunks { accepted: Vec<HunkId> },
    /// The user's answer, for a call that asks a question.
    Answered {
        /// The answer as the model sees it.
        answer: serde_json::Value,
    },
}

impl Grant {
    /// Returns the grant with a network, for a command.
    pub fn with_network(self, network: Network) -> Self {
        match self {
            Grant::AsPlanned => Grant::WithNetwork {
                network,
                text: None,
            },
            Grant::Edited { text } => Grant::WithNetwork {
                network,
                text: Some(text),
            },
            other => other,
        }
    }
}
