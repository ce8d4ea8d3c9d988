//! Tests of rules on commands as the planner describes them: parts, their normal form, and which of
//! them are of low risk.

use serde_json::json;
use uuid::Uuid;

use super::Harness;
use policy::state::initial;
use policy::{Taint, Verdict, decide};
use protocol::approval::{Mode, Rule, RuleEffect, RuleScope};
use protocol::ids::RuleId;

/// Returns the verdict on `command` under these rules of the user, in the default mode.
fn verdict(rules: &[(RuleEffect, &str)], command: &str) -> Verdict {
    let harness = Harness::judged();
    harness.put("src/lib.rs", "fn main() {}\n");
    harness.put(".env", "KEY=x\n");
    let rules = rules
        .iter()
        .enumerate()
        .map(|(number, (effect, pattern))| Rule {
            id: RuleId(Uuid::from_u128(u128::try_from(number).unwrap())),
            effect: *effect,
            pattern: format!("shell_exec({pattern})"),
            scope: RuleScope::User,
        });
    let state = initial(Mode::Review, rules.collect());
    let planned = harness.planned("shell_exec", json!({ "command": command }));
    decide(&state, &planned.plan, Taint::None)
}

#[test]
fn a_deny_rule_holds_however_the_command_is_spelt() {
    for (rule, command) in [
        ("touch *", "/usr/bin/touch x"),
        ("touch *", "\"touch\" x"),
        ("touch *", "command touch x"),
        ("touch *", "ls && \\touch x"),
        ("git commit*", "git -C . commit -m x"),
        ("git commit*", "git -c a=b commit -m x"),
        ("git commit*", "/usr/bin/git --no-pager -C . commit -m x"),
        ("git push*", "cd src && git -c a=b push origin main"),
        ("cargo publish*", "cargo +nightly publish"),
        ("npm publish*", "npm --prefix src publish"),
        ("kubectl delete*", "kubectl -n prod delete pod x"),
        ("make deploy*", "make -C src deploy"),
    ] {
        let verdict = verdict(&[(RuleEffect::Deny, rule)], command);
        assert!(
            matches!(verdict, Verdict::Deny { .. }),
            "{rule}: {command}: {verdict:?}"
        );
    }
}

#[test]
fn an_ask_rule_holds_however_the_command_is_spelt() {
    for (rule, command) in [
        ("git log*", "git -C src log"),
        ("ls*", "/bin/ls"),
        ("cat *", "cat src/lib.rs | head"),
    ] {
        let verdict = verdict(&[(RuleEffect::Ask, rule)], command);
        assert!(
            matches!(verdict, Verdict::Ask { .. }),
            "{rule}: {command}: {verdict:?}"
        );
    }
}

#[test]
fn an_allow_rule_needs_no_second_one_for_parts_that_only_read() {
    for command in [
        "cargo test",
        "cargo test 2>&1 | tail -5",
        "cd . && cargo test",
        "cd src && cargo test -p x && ls -la",
        "cargo test || true",
        "cargo test; echo done",
        "cargo test 2>&1 | grep -n FAILED | head -20",
    ] {
        let verdict = verdict(&[(RuleEffect::Allow, "cargo test*")], command);
        assert!(
            matches!(verdict, Verdict::Run { .. }),
            "{command}: {verdict:?}"
        );
    }
}

#[test]
fn allow_rules_add_up_over_the_parts_of_a_command() {
    let rules = [
        (RuleEffect::Allow, "cargo test*"),
        (RuleEffect::Allow, "tee *"),
    ];
    let together = verdict(&rules, "cargo test | tee out.txt");
    let Verdict::Run { by } = together else {
        panic!("{together:?}");
    };
    assert!(
        by.to_string().contains("cargo test*") && by.to_string().contains("tee *"),
        "{by}"
    );
    let alone = verdict(&rules[..1], "cargo test | tee out.txt");
    assert!(matches!(alone, Verdict::Ask { .. }), "{alone:?}");
}

#[test]
fn an_allow_rule_never_covers_a_part_that_reads_more_or_does_more() {
    for command in [
        "cargo test; cat .env",
        "cargo test && cat ../x",
        "cd .. && cargo test",
        "cargo test > out.txt",
        "cargo test | sh",
        "cargo test && touch x",
        "cargo test $(touch x)",
        "X=1 cargo test",
        "cargo test & env",
        "cat src/lib.rs; (ls)",
        "./cargo test",
    ] {
        let verdict = verdict(&[(RuleEffect::Allow, "cargo test*")], command);
        assert!(
            matches!(verdict, Verdict::Ask { .. }),
            "{command}: {verdict:?}"
        );
    }
}

#[test]
fn the_environment_and_what_lies_outside_are_asked_for() {
    for command in [
        "env",
        "printenv",
        "jq -n env",
        "cd ../outside",
        "find . /outside",
        "cd .. && ls",
        "set",
    ] {
        let verdict = verdict(&[], command);
        assert!(
            matches!(verdict, Verdict::Ask { .. }),
            "{command}: {verdict:?}"
        );
    }
}
