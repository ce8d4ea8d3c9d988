//! Commands of front ends. `CommandRejected` answers an invalid one, with the reason.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use strum::EnumDiscriminants;

use super::approval::{Answer, Mode, RuleEffect, Switch};
use super::cache::CacheScope;
use super::catalogue::CatalogueCommand;
use super::context::ContextRow;
use super::ids::{ContentHash, ContextId, MessageId, RuleId, SessionId};
use super::index::Consent;
use super::mcp::ServerOrder;
use super::memory::MemoryOrder;
use super::review::ReviewCommand;
use super::route::AgentMode;
use super::session::{DeletePolicy, DeliveryPoint, ForkAt, SessionSettings, SettingsChange};
use super::sub_agent::AgentCommand;
use super::task::TaskCommand;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum_discriminants(
    name(CommandKind),
    doc = "A command without its arguments; on the wire its name.",
    derive(Serialize, Deserialize, strum::Display),
    serde(rename_all = "snake_case"),
    strum(serialize_all = "snake_case")
)]
pub enum Command {
    CreateSession {
        /// The id for the new session.
        session: SessionId,
        settings: SessionSettings,
    },
    /// Loads a session from the store and makes it live.
    OpenSession {
        session: SessionId,
    },
    RenameSession {
        session: SessionId,
        name: String,
    },
    /// Creates another session from this conversation, up to a message. The changes under review
    /// stay here. The session need not be open.
    ForkSession {
        session: SessionId,
        /// The id for the new session.
        new: SessionId,
        /// The point up to which the conversation is copied.
        at: ForkAt,
    },
    /// Changes the session's settings. Refused during a run. The session need not be open.
    ConfigureSession {
        session: SessionId,
        change: SettingsChange,
    },
    /// Archives the session: it becomes read-only and appears only in the list of archived
    /// sessions. Refused during a run. The session need not be open.
    ArchiveSession {
        session: SessionId,
    },
    /// Restores the session from the archive. The session need not be open.
    UnarchiveSession {
        session: SessionId,
    },
    /// Deletes the session with all of its stored data. Files in the workspace stay unchanged. The
    /// session need not be open.
    DeleteSession {
        session: SessionId,
        /// Whether a run or changes under review prevent it.
        how: DeletePolicy,
    },
    /// Exports the session to a file: as Markdown if the name ends in `.md`, else as JSON that can
    /// be imported. The session need not be open.
    ExportSession {
        session: SessionId,
        /// The file, relative to the workspace's root; if `None`, it is named after the session. It
        /// must not exist yet.
        path: Option<PathBuf>,
    },
    /// Creates a session from an exported one.
    ImportSession {
        /// The session in which the user ordered it.
        session: SessionId,
        /// The id for the new session.
        new: SessionId,
        /// The file, relative to the workspace's root.
        path: PathBuf,
    },
    /// Sends a message to the agent. During a run it is queued.
    SendMessage {
        session: SessionId,
        text: String,
        /// When a queued message reaches the agent.
        #[serde(default, skip_serializing_if = "DeliveryPoint::is_default")]
        deliver: DeliveryPoint,
    },
    /// Withdraws the last message with everything that followed, and sends another one instead.
    /// Refused during a run. Files in the workspace stay unchanged.
    ResendMessage {
        session: SessionId,
        /// The message to take back: the last one of the user.
        message: MessageId,
        text: String,
    },
    /// Takes back the last queued message. The event contains its text.
    UnqueueMessage {
        session: SessionId,
    },
    /// Runs a command for the user (`!cmd`), under the same policy.
    RunShell {
        session: SessionId,
        command: String,
    },
    /// Proposes a line for `AGENTS.md` (`# text`): a change in the review, whatever the mode. Refused during a run.
    ProposeInstruction {
        session: SessionId,
        text: String,
    },
    /// Ends the run in progress. Queued messages come back as drafts.
    CancelRun {
        session: SessionId,
        how: CancelMode,
    },
    #[serde(rename = "answer_prompt")]
    #[strum_discriminants(serde(rename = "answer_prompt"))]
    #[strum_discriminants(strum(serialize = "answer_prompt"))]
    AnswerQuestion {
        session: SessionId,
        answer: Answer,
    },
    /// Pauses or resumes the timeout of a question.
    #[serde(rename = "pause_prompt_timeout")]
    #[strum_discriminants(serde(rename = "pause_prompt_timeout"))]
    #[strum_discriminants(strum(serialize = "pause_prompt_timeout"))]
    PauseQuestionTimeout {
        session: SessionId,
        #[serde(rename = "prompt")]
        question: super::ids::QuestionId,
        /// Whether the timeout is paused from now on.
        paused: bool,
    },
    SetMode {
        session: SessionId,
        mode: Mode,
    },
    /// Changes to passthrough, or from it to the mode before.
    TogglePassthrough {
        session: SessionId,
    },
    /// `/confirm text|cmd|all on|off`.
    SetConfirm {
        session: SessionId,
        switch: Switch,
        on: Toggle,
    },
    /// Adds a rule for this session.
    AddRule {
        session: SessionId,
        effect: RuleEffect,
        pattern: String,
    },
    RevokeRule {
        session: SessionId,
        rule: RuleId,
    },
    /// Selects provider and model. Refused during a run.
    SetModel {
        session: SessionId,
        /// The provider; `None` keeps it.
        provider: Option<String>,
        model: String,
    },
    /// Includes a file or a range with each message.
    IncludeContext {
        session: SessionId,
        row: ContextRow,
    },
    ExcludeContext {
        session: SessionId,
        row: ContextId,
    },
    /// Clears the conversation. Included context stays.
    ClearMessages {
        session: SessionId,
    },
    /// Sets which model answers: the session's own, the remote one, or one after the other. Refused
    /// during a run.
    SetAgentMode {
        session: SessionId,
        mode: AgentMode,
    },
    /// Compacts the conversation now. Refused during a run.
    Compact {
        session: SessionId,
        /// Instructions for the summary; may be empty.
        words: String,
    },
    /// Undoes the last compaction. Refused during a run.
    UndoCompaction {
        session: SessionId,
    },
    /// Shows a notice of the workbench in the conversation, for the result of a slash command.
    AddNotice {
        session: SessionId,
        /// The text, Markdown.
        text: String,
    },
    /// Adds a line to the input history.
    RememberInput {
        session: SessionId,
        /// The line as typed.
        text: String,
    },
    /// Stores the typed and unsent text, so that it outlives the process.
    SaveDraft {
        session: SessionId,
        /// The draft; an empty one deletes it.
        text: String,
    },
    /// A review command: a decision, a comment, applying, a rollback.
    Review {
        session: SessionId,
        order: ReviewCommand,
    },
    /// Changes the tasks. The session need not be open.
    Tasks {
        session: SessionId,
        order: TaskCommand,
    },
    /// An order about a sub-agent of the session.
    Agents {
        session: SessionId,
        order: AgentCommand,
    },
    /// Sets whether content of the workspace's files may go to the provider that computes
    /// the index's vectors.
    AnswerConsent {
        /// The session in which the user answered.
        session: SessionId,
        consent: Consent,
    },
    /// Stores the workspace's note, edited from `base`, and merges it with changes that were stored
    /// in the meantime.
    SaveNote {
        /// The session in which the user edited it.
        session: SessionId,
        /// The note as it was when the user began to edit it.
        base: String,
        text: String,
    },
    /// Clears the cache of answers and vectors.
    CleanCache {
        /// The session in which the user ordered it.
        session: SessionId,
        scope: CacheScope,
    },
    /// Trusts hooks as they are now.
    TrustHooks {
        /// The session in which the user ordered it.
        session: SessionId,
        /// Their names, as lists show them; all if there are none.
        names: Vec<String>,
    },
    /// Carries out an order about an MCP server.
    OrderServer {
        /// The session in which the user ordered it.
        session: SessionId,
        order: ServerOrder,
    },
    /// Carries out an order about the memory.
    OrderMemory {
        /// The session in which the user ordered it.
        session: SessionId,
        order: MemoryOrder,
    },
    /// Changes the stored models and providers.
    ChangeCatalogue {
        /// The session in which the user ordered it.
        session: SessionId,
        order: CatalogueCommand,
    },
    /// Records that the user has seen that a session was interrupted; it becomes idle.
    AcknowledgeInterrupted {
        session: SessionId,
    },
}

impl CommandKind {
    /// Whether the command sends text that the user typed, which a refusal returns to the editor.
    pub fn is_input(self) -> bool {
        matches!(
            self,
            CommandKind::SendMessage
                | CommandKind::ResendMessage
                | CommandKind::RunShell
                | CommandKind::ProposeInstruction
        )
    }

    /// Whether a front end sends the command on its own, so that no user waits for its outcome.
    pub fn is_by_the_way(self) -> bool {
        matches!(
            self,
            CommandKind::SaveDraft | CommandKind::RememberInput | CommandKind::AddNotice
        )
    }
}

impl Command {
    /// Creates a message that reaches the agent as soon as it can.
    pub fn send_message(session: SessionId, text: String) -> Self {
        Command::SendMessage {
            session,
            text,
            deliver: DeliveryPoint::AfterStep,
        }
    }

    /// Returns the hash of the text that a message or a command line carries; `None`
    /// for other commands.
    pub fn said(&self) -> Option<ContentHash> {
        match self {
            Command::SendMessage { text, .. }
            | Command::ResendMessage { text, .. }
            | Command::ProposeInstruction { text, .. }
            | Command::RunShell { command: text, .. } => Some(ContentHash::of(text.as_bytes())),
            _ => None,
        }
    }

    pub fn session(&self) -> SessionId {
        match self {
            Command::CreateSession { session, .. }
            | Command::OpenSession { session }
            | Command::RenameSession { session, .. }
            | Command::ForkSession { session, .. }
            | Command::ConfigureSession { session, .. }
            | Command::ArchiveSession { session }
            | Command::UnarchiveSession { session }
            | Command::DeleteSession { session, .. }
            | Command::ExportSession { session, .. }
            | Command::ImportSession { session, .. }
            | Command::SendMessage { session, .. }
            | Command::ResendMessage { session, .. }
            | Command::UnqueueMessage { session }
            | Command::RunShell { session, .. }
            | Command::ProposeInstruction { session, .. }
            | Command::CancelRun { session, .. }
            | Command::AnswerQuestion { session, .. }
            | Command::PauseQuestionTimeout { session, .. }
            | Command::SetMode { session, .. }
            | Command::TogglePassthrough { session }
            | Command::SetConfirm { session, .. }
            | Command::AddRule { session, .. }
            | Command::RevokeRule { session, .. }
            | Command::SetModel { session, .. }
            | Command::IncludeContext { session, .. }
            | Command::ExcludeContext { session, .. }
            | Command::ClearMessages { session }
            | Command::SetAgentMode { session, .. }
            | Command::Compact { session, .. }
            | Command::UndoCompaction { session }
            | Command::AddNotice { session, .. }
            | Command::RememberInput { session, .. }
            | Command::SaveDraft { session, .. }
            | Command::Review { session, .. }
            | Command::Tasks { session, .. }
            | Command::Agents { session, .. }
            | Command::AnswerConsent { session, .. }
            | Command::SaveNote { session, .. }
            | Command::CleanCache { session, .. }
            | Command::TrustHooks { session, .. }
            | Command::OrderServer { session, .. }
            | Command::OrderMemory { session, .. }
            | Command::ChangeCatalogue { session, .. }
            | Command::AcknowledgeInterrupted { session } => *session,
        }
    }
}

/// The force with which a run is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CancelMode {
    /// Streams are dropped, processes get SIGTERM and a grace period.
    Gracefully,
    /// Processes get SIGKILL.
    KillTree,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Toggle {
    On,
    Off,
}
