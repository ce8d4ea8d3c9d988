//! Sessions and runs: settings, status and results.

use std::collections::BTreeMap;
use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::approval::{Answer, Mode, PolicyState, Question};
use super::call::{CallResult, ErrorCode, ToolClass};
use super::change::FileStat;
use super::compaction::Compaction;
use super::context::ContextRow;
use super::effort::Effort;
use super::ids::{CallId, MessageId, RunId, SessionId, WorkspaceId};
use super::message::{Block, Message, MessageState};
use super::sub_agent::{AgentList, AgentOf};
use super::task::{Task, TaskList};
use super::usage::Usage;
use notice::Notice;

/// Settings of a session. Changed only while it does not run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionSettings {
    pub name: String,
    /// Working directory of the session's commands: the workspace's root, or a folder inside it.
    pub cwd: PathBuf,
    pub agent: String,
    pub provider: String,
    /// Name of the model at that provider; empty until one is known.
    pub model: String,
    /// The effort that the model is asked for.
    #[serde(default, skip_serializing_if = "Effort::is_auto")]
    pub effort: Effort,
    /// Mode in which the session starts.
    pub mode: Mode,
    /// Extra system prompt.
    #[serde(default)]
    pub extra_prompt: String,
    /// Ids of the conversation at providers that store it themselves, by provider name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub known_as: BTreeMap<String, String>,
    /// The session that a sub-agent works for, if this one has the conversation of a sub-agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_of: Option<AgentOf>,
}

/// Current activity of a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionStatus {
    #[default]
    Idle,
    /// A run is in progress.
    Running,
    /// A run waits for the user's answer.
    Waiting,
    /// Hunks wait for a decision.
    AwaitingReview,
    /// The program that stores the conversation is gone: it can be read, but nothing can be sent.
    /// Any other failure of a run leaves the session idle, with the error.
    Error,
    /// The process died during a run.
    Interrupted,
    Archived,
}

impl SessionStatus {
    /// Returns the status change of the session's last run that this session status implies, as
    /// (from, to); `None` if the run keeps its status.
    pub fn moves_run(self) -> Option<(RunStatus, RunStatus)> {
        Some(match self {
            Self::Waiting => (RunStatus::Running, RunStatus::WaitingForUser),
            Self::Running => (RunStatus::WaitingForUser, RunStatus::Running),
            Self::AwaitingReview => (RunStatus::Completed, RunStatus::AwaitingReview),
            Self::Idle => (RunStatus::AwaitingReview, RunStatus::Completed),
            Self::Error | Self::Interrupted | Self::Archived => return None,
        })
    }

    /// Whether nothing can be sent, because the program that would answer is gone.
    pub fn is_frozen(self) -> bool {
        self == Self::Error
    }

    pub fn word(self) -> &'static str {
        match self {
            SessionStatus::Idle => "idle",
            SessionStatus::Running => "running",
            SessionStatus::Waiting => "waiting",
            SessionStatus::AwaitingReview => "awaiting_review",
            SessionStatus::Error => "error",
            SessionStatus::Interrupted => "interrupted",
            SessionStatus::Archived => "archived",
        }
    }
}

/// The point up to which a fork copies a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
pub enum ForkAt {
    /// The last point at which every call has its result.
    End,
    /// The message, with the results of its calls.
    Message { message: MessageId },
    /// The message with this number, counted from 1, with the results of its calls.
    Number { number: u32 },
}

/// Initial state of a fork.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fork {
    /// The session that was forked.
    pub from: SessionId,
    /// Last message that both have in common; `None` if the original has none.
    pub through: Option<MessageId>,
    pub settings: SessionSettings,
    pub policy: PolicyState,
    /// Included context, with new ids.
    pub context: Vec<ContextRow>,
    /// Compactions in effect, with new ids.
    pub compactions: Vec<Compaction>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<Task>,
}

/// Changes to a session's settings; `None` leaves a setting unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsChange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// New working directory inside the workspace: relative to its root, or absolute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<PathBuf>,
    /// New extra system prompt; empty removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_prompt: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
}

/// Conditions that prevent a deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeletePolicy {
    /// Refused while a run is in progress, or while changes are undecided or not applied.
    Carefully,
    /// Never refused: a run is cancelled first, and changes that were not applied are lost.
    Forced,
}

/// Returns how many leading messages form a conversation that can continue: up to the last point at
/// which every call has its result and no message is streaming.
pub fn settled(messages: &[impl std::borrow::Borrow<Message>]) -> usize {
    let mut open = std::collections::BTreeSet::new();
    let mut whole = 0;
    for (index, message) in messages.iter().enumerate() {
        let message = message.borrow();
        if message.state == MessageState::Streaming {
            break;
        }
        open.extend(message.calls().map(|call| call.id));
        for block in &message.blocks {
            if let Block::ToolResult { result } = block {
                open.remove(&result.call);
            }
        }
        if open.is_empty() {
            whole = index + 1;
        }
    }
    whole
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Waits for the run before it.
    Queued,
    Running,
    /// Waits for the user's answer.
    WaitingForUser,
    /// Finished, with hunks to decide.
    AwaitingReview,
    Completed,
    Failed,
    /// Ended by the user.
    Cancelled,
    /// The process died.
    Interrupted,
}

impl RunStatus {
    pub fn word(self) -> &'static str {
        match self {
            RunStatus::Queued => "queued",
            RunStatus::Running => "running",
            RunStatus::WaitingForUser => "waiting",
            RunStatus::AwaitingReview => "awaiting review",
            RunStatus::Completed => "completed",
            RunStatus::Failed => "failed",
            RunStatus::Cancelled => "cancelled",
            RunStatus::Interrupted => "interrupted",
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// Last text of the agent.
    pub report: String,
    /// Number of calls made.
    pub tool_calls: u32,
    /// Changed files, with lines added and removed.
    pub files_modified: Vec<FileStat>,
    pub usage: Usage,
    /// From the message to the end of the run, in milliseconds.
    pub duration_ms: u64,
    /// Names of the tools used, each once.
    pub tools_used: Vec<String>,
    /// Calls to MCP servers.
    pub mcp_calls: u32,
    /// Calls denied because no user was there to ask.
    #[serde(default)]
    pub denied_unasked: u32,
    /// Pending hunks of the session that are not on the disk.
    #[serde(default, skip_serializing_if = "is_none")]
    #[serde(rename = "staged")]
    pub proposed: u32,
    /// Hunks that the user rejected while the run was in progress: `files_modified` does
    /// not count them.
    #[serde(default, skip_serializing_if = "is_none")]
    pub refused: u32,
    /// Changed files whose changes are not, or not completely, on the disk.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unwritten: Vec<UnappliedFile>,
    /// Denied calls, including those of `denied_unasked`.
    #[serde(default, skip_serializing_if = "is_none")]
    pub refused_calls: u32,
    #[serde(default, skip_serializing_if = "is_none")]
    pub failed_calls: u32,
    /// Whether there were calls, and none of them could change anything but the counted files: no
    /// command, no MCP call, no sub-agent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays_in_files: bool,
}

/// A file that a run changed and whose changes are not completely on the disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnappliedFile {
    /// The file, relative to the root.
    pub path: String,
    /// Whether all or part of the change is missing.
    pub what: UnappliedExtent,
}

/// The part of a change that is not on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnappliedExtent {
    /// The whole change.
    All,
    /// Some hunks of the entry.
    Part,
}

impl RunResult {
    /// Returns the part of the run's change to a file that is not on the disk; `None` if the whole
    /// change is.
    pub fn unwritten_of(&self, path: &str) -> Option<UnappliedExtent> {
        let mut unwritten = self.unwritten.iter();
        unwritten
            .find(|file| file.path == path)
            .map(|file| file.what)
    }

    /// Whether there were calls and none of them changed anything.
    pub fn changed_nothing(&self) -> bool {
        self.stays_in_files && self.files_modified.is_empty() && self.refused == 0
    }

    /// Counts a call. A call of unknown class may have changed anything.
    pub fn count_call(&mut self, tool: &str, class: Option<ToolClass>) {
        let stays = class.is_some_and(ToolClass::stays_in_files);
        self.stays_in_files = stays && (self.stays_in_files || self.tool_calls == 0);
        self.tool_calls = self.tool_calls.saturating_add(1);
        if !self.tools_used.iter().any(|used| used == tool) {
            self.tools_used.push(tool.to_owned());
        }
        if class == Some(ToolClass::Mcp) {
            self.mcp_calls = self.mcp_calls.saturating_add(1);
        }
    }

    pub fn count_end(&mut self, ended: &CallResult) {
        let count = match ended.error.as_ref().map(|error| error.code) {
            None | Some(ErrorCode::Cancelled | ErrorCode::MaxIterations) => return,
            Some(ErrorCode::UserRejected | ErrorCode::PermissionDenied) => &mut self.refused_calls,
            Some(_) => &mut self.failed_calls,
        };
        *count = count.saturating_add(1);
    }
}

/// Whether a count is zero, for serde to skip it.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none(count: &u32) -> bool {
    *count == 0
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub id: RunId,
    pub session: SessionId,
    /// The message that the run answers.
    pub message: MessageId,
    pub status: RunStatus,
    pub started_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<Timestamp>,
    /// The reason for a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Notice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RunResult>,
}

/// A run without the content of its messages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunOutline {
    pub run: RunId,
    /// Final status; running if it has not ended.
    pub status: RunStatus,
    /// The reason for a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Notice>,
    /// Result without the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RunResult>,
    /// Questions that were answered during the run, in the order in which they were asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<AnsweredQuestion>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnsweredQuestion {
    /// The call that the question was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<CallId>,
    pub tool: String,
    /// The question in one line.
    pub summary: Notice,
    pub answer: Answer,
    pub at: Timestamp,
}

impl RunOutline {
    /// Builds the outline of a run from the questions answered in it.
    pub fn of(run: &Run, mut answered: Vec<AnsweredQuestion>) -> Self {
        // Ids increase with time, so this is the order of the questions.
        answered.sort_by_key(|answered| answered.answer.question);
        let status = match run.status {
            RunStatus::Queued | RunStatus::Running | RunStatus::WaitingForUser => {
                RunStatus::Running
            }
            // The review knows whether hunks are waiting.
            RunStatus::AwaitingReview => RunStatus::Completed,
            ended => ended,
        };
        let result = run.result.as_ref().map(|result| RunResult {
            report: String::new(),
            ..result.clone()
        });
        Self {
            run: run.id,
            status,
            error: run.error.clone(),
            result,
            answered,
        }
    }

    /// Adds a question that was answered during the run.
    pub fn add(&mut self, answered: AnsweredQuestion) {
        let place = self
            .answered
            .partition_point(|known| known.answer.question <= answered.answer.question);
        self.answered.insert(place, answered);
    }
}

/// A message that waits until the agent can take it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedMessage {
    /// Id that the message will have.
    pub id: MessageId,
    pub text: String,
    #[serde(default, skip_serializing_if = "DeliveryPoint::is_default")]
    pub deliver: DeliveryPoint,
}

impl QueuedMessage {
    /// Creates a message that waits for the end of the current step.
    pub fn after_step(id: MessageId, text: String) -> Self {
        Self {
            id,
            text,
            deliver: DeliveryPoint::AfterStep,
        }
    }
}

/// When a message that was sent during a run reaches the agent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryPoint {
    /// Once the calls of the current answer have their results, before the next request.
    #[default]
    AfterStep,
    /// Once the run has ended; the message starts a run of its own.
    AfterRun,
}

impl DeliveryPoint {
    /// Whether the point is the default, which is not stored.
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A session as one row of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionSummary {
    pub id: SessionId,
    pub workspace: WorkspaceId,
    pub settings: SessionSettings,
    pub status: SessionStatus,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Number of messages, without the rows of the workbench.
    pub messages: u64,
    pub usage: Usage,
    /// Total duration of its runs, in milliseconds.
    #[serde(default)]
    pub duration_ms: u64,
    /// Process that has the session open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// The error of the last run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<Notice>,
    /// First message of the user that is still part of the conversation, in one line that may be
    /// truncated. Set in lists; empty in a snapshot, which contains the messages, and if the user
    /// has not written anything.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
}

impl SessionSummary {
    /// Returns the sessions that a word typed by the user refers to: the one with this id, or all
    /// with this name.
    pub fn meant<'a>(sessions: &'a [Self], word: &str) -> Vec<&'a Self> {
        let by_id = sessions.iter().find(|one| one.id.to_string() == word);
        match by_id {
            Some(one) => vec![one],
            None => sessions
                .iter()
                .filter(|one| one.settings.name == word)
                .collect(),
        }
    }
}

/// Complete state of a session: everything that a front end needs to show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionSnapshot {
    pub summary: SessionSummary,
    pub policy: PolicyState,
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// The current run, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// The runs, oldest first, in outline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<RunOutline>,
    /// Open questions, oldest first.
    #[serde(rename = "prompts")]
    pub questions: Vec<Question>,
    /// Messages waiting to be sent.
    pub queued: Vec<QueuedMessage>,
    pub context: Vec<ContextRow>,
    /// Compactions in effect, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub compactions: Vec<Compaction>,
    #[serde(default, skip_serializing_if = "TaskList::is_unused")]
    pub tasks: TaskList,
    /// The sub-agents that were started in the session.
    #[serde(default, skip_serializing_if = "AgentList::is_empty")]
    pub agents: AgentList,
    /// Context window use of the last step, see `EventKind::ContextMeasured`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<ContextWindow>,
    /// Number of the session's last checkpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<u64>,
}

/// Use of the context window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextWindow {
    /// Tokens of the last request.
    pub used: u64,
    /// Size of the context window that the model is asked for, in tokens.
    pub limit: u64,
    /// Whether `used` is an estimate.
    pub estimated: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_changed_nothing_only_where_every_call_can_do_no_more_than_is_counted() {
        let after = |classes: &[Option<ToolClass>]| {
            let mut result = RunResult::default();
            for class in classes {
                result.count_call("tool", *class);
            }
            result
        };
        let (read, text) = (Some(ToolClass::Read), Some(ToolClass::Text));
        assert!(!after(&[]).changed_nothing(), "there was no call");
        assert!(after(&[read, text]).changed_nothing());
        for class in [Some(ToolClass::Command), Some(ToolClass::Mcp), None] {
            assert!(!after(&[read, class]).changed_nothing(), "{class:?}");
            assert!(!after(&[class, read]).changed_nothing(), "{class:?}");
        }
        let mut changed = after(&[text]);
        changed.files_modified.push(FileStat {
            path: "a.rs".into(),
            added: 1,
            removed: 0,
        });
        assert!(!changed.changed_nothing());
        let counted = after(&[read, Some(ToolClass::Mcp)]);
        assert_eq!((counted.tool_calls, counted.mcp_calls), (2, 1));
        assert_eq!(counted.tools_used, ["tool"]);
    }
}
