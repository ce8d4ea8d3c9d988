//! `remember`: has the engine store a text that later sessions are reminded of. Whether it is kept or waits for
//! the user is the engine's decision: it knows what the run has read.

use schemars::JsonSchema;
use serde::Deserialize;

use super::api::CallContext;
use super::args::{parse, schema_of};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::ToolPlan;
use protocol::call::{ToolCall, ToolClass, ToolError};
use protocol::memory::{MemoryKind, REMEMBER, RememberRequest};

pub(super) const TOOL: Tool = Tool {
    name: REMEMBER,
    class: ToolClass::Memory,
    description: "Keeps a text for later sessions. The user sees it and can take it back.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// user_pref: how the user likes things done. context: circumstances of the work. knowledge: a fact about the
    /// code base. decision: a choice, and why.
    kind: Kind,
    /// One or two sentences that are clear by themselves.
    text: String,
    /// Words to find it by.
    tags: Option<Vec<String>>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    UserPref,
    Context,
    Knowledge,
    Decision,
}

fn prepare(_: &Inner, call: &ToolCall, _: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let kind = match args.kind {
        Kind::UserPref => MemoryKind::UserPref,
        Kind::Context => MemoryKind::Context,
        Kind::Knowledge => MemoryKind::Knowledge,
        Kind::Decision => MemoryKind::Decision,
    };
    Ok(ToolPlan::of_memory(RememberRequest {
        kind,
        text: args.text,
        tags: args.tags.unwrap_or_default(),
    }))
}
