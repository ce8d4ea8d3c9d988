//! Orders from front ends. Senseless ones are answered with `CommandRejected` and why.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::approval::{Answer, Mode, RuleEffect, Switch};
use super::cache::CacheScope;
use super::catalogue::CatalogueCommand;
use super::context::ContextRow;
use super::ids::{ContentHash, ContextId, MessageId, RuleId, SessionId};
use super::index::Consent;
use super::review::ReviewCommand;
use super::route::AgentMode;
use super::session::{DeletePolicy, ForkAt, SessionSettings, SettingsChange};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Make a session.
    CreateSession {
        /// The id it shall have.
        session: SessionId,
        /// What it is set to.
        settings: SessionSettings,
    },
    /// Load a session from the store and make it live.
    OpenSession { session: SessionId },
    /// Give it another name.
    RenameSession { session: SessionId, name: String },
    /// Make another session of this one's conversation, up to a message. The changes under review stay here. The
    /// session need not be open.
    ForkSession {
        session: SessionId,
        /// The id that the new one shall have.
        new: SessionId,
        /// Up to where.
        at: ForkAt,
    },
    /// Set it otherwise. Refused during a run. The session need not be open.
    ConfigureSession {
        session: SessionId,
        change: SettingsChange,
    },
    /// Put it away: it is read-only and in no list but that of the archive. Refused during a run. The session need
    /// not be open.
    ArchiveSession { session: SessionId },
    /// Take it back from the archive. The session need not be open.
    UnarchiveSession { session: SessionId },
    /// Delete it with all that is kept of it; files stay as they are. The session need not be open.
    DeleteSession {
        session: SessionId,
        /// Whether a run and what is under review hold it up.
        how: DeletePolicy,
    },
    /// Write it to a file: as Markdown where the name ends in `.md`, else as JSON that can be imported. The session
    /// need not be open.
    ExportSession {
        session: SessionId,
        /// The file, from the workspace's root; one named after the session if left out. It must not be there yet.
        path: Option<PathBuf>,
    },
    /// Make a session of an exported one.
    ImportSession {
        /// Where it was said.
        session: SessionId,
        /// The id that the new one shall have.
        new: SessionId,
        /// The file, from the workspace's root.
        path: PathBuf,
    },
    /// Say something to the agent. During a run it is queued to the end of the step.
    SendMessage { session: SessionId, text: String },
    /// Take the last message back with all that followed it, and send another in its place.
    /// Refused during a run. Files stay as they are.
    ResendMessage {
        session: SessionId,
        /// The message that is taken back: the last one of the human.
        message: MessageId,
        /// The new text.
        text: String,
    },
    /// Take back the last queued message. Its text is in the event.
    UnqueueMessage { session: SessionId },
    /// Run a command as the human (`!cmd`), under the same policy.
    RunShell { session: SessionId, command: String },
    /// End what runs. Queued messages come back as drafts.
    CancelRun { session: SessionId, how: CancelMode },
    /// Answer a prompt.
    AnswerPrompt { session: SessionId, answer: Answer },
    /// Hold or go on with a prompt's time-out.
    PausePromptTimeout {
        session: SessionId,
        prompt: super::ids::QuestionId,
        /// Whether it is held from now on.
        paused: bool,
    },
    /// Switch the mode.
    SetMode { session: SessionId, mode: Mode },
    /// To passthrough, or from it to the mode before.
    TogglePassthrough { session: SessionId },
    /// `/confirm text|cmd|all on|off`.
    SetConfirm {
        session: SessionId,
        switch: Switch,
        /// On asks, off runs.
        on: Toggle,
    },
    /// Add a rule for this session.
    AddRule {
        session: SessionId,
        /// What it does.
        effect: RuleEffect,
        /// What it matches.
        pattern: String,
    },
    /// Take a rule away.
    RevokeRule { session: SessionId, rule: RuleId },
    /// Choose provider and model. Refused during a run.
    SetModel {
        session: SessionId,
        /// The provider; `None` keeps it.
        provider: Option<String>,
        model: String,
    },
    /// Include a file or a range with each message.
    IncludeContext { session: SessionId, row: ContextRow },
    /// Include no longer.
    ExcludeContext { session: SessionId, row: ContextId },
    /// Empty the conversation. Included context stays.
    ClearMessages { session: SessionId },
    /// Set who answers: the session's own model, the remote one, or the one after the other. Refused during a
    /// run.
    SetAgentMode { session: SessionId, mode: AgentMode },
    /// Have the conversation compacted now. Refused during a run.
    Compact {
        session: SessionId,
        /// What the summary shall pay attention to; may be empty.
        words: String,
    },
    /// Take the last compaction back. Refused during a run.
    UndoCompaction { session: SessionId },
    /// Show a line of the workbench's own in the conversation, for what a slash command found.
    AddNotice {
        session: SessionId,
        /// The text, Markdown.
        text: String,
    },
    /// Keep a line in the input history.
    RememberInput {
        session: SessionId,
        /// The line, as it was typed.
        text: String,
    },
    /// Keep what is typed and not sent, so that it outlives the process.
    SaveDraft {
        session: SessionId,
        /// The draft; empty forgets it.
        text: String,
    },
    /// Something about the review: a decision, a comment, a save, a rollback.
    Review {
        session: SessionId,
        order: ReviewCommand,
    },
    /// Say whether content of the workspace's files may go to the provider that makes the index's vectors.
    AnswerConsent {
        /// Where it was said.
        session: SessionId,
        consent: Consent,
    },
    /// Keep the workspace's note, which was made of `base`; what came in meanwhile is put together with it.
    SaveNote {
        /// Where it was typed.
        session: SessionId,
        /// The note as it was when the human began to change it.
        base: String,
        /// As it is now.
        text: String,
    },
    /// Empty the cache of answers and vectors.
    CleanCache {
        /// Where it was said.
        session: SessionId,
        scope: CacheScope,
    },
    /// Change what is kept of models and providers.
    ChangeCatalogue {
        /// Where it was said.
        session: SessionId,
        order: CatalogueCommand,
    },
    /// The human has seen that a session was interrupted; it becomes idle.
    AcknowledgeInterrupted { session: SessionId },
}

impl Command {
    /// The hash of the text that a message or a command line is sent with; `None` for other commands.
    pub fn said(&self) -> Option<ContentHash> {
        match self {
            Command::SendMessage { text, .. }
            | Command::ResendMessage { text, .. }
            | Command::RunShell { command: text, .. } => Some(ContentHash::of(text.as_bytes())),
            _ => None,
        }
    }

    /// The session that the command is for.
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
            | Command::CancelRun { session, .. }
            | Command::AnswerPrompt { session, .. }
            | Command::PausePromptTimeout { session, .. }
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
            | Command::AnswerConsent { session, .. }
            | Command::SaveNote { session, .. }
            | Command::CleanCache { session, .. }
            | Command::ChangeCatalogue { session, .. }
            | Command::AcknowledgeInterrupted { session } => *session,
        }
    }
}

/// How hard a run is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CancelMode {
    /// Streams are dropped, processes get SIGTERM and a moment.
    Gracefully,
    /// Processes get SIGKILL.
    KillTree,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Toggle {
    On,
    Off,
}
