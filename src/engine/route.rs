//! A run's route: chosen, reported, and changed when a trigger fires. [`super::routing`] decides
//! the route; [`super::egress`] decides what may leave the machine.

use super::faults::FaultyAnswers;
use super::routing::{self, EgressPolicy, Tally, Trigger};
use super::run::ActiveRun;
use super::session::Session;
use super::{Effect, StepBuilder};
use notice::notice;
use protocol::call::{CallResult, ToolClass, ToolError};
use protocol::command::CommandKind;
use protocol::event::EventKind;
use protocol::ids::{CallId, StepId};
use protocol::route::{AgentMode, Route, Target};

impl Session {
    fn mode_of_agent(&self, turn: &StepBuilder<'_, '_>) -> AgentMode {
        self.thread.agent_mode.unwrap_or(turn.config.routing.mode)
    }

    pub(super) fn own_target(&self) -> Target {
        Target {
            provider: self.thread.settings.provider.clone(),
            model: self.thread.settings.model.clone(),
        }
    }

    /// Chooses how the next runs use the two models.
    pub(super) fn set_agent_mode(&mut self, mode: AgentMode, turn: &mut StepBuilder<'_, '_>) {
        if self.refuse_while_running(CommandKind::SetAgentMode, turn) {
            return;
        }
        let routing = &turn.config.routing;
        let why = match (mode, &routing.remote, routing.leaving) {
            (AgentMode::Local, _, _) | (_, Some(_), EgressPolicy::WithConsent) => None,
            (_, None, _) => Some(notice!("told-no-remote")),
            (_, Some(_), EgressPolicy::Never) => Some(notice!("told-no-fallback")),
        };
        if let Some(why) = why {
            turn.reject(self.id, CommandKind::SetAgentMode, why);
            return;
        }
        self.thread.agent_mode = Some(mode);
        self.fact(turn, EventKind::AgentModeChanged { mode });
    }

    /// Chooses the route at the beginning of a run.
    pub(super) fn first_route(&self, turn: &StepBuilder<'_, '_>) -> Route {
        let mode = self.mode_of_agent(turn);
        routing::first(&turn.config.routing, mode, self.own_target())
    }

    /// Reports which model is asked, once for each choice. Reports nothing while the session's own
    /// model answers without a change.
    pub(super) fn say_route(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let Some(run) = &mut self.thread.run else {
            return;
        };
        let was_said = std::mem::replace(&mut run.is_route_said, true);
        if was_said || run.route.mode == AgentMode::Local {
            return;
        }
        let route = run.route.clone();
        let row = route.line();
        self.fact(turn, EventKind::RouteChosen { route });
        self.add_row(row, turn);
    }

    /// Switches the run to another model; errors of the previous model do not count against it.
    pub(super) fn take_route(&mut self, route: Route) {
        if let Some(run) = &mut self.thread.run {
            run.route = route;
            run.is_route_said = false;
            run.attempt = 0;
            run.schema_errors = FaultyAnswers::default();
            run.conflicts = FaultyAnswers::default();
            run.failed_edits = 0;
            run.loops_refused = 0;
            run.guard.reset();
        }
    }

    /// Switches the run to the remote model from its next request on, if the trigger demands it.
    /// Returns whether it switched.
    pub(super) fn go_remote(&mut self, trigger: Trigger, turn: &mut StepBuilder<'_, '_>) -> bool {
        let mode = self.mode_of_agent(turn);
        let Some(tally) = self.thread.run.as_ref().map(ActiveRun::tally) else {
            return false;
        };
        let Some(route) = routing::fallback(&turn.config.routing, mode, &tally, trigger) else {
            return false;
        };
        self.take_route(route);
        self.say_route(turn);
        true
    }

    /// Switches to the remote model and sends the current request again at once.
    pub(super) fn ask_remote_instead(
        &mut self,
        trigger: Trigger,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let goes = self.go_remote(trigger, turn);
        if goes {
            self.interrupt_message(turn);
            self.send_request(turn);
        }
        goes
    }

    /// Starts the time limit of a step, if its end has a consequence.
    pub(super) fn limit_step(&mut self, step: StepId, turn: &mut StepBuilder<'_, '_>) {
        let mode = self.mode_of_agent(turn);
        let routing = &turn.config.routing;
        let would_go = self.thread.run.as_ref().is_some_and(|run| {
            routing::fallback(routing, mode, &run.tally(), Trigger::TimedOut).is_some()
        });
        if let Some(after_ms) = routing.on_timeout_ms.filter(|_| would_go) {
            let timer = self.start_step_timer(step, after_ms, turn);
            if let Some(run) = &mut self.thread.run {
                run.step_timer = Some(timer);
            }
        }
    }

    pub(super) fn stop_step_timer(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let timer = self
            .thread
            .run
            .as_mut()
            .and_then(|run| run.step_timer.take());
        if let Some(timer) = timer {
            self.stop_timer(timer, turn);
        }
    }

    /// Handles a step that has reached its time limit.
    pub(super) fn step_timed_out(&mut self, step: StepId, turn: &mut StepBuilder<'_, '_>) {
        if !self.is_current(step) {
            return;
        }
        if let Some(run) = &mut self.thread.run {
            run.step_timer = None;
        }
        if self.go_remote(Trigger::TimedOut, turn) {
            turn.effect(Effect::CancelStep { step });
            self.interrupt_message(turn);
            self.send_request(turn);
        }
    }

    /// Counts a call that cannot be carried out. Returns the trigger that follows for the route.
    pub(super) fn note_failure(&mut self, call: CallId, error: &ToolError) -> Option<Trigger> {
        let class = self.call_state(call)?.class;
        let trigger = routing::trigger_of(class, error);
        if trigger == Some(Trigger::EditFailed)
            && let Some(run) = &mut self.thread.run
        {
            run.failed_edits = run.failed_edits.saturating_add(1);
        }
        trigger
    }

    /// Counts the result of an edit. Returns the trigger that follows for the route.
    pub(super) fn note_result(&mut self, call: CallId, result: &CallResult) -> Option<Trigger> {
        let is_edit = self.call_state(call)?.class == ToolClass::Text;
        if let (true, true, Some(run)) = (is_edit, result.ok, &mut self.thread.run) {
            run.usable_edits = run.usable_edits.saturating_add(1);
        }
        match &result.error {
            Some(error) if is_edit => self.note_failure(call, error),
            _ => None,
        }
    }

    /// Starts a new budget of calls for the model that takes over.
    pub(super) fn renew_budget(&mut self, turn: &StepBuilder<'_, '_>) {
        if let Some(run) = &mut self.thread.run {
            run.budget = turn.config.max_tool_calls;
        }
    }
}

impl ActiveRun {
    fn tally(&self) -> Tally {
        Tally {
            side: self.route.side,
            is_barred: self.is_barred,
            schema_errors: self.schema_errors.in_a_row(),
            failed_edits: self.failed_edits,
            usable_edits: self.usable_edits,
            calls: self.result.tool_calls,
        }
    }
}
