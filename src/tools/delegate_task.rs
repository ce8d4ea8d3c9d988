//! `delegate_task`: has an agent with a profile do a task, or lists the profiles.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::agents::{self, Asked};
use super::api::CallContext;
use super::args::{invalid, parse, schema_of};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::{ToolOutput, ToolPlan};
use notice::{count, notice};
use protocol::call::{ToolCall, ToolClass, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "delegate_task",
    class: ToolClass::Agent,
    description: "Has one of the defined agents do a task and waits for its report; or lists these agents.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Default: delegate.
    #[serde(default)]
    operation: Operation,
    /// From the list.
    agent_id: Option<String>,
    /// The whole task: the agent knows nothing else.
    prompt: Option<String>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Operation {
    #[default]
    Delegate,
    ListAgents,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    if matches!(args.operation, Operation::ListAgents) {
        return Ok(ToolPlan::look(String::new(), list));
    }
    let Some(id) = args.agent_id else {
        return Err(invalid(
            notice!("agents-name-missing"),
            json!({ "field": "agent_id" }),
        ));
    };
    if id.trim() == asker.agent {
        return Err(invalid(
            notice!("agents-not-itself"),
            json!({ "field": "agent_id" }),
        ));
    }
    let asked = Asked {
        profile: Some(id),
        prompt: args.prompt.unwrap_or_default(),
        ..Asked::default()
    };
    agents::start(inner, vec![asked])
}

fn list(inner: &Inner) -> Result<ToolOutput, ToolError> {
    let profiles = agents::profiles(inner);
    let rows = profiles.iter().map(|profile| {
        json!({
            "agent_id": profile.id,
            "name": profile.name,
            "description": profile.description,
        })
    });
    let mut fields = Map::new();
    fields.insert("agents".to_owned(), Value::Array(rows.collect()));
    Ok(ToolOutput {
        fields,
        summary: notice!("gave-profiles", counted = count(profiles.len(), "agent")),
    })
}
