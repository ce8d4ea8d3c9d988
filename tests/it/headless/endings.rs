//! Exit statuses: done, failed, bad usage, denied, cancelled.

use nix::sys::signal::Signal;
use serde_json::json;

use crate::support::http::{Act, Script, Server};
use crate::support::program::{LONG, Place, VALIDATORS, processes_of};
use crate::support::wire::{Step, ollama, ollama_stream, ollama_text, show};

/// Returns a model that reads a file, then wants to change it and to run a command.
fn wants_to_change() -> Vec<Script> {
    let write = json!({ "path": "utils/validators.py", "content": "x\n", "mode": "overwrite" });
    vec![
        show(),
        ollama(Step::Calls(
            "",
            vec![("read_file", json!({ "path": "utils/validators.py" }))],
        )),
        ollama(Step::Calls(
            "",
            vec![
                ("write_file", write),
                ("shell_exec", json!({ "command": "touch made" })),
            ],
        )),
        ollama(Step::Says("I could not.")),
    ]
}

#[tokio::test]
async fn what_would_be_asked_is_denied_and_nothing_is_written() {
    for mode in ["review", "confirm"] {
        let place = Place::new().await;
        let mut server = Server::start(wants_to_change()).await;
        let flags = ["--mode", mode, "--json", "change it"];
        let said = place.run_with_ollama(&server.url, &flags).await;
        assert_eq!(said.status, 4, "{}\n{}", said.out, said.log);
        assert_eq!(place.read("utils/validators.py"), VALIDATORS);
        assert!(!place.root().join("made").exists());
        let codes: Vec<_> = said
            .of_type("tool.call.completed")
            .iter()
            .map(|event| event["data"]["result"]["error"]["code"].clone())
            .collect();
        // Review mode proposes the write: no question is asked, and the disk stays as it is.
        let write = match mode {
            "review" => json!(null),
            _ => json!("E005"),
        };
        assert_eq!(codes, [json!(null), write, json!("E005")]);
        for _ in 0..3 {
            server.request().await;
        }
        let told = server.request().await.body;
        assert!(
            told.contains("nobody is here to ask"),
            "the model is told why: {told}"
        );
    }
}

#[tokio::test]
async fn a_run_that_left_proposed_changes_says_how_many_and_how_they_come_back() {
    let place = Place::new().await;
    let server = Server::start(wants_to_change()).await;
    let flags = ["--mode", "review", "change it"];
    let said = place.run_with_ollama(&server.url, &flags).await;
    let line = "to review: agentichat --continue opens them";
    assert!(said.log.contains(line), "{}", said.log);
}

#[tokio::test]
async fn plan_mode_refuses_without_having_to_ask() {
    let place = Place::new().await;
    let server = Server::start(wants_to_change()).await;
    let said = place
        .run_with_ollama(&server.url, &["--mode", "plan", "change it"])
        .await;
    assert_eq!(said.status, 0, "{}", said.log);
    assert_eq!(place.read("utils/validators.py"), VALIDATORS);
    assert!(!place.root().join("made").exists());
}

#[tokio::test]
async fn a_deny_rule_goes_before_the_mode() {
    let place = Place::new().await;
    let server = Server::start(wants_to_change()).await;
    let flags = [
        "--mode",
        "passthrough",
        "--deny",
        "write_file(utils/**)",
        "change it",
    ];
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(said.status, 0, "{}", said.log);
    assert_eq!(place.read("utils/validators.py"), VALIDATORS);
    assert!(place.root().join("made").exists(), "the command may run");
}

#[tokio::test]
async fn the_tool_budget_ends_the_run_with_e010() {
    let place = Place::new().await;
    place.config("max_tool_calls_workbench: 1\n");
    let read = |path: &str| {
        let arguments = json!({ "path": path });
        ollama(Step::Calls("", vec![("read_file", arguments)]))
    };
    let scripts = vec![show(), read("docs/api.md"), read("utils/validators.py")];
    let server = Server::start(scripts).await;
    let said = place
        .run_with_ollama(&server.url, &["--json", "read"])
        .await;
    assert_eq!(said.status, 1, "{}\n{}", said.out, said.log);
    let failed = said.of_type("job.failed");
    assert_eq!(failed[0]["data"]["code"], "E010");
    let hint = failed[0]["data"]["hint"].as_str().unwrap_or_default();
    assert!(hint.contains("max_tool_calls_per_job"), "{hint}");
}

#[tokio::test]
async fn bad_usage_is_2() {
    let place = Place::new().await;
    for arguments in [
        &["--mode", "sideways", "go"][..],
        &["--unknown", "go"],
        &["--allow", "shell_exec(", "go"],
        &["--set", "no_such_key=1", "go"],
        &["--session", "not-an-id", "go"],
        &["--cwd", "no/such/folder", "go"],
        &["   "],
    ] {
        let said = place.run(arguments, &[]).await;
        assert_eq!(said.status, 2, "{arguments:?}: {}", said.log);
        assert!(!said.log.trim().is_empty(), "{arguments:?}");
        assert_eq!(said.out, "", "{arguments:?}");
    }
}

#[tokio::test]
async fn an_interrupt_while_the_model_speaks_cancels_with_130() {
    let place = Place::new().await;
    let acts = vec![ollama_text("half"), Act::AwaitClose];
    let mut server = Server::start(vec![show(), ollama_stream(acts)]).await;
    let flags = ["--json", "go"];
    let mut running = place.start_with_ollama(&server.url, &flags);
    running.line("text.appended").await;
    running.signal(Signal::SIGINT);
    let closed = tokio::time::timeout(LONG, server.connection_closed()).await;
    assert!(closed.is_ok(), "the connection is closed");
    let said = running.end().await;
    assert_eq!(said.status, 130, "{}\n{}", said.out, said.log);
    assert_eq!(said.of_type("job.cancelled").len(), 1);
    let message = said.of_type("message.completed");
    assert_eq!(message[0]["data"]["message"]["state"], "interrupted");
}

#[tokio::test]
async fn an_interrupt_while_a_command_runs_leaves_no_process() {
    let place = Place::new().await;
    let command = json!({ "command": "echo ready; sleep 1000 | cat" });
    let scripts = vec![
        show(),
        ollama(Step::Calls("", vec![("shell_exec", command)])),
    ];
    let server = Server::start(scripts).await;
    let flags = ["--mode", "passthrough", "--json", "go"];
    let mut running = place.start_with_ollama(&server.url, &flags);
    let session = running.session_of("tool.call.output").await;
    assert!(processes_of(&session) > 0);
    running.signal(Signal::SIGTERM);
    let said = running.end().await;
    assert_eq!(said.status, 130, "{}\n{}", said.out, said.log);
    assert_eq!(processes_of(&session), 0);
}

#[tokio::test]
async fn a_reader_that_goes_away_does_not_stop_the_run() {
    let place = Place::new().await;
    let made = json!({ "path": "made.txt", "content": "x\n", "mode": "create" });
    let scripts = vec![
        show(),
        ollama(Step::Calls("I write.\n", vec![("write_file", made)])),
        ollama(Step::Says("done")),
    ];
    let server = Server::start(scripts).await;
    let flags = ["--mode", "accept-edits", "go"];
    let mut running = place.start_with_ollama(&server.url, &flags);
    running.line("I write.").await;
    let mut child = running.child;
    let status = tokio::time::timeout(LONG, child.wait())
        .await
        .expect("in time");
    assert_eq!(status.expect("a status").code(), Some(0));
    assert_eq!(place.read("made.txt"), "x\n");
}
