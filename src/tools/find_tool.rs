//! `find_tool`: finds tools of MCP servers beyond those that are described in each request.
//! It is offered only if there are such tools.

use std::sync::OnceLock;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api::CallContext;
use super::args::{parse, schema_of};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::{ToolOutput, ToolPlan};
use notice::{count, notice};
use protocol::call::{ToolCall, ToolClass, ToolError, ToolSpec};

pub(super) const TOOL: Tool = Tool {
    name: "find_tool",
    class: ToolClass::Read,
    description: "Finds more tools, of servers that the user connected, by words of their task. Those that \
                  it finds can be called from then on.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Words that say what the tool must do.
    query: String,
}

/// Returns the tool as providers present it.
pub(super) fn spec() -> ToolSpec {
    static SPEC: OnceLock<ToolSpec> = OnceLock::new();
    SPEC.get_or_init(|| TOOL.spec()).clone()
}

fn prepare(_: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let session = asker.session;
    Ok(ToolPlan::look(String::new(), move |inner| {
        let servers = inner.surroundings.servers.as_ref();
        let found = servers.map(|servers| servers.search(session, &args.query));
        let found = found.unwrap_or_default();
        let tools = found.iter().map(|tool| {
            json!({ "name": tool.name, "description": tool.tool.description, "parameters": tool.tool.schema })
        });
        let mut fields = Map::new();
        fields.insert("tools".to_owned(), Value::Array(tools.collect()));
        Ok(ToolOutput {
            fields,
            summary: notice!("gave-tools", counted = count(found.len(), "tool")),
        })
    }))
}
