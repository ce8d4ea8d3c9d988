//! The remaining work of a prepared call, tool by tool.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};

use super::boxes::BoxChoice;
use super::environment::Git;
use super::server_call::ServerWork;
use super::snapshot::Naming;
use super::toolbox::Inner;
use notice::{Notice, notice};
use protocol::approval::{QuestionBody, RiskReport};
use protocol::call::ToolError;
use protocol::memory::RememberRequest;
use protocol::permission::AgentToolResult;
use protocol::plan::{PlannedChange, Subject};
use protocol::sub_agent::AgentRequest;
use protocol::task::TaskRequest;

/// A call as its tool prepares it.
pub(super) struct ToolPlan {
    /// The subject that rules are matched against.
    pub(super) subject: Subject,
    pub(super) risk: RiskReport,
    /// The question that the user is shown, if the engine asks.
    pub(super) body: Option<QuestionBody>,
    /// The change that the call would make.
    pub(super) change: Option<PlannedChange>,
    pub(super) work: PlannedWork,
}

impl ToolPlan {
    /// Plans a read of `path`, which never needs a question.
    pub(super) fn look(
        path: String,
        work: impl FnOnce(&Inner) -> Result<ToolOutput, ToolError> + Send + 'static,
    ) -> Self {
        Self {
            subject: Subject::Path { path },
            risk: RiskReport::low(notice!("risk-only-looks")),
            body: None,
            change: None,
            work: PlannedWork::Look(Box::new(work)),
        }
    }

    /// Plans a request about the tasks, which never needs a question.
    pub(super) fn of_tasks(request: TaskRequest) -> Self {
        Self {
            subject: Subject::Nothing,
            risk: RiskReport::low(notice!("risk-only-tasks")),
            body: None,
            change: None,
            work: PlannedWork::Tasks(request),
        }
    }

    /// Plans a text to be remembered: nothing of the workspace changes, and the user can take it back.
    pub(super) fn of_memory(request: RememberRequest) -> Self {
        Self {
            subject: Subject::Nothing,
            risk: RiskReport::low(notice!("risk-only-remembers")),
            body: None,
            change: None,
            work: PlannedWork::Remember(request),
        }
    }
}

/// Output of a call: the fields that the model sees beside `success`, and the line for the chat.
pub(super) struct ToolOutput {
    pub(super) fields: Map<String, Value>,
    pub(super) summary: Notice,
}

/// Reads something; blocks.
pub(super) type BlockingRead = Box<dyn FnOnce(&Inner) -> Result<ToolOutput, ToolError> + Send>;

/// The remaining work of a prepared call.
pub(super) enum PlannedWork {
    Look(BlockingRead),
    Change(Box<ChangeWork>),
    Command(Box<CommandWork>),
    /// Call a tool of an MCP server.
    Server(Box<ServerWork>),
    /// Return the user's answer to the model. Holds the questions of a wizard.
    Ask(Vec<QuestionBody>),
    /// Nothing is left: the engine carries out the request.
    Tasks(TaskRequest),
    /// Nothing is left: the engine starts the agents, or looks after them.
    Agents(AgentRequest),
    /// Nothing is left: the engine has the text stored.
    Remember(RememberRequest),
    /// Do nothing: the agent program runs the call with its own tools.
    Elsewhere,
    /// Report the actions of the agent program's own tools.
    Told(AgentToolResult),
    /// Return the recorded result.
    Recorded(Value),
}

impl PlannedWork {
    /// Returns the questions of a wizard.
    pub(super) fn steps(&self) -> Vec<QuestionBody> {
        match self {
            PlannedWork::Ask(steps) => steps.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the request about the tasks, if the work is one.
    pub(super) fn tasks(&self) -> Option<TaskRequest> {
        match self {
            PlannedWork::Tasks(request) => Some(request.clone()),
            _ => None,
        }
    }

    /// Returns the request about agents, if the work is one.
    pub(super) fn agents(&self) -> Option<AgentRequest> {
        match self {
            PlannedWork::Agents(request) => Some(request.clone()),
            _ => None,
        }
    }

    /// Returns the text to be remembered, if the work is one.
    pub(super) fn remember(&self) -> Option<RememberRequest> {
        match self {
            PlannedWork::Remember(request) => Some(request.clone()),
            _ => None,
        }
    }

    /// Returns the change, if the work is one.
    pub(super) fn change(&self) -> Option<&ChangeWork> {
        match self {
            PlannedWork::Change(change) => Some(change),
            _ => None,
        }
    }
}

pub(super) struct ChangeWork {
    /// The file, relative to the root, without links.
    pub(super) path: String,
    /// The text that the change was made on, as the agent sees it; `None` for no file, and for a
    /// deleted file that is not text.
    pub(super) before: Option<String>,
    /// The text after the change.
    pub(super) after: Option<String>,
    /// The bytes on the disk; `None` for no file.
    pub(super) base: Option<Vec<u8>>,
    /// True if `before` is a buffer that is not on the disk.
    pub(super) proposed: bool,
    /// The change as logged and shown.
    pub(super) planned: PlannedChange,
}

impl ChangeWork {
    /// Whether the file existed before the change, as the agent sees it.
    pub(super) fn exists(&self) -> bool {
        self.before.is_some() || (self.base.is_some() && !self.proposed)
    }
}

pub(super) struct CommandWork {
    pub(super) command: String,
    /// Working directory, absolute.
    pub(super) folder: PathBuf,
    /// Maximum run time.
    pub(super) limit: Duration,
    /// The programs that git may run in the command as planned.
    pub(super) git: Git,
    /// The box that the command runs in.
    pub(super) choice: BoxChoice,
    /// Determines the files that the command names; `None` for a command that provably only reads,
    /// which gets no snapshot.
    pub(super) naming: Option<Naming>,
}
