//! The network of commands, a grant of its own: given with a yes, by a rule, or after a command
//! failed without it and the user lets it run again.

use serde_json::{Value, json};

use super::calls::CallStage;
use super::outcome::CallCompletion;
use super::questions::shown;
use super::run::Phase;
use super::session::Session;
use super::{Attendance, StepBuilder};
use notice::{Notice, notice};
use policy::network::{PATTERN, denies, granted_by_rules, patterns_of, session_scope};
use policy::state as policy_state;
use protocol::approval::{
    AnsweredBy, Decision, GrantScope, QuestionBody, Risk, RiskReport, Rule, RuleEffect, RuleScope,
};
use protocol::call::CallResult;
use protocol::event::EventKind;
use protocol::ids::{CallId, RuleId};
use protocol::plan::CallPlan;
use protocol::sandbox::Network;

/// The field of a result that says that the command failed for want of the network: true, or the
/// hosts that its box refused.
const NEEDS_NETWORK: &str = "needs_network";

/// The network that a command has, and its first run if it lacked some and runs again.
#[derive(Debug, Default)]
pub(super) struct CallNetwork {
    /// The network that the user or a rule granted.
    pub(super) granted: Option<Network>,
    /// The network that a further run would have, without the hosts that the box refused to this
    /// one; `None` unless the command runs in a box that limits its network.
    further: Option<Network>,
    /// Whether the box can limit the network to hosts.
    limits_hosts: bool,
    /// The result of the run without the network, while the user decides and after a yes.
    pub(super) first: Option<Box<CallResult>>,
    /// Bytes of output of the call so far, and of its first run with the line between the two.
    sent: u64,
    first_bytes: u64,
}

impl CallNetwork {
    /// Returns the network to ask for after a run that lacked some; `None` if the command had all,
    /// or ran twice. `refused` are the hosts that its box refused.
    fn ask_again(&mut self, refused: Vec<String>) -> Option<Network> {
        let further = self.further.take().filter(|_| self.first.is_none())?;
        if refused.is_empty() || !self.limits_hosts {
            return Some(further);
        }
        Some(Network::Hosts(refused))
    }

    /// Returns the place of a piece of output in the call's whole output.
    pub(super) fn place(&mut self, offset: u64, text: &str) -> u64 {
        let offset = offset.saturating_add(self.first_bytes);
        self.sent = offset.saturating_add(text.len() as u64);
        offset
    }
}

impl Session {
    /// Gives a planned command the network that was granted to it: by an answer, or by rules unless
    /// it provably just reads.
    pub(super) fn with_granted_network(&mut self, mut plan: CallPlan) -> CallPlan {
        if plan.limited_box().is_none() {
            return plan;
        }
        let by_rules = granted_by_rules(&self.policy).filter(|_| plan.risk.risk != Risk::Low);
        let Some(network) = self.network_of(plan.call) else {
            return plan;
        };
        network.granted = join(network.granted.take(), by_rules);
        if let Some(granted) = &network.granted {
            plan.open_network(granted);
        }
        plan
    }

    /// Returns the network that a question about this plan offers.
    pub(super) fn network_to_offer<'a>(&self, plan: &'a CallPlan) -> Option<&'a Network> {
        plan.offered_network()
            .filter(|offered| !denies(&self.policy, offered))
    }

    /// Gives the command of an answered question the network that the question offered, and
    /// returns that.
    pub(super) fn grant_network(&mut self, plan: &mut CallPlan) -> Option<Network> {
        let offered = self.network_to_offer(plan).cloned()?;
        let network = self.network_of(plan.call)?;
        network.granted = join(network.granted.take(), Some(offered.clone()));
        plan.open_network(&offered);
        Some(offered)
    }

    /// Notes that a command begins; returns the granted network that it has.
    pub(super) fn begin_with_network(&mut self, plan: &CallPlan) -> Option<Network> {
        let limited = plan.limited_box();
        let further = limited.map(|_| match plan.offered_network() {
            Some(offered) => offered.clone(),
            None => Network::On,
        });
        let limits_hosts = limited.is_some_and(|sandbox| sandbox.rung.limits_hosts());
        let network = self.network_of(plan.call)?;
        network.further = further;
        network.limits_hosts = limits_hosts;
        network.granted.as_ref()?;
        let has = plan.sandbox().map(|sandbox| &sandbox.network);
        has.filter(|has| has.is_on() || !has.hosts().is_empty())
            .cloned()
    }

    pub(super) fn network_of(&mut self, call: CallId) -> Option<&mut CallNetwork> {
        Some(&mut self.call_state_mut(call)?.network)
    }

    /// Whether the user can be asked to let a finished command run again.
    pub(super) fn can_ask_again(&self, turn: &StepBuilder<'_, '_>) -> bool {
        let run = self.thread.run.as_ref();
        let goes_on = run.is_some_and(|run| run.phase != Phase::Ending);
        goes_on && turn.config.attendance == Attendance::Attended
    }

    /// Asks whether a command that failed without the network may run again with it. Returns false
    /// if nobody is asked.
    pub(super) fn ask_for_network_again(
        &mut self,
        done: &CallCompletion,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let call = done.result.call;
        if !self.can_ask_again(turn)
            || granted_by_rules(&self.policy) == Some(Network::On)
            || !needs_network(&done.result)
        {
            return false;
        }
        let Some(command) = self.command_of(call) else {
            return false;
        };
        let refused = refused_hosts(&done.result);
        let Some(offered) = self
            .network_of(call)
            .and_then(|network| network.ask_again(refused))
        else {
            return false;
        };
        if denies(&self.policy, &offered) {
            return false;
        }
        if let Some(network) = self.network_of(call) {
            network.further = Some(offered.clone());
            network.first = Some(Box::new(done.result.clone()));
        }
        let places = offered.hosts().join(", ");
        let (question, risk) = match offered {
            Network::Hosts(_) => (
                notice!("told-ask-network-of", word = command, places),
                notice!("risk-network-of", places),
            ),
            _ => (
                notice!("told-ask-network", word = command),
                notice!("risk-network"),
            ),
        };
        self.set_stage(call, CallStage::AskingAgain);
        let shown = shown(&question);
        let risk = RiskReport::medium(risk);
        let body = QuestionBody::Confirm { question };
        let scope = session_scope(&offered);
        self.ask_about_network(call, (body, shown), (risk, scope), turn);
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
                let further = self.network_of(call);
                if let Some(further) = further.and_then(|network| network.further.clone()) {
                    self.allow_network(&further, turn);
                }
                return self.run_again(call, turn);
            }
            Decision::Never => self.add_network_rule(RuleEffect::Deny, PATTERN.to_owned(), turn),
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

    /// Grants a network to the commands of this session.
    pub(super) fn allow_network(&mut self, network: &Network, turn: &mut StepBuilder<'_, '_>) {
        for pattern in patterns_of(network) {
            self.add_network_rule(RuleEffect::Allow, pattern, turn);
        }
    }

    fn add_network_rule(
        &mut self,
        effect: RuleEffect,
        pattern: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let rule = Rule {
            id: RuleId(turn.new_id()),
            effect,
            pattern,
            scope: RuleScope::Session,
        };
        policy_state::add_rule(&mut self.policy, rule);
        self.policy_changed(turn);
    }

    /// Has the command planned once more, to run with the network.
    fn run_again(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let Some(network) = self.network_of(call) else {
            return;
        };
        network.granted = join(network.granted.take(), network.further.take());
        self.tell_between_runs(call, turn);
        self.set_stage(call, CallStage::Preparing);
        self.request_plan(call, turn);
    }

    /// Adds the line between the output of the two runs.
    pub(super) fn tell_between_runs(&mut self, call: CallId, turn: &mut StepBuilder<'_, '_>) {
        let Some(state) = self.call_state(call) else {
            return;
        };
        let text = between_runs(state.on_disk);
        let Some(network) = self.network_of(call) else {
            return;
        };
        let offset = network.sent;
        network.first_bytes = offset.saturating_add(text.len() as u64);
        network.sent = network.first_bytes;
        self.fact(turn, EventKind::CallOutput { call, offset, text });
    }

    /// Runs a command again as the user allowed it. At high risk they see the command once more,
    /// with the network; for the disk they are asked with all in view that this means.
    pub(super) fn planned_again(&mut self, plan: CallPlan, turn: &mut StepBuilder<'_, '_>) {
        if self
            .call_state(plan.call)
            .is_some_and(|state| state.on_disk)
        {
            return self.ask_about_disk(plan, turn);
        }
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
        let on_disk = self
            .call_state(result.call)
            .is_some_and(|state| state.on_disk);
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
            let joined = format!("{before}{}{}", between_runs(on_disk), output(fields));
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
fn between_runs(on_disk: bool) -> String {
    let line = if on_disk {
        notice!("told-run-on-disk")
    } else {
        notice!("told-run-again")
    };
    format!("\n[{line}]\n")
}

fn join(one: Option<Network>, other: Option<Network>) -> Option<Network> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.joined(&other)),
        (one, other) => one.or(other),
    }
}

/// Returns the field of a result that says that its command failed for want of the network.
fn needed(result: &CallResult) -> Option<&Value> {
    result.error.as_ref()?.details.get(NEEDS_NETWORK)
}

fn needs_network(result: &CallResult) -> bool {
    needed(result).is_some_and(|needed| *needed != Value::Bool(false))
}

/// Returns the hosts that the box of a command refused.
fn refused_hosts(result: &CallResult) -> Vec<String> {
    let hosts = needed(result).and_then(Value::as_array);
    let hosts = hosts.into_iter().flatten().filter_map(Value::as_str);
    hosts.map(str::to_owned).collect()
}

/// Returns the places of the fields of a command's result: its content, or in the error the details
/// of both its forms.
pub(super) fn fields_of(
    result: &mut CallResult,
) -> impl Iterator<Item = &mut serde_json::Map<String, Value>> {
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
