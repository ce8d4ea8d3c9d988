//! Text from outside the workspace that enters a run, and makes its later commands count as riskier
//! ([`Taint`]).

use super::session::Session;
use policy::decide::Taint;
use policy::shell::reaches_network;
use protocol::call::ToolClass;
use protocol::memory::REMEMBER;
use protocol::message::{Block, Message};
use protocol::plan::CallPlan;
use protocol::skill::USE_SKILL;
use protocol::task::TASK_TOOLS;

/// Whether the result of a call can hold text from outside.
fn brings_text_from_outside(plan: &CallPlan) -> bool {
    if plan.class == ToolClass::Mcp {
        return true;
    }
    plan.sandbox().is_some_and(|sandbox| {
        let network = &sandbox.network;
        // A command outside a box always has the network; few use it.
        !network.hosts().is_empty() || (network.is_on() && reaches_network(&plan.risk))
    })
}

/// Whether a call of an earlier process may have brought text from outside: its plan is gone.
pub(super) fn may_have_entered<'a>(messages: impl Iterator<Item = &'a Message>) -> bool {
    let mut blocks = messages.flat_map(|message| &message.blocks);
    blocks.any(|block| match block {
        Block::ToolUse { call } => {
            let tool = call.tool.as_str();
            !WITHIN.contains(&tool) && !TASK_TOOLS.contains(&tool)
        }
        _ => false,
    })
}

/// Tools whose results are from the workspace or from the user.
const WITHIN: [&str; 12] = [
    "list_files",
    "read_file",
    "search_text",
    "search_project",
    "search_semantic",
    "write_file",
    "edit_file",
    "replace_text",
    "delete_file",
    "clarify_user",
    USE_SKILL,
    REMEMBER,
];

impl Session {
    /// Records that a call runs, before its result is known.
    pub(super) fn note_origin(&mut self, plan: &CallPlan) {
        if brings_text_from_outside(plan) {
            self.thread.taint = Taint::Outside;
            self.thread.memory.note_outside();
        }
    }
}
