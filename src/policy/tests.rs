//! Tests of modes, rules and verdicts.

mod properties;
mod rules;
mod state;

use uuid::Uuid;

use super::rules::{escape_command, escape_path, first_match, lifts_high_risk};
use super::scopes::{always_scopes, exact_pattern};
use super::state::*;
use super::*;
use notice::Notice;
use protocol::approval::{
    CommandSwitch, GrantScope, Mode, PolicyState, QuestionBody, Risk, RiskReport, Rule, RuleEffect,
    RuleScope, Switch, TextSwitch,
};
use protocol::call::{ErrorCode, ToolClass};
use protocol::command::Toggle;
use protocol::ids::{CallId, ContentHash, RuleId};
use protocol::plan::{CallPlan, Executor, Subject};
use protocol::sandbox::{CommandSandbox, Network, Rung};

const CLASSES: [ToolClass; 8] = [
    ToolClass::Read,
    ToolClass::Text,
    ToolClass::Command,
    ToolClass::Ask,
    ToolClass::Plan,
    ToolClass::Memory,
    ToolClass::Agent,
    ToolClass::Mcp,
];
const RISKS: [Risk; 3] = [Risk::Low, Risk::Medium, Risk::High];

fn rule(effect: RuleEffect, pattern: &str, scope: RuleScope) -> Rule {
    Rule {
        id: RuleId(Uuid::from_u128(7)),
        effect,
        pattern: pattern.to_owned(),
        scope,
    }
}

fn plan(class: ToolClass, risk: Risk) -> CallPlan {
    let (tool, subject) = match class {
        ToolClass::Read => ("read_file", path("src/a.rs")),
        ToolClass::Text => ("write_file", path("src/a.rs")),
        ToolClass::Command => ("shell_exec", command("cargo test", &["cargo test"])),
        ToolClass::Ask => ("clarify_user", Subject::Nothing),
        ToolClass::Plan => ("task_add", Subject::Nothing),
        ToolClass::Memory => ("remember", Subject::Nothing),
        ToolClass::Agent => ("spawn_agent", Subject::Nothing),
        ToolClass::Mcp => ("mcp__git__log", Subject::Nothing),
        ToolClass::Unknown => ("no_such", Subject::Nothing),
    };
    CallPlan {
        tasks: None,
        agents: None,
        remember: None,
        carried_out: Executor::ByUs,
        call: CallId(Uuid::from_u128(1)),
        tool: tool.to_owned(),
        class,
        subject,
        risk: RiskReport {
            risk,
            ..RiskReport::low(Notice::text("as the test says"))
        },
        body: None,
        steps: Vec::new(),
        shown: ContentHash::of(b""),
        change: None,
    }
}

fn path(path: &str) -> Subject {
    Subject::Path {
        path: path.to_owned(),
    }
}

fn command(command: &str, parts: &[&str]) -> Subject {
    Subject::Command {
        normal_parts: Vec::new(),
        low_parts: Vec::new(),
        command: command.to_owned(),
        parts: parts.iter().map(|part| (*part).to_owned()).collect(),
        understood: true,
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Run { .. } => "run",
        Verdict::Propose => "stage",
        Verdict::Ask { .. } => "ask",
        Verdict::Deny { .. } => "deny",
    }
}

fn matches(effect: RuleEffect, pattern: &str, tool: &str, subject: &Subject) -> bool {
    RulePattern::parse(pattern)
        .unwrap()
        .matches(effect, tool, subject)
}

/// Without rules: checks for each mode the verdict on a text call at low, medium and high risk, and
/// on a command.
#[test]
fn without_rules_the_mode_decides() {
    let table = [
        (
            Mode::Plan,
            ["deny", "deny", "deny"],
            ["run", "deny", "deny"],
        ),
        (
            Mode::Review,
            ["stage", "stage", "stage"],
            ["run", "ask", "ask"],
        ),
        (
            Mode::Auto,
            ["stage", "stage", "stage"],
            ["run", "ask", "ask"],
        ),
        (Mode::Confirm, ["ask", "ask", "ask"], ["run", "ask", "ask"]),
        (
            Mode::AcceptEdits,
            ["run", "run", "ask"],
            ["run", "ask", "ask"],
        ),
        (
            Mode::Passthrough,
            ["run", "run", "ask"],
            ["run", "run", "ask"],
        ),
    ];
    for (mode, text, commands) in table {
        let state = initial(mode, Vec::new());
        for (at, risk) in RISKS.into_iter().enumerate() {
            for class in CLASSES {
                let expected = match class {
                    ToolClass::Read | ToolClass::Ask | ToolClass::Plan => "run",
                    ToolClass::Text => text[at],
                    // Their calls are subject to the mode, so they may start in any.
                    ToolClass::Agent => match (mode, risk) {
                        (Mode::Plan, Risk::Medium | Risk::High) => "ask",
                        (Mode::Auto, Risk::Medium) => "run",
                        _ => commands[at],
                    },
                    _ => commands[at],
                };
                let verdict = decide(&state, &plan(class, risk), Taint::None);
                assert_eq!(word(&verdict), expected, "{mode} {class:?} {risk:?}");
            }
        }
    }
}

/// Checks the order of the manual, for every mode, class, risk and set of rules.
#[test]
fn the_first_of_the_order_decides() {
    for mode in Mode::ALL {
        for class in CLASSES {
            for risk in RISKS {
                for bits in 0..32_u8 {
                    check_order(mode, class, risk, bits);
                }
            }
        }
    }
}

fn check_order(mode: Mode, class: ToolClass, risk: Risk, bits: u8) {
    let mut plan = plan(class, risk);
    let exact = exact_pattern(&plan).unwrap();
    let has = |bit: u8| bits & (1 << bit) != 0;
    let (deny, ask, allow, lift, always) = (has(0), has(1), has(2), has(3), has(4));
    plan.risk.always_ask = always;
    let mut rules = Vec::new();
    for (given, effect, pattern, scope) in [
        (deny, RuleEffect::Deny, "*", RuleScope::Workspace),
        (ask, RuleEffect::Ask, "*", RuleScope::Workspace),
        (allow, RuleEffect::Allow, "*", RuleScope::User),
        (lift, RuleEffect::Allow, exact.as_str(), RuleScope::User),
    ] {
        if given {
            rules.push(rule(effect, pattern, scope));
        }
    }
    // Rules for a whole tool name no single call, so no rule is exact for such calls.
    let lift = lift && plan.subject != Subject::Nothing;
    let bare = decide(
        &initial(mode, Vec::new()),
        &CallPlan {
            risk: RiskReport {
                always_ask: false,
                ..plan.risk.clone()
            },
            ..plan.clone()
        },
        Taint::None,
    );
    let allow = allow || has(3);
    let reading = matches!(class, ToolClass::Read | ToolClass::Ask | ToolClass::Plan);
    let expected = if mode == Mode::Plan
        && !reading
        && class != ToolClass::Agent
        && (class == ToolClass::Text || risk != Risk::Low)
        || deny
    {
        "deny"
    } else if (always && !lift) || (ask && class != ToolClass::Ask) {
        "ask"
    } else if lift || (allow && risk != Risk::High) {
        "run"
    } else {
        word(&bare)
    };
    let verdict = decide(&initial(mode, rules), &plan, Taint::None);
    assert_eq!(
        word(&verdict),
        expected,
        "{mode} {class:?} {risk:?} {bits:05b}"
    );
}

#[test]
fn a_denial_names_its_rule_or_mode_and_what_to_do() {
    let state = initial(
        Mode::Review,
        vec![rule(
            RuleEffect::Deny,
            "shell_exec(cargo *)",
            RuleScope::User,
        )],
    );
    let Verdict::Deny { error } =
        decide(&state, &plan(ToolClass::Command, Risk::Medium), Taint::None)
    else {
        panic!("not denied");
    };
    assert_eq!(error.code, ErrorCode::PermissionDenied);
    assert!(
        error
            .message
            .to_string()
            .contains("shell_exec(cargo *) [user]"),
        "{}",
        error.message
    );

    let state = initial(Mode::Plan, Vec::new());
    let Verdict::Deny { error } = decide(&state, &plan(ToolClass::Text, Risk::Low), Taint::None)
    else {
        panic!("not denied");
    };
    assert_eq!(error.code, ErrorCode::PermissionDenied);
    assert!(
        error.message.to_string().contains("plan mode")
            && error.message.to_string().contains("/mode")
    );

    let Verdict::Deny { error } = decide(&state, &plan(ToolClass::Unknown, Risk::Low), Taint::None)
    else {
        panic!("not denied");
    };
    assert_eq!(error.code, ErrorCode::ToolNotAvailable);
}

#[test]
fn content_from_outside_raises_the_risk_of_commands_only() {
    let state = initial(Mode::Passthrough, Vec::new());
    let low = decide(&state, &plan(ToolClass::Command, Risk::Low), Taint::Outside);
    assert_eq!(word(&low), "run");
    let medium = decide(
        &state,
        &plan(ToolClass::Command, Risk::Medium),
        Taint::Outside,
    );
    let Verdict::Ask { risk, scopes, .. } = medium else {
        panic!("not asked");
    };
    assert_eq!(risk.risk, Risk::High);
    assert!(
        risk.reasons
            .iter()
            .any(|reason| reason.text.to_string().contains("outside"))
    );
    assert!(scopes.is_empty());
    assert_eq!(
        word(&decide(
            &state,
            &plan(ToolClass::Text, Risk::Medium),
            Taint::Outside
        )),
        "run"
    );
    let state = initial(Mode::Review, Vec::new());
    assert_eq!(
        word(&decide(
            &state,
            &plan(ToolClass::Command, Risk::Low),
            Taint::Outside
        )),
        "ask"
    );
}

/// Returns a command with a box.
fn boxed(risk: Risk, rung: Rung, network: Network) -> CallPlan {
    let body = QuestionBody::Command {
        command: "cargo test".to_owned(),
        cwd: ".".to_owned(),
        sandbox: CommandSandbox {
            rung,
            network,
            ..CommandSandbox::default()
        },
        proposed: None,
        touches: Vec::new(),
        uncovered: None,
    };
    CallPlan {
        tasks: None,
        agents: None,
        remember: None,
        body: Some(body),
        ..plan(ToolClass::Command, risk)
    }
}

/// Checks for each risk, rung and network whether mode auto runs a command without a question.
#[test]
fn auto_mode_runs_unasked_only_what_has_a_full_box() {
    let state = initial(Mode::Auto, Vec::new());
    for rung in Rung::ALL {
        let hosts = Network::Hosts(vec!["a.example".to_owned()]);
        for network in [Network::Off, Network::Loopback, hosts, Network::On] {
            let is_full = rung >= Rung::Namespaces && network != Network::On;
            let expected = ["run", if is_full { "run" } else { "ask" }, "ask"];
            for (risk, expected) in RISKS.into_iter().zip(expected) {
                let verdict = decide(&state, &boxed(risk, rung, network.clone()), Taint::None);
                assert_eq!(word(&verdict), expected, "{risk:?} {rung:?} {network:?}");
            }
        }
    }
    let verdict = |class, risk| word(&decide(&state, &plan(class, risk), Taint::None));
    assert_eq!(verdict(ToolClass::Text, Risk::High), "stage");
    assert_eq!(verdict(ToolClass::Mcp, Risk::Medium), "ask");
}

#[test]
fn auto_mode_says_among_the_reasons_why_it_asks() {
    let state = initial(Mode::Auto, Vec::new());
    let reason = |plan: &CallPlan| match decide(&state, plan, Taint::None) {
        Verdict::Ask { risk, .. } => risk.reasons.last().unwrap().text.to_string(),
        verdict => panic!("{verdict:?}"),
    };
    let without = reason(&boxed(Risk::Medium, Rung::Off, Network::On));
    assert!(without.contains("no full sandbox"), "{without}");
    let networked = reason(&boxed(Risk::Medium, Rung::Proposed, Network::On));
    assert!(networked.contains("has the network"), "{networked}");
    let mut lower = boxed(Risk::Medium, Rung::Landlock, Network::Off);
    if let Some(QuestionBody::Command { sandbox, .. }) = &mut lower.body {
        sandbox.lower = Some(Notice::text("it is an old kernel"));
    }
    assert!(reason(&lower).ends_with("it is an old kernel"));
}

#[test]
fn content_from_outside_makes_auto_mode_ask_about_a_command_of_medium_risk() {
    let state = initial(Mode::Auto, Vec::new());
    let plan = boxed(Risk::Medium, Rung::Proposed, Network::Loopback);
    assert_eq!(word(&decide(&state, &plan, Taint::None)), "run");
    assert_eq!(word(&decide(&state, &plan, Taint::Outside)), "ask");
}
