//! Read-only queries: windowed, answered by workers and not journaled.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::agent_profile::{AgentProfile, AgentProfileList};
use super::cache::CacheState;
use super::catalogue::{CatalogueQuery, CatalogueReply};
use super::change::FileDiff;
use super::context::ContextRow;
use super::custom::CustomCommand;
use super::figures::RunFigures;
use super::hooks::{HookList, HookTest};
use super::ids::{QuestionId, SessionId, WorkspaceId};
use super::index::IndexState;
use super::mcp::{ServerList, ServerRow};
use super::memory::{MemoryList, MemoryQuery};
use super::picture::Picture;
use super::review::{ReviewQuery, ReviewReply};
use super::session::{SessionSnapshot, SessionSummary};
use super::session_list::{ListScope, SessionFilter, SessionGroup, SessionHit};
use super::skill::{SkillList, SkillText};
use super::stream::{Capabilities, ModelInfo};
use notice::Notice;

/// Source of the model lists in an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelLists {
    /// The current lists: the providers are asked.
    #[default]
    Now,
    /// The lists of an earlier answer, at once.
    Before,
}

/// Source of a picture that the user wants to attach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum PictureSource {
    /// Any file on this machine, because the user dropped it on the editor.
    File { path: String },
    /// The clipboard of the machine that the workbench runs on.
    Clipboard,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "query", rename_all = "snake_case")]
pub enum Query {
    /// The entries of one folder, as the agent may see them. Answered by `Tree`.
    Tree {
        /// The folder, relative to the root; empty is the root.
        folder: String,
    },
    /// Files whose path matches a fuzzy pattern: recently changed or mentioned ones first, then the
    /// best matches. Answered by `Files`.
    Files {
        /// Session whose changed files come first, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<SessionId>,
        /// The pattern; an empty one matches every file.
        pattern: String,
        /// Maximum number of files.
        limit: usize,
    },
    /// Files and folders that a message can mention, by a fuzzy pattern, in the order of `Files`.
    /// Answered by `Files`, in which a folder's path ends with `/`.
    Mentionable {
        /// Session whose changed files come first.
        session: SessionId,
        /// The pattern; an empty one matches everything.
        pattern: String,
        /// Maximum number of rows.
        limit: usize,
    },
    /// The difference of a file between the session's first base and the disk, or what the session
    /// proposes for it; if the session has not changed it, between git's HEAD and the disk. Answered
    /// by `Diff`.
    FileDiff {
        session: SessionId,
        /// The file, relative to the root.
        path: String,
    },
    /// A part of a file as it is on the disk. Answered by `Text`.
    FileText {
        /// The file, relative to the root.
        path: String,
        /// First line, from 1.
        start_line: u32,
        /// Maximum number of lines.
        lines: u32,
    },
    /// The sessions of the workspace, latest first. Answered by `Sessions`.
    Sessions,
    /// Sessions filtered by activity, grouped by workspace. Answered by `SessionList`.
    SessionList {
        #[serde(default)]
        filter: SessionFilter,
        #[serde(default)]
        scope: ListScope,
    },
    /// Messages of all sessions of the workspace that contain all words of a text, best first.
    /// Answered by `SessionHits`.
    SearchSessions {
        /// Words or prefixes of words.
        text: String,
        /// Maximum number of messages.
        limit: usize,
    },
    /// The complete state of one session. Answered by `Session`.
    Session { session: SessionId },
    /// Models of the providers that respond. Answered by `Models`.
    Models {
        /// `None` for all providers.
        provider: Option<String>,
        /// Whether to ask the providers or to return their earlier lists.
        #[serde(default)]
        lists: ModelLists,
    },
    /// The facts about one model that are known without a request to its provider. Answered by
    /// `Models`, with this model alone.
    KnownModel { provider: String, model: String },
    /// Texts that the user typed in this workspace, latest last. Answered by `History`.
    History {
        /// Maximum number of texts.
        limit: usize,
    },
    /// Included context with the tokens of each row. Answered by `Context`.
    Context { session: SessionId },
    /// The same part of a file as the session's agent reads it: with proposed changes.
    /// Answered by `Text`.
    BufferText {
        session: SessionId,
        /// The file, relative to the root.
        path: String,
        /// First line, from 1.
        start_line: u32,
        /// Maximum number of lines.
        lines: u32,
    },
    /// Definitions in a file, as the session's agent reads it. Answered by `Outline`.
    Outline {
        session: SessionId,
        /// The file, relative to the root.
        path: String,
    },
    /// The places that match a question best, in the files as the session's agent sees
    /// them. A newer search of the session replaces one that is not answered yet.
    /// Answered by `SearchResults`.
    Find {
        session: SessionId,
        /// Words, a name, a question.
        text: String,
        /// Maximum number of places.
        limit: usize,
    },
    /// Facts about the workspace. Answered by `Workspace`.
    Workspace,
    /// Like `Workspace`, with the sessions and other data stored for the workspace. Answered by
    /// `WorkspaceDetails`.
    WorkspaceDetails,
    /// The workspaces that were opened on this machine, the most recently used first.
    /// Answered by `Workspaces`.
    Workspaces,
    /// The workspace's own commands, if it is trusted. Answered by `CustomCommands`.
    CustomCommands,
    /// Timing and usage of a session's runs. Answered by `Figures`.
    Figures {
        session: SessionId,
        /// Maximum number of runs; the latest are returned.
        limit: usize,
    },
    /// The exact text that is sent to the model before the conversation. Answered by `Text`.
    SystemPrompt { session: SessionId },
    /// The questions of a session with their answers, a line each. Answered by `Lines`.
    Prompts { session: SessionId },
    /// The whole new text that an open question proposes for its file. Answered by `Text`.
    ProposedText {
        session: SessionId,
        #[serde(rename = "prompt")]
        question: QuestionId,
    },
    /// The stored draft. Answered by `Text`.
    Draft { session: SessionId },
    /// Tools and commands that the settings of an agent program let run without a permission from
    /// this program; empty if no agent program answers the session. Answered by `Text`.
    RunsUnasked { session: SessionId },
    /// Import a picture that the user dropped on the editor or has on the clipboard, for a
    /// message that is not sent yet. The picture is scaled down as needed and stored under its
    /// hash, which changes nothing else. Answered by `Picture`, or by `Text` if the clipboard
    /// has text and no picture.
    TakePicture {
        /// Session whose message gets the picture.
        session: SessionId,
        source: PictureSource,
    },
    /// The workspace's note. Answered by `Text`.
    Note,
    /// The model that currently answers and why, and what may leave the machine.
    /// Answered by `Text`.
    Route { session: SessionId },
    /// The branches of the workspace's git repository, the latest first. Answered by `Branches`.
    Branches,
    /// Whether each provider responds. Answered by `Providers`.
    Providers,
    /// Progress of the workspace's index. Answered by `Index`.
    Index,
    /// Content and settings of the workspace's cache. Answered by `Cache`.
    Cache,
    /// Hooks of the workspace, and whether they may run. Answered by `Hooks`.
    Hooks,
    /// Run a trusted hook on a made-up occasion; its verdict changes nothing. Answered by
    /// `HookTested`.
    TestHook { session: SessionId, name: String },
    /// MCP servers of the workspace with their tools. Answered by `Servers`.
    Servers,
    /// Start an MCP server and list its tools. Answered by `ServerTested`.
    TestServer { name: String },
    /// Profiles of agents, of the workspace, the user and other programs. Answered by `Agents`.
    Agents,
    /// A profile whole, by its id or its name. Answered by `Agent`.
    Agent { name: String },
    /// Skills of the workspace and the user. Answered by `Skills`.
    Skills,
    /// A skill whole. Answered by `Skill`.
    Skill { name: String },
    /// The text of a prompt of an MCP server, with its arguments in order. Answered by `ServerPrompt`.
    ServerPrompt {
        server: String,
        prompt: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        words: Vec<String>,
    },
    /// Items of the memory. Answered by `Memory`.
    Memory { wanted: MemoryQuery },
    /// A query about models, providers and their prices. Answered by `Catalogue`.
    Catalogue { question: CatalogueQuery },
    /// Changes of a session and the decisions about them, including those from before an import, as
    /// Markdown. Answered by `Text`.
    Changes { session: SessionId },
    /// A query about the review. Answered by `Review`.
    Review {
        session: SessionId,
        question: ReviewQuery,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reply", rename_all = "snake_case")]
pub enum Reply {
    Tree {
        /// The requested folder.
        folder: String,
        /// Folders first, each group sorted by name.
        entries: Vec<TreeEntry>,
    },
    Files {
        /// Best match first.
        files: Vec<FileMatch>,
        /// Number of files that were searched.
        total: usize,
    },
    Diff {
        diff: FileDiff,
        /// Name of the old side: `checkpoint #3`, `git HEAD`.
        base: Notice,
        /// Whether the new side is proposed and not on the disk.
        #[serde(default)]
        is_proposed: bool,
    },
    /// Answers `FileText`, `BufferText`, `SystemPrompt`, `ProposedText`, `Draft`, `Note`.
    Text {
        text: String,
        /// Total number of lines, for a file.
        total_lines: u32,
    },
    /// Answers `RunsUnasked`, `Route`, `Prompts`, `Changes`: lines of Markdown.
    Lines {
        lines: Vec<Notice>,
    },
    Picture {
        /// The stored picture; its tag in a message's text attaches it.
        picture: Picture,
    },
    Sessions {
        sessions: Vec<SessionSummary>,
    },
    SessionList {
        /// A group per workspace, the current one first.
        groups: Vec<SessionGroup>,
    },
    SessionHits {
        hits: Vec<SessionHit>,
    },
    Session {
        session: Box<SessionSnapshot>,
    },
    Models {
        models: Vec<ModelInfo>,
        /// Providers that could not be asked, each with the reason.
        errors: Vec<(String, Notice)>,
        /// Time of the oldest list, for lists from an earlier answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told_at: Option<Timestamp>,
    },
    History {
        lines: Vec<String>,
    },
    Context {
        /// The rows with their tokens (estimates).
        rows: Vec<(ContextRow, u64)>,
        /// The other parts of the request, with their tokens (estimates).
        parts: Vec<(Notice, u64)>,
        /// Size of the context window that the model is asked for, in tokens; 0 if it is not known.
        limit: u64,
        /// Tokens reserved for the answer.
        #[serde(default)]
        kept: u64,
        /// Messages that are not sent because the window is full.
        #[serde(default)]
        left_out: usize,
        /// Results that are sent shortened because the window is full.
        #[serde(default)]
        shortened: usize,
        /// Total tokens as counted by the model's own tokenizer, if its provider offers one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counted: Option<u64>,
    },
    Outline {
        /// Definitions in order of line; empty if the file type is not supported.
        parts: Vec<OutlinePart>,
        /// Number of lines of the file.
        total_lines: u32,
    },
    Found {
        found: SearchResults,
    },
    Workspace {
        facts: WorkspaceFacts,
    },
    WorkspaceDetails {
        facts: WorkspaceFacts,
        sessions: u64,
        /// Path of the session storage; `None` while sessions are only in memory.
        kept_in: Option<PathBuf>,
        /// Size of that storage in bytes.
        bytes: u64,
    },
    Workspaces {
        workspaces: Vec<KnownWorkspace>,
    },
    CustomCommands {
        commands: Vec<CustomCommand>,
        /// Skipped items with the reason, one line each.
        problems: Vec<Notice>,
    },
    Figures {
        runs: Vec<RunFigures>,
    },
    Branches {
        branches: Vec<String>,
    },
    Providers {
        providers: Vec<ProviderStatus>,
    },
    Index {
        state: IndexState,
    },
    Cache {
        state: Box<CacheState>,
    },
    Hooks {
        list: HookList,
    },
    HookTested {
        test: Box<HookTest>,
    },
    Servers {
        list: ServerList,
    },
    ServerTested {
        server: Box<ServerRow>,
    },
    Agents {
        list: AgentProfileList,
    },
    Agent {
        profile: Box<AgentProfile>,
        /// Parts of its file that are not used, with the reason.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notes: Vec<Notice>,
    },
    Skills {
        list: SkillList,
    },
    Skill {
        skill: Box<SkillText>,
    },
    ServerPrompt {
        /// Names its origin in the first line.
        text: String,
    },
    Memory {
        list: MemoryList,
    },
    Catalogue {
        answer: Box<CatalogueReply>,
    },
    Review {
        answer: Box<ReviewReply>,
    },
    /// The query could not be answered.
    Failed {
        /// The reason, and what the user can do next.
        reason: Notice,
    },
}

/// A row of a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeEntry {
    pub name: String,
    /// Relative to the root.
    pub path: String,
    pub is_folder: bool,
    /// Size in bytes, for a file.
    pub bytes: u64,
    /// Git status: `M`, `A`, `D`, `R`, `?`, or nothing. For a folder, the status of its content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git: Option<char>,
}

/// A file in the answer to `Files`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMatch {
    /// Relative to the root.
    pub path: String,
    /// Git status: `M`, `A`, `R`, `?`, or nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git: Option<char>,
    #[serde(default)]
    pub note: FileNote,
}

/// The reason why a file is likely to be the intended one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileNote {
    /// The session changed it.
    Session,
    /// Git reports changes in the file.
    Git,
    /// The user mentioned it recently.
    Mentioned,
    /// Only the path matches.
    #[default]
    Plain,
}

/// A definition in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlinePart {
    /// First line, from 1.
    pub start_line: u32,
    /// Last line before the next definition.
    pub end_line: u32,
    /// Kind and name: `fn refresh`.
    pub label: String,
}

/// Result of a search by the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResults {
    /// In the order that `by` implies.
    pub places: Vec<SearchResult>,
    /// Whether there are more results.
    pub more: bool,
    /// Search method that was used.
    pub by: SearchMethod,
    /// Terms to be highlighted in the results, in lower case: words and beginnings of words.
    pub marked: Vec<String>,
    /// Progress of the index at the time of the search.
    pub index: IndexState,
}

/// Method by which results were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchMethod {
    /// By words, best first.
    Words,
    /// By words and by meaning, best first.
    Meaning,
    /// By the literal text, in order of path and line, because no index is available.
    Text,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResult {
    /// File and lines.
    #[serde(flatten)]
    pub hit: SearchHit,
    /// Whether it is in a proposed text, and so not on the disk.
    #[serde(default)]
    #[serde(rename = "staged")]
    pub proposed: bool,
}

/// A place that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchHit {
    /// The file, relative to the root.
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    pub end_line: u32,
    pub snippet: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkspaceFacts {
    pub root: PathBuf,
    /// Marker by which the root was detected: `agentichat`, `llm-context`, `git` or `cwd`.
    pub detected_by: String,
    /// Whether its config is trusted.
    pub trusted: bool,
    /// Whether the folder is writable for the user.
    pub writable: bool,
    /// Git state; `None` without a git repository.
    pub git: Option<GitFacts>,
    /// External programs: name, version or `None`, and where to get it.
    pub programs: Vec<ExternalProgram>,
    /// Process that owns the workspace, if the asking process is attached to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<u32>,
    /// Whether sessions are only in memory, because no database can be written, and are lost when
    /// the process ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_memory: bool,
    /// Files of instructions that every model is sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instructions: Vec<InstructionFile>,
    #[serde(default, skip_serializing_if = "FolderKind::is_other")]
    pub kind: FolderKind,
}

/// A file of the repository with instructions for agents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstructionFile {
    /// Path relative to the root.
    pub name: String,
    /// Estimated tokens of what is sent of it.
    pub tokens: u64,
}

/// The kind of the workspace's root folder, by which the first screen suggests tasks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FolderKind {
    /// It has no files.
    Empty,
    /// A project with sources, as its manifest says.
    Code,
    /// Such a project with changes that are not committed.
    Changed,
    #[default]
    Other,
}

impl FolderKind {
    /// Whether nothing particular is known of the folder, which is not stored.
    pub fn is_other(&self) -> bool {
        *self == Self::Other
    }
}

/// A workspace that was opened on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownWorkspace {
    pub id: WorkspaceId,
    pub root_path: PathBuf,
    /// Marker by which the root was detected.
    pub detected_by: String,
    /// First opened at.
    pub created_at: Timestamp,
    /// Last opened at.
    pub last_active: Timestamp,
}

/// Git state of a workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitFacts {
    /// The branch; `(detached)` if there is none.
    pub branch: String,
    /// Commits of the branch that its upstream does not have.
    pub ahead: u32,
    /// Commits of the upstream that the branch does not have.
    pub behind: u32,
    /// Paths with their state (`M`, `A`, `D`, `R`, `?`), at most 2,000.
    pub changed: Vec<(String, char)>,
}

/// An external program that the agent may need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalProgram {
    pub name: String,
    /// `None` if the program is missing; empty if it is installed and its version is unknown.
    pub version: Option<String>,
    /// Download page of the program.
    pub link: String,
}

/// Whether a provider can be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderStatus {
    pub provider: String,
    pub address: String,
    /// `ok`, `refused`, `no key`, and so on.
    pub state: Notice,
    /// Whether it can be used.
    pub usable: bool,
    pub latency_ms: Option<u64>,
    /// Capabilities of its default model.
    pub capabilities: Option<Capabilities>,
}
