//! A command that changed too much in its proposed world to be reviewed hunk by hunk: the user can have
//! it run on the disk, with all its changes as one whole.

use serde_json::Value;

use super::StepBuilder;
use super::calls::CallStage;
use super::network::fields_of;
use super::outcome::CallCompletion;
use super::session::Session;
use notice::notice;
use protocol::approval::RiskReason;
use protocol::call::{CallResult, ToolError};
use protocol::ids::CallId;
use protocol::plan::CallPlan;

/// The field of a result that says how many files the command changed, which are too many, or too
/// large, to be proposed.
const NEEDS_DISK: &str = "needs_disk";

impl Session {
    /// Has a command planned once more, to run on the disk, if none of its changes could be
    /// proposed. Returns false if that is not so, or nobody can be asked.
    pub(super) fn offer_the_disk(
        &mut self,
        done: &CallCompletion,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let call = done.result.call;
        if !self.can_ask_again(turn) || changed_files(&done.result).is_none() {
            return false;
        }
        let Some(state) = self.call_state_mut(call) else {
            return false;
        };
        if state.on_disk || state.network.first.is_some() {
            return false;
        }
        state.on_disk = true;
        state.network.first = Some(Box::new(done.result.clone()));
        state.stage = CallStage::Preparing;
        self.request_plan(call, turn);
        true
    }

    /// Asks whether the command may run on the disk.
    pub(super) fn ask_about_disk(&mut self, plan: CallPlan, turn: &mut StepBuilder<'_, '_>) {
        let first = self.call_state(plan.call);
        let first = first.and_then(|state| state.network.first.as_ref());
        let files = first.and_then(|first| changed_files(first));
        let mut risk = plan.risk.clone();
        let files = notice::count(files.unwrap_or_default(), "file");
        risk.reasons.push(RiskReason {
            text: notice!("risk-too-much-to-review", files),
            span: None,
        });
        self.ask_about_call(plan, None, Vec::new(), Some(risk), turn);
    }

    /// Says in the output that what follows is the run on the disk.
    pub(super) fn tell_of_run_on_disk(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let state = self.call_state(call);
        if state.is_some_and(|state| state.on_disk && state.network.first.is_some()) {
            self.tell_between_runs(call, turn);
        }
    }
}

/// Adds to the result of the run in the proposed world why there was none on the disk.
pub(super) fn add_refusal(first: &mut CallResult, error: &ToolError) {
    for fields in fields_of(first) {
        fields.insert("on_disk".to_owned(), error.message.to_string().into());
    }
}

/// Returns how many files a command changed that could not be proposed.
fn changed_files(result: &CallResult) -> Option<usize> {
    let number = result.content.get(NEEDS_DISK).and_then(Value::as_u64)?;
    usize::try_from(number).ok().filter(|_| result.ok)
}
