//! Tests of answers, and the property that hooks never make anything more permissive.

use proptest::prelude::*;

use super::*;

#[test]
fn status_two_objects_with_standard_error_as_the_reason() {
    let said = verdict(&ran(2, r#"{"decision": "approve"}"#, "not like that\n"));
    assert_eq!(said.decision, HookDecision::Deny("not like that".into()));
}

#[test]
fn a_hook_that_fails_asks_before_a_call_and_is_told() {
    let ends = [
        (ProcessEnd::Exited(1), "it ended with status 1: oh no"),
        (ProcessEnd::Killed, "a signal ended it"),
        (ProcessEnd::TimedOut, "it took too long and was ended"),
        (
            ProcessEnd::TooMuchOutput,
            "it wrote more than 65536 bytes and was ended",
        ),
    ];
    for (end, why) in ends {
        let run = HookRun {
            end,
            stdout: String::new(),
            stderr: "oh no\nmore".into(),
        };
        let said = verdict(&run);
        assert_eq!(said.decision, HookDecision::Ask(why.into()));
        let told = format!("The hook check.sh gave no answer: {why}");
        assert_eq!(said.told[0].to_string(), told);
        let stop = of(&Occasion::Stop { active: false }, &run);
        assert_eq!(stop.decision, HookDecision::Proceed);
        assert_eq!(stop.told.len(), 1);
    }
}

#[test]
fn json_decides_and_allow_is_not_heard() {
    let specific = |decision: &str| {
        let said = json!({ "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": decision,
            "permissionDecisionReason": "because",
        }});
        verdict(&ran(0, &said.to_string(), "")).decision
    };
    assert_eq!(specific("allow"), HookDecision::Proceed);
    assert_eq!(specific("ask"), HookDecision::Ask("because".into()));
    assert_eq!(specific("deny"), HookDecision::Deny("because".into()));
    assert!(matches!(specific("maybe"), HookDecision::Ask(_)));
    let old = verdict(&ran(
        0,
        r#"{"decision": "block", "reason": "old form"}"#,
        "",
    ));
    assert_eq!(old.decision, HookDecision::Deny("old form".into()));
}

#[test]
fn broken_json_or_an_answer_to_another_event_is_a_failure() {
    for said in [
        r#"{"decision": "#,
        r#"{"hookSpecificOutput": {"hookEventName": "Stop"}}"#,
    ] {
        let said = verdict(&ran(0, said, ""));
        assert!(matches!(said.decision, HookDecision::Ask(_)), "{said:?}");
        assert_eq!(said.told.len(), 1);
    }
}

#[test]
fn plain_text_is_for_the_model_only_where_the_event_takes_it() {
    let prompt = Occasion::UserPromptSubmit { prompt: "x".into() };
    let time = ran(0, "The time is 12:00\n", "");
    assert_eq!(
        of(&prompt, &time).context.as_deref(),
        Some("The time is 12:00")
    );
    assert_eq!(verdict(&time), HookVerdict::default());
    let more = json!({ "hookSpecificOutput": { "additionalContext": "read the guide" }});
    let more = ran(0, &more.to_string(), "");
    assert_eq!(verdict(&more).context.as_deref(), Some("read the guide"));
}

#[test]
fn continue_false_ends_the_run_and_a_message_goes_to_the_user() {
    let said = json!({ "continue": false, "stopReason": "enough", "systemMessage": "look here" });
    let said = verdict(&ran(0, &said.to_string(), ""));
    assert_eq!(said.stops_run.as_deref(), Some("enough"));
    assert_eq!(
        said.told[0].to_string(),
        "The hook check.sh says: look here"
    );
}

#[test]
fn other_arguments_are_in_our_names_and_what_cannot_be_asks() {
    let with = |input: Value| {
        let said = json!({ "hookSpecificOutput": {
            "permissionDecision": "allow", "updatedInput": input,
        }});
        verdict(&ran(0, &said.to_string(), ""))
    };
    let safe = with(json!({ "command": "ls -l" }));
    assert_eq!(safe.updated, Some(json!({ "command": "ls -l" })));
    assert_eq!(safe.decision, HookDecision::Proceed);
    let same = with(json!({ "command": "ls" }));
    assert_eq!(same.updated, None);
    let strange = with(json!({ "run_in_background": true }));
    assert!(matches!(strange.decision, HookDecision::Ask(_)));
    assert_eq!(strange.updated, None);
}

#[test]
fn two_hooks_that_want_different_arguments_ask() {
    let wants = |command: &str| HookVerdict {
        updated: Some(json!({ "command": command })),
        ..HookVerdict::default()
    };
    let both = wants("a").and(wants("b"));
    assert!(matches!(both.decision, HookDecision::Ask(_)));
    assert_eq!(wants("a").and(wants("a")).decision, HookDecision::Proceed);
}

#[test]
fn what_a_hook_says_is_cleaned_and_secrets_are_masked() {
    let said = verdict(&ran(2, "", "\u{1b}[31mred\u{1b}[0m AKIAIOSFODNN7EXAMPLE"));
    let HookDecision::Deny(why) = said.decision else {
        panic!("refused");
    };
    assert!(why.contains("red") && !why.contains('\u{1b}'), "{why:?}");
    assert!(!why.contains("AKIAIOSFODNN7EXAMPLE"), "{why}");
}

const WORDS: &[&str] = &[
    "allow", "ask", "deny", "approve", "block", "defer", "no", "",
];

fn a_word() -> impl Strategy<Value = Option<String>> {
    proptest::option::of(proptest::sample::select(WORDS).prop_map(str::to_owned))
}

fn a_run() -> impl Strategy<Value = HookRun> {
    let json = (a_word(), a_word(), any::<bool>()).prop_map(|(general, permission, goes_on)| {
        json!({
            "decision": general,
            "continue": goes_on,
            "hookSpecificOutput": { "permissionDecision": permission },
        })
        .to_string()
    });
    let stdout = prop_oneof![json, "[ -~]{0,40}"];
    let end = prop_oneof![
        4 => Just(ProcessEnd::Exited(0)),
        1 => (0..4_i32).prop_map(ProcessEnd::Exited),
        1 => Just(ProcessEnd::TimedOut),
        1 => Just(ProcessEnd::TooMuchOutput),
    ];
    (end, stdout).prop_map(|(end, stdout)| HookRun {
        end,
        stdout,
        stderr: String::new(),
    })
}

/// How much an answer forbids: nothing, some, everything.
fn strictness(decision: &HookDecision) -> u8 {
    match decision {
        HookDecision::Proceed => 0,
        HookDecision::Ask(_) => 1,
        HookDecision::Deny(_) => 2,
    }
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn several_hooks_are_as_strict_as_the_strictest_in_any_order(
        runs in proptest::collection::vec(a_run(), 0..6),
    ) {
        let verdicts: Vec<HookVerdict> = runs.iter().map(verdict).collect();
        let strictest = verdicts.iter().map(|one| strictness(&one.decision)).max();
        let fold = |verdicts: &mut dyn Iterator<Item = HookVerdict>| {
            verdicts.fold(HookVerdict::default(), HookVerdict::and)
        };
        let all = fold(&mut verdicts.iter().cloned());
        let reversed = fold(&mut verdicts.iter().rev().cloned());
        prop_assert_eq!(strictness(&all.decision), strictest.unwrap_or(0));
        prop_assert_eq!(strictness(&reversed.decision), strictest.unwrap_or(0));
    }

    #[test]
    fn no_answer_whatever_panics_or_says_less_than_a_failure(stdout in ".{0,200}", code in any::<i32>()) {
        let said = verdict(&ran(code, &stdout, ""));
        if code != 0 {
            prop_assert!(strictness(&said.decision) > 0);
        }
    }
}
