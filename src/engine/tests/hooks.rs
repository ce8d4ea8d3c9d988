//! Hooks: a verdict refuses, asks, changes arguments once, holds a run back once, and never allows.

use std::collections::BTreeSet;

use hooks::{HookDecision, HookEvent, HookVerdict};
use notice::Notice;
use proptest::prelude::*;
use protocol::approval::{Decision, Mode};
use protocol::command::{CancelMode, Command};
use protocol::event::{Event, EventKind};
use protocol::plan::Executor;
use serde_json::{Value, json};

use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::plan;
use crate::{Attendance, Effect, EngineConfig, Outcome};

fn config(events: &[HookEvent]) -> EngineConfig {
    EngineConfig {
        hooks: BTreeSet::from_iter(events.iter().copied()),
        ..EngineConfig::default()
    }
}

fn harness(mode: Mode, events: &[HookEvent]) -> Harness {
    let mut harness = Harness::with(config(events), mode);
    harness.skip();
    harness
}

impl Harness {
    /// Answers the latest question to hooks.
    fn hooks_say(&mut self, verdict: HookVerdict) {
        let asked = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::RunHooks { run, subject, .. } => Some((*run, *subject)),
            _ => None,
        });
        let (run, subject) = asked.expect("hooks were asked");
        self.outcome(Outcome::HooksRan {
            session: SESSION,
            run,
            subject,
            verdict: Box::new(verdict),
        });
    }

    fn asked_hooks(&self, event: HookEvent) -> usize {
        let asked = self.effects.iter().filter(|effect| {
            matches!(effect, Effect::RunHooks { occasion, .. } if occasion.event() == event)
        });
        asked.count()
    }

    fn results(&self) -> Vec<Value> {
        let results = self.events.iter().filter_map(|event| match &event.fact {
            EventKind::CallCompleted { result, .. } => Some(result.content.clone()),
            _ => None,
        });
        results.collect()
    }

    fn ran(&self) -> usize {
        let runs = |effect: &&Effect| {
            matches!(effect, Effect::RunCall { .. } | Effect::ProposeCall { .. })
        };
        self.effects.iter().filter(runs).count()
    }

    fn has_question(&self) -> bool {
        let asks = |event: &Event| matches!(event.fact, EventKind::QuestionOpened { .. });
        self.events.iter().any(asks)
    }
}

fn deny(why: &str) -> HookVerdict {
    decided(HookDecision::Deny(why.to_owned()))
}

fn ask(why: &str) -> HookVerdict {
    decided(HookDecision::Ask(why.to_owned()))
}

fn decided(decision: HookDecision) -> HookVerdict {
    HookVerdict {
        decision,
        ..HookVerdict::default()
    }
}

fn wants(arguments: Value) -> HookVerdict {
    HookVerdict {
        updated: Some(arguments),
        ..HookVerdict::default()
    }
}

fn adds(context: &str) -> HookVerdict {
    HookVerdict {
        context: Some(context.to_owned()),
        ..HookVerdict::default()
    }
}

#[test]
fn a_hook_is_asked_between_the_plan_and_the_decision() {
    let mut harness = harness(Mode::Passthrough, &[HookEvent::PreToolUse]);
    harness.send("go");
    harness.calls(&[("read_file", json!({ "path": "a" }))]);
    harness.skip();
    harness.prepared(1);
    harness.saw(r#"-> hooks PreToolUse read_file {"path":"a"}"#);
    harness.hooks_say(HookVerdict::default());
    assert_eq!(harness.ran(), 1);
}

#[test]
fn a_refusal_is_the_calls_result_and_the_run_goes_on() {
    let mut harness = harness(Mode::Passthrough, &[HookEvent::PreToolUse]);
    harness.send("go");
    harness.calls(&[("read_file", json!({ "path": "a" }))]);
    harness.prepared(1);
    harness.hooks_say(deny("not this file"));
    assert_eq!(harness.ran(), 0);
    let result = harness.results()[0].to_string();
    assert!(
        result.contains("E005") && result.contains("not this file"),
        "{result}"
    );
    harness.says("then not");
}

#[test]
fn a_hook_that_asks_makes_the_user_be_asked_in_every_mode() {
    for mode in [Mode::Passthrough, Mode::Review, Mode::AcceptEdits] {
        let mut harness = harness(mode, &[HookEvent::PreToolUse]);
        harness.send("go");
        harness.calls(&[("read_file", json!({ "path": "a" }))]);
        harness.prepared(1);
        harness.hooks_say(ask("look first"));
        assert_eq!(harness.ran(), 0, "{mode:?}");
        let reasons = harness.prompt().risk.reasons;
        assert!(
            reasons
                .iter()
                .any(|one| one.text.to_string().contains("look first"))
        );
        harness.answer(Decision::Yes);
        assert_eq!(harness.ran(), 1, "{mode:?}");
    }
}

#[test]
fn without_a_user_a_hook_that_asks_refuses() {
    let config = EngineConfig {
        attendance: Attendance::Unattended,
        ..config(&[HookEvent::PreToolUse])
    };
    let mut harness = Harness::with(config, Mode::Passthrough);
    harness.send("go");
    harness.calls(&[("read_file", json!({ "path": "a" }))]);
    harness.prepared(1);
    harness.hooks_say(ask("look first"));
    assert_eq!(harness.ran(), 0);
    assert!(harness.results()[0].to_string().contains("E005"));
}

#[test]
fn other_arguments_are_planned_and_decided_again_once() {
    let mut harness = harness(Mode::Review, &[HookEvent::PreToolUse]);
    harness.send("go");
    harness.calls(&[("shell_exec", json!({ "command": "ls" }))]);
    harness.prepared(1);
    harness.skip();
    harness.hooks_say(wants(json!({ "command": "rm -r x" })));
    harness.saw("-> forget c1\n-> prepare c1");
    let prepared = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::PrepareCall { call, .. } => Some(call.clone()),
            _ => None,
        });
    let call = prepared.unwrap();
    assert_eq!(call.arguments, json!({ "command": "rm -r x" }));
    harness.prepared_as(1, plan(&call));
    assert_eq!(harness.asked_hooks(HookEvent::PreToolUse), 1);
    assert_eq!(
        harness.ran(),
        0,
        "the policy decides on what the hook wants"
    );
    assert!(harness.has_question());
    harness.answer(Decision::Yes);
    harness.finished(1);
    let told = &harness.results()[0]["arguments_set_by_hook"];
    assert_eq!(told, &json!({ "command": "rm -r x" }));
}

#[test]
fn an_agent_programs_call_cannot_get_other_arguments_so_the_user_is_asked() {
    let mut harness = harness(Mode::Passthrough, &[HookEvent::PreToolUse]);
    harness.send("go");
    harness.calls(&[("read_file", json!({ "path": "a" }))]);
    let mut planned = plan(&harness.call(1));
    planned.carried_out = Executor::ByProgram;
    harness.prepared_as(1, planned);
    harness.hooks_say(wants(json!({ "path": "b" })));
    assert_eq!(harness.ran(), 0);
    assert!(harness.has_question());
}

#[test]
fn the_users_own_commands_are_nobody_elses_business() {
    let mut harness = harness(Mode::Review, &[HookEvent::PreToolUse, HookEvent::Stop]);
    harness.command(Command::RunShell {
        session: SESSION,
        command: "ls".into(),
    });
    harness.prepared(1);
    harness.finished(1);
    let asked = |effect: &Effect| matches!(effect, Effect::RunHooks { .. });
    assert!(!harness.effects.iter().any(asked));
}

#[test]
fn what_hooks_say_of_a_result_goes_into_it() {
    let events = [HookEvent::PreToolUse, HookEvent::PostToolUse];
    let mut harness = harness(Mode::Passthrough, &events);
    harness.send("go");
    harness.calls(&[("read_file", json!({ "path": "a" }))]);
    harness.prepared(1);
    harness.hooks_say(adds("read b too"));
    harness.finished(1);
    assert_eq!(harness.results(), [Value::Null; 0]);
    harness.hooks_say(HookVerdict {
        context: Some("it is old".into()),
        ..deny("lint failed")
    });
    let result = &harness.results()[0];
    assert_eq!(result["hook_objection"], "lint failed");
    assert_eq!(result["hook_context"], "it is old");
    assert_eq!(result["hook_context_before"], "read b too");
    harness.says("done");
}

#[test]
fn a_failed_call_asks_no_hooks_about_its_result() {
    let mut harness = harness(Mode::Review, &[HookEvent::PostToolUse]);
    harness.send("go");
    harness.calls(&[("read_file", json!({ "path": "a" }))]);
    harness.refused(1, protocol::call::ErrorCode::FileNotFound);
    assert_eq!(harness.asked_hooks(HookEvent::PostToolUse), 0);
    assert_eq!(harness.results().len(), 1);
}

/// Reports the definitions of hooks that a run waits for.
fn definitions_read(harness: &mut Harness, events: &[HookEvent], told: Vec<Notice>) {
    let asked = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::ReadHooks { run, .. } => Some(*run),
            _ => None,
        });
    harness.outcome(Outcome::HooksRead {
        session: SESSION,
        run: asked.expect("they are read"),
        events: BTreeSet::from_iter(events.iter().copied()),
        told,
    });
}

fn rereading(events: &[HookEvent]) -> Harness {
    let config = EngineConfig {
        rereads_hooks: true,
        ..config(events)
    };
    let mut harness = Harness::with(config, Mode::Passthrough);
    harness.skip();
    harness
}

fn requests(harness: &Harness) -> usize {
    let asks = |effect: &&Effect| matches!(effect, Effect::RequestStep { .. });
    harness.effects.iter().filter(asks).count()
}

#[test]
fn each_run_waits_once_for_the_definitions_as_they_are_now() {
    let mut harness = rereading(&[]);
    harness.send("go");
    assert_eq!(requests(&harness), 0);
    let broken = Notice::text("settings.json is broken");
    definitions_read(&mut harness, &[HookEvent::PreToolUse], vec![broken.clone()]);
    assert_eq!(requests(&harness), 1);
    let told =
        |event: &Event| matches!(&event.fact, EventKind::Notice { text, .. } if *text == broken);
    assert!(harness.events.iter().any(told));
    harness.calls(&[("read_file", json!({ "path": "a" }))]);
    harness.prepared(1);
    assert_eq!(harness.asked_hooks(HookEvent::PreToolUse), 1);
    harness.hooks_say(HookVerdict::default());
    harness.finished(1);
    harness.says("done");
    let reads = |effect: &&Effect| matches!(effect, Effect::ReadHooks { .. });
    assert_eq!(harness.effects.iter().filter(reads).count(), 1);

    // The next run finds that they are gone.
    harness.send("again");
    definitions_read(&mut harness, &[], Vec::new());
    harness.calls(&[("read_file", json!({ "path": "a" }))]);
    harness.prepared(2);
    assert_eq!(harness.asked_hooks(HookEvent::PreToolUse), 1);
}

#[test]
fn definitions_that_come_after_their_run_was_cancelled_start_nothing() {
    let mut harness = rereading(&[]);
    harness.send("go");
    harness.cancel(CancelMode::Gracefully);
    definitions_read(&mut harness, &[HookEvent::Stop], Vec::new());
    assert_eq!(requests(&harness), 0);
}

#[test]
fn a_prompt_waits_for_the_definitions_and_then_for_the_hooks_that_they_name() {
    let mut harness = rereading(&[HookEvent::SessionStart]);
    harness.send("go");
    definitions_read(&mut harness, &[HookEvent::UserPromptSubmit], Vec::new());
    assert_eq!(requests(&harness), 0, "the start's hooks still run");
    harness.hooks_say(HookVerdict::default());
    assert_eq!(harness.asked_hooks(HookEvent::UserPromptSubmit), 1);
    harness.hooks_say(HookVerdict::default());
    assert_eq!(requests(&harness), 1);
}

#[test]
fn a_cancelled_run_waits_for_no_hook_and_every_call_has_its_result() {
    for event in [HookEvent::PreToolUse, HookEvent::PostToolUse] {
        let mut harness = harness(Mode::Passthrough, &[event]);
        harness.send("go");
        harness.calls(&[("read_file", json!({ "path": "a" }))]);
        harness.prepared(1);
        if event == HookEvent::PostToolUse {
            harness.finished(1);
        }
        harness.cancel(CancelMode::Gracefully);
        assert_eq!(harness.results().len(), 1, "{event:?}");
        let ended = |event: &Event| matches!(event.fact, EventKind::RunCancelled { .. });
        assert!(harness.events.iter().any(ended), "{event:?}");
        assert!(
            harness
                .effects
                .contains(&Effect::CancelHooks { session: SESSION })
        );
        let before = harness.events.len();
        harness.hooks_say(deny("too late"));
        assert_eq!(harness.events.len(), before, "{event:?}");
    }
}

#[test]
fn a_hook_can_end_the_run() {
    let mut harness = harness(Mode::Passthrough, &[HookEvent::PreToolUse]);
    harness.send("go");
    harness.calls(&[("read_file", json!({ "path": "a" }))]);
    harness.prepared(1);
    harness.hooks_say(HookVerdict {
        stops_run: Some("enough".into()),
        ..HookVerdict::default()
    });
    let failed = harness.events.iter().find_map(|event| match &event.fact {
        EventKind::RunFailed { error, .. } => Some(error.to_string()),
        _ => None,
    });
    assert_eq!(failed.as_deref(), Some("A hook ended the run: enough"));
    assert_eq!(harness.results().len(), 1);
}

#[test]
fn a_prompt_gets_context_before_the_model_is_asked() {
    let mut harness = harness(Mode::Review, &[HookEvent::UserPromptSubmit]);
    harness.send("what time is it?");
    let asks = |effect: &Effect| matches!(effect, Effect::RequestStep { .. });
    assert!(!harness.effects.iter().any(asks));
    harness.hooks_say(adds("It is noon."));
    assert!(harness.effects.iter().any(asks));
    let note = harness.events.iter().find_map(|event| match &event.fact {
        EventKind::MessageAdded { message } => message.note_for_model(),
        _ => None,
    });
    let note = format!("{:?}", note.expect("the model reads it").blocks);
    assert!(note.contains("It is noon."), "{note}");
}

#[test]
fn a_refused_prompt_goes_back_to_the_editor_and_is_not_sent() {
    let mut harness = harness(Mode::Review, &[HookEvent::UserPromptSubmit]);
    harness.send("my password: x");
    harness.hooks_say(deny("a secret"));
    let asks = |effect: &Effect| matches!(effect, Effect::RequestStep { .. });
    assert!(!harness.effects.iter().any(asks));
    let withdrawn =
        |event: &Event| matches!(event.fact, EventKind::MessagesWithdrawn { alone: true, .. });
    assert!(harness.events.iter().any(withdrawn));
    let back = harness.events.iter().find_map(|event| match &event.fact {
        EventKind::MessageUnqueued { message, .. } => Some(message.text.clone()),
        _ => None,
    });
    assert_eq!(back.as_deref(), Some("my password: x"));
    harness.send("another");
    harness.hooks_say(HookVerdict::default());
    harness.says("fine");
}

#[test]
fn a_message_during_the_run_is_asked_about_too_and_its_refusal_ends_nothing() {
    let mut harness = harness(Mode::Passthrough, &[HookEvent::UserPromptSubmit]);
    harness.send("go");
    harness.hooks_say(HookVerdict::default());
    harness.calls(&[("read_file", json!({ "path": "a" }))]);
    harness.send("and this secret");
    harness.read(1);
    assert_eq!(harness.asked_hooks(HookEvent::UserPromptSubmit), 2);
    harness.hooks_say(deny("a secret"));
    harness.says("done");
    let done = |event: &Event| matches!(event.fact, EventKind::RunCompleted { .. });
    assert!(harness.events.iter().any(done));
}

#[test]
fn a_run_is_held_back_once_and_the_hook_knows_it() {
    let mut harness = harness(Mode::Review, &[HookEvent::Stop]);
    harness.send("go");
    harness.skip();
    harness.says("done");
    harness.saw_last("-> hooks Stop active: false");
    harness.hooks_say(deny("run the tests"));
    harness.skip();
    harness.says("now done");
    harness.saw_last("-> hooks Stop active: true");
    let done = |event: &Event| matches!(event.fact, EventKind::RunCompleted { .. });
    assert!(!harness.events.iter().any(done));
    harness.hooks_say(deny("once more"));
    assert!(
        harness.events.iter().any(done),
        "a hook holds a run back once"
    );
}

#[test]
fn a_message_that_comes_while_a_stop_hook_runs_is_answered() {
    let mut harness = harness(Mode::Review, &[HookEvent::Stop]);
    harness.send("go");
    harness.says("done");
    harness.send("one more thing");
    harness.hooks_say(HookVerdict::default());
    harness.says("done too");
    harness.hooks_say(HookVerdict::default());
    let done = |event: &Event| matches!(event.fact, EventKind::RunCompleted { .. });
    assert!(harness.events.iter().any(done));
}

#[test]
fn the_first_message_waits_for_the_hooks_of_the_start() {
    let mut harness = Harness::with(config(&[HookEvent::SessionStart]), Mode::Review);
    harness.send("go");
    let asks = |effect: &Effect| matches!(effect, Effect::RequestStep { .. });
    assert!(!harness.effects.iter().any(asks));
    harness.hooks_say(adds("use Bun"));
    assert!(harness.effects.iter().any(asks));
    let notes = harness.events.iter().filter(|event| match &event.fact {
        EventKind::MessageAdded { message } => message.note_for_model().is_some(),
        _ => false,
    });
    assert_eq!(notes.count(), 1);
}

#[test]
fn a_question_is_a_notification_that_nothing_waits_for() {
    let mut harness = harness(Mode::Review, &[HookEvent::Notification]);
    harness.send("go");
    harness.calls(&[("shell_exec", json!({ "command": "cargo test" }))]);
    harness.prepared(1);
    let told = harness.effects.iter().find_map(|effect| match effect {
        Effect::RunHooks { occasion, .. } => Some(occasion.clone()),
        _ => None,
    });
    assert_eq!(
        *told.expect("hooks are told"),
        hooks::Occasion::Notification {
            message: "agentichat needs your permission to use Bash".into(),
            kind: "permission_prompt".into(),
        }
    );
    harness.answer(Decision::Yes);
    assert_eq!(harness.ran(), 1);
}

fn any_verdict() -> impl Strategy<Value = HookVerdict> {
    let decision = prop_oneof![
        Just(HookDecision::Proceed),
        Just(HookDecision::Ask("why".into())),
        Just(HookDecision::Deny("why".into())),
    ];
    (decision, any::<bool>()).prop_map(|(decision, updates)| HookVerdict {
        updated: updates.then(|| json!({ "command": "ls", "path": "a" })),
        ..decided(decision)
    })
}

/// Returns how freely one call was treated: 0 refused, 1 asked about, 2 run.
fn fate(mode: Mode, tool: &str, verdict: Option<HookVerdict>) -> u8 {
    let events = verdict.iter().map(|_| HookEvent::PreToolUse);
    let events: Vec<HookEvent> = events.collect();
    let mut harness = harness(mode, &events);
    harness.send("go");
    let arguments = json!({ "command": "ls", "path": "a" });
    harness.calls(&[(tool, arguments)]);
    harness.prepared(1);
    if let Some(verdict) = verdict {
        harness.hooks_say(verdict);
        if matches!(harness.effects.last(), Some(Effect::PrepareCall { .. })) {
            harness.prepared(1);
        }
    }
    match (harness.ran(), harness.has_question()) {
        (0, false) => 0,
        (0, true) => 1,
        _ => 2,
    }
}

proptest! {
    #![proptest_config(testing::cases(128))]

    #[test]
    fn no_verdict_makes_a_call_freer_than_without_hooks(
        verdict in any_verdict(),
        mode in proptest::sample::select(&Mode::ALL[..]),
        tool in proptest::sample::select(&["read_file", "shell_exec", "write_file", "no_such_tool"][..]),
    ) {
        let without = fate(mode, tool, None);
        let with = fate(mode, tool, Some(verdict.clone()));
        prop_assert!(with <= without, "{mode:?} {tool} {verdict:?}: {with} > {without}");
        if verdict.decision != HookDecision::Proceed {
            prop_assert!(with < 2);
        }
    }
}
