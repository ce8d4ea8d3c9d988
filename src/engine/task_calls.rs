//! The tasks of a session: carries out the requests of the agent and the orders of the user, and tells
//! the model about open tasks that its context does not show. The rules are in [`super::tasks`].

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::calls::CallStage;
use super::outcome::CallCompletion;
use super::run::RunKind;
use super::session::Session;
use super::{Effect, StepBuilder, tasks};
use notice::{Notice, count, notice};
use protocol::call::{CallResult, ErrorCode, ToolError};
use protocol::command::CommandKind;
use protocol::compaction::in_force;
use protocol::event::NoticeLevel;
use protocol::ids::CallId;
use protocol::message::{Block, Message};
use protocol::session::SessionSnapshot;
use protocol::task::{
    TASK_TOOLS, Task, TaskCommand, TaskId, TaskList, TaskReference, TaskRequest, TaskStatus,
};

/// The row of a message that tells the model of the open tasks.
const TOLD_ROWS: [&str; 2] = ["told-tasks-told", "told-tasks-none-open"];

/// The state of the tasks that the context of the model shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TasksKnown {
    /// The tasks as they are.
    Now,
    /// An earlier state.
    Before,
    Nothing,
}

impl TasksKnown {
    /// Returns what a stored conversation shows of its tasks.
    pub(super) fn of(snapshot: &SessionSnapshot) -> Self {
        let list = &snapshot.tasks;
        let Some(changed) = list.changed() else {
            return Self::Now;
        };
        let messages = &snapshot.messages;
        let through = in_force(&snapshot.compactions, messages).map(|(through, _)| through + 1);
        let mut seen = messages.iter().skip(through.unwrap_or(0));
        match seen.rfind(|message| tells_of_tasks(message)) {
            Some(last) if last.at >= changed => Self::Now,
            Some(_) => Self::Before,
            None => Self::Nothing,
        }
    }
}

fn tells_of_tasks(message: &Message) -> bool {
    message.blocks.iter().any(|block| match block {
        Block::ToolResult { result } => TASK_TOOLS.contains(&result.tool.as_str()),
        Block::Notice { notice } => notice.id().is_some_and(|id| TOLD_ROWS.contains(&id)),
        _ => false,
    })
}

impl Session {
    /// Carries out a call about the tasks. It changes nothing but the session, so no worker runs it.
    pub(super) fn run_task_request(
        &mut self,
        call: CallId,
        request: &TaskRequest,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(state) = self.call_state(call) else {
            return;
        };
        let (provider_id, tool) = (state.call.provider_id.clone(), state.call.tool.clone());
        let outcome = match request {
            TaskRequest::Change { order } => self.change_tasks(order, turn),
            TaskRequest::List { status, task } => list(&self.tasks, *status, task.as_ref()),
        };
        let (ok, content, summary, error) = match outcome {
            Ok((mut fields, summary)) => {
                fields.shift_insert(0, "success".to_owned(), true.into());
                (true, Value::Object(fields), summary, None)
            }
            Err(why) => {
                let error = ToolError::new(ErrorCode::InvalidArguments, why);
                (false, error.to_model(), error.message.clone(), Some(error))
            }
        };
        let result = CallResult {
            call,
            provider_id,
            tool,
            ok,
            content,
            summary,
            error,
            duration_ms: 0,
        };
        turn.effect(Effect::DropCall { call });
        self.set_stage(call, CallStage::Running(None));
        let done = CallCompletion {
            result,
            stat: None,
            applied: None,
            observed: Vec::new(),
        };
        self.call_finished(done, turn);
    }

    /// Carries out an order of the user. The model learns of it with its next request.
    pub(super) fn take_task_order(&mut self, order: &TaskCommand, turn: &mut StepBuilder<'_, '_>) {
        let before = self.tasks.clone();
        match self.change_tasks(order, turn) {
            Ok((_, summary)) => turn.notice(self.id, NoticeLevel::Info, summary),
            Err(why) => return turn.reject(self.id, CommandKind::Tasks, why),
        }
        if self.tasks == before {
            return;
        }
        self.thread.tasks_known = match self.thread.tasks_known {
            _ if before.is_empty() => TasksKnown::Nothing,
            TasksKnown::Now => TasksKnown::Before,
            known => known,
        };
    }

    /// Carries out an order. Returns what the model sees of it, and one line.
    fn change_tasks(
        &mut self,
        order: &TaskCommand,
        turn: &mut StepBuilder<'_, '_>,
    ) -> Result<(Map<String, Value>, Notice), Notice> {
        let run = self.thread.run.as_ref().map(|run| run.id);
        let facts = tasks::decide(&self.tasks, order, (run, turn.cx.now))?;
        let before = self.tasks.clone();
        for fact in facts {
            self.tasks.apply_fact(&fact, turn.cx.now);
            self.fact(turn, fact);
        }
        Ok(changed(&before, &self.tasks, order))
    }

    /// Forgets what the context of the model shows, because its older part is gone.
    pub(super) fn forget_tasks_known(&mut self) {
        self.thread.tasks_known = TasksKnown::Nothing;
    }

    /// Tells the model of the open tasks before it is asked, unless its context shows them. The text
    /// is a message at the end: the messages before it stay, so that a server can cache them.
    pub(super) fn tell_tasks(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let known = std::mem::replace(&mut self.thread.tasks_known, TasksKnown::Now);
        match (known, tasks::told(&self.tasks)) {
            (TasksKnown::Now, _) | (TasksKnown::Nothing, None) => {}
            (_, Some(told)) => {
                let counted = count(self.tasks.open().len(), "task");
                let row = notice!("told-tasks-told", counted);
                self.add_row_for_model(row, told, turn);
            }
            (TasksKnown::Before, None) => {
                let told = "[agentichat: no task of this session is open any more]".to_owned();
                self.add_row_for_model(notice!("told-tasks-none-open"), told, turn);
            }
        }
    }

    /// Says which tasks are in progress as a run of the agent ends.
    pub(super) fn say_left_open(&self, turn: &mut StepBuilder<'_, '_>) {
        let is_agents = self.is_main()
            && self
                .thread
                .run
                .as_ref()
                .is_some_and(|run| run.kind == RunKind::Agent);
        let open = self.tasks.open();
        let left: Vec<&Task> = open
            .into_iter()
            .filter(|task| task.is_in_progress())
            .collect();
        if is_agents && !left.is_empty() {
            self.add_row(notice!("told-tasks-left", rest = tasks::names(&left)), turn);
        }
    }
}

/// Describes to the model, and in one line, what an order changed.
fn changed(
    before: &TaskList,
    after: &TaskList,
    order: &TaskCommand,
) -> (Map<String, Value>, Notice) {
    let mut fields = Map::new();
    let summary = match order {
        TaskCommand::Create { .. } => {
            let new: Vec<&Task> = after
                .iter()
                .filter(|task| task.id > before.last_id())
                .collect();
            let shown: Vec<Value> = new.iter().map(|task| brief(after, task)).collect();
            fields.insert("tasks".to_owned(), shown.into());
            match new.as_slice() {
                [one] => notice!("gave-task-created", word = tasks::named(one)),
                many => notice!("gave-tasks-created", counted = count(many.len(), "task")),
            }
        }
        TaskCommand::Update { task, .. } => {
            let old = before.find(task).ok();
            let new = old.and_then(|old| after.get(old.id));
            let (Some(old), Some(new)) = (old, new) else {
                return (fields, notice!("gave-task-unchanged"));
            };
            fields.insert("task".to_owned(), brief(after, new));
            line_of_update((before, old), (after, new))
        }
        TaskCommand::Delete { task } => match before.find(task) {
            Ok(old) => {
                let unlinked: Vec<TaskId> = before.dependents(old.id).map(|one| one.id).collect();
                fields.insert("deleted".to_owned(), json!(old.id));
                if !unlinked.is_empty() {
                    fields.insert("no_longer_wait_for_it".to_owned(), json!(unlinked));
                }
                notice!("gave-task-deleted", word = tasks::named(old))
            }
            Err(_) => notice!("gave-task-unchanged"),
        },
    };
    let freed: Vec<TaskId> = after
        .iter()
        .filter(|task| after.status(task) == TaskStatus::Pending)
        .filter(|task| {
            let old = before.get(task.id);
            old.is_some_and(|old| before.status(old) == TaskStatus::Blocked)
        })
        .map(|task| task.id)
        .collect();
    if !freed.is_empty() {
        fields.insert("can_start_now".to_owned(), json!(freed));
    }
    (fields, summary)
}

fn line_of_update((before, old): (&TaskList, &Task), (after, new): (&TaskList, &Task)) -> Notice {
    let word = tasks::named(new);
    let status = after.status(new);
    if old == new {
        notice!("gave-task-unchanged")
    } else if before.status(old) == status {
        notice!("gave-task-changed", word)
    } else {
        match status {
            TaskStatus::InProgress => notice!("gave-task-started", word),
            TaskStatus::Completed => notice!("gave-task-completed", word),
            TaskStatus::Pending => notice!("gave-task-pending", word),
            TaskStatus::Blocked => notice!("gave-task-blocked", word),
        }
    }
}

/// Lists the tasks, or shows one whole.
fn list(
    tasks: &TaskList,
    status: Option<TaskStatus>,
    only: Option<&TaskReference>,
) -> Result<(Map<String, Value>, Notice), Notice> {
    let mut fields = Map::new();
    let number = tasks.len();
    if let Some(reference) = only {
        let task = tasks::found(tasks, reference)?;
        fields.insert("task".to_owned(), whole(tasks, task));
        return Ok((
            fields,
            notice!("gave-task-shown", word = tasks::named(task)),
        ));
    }
    let shown = tasks.in_order().into_iter();
    let shown = shown.filter(|task| status.is_none_or(|wanted| tasks.status(task) == wanted));
    let shown: Vec<Value> = shown.map(|task| brief(tasks, task)).collect();
    fields.insert("tasks".to_owned(), shown.into());
    let done = tasks.completed_count();
    fields.insert("completed".to_owned(), done.into());
    fields.insert("of".to_owned(), number.into());
    Ok((
        fields,
        notice!("gave-tasks-listed", number = done, total = number),
    ))
}

/// A task as a row of a list.
fn brief(list: &TaskList, task: &Task) -> Value {
    let mut row = json!({
        "id": task.id,
        "name": task.name,
        "status": list.status(task),
        "priority": task.priority,
    });
    if let Some(fields) = row.as_object_mut() {
        if !task.dependencies.is_empty() {
            fields.insert("dependencies".to_owned(), json!(task.dependencies));
        }
        if let Some(agent) = &task.agent {
            fields.insert("agent".to_owned(), json!(agent));
        }
    }
    row
}

fn whole(list: &TaskList, task: &Task) -> Value {
    let mut row = brief(list, task);
    let seconds = |at: Option<Timestamp>| at.map(|at| at.strftime("%FT%TZ").to_string());
    if let Some(fields) = row.as_object_mut() {
        let times = [
            ("created", Some(task.created)),
            ("started", task.started),
            ("completed", task.completed),
        ];
        fields.insert("description".to_owned(), json!(task.description));
        for (name, at) in times {
            if let Some(at) = seconds(at) {
                fields.insert(name.to_owned(), at.into());
            }
        }
        if task.duration_ms > 0 {
            fields.insert("duration_ms".to_owned(), task.duration_ms.into());
        }
    }
    row
}
