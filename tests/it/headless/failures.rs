//! Every failure says what is wrong and what to do next, as JSON if JSON was requested.

use crate::support::http::{Act, Script, Server};
use crate::support::program::Place;
use crate::support::wire::{Step, ollama, ollama_stream, ollama_text, show};

#[tokio::test]
async fn every_early_failure_is_one_line_of_json() {
    let place = Place::new().await;
    let cassette = place.beside("bad.jsonl");
    std::fs::write(&cassette, "this is no cassette\n").expect("a file");
    let cassette = cassette.display().to_string();
    for (arguments, status, part) in [
        (&["--mode", "sideways", "go"][..], 2, "sideways"),
        (&["--allow", "shell_exec(", "go"], 2, "shell_exec("),
        (
            &["--set", "max_hunk_line=1", "go"],
            2,
            "did you mean max_hunk_lines",
        ),
        (&["--session", "nonsense", "go"], 2, "is not a session id"),
        (
            &[
                "--model",
                "m",
                "--session",
                "01990000-0000-7000-8000-000000000000",
                "go",
            ],
            2,
            "no session",
        ),
        (
            &["--provider", "replay", "--base-url", &cassette, "go"],
            1,
            "line 1",
        ),
        (
            &["--provider", "replay", "--base-url", "no/such/file", "go"],
            1,
            "no/such/file",
        ),
        (&["--provider", "nobody", "go"], 2, "nobody"),
    ] {
        let mut all = vec!["--json"];
        all.extend(arguments);
        let said = place.run(&all, &[]).await;
        let message = said.only_error();
        assert!(message.contains(part), "{arguments:?}: {message}");
        assert_eq!(said.status, status, "{arguments:?}: {message}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_with_a_way_on() {
    let place = Place::new().await;
    // Nothing listens on port 9 of the loopback.
    let nobody = [("OLLAMA_HOST", "http://127.0.0.1:9")];
    let said = place.run(&["--json", "go"], &nobody).await;
    assert_eq!(said.status, 1);
    let message = said.only_error();
    assert!(
        message.contains("127.0.0.1:9"),
        "OLLAMA_HOST is respected: {message}"
    );
    assert!(message.contains("ollama serve"), "{message}");
}

#[tokio::test]
async fn a_broken_config_names_file_line_key_and_the_nearest() {
    let place = Place::new().await;
    place.config("model: m\nmax_hunk_line: 10\n");
    let said = place.run(&["--json", "go"], &[]).await;
    assert_eq!(said.status, 2);
    let message = said.only_error();
    for part in [
        "config.yaml:2:1",
        "max_hunk_line",
        "did you mean max_hunk_lines",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let said = place.run(&["go"], &[]).await;
    assert_eq!(said.status, 2);
    assert!(said.log.contains("config.yaml:2:1"), "{}", said.log);
    assert_eq!(said.out, "");
    let french = [("AGENTICHAT_LANGUAGE", "fr")];
    let said = place.run(&["go"], &french).await;
    assert!(said.log.contains("pas de clé de ce nom"), "{}", said.log);
    let said = place.run(&["--json", "go"], &french).await;
    assert_eq!(
        said.only_error(),
        message,
        "programs are told the same in every language"
    );
}

#[tokio::test]
async fn a_model_is_chosen_where_none_is_named() {
    let place = Place::new().await;
    let tags = r#"{"models":[{"name":"nomic-embed-text","size":1},{"name":"chat:7b","size":2}]}"#;
    let scripts = vec![Script::json(200, tags), show(), ollama(Step::Says("hello"))];
    let mut server = Server::start(scripts).await;
    let said = place.run(&["hi"], &[("OLLAMA_HOST", &server.url)]).await;
    assert_eq!(
        (said.status, said.out.as_str()),
        (0, "hello\n"),
        "{}",
        said.log
    );
    assert_eq!(server.request().await.line, "GET /api/tags");
    server.request().await;
    assert_eq!(server.request().await.json()["model"], "chat:7b");
}

/// Runs against a server that answers the chat with this script; returns the error text.
async fn error_of(script: Script) -> String {
    let place = Place::new().await;
    // Only errors that are not retried: the test does not wait for pauses.
    let server = Server::start(vec![show(), script]).await;
    let said = place.run_with_ollama(&server.url, &["--json", "go"]).await;
    assert_eq!(said.status, 1, "{}\n{}", said.out, said.log);
    let failed = said.of_type("job.failed");
    failed[0]["data"]["error"]
        .as_str()
        .expect("an error")
        .to_owned()
}

#[tokio::test]
async fn a_web_page_in_place_of_an_answer_is_said_so() {
    let page = "<!DOCTYPE html><html><body>Sign in to the network</body></html>";
    let script = Script::new(200, "text/html", vec![Act::send(page)]);
    let error = error_of(script).await;
    assert!(
        error.contains("web page") || error.contains("HTML"),
        "{error}"
    );
}

#[tokio::test]
async fn a_line_without_end_is_cut_off_with_its_limit() {
    let piece = vec![b'x'; 1024 * 1024];
    let acts = vec![Act::Send(piece); 40];
    let error = error_of(ollama_stream(acts)).await;
    assert!(error.contains("MiB") && error.contains("line"), "{error}");
}

#[tokio::test]
async fn a_connection_cut_in_the_answer_keeps_the_text_and_is_tried_again() {
    let place = Place::new().await;
    let scripts = vec![
        show(),
        ollama_stream(vec![ollama_text("half"), Act::Cut]),
        ollama(Step::Says("whole")),
    ];
    let server = Server::start(scripts).await;
    let said = place.run_with_ollama(&server.url, &["--json", "go"]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let retries = said.of_type("retry.scheduled");
    assert_eq!(retries.len(), 1);
    assert_eq!(retries[0]["data"]["attempt"], 2);
    let messages = said.of_type("message.completed");
    let states: Vec<_> = messages
        .iter()
        .map(|event| event["data"]["message"]["state"].as_str().expect("a state"))
        .collect();
    assert_eq!(states, ["interrupted", "complete"]);
}

#[tokio::test]
async fn a_server_without_the_model_says_how_to_get_it() {
    let place = Place::new().await;
    let missing = r#"{"error":"model 'm' not found"}"#;
    let scripts = vec![Script::json(404, missing), Script::json(404, missing)];
    let server = Server::start(scripts).await;
    let said = place.run_with_ollama(&server.url, &["go"]).await;
    assert_eq!(said.status, 1);
    assert!(said.log.contains("ollama pull m"), "{}", said.log);
}
