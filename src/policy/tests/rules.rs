//! Tests of rules: pattern syntax, matching, and the rules that "always" offers.

use super::*;

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
        normal_parts: Vec::new(),
        low_parts: Vec::new(),
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
    assert!(
        offered[1]
            .grants
            .to_string()
            .contains("shell_exec(cargo test)")
    );
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
        normal_parts: Vec::new(),
        low_parts: Vec::new(),
        command: "$x".into(),
        parts: vec!["$x".into()],
        understood: false,
    };
    assert!(scopes(&odd).is_empty());
}
