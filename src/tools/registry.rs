//! The list of tools, one line each. Providers get their tool descriptions from here.

use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};

use super::api::CallContext;
use super::toolbox::Inner;
use super::work::ToolPlan;
use super::{
    add_instruction, clarify_user, create_tasks, delegate_task, delete_file, edit_file, find_tool,
    list_files, list_tasks, parallel_tasks, read_file, remember, replace_text, search_project,
    search_semantic, search_text, shell_exec, spawn_agent, update_task, use_skill, write_file,
};
use notice::notice;
use protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError, ToolSpec};
use redact::sanitize;

pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) class: ToolClass,
    /// Description for the model.
    pub(super) description: &'static str,
    /// JSON Schema of the arguments.
    pub(super) schema: fn() -> Value,
    /// Checks a call and determines its effects.
    pub(super) prepare: fn(&Inner, &ToolCall, &CallContext) -> Result<ToolPlan, ToolError>,
}

/// The tools, in the order in which models see them.
pub(super) const TOOLS: &[Tool] = &[
    list_files::TOOL,
    read_file::TOOL,
    search_text::TOOL,
    search_project::TOOL,
    search_semantic::TOOL,
    write_file::TOOL,
    edit_file::TOOL,
    replace_text::TOOL,
    delete_file::TOOL,
    shell_exec::TOOL,
    clarify_user::TOOL,
    create_tasks::TOOL,
    update_task::TOOL,
    list_tasks::TOOL,
    remember::TOOL,
    spawn_agent::TOOL,
    delegate_task::TOOL,
    parallel_tasks::TOOL,
];

/// Tools that are offered only if there is something for them, or that only the user calls.
const ON_OCCASION: &[Tool] = &[find_tool::TOOL, use_skill::TOOL, add_instruction::TOOL];

impl Tool {
    /// Returns the tool as providers present it.
    pub(super) fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: self.name.to_owned(),
            description: self.description.to_owned(),
            parameters: (self.schema)(),
            class: self.class,
        }
    }
}

/// Finds the tool with this name.
pub(super) fn find(name: &str) -> Option<&'static Tool> {
    let mut all = TOOLS.iter().chain(ON_OCCASION);
    all.find(|tool| tool.name == name)
}

/// Returns the class of the tool with this name.
pub fn class_of(name: &str) -> ToolClass {
    if name.starts_with("mcp__") {
        return ToolClass::Mcp;
    }
    find(name).map_or(ToolClass::Unknown, |tool| tool.class)
}

/// Returns every tool as providers present it.
pub fn specs() -> Arc<[ToolSpec]> {
    static SPECS: OnceLock<Arc<[ToolSpec]>> = OnceLock::new();
    let made = SPECS.get_or_init(|| TOOLS.iter().map(Tool::spec).collect());
    Arc::clone(made)
}

/// Returns the names of the tools that a profile may give an agent; none of them starts another one.
pub fn names_for_agents() -> Arc<[&'static str]> {
    let all = TOOLS.iter().chain(ON_OCCASION);
    let tools = all.filter(|tool| tool.class != ToolClass::Agent);
    tools.map(|tool| tool.name).collect()
}

/// Builds E007 for an unknown tool name.
pub(super) fn unknown(name: &str) -> ToolError {
    let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    let clean: String = sanitize(name).chars().take(80).collect();
    ToolError::new(
        ErrorCode::ToolNotAvailable,
        notice!("told-no-tool", word = clean, rest = names.join(", ")),
    )
    .with_details(json!({ "tools": names }))
}
