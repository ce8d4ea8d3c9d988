//! The network of commands, a grant of its own: given with a yes, by a rule, or after a command
//! failed without it and the user lets it run again.

use serde_json::{Value, json};

use super::calls::CallStage;
use super::outcome::CallCompletion;
use super::questions::shown;
use super::run::Phase;
use super::session::Session;
use super::{Attendance, Effect, StepBuilder};
use notice::{Notice, notice};
use policy::network::{NetworkRule, PATTERN, likely_hosts, network_rule, session_scope};
use policy::state as policy_state;
use protocol::approval::{
    AnsweredBy, Decision, GrantScope, QuestionBody, Risk, RiskReport, Rule, RuleEffect, RuleScope,
};
use protocol::call::CallResult;
use protocol::event::EventKind;
use protocol::ids::{CallId, RuleId};
use protocol::plan::CallPlan;

/// The field of a result that says that the command failed for want of the network.
const NEEDS_NETWORK: &str = "needs_network";

/// Whether a command has the network, and its first run if it had none and runs again.
#[derive(Debug, Default)]
pub(super) struct CallNetwork {
    /// Whether the user or a rule granted the network.
    pub(super) is_granted: bool,
    /// The hosts that the command will most likely ask; `None` unless it runs in a box without the
    /// network.
    lacking: Option<Vec<String>>,
    /// The result of the run without the network, while the user decides and after a yes.
    pub(super) first: Option<Box<CallResult>>,
    /// Bytes of output of the call so far, and of its first run with the line between the two.
    sent: u64,
    first_bytes: u64,
}

impl CallNetwork {
    /// Returns the place of a piece of output in the call's whole output.
    pub(super) fn place(&mut self, offset: u64, text: &str) -> u64 {
        let offset = offset.saturating_add(self.first_bytes);
        self.sent = offset.saturating_add(text.len() as u64);
        offset
    }
}

impl Session {
    /// Gives a planned command the network that was granted to it: by an answer, or by a rule unless
    /// it provably just reads.
    pub(super) fn with_granted_network(&mut self, mut plan: CallPlan) -> CallPlan {
        let rule = network_rule(&self.policy);
        let by_rule = rule == NetworkRule::Allow && plan.risk.risk != Risk::Low;
        let lacks = plan.lacks_network();
        if let Some(network) = self.network_of(plan.call)
            && lacks
        {
            network.is_granted |= by_rule;
            if network.is_granted {
                plan.open_network();
            }
        }
        plan
    }

    /// Whether a question about this plan offers the network.
    pub(super) fn offers_network(&self, plan: &CallPlan) -> bool {
        plan.lacks_network() && network_rule(&self.policy) != NetworkRule::Deny
    }

    /// Gives the command of an answered question the network.
    pub(super) fn grant_network(&mut self, plan: &mut CallPlan) {
        if let Some(network) = self.network_of(plan.call) {
            network.is_granted = true;
            plan.open_network();
        }
    }

    /// Notes that a command begins; returns whether it has the granted network.
    pub(super) fn begin_with_network(&mut self, plan: &CallPlan) -> bool {
        let lacking = plan.lacks_network().then(|| likely_hosts(&plan.subject));
        let Some(network) = self.network_of(plan.call) else {
            return false;
        };
        network.lacking = lacking;
        network.is_granted
    }

    pub(super) fn network_of(&mut self, call: CallId) -> Option<&mut CallNetwork> {
        let mut calls = self.run.iter_mut().flat_map(|run| run.calls.iter_mut());
        let state = calls.find(|state| state.call.id == call)?;
        Some(&mut state.network)
    }

    /// Asks whether a command that failed without the network may run again with it. Returns false
    /// if nobody is asked.
    pub(super) fn ask_for_network_again(
        &mut self,
        done: &CallCompletion,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let call = done.result.call;
        let is_over = self
            .run
            .as_ref()
            .is_none_or(|run| run.phase == Phase::Ending);
        if is_over
            || turn.config.attendance == Attendance::Unattended
            || network_rule(&self.policy) != NetworkRule::Ask
            || !needs_network(&done.result)
        {
            return false;
        }
        let Some(command) = self.command_of(call) else {
            return false;
        };
        let Some(network) = self.network_of(call) else {
            return false;
        };
        let Some(hosts) = network.lacking.take().filter(|_| network.first.is_none()) else {
            return false;
        };
        network.first = Some(Box::new(done.result.clone()));
        let question = match hosts.as_slice() {
            [] => notice!("told-ask-network", word = command),
            hosts => notice!(
                "told-ask-network-of",
                word = command,
                places = hosts.join(", ")
            ),
        };
        self.set_stage(call, CallStage::AskingAgain);
        let shown = shown(&question);
        let risk = RiskReport::medium(notice!("risk-network"));
        let body = QuestionBody::Confirm { question };
        self.ask_about_network(call, (body, shown), (risk, session_scope()), turn);
        true
    }

    /// Handles the answer to that question.
    pub(super) fn network_answered(
        &mut self,
        call: CallId,
        decision: &Decision,
        by: AnsweredBy,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        match decision {
            Decision::Yes => return self.run_again(call, turn),
            Decision::Always {
                scope: GrantScope::Network,
            } => {
                self.add_network_rule(RuleEffect::Allow, turn);
                return self.run_again(call, turn);
            }
            Decision::Never => self.add_network_rule(RuleEffect::Deny, turn),
            _ => {}
        }
        let Some(mut first) = self.take_first_run(call) else {
            return;
        };
        let why = match (decision, by) {
            (Decision::No { reason: Some(why) }, _) => notice!("told-network-refused-why", why),
            (_, AnsweredBy::Timeout) => notice!("told-network-unanswered"),
            _ => notice!("told-network-refused"),
        };
        for fields in fields_of(&mut first) {
            fields.insert("network".to_owned(), why.to_string().into());
        }
        self.set_stage(call, CallStage::Done);
        self.conclude_call(*first, turn);
    }

    /// Adds a rule about the network for this session.
    pub(super) fn add_network_rule(&mut self, effect: RuleEffect, turn: &mut StepBuilder<'_, '_>) {
        let rule = Rule {
            id: RuleId(turn.new_id()),
            effect,
            pattern: PATTERN.to_owned(),
            scope: RuleScope::Session,
        };
        policy_state::add_rule(&mut self.policy, rule);
        self.policy_changed(turn);
    }

    /// Has the command planned once more, to run with the network.
    fn run_again(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let line = between_runs();
        let Some(network) = self.network_of(call) else {
            return;
        };
        network.is_granted = true;
        let offset = network.sent;
        network.first_bytes = offset.saturating_add(line.len() as u64);
        network.sent = network.first_bytes;
        let text = line;
        self.fact(turn, EventKind::CallOutput { call, offset, text });
        self.set_stage(call, CallStage::Preparing);
        let (session, run) = (self.id, self.run.as_ref().map(|run| run.id));
        let state = self.call_state(call);
        if let (Some(run), Some(state)) = (run, state) {
            let call = state.as_edited();
            turn.effect(Effect::PrepareCall { session, run, call });
        }
    }

    /// Runs a command again as the user allowed it. At high risk they see the command once more,
    /// with the network.
    pub(super) fn planned_again(&mut self, plan: CallPlan, turn: &mut StepBuilder<'_, '_>) {
        if plan.risk.risk == Risk::High || plan.risk.always_ask {
            return self.ask_about_call(plan, None, Vec::new(), None, turn);
        }
        let grant = self.grant_of_yes(plan.call);
        self.run_call(plan, grant, notice!("told-allowed-answer"), turn);
    }

    /// Whether the call ran without the network and runs again.
    pub(super) fn runs_again(&self, call: CallId) -> bool {
        self.call_state(call)
            .is_some_and(|state| state.network.first.is_some())
    }

    /// Takes the result of the run without the network.
    pub(super) fn take_first_run(&mut self, call: CallId) -> Option<Box<CallResult>> {
        self.network_of(call)?.first.take()
    }

    /// Puts the output of the first run before that of the second.
    pub(super) fn join_runs(&mut self, result: &mut CallResult) {
        let Some(mut first) = self.take_first_run(result.call) else {
            return;
        };
        let output = |fields: &serde_json::Map<String, Value>| match fields.get("output") {
            Some(Value::String(text)) => text.clone(),
            _ => String::new(),
        };
        let (before, code) = fields_of(&mut first)
            .next()
            .map(|fields| (output(fields), fields.get("exit_code").cloned()))
            .unwrap_or_default();
        for fields in fields_of(result) {
            let joined = format!("{before}{}{}", between_runs(), output(fields));
            fields.insert("output".to_owned(), joined.into());
            let code = code.clone().unwrap_or_default();
            fields.insert("first_run".to_owned(), json!({ "exit_code": code }));
        }
        result.duration_ms = result.duration_ms.saturating_add(first.duration_ms);
    }

    /// Returns the command of a call as it runs, in one line.
    fn command_of(&self, call: CallId) -> Option<String> {
        let call = self.call_state(call)?.as_edited();
        let command = call.arguments.get("command")?.as_str()?;
        Some(super::results::one_line(&Notice::text(command)).to_string())
    }
}

/// Returns the line between the output of the two runs, for the user and the model.
fn between_runs() -> String {
    format!("\n[{}]\n", notice!("told-run-again"))
}

fn needs_network(result: &CallResult) -> bool {
    let details = result.error.as_ref().map(|error| &error.details);
    details.and_then(|details| details.get(NEEDS_NETWORK)) == Some(&Value::Bool(true))
}

/// Returns the places of the fields of a command's result: its content, or in the error the details
/// of both its forms.
fn fields_of(result: &mut CallResult) -> impl Iterator<Item = &mut serde_json::Map<String, Value>> {
    let details = result.error.as_mut().map(|error| &mut error.details);
    let content = if result.content.get("error").is_some() {
        result.content.pointer_mut("/error/details")
    } else {
        Some(&mut result.content)
    };
    content
        .into_iter()
        .chain(details)
        .filter_map(Value::as_object_mut)
}
