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
use super::ids::{CallId, MessageId, RunId, SessionId, WorkspaceId};
use super::message::{Block, Message, MessageState};
use super::usage::Usage;

/// What a session is set to. Changed only while it does not run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionSettings {
    pub name: String,
    /// The folder that its commands begin in: the workspace's root, or one inside of it.
    pub cwd: PathBuf,
    /// The agent's name.
    pub agent: String,
    /// The provider's name.
    pub provider: String,
    /// The model's name at that provider; empty until one is known.
    pub model: String,
    /// The mode it starts in.
    pub mode: Mode,
    /// Extra system prompt.
    #[serde(default)]
    pub extra_prompt: String,
    /// What the conversation is called at providers that keep it themselves, by the provider's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub known_as: BTreeMap<String, String>,
}

/// What a session is doing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionStatus {
    #[default]
    Idle,
    /// A run is going on.
    Running,
    /// A run waits for an answer.
    Waiting,
    /// Hunks wait for a decision.
    AwaitingReview,
    /// The program that keeps its conversation is gone: it can be read, and nothing can be sent. A run that failed
    /// otherwise leaves it idle, with the error.
    Error,
    /// Its process died during a run.
    Interrupted,
    Archived,
}

impl SessionStatus {
    /// What the session's last run becomes with this status of the session, and from what; `None`
    /// where the run stays as it is.
    pub fn moves_run(self) -> Option<(RunStatus, RunStatus)> {
        Some(match self {
            Self::Waiting => (RunStatus::Running, RunStatus::WaitingForUser),
            Self::Running => (RunStatus::WaitingForUser, RunStatus::Running),
            Self::AwaitingReview => (RunStatus::Completed, RunStatus::AwaitingReview),
            Self::Idle => (RunStatus::AwaitingReview, RunStatus::Completed),
            Self::Error | Self::Interrupted | Self::Archived => return None,
        })
    }

    /// Whether nothing can be sent, because what would answer is gone.
    pub fn is_frozen(self) -> bool {
        self == Self::Error
    }

    /// The word for it.
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

/// Up to where a fork goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
pub enum ForkAt {
    /// As far as every call has its result.
    End,
    /// Up to this message, with the results of its calls.
    Message { message: MessageId },
    /// Up to the message with this number, counted from 1, with the results of its calls.
    Number { number: u32 },
}

/// What a fork begins with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fork {
    /// The session that it was forked off.
    pub from: SessionId,
    /// The last message that it has in common with it; `None` where that has none.
    pub through: Option<MessageId>,
    /// What it is set to.
    pub settings: SessionSettings,
    /// Who decides in it.
    pub policy: PolicyState,
    /// Included context, under ids of its own.
    pub context: Vec<ContextRow>,
    /// Compactions that hold, under ids of their own.
    pub compactions: Vec<Compaction>,
}

/// What changes of a session's settings; what is left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsChange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Another folder to work in, inside of the workspace: relative to its root, or whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<PathBuf>,
    /// Another extra system prompt; empty is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_prompt: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
}

/// What holds a deletion up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeletePolicy {
    /// A run, and changes that are not decided or not written.
    Carefully,
    /// Nothing: a run is cancelled first, and what was not written is lost.
    Forced,
}

/// How many leading messages make a conversation that can go on: up to the last place where every call has its
/// result and nothing streams in.
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

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Waits for the run before it.
    Queued,
    Running,
    /// Waits for an answer.
    WaitingForUser,
    /// Done, with hunks to decide.
    AwaitingReview,
    Completed,
    /// Ended by an error.
    Failed,
    /// Ended by the human.
    Cancelled,
    /// Its process died.
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

/// What a run came to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// The last text of the agent.
    pub report: String,
    /// Calls that were made.
    pub tool_calls: u32,
    /// Files that were changed, with lines added and removed.
    pub files_modified: Vec<FileStat>,
    /// Tokens and cost.
    pub usage: Usage,
    /// From the message to the end, in milliseconds.
    pub duration_ms: u64,
    /// Names of the tools that were used, each once.
    pub tools_used: Vec<String>,
    /// Calls that went to MCP servers.
    pub mcp_calls: u32,
    /// Calls that were refused because nobody was there to ask.
    #[serde(default)]
    pub denied_unasked: u32,
    /// Hunks of the session that wait for a decision and are not on the disk.
    #[serde(default, skip_serializing_if = "is_none")]
    pub staged: u32,
    /// Hunks that the human refused in the review while it went on: they are not counted in the files.
    #[serde(default, skip_serializing_if = "is_none")]
    pub refused: u32,
    /// Files of those that were changed that are not on the disk so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unwritten: Vec<UnappliedFile>,
    /// Calls that were refused, those of `denied_unasked` too.
    #[serde(default, skip_serializing_if = "is_none")]
    pub refused_calls: u32,
    /// Calls that failed.
    #[serde(default, skip_serializing_if = "is_none")]
    pub failed_calls: u32,
    /// Whether there were calls, and none could change more than the files that are counted: no command, nothing of a
    /// server or a sub-agent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays_in_files: bool,
}

/// A file that a run changed and that is not on the disk so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnappliedFile {
    /// The file, relative to the root.
    pub path: String,
    /// How much of it.
    pub what: UnappliedExtent,
}

/// How much of a change is not on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnappliedExtent {
    /// All of it.
    All,
    /// Some of its hunks.
    Part,
}

impl RunResult {
    /// How much of what the run did to a file is not on the disk; nothing where all of it is.
    pub fn unwritten_of(&self, path: &str) -> Option<UnappliedExtent> {
        let mut unwritten = self.unwritten.iter();
        unwritten
            .find(|file| file.path == path)
            .map(|file| file.what)
    }

    /// Whether there were calls, and nothing at all is changed by them.
    pub fn changed_nothing(&self) -> bool {
        self.stays_in_files && self.files_modified.is_empty() && self.refused == 0
    }

    /// Takes a call into the figures. Where its class is not known, it may have done anything.
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

    /// Takes the end of a call into the figures.
    pub fn count_end(&mut self, ended: &CallResult) {
        let count = match ended.error.as_ref().map(|error| error.code) {
            None | Some(ErrorCode::Cancelled | ErrorCode::MaxIterations) => return,
            Some(ErrorCode::UserRejected | ErrorCode::PermissionDenied) => &mut self.refused_calls,
            Some(_) => &mut self.failed_calls,
        };
        *count = count.saturating_add(1);
    }
}

/// Whether a count says nothing.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none(count: &u32) -> bool {
    *count == 0
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub id: RunId,
    pub session: SessionId,
    /// The message that it answers.
    pub message: MessageId,
    /// How far it is.
    pub status: RunStatus,
    /// When it was begun.
    pub started_at: Timestamp,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<Timestamp>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What it came to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RunResult>,
}

/// A run without what its messages say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunOutline {
    pub run: RunId,
    /// How it ended; running where it has not.
    pub status: RunStatus,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What it came to, without the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RunResult>,
    /// The questions that were answered in it, in the order in which they were put.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<AnsweredQuestion>,
}

/// A question that was answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnsweredQuestion {
    /// The call that it was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<CallId>,
    pub tool: String,
    /// The question in one line.
    pub summary: String,
    pub answer: Answer,
    pub at: Timestamp,
}

impl RunOutline {
    /// The outline of a run in which these questions were answered.
    pub fn of(run: &Run, mut answered: Vec<AnsweredQuestion>) -> Self {
        // Ids grow with time.
        answered.sort_by_key(|answered| answered.answer.prompt);
        let status = match run.status {
            RunStatus::Queued | RunStatus::Running | RunStatus::WaitingForUser => {
                RunStatus::Running
            }
            // Whether hunks wait is told by the review.
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

    /// A question was answered in it.
    pub fn add(&mut self, answered: AnsweredQuestion) {
        let later = |known: &AnsweredQuestion| known.answer.prompt <= answered.answer.prompt;
        let place = self.answered.partition_point(later);
        self.answered.insert(place, answered);
    }
}

/// A message that waits for the end of the step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedMessage {
    /// The id that it will have.
    pub id: MessageId,
    pub text: String,
}

/// A session in one row of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionSummary {
    pub id: SessionId,
    pub workspace: WorkspaceId,
    pub settings: SessionSettings,
    /// What it is doing.
    pub status: SessionStatus,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// How many messages it has.
    pub messages: u64,
    /// What it has cost.
    pub usage: Usage,
    /// How long its runs took in all, in milliseconds.
    #[serde(default)]
    pub duration_ms: u64,
    /// The process that has it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// The error of the last run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    /// What the human said first of what still stands, in one line that may be cut. Told in lists; empty in a
    /// snapshot, which has the messages, and where nothing was said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
}

impl SessionSummary {
    /// Those that are meant by a word of the human: the one with this id, or all with this name.
    pub fn meant<'a>(sessions: &'a [Self], word: &str) -> Vec<&'a Self> {
        let by_id = sessions.iter().find(|one| one.id.to_string() == word);
        match by_id {
            Some(one) => vec![one],
            None => {
                let named = |one: &&Self| one.settings.name == word;
                sessions.iter().filter(named).collect()
            }
        }
    }
}

/// All that a front end needs to show a session from nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionSnapshot {
    pub summary: SessionSummary,
    pub policy: PolicyState,
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// The run that is going on, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// Every run, oldest first, in outline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<RunOutline>,
    /// Open prompts, oldest first.
    pub prompts: Vec<Question>,
    /// Messages that wait.
    pub queued: Vec<QueuedMessage>,
    pub context: Vec<ContextRow>,
    /// Compactions that hold, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub compactions: Vec<Compaction>,
    /// What the last step used of the context window, see `Event::ContextMeasured`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<ContextWindow>,
    /// The number of its last checkpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<u64>,
}

/// How full the context window is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextWindow {
    /// Tokens that the last request took.
    pub used: u64,
    /// Tokens that the model is asked to hold.
    pub limit: u64,
    /// True where `used` is an estimate.
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
