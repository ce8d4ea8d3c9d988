//! When hooks are asked, and what their verdicts change. Workers run them; the engine asks by
//! [`Effect::RunHooks`], waits, and acts on the verdict, which can only make things stricter.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::calls::CallStage;
use super::run::{Phase, RunKind};
use super::session::Session;
use super::{Attendance, Effect, StepBuilder};
use ::hooks::{Dialect, HookDecision, HookEvent, HookVerdict, Occasion, StartSource, wire_name};
use notice::{Notice, notice};
use policy::decide::{Verdict, decide};
use protocol::call::{CallResult, ErrorCode, ToolError};
use protocol::event::NoticeLevel;
use protocol::ids::{CallId, MessageId, RunId};
use protocol::message::{Block, Role};
use protocol::plan::{CallPlan, Executor};
use protocol::session::{DeliveryPoint, QueuedMessage};

/// The thing that hooks are asked about, by which their verdict is matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum HookSubject {
    BeforeCall { call: CallId },
    AfterCall { call: CallId },
    Prompt { message: MessageId },
    Stop,
    SessionStart,
    Notification,
}

/// Whether a run knows the definitions of hooks as they were at its beginning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum HookDefinitions {
    #[default]
    NotRead,
    BeingRead,
    Read,
}

/// Whether hooks have been asked about a call.
#[derive(Debug, Clone, Default)]
pub(super) enum HookProgress {
    #[default]
    NotAsked,
    /// They were, and it is not done again. Holds why they want the user to be asked.
    Asked(Option<Notice>),
}

impl Session {
    /// Asks the hooks of an event. Returns whether there are any, so that something waits for them.
    fn ask_hooks(
        &mut self,
        subject: HookSubject,
        occasion: Occasion,
        carried_out: Executor,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        if !turn.config.hooks.contains(&occasion.event()) {
            return false;
        }
        self.thread.hooks_asked.insert(subject);
        turn.effect(Effect::RunHooks {
            session: self.thread.conversation,
            run: self.thread.run.as_ref().map(|run| run.id),
            subject,
            occasion: Box::new(occasion),
            mode: self.policy.mode,
            carried_out,
        });
        true
    }

    /// Ends the hooks that run; nothing waits for them any more.
    pub(super) fn cancel_hooks(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if !std::mem::take(&mut self.thread.hooks_asked).is_empty() {
            let session = self.thread.conversation;
            turn.effect(Effect::CancelHooks { session });
        }
    }

    /// Handles the verdict of hooks. One that nothing waits for any more changes nothing.
    pub(super) fn hooks_ran(
        &mut self,
        run: Option<RunId>,
        subject: HookSubject,
        mut verdict: HookVerdict,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.thread.hooks_asked.remove(&subject) {
            return;
        }
        for told in std::mem::take(&mut verdict.told) {
            turn.notice(self.id, NoticeLevel::Warning, told);
        }
        let is_of_run = run.is_some() && self.thread.run.as_ref().map(|run| run.id) == run;
        match subject {
            HookSubject::SessionStart => self.start_hooks_ran(verdict, turn),
            HookSubject::Notification => self.tell_refusal(&verdict, turn),
            HookSubject::BeforeCall { call } if is_of_run => self.before_call(call, verdict, turn),
            HookSubject::AfterCall { call } if is_of_run => self.after_call(call, verdict, turn),
            HookSubject::Prompt { message } if is_of_run => {
                self.prompt_hooks_ran(message, &verdict, turn);
            }
            HookSubject::Stop if is_of_run => self.stop_hooks_ran(verdict, turn),
            _ => {}
        }
    }

    /// Reports the reason of hooks that objected where nothing can be refused.
    fn tell_refusal(&self, verdict: &HookVerdict, turn: &mut StepBuilder<'_, '_>) {
        if let HookDecision::Deny(reason) = &verdict.decision {
            let text = notice!("hooks-objected", reason = reason_of(reason));
            turn.notice(self.id, NoticeLevel::Warning, text);
        }
    }

    /// Adds text of hooks to the conversation: a row for the user, and the text for the model.
    fn add_hook_context(
        &self,
        row: Notice,
        event: HookEvent,
        text: &str,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let id = MessageId(turn.new_id());
        let name = event.name();
        let text = format!("[A {name} hook of the user adds:]\n{text}");
        let blocks = vec![Block::Notice { notice: row }, Block::Text { text }];
        self.add_message(id, Role::System, blocks, turn);
    }

    // Sessions and notifications.

    /// Asks the hooks of a session that begins.
    pub(super) fn ask_start_hooks(&mut self, source: StartSource, turn: &mut StepBuilder<'_, '_>) {
        self.thread.hook_context = None;
        let occasion = Occasion::SessionStart { source };
        self.ask_hooks(HookSubject::SessionStart, occasion, Executor::ByUs, turn);
    }

    fn start_hooks_ran(&mut self, verdict: HookVerdict, turn: &mut StepBuilder<'_, '_>) {
        self.tell_refusal(&verdict, turn);
        self.thread.hook_context = verdict.context;
        if self.is_hooking() {
            self.report_then_ask(turn);
        }
    }

    /// Tells hooks that the user is asked something.
    pub(super) fn notify_hooks(
        &mut self,
        tool: &str,
        is_clarification: bool,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if turn.config.attendance == Attendance::Unattended {
            return;
        }
        let (message, kind) = if is_clarification {
            let message = "agentichat is waiting for your input".to_owned();
            (message, "elicitation_dialog")
        } else {
            let tool = wire_name(tool, Dialect::Claude);
            let message = format!("agentichat needs your permission to use {tool}");
            (message, "permission_prompt")
        };
        let kind = kind.to_owned();
        let occasion = Occasion::Notification { message, kind };
        self.ask_hooks(HookSubject::Notification, occasion, Executor::ByUs, turn);
    }

    // Prompts.

    fn is_hooking(&self) -> bool {
        self.thread
            .run
            .as_ref()
            .is_some_and(|run| run.phase == Phase::Hooking)
    }

    fn begin_hooking(&mut self) {
        if let Some(run) = &mut self.thread.run {
            run.phase = Phase::Hooking;
        }
    }

    /// Has the definitions read again, once for each run. Returns whether the run waits for them.
    fn read_definitions(&mut self, turn: &mut StepBuilder<'_, '_>) -> bool {
        let session = self.thread.conversation;
        let Some(run) = self
            .thread
            .run
            .as_mut()
            .filter(|_| turn.config.rereads_hooks)
        else {
            return false;
        };
        if run.hook_definitions == HookDefinitions::NotRead {
            run.hook_definitions = HookDefinitions::BeingRead;
            let run = run.id;
            turn.effect(Effect::ReadHooks { session, run });
        }
        run.hook_definitions == HookDefinitions::BeingRead
    }

    /// Goes on with the run that waited for the definitions.
    pub(super) fn hooks_read(
        &mut self,
        id: RunId,
        told: Vec<Notice>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        for told in told {
            turn.notice(self.id, NoticeLevel::Warning, told);
        }
        let Some(run) = self.thread.run.as_mut().filter(|run| run.id == id) else {
            return;
        };
        if run.hook_definitions != HookDefinitions::BeingRead {
            return;
        }
        run.hook_definitions = HookDefinitions::Read;
        if self.is_hooking() {
            self.report_then_ask(turn);
        }
    }

    /// Asks hooks about the messages that the model has not seen. Returns whether the run waits.
    pub(super) fn ask_prompt_hooks(&mut self, turn: &mut StepBuilder<'_, '_>) -> bool {
        if self.read_definitions(turn) {
            self.begin_hooking();
            return true;
        }
        if self.thread.hooks_asked.contains(&HookSubject::SessionStart) {
            self.begin_hooking();
            return true;
        }
        if let Some(text) = self.thread.hook_context.take() {
            let row = notice!("hooks-added-start");
            self.add_hook_context(row, HookEvent::SessionStart, &text, turn);
        }
        let Some(run) = &self.thread.run else {
            return false;
        };
        let Some((message, prompt)) = run.submitted.front().cloned() else {
            return false;
        };
        let subject = HookSubject::Prompt { message };
        let occasion = Occasion::UserPromptSubmit { prompt };
        if self.ask_hooks(subject, occasion, Executor::ByUs, turn) {
            self.begin_hooking();
            return true;
        }
        if let Some(run) = &mut self.thread.run {
            run.submitted.clear();
        }
        false
    }

    fn prompt_hooks_ran(
        &mut self,
        message: MessageId,
        verdict: &HookVerdict,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.is_hooking() {
            return;
        }
        let Some(run) = &mut self.thread.run else {
            return;
        };
        let Some((_, text)) = run.submitted.pop_front_if(|(front, _)| *front == message) else {
            return;
        };
        let refusal = match (&verdict.stops_run, &verdict.decision) {
            (Some(reason), _) | (None, HookDecision::Deny(reason)) => Some(reason),
            _ => None,
        };
        if let Some(reason) = refusal {
            let reason = reason_of(reason);
            self.refuse_prompt(message, text, &reason, turn);
            return;
        }
        if let Some(text) = &verdict.context {
            let row = notice!("hooks-added-prompt");
            self.add_hook_context(row, HookEvent::UserPromptSubmit, text, turn);
        }
        self.report_then_ask(turn);
    }

    /// Takes a message back to the editor. If the run began with it, the run ends.
    fn refuse_prompt(
        &mut self,
        id: MessageId,
        text: String,
        reason: &Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let begins = self
            .thread
            .run
            .as_ref()
            .is_some_and(|run| run.step_number == 0);
        if let Some(run) = &mut self.thread.run {
            run.named.clear();
            run.named_pictures.retain(|named| named.message != id);
        }
        let deliver = DeliveryPoint::default();
        self.give_back(QueuedMessage { id, text, deliver }, turn);
        if self.thread.last_user_message == Some(id) {
            self.thread.last_user_message = None;
        }
        let why = notice!("hooks-prompt-refused", reason);
        if begins {
            let hint = Some(notice!("hooks-prompt-back"));
            self.fail_run(why, hint, Some(ErrorCode::PermissionDenied), turn);
        } else {
            turn.notice(self.id, NoticeLevel::Warning, why);
            self.report_then_ask(turn);
        }
    }

    // The end of a run.

    /// Asks hooks whether a run may end. Returns whether it waits for them.
    pub(super) fn ask_stop_hooks(&mut self, turn: &mut StepBuilder<'_, '_>) -> bool {
        let is_main = self.is_main();
        let run = self.thread.run.as_ref();
        let Some(run) = run.filter(|run| run.kind == RunKind::Agent && is_main) else {
            return false;
        };
        let active = run.is_held_by_hook;
        let waits = self.ask_hooks(
            HookSubject::Stop,
            Occasion::Stop { active },
            Executor::ByUs,
            turn,
        );
        if waits {
            self.begin_hooking();
        }
        waits
    }

    /// Ends the run, or lets it go on because a hook objects. It does so once, whatever hooks say.
    fn stop_hooks_ran(&mut self, verdict: HookVerdict, turn: &mut StepBuilder<'_, '_>) {
        let Some(run) = self
            .thread
            .run
            .as_mut()
            .filter(|run| run.phase == Phase::Hooking)
        else {
            return;
        };
        let objection = match verdict.decision {
            HookDecision::Deny(reason) if verdict.stops_run.is_none() => Some(reason),
            _ => None,
        };
        if let Some(reason) = objection {
            let shown = reason_of(&reason);
            if !run.is_held_by_hook {
                run.is_held_by_hook = true;
                let row = notice!("hooks-held", reason = shown);
                self.add_hook_context(row, HookEvent::Stop, &reason, turn);
                self.report_then_ask(turn);
                return;
            }
            let text = notice!("hooks-held-once", reason = shown);
            turn.notice(self.id, NoticeLevel::Warning, text);
        }
        // Messages may have come meanwhile.
        if self.deliver_after_step(turn) {
            self.report_then_ask(turn);
        } else {
            self.complete_run(turn);
        }
    }

    // Calls.

    /// Asks hooks about a planned call. Gives the plan back if there are none to ask.
    pub(super) fn ask_call_hooks(
        &mut self,
        plan: CallPlan,
        turn: &mut StepBuilder<'_, '_>,
    ) -> Option<CallPlan> {
        let call = plan.call;
        let by_agent = self
            .thread
            .run
            .as_ref()
            .is_some_and(|run| run.kind == RunKind::Agent);
        let state = self.call_state(call).filter(|state| {
            matches!(state.hooked, HookProgress::NotAsked)
                && by_agent
                && plan.carried_out != Executor::Already
        });
        let Some(state) = state else {
            return Some(plan);
        };
        let asked = state.as_edited();
        let occasion = Occasion::PreToolUse {
            call,
            tool: plan.tool.clone(),
            arguments: asked.arguments,
        };
        let subject = HookSubject::BeforeCall { call };
        if !self.ask_hooks(subject, occasion, plan.carried_out, turn) {
            return Some(plan);
        }
        self.set_stage(call, CallStage::Hooked(Box::new(plan)));
        None
    }

    fn before_call(&mut self, call: CallId, verdict: HookVerdict, turn: &mut StepBuilder<'_, '_>) {
        let Some(state) = self.call_state_mut(call) else {
            return;
        };
        if !matches!(state.stage, CallStage::Hooked(_)) {
            return;
        }
        let CallStage::Hooked(plan) = std::mem::replace(&mut state.stage, CallStage::Preparing)
        else {
            return;
        };
        let HookVerdict {
            mut decision,
            mut updated,
            context,
            stops_run,
            ..
        } = verdict;
        state.hook_context = context;
        if updated.is_some() && (plan.carried_out != Executor::ByUs || state.edited.is_some()) {
            updated = None;
            let why = notice!("hooks-not-for-program").to_string();
            decision = decision.stricter(HookDecision::Ask(why));
        }
        if let Some(reason) = stops_run {
            let why = notice!("hooks-stopped-run", reason = reason_of(&reason));
            self.fail_run(why, None, Some(ErrorCode::PermissionDenied), turn);
            return;
        }
        let ask = match decision {
            HookDecision::Deny(reason) => {
                let message = notice!("hooks-refused-call", reason = reason_of(&reason));
                let error = ToolError::new(ErrorCode::PermissionDenied, message);
                self.refuse_call(call, error, turn);
                return;
            }
            HookDecision::Ask(reason) => Some(notice!("hooks-ask", reason = reason_of(&reason))),
            HookDecision::Proceed => None,
        };
        state.hooked = HookProgress::Asked(ask);
        match updated {
            Some(arguments) => self.prepare_updated(call, arguments, turn),
            None => self.decide_prepared(*plan, turn),
        }
    }

    /// Sends a call with the arguments that a hook wants to a worker; it is decided again, and hooks
    /// are not asked again.
    fn prepare_updated(&mut self, call: CallId, arguments: Value, turn: &mut StepBuilder<'_, '_>) {
        turn.effect(Effect::DropCall { call });
        let (session, run) = (self.id, self.thread.run.as_ref().map(|run| run.id));
        let (Some(run), Some(state)) = (run, self.call_state_mut(call)) else {
            return;
        };
        state.call.arguments = arguments;
        state.is_updated_by_hook = true;
        let on_disk = state.on_disk;
        let call = state.call.clone();
        turn.effect(Effect::PrepareCall {
            session,
            run,
            call,
            on_disk,
        });
    }

    /// Returns why hooks want the user to be asked about a call.
    pub(super) fn hooks_want_to_ask(&self, call: CallId) -> Option<Notice> {
        match &self.call_state(call)?.hooked {
            HookProgress::Asked(ask) => ask.clone(),
            HookProgress::NotAsked => None,
        }
    }

    /// Returns the verdict on a plan, at least as strict as hooks want it.
    pub(super) fn decide_with_hooks(&self, plan: &CallPlan) -> Verdict {
        let verdict = decide(&self.policy, plan, self.thread.taint);
        let Some(why) = self.hooks_want_to_ask(plan.call) else {
            return verdict;
        };
        let reason = protocol::approval::RiskReason {
            text: why.clone(),
            span: None,
        };
        match verdict {
            Verdict::Run { .. } | Verdict::Propose => {
                let mut risk = plan.risk.clone();
                risk.reasons.push(reason);
                Verdict::Ask {
                    note: Some(why),
                    scopes: Vec::new(),
                    risk,
                }
            }
            Verdict::Ask {
                note,
                scopes: _,
                mut risk,
            } => {
                risk.reasons.push(reason);
                Verdict::Ask {
                    note: Some(note.unwrap_or(why)),
                    // "Always" would not keep the hook from asking.
                    scopes: Vec::new(),
                    risk,
                }
            }
            Verdict::Deny { error } => Verdict::Deny { error },
        }
    }

    /// Asks hooks about a call that succeeded. Gives the result back if there are none to ask.
    pub(super) fn ask_result_hooks(
        &mut self,
        result: CallResult,
        turn: &mut StepBuilder<'_, '_>,
    ) -> Option<CallResult> {
        let call = result.call;
        let goes_on = self
            .thread
            .run
            .as_ref()
            .is_some_and(|run| run.kind == RunKind::Agent && run.phase != Phase::Ending);
        if !goes_on || !result.ok {
            return Some(result);
        }
        let Some(state) = self.call_state(call) else {
            return Some(result);
        };
        let carried_out = state.carried_out;
        let occasion = Occasion::PostToolUse {
            call,
            tool: result.tool.clone(),
            arguments: state.as_edited().arguments,
            response: result.content.clone(),
        };
        let subject = HookSubject::AfterCall { call };
        if !self.ask_hooks(subject, occasion, carried_out, turn) {
            return Some(result);
        }
        self.set_stage(call, CallStage::Concluding(Box::new(result)));
        None
    }

    fn after_call(&mut self, call: CallId, verdict: HookVerdict, turn: &mut StepBuilder<'_, '_>) {
        let Some(mut result) = self.take_concluding(call) else {
            return;
        };
        let objection = match verdict.decision {
            HookDecision::Deny(reason) => Some(reason),
            _ => None,
        };
        if let Some(content) = result.content.as_object_mut() {
            let mut add = |name: &str, text: Option<String>| {
                if let Some(text) = text.filter(|text| !text.is_empty()) {
                    content.insert(name.to_owned(), text.into());
                }
            };
            add("hook_objection", objection.clone());
            add("hook_context", verdict.context);
        }
        if let Some(reason) = objection {
            let text = notice!("hooks-objected", reason = reason_of(&reason));
            turn.notice(self.id, NoticeLevel::Warning, text);
        }
        match verdict.stops_run {
            Some(reason) => {
                self.add_hooked_result(result, turn);
                let why = notice!("hooks-stopped-run", reason = reason_of(&reason));
                self.fail_run(why, None, Some(ErrorCode::PermissionDenied), turn);
            }
            None => self.conclude_call(result, turn),
        }
    }

    /// Takes the result of a call that waits for hooks; the call is done.
    fn take_concluding(&mut self, call: CallId) -> Option<CallResult> {
        let state = self.call_state_mut(call)?;
        match std::mem::replace(&mut state.stage, CallStage::Done) {
            CallStage::Concluding(result) => Some(*result),
            other => {
                state.stage = other;
                None
            }
        }
    }

    /// Adds the results of calls that wait for hooks, because the run ends.
    pub(super) fn conclude_waiting(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let calls = self.thread.run.iter().flat_map(|run| run.calls.iter());
        let waiting: Vec<CallId> = calls
            .filter(|state| matches!(state.stage, CallStage::Concluding(_)))
            .map(|state| state.call.id)
            .collect();
        for call in waiting {
            if let Some(result) = self.take_concluding(call) {
                self.add_hooked_result(result, turn);
            }
        }
    }

    /// Adds a result with what hooks said and changed before the call.
    pub(super) fn add_hooked_result(
        &mut self,
        mut result: CallResult,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let state = self.call_state_mut(result.call);
        if let (Some(state), Some(content)) = (state, result.content.as_object_mut()) {
            if state.is_updated_by_hook {
                let arguments = state.call.arguments.clone();
                content.insert("arguments_set_by_hook".to_owned(), arguments);
            }
            if let Some(text) = state.hook_context.take() {
                content.insert("hook_context_before".to_owned(), text.into());
            }
        }
        self.add_result(result, turn);
    }
}

/// Returns the reason that a hook gave.
fn reason_of(reason: &str) -> Notice {
    if reason.is_empty() {
        notice!("hooks-no-reason")
    } else {
        Notice::text(reason)
    }
}
