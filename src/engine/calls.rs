//! The calls of an answer: in which order they are checked, decided on and carried out.
//!
//! Reads run side by side; everything else runs alone and in the model's order, so that a write
//! is planned on what the write before it has left.

use serde_json::json;

use super::guard::Looping;
use super::outcome::CallDone;
use super::prompts::EngineQuestion;
use super::run::{Phase, RunKind};
use super::session::Session;
use super::{Attendance, Effect, Turn};
use crate::policy::decide::{Verdict, decide};
use crate::policy::scopes::always_scopes;
use crate::protocol::approval::Risk;
use crate::protocol::call::{CallResult, ErrorCode, ToolCall, ToolClass, ToolError};
use crate::protocol::change::{Checkpoint, CheckpointFile, CheckpointKind, HunkState};
use crate::protocol::event::Fact;
use crate::protocol::ids::{CallId, CheckpointId, HunkId, MessageId};
use crate::protocol::message::{Block, Message, MessageState, Role};
use crate::protocol::plan::{CallPlan, Grant};
use crate::protocol::session::SessionStatus;

/// A call of the present step.
#[derive(Debug)]
pub(super) struct CallState {
    pub(super) call: ToolCall,
    pub(super) class: ToolClass,
    pub(super) stage: CallStage,
    /// What the human made of the command: it is judged again before it runs.
    pub(super) edited: Option<String>,
}

/// How far a call is.
#[derive(Debug)]
pub(super) enum CallStage {
    /// Its turn has not come.
    Waiting,
    /// The engine asks whether the run may go on with it.
    Held,
    /// A worker checks it.
    Preparing,
    /// The human is asked.
    Asking(Box<CallPlan>),
    /// It runs.
    Running(Box<CallPlan>),
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
        }
    }

    fn is_done(&self) -> bool {
        matches!(self.stage, CallStage::Done)
    }

    fn runs_beside_others(&self) -> bool {
        matches!(self.class, ToolClass::Read | ToolClass::Unknown)
    }
}

impl Session {
    /// Starts every call whose turn has come; ends the step when all are over.
    pub(super) fn advance(&mut self, turn: &mut Turn<'_, '_>) {
        loop {
            let Some(run) = &self.run else { return };
            if run.phase != Phase::Calls {
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
        let index = calls
            .iter()
            .position(|state| matches!(state.stage, CallStage::Waiting))?;
        let next = calls.get(index)?;
        let mut under_way = calls.iter().take(index).filter(|state| !state.is_done());
        let free = if next.runs_beside_others() {
            under_way
                .all(|state| state.runs_beside_others() && !matches!(state.stage, CallStage::Held))
        } else {
            under_way.next().is_none()
        };
        free.then_some(index)
    }

    fn start_call(&mut self, index: usize, turn: &mut Turn<'_, '_>) {
        let Some(run) = &mut self.run else { return };
        let Some(state) = run.calls.get_mut(index) else {
            return;
        };
        let by_model = run.kind == RunKind::Agent;
        let id = state.call.id;
        if run.budget == 0 {
            self.hold_call(id, &EngineQuestion::Budget, turn);
            return;
        }
        if by_model && let Some(looping) = run.guard.observe(&state.call) {
            let tool = state.call.tool.clone();
            self.hold_call(id, &EngineQuestion::Loop { looping, tool }, turn);
            return;
        }
        self.prepare_call(id, turn);
    }

    /// Asks whether the run may go on with a call; nobody there means no.
    fn hold_call(&mut self, call: CallId, question: &EngineQuestion, turn: &mut Turn<'_, '_>) {
        if turn.config.attendance == Attendance::Attended {
            self.ask_about_run(call, question, turn);
            self.set_stage(call, CallStage::Held);
            return;
        }
        match question {
            EngineQuestion::Budget => self.fail_over_budget(turn),
            EngineQuestion::Loop { looping, .. } => self.refuse_loop(call, *looping, turn),
        }
    }

    fn fail_over_budget(&mut self, turn: &mut Turn<'_, '_>) {
        let limit = turn.config.max_tool_calls;
        self.fail_run(
            format!("the run has made {limit} tool calls without coming to an end"),
            Some("raise max_tool_calls_workbench in the config, or split the task".to_owned()),
            Some(ErrorCode::MaxIterations),
            turn,
        );
    }

    /// A call that closes a loop is not run; the second time the run ends.
    pub(super) fn refuse_loop(&mut self, call: CallId, looping: Looping, turn: &mut Turn<'_, '_>) {
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
        let error = ToolError::new(
            ErrorCode::UserRejected,
            format!(
                "this call was made {what} and was not run again. Its earlier result still \
                 stands: use it, do something else, or say what is missing"
            ),
        );
        self.finish_with_error(call, error, turn);
        self.advance(turn);
    }

    /// Sends a call to a worker to be checked.
    pub(super) fn prepare_call(&mut self, call: CallId, turn: &mut Turn<'_, '_>) {
        let session = self.id;
        let Some(run) = &mut self.run else { return };
        let run_id = run.id;
        run.budget = run.budget.saturating_sub(1);
        let Some(state) = run.calls.iter_mut().find(|state| state.call.id == call) else {
            return;
        };
        state.stage = CallStage::Preparing;
        run.result.tool_calls = run.result.tool_calls.saturating_add(1);
        if !run.result.tools_used.contains(&state.call.tool) {
            run.result.tools_used.push(state.call.tool.clone());
        }
        if state.class == ToolClass::Mcp {
            run.result.mcp_calls = run.result.mcp_calls.saturating_add(1);
        }
        let call = state.call.clone();
        turn.effect(Effect::PrepareCall {
            session,
            run: run_id,
            call,
        });
    }

    /// A call is planned: it is decided on.
    pub(super) fn call_prepared(&mut self, plan: CallPlan, turn: &mut Turn<'_, '_>) {
        let call = plan.call;
        if !self.is_preparing(call) {
            turn.effect(Effect::DropCall { call });
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
            Verdict::Run { by } => self.run_call(plan, Grant::AsPlanned, by, turn),
            Verdict::Deny { error } => {
                turn.effect(Effect::DropCall { call });
                self.finish_with_error(call, error, turn);
                self.advance(turn);
            }
            Verdict::Stage => {
                // Until the review can hold staged hunks, its mode asks as confirm does.
                let note = "review mode asks for each write until hunks can be staged";
                let scopes = always_scopes(&plan, &plan.risk);
                self.ask_about_call(plan, Some(note.to_owned()), scopes, None, turn);
            }
            Verdict::Ask { note, scopes, risk } => {
                self.ask_about_call(plan, note, scopes, Some(risk), turn);
            }
        }
    }

    /// A command that the human edited was planned anew. One that is risky now is asked about
    /// again, for the edit may have been a slip; any other was allowed with the edit.
    fn edited_command_judged(&mut self, plan: CallPlan, text: String, turn: &mut Turn<'_, '_>) {
        if plan.risk.risk == Risk::High || plan.risk.always_ask {
            let note = Some("this is the command as you edited it".to_owned());
            self.ask_about_call(plan, note, Vec::new(), None, turn);
        } else {
            let allowed_by = "your answer".to_owned();
            self.run_call(plan, Grant::Edited { text }, allowed_by, turn);
        }
    }

    /// Has a command checked again as the human edited it.
    pub(super) fn judge_edited_command(
        &mut self,
        call: CallId,
        text: String,
        turn: &mut Turn<'_, '_>,
    ) {
        turn.effect(Effect::DropCall { call });
        let (session, run) = (self.id, self.run.as_ref().map(|run| run.id));
        let mut calls = self.run.iter_mut().flat_map(|run| run.calls.iter_mut());
        let (Some(run), Some(state)) = (run, calls.find(|state| state.call.id == call)) else {
            return;
        };
        state.stage = CallStage::Preparing;
        state.edited = Some(text.clone());
        let mut call = state.call.clone();
        if let Some(arguments) = call.arguments.as_object_mut() {
            arguments.insert("command".to_owned(), text.into());
        }
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
    pub(super) fn call_refused(&mut self, call: CallId, error: ToolError, turn: &mut Turn<'_, '_>) {
        if !self.is_preparing(call) {
            return;
        }
        let Some(run) = &mut self.run else { return };
        let (count, limit, what) = match error.code {
            ErrorCode::InvalidArguments | ErrorCode::ToolNotAvailable => {
                run.schema_errors = run.schema_errors.saturating_add(1);
                let limit = turn.config.max_schema_retries;
                (
                    run.schema_errors,
                    limit,
                    "calls that do not fit the tools' schema",
                )
            }
            ErrorCode::Conflict => {
                run.conflicts = run.conflicts.saturating_add(1);
                let limit = turn.config.max_conflict_retries;
                (run.conflicts, limit, "writes to files that had changed")
            }
            _ => (0, 1, ""),
        };
        let code = error.code;
        self.finish_with_error(call, error, turn);
        if count > limit {
            let hint = Some("say it in other words, or choose another model".to_owned());
            let error = format!("the model made more than {limit} {what}");
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
        turn: &mut Turn<'_, '_>,
    ) {
        let call = plan.call;
        decide_hunks(&mut plan, &grant);
        let fact = Fact::CallStarted { call, allowed_by };
        self.fact(turn, fact);
        if plan.change.is_some() {
            self.log_change(&plan, &grant, turn);
        }
        let Some(run) = self.run.as_ref().map(|run| run.id) else {
            return;
        };
        self.set_stage(call, CallStage::Running(Box::new(plan)));
        turn.effect(Effect::RunCall {
            session: self.id,
            run,
            call,
            grant,
        });
    }

    fn log_change(&mut self, plan: &CallPlan, grant: &Grant, turn: &mut Turn<'_, '_>) {
        let Some(change) = &plan.change else { return };
        let checkpoint = self.ensure_checkpoint(turn);
        let Some(run) = &mut self.run else { return };
        if run.kept.insert(change.base.file) {
            let file = CheckpointFile {
                checkpoint,
                file: change.base.file,
                path: change.base.path.clone(),
                base: change.base.blob.clone(),
                sha256: change.base.sha256.clone(),
                mode: change.base.mode,
            };
            self.fact(turn, Fact::CheckpointFileKept { file });
        }
        if let Some(entry) = &change.observed {
            self.fact(
                turn,
                Fact::EditsProposed {
                    entry: entry.clone(),
                },
            );
        }
        // What the human edited first is logged as it was written, when it is.
        if !matches!(grant, Grant::Edited { .. }) {
            let entry = change.entry.clone();
            self.fact(turn, Fact::EditsProposed { entry });
        }
        let diff = change.diff.clone();
        self.fact(
            turn,
            Fact::DiffGenerated {
                call: plan.call,
                diff,
            },
        );
        let path = change.base.path.clone();
        self.fact(
            turn,
            Fact::ApplyStarted {
                call: plan.call,
                path,
            },
        );
    }

    /// The checkpoint before this run's first change.
    fn ensure_checkpoint(&mut self, turn: &mut Turn<'_, '_>) -> CheckpointId {
        if let Some(id) = self.run.as_ref().and_then(|run| run.checkpoint) {
            return id;
        }
        let id = CheckpointId(turn.new_id());
        turn.config.last_checkpoint = turn.config.last_checkpoint.saturating_add(1);
        let title = self
            .run
            .as_ref()
            .map(|run| run.title.clone())
            .unwrap_or_default();
        let checkpoint = Checkpoint {
            id,
            number: turn.config.last_checkpoint,
            kind: CheckpointKind::Auto,
            session: self.id,
            run: self.run.as_ref().map(|run| run.id),
            at: turn.cx.now,
            label: format!("before: {title}"),
        };
        self.fact(turn, Fact::CheckpointCreated { checkpoint });
        if let Some(run) = &mut self.run {
            run.checkpoint = Some(id);
        }
        id
    }

    /// A running call wrote something.
    pub(super) fn call_output(
        &mut self,
        call: CallId,
        offset: u64,
        text: String,
        turn: &mut Turn<'_, '_>,
    ) {
        let runs = |state: &CallState| matches!(state.stage, CallStage::Running(_));
        if self.call_state(call).is_some_and(runs) {
            self.fact(turn, Fact::CallOutput { call, offset, text });
        }
    }

    /// A call is over: what it changed is marked, and the next one starts.
    pub(super) fn call_finished(&mut self, mut done: CallDone, turn: &mut Turn<'_, '_>) {
        let call = done.result.call;
        let Some(state) = self
            .run
            .iter_mut()
            .flat_map(|run| run.calls.iter_mut())
            .find(|state| state.call.id == call)
        else {
            return;
        };
        if !matches!(state.stage, CallStage::Running(_)) {
            return;
        }
        let CallStage::Running(plan) = std::mem::replace(&mut state.stage, CallStage::Done) else {
            return;
        };
        // The server knows the call by its own id; a worker that broke does not.
        done.result.provider_id.clone_from(&state.call.provider_id);
        done.result.tool.clone_from(&state.call.tool);
        self.mark_written(&plan, &done, turn);
        if let (true, Some(stat), Some(run)) = (done.result.ok, done.stat, &mut self.run) {
            run.count_change(stat);
        }
        self.add_result(done.result, turn);
        if self
            .run
            .as_ref()
            .is_some_and(|run| run.phase == Phase::Ending)
        {
            self.end_when_quiet(turn);
        } else {
            self.advance(turn);
        }
    }

    fn mark_written(&mut self, plan: &CallPlan, done: &CallDone, turn: &mut Turn<'_, '_>) {
        let Some(change) = &plan.change else { return };
        let logged_before = change
            .entry
            .hunks
            .iter()
            .any(|hunk| hunk.state != HunkState::Pending);
        if let (false, Some(entry)) = (logged_before, &done.applied) {
            let entry = entry.clone();
            self.fact(turn, Fact::EditsProposed { entry });
        } else if logged_before {
            let taken = change
                .entry
                .hunks
                .iter()
                .filter(|hunk| hunk.state == HunkState::Accepted);
            let hunks: Vec<HunkId> = taken.map(|hunk| hunk.id).collect();
            let state = if done.result.ok {
                HunkState::Accepted
            } else {
                HunkState::Rejected
            };
            let (entry, written) = (change.entry.id, done.result.ok);
            self.fact(
                turn,
                Fact::ReviewUpdated {
                    entry,
                    hunks,
                    state,
                    written,
                },
            );
        }
        if done.result.ok {
            let stat = done.stat.as_ref();
            let fact = Fact::ApplyCompleted {
                call: plan.call,
                path: change.base.path.clone(),
                added: stat.map_or(0, |stat| stat.added),
                removed: stat.map_or(0, |stat| stat.removed),
            };
            self.fact(turn, fact);
        }
    }

    /// Ends a call that did not run.
    pub(super) fn finish_with_error(
        &mut self,
        call: CallId,
        error: ToolError,
        turn: &mut Turn<'_, '_>,
    ) {
        let Some(state) = self.call_state(call) else {
            return;
        };
        let result = CallResult {
            call,
            provider_id: state.call.provider_id.clone(),
            tool: state.call.tool.clone(),
            ok: false,
            content: error.to_model(),
            summary: one_line(&error.message),
            error: Some(error),
            duration_ms: 0,
        };
        self.set_stage(call, CallStage::Done);
        self.add_result(result, turn);
    }

    /// Shows a result and puts it into the conversation.
    fn add_result(&mut self, result: CallResult, turn: &mut Turn<'_, '_>) {
        let message = Message {
            id: MessageId(turn.new_id()),
            session: self.id,
            run: self.run.as_ref().map(|run| run.id),
            at: turn.cx.now,
            role: Role::Tool,
            blocks: vec![Block::ToolResult {
                result: result.clone(),
            }],
            state: MessageState::Complete,
            model: None,
            usage: None,
        };
        self.fact(turn, Fact::CallCompleted { result });
        self.fact(turn, Fact::MessageAdded { message });
    }

    /// Gives every call that has not run a result, so that the conversation stays whole.
    pub(super) fn abandon_open_calls(
        &mut self,
        code: ErrorCode,
        why: &str,
        turn: &mut Turn<'_, '_>,
    ) {
        let open: Vec<CallId> = self
            .run
            .iter()
            .flat_map(|run| run.calls.iter())
            .filter(|state| !matches!(state.stage, CallStage::Done | CallStage::Running(_)))
            .map(|state| state.call.id)
            .collect();
        for call in open {
            turn.effect(Effect::DropCall { call });
            let error = ToolError::new(code, format!("not run: {why}"))
                .with_details(json!({ "ran": false }));
            self.finish_with_error(call, error, turn);
        }
    }

    /// The status after the last prompt was answered.
    pub(super) fn resume_running(&mut self, turn: &mut Turn<'_, '_>) {
        if self.prompts.is_empty() && self.run.is_some() {
            self.set_status(SessionStatus::Running, None, turn);
        }
    }
}

/// Marks the hunks of a planned change as the grant decides them. An edited change stays pending:
/// it is another one by then.
fn decide_hunks(plan: &mut CallPlan, grant: &Grant) {
    let hunks = plan
        .change
        .iter_mut()
        .flat_map(|change| change.entry.hunks.iter_mut());
    for hunk in hunks {
        hunk.state = match grant {
            Grant::Edited { .. } => HunkState::Pending,
            Grant::Hunks { accepted } if !accepted.contains(&hunk.id) => HunkState::Rejected,
            _ => HunkState::Accepted,
        };
    }
}

fn one_line(text: &str) -> String {
    text.lines()
        .next()
        .unwrap_or("")
        .chars()
        .take(200)
        .collect()
}
