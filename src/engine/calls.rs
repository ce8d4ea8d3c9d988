//! The calls of an answer: in which order they are checked, decided on and carried out.
//!
//! Reads run side by side; everything else runs alone and in the model's order, so that a write
//! is planned on what the write before it has left.

use super::agent_calls;
use super::changes::{LoggedChange, decide_hunks};
use super::guard::Looping;
use super::questions::EngineQuestion;
use super::replan::{AllowedChange, ApprovedPlan};
use super::review::command_barrier::ProposalsBeforeCommand;
use super::routing::Trigger;
use super::run::{Phase, RunKind};
use super::session::Session;
use super::{Attendance, Effect, StepBuilder};
use crate::policy::decide::{Verdict, decide};
use crate::protocol::approval::{Question, Risk};
use crate::protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError};
use crate::protocol::event::EventKind;
use crate::protocol::ids::CallId;
use crate::protocol::permission::AfterDenial;
use crate::protocol::plan::{CallPlan, Grant};

/// A call of the present step.
#[derive(Debug)]
pub(super) struct CallState {
    pub(super) call: ToolCall,
    pub(super) class: ToolClass,
    pub(super) stage: CallStage,
    /// What the human made of the command: it is judged again before it runs.
    pub(super) edited: Option<String>,
    /// What became of staged changes before it ran.
    pub(super) staged: Option<ProposalsBeforeCommand>,
    /// Why they could not be written before it, for the question that comes next.
    pub(super) unwritten: Option<String>,
    /// What was allowed before the file's log grew: it holds for a plan that makes the same of it.
    pub(super) allowed: Option<AllowedChange>,
    /// How often it was planned anew because the file's log had grown.
    pub(super) replanned: u32,
    /// Whether it came up while another one runs, which waits for it.
    pub(super) is_beside: bool,
    /// What was asked about it by a process that is gone: it is asked again, whatever the rules say now.
    pub(super) asked_before: Option<Box<Question>>,
}

/// How far a call is.
#[derive(Debug)]
pub(super) enum CallStage {
    /// Its turn has not come.
    Waiting,
    /// The engine asks whether the run may go on with it.
    Held(EngineQuestion),
    /// A worker checks it.
    Preparing,
    /// The human is asked.
    Asking(Box<CallPlan>),
    /// It runs so, by this leave, when the review is not at work any more.
    Ready(ApprovedPlan),
    /// What is staged is written first; then it runs so, by this leave.
    Saving(Box<CallPlan>, Grant, String),
    /// It runs; with the change that was logged for it, if it makes one.
    Running(Option<LoggedChange>),
    /// It is over.
    Done,
}

impl CallState {
    pub(super) fn waiting(call: ToolCall, class: ToolClass) -> Self {
        Self {
            call,
            class,
            stage: CallStage::Waiting,
            edited: None,
            staged: None,
            unwritten: None,
            allowed: None,
            replanned: 0,
            is_beside: false,
            asked_before: None,
        }
    }

    fn is_done(&self) -> bool {
        matches!(self.stage, CallStage::Done)
    }

    /// The call as it is to be done, with what the human made of it.
    pub(super) fn as_edited(&self) -> ToolCall {
        let mut call = self.call.clone();
        if let (Some(text), Some(arguments)) = (&self.edited, call.arguments.as_object_mut()) {
            arguments.insert("command".to_owned(), text.clone().into());
        }
        call
    }

    /// Whether it changes nothing itself, so that others may run meanwhile.
    pub(super) fn runs_beside_others(&self) -> bool {
        let reads = matches!(self.class, ToolClass::Read | ToolClass::Unknown);
        reads || self.class == ToolClass::Agent
    }

    fn is_waiting(&self) -> bool {
        matches!(self.stage, CallStage::Waiting)
    }
}

impl Session {
    /// Starts every call whose turn has come; ends the step when all are over.
    pub(super) fn advance(&mut self, turn: &mut StepBuilder<'_, '_>) {
        loop {
            let Some(run) = &self.run else { return };
            // While the review writes files, no call begins.
            if run.phase != Phase::Calls || self.review.is_saving() {
                return;
            }
            if run.calls.iter().all(CallState::is_done) {
                self.end_of_step(turn);
                return;
            }
            let Some(index) = self.next_startable() else {
                return;
            };
            self.start_call(index, turn);
        }
    }

    /// The first waiting call, if nothing that is under way forbids it.
    fn next_startable(&self) -> Option<usize> {
        let calls = &self.run.as_ref()?.calls;
        let mut states = calls.iter();
        // What a running call waits for comes before what waits for that call to be over.
        if let Some(beside) = states.position(|state| state.is_waiting() && state.is_beside) {
            return Some(beside);
        }
        let index = calls.iter().position(CallState::is_waiting)?;
        let next = calls.get(index)?;
        let mut under_way = calls.iter().take(index).filter(|state| !state.is_done());
        let free = if next.runs_beside_others() {
            under_way.all(|state| {
                state.runs_beside_others() && !matches!(state.stage, CallStage::Held(_))
            })
        } else {
            under_way.next().is_none()
        };
        free.then_some(index)
    }

    fn start_call(&mut self, index: usize, turn: &mut StepBuilder<'_, '_>) {
        let Some(run) = &self.run else { return };
        let Some(state) = run.calls.get(index) else {
            return;
        };
        let by_model = run.kind == RunKind::Agent;
        let id = state.call.id;
        let is_spent = run.budget == 0;
        if is_spent && by_model && self.go_remote(Trigger::ToolBudget, turn) {
            // Another model goes on: it has a budget of its own.
            self.renew_budget(turn);
        } else if is_spent {
            self.hold_call(id, EngineQuestion::Budget, turn);
            return;
        }
        let Some(run) = &mut self.run else { return };
        let Some(state) = run.calls.get(index) else {
            return;
        };
        if by_model && let Some(looping) = run.guard.observe(&state.call) {
            let tool = state.call.tool.clone();
            self.hold_call(id, EngineQuestion::Loop { looping, tool }, turn);
            return;
        }
        self.prepare_call(id, turn);
    }

    /// Asks whether the run may go on with a call; nobody there means no.
    fn hold_call(
        &mut self,
        call: CallId,
        question: EngineQuestion,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if turn.config.attendance == Attendance::Attended {
            self.ask_about_run(call, &question, turn);
            self.set_stage(call, CallStage::Held(question));
            return;
        }
        match question {
            EngineQuestion::Budget => self.fail_over_budget(turn),
            EngineQuestion::Loop { looping, .. } => self.refuse_loop(call, looping, None, turn),
        }
    }

    fn fail_over_budget(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let made = self.run.as_ref().map_or(0, |run| run.result.tool_calls);
        self.fail_run(
            format!("the run has made {made} tool calls without coming to an end"),
            Some(format!(
                "raise {} in the config, or split the task",
                turn.config.tool_calls_key
            )),
            Some(ErrorCode::MaxIterations),
            turn,
        );
    }

    /// A call that closes a loop is not run, with the answer of who was asked about it; the second
    /// time the run ends.
    pub(super) fn refuse_loop(
        &mut self,
        call: CallId,
        looping: Looping,
        answer: Option<ToolError>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(run) = &mut self.run else { return };
        run.guard.reset();
        run.loops_refused = run.loops_refused.saturating_add(1);
        if run.loops_refused > 1 {
            self.fail_run(
                "the model repeats the same tool calls".to_owned(),
                Some("say what is wanted in other words, or choose another model".to_owned()),
                Some(ErrorCode::MaxIterations),
                turn,
            );
            return;
        }
        let what = match looping {
            Looping::Identical => "three times in a row with the same arguments",
            Looping::Alternating => "in turn with another call, three times",
        };
        let message = match &answer {
            Some(refusal) => format!("this call was made {what}, and {}", refusal.message),
            None => format!(
                "this call was made {what} and was not run again. Its earlier result still \
                 stands: use it, do something else, or say what is missing"
            ),
        };
        let details = answer.map_or(serde_json::Value::Null, |refusal| refusal.details);
        let error = ToolError::new(ErrorCode::UserRejected, message).with_details(details);
        self.finish_with_error(call, error, turn);
        self.advance(turn);
    }

    /// Sends a call to a worker to be checked.
    pub(super) fn prepare_call(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let session = self.id;
        let Some(run) = &mut self.run else { return };
        let run_id = run.id;
        run.budget = run.budget.saturating_sub(1);
        let Some(state) = run.calls.iter_mut().find(|state| state.call.id == call) else {
            return;
        };
        state.stage = CallStage::Preparing;
        run.result.count_call(&state.call.tool, Some(state.class));
        let call = state.as_edited();
        turn.effect(Effect::PrepareCall {
            session,
            run: run_id,
            call,
        });
    }

    /// A call is planned: it is decided on.
    pub(super) fn call_prepared(&mut self, plan: CallPlan, turn: &mut StepBuilder<'_, '_>) {
        let call = plan.call;
        if !self.is_preparing(call) {
            let ends = self
                .run
                .as_ref()
                .is_some_and(|run| run.phase == Phase::Ending);
            turn.effect(if ends {
                agent_calls::refusal_at_the_end(call)
            } else {
                Effect::RefuseCall {
                    call,
                    why: "nobody waits for this call any more".to_owned(),
                    then: AfterDenial::GoOn,
                }
            });
            return;
        }
        if self.is_out_of_date(&plan) {
            self.prepare_again(call, turn);
            return;
        }
        if let Some((grant, by)) = self.allowed_before(&plan) {
            self.write_or_stage(plan, grant, by, turn);
            return;
        }
        if plan.class == ToolClass::Ask {
            self.ask_for_agent(plan, turn);
            return;
        }
        if let Some(text) = self.call_state(call).and_then(|state| state.edited.clone()) {
            self.edited_command_judged(plan, text, turn);
            return;
        }
        match decide(&self.policy, &plan, self.taint) {
            Verdict::Run { .. } | Verdict::Stage if self.was_asked_before(call) => {
                let note = "it was asked about before the workbench ended".to_owned();
                self.ask_about_call(plan, Some(note), Vec::new(), None, turn);
            }
            Verdict::Run { by } => match self.staged_beside(&plan) {
                Some(staged) => self.run_beside_staged(plan, &staged, by, turn),
                None => self.write_or_stage(plan, Grant::AsPlanned, by, turn),
            },
            Verdict::Deny { error } => self.refuse_call(call, error, turn),
            Verdict::Stage => self.stage_call(&plan, "the mode".to_owned(), turn),
            Verdict::Ask { note, scopes, risk } => {
                self.ask_about_call(plan, note, scopes, Some(risk), turn);
            }
        }
    }

    /// A command that the human edited was planned anew. One that is risky now is asked about
    /// again, for the edit may have been a slip; any other was allowed with the edit.
    fn edited_command_judged(
        &mut self,
        plan: CallPlan,
        text: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let is_risky = plan.risk.risk == Risk::High || plan.risk.always_ask;
        let staged = self.take_said_of_staged(plan.call);
        if is_risky || self.was_asked_before(plan.call) {
            let note = Some("this is the command as you edited it".to_owned());
            self.ask_about_call(plan, note, Vec::new(), None, turn);
        } else {
            let (by, grant) = ("your answer".to_owned(), Grant::Edited { text });
            match self.staged_beside(&plan) {
                Some(_)
                    if plan.risk.risk == Risk::Low
                        || staged == Some(ProposalsBeforeCommand::Apart) =>
                {
                    self.run_apart(plan, grant, by, turn);
                }
                Some(_) => self.write_then_run(plan, grant, by, turn),
                None => self.run_call(plan, grant, by, turn),
            }
        }
    }

    /// Why what is staged could not be written before a call; the next question says it once.
    pub(super) fn take_unwritten(&mut self, call: CallId) -> Option<String> {
        let mut calls = self.run.iter_mut().flat_map(|run| run.calls.iter_mut());
        calls.find(|state| state.call.id == call)?.unwritten.take()
    }

    /// What the human said of staged changes with an edit; another question asks anew.
    fn take_said_of_staged(&mut self, call: CallId) -> Option<ProposalsBeforeCommand> {
        let mut calls = self.run.iter_mut().flat_map(|run| run.calls.iter_mut());
        calls.find(|state| state.call.id == call)?.staged.take()
    }

    /// Has a command checked again as the human edited it.
    pub(super) fn judge_edited_command(
        &mut self,
        call: CallId,
        text: String,
        staged: Option<ProposalsBeforeCommand>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        turn.effect(Effect::DropCall { call });
        let (session, run) = (self.id, self.run.as_ref().map(|run| run.id));
        let mut calls = self.run.iter_mut().flat_map(|run| run.calls.iter_mut());
        let (Some(run), Some(state)) = (run, calls.find(|state| state.call.id == call)) else {
            return;
        };
        state.stage = CallStage::Preparing;
        state.edited = Some(text);
        state.staged = staged;
        let call = state.as_edited();
        turn.effect(Effect::PrepareCall { session, run, call });
    }

    pub(super) fn is_preparing(&self, call: CallId) -> bool {
        self.call_state(call)
            .is_some_and(|state| matches!(state.stage, CallStage::Preparing))
    }

    pub(super) fn call_state(&self, call: CallId) -> Option<&CallState> {
        self.run
            .as_ref()?
            .calls
            .iter()
            .find(|state| state.call.id == call)
    }

    pub(super) fn set_stage(&mut self, call: CallId, stage: CallStage) {
        let mut calls = self.run.iter_mut().flat_map(|run| run.calls.iter_mut());
        if let Some(state) = calls.find(|state| state.call.id == call) {
            state.stage = stage;
        }
    }

    /// A call cannot be done.
    pub(super) fn call_refused(
        &mut self,
        call: CallId,
        error: ToolError,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.is_preparing(call) {
            return;
        }
        let Some(run) = &mut self.run else { return };
        let (count, limit, what) = match error.code {
            ErrorCode::InvalidArguments | ErrorCode::ToolNotAvailable => {
                let limit = turn.config.max_schema_retries;
                let count = run.schema_errors.note();
                (count, limit, "calls that do not fit the tools' schema")
            }
            ErrorCode::Conflict => {
                let limit = turn.config.max_conflict_retries;
                let count = run.conflicts.note();
                (count, limit, "writes to files that had changed")
            }
            _ => (0, 1, ""),
        };
        let code = error.code;
        let trigger = self.note_failure(call, &error);
        self.finish_with_error(call, error, turn);
        if trigger.is_some_and(|trigger| self.go_remote(trigger, turn)) {
            self.advance(turn);
            return;
        }
        if count > limit {
            let hint = Some("say it in other words, or choose another model".to_owned());
            let error = match count {
                1 => format!("the model made {what}"),
                _ => format!("in {count} answers in a row the model made {what}"),
            };
            self.fail_run(error, hint, Some(code), turn);
            return;
        }
        self.advance(turn);
    }

    /// Carries out a planned call. A change is logged first, with its base.
    pub(super) fn run_call(
        &mut self,
        mut plan: CallPlan,
        grant: Grant,
        allowed_by: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let call = plan.call;
        let changes_files = self
            .call_state(call)
            .is_some_and(|state| !state.runs_beside_others());
        if changes_files && self.review.is_at_work() {
            self.set_stage(call, CallStage::Ready(Box::new((plan, grant, allowed_by))));
            return;
        }
        if self.is_out_of_date(&plan) {
            self.plan_again(plan, grant, allowed_by, turn);
            return;
        }
        decide_hunks(&mut plan, &grant);
        let fact = EventKind::CallStarted { call, allowed_by };
        self.fact(turn, fact);
        if plan.change.is_some() {
            self.log_change(&plan, &grant, turn);
        }
        let Some(run) = self.run.as_ref().map(|run| run.id) else {
            return;
        };
        let change = LoggedChange::of(&plan, &grant);
        self.set_stage(call, CallStage::Running(change));
        turn.effect(Effect::RunCall {
            session: self.id,
            run,
            call,
            grant,
        });
    }

    /// Carries out a call that is allowed; a write that builds on staged hunks joins them.
    pub(super) fn write_or_stage(
        &mut self,
        plan: CallPlan,
        grant: Grant,
        allowed_by: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let change = plan.change.as_ref();
        if change.is_some_and(|change| change.builds_on_staged) && grant == Grant::AsPlanned {
            if self.is_out_of_date(&plan) {
                self.plan_again(plan, grant, allowed_by, turn);
                return;
            }
            let by = format!("{allowed_by}; it builds on staged changes, so it joins them");
            self.stage_call(&plan, by, turn);
        } else {
            self.run_call(plan, grant, allowed_by, turn);
        }
    }

    /// Logs a change as pending, for the review; the disk stays as it is.
    fn stage_call(&mut self, plan: &CallPlan, allowed_by: String, turn: &mut StepBuilder<'_, '_>) {
        let call = plan.call;
        self.fact(turn, EventKind::CallStarted { call, allowed_by });
        self.log_staged(plan, turn);
        let Some(run) = self.run.as_ref().map(|run| run.id) else {
            return;
        };
        self.set_stage(call, CallStage::Running(None));
        turn.effect(Effect::StageCall {
            session: self.id,
            run,
            call,
        });
    }
}
