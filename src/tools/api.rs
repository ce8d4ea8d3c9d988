//! The types that callers of the tool box see: what it is made of, who asks, what is prepared and
//! what came of it. No behaviour beyond constructors; the work is done in `toolbox`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::snapshot::KeptBlobs;
use super::work::PlannedWork;
use crate::policy::shell::{Condition, Part, ShellScope, assess};
use crate::protocol::approval::RiskReport;
use crate::protocol::call::CallResult;
use crate::protocol::change::{Entry, FileStat};
use crate::protocol::ids::{EntryId, FileId, HunkId, RunId, SessionId};
use crate::protocol::plan::{CallPlan, ObservedChange};

/// Bounds of what tools read, find and keep. All are config keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Hits of a search where the call names no limit.
    pub search_results_default: usize,
    /// Hits of a search at most.
    pub search_results_cap: usize,
    /// Lines of one snippet.
    pub search_snippet_lines: usize,
    /// Bytes of one read where the call names none.
    pub read_bytes_default: usize,
    /// Lines of one read.
    pub read_lines_default: usize,
    /// Lines of a hunk before it is split.
    pub hunk_lines: usize,
    /// Bytes of a hunk before it is split.
    pub hunk_bytes: usize,
    /// How long a command may run where the call names no time.
    pub command_timeout: Duration,
    /// How long a command may take to end after it was asked to.
    pub command_grace: Duration,
    /// Bytes of a command's output that the model sees.
    pub command_output_bytes: usize,
    /// Bytes of a command's output that are kept in a file.
    pub command_log_bytes: u64,
    /// Bytes of files that are copied before a command, so that they can be had back; 0 copies
    /// nothing.
    pub copied_bytes: u64,
    /// Lines of a diff that is shown to people.
    pub diff_lines: usize,
    /// Lines of context around each change in a diff.
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

/// What the shell parser says of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellFacts {
    /// How risky it is, and why.
    pub report: RiskReport,
    /// Each simple command in it.
    pub parts: Vec<Part>,
    /// False where a construct was not understood.
    pub understood: bool,
    /// Paths that it deletes, as written; relative ones start at its folder.
    pub deletes: Vec<String>,
    /// Paths that it plainly writes to, relative to the root; patterns too.
    pub writes: Vec<String>,
    /// Folders in which git would run, absolute.
    pub git_folders: Vec<PathBuf>,
    /// What must hold on the disk for a risk that is low.
    pub conditions: Vec<Condition>,
}

/// Parses a command that would run in a folder. The composition root passes the policy's parser.
pub type ShellParser = Arc<dyn Fn(&str, &Path) -> ShellFacts + Send + Sync>;

/// The policy's parser, for the workspace with this root and what its config adds to the block
/// list.
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

/// A file as the agent of a session sees it where that differs from the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// The file, relative to the root.
    pub path: String,
    /// Its text; `None` where it is deleted in the buffer.
    pub text: Option<Arc<str>>,
}

/// A file as the change log of a session has it.
#[derive(Debug, Clone)]
pub struct LoggedFile {
    pub file: FileId,
    /// Its text as the agent sees it; `None` where there is no file.
    pub text: Option<Arc<str>>,
    /// What others did to the file on the disk since the log last knew it, to be logged before the
    /// next entry.
    pub observed: Vec<Entry>,
    /// Hunks that are not in the text: those that an entry made on it was made without.
    pub made_without: Vec<HunkId>,
    /// The last entry that is logged, before what was observed.
    pub after_entry: Option<EntryId>,
    /// Hunks that are not on the disk.
    pub without: Vec<HunkId>,
}

/// A file on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskFile<'a> {
    pub bytes: &'a [u8],
    pub mode: u32,
}

/// What a change of a staged file makes of the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnDisk {
    /// This text; `None` takes the file away.
    Becomes(Option<String>),
    /// It builds on staged hunks, so it cannot stand on the disk without them.
    BuildsOnStaged,
}

/// What the change log knows of files. Asked on workers; must not block for long.
pub trait Records: Send + Sync {
    /// The id of the file that the log knows at a path, as the agents of a session see it.
    fn file_id(&self, session: SessionId, path: &str) -> Option<FileId>;

    /// The file of a session that is on the disk at a path, which is another one than the agents see
    /// there where a decision that moves it is not saved.
    fn file_on_disk(&self, session: SessionId, path: &str) -> AtPath;

    /// The file at a path as the log of the asker's session has it, with this on the disk there;
    /// `None` where the session has not changed it.
    fn logged(
        &self,
        asker: &CallContext,
        path: &str,
        disk: Option<DiskFile<'_>>,
    ) -> Option<LoggedFile>;

    /// The same of the file that is on the disk at its path.
    fn logged_file(
        &self,
        asker: &CallContext,
        file: FileId,
        disk: Option<DiskFile<'_>>,
    ) -> Option<LoggedFile>;

    /// Every working buffer of a session that differs from the disk.
    fn buffers(&self, session: SessionId) -> Vec<Buffer>;

    /// What a change whose entry is (or would be) the last of the log makes of the disk, if its
    /// accepted hunks are written and what is staged is not. `observed` comes before it.
    fn on_disk(&self, observed: &[Entry], entry: &Entry) -> OnDisk;
}

/// Which file of a session is on the disk at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtPath {
    Logged(FileId),
    /// None that the session knows; the one that the agents see there is at another path of the disk.
    Unknown,
    /// The session tells no difference from what the agents see.
    AsSeen,
}

/// A log that knows nothing: no staged text, new ids.
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

    fn on_disk(&self, _: &[Entry], _: &Entry) -> OnDisk {
        OnDisk::BuildsOnStaged
    }
}

/// What a tool box is made of besides the workspace and the limits.
#[derive(Clone)]
pub struct Surroundings {
    /// Reads commands for risk.
    pub shell: ShellParser,
    /// What the change log knows.
    pub records: Arc<dyn Records>,
    /// A private folder outside the workspace for the output of commands. Made when needed.
    pub private_dir: PathBuf,
    /// What holds commands: `off`, or the name of the sandbox.
    pub sandbox: String,
    /// The environment that commands inherit, before secrets are taken out.
    pub environment: Vec<(String, String)>,
    /// Names of the variables that hold keys of providers, whatever they sound like.
    pub key_variables: Vec<String>,
}

impl Surroundings {
    /// The values of the key variables.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        let named = |(name, _): &&(String, String)| self.key_variables.contains(name);
        let variables = self.environment.iter().filter(named);
        variables.map(|(_, value)| value.as_str())
    }
}

/// Makes ids. Called on workers.
pub type IdSource = Arc<dyn Fn() -> Uuid + Send + Sync>;

/// Who makes a call, and when.
#[derive(Clone)]
pub struct CallContext {
    /// In which session.
    pub session: SessionId,
    /// In which run.
    pub run: RunId,
    /// The agent's name.
    pub agent: String,
    /// The folder that its commands begin in, relative to the root; empty is the root.
    pub folder: String,
    pub now: Timestamp,
    /// New ids for entries, hunks and files.
    pub ids: IdSource,
}

/// How a running call is ended from outside.
#[derive(Debug, Clone, Default)]
pub struct Cancel {
    /// Ends it: a command is asked to end, and killed after a grace.
    pub stop: CancellationToken,
    /// Ends it at once.
    pub kill: CancellationToken,
}

/// A checked call: what it would do, and what is needed to do it.
pub struct Prepared {
    /// What it would do.
    pub plan: CallPlan,
    pub(super) provider_id: String,
    pub(super) asker: CallContext,
    pub(super) work: PlannedWork,
}

impl Prepared {
    /// The bytes of the file before a change, for the blob store: those that `plan.change.base`
    /// has the hash of. `None` for what changes nothing and for files that are made.
    pub fn base_bytes(&self) -> Option<&[u8]> {
        self.work.change().and_then(|change| change.base.as_deref())
    }

    /// The text before and after a change as the agent sees it, for staging. The outer option is
    /// `None` for what changes nothing, an inner one where there is no file.
    pub fn texts(&self) -> Option<(Option<&str>, Option<&str>)> {
        self.work
            .change()
            .map(|change| (change.before.as_deref(), change.after.as_deref()))
    }
}

/// What came of a call.
#[derive(Debug)]
pub struct Finished {
    /// What the model and the chat see.
    pub result: CallResult,
    /// Lines added and removed, where a file changed on the disk.
    pub stat: Option<FileStat>,
    /// The entry as it was really written, where an edit or a choice of hunks changed it.
    pub applied: Option<Entry>,
    /// What changed on the disk while a command ran, to be logged when `kept` is stored.
    pub observed: Vec<ObservedChange>,
    /// The bytes that `observed` speaks of, for the blob store.
    pub kept: KeptBlobs,
    /// Where the whole output of a command lies.
    pub log_path: Option<PathBuf>,
}
