//! `agentichat tasks` as types. The help is generated from the doc comments here.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use protocol::task::{TaskPriority, TaskStatus};

#[derive(Debug, Args)]
pub struct TasksArguments {
    #[command(subcommand)]
    pub what: TasksCommands,
    /// Session id, the end of it, or session name (default: the last session).
    #[arg(long, value_name = "SESSION", global = true)]
    pub session: Option<String>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// The commands of `agentichat tasks`. A task is named by its number or by its name.
#[derive(Debug, Clone, Subcommand)]
pub enum TasksCommands {
    /// List the tasks of a session, open ones first, by priority.
    List {
        /// Only tasks with this status.
        #[arg(long, value_enum)]
        status: Option<StatusArgument>,
    },
    /// Show a task with its description.
    Show {
        /// Number or name of a task.
        task: String,
    },
    /// Add a task.
    Add {
        /// Name of the new task, in one line.
        name: String,
        #[command(flatten)]
        fields: TaskFields,
    },
    /// Change a task: its name, description, priority, agent, dependencies or status.
    Update {
        /// Number or name of a task.
        task: String,
        /// New name of the task.
        #[arg(long)]
        name: Option<String>,
        /// New status; whether a task is blocked follows from its dependencies.
        #[arg(long, value_enum)]
        status: Option<SetStatusArgument>,
        #[command(flatten)]
        fields: TaskFields,
    },
    /// Complete a task.
    Done {
        /// Number or name of a task.
        task: String,
    },
    /// Delete a task; tasks that depend on it no longer wait for it.
    Delete {
        /// Number or name of a task.
        task: String,
    },
}

/// The fields that the user can set on a new task, and change on a known one.
#[derive(Debug, Clone, Default, Args)]
pub struct TaskFields {
    /// Description of the task.
    #[arg(long, value_name = "TEXT")]
    pub description: Option<String>,
    /// Priority, from 1 (critical) to 5 (minimal).
    #[arg(long, value_name = "N", value_parser = priority)]
    pub priority: Option<TaskPriority>,
    /// Agent that the task is for; empty for none.
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
    /// Task that must be completed first; repeatable. Empty for none.
    #[arg(long, value_name = "TASK")]
    pub after: Vec<String>,
}

fn priority(text: &str) -> Result<TaskPriority, String> {
    let number = text.parse::<u8>().map_err(|error| error.to_string())?;
    TaskPriority::try_from(number).map_err(str::to_owned)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StatusArgument {
    Pending,
    InProgress,
    Completed,
    Blocked,
}

impl From<StatusArgument> for TaskStatus {
    fn from(status: StatusArgument) -> Self {
        match status {
            StatusArgument::Pending => Self::Pending,
            StatusArgument::InProgress => Self::InProgress,
            StatusArgument::Completed => Self::Completed,
            StatusArgument::Blocked => Self::Blocked,
        }
    }
}

/// The statuses that can be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SetStatusArgument {
    Pending,
    InProgress,
    Completed,
}

impl From<SetStatusArgument> for TaskStatus {
    fn from(status: SetStatusArgument) -> Self {
        match status {
            SetStatusArgument::Pending => Self::Pending,
            SetStatusArgument::InProgress => Self::InProgress,
            SetStatusArgument::Completed => Self::Completed,
        }
    }
}
