//! Read-only questions, windowed, answered by workers and not journaled.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::cache::CacheState;
use super::catalogue::{CatalogueQuery, CatalogueReply};
use super::change::FileDiff;
use super::context::ContextRow;
use super::custom::CustomCommand;
use super::figures::RunFigures;
use super::ids::{QuestionId, SessionId, WorkspaceId};
use super::index::IndexState;
use super::picture::Picture;
use super::review::{ReviewQuery, ReviewReply};
use super::session::{SessionSnapshot, SessionSummary};
use super::session_list::{ListScope, SessionFilter, SessionGroup, SessionHit};
use super::stream::{Capabilities, ModelInfo};

/// Which lists of models are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelLists {
    /// Those that the providers have now: they are asked.
    #[default]
    Now,
    /// Those that they told before, at once.
    Before,
}

/// Where a picture is that the human wants to attach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum PictureSource {
    /// In a file, anywhere: the human dropped it.
    File {
        /// Its whole path.
        path: String,
    },
    /// On the clipboard of the machine that the workbench runs on.
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
    /// Files whose path fits a fuzzy pattern: those that were changed or mentioned lately first, then
    /// the best. Answered by `Files`.
    Files {
        /// Whose changes come first, where there is a session.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<SessionId>,
        /// The pattern; empty is all.
        pattern: String,
        /// At most so many.
        limit: usize,
    },
    /// The difference of a file between the session's first base and the disk, or, where the
    /// session has not changed it, between git's HEAD and the disk. Answered by `Diff`.
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
        /// At most so many lines.
        lines: u32,
    },
    /// The sessions of the workspace, latest first. Answered by `Sessions`.
    Sessions,
    /// Sessions by what they are doing, grouped by workspace. Answered by `SessionList`.
    SessionList {
        #[serde(default)]
        filter: SessionFilter,
        #[serde(default)]
        scope: ListScope,
    },
    /// The messages of all sessions of the workspace in which all words of a text stand, the best first. Answered by
    /// `SessionHits`.
    SearchSessions {
        /// The words, or their beginnings.
        text: String,
        /// At most so many.
        limit: usize,
    },
    /// One session, whole. Answered by `Session`.
    Session { session: SessionId },
    /// The models of the providers that answer. Answered by `Models`.
    Models {
        /// Of one provider, or of all.
        provider: Option<String>,
        /// Those that they have now, or those that they told before.
        #[serde(default)]
        lists: ModelLists,
    },
    /// What was typed in this workspace, latest last. Answered by `History`.
    History {
        /// At most so many.
        limit: usize,
    },
    /// Included context with the tokens of each row. Answered by `Context`.
    Context { session: SessionId },
    /// The same part of a file as the session's agent reads it: with what is staged. Answered by
    /// `Text`.
    BufferText {
        session: SessionId,
        /// The file, relative to the root.
        path: String,
        /// First line, from 1.
        start_line: u32,
        /// At most so many lines.
        lines: u32,
    },
    /// What a file defines, as the session's agent reads it. Answered by `Outline`.
    Outline {
        session: SessionId,
        /// The file, relative to the root.
        path: String,
    },
    /// The places that fit a question best, in the files as the session's agent sees them. A newer
    /// one of the session takes the place of one that is not answered yet. Answered by `SearchResults`.
    Find {
        session: SessionId,
        /// Words, a name, a question.
        text: String,
        /// At most so many.
        limit: usize,
    },
    /// What is known of the workspace. Answered by `Workspace`.
    Workspace,
    /// The same, with what is kept of it. Answered by `WorkspaceDetails`.
    WorkspaceDetails,
    /// The workspaces that were opened on this machine, the one used last first. Answered by
    /// `Workspaces`.
    Workspaces,
    /// The workspace's own commands, where it is trusted. Answered by `CustomCommands`.
    CustomCommands,
    /// What a session's runs were made of. Answered by `Figures`.
    Figures {
        session: SessionId,
        /// At most so many runs, the latest.
        limit: usize,
    },
    /// Exactly what is sent to the model before the conversation. Answered by `Text`.
    SystemPrompt { session: SessionId },
    /// Every prompt of a session and its answer, as text lines. Answered by `Text`.
    Prompts { session: SessionId },
    /// The whole new text that an open prompt proposes for its file. Answered by `Text`.
    ProposedText {
        session: SessionId,
        prompt: QuestionId,
    },
    /// The draft that was kept. Answered by `Text`.
    Draft { session: SessionId },
    /// What the settings of an agent's own program let run without a question to us; nothing where no program
    /// answers the session. Answered by `Text`.
    RunsUnasked { session: SessionId },
    /// Take a picture in that the human dropped on the editor or has on the clipboard, for a message that is not sent
    /// yet: it is made small enough and kept under its hash, which changes nothing else. Answered by `Picture`, or by
    /// `Text` where the clipboard has a text and no picture.
    TakePicture {
        /// For whose message.
        session: SessionId,
        /// Where it is.
        source: PictureSource,
    },
    /// The workspace's note. Answered by `Text`.
    Note,
    /// Which model answers at present and why, and what may leave the machine. Answered by `Text`.
    Route { session: SessionId },
    /// Whether each provider answers. Answered by `Providers`.
    Providers,
    /// How far the index of the workspace is. Answered by `Index`.
    Index,
    /// What lies in the cache of the workspace, and how it is set. Answered by `Cache`.
    Cache,
    /// Something about models, providers and what they cost. Answered by `Catalogue`.
    Catalogue { question: CatalogueQuery },
    /// What was changed in a session and what was decided about it, also before it was imported, as Markdown.
    /// Answered by `Text`.
    Changes { session: SessionId },
    /// Something about the review. Answered by `Review`.
    Review {
        session: SessionId,
        question: ReviewQuery,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reply", rename_all = "snake_case")]
pub enum Reply {
    Tree {
        /// The folder that was asked for.
        folder: String,
        /// Folders first, each in order of name.
        entries: Vec<TreeEntry>,
    },
    Files {
        /// They, best first.
        files: Vec<FileMatch>,
        /// Files that were looked at.
        total: usize,
    },
    Diff {
        diff: FileDiff,
        /// What the old side is: `checkpoint #3`, `git HEAD`.
        base: String,
    },
    /// To `FileText`, `BufferText`, `RunsUnasked`, `Route`, `SystemPrompt`, `Prompts`, `ProposedText`, `Draft`, `Note`,
    /// `Changes`.
    Text {
        text: String,
        /// Lines in all, for a file.
        total_lines: u32,
    },
    Picture {
        /// It; its tag in a message's text attaches it.
        picture: Picture,
    },
    Sessions {
        sessions: Vec<SessionSummary>,
    },
    SessionList {
        /// A workspace each, this one first.
        groups: Vec<SessionGroup>,
    },
    SessionHits {
        hits: Vec<SessionHit>,
    },
    Session {
        session: Box<SessionSnapshot>,
    },
    Models {
        /// What was found.
        models: Vec<ModelInfo>,
        /// What could not be asked, and why.
        errors: Vec<(String, String)>,
        /// When the oldest of them were told, where that was before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told_at: Option<Timestamp>,
    },
    History {
        /// The lines, latest last.
        lines: Vec<String>,
    },
    Context {
        /// Each row with its tokens (an estimate).
        rows: Vec<(ContextRow, u64)>,
        /// What else is sent, with its tokens (estimates).
        parts: Vec<(String, u64)>,
        /// Tokens that the model is asked to hold; 0 where that is not known.
        limit: u64,
        /// Of them, those that are kept free for the answer.
        #[serde(default)]
        kept: u64,
        /// Messages that are not sent, since the window is full.
        #[serde(default)]
        left_out: usize,
        /// Results that are sent shortened, since the window is full.
        #[serde(default)]
        shortened: usize,
        /// Tokens of all of it as the model's own tokenizer counts them, where its provider has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counted: Option<u64>,
    },
    Outline {
        /// What is defined, in order of line; nothing where the kind of file is not known.
        parts: Vec<OutlinePart>,
        /// Lines of the file.
        total_lines: u32,
    },
    Found {
        found: SearchResults,
    },
    Workspace {
        /// What is known.
        facts: WorkspaceFacts,
    },
    WorkspaceDetails {
        /// What is known.
        facts: WorkspaceFacts,
        sessions: u64,
        /// Where they are kept; `None` while they are in memory alone.
        kept_in: Option<PathBuf>,
        /// How large that is, in bytes.
        bytes: u64,
    },
    Workspaces {
        workspaces: Vec<KnownWorkspace>,
    },
    CustomCommands {
        commands: Vec<CustomCommand>,
        /// What was left out and why, a line each.
        problems: Vec<String>,
    },
    Figures {
        /// The latest last.
        runs: Vec<RunFigures>,
    },
    Providers {
        /// One row each.
        providers: Vec<ProviderStatus>,
    },
    Index {
        /// How far it is.
        state: IndexState,
    },
    Cache {
        /// What it is.
        state: Box<CacheState>,
    },
    Catalogue {
        answer: Box<CatalogueReply>,
    },
    Review {
        answer: Box<ReviewReply>,
    },
    /// The question could not be answered.
    Failed {
        /// Why, and what to do next.
        reason: String,
    },
}

/// One row of a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeEntry {
    pub name: String,
    /// Its path, relative to the root.
    pub path: String,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// Size in bytes, for a file.
    pub bytes: u64,
    /// What git says: `M`, `A`, `D`, `R`, `?`, or nothing. For a folder, of what lies in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git: Option<char>,
}

/// A file of `Files`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMatch {
    /// Its path, relative to the root.
    pub path: String,
    /// What git says: `M`, `A`, `R`, `?`, or nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git: Option<char>,
    /// Why it may be the one that is meant.
    #[serde(default)]
    pub note: FileNote,
}

/// Why a file may be the one that is meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileNote {
    /// The session changed it.
    Session,
    /// It is not what git has.
    Git,
    /// The human mentioned it lately.
    Mentioned,
    /// Nothing but its path.
    #[default]
    Plain,
}

/// Something that a file defines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlinePart {
    /// Its first line, from 1.
    pub start_line: u32,
    /// The last line before the next.
    pub end_line: u32,
    /// What it is and its name: `fn refresh`.
    pub label: String,
}

/// What a search of the human's found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResults {
    /// The places, in the order that `by` says.
    pub places: Vec<SearchResult>,
    /// Whether there are more.
    pub more: bool,
    /// How they were found.
    pub by: SearchMethod,
    /// What stands in the places as it was asked for, in small letters: words and the beginnings of
    /// words, to be marked.
    pub marked: Vec<String>,
    /// How far the index was.
    pub index: IndexState,
}

/// How places were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchMethod {
    /// By words, the best first.
    Words,
    /// By words and by meaning, the best first.
    Meaning,
    /// By the text as it was written, in order of path and line: there is no index to ask.
    Text,
}

/// One place of `SearchResults`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResult {
    /// Where, with the lines.
    #[serde(flatten)]
    pub hit: SearchHit,
    /// Whether it is in a text that is staged, and so not on the disk.
    #[serde(default)]
    pub staged: bool,
}

/// One place that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchHit {
    /// The file, relative to the root.
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    pub end_line: u32,
    pub snippet: String,
}

/// What is known of the workspace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkspaceFacts {
    pub root: PathBuf,
    /// What told that this is the root: `agentichat`, `llm-context`, `git` or `cwd`.
    pub detected_by: String,
    /// Whether its config is trusted.
    pub trusted: bool,
    /// Whether files can be made in it.
    pub writable: bool,
    /// What git says; `None` where there is no git.
    pub git: Option<GitFacts>,
    /// External programs: name, version or `None`, and where to get it.
    pub programs: Vec<ExternalProgram>,
    /// The process that owns the workspace, where the one who asks is attached to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<u32>,
    /// Whether sessions are in memory alone, for no database can be written, and are gone with the process.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_memory: bool,
}

/// A workspace that was opened on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownWorkspace {
    pub id: WorkspaceId,
    pub root_path: PathBuf,
    /// What told that this is the root.
    pub detected_by: String,
    /// When it was first opened.
    pub created_at: Timestamp,
    /// When it was last opened.
    pub last_active: Timestamp,
}

/// What git says of a workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitFacts {
    /// The branch; `(detached)` where there is none.
    pub branch: String,
    /// Commits that the branch has and its upstream has not.
    pub ahead: u32,
    /// Commits that its upstream has and it has not.
    pub behind: u32,
    /// Paths with their state (`M`, `A`, `D`, `R`, `?`), at most 2,000.
    pub changed: Vec<(String, char)>,
}

/// A program that the agent may want.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalProgram {
    pub name: String,
    /// Its version; `None` where it is missing, empty where it is there and its version is not known.
    pub version: Option<String>,
    /// Where to get it.
    pub link: String,
}

/// Whether a provider can be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderStatus {
    pub provider: String,
    /// Where it is.
    pub address: String,
    /// `ok`, `refused`, `no key`, and so on.
    pub state: String,
    /// Whether it can be used.
    pub usable: bool,
    /// How long it took to answer.
    pub latency_ms: Option<u64>,
    /// What its default model can do.
    pub capabilities: Option<Capabilities>,
}
