//! Properties of every verdict, for any rules, mode and text.

use proptest::prelude::*;

use super::*;
use crate::shell::{ShellScope, assess};

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
    #![proptest_config(testing::cases(256))]

    #[test]
    fn what_is_always_asked_runs_only_by_an_exact_rule_of_the_user(
        state in any_state(),
        line in prop::sample::select(vec!["git push", "rm -rf x", "git push; rm -rf x", "bash -c 'git push'"]),
    ) {
        let scope = ShellScope { root: "/w".into(), cwd: "/w".into(), block: Vec::new() };
        let found = assess(line, &scope);
        prop_assert!(found.report.always_ask);
        let mut plan = plan(ToolClass::Command, Risk::High);
        plan.subject = Subject::Command {
            command: line.into(),
            parts: found.parts.into_iter().map(|part| part.text).collect(),
            normal_parts: Vec::new(),
            low_parts: Vec::new(),
            understood: found.understood,
        };
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
    fn no_rule_but_an_allow_rule_lets_auto_mode_run_a_command_outside_a_full_box(
        state in any_state(),
        risk in prop::sample::select(vec![Risk::Medium, Risk::High]),
        rung in prop::sample::select(Rung::ALL.to_vec()),
        network in prop::sample::select(vec![Network::Off, Network::Loopback, Network::On]),
    ) {
        let mut state = state;
        state.rules.retain(|rule| rule.effect != RuleEffect::Allow);
        set_mode(&mut state, Mode::Auto);
        if let Verdict::Run { .. } = decide(&state, &boxed(risk, rung, network.clone()), Taint::None) {
            prop_assert_eq!(risk, Risk::Medium);
            prop_assert!(rung >= Rung::Namespaces && network != Network::On);
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
