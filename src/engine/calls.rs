//! The calls of an answer: the order in which they are checked, decided and carried out.
//!
//! Reads run side by side; everything else runs alone and in the model's order, so that a write is
//! planned on the result of the write before it.

use super::agent_calls;
use super::changes::{LoggedChange, decide_hunks};
use super::guard::Looping;
use super::hooks::HookProgress;
use super::network::CallNetwork;
use super::questions::EngineQuestion;
use super::replan::{AllowedChange, ApprovedPlan};
use super::review::command_barrier::ProposalsBeforeCommand;
use super::routing::Trigger;
use super::run::{Phase, RunKind};
use super::session::Session;
use super::{Attendance, Effect, StepBuilder};
use notice::{Notice, notice};
use policy::decide::Verdict;
use protocol::approval::{Question, Risk};
use protocol::call::{CallResult, ErrorCode, ToolCall, ToolClass, ToolError};
use protocol::event::EventKind;
use protocol::ids::{CallId, RunId, SessionId};
use protocol::permission::AfterDenial;
use protocol::plan::{CallPlan, Executor, Grant};

/// A call of the current step.
#[derive(Debug)]
pub(super) struct CallState {
    pub(super) call: ToolCall,
    pub(super) class: ToolClass,
    pub(super) stage: CallStage,
    /// The command as the user edited it; it is judged again before it runs.
    pub(super) edited: Option<String>,
    /// Outcome of the proposed changes before the call ran.
    pub(super) proposed: Option<ProposalsBeforeCommand>,
    /// The reason why the proposed changes could not be written before the call. The next question
    /// shows it.
    pub(super) unwritten: Option<Notice>,
    /// The change that was allowed before the file's log grew. The permission holds for a new plan
    /// with the same result.
    pub(super) allowed: Option<AllowedChange>,
    /// Number of times the call was planned again because the file's log had grown.
    pub(super) replanned: u32,
    /// Whether another running call waits for this one.
    pub(super) is_beside: bool,
    /// The question that an earlier process asked about the call. The engine asks it again,
    /// whatever the rules say now.
    pub(super) asked_before: Option<Box<Question>>,
    pub(super) network: CallNetwork,
    /// Whether hooks were asked about it, and want the user to be asked.
    pub(super) hooked: HookProgress,
    /// Text that hooks have for the model, which goes into the result.
    pub(super) hook_context: Option<String>,
    /// Whether the command runs again, on the disk, since it changed too much to be proposed.
    pub(super) on_disk: bool,
    /// Whether a hook set the arguments, which are not those of the model any more.
    pub(super) is_updated_by_hook: bool,
    /// Whether we or an agent program carry it out, as its plan says.
    pub(super) carried_out: Executor,
}

/// Progress of a call.
#[derive(Debug)]
pub(super) enum CallStage {
    /// An earlier call must finish first.
    Waiting,
    /// The engine asks whether the run may go on with the call.
    Held(EngineQuestion),
    /// A worker checks and plans the call.
    Preparing,
    /// Hooks are asked about the plan.
    Hooked(Box<CallPlan>),
    /// The user must answer a question about the call.
    Asking(Box<CallPlan>),
    /// The command ran without the network; the user decides whether it runs again with it.
    AskingAgain,
    /// Approved; runs once the review no longer works.
    Ready(ApprovedPlan),
    /// Approved; the proposed changes are written first. Holds the plan, the grant, and
    /// what allowed it.
    Applying(Box<CallPlan>, Grant, Notice),
    /// The call runs. Holds the change that was logged for it, if it makes one.
    Running(Option<LoggedChange>),
    /// The call is over; hooks are asked about its result.
    Concluding(Box<CallResult>),
    Done,
}

impl CallState {
    pub(super) fn waiting(call: ToolCall, class: ToolClass) -> Self {
        Self {
            call,
            class,
            stage: CallStage::Waiting,
            edited: None,
            proposed: None,
            unwritten: None,
            allowed: None,
            replanned: 0,
            is_beside: false,
            asked_before: None,
            network: CallNetwork::default(),
            hooked: HookProgress::NotAsked,
            hook_context: None,
            on_disk: false,
            is_updated_by_hook: false,
            carried_out: Executor::ByUs,
        }
    }

    fn is_done(&self) -> bool {
        matches!(self.stage, CallStage::Done)
    }

    /// Returns the effect that plans the call.
    pub(super) fn preparation(&self, session: SessionId, run: RunId) -> Effect {
        Effect::PrepareCall {
            session,
            run,
            call: self.as_edited(),
            on_disk: self.on_disk,
        }
    }

    /// Returns the call with the command as the user edited it.
    pub(super) fn as_edited(&self) -> ToolCall {
        let mut call = self.call.clone();
        if let (Some(text), Some(arguments)) = (&self.edited, call.arguments.as_object_mut()) {
            arguments.insert("command".to_owned(), text.clone().into());
        }
        call
    }

    /// Whether the call changes nothing itself, so that others may run at the same time.
    pub(super) fn runs_beside_others(&self) -> bool {
        let reads = matches!(self.class, ToolClass::Read | ToolClass::Unknown);
        reads || self.class == ToolClass::Agent
    }

    /// Whether work of the call runs, or ran and may run again, so that no other process can take
    /// it over.
    pub(super) fn has_begun(&self) -> bool {
        let runs = matches!(self.stage, CallStage::Running(_) | CallStage::Concluding(_));
        runs || self.network.first.is_some()
    }

    fn is_waiting(&self) -> bool {
        matches!(self.stage, CallStage::Waiting)
    }
}

impl Session {
    /// Starts every call that may start; ends the step when all are done.
    pub(super) fn advance(&mut self, turn: &mut StepBuilder<'_, '_>) {
        loop {
            let Some(run) = &self.thread.run else { return };
            // While the review writes files, no call begins.
            if run.phase != Phase::Calls || self.review.is_applying() {
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

    /// Returns the first waiting call, if no call in progress blocks it.
    fn next_startable(&self) -> Option<usize> {
        let calls = &self.thread.run.as_ref()?.calls;
        let mut states = calls.iter();
        // A call that a running call waits for comes before the calls that wait for
        // that running call.
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
        let Some(run) = &self.thread.run else { return };
        let Some(state) = run.calls.get(index) else {
            return;
        };
        let by_model = run.kind == RunKind::Agent;
        let id = state.call.id;
        if let Some(error) = self.withheld(state) {
            self.finish_with_error(id, error, turn);
            return;
        }
        let is_spent = self.call_budget().is_none_or(|budget| *budget == 0);
        if is_spent && by_model && self.go_remote(Trigger::ToolBudget, turn) {
            // The remote model has a budget of its own.
            self.renew_budget(turn);
        } else if is_spent {
            self.hold_call(id, EngineQuestion::Budget, turn);
            return;
        }
        let Some(run) = &mut self.thread.run else {
            return;
        };
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

    /// Asks whether the run may go on with a call. Without a user to ask, the answer is no.
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
        let made = self
            .thread
            .run
            .as_ref()
            .map_or(0, |run| run.result.tool_calls);
        let key = turn.config.tool_calls_key;
        self.fail_run(
            notice!("told-no-end-of-calls", word = made),
            Some(notice!("told-raise-calls", key)),
            Some(ErrorCode::MaxIterations),
            turn,
        );
    }

    /// Refuses a call that closes a loop, with the user's answer if the user was asked. The second
    /// refusal ends the run.
    pub(super) fn refuse_loop(
        &mut self,
        call: CallId,
        looping: Looping,
        answer: Option<ToolError>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(run) = &mut self.thread.run else {
            return;
        };
        run.guard.reset();
        run.loops_refused = run.loops_refused.saturating_add(1);
        if run.loops_refused > 1 {
            self.fail_run(
                notice!("told-repeats-calls"),
                Some(notice!("told-say-wanted")),
                Some(ErrorCode::MaxIterations),
                turn,
            );
            return;
        }
        let why = answer.as_ref().map(|refusal| &refusal.message);
        let message = match (looping, why) {
            (Looping::Identical, Some(why)) => notice!("told-call-in-a-row", why),
            (Looping::Alternating, Some(why)) => notice!("told-call-in-turn", why),
            (Looping::Identical, None) => notice!("told-call-in-a-row-not-run"),
            (Looping::Alternating, None) => notice!("told-call-in-turn-not-run"),
        };
        let details = answer.map_or(serde_json::Value::Null, |refusal| refusal.details);
        let error = ToolError::new(ErrorCode::UserRejected, message).with_details(details);
        self.finish_with_error(call, error, turn);
        self.advance(turn);
    }

    /// Sends a call to a worker, which checks and plans it.
    pub(super) fn prepare_call(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let session = self.id;
        let Some(run) = &mut self.thread.run else {
            return;
        };
        let run_id = run.id;
        let Some(state) = run.calls.iter_mut().find(|state| state.call.id == call) else {
            return;
        };
        state.stage = CallStage::Preparing;
        run.result.count_call(&state.call.tool, Some(state.class));
        turn.effect(state.preparation(session, run_id));
        if let Some(budget) = self.call_budget() {
            *budget = budget.saturating_sub(1);
        }
    }

    /// Decides on a call that has been planned.
    pub(super) fn call_prepared(&mut self, plan: CallPlan, turn: &mut StepBuilder<'_, '_>) {
        let call = plan.call;
        if !self.is_preparing(call) {
            let ends = self
                .thread
                .run
                .as_ref()
                .is_some_and(|run| run.phase == Phase::Ending);
            turn.effect(if ends {
                agent_calls::refusal_at_the_end(call)
            } else {
                Effect::RefuseCall {
                    call,
                    why: "the run no longer waits for this call".to_owned(),
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
            self.write_or_propose(plan, grant, by, turn);
            return;
        }
        if let Some(plan) = self.ask_call_hooks(plan, turn) {
            self.decide_prepared(plan, turn);
        }
    }

    /// Decides on a planned call that hooks have been asked about.
    pub(super) fn decide_prepared(&mut self, plan: CallPlan, turn: &mut StepBuilder<'_, '_>) {
        let call = plan.call;
        if plan.class == ToolClass::Ask {
            self.ask_for_agent(plan, turn);
            return;
        }
        let plan = self.with_granted_network(plan);
        if self.runs_again(call) {
            self.planned_again(plan, turn);
            return;
        }
        if let Some(text) = self.call_state(call).and_then(|state| state.edited.clone()) {
            self.edited_command_judged(plan, text, turn);
            return;
        }
        if self.is_typed_instruction(&plan) {
            return self.propose_call(&plan, notice!("told-allowed-typed"), turn);
        }
        match self.decide_with_hooks(&plan) {
            Verdict::Run { .. } | Verdict::Propose if self.was_asked_before(call) => {
                let note = notice!("told-asked-before-the-end");
                self.ask_about_call(plan, Some(note), Vec::new(), None, turn);
            }
            Verdict::Run { by } => match self.proposed_beside(&plan) {
                Some(proposed) => self.run_beside_proposed(plan, &proposed, by, turn),
                None => self.write_or_propose(plan, Grant::AsPlanned, by, turn),
            },
            Verdict::Deny { error } => self.refuse_call(call, error, turn),
            Verdict::Propose => self.propose_call(&plan, notice!("told-allowed-mode"), turn),
            Verdict::Ask { note, scopes, risk } => {
                self.ask_about_call(plan, note, scopes, Some(risk), turn);
            }
        }
    }

    /// Decides on a command that the user edited and that was planned again. If it is risky
    /// now, the user is asked again, because the edit may have been a slip; otherwise the edit
    /// itself allowed it.
    fn edited_command_judged(
        &mut self,
        plan: CallPlan,
        text: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let is_risky = plan.risk.risk == Risk::High
            || plan.risk.always_ask
            || self.hooks_want_to_ask(plan.call).is_some();
        let proposed = self.take_note_on_proposed(plan.call);
        if is_risky || self.was_asked_before(plan.call) {
            let note = Some(notice!("told-as-you-edited"));
            self.ask_about_call(plan, note, Vec::new(), None, turn);
        } else {
            let (by, grant) = (notice!("told-allowed-answer"), Grant::Edited { text });
            match self.proposed_beside(&plan) {
                Some(_)
                    if plan.risk.risk == Risk::Low
                        || proposed == Some(ProposalsBeforeCommand::Apart) =>
                {
                    self.run_apart(plan, grant, by, turn);
                }
                Some(_) => self.write_then_run(plan, grant, by, turn),
                None => self.run_call(plan, grant, by, turn),
            }
        }
    }

    /// Takes the reason why the proposed changes could not be written before a call; only the next
    /// question shows it.
    pub(super) fn take_unwritten(&mut self, call: CallId) -> Option<Notice> {
        self.call_state_mut(call)?.unwritten.take()
    }

    /// Takes the user's decision on proposed changes that came with an edited command. A later
    /// question asks for it again.
    fn take_note_on_proposed(&mut self, call: CallId) -> Option<ProposalsBeforeCommand> {
        self.call_state_mut(call)?.proposed.take()
    }

    /// Requests another check of a command that the user has edited.
    pub(super) fn judge_edited_command(
        &mut self,
        call: CallId,
        text: String,
        proposed: Option<ProposalsBeforeCommand>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        turn.effect(Effect::DropCall { call });
        let Some(state) = self.call_state_mut(call) else {
            return;
        };
        state.stage = CallStage::Preparing;
        state.edited = Some(text);
        state.hooked = HookProgress::NotAsked;
        state.proposed = proposed;
        self.request_plan(call, turn);
    }

    /// Has a worker plan a call.
    pub(super) fn request_plan(&self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let run = self.thread.run.as_ref().map(|run| run.id);
        if let (Some(run), Some(state)) = (run, self.call_state(call)) {
            turn.effect(state.preparation(self.id, run));
        }
    }

    pub(super) fn is_preparing(&self, call: CallId) -> bool {
        self.call_state(call)
            .is_some_and(|state| matches!(state.stage, CallStage::Preparing))
    }

    pub(super) fn call_state(&self, call: CallId) -> Option<&CallState> {
        self.thread
            .run
            .as_ref()?
            .calls
            .iter()
            .find(|state| state.call.id == call)
    }

    pub(super) fn call_state_mut(&mut self, call: CallId) -> Option<&mut CallState> {
        let mut calls = self
            .thread
            .run
            .iter_mut()
            .flat_map(|run| run.calls.iter_mut());
        calls.find(|state| state.call.id == call)
    }

    pub(super) fn set_stage(&mut self, call: CallId, stage: CallStage) {
        if let Some(state) = self.call_state_mut(call) {
            state.stage = stage;
        }
    }

    /// Handles a call that a worker refused.
    pub(super) fn call_refused(
        &mut self,
        call: CallId,
        error: ToolError,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.is_preparing(call) {
            return;
        }
        let Some(run) = &mut self.thread.run else {
            return;
        };
        let (count, limit) = match error.code {
            ErrorCode::InvalidArguments | ErrorCode::ToolNotAvailable => {
                (run.schema_errors.note(), turn.config.max_schema_retries)
            }
            ErrorCode::Conflict => (run.conflicts.note(), turn.config.max_conflict_retries),
            _ => (0, 1),
        };
        let code = error.code;
        let trigger = self.note_failure(call, &error);
        self.finish_with_error(call, error, turn);
        if trigger.is_some_and(|trigger| self.go_remote(trigger, turn)) {
            self.advance(turn);
            return;
        }
        if count > limit {
            let error = match (code, count) {
                (ErrorCode::Conflict, 1) => notice!("told-conflict-once"),
                (ErrorCode::Conflict, _) => notice!("told-conflict-calls", word = count),
                (_, 1) => notice!("told-misfit-once"),
                _ => notice!("told-misfit-calls", word = count),
            };
            self.fail_run(error, Some(notice!("told-say-otherwise")), Some(code), turn);
            return;
        }
        self.advance(turn);
    }

    /// Carries out a planned call. A change is logged first, with its base.
    pub(super) fn run_call(
        &mut self,
        mut plan: CallPlan,
        grant: Grant,
        allowed_by: Notice,
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
        let (grant, allowed_by) = match self.begin_with_network(&plan) {
            Some(network) => {
                let by = match network.hosts() {
                    [] => notice!("told-allowed-with-network", why = allowed_by),
                    hosts => notice!(
                        "told-allowed-with-hosts",
                        why = allowed_by,
                        places = hosts.join(", ")
                    ),
                };
                (grant.with_network(network), by)
            }
            None => (grant, allowed_by),
        };
        self.note_executor(&plan);
        self.note_origin(&plan);
        self.tell_of_run_on_disk(call, turn);
        self.fact(turn, EventKind::CallStarted { call, allowed_by });
        if let Some(request) = &plan.tasks {
            return self.run_task_request(call, request, turn);
        }
        if let Some(request) = &plan.agents {
            return self.run_agent_request(call, request, turn);
        }
        if let Some(request) = plan.remember {
            return self.run_remember(call, request, turn);
        }
        if plan.change.is_some() {
            self.log_change(&plan, &grant, turn);
        }
        let Some(run) = self.thread.run.as_ref().map(|run| run.id) else {
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

    fn note_executor(&mut self, plan: &CallPlan) {
        if let Some(state) = self.call_state_mut(plan.call) {
            state.carried_out = plan.carried_out;
        }
    }

    /// Carries out an allowed call; a write that builds on proposed hunks joins them.
    pub(super) fn write_or_propose(
        &mut self,
        plan: CallPlan,
        grant: Grant,
        allowed_by: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let change = plan.change.as_ref();
        if change.is_some_and(|change| change.builds_on_proposed) && grant == Grant::AsPlanned {
            if self.is_out_of_date(&plan) {
                self.plan_again(plan, grant, allowed_by, turn);
                return;
            }
            let by = notice!("told-allowed-and-joins", why = allowed_by);
            self.propose_call(&plan, by, turn);
        } else {
            self.run_call(plan, grant, allowed_by, turn);
        }
    }

    /// Logs a change as pending, for the review; the disk stays unchanged.
    fn propose_call(
        &mut self,
        plan: &CallPlan,
        allowed_by: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let call = plan.call;
        self.fact(turn, EventKind::CallStarted { call, allowed_by });
        self.log_proposed(plan, turn);
        let Some(run) = self.thread.run.as_ref().map(|run| run.id) else {
            return;
        };
        self.set_stage(call, CallStage::Running(None));
        turn.effect(Effect::ProposeCall {
            session: self.id,
            run,
            call,
        });
    }
}
