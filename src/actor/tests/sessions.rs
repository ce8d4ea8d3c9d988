//! Tests of sessions and of the requests that are built from them.

use serde_json::json;

use super::support::{House, Keep, calls, says};
use crate::protocol::approval::{Answer, AnsweredBy, Decision, Mode};
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::message::Role;
use crate::protocol::query::{Query, Reply};

#[tokio::test]
async fn the_model_is_told_the_tools_the_place_and_the_results() {
    let mut house = House::new(Mode::Review).await;
    std::fs::write(house.root().join("AGENTS.md"), "Use tabs.\n").unwrap();
    std::fs::write(house.root().join("a.txt"), "alpha\n").unwrap();
    let arguments = json!({ "path": "a.txt" });
    house.provider.answer(calls(&[("read_file", arguments)]));
    house.provider.answer(says("alpha it is"));
    house.send("what is in a.txt?");
    house.event("job.completed").await;
    let requests = house.provider.requests();
    let [first, second] = requests.as_slice() else {
        panic!("two requests, not {}", requests.len());
    };
    assert!(first.tools.iter().any(|tool| tool.name == "write_file"));
    let root = house.root().canonicalize().unwrap();
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
    let mut house = House::new(Mode::Confirm).await;
    std::fs::write(house.root().join("a.txt"), "old\n").unwrap();
    let arguments = json!({ "path": "a.txt", "content": "new\n", "mode": "overwrite" });
    let read = json!({ "path": "a.txt" });
    house
        .provider
        .answer(calls(&[("read_file", read), ("write_file", arguments)]));
    house.provider.answer(says("done"));
    house.send("write");
    house.event("tool.call.completed").await;
    let event = house.event("confirmation.requested").await;
    let EventKind::QuestionOpened { question: prompt } = event.fact else {
        panic!("{event:?}");
    };
    // An open question is no work in flight.
    house.idle().await;
    assert_eq!(
        std::fs::read_to_string(house.root().join("a.txt")).unwrap(),
        "old\n"
    );
    std::fs::write(house.root().join("a.txt"), "mine\n").unwrap();
    let answer = Answer {
        question: prompt.id,
        shown: prompt.shown,
        decision: Decision::Yes,
        by: AnsweredBy::Key,
    };
    house.command(Command::AnswerQuestion {
        session: house.session,
        answer,
    });
    let event = house.event("tool.call.completed").await;
    let EventKind::CallCompleted { result, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!(result.error.map(|error| error.code.code()), Some("E011"));
    house.event("job.completed").await;
    assert_eq!(
        std::fs::read_to_string(house.root().join("a.txt")).unwrap(),
        "mine\n"
    );
}

#[tokio::test]
async fn an_unknown_provider_fails_the_run_with_a_way_on() {
    let mut house = House::new(Mode::Review).await;
    house.command(Command::SetModel {
        session: house.session,
        provider: Some("nowhere".to_owned()),
        model: "m".to_owned(),
    });
    house.send("go");
    let event = house.event("job.failed").await;
    let EventKind::RunFailed { error, hint, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert!(error.contains("there is no provider nowhere"), "{error}");
    assert_eq!(hint.as_deref(), Some("choose one of: scripted"));
    house.idle().await;
}

#[tokio::test]
async fn a_stored_session_is_opened_whole_and_only_once() {
    let mut house = House::new(Mode::Review).await;
    house.provider.answer(says("hello"));
    house.send("hi");
    house.event("job.completed").await;
    house.handle.shutdown().await;
    let (folder, session) = house.leave();
    let mut house = House::in_folder(folder, Keep::OnDisk);
    house.session = session;
    house.command(Command::OpenSession { session });
    let event = house.event("session.opened").await;
    let EventKind::SessionOpened { session: snapshot } = event.fact else {
        panic!("{event:?}");
    };
    let texts: Vec<String> = snapshot
        .messages
        .iter()
        .map(|message| message.plain_text())
        .collect();
    assert_eq!(texts, ["hi", "hello"]);
    house.command(Command::OpenSession { session });
    house.event("command.rejected").await;
    let reply = house
        .handle
        .query(Query::Session { session })
        .unwrap()
        .await
        .unwrap();
    let Reply::Session { session: asked } = reply else {
        panic!("{reply:?}");
    };
    assert_eq!(asked.messages, snapshot.messages);
}

#[tokio::test]
async fn a_session_that_is_not_there_is_said_so() {
    let mut house = House::empty(Keep::OnDisk);
    house.command(Command::OpenSession {
        session: house.session,
    });
    let event = house.event("command.rejected").await;
    assert!(
        matches!(&event.fact, EventKind::CommandRejected { command, .. } if command == "open_session"),
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
    let mut house = House::in_folder(folder, Keep::OnDisk);
    house.create(Mode::Review);
    house.provider.answer(says("hello"));
    house.send("hi");
    house.event("job.completed").await;
    let system = &house.provider.requests()[0].system;
    assert!(system.contains("trunk"), "{system}");
}

#[tokio::test]
async fn the_model_is_given_a_map_where_one_is_wanted_and_what_takes_how_much_is_accounted_for() {
    let mut house = House::mapped().await;
    house
        .provider
        .answer(calls(&[("read_file", json!({ "path": "cart.rs" }))]));
    house.provider.answer(says("hello"));
    house.send("hi");
    house.event("job.completed").await;
    let requests = house.provider.requests();
    let system = &requests[0].system;
    assert!(system.contains("cart.rs: fn total_of_cart\n"), "{system}");
    assert_eq!(requests[0].system, requests[1].system);
    let query = Query::Context {
        session: house.session,
    };
    let Ok(Reply::Context { parts, limit, .. }) = house.handle.query(query).unwrap().await else {
        panic!("an account");
    };
    assert_eq!(limit, 8_192);
    let told: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
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
}
