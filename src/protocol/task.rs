//! Tasks: the plan of a session's work. Here are their data and the fold of their events; the rules
//! about them are in the engine.
//!
//! Whether a task is blocked is not stored: it follows from the tasks that it depends on.

use std::collections::BTreeSet;
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::event::{Event, EventKind};
use super::ids::RunId;

/// The tools by which an agent works on the tasks.
pub const TASK_TOOLS: [&str; 3] = ["create_tasks", "update_task", "list_tasks"];

/// The number of a task in its session. Counts from 1; numbers of deleted tasks are not reused.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TaskId(pub u32);

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for TaskId {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.strip_prefix('#').unwrap_or(text).parse().map(Self)
    }
}

/// From 1 (critical) to 5 (minimal).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct TaskPriority(u8);

impl TaskPriority {
    pub const CRITICAL: Self = Self(1);
    pub const MINIMAL: Self = Self(5);

    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the next higher priority, or this one if it is the highest.
    #[must_use]
    pub fn raised(self) -> Self {
        Self(self.0 - 1).max(Self::CRITICAL)
    }

    /// Returns the next lower priority, or this one if it is the lowest.
    #[must_use]
    pub fn lowered(self) -> Self {
        Self(self.0 + 1).min(Self::MINIMAL)
    }

    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for TaskPriority {
    fn default() -> Self {
        Self(3)
    }
}

impl TryFrom<u8> for TaskPriority {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        if (1..=5).contains(&number) {
            Ok(Self(number))
        } else {
            Err("a priority is a number from 1 to 5")
        }
    }
}

impl From<TaskPriority> for u8 {
    fn from(priority: TaskPriority) -> Self {
        priority.0
    }
}

impl fmt::Display for TaskPriority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskStatus {
    Pending,
    InProgress,
    Completed,
    /// Pending, and depends on a task that is not completed.
    Blocked,
}

impl TaskStatus {
    pub fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
            Self::Blocked => "blocked",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub id: TaskId,
    /// The run in which it was created; `None` if the user created it between runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(default, skip_serializing_if = "TaskPriority::is_default")]
    pub priority: TaskPriority,
    /// The agent that it is assigned to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The tasks that must be completed before it starts.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub dependencies: BTreeSet<TaskId>,
    pub created: Timestamp,
    /// When it was started; `None` if it is pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed: Option<Timestamp>,
    /// Time in progress up to the last time that it was completed or put back, in milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub duration_ms: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Task {
    pub fn is_completed(&self) -> bool {
        self.completed.is_some()
    }

    /// Returns the task as another session has it, which does not know the run.
    #[must_use]
    pub fn without_run(&self) -> Self {
        Self {
            run: None,
            ..self.clone()
        }
    }

    pub fn is_in_progress(&self) -> bool {
        self.started.is_some() && !self.is_completed()
    }
}

/// A task that does not exist yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewTask {
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(default, skip_serializing_if = "TaskPriority::is_default")]
    pub priority: TaskPriority,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependencies: Vec<TaskReference>,
}

/// A task as the agent or the user names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TaskReference {
    Id(TaskId),
    Name(String),
}

impl TaskReference {
    /// Reads a reference as it was typed: a number, or a name.
    pub fn typed(text: &str) -> Self {
        match text.trim().parse() {
            Ok(id) => Self::Id(id),
            Err(_) => Self::Name(text.trim().to_owned()),
        }
    }
}

impl fmt::Display for TaskReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

/// Changes to a task; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskChange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<TaskPriority>,
    /// The agent that it is assigned to; empty for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// All of its dependencies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<Vec<TaskReference>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<TaskStatus>,
}

impl TaskChange {
    /// Creates a change of the status alone.
    pub fn to(status: TaskStatus) -> Self {
        Self {
            status: Some(status),
            ..Self::default()
        }
    }
}

/// An order to change the tasks of a session. It is carried out completely or not at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TaskCommand {
    /// A new task may depend on another one of the same order, by its name.
    Create { tasks: Vec<NewTask> },
    Update {
        task: TaskReference,
        change: TaskChange,
    },
    /// Deletes a task. Tasks that depend on it no longer wait for it.
    Delete { task: TaskReference },
}

/// A request of the agent about the tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum TaskRequest {
    Change {
        order: TaskCommand,
    },
    /// Lists the tasks, or shows one whole.
    List {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<TaskStatus>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<TaskReference>,
    },
}

/// Why a reference names no task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unresolved {
    Unknown,
    /// Several tasks have this name.
    Ambiguous(Vec<TaskId>),
}

/// The tasks of a session, folded from its events.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskList {
    /// By their numbers.
    tasks: Vec<Task>,
    /// The highest number that was ever given.
    last: TaskId,
    /// When any task was last created, changed or deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    changed: Option<Timestamp>,
}

impl TaskList {
    /// Creates the list of a session with these tasks, `last` being the highest number ever given.
    pub fn of(mut tasks: Vec<Task>, last: TaskId, changed: Option<Timestamp>) -> Self {
        tasks.sort_by_key(|task| task.id);
        let last = last.max(tasks.last().map_or(last, |task| task.id));
        Self {
            tasks,
            last,
            changed,
        }
    }

    /// Whether the session never had a task.
    pub fn is_unused(&self) -> bool {
        *self == Self::default()
    }

    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Returns the number of the next new task.
    pub fn next_id(&self) -> TaskId {
        TaskId(self.last.0.saturating_add(1))
    }

    pub fn last_id(&self) -> TaskId {
        self.last
    }

    pub fn changed(&self) -> Option<Timestamp> {
        self.changed
    }

    /// Returns the tasks by their numbers.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Task> {
        self.tasks.iter()
    }

    pub fn get(&self, id: TaskId) -> Option<&Task> {
        let place = self.tasks.binary_search_by_key(&id, |task| task.id).ok()?;
        self.tasks.get(place)
    }

    /// Finds the task that a reference names. Of tasks with the same name, an open one is meant.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn find(&self, named: &TaskReference) -> Result<&Task, Unresolved> {
        let name = match named {
            TaskReference::Id(id) => return self.get(*id).ok_or(Unresolved::Unknown),
            TaskReference::Name(name) => name.trim(),
        };
        let all: Vec<&Task> = self.tasks.iter().filter(|task| task.name == name).collect();
        let open: Vec<&Task> = all
            .iter()
            .copied()
            .filter(|task| !task.is_completed())
            .collect();
        match (open.as_slice(), all.as_slice()) {
            ([one], _) | (_, [one]) => Ok(one),
            (_, []) => Err(Unresolved::Unknown),
            (_, many) => Err(Unresolved::Ambiguous(
                many.iter().map(|task| task.id).collect(),
            )),
        }
    }

    /// Returns the tasks that a task waits for.
    pub fn waits_for<'a>(&'a self, task: &'a Task) -> impl Iterator<Item = &'a Task> {
        let dependencies = task.dependencies.iter().filter_map(|id| self.get(*id));
        dependencies.filter(|dependency| !dependency.is_completed())
    }

    /// Returns the tasks that depend on a task.
    pub fn dependents(&self, id: TaskId) -> impl Iterator<Item = &Task> {
        let tasks = self.tasks.iter();
        tasks.filter(move |task| task.dependencies.contains(&id))
    }

    pub fn status(&self, task: &Task) -> TaskStatus {
        if task.is_completed() {
            TaskStatus::Completed
        } else if task.is_in_progress() {
            TaskStatus::InProgress
        } else if self.waits_for(task).next().is_some() {
            TaskStatus::Blocked
        } else {
            TaskStatus::Pending
        }
    }

    /// Returns the tasks that are not completed, by priority, then by age.
    pub fn open(&self) -> Vec<&Task> {
        self.ordered(|task| !task.is_completed())
    }

    /// Returns the tasks, open ones first, by priority, then by age.
    pub fn in_order(&self) -> Vec<&Task> {
        let mut all = self.open();
        all.extend(self.ordered(Task::is_completed));
        all
    }

    fn ordered(&self, wanted: impl Fn(&Task) -> bool) -> Vec<&Task> {
        let mut tasks: Vec<&Task> = self.tasks.iter().filter(|task| wanted(task)).collect();
        tasks.sort_by_key(|task| (task.priority, task.id));
        tasks
    }

    /// Returns the task that is in progress; of several, the first by priority.
    pub fn current(&self) -> Option<&Task> {
        self.open().into_iter().find(|task| task.is_in_progress())
    }

    /// Returns the task that can be started next.
    pub fn next(&self) -> Option<&Task> {
        let mut open = self.open().into_iter();
        open.find(|task| self.status(task) == TaskStatus::Pending)
    }

    pub fn completed_count(&self) -> usize {
        self.tasks.iter().filter(|task| task.is_completed()).count()
    }

    /// Applies an event. Events about other things, or about an unknown task, change nothing.
    pub fn apply(&mut self, event: &Event) {
        self.apply_fact(&event.fact, event.at);
    }

    /// Applies the content of an event that happened at this time.
    pub fn apply_fact(&mut self, fact: &EventKind, at: Timestamp) {
        match fact {
            EventKind::TaskCreated { task } if self.get(task.id).is_none() => {
                let place = self.tasks.partition_point(|known| known.id < task.id);
                self.tasks.insert(place, task.clone());
                self.last = self.last.max(task.id);
            }
            EventKind::TaskChanged { task } => {
                let mut tasks = self.tasks.iter_mut();
                match tasks.find(|known| known.id == task.id) {
                    Some(known) => known.clone_from(task),
                    None => return,
                }
            }
            EventKind::TaskDeleted { task } if self.get(*task).is_some() => {
                self.tasks.retain(|known| known.id != *task);
            }
            _ => return,
        }
        self.changed = self.changed.max(Some(at));
    }
}
