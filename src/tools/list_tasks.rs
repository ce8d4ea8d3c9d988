//! `list_tasks`: the tasks of the session, or one of them whole.

use schemars::JsonSchema;
use serde::Deserialize;

use super::api::CallContext;
use super::args::{parse, schema_of};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::ToolPlan;
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::task::{TaskId, TaskReference, TaskRequest, TaskStatus};

pub(super) const TOOL: Tool = Tool {
    name: "list_tasks",
    class: ToolClass::Plan,
    description: "Lists the tasks of the plan, or shows one with its details.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Only tasks with this status.
    status: Option<Status>,
    /// The number of one to show whole.
    task: Option<u32>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Status {
    Pending,
    InProgress,
    Completed,
    Blocked,
}

fn prepare(_: &Inner, call: &ToolCall, _: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let status = args.status.map(|status| match status {
        Status::Pending => TaskStatus::Pending,
        Status::InProgress => TaskStatus::InProgress,
        Status::Completed => TaskStatus::Completed,
        Status::Blocked => TaskStatus::Blocked,
    });
    let task = args.task.map(|task| TaskReference::Id(TaskId(task)));
    Ok(ToolPlan::of_tasks(TaskRequest::List { status, task }))
}
