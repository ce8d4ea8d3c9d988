//! A killed process loses nothing that was shown, and the next one reports what happened.

use nix::sys::signal::Signal;

use super::changes::{COMMAND, prepare, taken_back, tree};
use crate::support::http::{Act, Server};
use crate::support::program::{Place, processes_of};
use crate::support::wire::{Step, ollama, ollama_stream, ollama_text, show};

#[tokio::test]
async fn a_killed_run_goes_on_in_its_session_and_is_marked_interrupted() {
    let place = Place::new().await;
    let acts = vec![ollama_text("half an answer"), Act::AwaitClose];
    let scripts = vec![
        show(),
        ollama_stream(acts),
        show(),
        ollama(Step::Says("as I said")),
    ];
    let mut server = Server::start(scripts).await;
    let flags = ["--json", "first"];
    let mut running = place.start_with_ollama(&server.url, &flags);
    let session = running.session_of("text.appended").await;
    // The text is stored within a tenth of a second after it is shown; the test checks the file.
    let state = place.root().join(".agentichat");
    until_stored(&state, "half an answer").await;
    running.signal(Signal::SIGKILL);
    running.end().await;
    server.connection_closed().await;

    let flags = ["--session", &session, "--json", "go on"];
    let said = place.run(&flags, &[("OLLAMA_HOST", &server.url)]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let opened = said.of_type("session.opened");
    let messages = opened[0]["data"]["session"]["messages"]
        .as_array()
        .expect("messages");
    assert_eq!(messages[0]["blocks"][0]["text"], "first");
    assert_eq!(messages[1]["blocks"][0]["text"], "half an answer");
    let ended = said.of_type("message.completed");
    assert_eq!(ended[0]["data"]["message"]["state"], "interrupted");
    assert_eq!(said.of_type("job.interrupted").len(), 1);
    for _ in 0..3 {
        server.request().await;
    }
    let request = server.request().await.json();
    let roles: Vec<_> = request["messages"]
        .as_array()
        .expect("messages")
        .iter()
        .map(|message| message["role"].as_str().expect("a role"))
        .collect();
    assert_eq!(
        roles,
        ["system", "user", "assistant", "user"],
        "the model is told all of it"
    );
}

#[tokio::test]
async fn a_command_without_a_box_that_outlived_its_process_is_ended_and_its_outcome_is_unknown() {
    let place = Place::new().await;
    let command = serde_json::json!({ "command": "echo ready; sleep 1000 | cat" });
    let scripts = vec![
        show(),
        ollama(Step::Calls("", vec![("shell_exec", command)])),
        show(),
        ollama(Step::Says("I will look")),
    ];
    let mut server = Server::start(scripts).await;
    let flags = [
        "--mode",
        "passthrough",
        "--set",
        "sandbox=off",
        "--json",
        "first",
    ];
    let mut running = place.start_with_ollama(&server.url, &flags);
    let session = running.session_of("tool.call.output").await;
    running.signal(Signal::SIGKILL);
    running.end().await;
    assert!(
        processes_of(&session) > 0,
        "no box ends it with the program"
    );
    let flags = ["--session", &session, "--json", "go on"];
    let said = place.run(&flags, &[("OLLAMA_HOST", &server.url)]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    assert_eq!(processes_of(&session), 0);
    let unknown = said.of_type("job.interrupted")[0]["data"]["unknown_calls"].clone();
    assert_eq!(unknown.as_array().map(Vec::len), Some(1));
    for _ in 0..3 {
        server.request().await;
    }
    let told = server.request().await.body;
    assert!(
        told.contains("outcome unknown"),
        "the model is told: {told}"
    );
}

#[tokio::test]
async fn what_was_before_a_command_can_be_had_back_though_its_process_was_killed() {
    for with_git in [true, false] {
        let place = Place::new().await;
        prepare(&place, with_git).await;
        let before = tree(&place, false);
        let command = format!("{COMMAND}; echo ready; sleep 1000");
        let command = serde_json::json!({ "command": command });
        let scripts = vec![
            show(),
            ollama(Step::Calls("", vec![("shell_exec", command)])),
            show(),
            ollama(Step::Says("I will look")),
        ];
        let server = Server::start(scripts).await;
        let flags = ["--mode", "passthrough", "--json", "first"];
        let mut running = place.start_with_ollama(&server.url, &flags);
        let session = running.session_of("tool.call.output").await;
        running.signal(Signal::SIGKILL);
        running.end().await;
        let flags = ["--session", &session, "--json", "go on"];
        let said = place.run(&flags, &[("OLLAMA_HOST", &server.url)]).await;
        assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
        let checkpoints = said.of_type("checkpoint.created");
        assert_eq!(checkpoints.len(), 1, "{}", said.log);
        let label = &checkpoints[0]["data"]["checkpoint"]["label"];
        assert_eq!(label, "before a command that was cut off");
        assert_eq!(said.of_type("edits.proposed").len(), 8);
        let after = tree(&place, false);
        assert_ne!(after, before);
        assert_eq!(taken_back(&place, &said, after).await, before);
        // It is reported once.
        let flags = ["--session", &session, "--json", "again"];
        let said = place.run(&flags, &[("OLLAMA_HOST", &server.url)]).await;
        assert_eq!(said.of_type("checkpoint.created").len(), 0);
    }
}

#[tokio::test]
async fn flags_change_a_stored_session_before_its_next_run() {
    let place = Place::new().await;
    let write = serde_json::json!({ "path": "made.txt", "content": "x\n", "mode": "create" });
    let scripts = vec![
        show(),
        ollama(Step::Says("hello")),
        show(),
        ollama(Step::Calls("", vec![("write_file", write)])),
        ollama(Step::Says("done")),
    ];
    let mut server = Server::start(scripts).await;
    let said = place.run_with_ollama(&server.url, &["--json", "hi"]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    let session = said.events()[0]["session"]
        .as_str()
        .expect("an id")
        .to_owned();
    let flags = [
        "--session",
        &session,
        "--mode",
        "accept-edits",
        "--model",
        "n",
        "--json",
        "write",
    ];
    let said = place.run(&flags, &[("OLLAMA_HOST", &server.url)]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    assert_eq!(place.read("made.txt"), "x\n");
    for _ in 0..3 {
        server.request().await;
    }
    assert_eq!(server.request().await.json()["model"], "n");
}

#[tokio::test]
async fn a_session_that_is_open_elsewhere_is_left_there() {
    let place = Place::new().await;
    let acts = vec![ollama_text("half"), Act::AwaitClose];
    let server = Server::start(vec![show(), ollama_stream(acts)]).await;
    let flags = ["--json", "first"];
    let mut running = place.start_with_ollama(&server.url, &flags);
    let session = running.session_of("text.appended").await;
    let flags = ["--session", &session, "--json", "me too"];
    let said = place.run(&flags, &[("OLLAMA_HOST", &server.url)]).await;
    assert_eq!(said.status, 1);
    let message = said.only_error();
    let owner = running.child.id().expect("it runs").to_string();
    assert!(
        message.contains(&owner),
        "it names the owner {owner}: {message}"
    );
    running.signal(Signal::SIGINT);
    assert_eq!(running.end().await.status, 130);
}

/// Waits until a text is in the database or its write-ahead log.
async fn until_stored(folder: &std::path::Path, text: &str) {
    let holds = || {
        ["state.db", "state.db-wal"].iter().any(|name| {
            let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
            bytes
                .windows(text.len())
                .any(|window| window == text.as_bytes())
        })
    };
    let wait = async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::support::program::LONG, wait)
        .await
        .expect("the text is stored in time");
}
