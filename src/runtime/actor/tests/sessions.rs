//! Tests of sessions and of the requests that are built from them.

use serde_json::json;

use super::harness::{ActorHarness, HarnessSetup, calls, read, says};
use protocol::approval::{Decision, Mode};
use protocol::command::{Command, CommandKind};
use protocol::event::EventKind;
use protocol::message::Role;
use protocol::query::{FolderKind, Query, Reply};

#[tokio::test]
async fn the_model_is_told_the_tools_the_place_and_the_results() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("AGENTS.md", "Use tabs.\n");
    harness.put("a.txt", "alpha\n");
    harness.provider.answer(calls(&[read("a.txt")]));
    harness
        .completed_run("what is in a.txt?", says("alpha it is"))
        .await;
    let requests = harness.provider.requests();
    let [first, second] = requests.as_slice() else {
        panic!("two requests, not {}", requests.len());
    };
    assert!(first.tools.iter().any(|tool| tool.name == "write_file"));
    let root = harness.root().canonicalize().unwrap();
    assert!(
        first.system.contains(&root.display().to_string()),
        "{}",
        first.system
    );
    assert_eq!(first.system, second.system, "the same through the run");
    assert_eq!((first.number, second.number), (1, 2));
    let roles: Vec<Role> = second.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant, Role::Tool]);
    let result = serde_json::to_string(&second.messages[2]).unwrap();
    assert!(
        result.contains("alpha") && result.contains("call_0"),
        "{result}"
    );
}

#[tokio::test]
async fn a_write_waits_for_its_yes_and_a_file_that_changed_meanwhile_is_not_overwritten() {
    let mut harness = ActorHarness::new(Mode::Confirm).await;
    harness.put("a.txt", "old\n");
    let arguments = json!({ "path": "a.txt", "content": "new\n", "mode": "overwrite" });
    harness
        .provider
        .answer(calls(&[read("a.txt"), ("write_file", arguments)]));
    harness.provider.answer(says("done"));
    harness.send("write");
    harness.event("tool.call.completed").await;
    let question = harness.question().await;
    // An open question is no work in flight.
    harness.idle().await;
    assert_eq!(harness.disk("a.txt"), "old\n");
    harness.put("a.txt", "mine\n");
    harness.answer(&question, Decision::Yes);
    let result = harness.call_result().await;
    assert_eq!(result.error.map(|error| error.code.code()), Some("E011"));
    harness.event("job.completed").await;
    assert_eq!(harness.disk("a.txt"), "mine\n");
}

#[tokio::test]
async fn an_unknown_provider_fails_the_run_with_a_way_on() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.command(Command::SetModel {
        session: harness.session,
        provider: Some("nowhere".to_owned()),
        model: "m".to_owned(),
    });
    harness.send("go");
    let event = harness.event("job.failed").await;
    let EventKind::RunFailed { error, hint, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert!(error.to_string().contains("no provider nowhere"), "{error}");
    assert_eq!(
        hint.as_ref().map(ToString::to_string).as_deref(),
        Some("choose one of: scripted")
    );
    harness.idle().await;
}

#[tokio::test]
async fn a_stored_session_is_opened_whole_and_only_once() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.completed_run("hi", says("hello")).await;
    let mut harness = harness.next_process().await;
    let snapshot = harness.open().await;
    let session = harness.session;
    let texts: Vec<String> = snapshot
        .messages
        .iter()
        .map(|message| message.plain_text())
        .collect();
    assert_eq!(texts, ["hi", "hello"]);
    harness.command(Command::OpenSession { session });
    harness.event("command.rejected").await;
    let reply = harness.query(Query::Session { session }).await;
    let Reply::Session { session: asked } = reply else {
        panic!("{reply:?}");
    };
    assert_eq!(asked.messages, snapshot.messages);
}

#[tokio::test]
async fn a_session_that_is_not_there_is_said_so() {
    let mut harness = HarnessSetup::new().start();
    harness.command(Command::OpenSession {
        session: harness.session,
    });
    let event = harness.event("command.rejected").await;
    assert!(
        matches!(&event.fact, EventKind::CommandRejected { command, .. } if *command == CommandKind::OpenSession),
        "{event:?}"
    );
}

#[tokio::test]
async fn the_model_is_told_of_the_repository_from_the_first_request_on() {
    let folder = tempfile::TempDir::new().unwrap();
    let root = folder.path().join("work");
    std::fs::create_dir(&root).unwrap();
    let done = std::process::Command::new("git")
        .args(["init", "--quiet", "--initial-branch=trunk"])
        .current_dir(&root)
        .status()
        .unwrap();
    assert!(done.success());
    let mut harness = HarnessSetup::in_folder(folder).start();
    harness.create(Mode::Review);
    harness.completed_run("hi", says("hello")).await;
    let system = &harness.provider.requests()[0].system;
    assert!(system.contains("trunk"), "{system}");
}

#[tokio::test]
async fn the_model_is_given_a_map_where_one_is_wanted_and_what_takes_how_much_is_accounted_for() {
    let mut harness = ActorHarness::mapped().await;
    harness.provider.answer(calls(&[read("cart.rs")]));
    harness.completed_run("hi", says("hello")).await;
    let requests = harness.provider.requests();
    let system = &requests[0].system;
    assert!(system.contains("cart.rs: fn total_of_cart\n"), "{system}");
    assert_eq!(requests[0].system, requests[1].system);
    let query = Query::Context {
        session: harness.session,
    };
    let Ok(Reply::Context { parts, limit, .. }) = harness.handle.query(query).unwrap().await else {
        panic!("an account");
    };
    assert_eq!(limit, 9_900);
    let told: Vec<String> = parts.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(
        told,
        [
            "system prompt",
            "map of the workspace",
            "tools",
            "conversation",
            "tool results"
        ]
    );
    assert!(parts.iter().all(|(_, tokens)| *tokens > 0), "{parts:?}");
    // The status line and the account have one figure.
    let query = Query::Session {
        session: harness.session,
    };
    let Ok(Reply::Session { session }) = harness.handle.query(query).unwrap().await else {
        panic!("a session");
    };
    let total: u64 = parts.iter().map(|(_, tokens)| tokens).sum();
    assert_eq!(Some(total), session.window.map(|window| window.used));
}

#[tokio::test]
async fn the_workspace_says_which_instructions_go_to_the_model_and_what_it_seems_to_be() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("AGENTS.md", "x".repeat(180));
    harness.put("Cargo.toml", "[package]\n");
    let Ok(Reply::Workspace { facts }) = harness.handle.query(Query::Workspace).unwrap().await
    else {
        panic!("the facts");
    };
    let files: Vec<(&str, bool)> = facts
        .instructions
        .iter()
        .map(|file| (file.name.as_str(), (30..90).contains(&file.tokens)))
        .collect();
    assert_eq!(files, [("AGENTS.md", true)]);
    assert_eq!(facts.kind, FolderKind::Code);
}

#[tokio::test]
async fn a_folder_of_sources_is_a_project_without_a_manifest_too() {
    for (file, kind) in [
        ("tally.py", FolderKind::Code),
        ("notes.md", FolderKind::Other),
    ] {
        let harness = ActorHarness::new(Mode::Review).await;
        std::fs::remove_dir_all(harness.root().join("src")).ok();
        harness.put(file, "text\n");
        let reply = harness.handle.query(Query::Workspace).unwrap().await;
        let Ok(Reply::Workspace { facts }) = reply else {
            panic!("the facts");
        };
        assert_eq!(facts.kind, kind, "{file}");
    }
}
