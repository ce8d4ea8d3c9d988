//! A line for `AGENTS.md` that the user typed: proposed in the review in every mode, and never written without a yes.

use serde_json::json;

use super::StepBuilder;
use super::run::RunKind;
use super::session::Session;
use notice::notice;
use protocol::call::ToolClass;
use protocol::command::CommandKind;
use protocol::instruction::{ADD_INSTRUCTION, draft_of};
use protocol::plan::CallPlan;

impl Session {
    /// Has a worker plan the line as a change.
    pub(super) fn propose_instruction(&mut self, text: &str, turn: &mut StepBuilder<'_, '_>) {
        let command = CommandKind::ProposeInstruction;
        if self.refuse_while_running(command, turn) || self.refuse_while_choosing(command, turn) {
            return;
        }
        if text.trim().is_empty() {
            return turn.reject(self.id, command, notice!("told-typed-instruction-empty"));
        }
        let call = (ADD_INSTRUCTION, json!({ "text": text }));
        self.start_own_call(draft_of(text), call, ToolClass::Text, turn);
    }

    /// Whether a plan is a line that the user typed, which is proposed whatever the policy says about writes.
    pub(super) fn is_typed_instruction(&self, plan: &CallPlan) -> bool {
        let run = self.thread.run.as_ref();
        plan.tool == ADD_INSTRUCTION && run.is_some_and(|run| run.kind == RunKind::UserShell)
    }
}
