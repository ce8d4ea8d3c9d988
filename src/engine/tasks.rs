//! The rules about tasks, as a pure function from an order to its events: names and limits, no cycle
//! of dependencies, no start before the dependencies are completed. [`super::task_calls`] applies them
//! for the agent and the user.
//!
//! The deletion of a task unlinks it: a task that is not wanted any more holds up nothing.

use std::collections::BTreeSet;

use jiff::Timestamp;

use notice::{Notice, notice};
use protocol::event::EventKind;
use protocol::ids::RunId;
use protocol::task::{
    NewTask, Task, TaskChange, TaskCommand, TaskId, TaskList, TaskReference, TaskStatus, Unresolved,
};
use redact::{mask, sanitize};

/// Maximum number of open tasks of a session.
pub(super) const OPEN_TASKS: usize = 100;

/// Maximum number of completed tasks that are kept; the oldest go first.
const COMPLETED_TASKS: usize = 200;

/// Maximum number of characters of a name, of a description, and of an agent's name.
const NAME: usize = 128;
const DESCRIPTION: usize = 1_000;
const AGENT: usize = 64;

/// Maximum number of names in a message.
const NAMED: usize = 5;

/// Maximum number of bytes of the list of open tasks for the model.
pub(super) const TOLD: usize = 1_024;

/// Decides on an order: returns its events, all or none. An order that changes nothing has none.
///
/// # Errors
/// The reason for a refusal, and what to do next.
pub(super) fn decide(
    list: &TaskList,
    order: &TaskCommand,
    (run, now): (Option<RunId>, Timestamp),
) -> Result<Vec<EventKind>, Notice> {
    let mut draft = Draft {
        list: list.clone(),
        now,
        events: Vec::new(),
    };
    match order {
        TaskCommand::Create { tasks } => draft.create(tasks, run)?,
        TaskCommand::Update { task, change } => {
            let task = found(list, task)?;
            draft.update(task, change)?;
        }
        TaskCommand::Delete { task } => {
            let id = found(list, task)?.id;
            draft.delete(id);
        }
    }
    Ok(draft.events)
}

/// The tasks as the events so far have made them.
struct Draft {
    list: TaskList,
    now: Timestamp,
    events: Vec<EventKind>,
}

impl Draft {
    fn add(&mut self, fact: EventKind) {
        self.list.apply_fact(&fact, self.now);
        self.events.push(fact);
    }

    /// Creates tasks, which may depend on each other in any order.
    fn create(&mut self, tasks: &[NewTask], run: Option<RunId>) -> Result<(), Notice> {
        if tasks.is_empty() {
            return Err(notice!("told-tasks-none-given"));
        }
        self.check_room(tasks.len())?;
        let mut ids = Vec::with_capacity(tasks.len());
        for task in tasks {
            let id = self.list.next_id();
            let name = self.free_name(&task.name, id)?;
            self.add(EventKind::TaskCreated {
                task: Task {
                    id,
                    run,
                    name,
                    description: text("description", &task.description, DESCRIPTION)?,
                    priority: task.priority,
                    agent: agent(task.agent.as_deref().unwrap_or_default())?,
                    dependencies: BTreeSet::new(),
                    created: self.now,
                    started: None,
                    completed: None,
                    duration_ms: 0,
                },
            });
            ids.push(id);
        }
        for (id, new) in ids.into_iter().zip(tasks) {
            if new.dependencies.is_empty() {
                continue;
            }
            let dependencies = self.dependencies(id, &new.dependencies)?;
            // The event of the creation has the task as it is in the end.
            let mut created = self.events.iter_mut().filter_map(|fact| match fact {
                EventKind::TaskCreated { task } => Some(task),
                _ => None,
            });
            if let Some(task) = created.find(|task| task.id == id) {
                task.dependencies = dependencies;
                let fact = EventKind::TaskChanged { task: task.clone() };
                self.list.apply_fact(&fact, self.now);
            }
        }
        Ok(())
    }

    fn update(&mut self, before: &Task, change: &TaskChange) -> Result<(), Notice> {
        let mut task = before.clone();
        if let Some(name) = &change.name {
            task.name = self.free_name(name, task.id)?;
        }
        if let Some(said) = &change.description {
            task.description = text("description", said, DESCRIPTION)?;
        }
        if let Some(priority) = change.priority {
            task.priority = priority;
        }
        if let Some(name) = &change.agent {
            task.agent = agent(name)?;
        }
        if let Some(dependencies) = &change.dependencies {
            task.dependencies = self.dependencies(task.id, dependencies)?;
        }
        if let Some(status) = change.status {
            self.set_status(&mut task, status)?;
        }
        if task.is_in_progress() {
            self.check_free(&task)?;
        }
        if task == *before {
            return Ok(());
        }
        let is_completed = task.is_completed();
        self.add(EventKind::TaskChanged { task });
        if is_completed {
            self.forget_oldest();
        }
        Ok(())
    }

    fn set_status(&self, task: &mut Task, status: TaskStatus) -> Result<(), Notice> {
        if status == TaskStatus::Blocked {
            return Err(notice!("told-task-blocked-follows"));
        }
        if status == self.list.status(task) {
            return Ok(());
        }
        if task.is_completed() {
            self.check_reopened(task)?;
            self.free_name(&task.name, task.id)?;
            task.completed = None;
            task.started = None;
        }
        match status {
            TaskStatus::Pending => self.pause(task),
            TaskStatus::InProgress => task.started = task.started.or(Some(self.now)),
            TaskStatus::Completed => {
                self.check_free(task)?;
                let started = task.started;
                self.pause(task);
                task.started = started;
                task.completed = Some(self.now);
            }
            TaskStatus::Blocked => {}
        }
        Ok(())
    }

    /// Ends the time that a task has been in progress.
    fn pause(&self, task: &mut Task) {
        if let Some(started) = task.started.take() {
            let millis = self.now.as_millisecond() - started.as_millisecond();
            let millis = u64::try_from(millis).unwrap_or(0);
            task.duration_ms = task.duration_ms.saturating_add(millis);
        }
    }

    /// Refuses work on a task whose dependencies are open.
    fn check_free(&self, task: &Task) -> Result<(), Notice> {
        let open: Vec<&Task> = self.list.waits_for(task).collect();
        if open.is_empty() {
            return Ok(());
        }
        let (word, rest) = (named(task), names(&open));
        Err(notice!("told-task-waits", word, rest))
    }

    /// Refuses to reopen a task if one in progress depends on it, or if there is no room.
    fn check_reopened(&self, task: &Task) -> Result<(), Notice> {
        self.check_room(1)?;
        let dependents = self.list.dependents(task.id);
        let started: Vec<&Task> = dependents.filter(|other| other.is_in_progress()).collect();
        if started.is_empty() {
            return Ok(());
        }
        let (word, rest) = (named(task), names(&started));
        Err(notice!("told-task-is-needed", word, rest))
    }

    fn check_room(&self, more: usize) -> Result<(), Notice> {
        let open = self.list.len() - self.list.completed_count();
        if open + more <= OPEN_TASKS {
            return Ok(());
        }
        Err(notice!("told-tasks-many", word = open, number = OPEN_TASKS))
    }

    /// Returns the clean name, if no other open task has it.
    fn free_name(&self, name: &str, id: TaskId) -> Result<String, Notice> {
        let name = text("name", name, NAME)?;
        if name.is_empty() || name.contains('\n') {
            return Err(notice!("told-task-name-line"));
        }
        let mut others = self.list.iter().filter(|task| task.id != id);
        match others.find(|task| !task.is_completed() && task.name == name) {
            Some(other) => Err(notice!("told-task-name-taken", word = named(other))),
            None => Ok(name),
        }
    }

    /// Finds the dependencies of a task, and refuses a cycle.
    fn dependencies(
        &self,
        id: TaskId,
        references: &[TaskReference],
    ) -> Result<BTreeSet<TaskId>, Notice> {
        let mut found_ids = BTreeSet::new();
        for reference in references {
            let dependency = found(&self.list, reference)?;
            if let Some(path) = self.path(dependency, id) {
                let rest = path.iter().map(|task| named(task)).collect::<Vec<_>>();
                return Err(notice!("told-task-cycle", rest = rest.join(" → ")));
            }
            found_ids.insert(dependency.id);
        }
        Ok(found_ids)
    }

    /// Returns the tasks on a way along dependencies, if there is one.
    fn path<'a>(&'a self, from: &'a Task, to: TaskId) -> Option<Vec<&'a Task>> {
        let mut seen = BTreeSet::new();
        let mut ways = vec![vec![from]];
        while let Some(way) = ways.pop() {
            let last = *way.last()?;
            if last.id == to {
                return Some(way);
            }
            if seen.insert(last.id) {
                let next = last.dependencies.iter();
                let next = next.filter_map(|id| self.list.get(*id));
                ways.extend(next.map(|task| [way.as_slice(), &[task]].concat()));
            }
        }
        None
    }

    /// Deletes a task, and unlinks those that depend on it.
    fn delete(&mut self, id: TaskId) {
        let dependents: Vec<Task> = self.list.dependents(id).cloned().collect();
        for mut task in dependents {
            task.dependencies.remove(&id);
            self.add(EventKind::TaskChanged { task });
        }
        self.add(EventKind::TaskDeleted { task: id });
    }

    /// Deletes the completed tasks that are beyond the limit.
    fn forget_oldest(&mut self) {
        let mut completed: Vec<(Option<Timestamp>, TaskId)> = self
            .list
            .iter()
            .filter(|task| task.is_completed())
            .map(|task| (task.completed, task.id))
            .collect();
        completed.sort_unstable();
        let many = completed.len().saturating_sub(COMPLETED_TASKS);
        for (_, id) in completed.into_iter().take(many) {
            self.delete(id);
        }
    }
}

/// Returns the first task of a stored list that the rules would not allow, with the reason.
pub fn fault_of(tasks: &[Task]) -> Option<(TaskId, Notice)> {
    let last = TaskId::default();
    let draft = Draft {
        list: TaskList::of(tasks.to_vec(), last, None),
        now: Timestamp::UNIX_EPOCH,
        events: Vec::new(),
    };
    let mut faults = draft.list.iter().filter_map(|task| {
        let dependencies: Vec<_> = task
            .dependencies
            .iter()
            .copied()
            .map(TaskReference::Id)
            .collect();
        let mut sound = draft.dependencies(task.id, &dependencies).map(drop);
        if task.is_in_progress() {
            sound = sound.and_then(|()| draft.check_free(task));
        }
        Some((task.id, sound.err()?))
    });
    faults.next()
}

/// Returns the task that a reference names, or the reason why there is none.
pub fn found<'a>(list: &'a TaskList, named: &TaskReference) -> Result<&'a Task, Notice> {
    list.find(named).map_err(|error| {
        let word = named.to_string();
        match error {
            Unresolved::Unknown => notice!("told-task-unknown", word),
            Unresolved::Ambiguous(ids) => {
                let ids: Vec<String> = ids.iter().take(NAMED).map(TaskId::to_string).collect();
                notice!("told-task-ambiguous", word, rest = ids.join(", "))
            }
        }
    })
}

/// Returns a text without control sequences and secrets, if it is not too long.
fn text(field: &'static str, said: &str, limit: usize) -> Result<String, Notice> {
    let clean = mask(sanitize(said).trim()).into_owned();
    if clean.chars().count() > limit {
        return Err(notice!("told-task-long", name = field, number = limit));
    }
    Ok(clean)
}

fn agent(name: &str) -> Result<Option<String>, Notice> {
    let name = text("agent", name, AGENT)?;
    Ok(Some(name).filter(|name| !name.is_empty()))
}

/// Returns number and name of a task.
pub(super) fn named(task: &Task) -> String {
    format!("{} {}", task.id, task.name)
}

/// Returns numbers and names of tasks, not too many.
pub(super) fn names(tasks: &[&Task]) -> String {
    let mut names: Vec<String> = tasks.iter().take(NAMED).map(|task| named(task)).collect();
    if tasks.len() > NAMED {
        names.push("…".to_owned());
    }
    names.join(", ")
}

/// Lists the open tasks for the model, at most [`TOLD`] bytes; `None` if there are
/// none. The tasks in progress come first, then those with a higher priority.
pub(super) fn told(list: &TaskList) -> Option<String> {
    let mut open = list.open();
    if open.is_empty() {
        return None;
    }
    open.sort_by_key(|task| !task.is_in_progress());
    let mut out = "[agentichat: the open tasks of this session as they are now]".to_owned();
    for (index, task) in open.iter().enumerate() {
        let line = told_line(list, task);
        let left = format!("\n… and {} more: list_tasks", open.len() - index);
        let needs_room_for_rest = index + 1 < open.len();
        let room = TOLD - if needs_room_for_rest { left.len() } else { 0 };
        if out.len() + line.len() > room {
            out.push_str(&left);
            break;
        }
        out.push_str(&line);
    }
    Some(out)
}

fn told_line(list: &TaskList, task: &Task) -> String {
    let status = match list.status(task) {
        TaskStatus::Blocked => {
            let open: Vec<String> = list
                .waits_for(task)
                .map(|task| task.id.to_string())
                .collect();
            format!("waits for {}", open.join(", "))
        }
        TaskStatus::InProgress => "in progress".to_owned(),
        _ => "pending".to_owned(),
    };
    let agent = task.agent.as_ref().map(|agent| format!(", for {agent}"));
    format!(
        "\n{}. {} ({status}, priority {}{})",
        task.id,
        task.name,
        task.priority,
        agent.unwrap_or_default()
    )
}
