//! `update_task`: starts, completes, changes or deletes a task.

use schemars::JsonSchema;
use serde::Deserialize;

use super::api::CallContext;
use super::args::{parse, schema_of};
use super::create_tasks::{priority, references};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::ToolPlan;
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::task::{TaskChange, TaskCommand, TaskId, TaskReference, TaskRequest, TaskStatus};

pub(super) const TOOL: Tool = Tool {
    name: "update_task",
    class: ToolClass::Plan,
    description: "Changes a task: in_progress when you begin it, completed as soon as it is done.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Its number.
    task: u32,
    /// The new status.
    status: Option<Status>,
    /// A new name.
    name: Option<String>,
    /// New details.
    description: Option<String>,
    /// 1 (critical) to 5 (minimal).
    priority: Option<u8>,
    /// Whom it is for; empty for nobody.
    agent: Option<String>,
    /// All of the tasks before it.
    dependencies: Option<Vec<String>>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Status {
    Pending,
    InProgress,
    Completed,
    Deleted,
}

fn prepare(_: &Inner, call: &ToolCall, _: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let task = TaskReference::Id(TaskId(args.task));
    let status = match args.status {
        Some(Status::Deleted) => {
            let order = TaskCommand::Delete { task };
            return Ok(ToolPlan::of_tasks(TaskRequest::Change { order }));
        }
        Some(Status::Pending) => Some(TaskStatus::Pending),
        Some(Status::InProgress) => Some(TaskStatus::InProgress),
        Some(Status::Completed) => Some(TaskStatus::Completed),
        None => None,
    };
    let change = TaskChange {
        name: args.name,
        description: args.description,
        priority: priority(args.priority)?,
        agent: args.agent,
        dependencies: args.dependencies.as_deref().map(references),
        status,
    };
    let order = TaskCommand::Update { task, change };
    Ok(ToolPlan::of_tasks(TaskRequest::Change { order }))
}
