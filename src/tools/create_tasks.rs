//! `create_tasks`: plans the work of the session as tasks.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::api::CallContext;
use super::args::{invalid, parse, schema_of};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::ToolPlan;
use notice::notice;
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::task::{NewTask, TaskCommand, TaskPriority, TaskReference, TaskRequest};

pub(super) const TOOL: Tool = Tool {
    name: "create_tasks",
    class: ToolClass::Plan,
    description: "Adds tasks to the plan, which the user sees. For work of three steps or more.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// The new tasks.
    tasks: Vec<TaskArgs>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TaskArgs {
    /// A few words.
    name: String,
    /// The details.
    description: Option<String>,
    /// 1 (critical) to 5 (minimal). Default: 3.
    priority: Option<u8>,
    /// Whom it is for.
    agent: Option<String>,
    /// Numbers or names of the tasks before it, also of this call.
    dependencies: Option<Vec<String>>,
}

fn prepare(_: &Inner, call: &ToolCall, _: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let tasks = args.tasks.into_iter().map(|task| {
        Ok(NewTask {
            name: task.name,
            description: task.description.unwrap_or_default(),
            priority: priority(task.priority)?.unwrap_or_default(),
            agent: task.agent,
            dependencies: references(&task.dependencies.unwrap_or_default()),
        })
    });
    let tasks = tasks.collect::<Result<_, ToolError>>()?;
    let order = TaskCommand::Create { tasks };
    Ok(ToolPlan::of_tasks(TaskRequest::Change { order }))
}

pub(super) fn priority(number: Option<u8>) -> Result<Option<TaskPriority>, ToolError> {
    number.map(TaskPriority::try_from).transpose().map_err(|_| {
        invalid(
            notice!("told-task-priority"),
            json!({ "field": "priority" }),
        )
    })
}

pub(super) fn references(typed: &[String]) -> Vec<TaskReference> {
    typed
        .iter()
        .map(|text| TaskReference::typed(text))
        .collect()
}
