//! Calls that wait for the review, and calls that are planned again because the log of their
//! file has grown. A permission holds for a new plan with the same result for the file, and
//! for no other.

use super::calls::CallStage;
use super::session::Session;
use super::{Effect, StepBuilder};
use notice::{Notice, notice};
use protocol::call::{ErrorCode, ToolError};
use protocol::ids::CallId;
use protocol::plan::{CallPlan, Grant};

/// A change that was allowed, before it is planned again.
#[derive(Debug)]
pub(super) struct AllowedChange {
    plan: Box<CallPlan>,
    grant: Grant,
    by: Notice,
}

/// A plan, its grant, and what allowed it.
pub(super) type ApprovedPlan = Box<(CallPlan, Grant, Notice)>;

/// Maximum number of times that a call is planned again because the file's log has grown.
const PLANS: u32 = 8;

impl Session {
    /// Returns a call of any thread that waits for the review.
    pub(super) fn ready_call(&self) -> Option<CallId> {
        let runs = self.threads().filter_map(|thread| thread.run.as_ref());
        let mut calls = runs.flat_map(|run| &run.calls);
        let ready = calls.find(|state| matches!(state.stage, CallStage::Ready(_)))?;
        Some(ready.call.id)
    }

    /// Takes the call that waited for the review, if there is one.
    pub(super) fn take_ready(&mut self) -> Option<ApprovedPlan> {
        let mut calls = self
            .thread
            .run
            .iter_mut()
            .flat_map(|run| run.calls.iter_mut());
        let state = calls.find(|state| matches!(state.stage, CallStage::Ready(_)))?;
        match std::mem::replace(&mut state.stage, CallStage::Preparing) {
            CallStage::Ready(ready) => Some(ready),
            other => {
                state.stage = other;
                None
            }
        }
    }

    /// Whether the file's log has grown since the change was planned.
    pub(super) fn is_out_of_date(&self, plan: &CallPlan) -> bool {
        let Some(base) = plan.change.as_ref().map(|change| &change.base) else {
            return false;
        };
        // A log that cannot be read stays unreadable.
        let is_known = base.after_entry.is_some()
            || self
                .call_state(plan.call)
                .is_some_and(|state| state.replanned == 0);
        is_known && base.after_entry != self.review.last_entry(base.file)
    }

    /// Requests a new plan of an allowed call. The permission holds if the new plan has the same
    /// result.
    pub(super) fn plan_again(
        &mut self,
        plan: CallPlan,
        grant: Grant,
        by: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let call = plan.call;
        if let Some(state) = self.call_state_mut(call) {
            state.stage = CallStage::Preparing;
            let plan = Box::new(plan);
            state.allowed = Some(AllowedChange { plan, grant, by });
        }
        self.prepare_again(call, turn);
    }

    /// Takes the permission for an earlier plan with the same result for the file as this plan.
    pub(super) fn allowed_before(&mut self, plan: &CallPlan) -> Option<(Grant, Notice)> {
        let state = self.call_state_mut(plan.call)?;
        let AllowedChange {
            plan: old,
            grant,
            by,
        } = state.allowed.take()?;
        let (old, new) = (&old.change.as_ref()?.entry, &plan.change.as_ref()?.entry);
        let same = (&old.before, &old.after) == (&new.before, &new.after)
            && old.hunks.len() == new.hunks.len();
        let grant = match grant {
            Grant::Hunks { accepted } => {
                let pairs = old.hunks.iter().zip(&new.hunks);
                let kept = pairs.filter(|(old, _)| accepted.contains(&old.id));
                let accepted = kept.map(|(_, new)| new.id).collect();
                Grant::Hunks { accepted }
            }
            other => other,
        };
        same.then_some((grant, by))
    }

    /// Requests a new plan of a call.
    pub(super) fn prepare_again(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        turn.effect(Effect::DropCall { call });
        let Some(state) = self.call_state_mut(call) else {
            return;
        };
        state.replanned = state.replanned.saturating_add(1);
        if state.replanned > PLANS {
            let message = notice!("told-changed-again");
            self.call_refused(call, ToolError::new(ErrorCode::Conflict, message), turn);
            return;
        }
        self.request_plan(call, turn);
    }
}
