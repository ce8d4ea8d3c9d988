//! What is left to do of a prepared call, tool by tool.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};

use super::environment::Git;
use super::snapshot::Naming;
use super::toolbox::Inner;
use crate::protocol::approval::{QuestionBody, RiskReport};
use crate::protocol::call::ToolError;
use crate::protocol::permission::AgentToolResult;
use crate::protocol::plan::{PlannedChange, Subject};

/// A call as its tool prepares it.
pub(super) struct ToolPlan {
    /// What rules are matched against.
    pub(super) subject: Subject,
    /// How risky it is.
    pub(super) risk: RiskReport,
    /// What the human is shown if asked.
    pub(super) body: Option<QuestionBody>,
    /// The change that it would make.
    pub(super) change: Option<PlannedChange>,
    /// What is left to do.
    pub(super) work: PlannedWork,
}

impl ToolPlan {
    /// A look at `path`, which is never asked about.
    pub(super) fn look(
        path: String,
        work: impl FnOnce(&Inner) -> Result<ToolOutput, ToolError> + Send + 'static,
    ) -> Self {
        Self {
            subject: Subject::Path { path },
            risk: RiskReport::low("only looks"),
            body: None,
            change: None,
            work: PlannedWork::Look(Box::new(work)),
        }
    }
}

/// What a call gave: the fields that the model sees beside `success`, and the line for the chat.
pub(super) struct ToolOutput {
    pub(super) fields: Map<String, Value>,
    pub(super) summary: String,
}

/// Looks at something; blocking.
pub(super) type BlockingRead = Box<dyn FnOnce(&Inner) -> Result<ToolOutput, ToolError> + Send>;

/// What is left to do.
pub(super) enum PlannedWork {
    Look(BlockingRead),
    /// Change a file.
    Change(Box<ChangeWork>),
    /// Run a command.
    Command(Box<CommandWork>),
    /// Give the model the user's answer. Holds the questions of a wizard.
    Ask(Vec<QuestionBody>),
    /// Nothing that we do: the agent's own program does it.
    Elsewhere,
    /// Tell what the agent's own program has done.
    Told(AgentToolResult),
    /// Give what was recorded.
    Recorded(Value),
}

impl PlannedWork {
    /// The questions of a wizard.
    pub(super) fn steps(&self) -> Vec<QuestionBody> {
        match self {
            PlannedWork::Ask(steps) => steps.clone(),
            _ => Vec::new(),
        }
    }

    /// The change, if it is one.
    pub(super) fn change(&self) -> Option<&ChangeWork> {
        match self {
            PlannedWork::Change(change) => Some(change),
            _ => None,
        }
    }
}

/// A change of one file.
pub(super) struct ChangeWork {
    /// The file, relative to the root, without links.
    pub(super) path: String,
    /// The text that the change was made on, as the agent sees it; `None` for no file, and for
    /// a file that is deleted and is no text.
    pub(super) before: Option<String>,
    /// The text that it makes.
    pub(super) after: Option<String>,
    /// The bytes on the disk; `None` for no file.
    pub(super) base: Option<Vec<u8>>,
    /// True where `before` is a buffer that is not on the disk.
    pub(super) staged: bool,
    /// What it would do, as logged and shown.
    pub(super) planned: PlannedChange,
}

impl ChangeWork {
    /// Whether there was a file before it, as the agent sees it.
    pub(super) fn exists(&self) -> bool {
        self.before.is_some() || (self.base.is_some() && !self.staged)
    }
}

pub(super) struct CommandWork {
    pub(super) command: String,
    /// Where it runs, absolute.
    pub(super) folder: PathBuf,
    /// How long it may run.
    pub(super) limit: Duration,
    /// What git may run in it as it is planned.
    pub(super) git: Git,
    /// What tells which files it names; `None` for one that provably only reads, which is not
    /// covered.
    pub(super) naming: Option<Naming>,
}
