//! `parallel_tasks`: starts up to three agents at the same time.

use schemars::JsonSchema;
use serde::Deserialize;

use super::agents::{self, Asked};
use super::api::CallContext;
use super::args::{parse, schema_of};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::ToolPlan;
use protocol::call::{ToolCall, ToolClass, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "parallel_tasks",
    class: ToolClass::Agent,
    description: "Has 1 to 3 agents work at the same time, each on its own task, and waits for all reports. \
                  For parts that do not depend on each other.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    #[serde(default)]
    #[schemars(skip)]
    operation: Option<Operation>,
    /// One for each agent.
    tasks: Vec<TaskArgs>,
}

/// The only operation, which models may leave out.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Operation {
    ExecuteBatch,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TaskArgs {
    /// A defined agent; without it, a temporary one.
    agent_id: Option<String>,
    /// A few words.
    name: Option<String>,
    /// The whole task: the agent knows nothing else.
    prompt: String,
}

fn prepare(inner: &Inner, call: &ToolCall, _: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    match args.operation {
        Some(Operation::ExecuteBatch) | None => {}
    }
    let asked = args.tasks.into_iter().map(|task| Asked {
        name: task.name,
        profile: task.agent_id,
        prompt: task.prompt,
        ..Asked::default()
    });
    agents::start(inner, asked.collect())
}
