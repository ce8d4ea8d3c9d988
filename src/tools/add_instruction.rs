//! `add_instruction`: plans a line at the end of the file with the workspace's instructions. The user's draft makes
//! the call; no model is offered the tool.

use schemars::JsonSchema;
use serde::Deserialize;

use super::api::CallContext;
use super::args::{parse, schema_of};
use super::change::{Wanted, plan};
use super::registry::Tool;
use super::toolbox::Inner;
use super::view::View;
use super::work::ToolPlan;
use super::write_file::append;
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::instruction::{ADD_INSTRUCTION, INSTRUCTIONS_FILE};

pub(super) const TOOL: Tool = Tool {
    name: ADD_INSTRUCTION,
    class: ToolClass::Text,
    description: "Adds a line to the instructions of the workspace.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// The line.
    text: String,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let view = View::of(inner, asker, INSTRUCTIONS_FILE)?;
    let words: Vec<&str> = args.text.split_whitespace().collect();
    let line = format!("- {}\n", words.join(" "));
    let after = match &view.text {
        Some(now) => append(now, &line),
        None => line,
    };
    plan(inner, call, asker, Wanted::whole(view, after))
}
