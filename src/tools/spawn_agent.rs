//! `spawn_agent`: starts a temporary agent, lists agents, or ends one.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::agents::{self, Asked};
use super::api::CallContext;
use super::args::{invalid, parse, schema_of};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::ToolPlan;
use notice::notice;
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::sub_agent::AgentRequest;

pub(super) const TOOL: Tool = Tool {
    name: "spawn_agent",
    class: ToolClass::Agent,
    description: "Starts an agent for one task and waits for its report. It knows nothing but its prompt. \
                  At most 3 work at once.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Default: spawn.
    #[serde(default)]
    operation: Operation,
    /// A few words; to terminate, its name or number.
    name: Option<String>,
    /// The whole task.
    prompt: Option<String>,
    /// Default: all of yours.
    tools: Option<Vec<String>>,
    /// Default: all of yours.
    mcp_servers: Option<Vec<String>>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Operation {
    #[default]
    Spawn,
    List,
    Terminate,
}

fn prepare(inner: &Inner, call: &ToolCall, _: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    match args.operation {
        Operation::Spawn => agents::start(
            inner,
            vec![Asked {
                name: args.name,
                profile: None,
                prompt: args.prompt.unwrap_or_default(),
                tools: args.tools,
                servers: args.mcp_servers,
            }],
        ),
        Operation::List => Ok(agents::request(AgentRequest::List)),
        Operation::Terminate => match args.name {
            Some(agent) => Ok(agents::request(AgentRequest::Stop { agent })),
            None => Err(invalid(
                notice!("agents-name-missing"),
                json!({ "field": "name" }),
            )),
        },
    }
}
