//! Tests of hooks with real processes: the whole way from a call to the script and back.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::harness::{ActorHarness, HarnessSetup, calls, says};
use crate::actor::hooks::HookFiles;
use ::hooks::{
    Dialect, ExaminedHook, HookDefinition, HookOwner, HookSource, HookState, TrustedContent, read,
};
use notice::Notice;
use protocol::approval::{Decision, Mode};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::hooks::HookTrust;
use protocol::query::{Query, Reply};

/// Hooks whose trust is what the test says.
struct Hooks {
    definitions: Vec<HookDefinition>,
    state: Mutex<HookState>,
}

impl Hooks {
    fn new(hooks: &Value, state: HookState) -> Arc<Self> {
        let source = HookSource {
            path: "/home/user/.claude/settings.json".into(),
            dialect: Dialect::Claude,
            owner: HookOwner::User,
        };
        let (definitions, faults) = read(hooks, &source);
        assert_eq!(faults, []);
        Arc::new(Self {
            definitions,
            state: Mutex::new(state),
        })
    }
}

impl HookFiles for Hooks {
    fn definitions(&self) -> Arc<[HookDefinition]> {
        self.definitions.clone().into()
    }

    fn examined(&self) -> Vec<ExaminedHook> {
        let examined = self.definitions.iter().map(|hook| ExaminedHook {
            hook: hook.clone(),
            content: TrustedContent::of(hook, Vec::new()),
            state: self.state.lock().unwrap().clone(),
        });
        examined.collect()
    }

    fn problems(&self) -> Vec<Notice> {
        Vec::new()
    }

    fn trust(&self, _: &[ExaminedHook]) -> Result<(), Notice> {
        *self.state.lock().unwrap() = HookState::Trusted;
        Ok(())
    }
}

fn before(matcher: &str, command: &str) -> Value {
    of("PreToolUse", matcher, command)
}

fn of(event: &str, matcher: &str, command: &str) -> Value {
    json!({ event: [{ "matcher": matcher, "hooks": [{ "type": "command", "command": command }] }] })
}

async fn with(hooks: &Value, state: HookState, mode: Mode) -> ActorHarness {
    let hooks = Hooks::new(hooks, state);
    HarnessSetup::new().hooks(hooks).with_session(mode).await
}

async fn trusted(hooks: Value) -> ActorHarness {
    with(&hooks, HookState::Trusted, Mode::Passthrough).await
}

fn reads(path: &str) -> Vec<protocol::stream::StreamPart> {
    calls(&[("read_file", json!({ "path": path }))])
}

#[tokio::test]
async fn a_script_refuses_a_call_with_its_reason_and_lets_others_pass() {
    let guard = "grep -q secret && { echo 'not the secrets' >&2; exit 2; }; exit 0";
    let mut harness = trusted(before("Read", guard)).await;
    harness.put("secret.txt", "x");
    harness.put("plain.txt", "y");
    harness.provider.answer(reads("secret.txt"));
    harness.provider.answer(reads("plain.txt"));
    harness.provider.answer(says("done"));
    harness.send("go");
    let refused = harness.call_result().await;
    assert!(!refused.ok);
    assert!(refused.content.to_string().contains("not the secrets"));
    assert!(harness.call_result().await.ok);
    harness.event("job.completed").await;
}

#[tokio::test]
async fn a_script_changes_the_arguments_of_a_call() {
    let redirect = r#"echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": {"file_path": "other.txt"}}}'"#;
    let mut harness = trusted(before("Read", redirect)).await;
    harness.put("one.txt", "first");
    harness.put("other.txt", "second");
    harness.provider.answer(reads("one.txt"));
    harness.provider.answer(says("done"));
    harness.send("go");
    let result = harness.call_result().await.content;
    assert!(result.to_string().contains("second"), "{result}");
    assert_eq!(
        result["arguments_set_by_hook"],
        json!({ "path": "other.txt" })
    );
    harness.event("job.completed").await;
}

#[tokio::test]
async fn a_hook_that_fails_has_the_user_asked() {
    let mut harness = trusted(before("*", "echo broken >&2; exit 1")).await;
    harness.put("one.txt", "first");
    harness.provider.answer(reads("one.txt"));
    harness.provider.answer(says("done"));
    harness.send("go");
    let question = harness.question().await;
    harness.answer(&question, Decision::Yes);
    assert!(harness.call_result().await.ok);
    harness.event("job.completed").await;
}

#[tokio::test]
async fn a_new_hook_does_not_run_and_is_told_once_until_it_is_trusted() {
    let hooks = before("*", "echo no >&2; exit 2");
    let mut harness = with(&hooks, HookState::New, Mode::Passthrough).await;
    harness.put("one.txt", "first");
    for _ in 0..2 {
        harness.provider.answer(reads("one.txt"));
    }
    harness.provider.answer(says("done"));
    harness.send("go");
    let mut told = 0;
    loop {
        match harness.next().await.fact {
            EventKind::Notice { text, .. } => {
                told += usize::from(text.to_string().contains("is not trusted"));
            }
            EventKind::CallCompleted { result, .. } => assert!(result.ok),
            EventKind::RunCompleted { .. } => break,
            _ => {}
        }
    }
    assert_eq!(told, 1);
    let session = harness.session;
    let names = Vec::new();
    harness.command(Command::TrustHooks { session, names });
    harness.event("notice").await;
    harness.provider.answer(reads("one.txt"));
    harness.provider.answer(says("done"));
    harness.send("again");
    assert!(!harness.call_result().await.ok);
    harness.event("job.completed").await;
}

#[tokio::test]
async fn a_changed_hook_does_not_run_and_the_user_is_asked_in_its_place() {
    let hooks = before("*", "touch ran; exit 0");
    let earlier = Hooks::new(&hooks, HookState::New)
        .examined()
        .remove(0)
        .content;
    let before = Box::new(earlier);
    let mut harness = with(&hooks, HookState::Changed { before }, Mode::Passthrough).await;
    harness.put("one.txt", "first");
    harness.provider.answer(reads("one.txt"));
    harness.provider.answer(says("done"));
    harness.send("go");
    let question = harness.question().await;
    assert!(!harness.root().join("ran").exists());
    harness.answer(&question, Decision::No { reason: None });
    harness.event("job.completed").await;
}

#[tokio::test]
async fn the_end_of_a_run_is_held_back_once_by_a_script() {
    let hold =
        "if grep -q '\"stop_hook_active\":true'; then exit 0; fi; echo 'run the tests' >&2; exit 2";
    let mut harness = trusted(of("Stop", "", hold)).await;
    harness.provider.answer(says("done"));
    harness.provider.answer(says("tests pass"));
    harness.send("go");
    harness.event("job.completed").await;
    assert_eq!(harness.provider.requests().len(), 2);
    assert!(harness.last_messages().contains("run the tests"));
}

#[tokio::test]
async fn a_prompts_context_reaches_the_model_and_a_refused_prompt_does_not() {
    let check = "grep -q password && exit 2; echo 'It is noon.'";
    let mut harness = trusted(of("UserPromptSubmit", "", check)).await;
    harness.send("my password is x");
    harness.event("job.failed").await;
    harness
        .completed_run("what time is it?", says("noon"))
        .await;
    let sent = harness.last_messages();
    assert!(sent.contains("It is noon."), "{sent}");
    assert!(!sent.contains("password"), "{sent}");
    assert_eq!(harness.provider.requests().len(), 1);
}

#[tokio::test]
async fn the_start_of_a_session_adds_context_to_the_first_request() {
    let mut harness = trusted(of("SessionStart", "startup", "echo 'Use Bun.'")).await;
    harness.completed_run("hello", says("hi")).await;
    assert!(harness.last_messages().contains("Use Bun."));
}

#[tokio::test]
async fn what_a_hook_says_of_a_result_is_in_the_result() {
    let lint = "echo 'line 1 is bad' >&2; exit 2";
    let mut harness = trusted(of("PostToolUse", "Read", lint)).await;
    harness.put("one.txt", "first");
    harness.provider.answer(reads("one.txt"));
    harness.provider.answer(says("done"));
    harness.send("go");
    let result = harness.call_result().await;
    assert!(result.ok);
    assert_eq!(result.content["hook_objection"], "line 1 is bad");
    harness.event("job.completed").await;
}

#[tokio::test]
async fn a_cancelled_run_kills_its_hook() {
    let slow = "echo $$ > pid; sleep 1000";
    let mut harness = trusted(before("*", slow)).await;
    harness.put("one.txt", "first");
    harness.provider.answer(reads("one.txt"));
    harness.send("go");
    let file = harness.root().join("pid");
    super::harness::until("the hook runs", async || {
        std::fs::read_to_string(&file).is_ok_and(|pid| pid.ends_with('\n'))
    })
    .await;
    harness.cancel();
    harness.event("job.cancelled").await;
    harness.idle().await;
    let pid = harness.disk("pid");
    let stat = format!("/proc/{}/stat", pid.trim());
    super::harness::until("the hook is gone", async || {
        std::fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z"))
    })
    .await;
}

#[tokio::test]
async fn hooks_are_listed_and_tested_only_if_they_are_trusted() {
    let hooks = before("Bash", "cat > /dev/null; echo 'no commands' >&2; exit 2");
    let harness = with(&hooks, HookState::New, Mode::Review).await;
    let list = async || match harness.query(Query::Hooks).await {
        Reply::Hooks { list } => list,
        other => panic!("{other:?}"),
    };
    let row = list().await.hooks.remove(0);
    assert_eq!(row.trust, HookTrust::New);
    assert!(
        row.changes.contains(&"+matcher: Bash".to_owned()),
        "{row:?}"
    );
    let (session, name) = (harness.session, row.name.clone());
    let test = async || {
        let name = name.clone();
        harness.query(Query::TestHook { session, name }).await
    };
    assert!(matches!(test().await, Reply::Failed { .. }));
    let names = vec![name.clone()];
    harness.command(Command::TrustHooks { session, names });
    harness.idle().await;
    assert_eq!(list().await.hooks[0].trust, HookTrust::Trusted);
    let Reply::HookTested { test } = test().await else {
        panic!("it is trusted");
    };
    assert_eq!(test.stderr, "no commands\n");
    assert_eq!(test.meaning[0].to_string(), "objects: no commands");
    assert!(
        test.input.contains(r#""tool_name":"Bash""#),
        "{}",
        test.input
    );
}

#[tokio::test]
async fn a_proposed_write_is_told_with_its_result_before_the_disk_has_changed() {
    let hooks = of("PostToolUse", "Write", "cat > told.json; ls > there");
    let mut harness = with(&hooks, HookState::Trusted, Mode::Review).await;
    let write = json!({ "path": "new.txt", "content": "x\n" });
    harness.provider.answer(calls(&[("write_file", write)]));
    harness.provider.answer(says("done"));
    harness.send("go");
    assert!(harness.call_result().await.ok);
    harness.event("job.completed").await;
    let told: Value = serde_json::from_str(&harness.disk("told.json")).unwrap();
    assert_eq!(told["tool_name"], "Write");
    assert_eq!(told["tool_response"]["status"], "staged");
    assert!(!harness.disk("there").contains("new.txt"));
}

#[tokio::test]
async fn a_hook_for_sub_agents_is_listed_and_does_not_run() {
    let hooks = of("SubagentStop", "", "touch ran");
    let mut harness = with(&hooks, HookState::Trusted, Mode::Passthrough).await;
    harness.provider.answer(says("done"));
    harness.send("go");
    harness.event("job.completed").await;
    let Reply::Hooks { list } = harness.query(Query::Hooks).await else {
        panic!("no list");
    };
    assert_eq!(list.hooks[0].event, "SubagentStop");
    assert!(!harness.root().join("ran").exists());
}
