//! Public types of the tool box: its parts, the caller of a tool, the prepared call and the result.
//! No behavior beyond constructors; `toolbox` does the work.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::boxes::CommandBoxes;
use super::snapshot::KeptBlobs;
use super::work::PlannedWork;
use ::agents::AgentFiles;
use policy::shell::{Condition, Part, ShellScope, assess};
use protocol::approval::RiskReport;
use protocol::call::CallResult;
use protocol::change::{Entry, FileStat};
use protocol::ids::{ContentHash, EntryId, FileId, HunkId, RunId, SessionId};
use protocol::plan::{CallPlan, ObservedChange};
use protocol::sub_agent::AgentLimits;

/// Limits on what tools read, find and keep. All are configuration keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Hits of a search if the call names no limit.
    pub search_results_default: usize,
    /// Maximum number of hits of a search.
    pub search_results_cap: usize,
    /// Lines of one snippet.
    pub search_snippet_lines: usize,
    /// Bytes of one read if the call names no number.
    pub read_bytes_default: usize,
    /// Maximum number of lines of one read.
    pub read_lines_default: usize,
    /// Lines of a hunk before it is split.
    pub hunk_lines: usize,
    /// Bytes of a hunk before it is split.
    pub hunk_bytes: usize,
    /// Timeout of a command if the call names none.
    pub command_timeout: Duration,
    /// Time that a command has to exit after it was asked to stop.
    pub command_grace: Duration,
    /// Bytes of a command's output that the model sees.
    pub command_output_bytes: usize,
    /// Bytes of a command's output that are kept in a file.
    pub command_log_bytes: u64,
    /// Bytes of files that are copied before a command, so that they can be restored;
    /// 0 copies nothing.
    pub copied_bytes: u64,
    /// Maximum number of lines of a displayed diff.
    pub diff_lines: usize,
    /// Context lines around each change in a diff.
    pub diff_context: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            search_results_default: 20,
            search_results_cap: 50,
            search_snippet_lines: 20,
            read_bytes_default: 65_536,
            read_lines_default: 800,
            hunk_lines: 80,
            hunk_bytes: 8_192,
            command_timeout: Duration::from_secs(120),
            command_grace: Duration::from_secs(2),
            command_output_bytes: 65_536,
            command_log_bytes: 64 * 1024 * 1024,
            copied_bytes: 200 * 1024 * 1024,
            diff_lines: 4_000,
            diff_context: 3,
        }
    }
}

/// Result of the shell parser for a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellFacts {
    /// Risk of the command, with the reasons.
    pub report: RiskReport,
    /// The simple commands of the command.
    pub parts: Vec<Part>,
    /// Whether the parser understood every construct.
    pub understood: bool,
    /// Paths that the command deletes, as written; relative ones start at its folder.
    pub deletes: Vec<String>,
    /// Paths that the command plainly writes to, relative to the root; includes patterns.
    pub writes: Vec<String>,
    /// Folders in which git would run, absolute.
    pub git_folders: Vec<PathBuf>,
    /// Conditions that must hold on the disk for the risk to be low.
    pub conditions: Vec<Condition>,
}

/// Parses a command that would run in a folder. The composition root passes the policy's parser.
pub type ShellParser = Arc<dyn Fn(&str, &Path) -> ShellFacts + Send + Sync>;

/// Returns the policy's parser for the workspace with this root and its configured additions to
/// the block list.
pub fn policy_parser(root: PathBuf, block: Vec<String>) -> ShellParser {
    Arc::new(move |command, cwd| {
        let scope = ShellScope {
            root: root.clone(),
            cwd: cwd.to_path_buf(),
            block: block.clone(),
        };
        let found = assess(command, &scope);
        ShellFacts {
            report: found.report,
            parts: found.parts,
            understood: found.understood,
            deletes: found.deletes,
            writes: found.writes,
            git_folders: found.git_folders,
            conditions: found.conditions,
        }
    })
}

/// A file as the agent of a session sees it, where that differs from the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// Path of the file, relative to the root.
    pub path: String,
    /// Text of the file; `None` if it is deleted in the buffer.
    pub text: Option<Arc<str>>,
    /// Permission bits of the file, if the log says any.
    pub mode: Option<u32>,
}

/// A file according to the change log of a session.
#[derive(Debug, Clone)]
pub struct LoggedFile {
    pub file: FileId,
    /// Text as the agent sees it; `None` if there is no file.
    pub text: Option<Arc<str>>,
    /// Changes by others on the disk since the last logged state, to be logged before
    /// the next entry.
    pub observed: Vec<Entry>,
    /// Hunks that are not in the text. An entry made on it is made without them.
    pub made_without: Vec<HunkId>,
    /// Last logged entry, before the observed ones.
    pub after_entry: Option<EntryId>,
    /// Hunks that are not on the disk.
    pub without: Vec<HunkId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskFile<'a> {
    pub bytes: &'a [u8],
    pub mode: u32,
}

/// Effect on the disk of a change to a file with proposed hunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnDisk {
    /// The file gets this text; `None` deletes it.
    Becomes(Option<String>),
    /// The change builds on proposed hunks, so it cannot be on the disk without them.
    BuildsOnProposed,
}

/// Access to the change log's knowledge of files. Called on workers; must not block for long.
pub trait Records: Send + Sync {
    /// Returns the id of the file that the log knows at a path, as the agents of a session see it.
    fn file_id(&self, session: SessionId, path: &str) -> Option<FileId>;

    /// Returns the session's file that is on the disk at a path. It differs from the one that the
    /// agents see there if a decision that moves it is not applied yet.
    fn file_on_disk(&self, session: SessionId, path: &str) -> AtPath;

    /// Returns the file at a path according to the log of the caller's session, given its present
    /// content on the disk; `None` if the session has not changed it.
    fn logged(
        &self,
        asker: &CallContext,
        path: &str,
        disk: Option<DiskFile<'_>>,
    ) -> Option<LoggedFile>;

    /// Works like `logged` for the file that is on the disk at its path.
    fn logged_file(
        &self,
        asker: &CallContext,
        file: FileId,
        disk: Option<DiskFile<'_>>,
    ) -> Option<LoggedFile>;

    /// Returns every working buffer of a session that differs from the disk.
    fn buffers(&self, session: SessionId) -> Vec<Buffer>;

    /// Returns the hunks of a session that are in the text that its agents read.
    fn live_hunks(&self, session: SessionId) -> BTreeSet<HunkId>;

    /// Returns the bytes of a stored content; `None` if it is not stored.
    fn blob(&self, hash: &ContentHash) -> Option<Arc<[u8]>>;

    /// Returns the effect on the disk of a change whose entry is (or would be) the last of the
    /// log, if its accepted hunks are written and the proposed ones are not. `observed`
    /// precedes the entry.
    fn on_disk(&self, observed: &[Entry], entry: &Entry) -> OnDisk;
}

/// The file of a session that is on the disk at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtPath {
    Logged(FileId),
    /// The session knows no file there; the file that the agents see at this path is at another
    /// path of the disk.
    Unknown,
    /// The session knows no difference from what the agents see.
    AsSeen,
}

/// A log without entries: no proposed text, new ids.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoRecords;

impl Records for NoRecords {
    fn file_id(&self, _: SessionId, _: &str) -> Option<FileId> {
        None
    }

    fn file_on_disk(&self, _: SessionId, _: &str) -> AtPath {
        AtPath::AsSeen
    }

    fn logged(&self, _: &CallContext, _: &str, _: Option<DiskFile<'_>>) -> Option<LoggedFile> {
        None
    }

    fn logged_file(
        &self,
        _: &CallContext,
        _: FileId,
        _: Option<DiskFile<'_>>,
    ) -> Option<LoggedFile> {
        None
    }

    fn buffers(&self, _: SessionId) -> Vec<Buffer> {
        Vec::new()
    }

    fn live_hunks(&self, _: SessionId) -> BTreeSet<HunkId> {
        BTreeSet::new()
    }

    fn blob(&self, _: &ContentHash) -> Option<Arc<[u8]>> {
        None
    }

    fn on_disk(&self, _: &[Entry], _: &Entry) -> OnDisk {
        OnDisk::BuildsOnProposed
    }
}

/// Dependencies of a tool box besides the workspace and the limits.
#[derive(Clone)]
pub struct Surroundings {
    /// Parser that assesses the risk of commands.
    pub shell: ShellParser,
    /// The change log.
    pub records: Arc<dyn Records>,
    /// A private folder outside the workspace for the output of commands. Created when needed.
    pub private_dir: PathBuf,
    /// The boxes of commands; without them commands run as the user does.
    pub boxes: Option<CommandBoxes>,
    /// Environment that commands inherit, before secrets are removed.
    pub environment: Vec<(String, String)>,
    /// Names of the variables that hold provider keys, in addition to those recognized by name.
    pub key_variables: Vec<String>,
    /// The MCP servers whose tools can be called.
    pub servers: Option<Arc<mcp::Servers>>,
    /// The profiles of agents that can be started.
    pub profiles: Option<Arc<AgentFiles>>,
}

impl Surroundings {
    /// Returns the values of the key variables.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        let variables = self
            .environment
            .iter()
            .filter(|(name, _)| self.key_variables.contains(name));
        variables.map(|(_, value)| value.as_str())
    }
}

/// Generates ids. Called on workers.
pub type IdSource = Arc<dyn Fn() -> Uuid + Send + Sync>;

/// The caller of a tool, and the time of the call.
#[derive(Clone)]
pub struct CallContext {
    pub session: SessionId,
    pub run: RunId,
    pub agent: String,
    /// The tools that a sub-agent may call; a session's own agent has no limits.
    pub limits: AgentLimits,
    /// Whether the user typed the call, as `!command`.
    pub is_by_user: bool,
    /// Whether the session proposes the agent's changes, so that its commands run in a proposed
    /// world.
    pub proposes: bool,
    /// Folder in which its commands start, relative to the root; empty is the root.
    pub folder: String,
    pub now: Timestamp,
    /// Source of ids for new entries, hunks and files.
    pub ids: IdSource,
}

/// Ends a running call from outside.
#[derive(Debug, Clone, Default)]
pub struct Cancel {
    /// Stops the call: a command is asked to stop, and killed after a grace period.
    pub stop: CancellationToken,
    /// Kills the call at once.
    pub kill: CancellationToken,
}

/// A checked call: its plan, and the data needed to carry it out.
pub struct Prepared {
    pub plan: CallPlan,
    pub(super) provider_id: String,
    pub(super) asker: CallContext,
    pub(super) work: PlannedWork,
}

impl Prepared {
    /// Returns the bytes of the file before a change, for the blob store; their hash is
    /// `plan.change.base`. `None` for calls that change nothing and for new files.
    pub fn base_bytes(&self) -> Option<&[u8]> {
        self.work.change().and_then(|change| change.base.as_deref())
    }

    /// Returns the text before and after a change as the agent sees it, for the proposal. The outer
    /// option is `None` for calls that change nothing, an inner one if there is no file.
    pub fn texts(&self) -> Option<(Option<&str>, Option<&str>)> {
        self.work
            .change()
            .map(|change| (change.before.as_deref(), change.after.as_deref()))
    }
}

/// Result of a call.
#[derive(Debug)]
pub struct Finished {
    /// Output for the model and the chat.
    pub result: CallResult,
    /// Lines added and removed, if a file changed on the disk.
    pub stat: Option<FileStat>,
    /// The entry as it was actually written, if an edit or a choice of hunks changed it.
    pub applied: Option<Entry>,
    /// Changes on the disk while a command ran, to be logged once `kept` is stored.
    pub observed: Vec<ObservedChange>,
    /// Bytes that `observed` refers to, for the blob store.
    pub kept: KeptBlobs,
    /// File with the complete output of a command.
    pub log_path: Option<PathBuf>,
}
