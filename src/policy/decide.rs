//! The verdict on a planned call.
//!
//! Rules in this order, the first that applies wins: plan mode, deny rule, always-asked list, ask
//! rule, allow rule, low risk, the mode's switch, the question. The hard limits of the tools (jail,
//! block list, text only) apply before and are not decided here. Called by the engine; pure.

use serde_json::json;

use super::rules::{allowing, first_match, lifts_high_risk};
use super::scopes::always_scopes;
use super::state::scope_word;
use notice::{Notice, notice};
use protocol::approval::{
    AlwaysScope, CommandSwitch, Mode, PolicyState, Risk, RiskReason, RiskReport, Rule, RuleEffect,
    RuleScope, TextSwitch,
};
use protocol::call::{ErrorCode, ToolClass, ToolError};
use protocol::plan::{CallPlan, Executor, Subject};
use protocol::sandbox::Rung;
pub use protocol::taint::Taint;

/// The verdict on a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    Run {
        /// The reason: a rule as written, `low risk`, or the mode.
        by: Notice,
    },
    /// The text goes into the working buffer, to be reviewed.
    Propose,
    Ask {
        /// Reason for asking, if the mode alone would not ask.
        note: Option<Notice>,
        /// The possible scopes of "always"; empty if only yes and no are offered.
        scopes: Vec<AlwaysScope>,
        /// The effective risk: raised if the run is tainted.
        risk: RiskReport,
    },
    Deny {
        /// The error for the model and the user.
        error: ToolError,
    },
}

/// Returns the verdict on `plan`.
pub fn decide(state: &PolicyState, plan: &CallPlan, taint: Taint) -> Verdict {
    if plan.carried_out == Executor::Already {
        let by = notice!("told-allowed-own-program");
        return Verdict::Run { by };
    }
    let risk = counted_risk(plan, taint);
    if plan.class == ToolClass::Unknown {
        return deny_unknown(plan);
    }
    if let Some(verdict) = plan_mode(state, plan, &risk) {
        return verdict;
    }
    if let Some(rule) = matching(state, plan, RuleEffect::Deny) {
        return deny_by_rule(plan, rule);
    }
    let exact = state.rules.iter().filter(|rule| lifts_high_risk(rule));
    let lifted = allowing(exact, &plan.tool, &plan.subject);
    if risk.always_ask && lifted.is_empty() {
        return ask(plan, risk, Some(notice!("told-asked-always")));
    }
    // An ask rule cannot be answered with "always": it would still ask again.
    if plan.class != ToolClass::Ask
        && let Some(rule) = matching(state, plan, RuleEffect::Ask)
    {
        return Verdict::Ask {
            note: Some(notice!("told-asked-rule", rule = named(rule))),
            scopes: Vec::new(),
            risk,
        };
    }
    if !lifted.is_empty() {
        return Verdict::Run {
            by: all_named(&lifted),
        };
    }
    if risk.risk != Risk::High {
        let rules = allowing(state.rules.iter(), &plan.tool, &plan.subject);
        if !rules.is_empty() {
            return Verdict::Run {
                by: all_named(&rules),
            };
        }
    }
    by_mode(state, plan, risk)
}

/// Whether a rule allows writing text at this path and no rule forbids it.
pub fn allows_write(state: &PolicyState, path: &str) -> bool {
    let subject = Subject::Path {
        path: path.to_owned(),
    };
    let says = |effect| first_match(&state.rules, effect, "write_file", &subject).is_some();
    says(RuleEffect::Allow) && !says(RuleEffect::Deny) && !says(RuleEffect::Ask)
}

/// Returns the verdict if no rule applied.
fn by_mode(state: &PolicyState, plan: &CallPlan, risk: RiskReport) -> Verdict {
    match plan.class {
        // A plan that needs permission is one that the program carries out.
        ToolClass::Plan if plan.carried_out == Executor::ByProgram => ask(plan, risk, None),
        ToolClass::Plan => Verdict::Run {
            by: notice!("told-allowed-tasks"),
        },
        ToolClass::Read | ToolClass::Ask => Verdict::Run {
            by: notice!("told-allowed-harmless"),
        },
        ToolClass::Text => by_text_switch(state, plan, risk),
        ToolClass::Agent if plan.carried_out == Executor::ByUs => {
            by_agent_switch(state, plan, risk)
        }
        ToolClass::Command | ToolClass::Mcp | ToolClass::Memory | ToolClass::Agent => {
            by_command_switch(state, plan, risk)
        }
        ToolClass::Unknown => deny_unknown(plan),
    }
}

fn by_text_switch(state: &PolicyState, plan: &CallPlan, risk: RiskReport) -> Verdict {
    match state.text {
        TextSwitch::Deny => deny_by_mode(state, plan),
        TextSwitch::Propose if plan.carried_out == Executor::ByProgram => {
            ask(plan, risk, Some(notice!("told-asked-own-writes")))
        }
        TextSwitch::Propose => Verdict::Propose,
        TextSwitch::Ask => ask(plan, risk, None),
        TextSwitch::Auto if risk.risk == Risk::High => ask(plan, risk, high_note(state)),
        TextSwitch::Auto => Verdict::Run {
            by: mode_name(state, state.text_until_next_message),
        },
    }
}

fn by_command_switch(state: &PolicyState, plan: &CallPlan, risk: RiskReport) -> Verdict {
    if risk.risk == Risk::Low {
        return Verdict::Run {
            by: notice!("told-allowed-low"),
        };
    }
    match state.command {
        CommandSwitch::Deny => deny_by_mode(state, plan),
        CommandSwitch::Ask => ask(plan, risk, None),
        CommandSwitch::InBox if risk.risk == Risk::High => ask(plan, risk, high_note(state)),
        CommandSwitch::InBox => match outside_full_box(plan) {
            None => Verdict::Run {
                by: mode_name(state, state.command_until_next_message),
            },
            Some(why) => ask_because(plan, risk, why),
        },
        CommandSwitch::Auto if risk.risk == Risk::High => ask(plan, risk, high_note(state)),
        CommandSwitch::Auto => Verdict::Run {
            by: mode_name(state, state.command_until_next_message),
        },
    }
}

/// Returns the verdict on starting agents. Each of their calls is judged as one of the session, so
/// where commands run unasked, agents start unasked.
fn by_agent_switch(state: &PolicyState, plan: &CallPlan, risk: RiskReport) -> Verdict {
    if risk.risk == Risk::Low {
        return Verdict::Run {
            by: notice!("told-allowed-low"),
        };
    }
    match state.command {
        CommandSwitch::Deny | CommandSwitch::Ask => ask(plan, risk, None),
        _ if risk.risk == Risk::High => ask(plan, risk, high_note(state)),
        CommandSwitch::InBox | CommandSwitch::Auto => Verdict::Run {
            by: mode_name(state, state.command_until_next_message),
        },
    }
}

/// Returns the reason why a call does not run in a full box: namespaces of its own, and not the
/// network of the machine. `None` if it does.
fn outside_full_box(plan: &CallPlan) -> Option<Notice> {
    let Some(sandbox) = plan.sandbox() else {
        return Some(notice!("told-asked-not-boxed"));
    };
    if sandbox.rung < Rung::Namespaces {
        Some(match &sandbox.lower {
            Some(why) => notice!("told-asked-no-box-why", why),
            None => notice!("told-asked-no-box"),
        })
    } else if sandbox.network.is_on() {
        Some(notice!("told-asked-network"))
    } else {
        None
    }
}

/// Returns the verdict of plan mode: it writes no text, and of everything else only provably
/// read-only calls proceed, to be judged by the rules as in any mode.
fn plan_mode(state: &PolicyState, plan: &CallPlan, risk: &RiskReport) -> Option<Verdict> {
    if state.mode != Mode::Plan {
        return None;
    }
    let refused = match plan.class {
        ToolClass::Text => true,
        // The calls of the agents are subject to the mode.
        ToolClass::Agent if plan.carried_out == Executor::ByUs => false,
        ToolClass::Command | ToolClass::Mcp | ToolClass::Memory | ToolClass::Agent => {
            risk.risk != Risk::Low
        }
        ToolClass::Read | ToolClass::Ask | ToolClass::Plan | ToolClass::Unknown => false,
    };
    refused.then(|| deny_by_mode(state, plan))
}

/// Returns the plan's risk, one level higher for commands in a tainted run.
fn counted_risk(plan: &CallPlan, taint: Taint) -> RiskReport {
    let mut risk = plan.risk.clone();
    if taint == Taint::Outside && plan.class == ToolClass::Command {
        risk.risk = match risk.risk {
            Risk::Low => Risk::Medium,
            Risk::Medium | Risk::High => Risk::High,
        };
        risk.reasons.push(RiskReason {
            text: notice!("risk-content-from-outside-the"),
            span: None,
        });
    }
    risk
}

fn matching<'a>(state: &'a PolicyState, plan: &CallPlan, effect: RuleEffect) -> Option<&'a Rule> {
    first_match(&state.rules, effect, &plan.tool, &plan.subject)
}

fn ask(plan: &CallPlan, risk: RiskReport, note: Option<Notice>) -> Verdict {
    Verdict::Ask {
        note,
        scopes: always_scopes(plan, &risk),
        risk,
    }
}

/// Asks, with the reason among those of the risk, where a question about a command shows it.
fn ask_because(plan: &CallPlan, mut risk: RiskReport, why: Notice) -> Verdict {
    risk.reasons.push(RiskReason {
        text: why.clone(),
        span: None,
    });
    ask(plan, risk, Some(why))
}

fn high_note(state: &PolicyState) -> Option<Notice> {
    Some(notice!("told-asked-high", word = state.mode.word()))
}

fn mode_name(state: &PolicyState, granted: bool) -> Notice {
    if granted {
        notice!("told-allowed-until-next")
    } else {
        notice!("told-allowed-in-mode", word = state.mode.word())
    }
}

fn named(rule: &Rule) -> Notice {
    let pattern = &rule.pattern;
    match rule.scope {
        RuleScope::Flag => notice!("told-rule-of-flag", rule = pattern),
        RuleScope::Session => notice!("told-rule-of-session", rule = pattern),
        RuleScope::Workspace => notice!("told-rule-of-workspace", rule = pattern),
        RuleScope::User => notice!("told-rule-of-user", rule = pattern),
    }
}

fn all_named(rules: &[&Rule]) -> Notice {
    let names = rules.iter().map(|rule| named(rule));
    names
        .reduce(|why, why_next| notice!("told-rules-and", why, why_next))
        .unwrap_or_default()
}

fn deny_by_rule(plan: &CallPlan, rule: &Rule) -> Verdict {
    Verdict::Deny {
        error: ToolError::new(
            ErrorCode::PermissionDenied,
            notice!("told-refused-rule", rule = named(rule), word = plan.tool),
        )
        .with_details(json!({
            "rule": rule.pattern,
            "rule_id": rule.id.to_string(),
            "scope": scope_word(rule.scope),
        })),
    }
}

fn deny_by_mode(state: &PolicyState, plan: &CallPlan) -> Verdict {
    let message = if state.mode == Mode::Plan {
        notice!("told-refused-plan-mode", word = plan.tool)
    } else {
        notice!(
            "told-refused-mode",
            name = state.mode.word(),
            word = plan.tool
        )
    };
    Verdict::Deny {
        error: ToolError::new(ErrorCode::PermissionDenied, message)
            .with_details(json!({ "mode": state.mode.word() })),
    }
}

fn deny_unknown(plan: &CallPlan) -> Verdict {
    Verdict::Deny {
        error: ToolError::new(
            ErrorCode::ToolNotAvailable,
            notice!("told-tool-unknown", word = format!("{:?}", plan.tool)),
        ),
    }
}
