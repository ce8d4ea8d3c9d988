//! Modes, rules and verdicts: tables and properties.

use proptest::prelude::*;
use uuid::Uuid;

use super::rules::{escape_command, escape_path, first_match, lifts_high_risk};
use super::scopes::{always_scopes, exact_pattern};
use super::state::*;
use super::*;
use crate::protocol::approval::{
    CommandSwitch, GrantScope, Mode, PolicyState, Risk, RiskReport, Rule, RuleEffect, RuleScope,
    Switch, TextSwitch,
};
use crate::protocol::call::{ErrorCode, ToolClass};
use crate::protocol::command::Toggle;
use crate::protocol::ids::{CallId, ContentHash, RuleId};
use crate::protocol::plan::{CallPlan, Subject};

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
        ToolClass::Memory => ("memory_save", Subject::Nothing),
        ToolClass::Agent => ("spawn_agent", Subject::Nothing),
        ToolClass::Mcp => ("mcp__git__log", Subject::Nothing),
        ToolClass::Unknown => ("no_such", Subject::Nothing),
    };
    CallPlan {
        call: CallId(Uuid::from_u128(1)),
        tool: tool.to_owned(),
        class,
        subject,
        risk: RiskReport {
            risk,
            ..RiskReport::low("as the test says")
        },
        body: None,
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
        command: command.to_owned(),
        parts: parts.iter().map(|part| (*part).to_owned()).collect(),
        understood: true,
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Run { .. } => "run",
        Verdict::Stage => "stage",
        Verdict::Ask { .. } => "ask",
        Verdict::Deny { .. } => "deny",
    }
}

fn matches(effect: RuleEffect, pattern: &str, tool: &str, subject: &Subject) -> bool {
    RulePattern::parse(pattern)
        .unwrap()
        .matches(effect, tool, subject)
}

/// Without rules: for each mode what a text call does at low, medium and high risk, and what a
/// command does.
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
                    _ => commands[at],
                };
                let verdict = decide(&state, &plan(class, risk), Taint::None);
                assert_eq!(word(&verdict), expected, "{mode} {class:?} {risk:?}");
            }
        }
    }
}

/// The order of the manual, for every mode, class, risk and set of rules.
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
    // Rules for a tool as a whole name no single thing: for such calls nothing is exact.
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
        error.message.contains("shell_exec(cargo *) [user]"),
        "{}",
        error.message
    );

    let state = initial(Mode::Plan, Vec::new());
    let Verdict::Deny { error } = decide(&state, &plan(ToolClass::Text, Risk::Low), Taint::None)
    else {
        panic!("not denied");
    };
    assert_eq!(error.code, ErrorCode::PermissionDenied);
    assert!(error.message.contains("plan mode") && error.message.contains("/mode"));

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
            .any(|reason| reason.text.contains("outside"))
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

#[test]
fn a_rule_that_cannot_be_read_never_opens_a_door() {
    let subject = path("a");
    let broken = [rule(RuleEffect::Allow, "write_file(", RuleScope::User)];
    assert!(first_match(&broken, RuleEffect::Allow, "write_file", &subject).is_none());
    let broken = [rule(RuleEffect::Deny, "write_file(", RuleScope::User)];
    assert!(first_match(&broken, RuleEffect::Deny, "write_file", &subject).is_some());
}

#[test]
fn patterns_are_read_or_refused_with_an_example() {
    for good in [
        "shell_exec(git status*)",
        "write_file(docs/**)",
        "mcp__git__*",
        "*",
        "read_file",
        "shell_exec(echo (a))",
        "shell_exec([a)",
    ] {
        assert!(RulePattern::parse(good).is_ok(), "{good}");
    }
    for bad in [
        "",
        "  ",
        "(a)",
        "write_file(",
        "write_file(a",
        "write_file()",
        "write file(a)",
        "write_file([)",
        "shell_exec(a)b",
        &"x".repeat(5_000),
    ] {
        let error = RulePattern::parse(bad).unwrap_err().to_string();
        assert!(
            error.contains("example") || error.contains("write "),
            "{bad:?}: {error}"
        );
    }
}

#[test]
fn paths_match_as_globs() {
    use RuleEffect::Allow;
    for (pattern, file, expected) in [
        ("write_file(docs/**)", "docs/a/b.md", true),
        ("write_file(docs/**)", "src/docs/a", false),
        ("write_file(docs/*)", "docs/a/b.md", false),
        ("write_file(*.md)", "docs/a.md", false),
        ("write_file(**/*.md)", "docs/a.md", true),
        ("write_file(./src/a.rs)", "src/a.rs", true),
        ("write_file(src/{a,b}.rs)", "src/b.rs", true),
        ("write_file", "any/thing", true),
        ("edit_file(docs/**)", "docs/a", false),
        ("*_file(docs/**)", "docs/a", true),
    ] {
        assert_eq!(
            matches(Allow, pattern, "write_file", &path(file)),
            expected,
            "{pattern} {file}"
        );
    }
}

#[test]
fn deny_and_ask_match_any_part_and_allow_must_match_each() {
    use RuleEffect::{Allow, Ask, Deny};
    let both = command("git status && rm x", &["git status", "rm x"]);
    for effect in [Deny, Ask] {
        assert!(matches(effect, "shell_exec(rm *)", "shell_exec", &both));
        assert!(matches(
            effect,
            "shell_exec(git status && *)",
            "shell_exec",
            &both
        ));
    }
    assert!(!matches(Allow, "shell_exec(git *)", "shell_exec", &both));
    assert!(!matches(
        Allow,
        "shell_exec(git status*)",
        "shell_exec",
        &both
    ));
    assert!(matches(
        Allow,
        "shell_exec(git status && rm x)",
        "shell_exec",
        &both
    ));
    assert!(matches(Allow, "shell_exec(*)", "shell_exec", &both));
    let one = command("git status -s", &["git status -s"]);
    assert!(matches(
        Allow,
        "shell_exec(git status*)",
        "shell_exec",
        &one
    ));
    assert!(!matches(
        Allow,
        "shell_exec(git status)",
        "shell_exec",
        &one
    ));
}

#[test]
fn what_was_not_understood_is_allowed_only_word_for_word() {
    let subject = Subject::Command {
        command: "$x a".to_owned(),
        parts: vec!["$x a".to_owned()],
        understood: false,
    };
    assert!(!matches(
        RuleEffect::Allow,
        "shell_exec(*)",
        "shell_exec",
        &subject
    ));
    assert!(!matches(
        RuleEffect::Allow,
        "shell_exec",
        "shell_exec",
        &subject
    ));
    assert!(matches(
        RuleEffect::Allow,
        "shell_exec($x a)",
        "shell_exec",
        &subject
    ));
    assert!(matches(
        RuleEffect::Deny,
        "shell_exec($x*)",
        "shell_exec",
        &subject
    ));
}

#[test]
fn only_exact_rules_of_the_user_or_a_flag_lift_high_risk() {
    for (pattern, scope, expected) in [
        ("shell_exec(git push)", RuleScope::User, true),
        ("shell_exec(git push)", RuleScope::Flag, true),
        ("shell_exec(git push)", RuleScope::Session, false),
        ("shell_exec(git push)", RuleScope::Workspace, false),
        ("shell_exec(git push*)", RuleScope::User, false),
        ("shell*(git push)", RuleScope::User, false),
        ("shell_exec", RuleScope::User, false),
        ("shell_exec(ls \\*)", RuleScope::User, true),
        ("write_file(a?)", RuleScope::User, false),
    ] {
        assert_eq!(
            lifts_high_risk(&rule(RuleEffect::Allow, pattern, scope)),
            expected,
            "{pattern} {scope:?}"
        );
    }
}

#[test]
fn always_offers_the_exact_rule_and_nothing_for_high_risk() {
    let scopes = |plan: &CallPlan| always_scopes(plan, &plan.risk);
    let test = plan(ToolClass::Command, Risk::Medium);
    let offered = scopes(&test);
    let kinds: Vec<GrantScope> = offered.iter().map(|scope| scope.scope).collect();
    assert_eq!(
        kinds,
        [
            GrantScope::UntilNextMessage,
            GrantScope::Session,
            GrantScope::Workspace,
            GrantScope::User
        ]
    );
    assert_eq!(
        offered[1].pattern.as_deref(),
        Some("shell_exec(cargo test)")
    );
    assert!(offered[1].grants.contains("shell_exec(cargo test)"));
    assert_eq!(
        exact_pattern(&plan(ToolClass::Text, Risk::Low)).as_deref(),
        Some("write_file(src/a.rs)")
    );

    assert!(scopes(&plan(ToolClass::Command, Risk::High)).is_empty());
    let mut always = test.clone();
    always.risk.always_ask = true;
    assert!(scopes(&always).is_empty());
    let mut odd = test;
    odd.subject = Subject::Command {
        command: "$x".into(),
        parts: vec!["$x".into()],
        understood: false,
    };
    assert!(scopes(&odd).is_empty());
}

#[test]
fn passthrough_comes_back_to_the_mode_before() {
    for mode in [Mode::Plan, Mode::Review, Mode::Confirm, Mode::AcceptEdits] {
        let mut state = initial(mode, Vec::new());
        toggle_passthrough(&mut state);
        assert_eq!(
            (state.mode, state.command),
            (Mode::Passthrough, CommandSwitch::Auto)
        );
        toggle_passthrough(&mut state);
        assert_eq!(state, initial(mode, Vec::new()));
    }
    let mut state = initial(Mode::Passthrough, Vec::new());
    toggle_passthrough(&mut state);
    assert_eq!(state.mode, Mode::Review);
}

#[test]
fn yes_to_all_ends_at_the_next_message() {
    let mut state = initial(Mode::Review, Vec::new());
    grant_until_next_message(&mut state, ToolClass::Command);
    assert_eq!(state.command, CommandSwitch::Auto);
    assert_eq!(state.text, TextSwitch::Stage);
    assert!(state.command_until_next_message && !state.text_until_next_message);
    assert_eq!(
        word(&decide(
            &state,
            &plan(ToolClass::Command, Risk::High),
            Taint::None
        )),
        "ask"
    );
    next_user_message(&mut state);
    assert_eq!(state, initial(Mode::Review, Vec::new()));

    let mut plan_mode = initial(Mode::Plan, Vec::new());
    grant_until_next_message(&mut plan_mode, ToolClass::Text);
    assert_eq!(plan_mode, initial(Mode::Plan, Vec::new()));
}

#[test]
fn confirm_sets_the_switches_and_is_refused_in_plan() {
    let mut state = initial(Mode::Review, Vec::new());
    set_confirm(&mut state, Switch::Text, Toggle::On).unwrap();
    assert_eq!(
        (state.text, state.command),
        (TextSwitch::Ask, CommandSwitch::Ask)
    );
    set_confirm(&mut state, Switch::All, Toggle::Off).unwrap();
    assert_eq!(
        (state.text, state.command),
        (TextSwitch::Auto, CommandSwitch::Auto)
    );
    set_confirm(&mut state, Switch::Command, Toggle::On).unwrap();
    assert_eq!(
        (state.text, state.command),
        (TextSwitch::Auto, CommandSwitch::Ask)
    );
    set_mode(&mut state, Mode::Review);
    assert_eq!(state.text, TextSwitch::Stage);

    let mut state = initial(Mode::Plan, Vec::new());
    assert!(
        set_confirm(&mut state, Switch::All, Toggle::Off)
            .unwrap_err()
            .contains("plan")
    );
    assert_eq!(state, initial(Mode::Plan, Vec::new()));
}

#[test]
fn rules_are_listed_once_and_can_be_revoked() {
    let mut state = initial(Mode::Review, Vec::new());
    add_rule(
        &mut state,
        rule(
            RuleEffect::Allow,
            "shell_exec(cargo test)",
            RuleScope::Session,
        ),
    );
    let mut again = rule(
        RuleEffect::Allow,
        "shell_exec(cargo test)",
        RuleScope::Session,
    );
    again.id = RuleId(Uuid::from_u128(8));
    add_rule(&mut state, again.clone());
    assert_eq!(state.rules, [again.clone()]);
    assert!(revoke_rule(&mut state, RuleId(Uuid::from_u128(7))).is_none());
    assert_eq!(revoke_rule(&mut state, again.id), Some(again));
    assert!(state.rules.is_empty());
}

fn any_state() -> impl Strategy<Value = PolicyState> {
    let pattern = prop::sample::select(vec![
        "*",
        "shell_exec",
        "shell_exec(*)",
        "shell_exec(git push)",
        "shell_exec(git *)",
        "shell_exec(rm -rf x)",
        "she*(git push)",
        "shell_exec(",
        "write_file(**)",
        "shell_exec(git push; rm -rf x)",
    ]);
    let effect = prop::sample::select(vec![RuleEffect::Deny, RuleEffect::Ask, RuleEffect::Allow]);
    let scope = prop::sample::select(vec![
        RuleScope::Flag,
        RuleScope::Session,
        RuleScope::Workspace,
        RuleScope::User,
    ]);
    let rules = proptest::collection::vec((pattern, effect, scope), 0..5);
    (
        prop::sample::select(Mode::ALL.to_vec()),
        rules,
        any::<bool>(),
    )
        .prop_map(|(mode, rules, grant)| {
            let rules = rules
                .into_iter()
                .map(|(pattern, effect, scope)| rule(effect, pattern, scope))
                .collect();
            let mut state = initial(mode, rules);
            if grant {
                grant_until_next_message(&mut state, ToolClass::Command);
            }
            state
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_is_always_asked_runs_only_by_an_exact_rule_of_the_user(
        state in any_state(),
        line in prop::sample::select(vec!["git push", "rm -rf x", "git push; rm -rf x", "bash -c 'git push'"]),
    ) {
        let scope = ShellScope { root: "/w".into(), cwd: "/w".into() };
        let found = assess(line, &scope);
        prop_assert!(found.report.always_ask);
        let mut plan = plan(ToolClass::Command, Risk::High);
        plan.subject = Subject::Command { command: line.into(), parts: found.parts, understood: found.understood };
        plan.risk = found.report;
        if let Verdict::Run { .. } = decide(&state, &plan, Taint::None) {
            let lifted = state.rules.iter().any(|rule| {
                rule.effect == RuleEffect::Allow
                    && matches!(rule.scope, RuleScope::User | RuleScope::Flag)
                    && !rule.pattern.contains('*')
                    && rule.pattern != "shell_exec"
            });
            prop_assert!(lifted);
            prop_assert!(state.mode != Mode::Plan);
        }
    }

    #[test]
    fn any_text_is_a_pattern_or_an_error(text in ".{0,60}") {
        if let Ok(pattern) = RulePattern::parse(&text) {
            pattern.matches(RuleEffect::Deny, "write_file", &path("a"));
        }
    }

    #[test]
    fn an_exact_rule_matches_its_own_command_and_path(text in "[a-z *?\\[\\]{}!\\\\/.-]{1,30}") {
        let text = text.trim();
        prop_assume!(!text.is_empty());
        let rule = format!("shell_exec({})", escape_command(text));
        let parsed = RulePattern::parse(&rule).unwrap();
        prop_assert!(!parsed.has_wildcard());
        prop_assert!(parsed.matches(RuleEffect::Allow, "shell_exec", &command(text, &[])));
        let file = text.trim_start_matches("./").trim_start();
        prop_assume!(!file.is_empty());
        let rule = format!("write_file({})", escape_path(file));
        prop_assert!(matches(RuleEffect::Allow, &rule, "write_file", &path(file)), "{}", rule);
    }
}
