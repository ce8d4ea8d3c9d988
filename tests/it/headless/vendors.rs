//! Runs over the vendors' own protocols, from the settings to the result; the traces of a failed
//! run; and the places without the key.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::http::{Act, Script, Server};
use crate::support::program::{Place, ProgramOutput};
use crate::support::wire::{Step, anthropic, openai};

const KEY: &str = "sk-ant-api03-0123456789abcdef-ZZ";

const ANTHROPIC_MODELS: &str =
    r#"{"data":[{"type":"model","id":"claude-m","max_input_tokens":200000,"max_tokens":32000}]}"#;

const MISTRAL_MODELS: &str = r#"{"object":"list","data":[
    {"id":"embedder","capabilities":{"completion_chat":false}},
    {"id":"mistral-m","capabilities":{"completion_chat":true,"function_calling":true,"vision":false},"max_context_length":131072}]}"#;

fn read(path: &str) -> Step<'static> {
    Step::Calls("I look.", vec![("read_file", json!({ "path": path }))])
}

/// Runs over Anthropic with only a setting, an address and a key.
async fn with_anthropic(place: &Place, server: &Server, more: &[&str]) -> ProgramOutput {
    let variables = [
        ("ANTHROPIC_BASE_URL", server.url.as_str()),
        ("ANTHROPIC_API_KEY", KEY),
        ("AGENTICHAT_LOG", "trace"),
    ];
    let mut flags = vec!["--set", "provider=anthropic", "--json"];
    flags.extend(more);
    place.run(&flags, &variables).await
}

#[tokio::test]
async fn text_of_anthropic_that_looks_like_a_call_is_never_run() {
    let call = json!({ "name": "write_file", "arguments": { "path": "made.txt", "content": "x" } });
    for answer in [
        format!("```json\n{call}\n```"),
        format!("<tool_call>{call}</tool_call>"),
        "<function=write_file>\n<parameter=path>\nmade.txt\n</parameter>\n</function>".to_owned(),
    ] {
        let place = Place::new().await;
        let scripts = vec![
            Script::json(200, ANTHROPIC_MODELS),
            Script::json(200, ANTHROPIC_MODELS),
            anthropic(Step::Says(&answer)),
        ];
        let server = Server::start(scripts).await;
        let flags = [
            "--mode",
            "accept-edits",
            "--set",
            "text_calls=[claude]",
            "x",
        ];
        let said = with_anthropic(&place, &server, &flags).await;
        assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
        assert!(!place.root().join("made.txt").exists());
        assert_eq!(said.of_type("tool.call.requested").len(), 0);
        assert!(
            said.out
                .contains("A possible call of write_file was not run")
        );
    }
}

/// Returns a file below `folder` that contains the key, if any.
fn holds_key(folder: &Path) -> Option<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    entries.map(|entry| entry.path()).find_map(|path| {
        if path.is_dir() {
            return holds_key(&path);
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        let found = bytes
            .windows(KEY.len())
            .any(|window| window == KEY.as_bytes());
        found.then_some(path)
    })
}

fn assert_no_key(place: &Place, said: &ProgramOutput) {
    assert!(
        !said.out.contains(KEY) && !said.log.contains(KEY),
        "{said:?}"
    );
    assert_eq!(holds_key(&place.beside("")), None, "a file holds the key");
}

#[tokio::test]
async fn a_run_over_anthropic_sends_its_thoughts_back_and_is_tried_again_when_it_is_overloaded() {
    let place = Place::new().await;
    let overloaded =
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
    let scripts = vec![
        Script::json(200, ANTHROPIC_MODELS),
        Script::json(200, ANTHROPIC_MODELS),
        Script::json(529, overloaded).header("Retry-After", "0"),
        anthropic(read("docs/api.md")),
        anthropic(Step::Says("It is the documentation.")),
    ];
    let mut server = Server::start(scripts).await;
    let cassette = place.beside("run.jsonl").display().to_string();
    let said = with_anthropic(&place, &server, &["--record", &cassette, "What is it?"]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let result = &said.of_type("job.completed")[0]["data"]["result"];
    assert_eq!(result["report"], "It is the documentation.");
    assert_eq!(
        result["usage"]["input_tokens"], 3_000,
        "two steps, with what came from the cache"
    );
    assert_eq!(result["usage"]["cached_tokens"], 600);
    for _ in 0..2 {
        assert_eq!(server.request().await.line, "GET /v1/models?limit=1000");
    }
    let [first, again, second] = [
        server.request().await.json(),
        server.request().await.json(),
        server.request().await.json(),
    ];
    assert_eq!(first, again, "the same is asked again");
    assert_eq!(first["model"], "claude-m");
    let messages = second["messages"].as_array().expect("messages");
    assert_eq!(messages.len(), 3);
    let answer: Vec<&Value> = messages[1]["content"]
        .as_array()
        .expect("blocks")
        .iter()
        .collect();
    assert_eq!(
        answer[0],
        &json!({ "type": "thinking", "thinking": "Let me see.", "signature": "c2lnbmVk" })
    );
    assert_eq!(answer[2]["id"], "toolu_000");
    let result = &messages[2]["content"][0];
    assert_eq!(
        (&result["type"], &result["tool_use_id"]),
        (&json!("tool_result"), &json!("toolu_000"))
    );
    assert_no_key(&place, &said);
}

#[tokio::test]
async fn a_run_over_mistral_gives_calls_the_ids_that_it_takes() {
    let place = Place::new().await;
    let scripts = vec![
        Script::json(200, MISTRAL_MODELS),
        Script::json(200, MISTRAL_MODELS),
        openai(read("docs/api.md"), 1),
        openai(Step::Says("It is the documentation."), 2),
    ];
    let mut server = Server::start(scripts).await;
    let flags = [
        "--provider",
        "mistral",
        "--base-url",
        &server.url,
        "--json",
        "What is it?",
    ];
    let said = place.run(&flags, &[("MISTRAL_API_KEY", KEY)]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    for _ in 0..2 {
        assert_eq!(server.request().await.line, "GET /v1/models");
    }
    server.request().await;
    let second = server.request().await;
    assert!(
        second
            .head
            .to_lowercase()
            .contains("authorization: bearer sk-ant")
    );
    let body = second.json();
    assert_eq!(body["model"], "mistral-m", "the embedder is not offered");
    let messages = body["messages"].as_array().expect("messages");
    let last = messages.last().expect("a message");
    assert_eq!(last["role"], "tool");
    assert_eq!(last["tool_call_id"].as_str().map(str::len), Some(9));
    assert_no_key(&place, &said);
}

#[tokio::test]
async fn a_session_goes_on_after_a_run_that_failed() {
    let place = Place::new().await;
    let half = "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Half an answer\"}}\n\n";
    let broken = Script::new(
        200,
        "text/event-stream",
        vec![
            Act::send(half),
            Act::send("event: x\ndata: this is no protocol\n\n"),
        ],
    );
    let echoes =
        format!(r#"{{"error":{{"type":"authentication_error","message":"bad key {KEY}"}}}}"#);
    let failures = [
        (
            Script::new(200, "text/html", vec![Act::send("<html>")]),
            "web page",
        ),
        (broken, "is not valid"),
        (Script::json(401, &echoes), "rejected the API key"),
    ];
    let mut session: Option<String> = None;
    for (script, words) in failures {
        let scripts = vec![Script::json(200, ANTHROPIC_MODELS), script];
        let server = Server::start(scripts).await;
        let mut flags = vec!["--model", "claude-m"];
        if let Some(session) = &session {
            flags.extend(["--session", session]);
        }
        flags.push("Say it.");
        let said = with_anthropic(&place, &server, &flags).await;
        assert_eq!(said.status, 1, "{}\n{}", said.out, said.log);
        let failed = said.of_type("job.failed");
        let error = failed[0]["data"]["error"].as_str().expect("words");
        assert!(error.contains(words), "{error}");
        session = failed[0]["session"].as_str().map(str::to_owned);
        assert_no_key(&place, &said);
    }
    let scripts = vec![
        Script::json(200, ANTHROPIC_MODELS),
        anthropic(Step::Says("All of it.")),
    ];
    let mut server = Server::start(scripts).await;
    let session = session.expect("a session");
    let said = with_anthropic(&place, &server, &["--session", &session, "Go on."]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    server.request().await;
    let body = server.request().await.json().to_string();
    for part in ["Say it.", "Half an answer", "Go on."] {
        assert!(body.contains(part), "{part}: {body}");
    }
}

#[tokio::test]
async fn an_answer_that_was_cut_or_refused_is_told_as_such() {
    for (body, words) in [
        (
            include_str!("../../fixtures/providers/anthropic/max_tokens.sse"),
            "at the token limit",
        ),
        (
            include_str!("../../fixtures/providers/anthropic/refusal.sse"),
            "refused to answer",
        ),
    ] {
        let place = Place::new().await;
        let scripts = vec![
            Script::json(200, ANTHROPIC_MODELS),
            Script::new(200, "text/event-stream", vec![Act::send(body)]),
        ];
        let server = Server::start(scripts).await;
        let said = with_anthropic(&place, &server, &["--model", "claude-m", "Say it."]).await;
        assert!(said.out.contains(words), "{}\n{}", said.out, said.log);
    }
}

#[tokio::test]
async fn doctor_says_which_language_the_screen_speaks_and_what_says_so() {
    let place = Place::new().await;
    let cases = [
        ("fr_FR.UTF-8", "auto", "fr", "the locale"),
        ("C", "auto", "en", "the locale"),
        ("fr_FR.UTF-8", "pt", "pt", "environment AGENTICHAT_LANGUAGE"),
    ];
    for (locale, wanted, code, from) in cases {
        let variables = [
            ("LC_ALL", locale),
            ("AGENTICHAT_LANGUAGE", wanted),
            ("OLLAMA_HOST", "http://127.0.0.1:9"),
        ];
        let said = place.agentichat(&["doctor", "--json"], &variables).await;
        let report: Value = serde_json::from_str(&said.out).expect("JSON");
        assert_eq!(
            report["language"],
            json!({ "code": code, "from": from }),
            "{variables:?}"
        );
    }
}

#[tokio::test]
async fn doctor_lists_every_provider_with_the_variable_of_its_key_and_no_key() {
    let place = Place::new().await;
    let server = Server::start(vec![
        Script::json(200, ANTHROPIC_MODELS),
        Script::json(200, ANTHROPIC_MODELS),
    ])
    .await;
    let variables = [
        ("ANTHROPIC_BASE_URL", server.url.as_str()),
        ("ANTHROPIC_API_KEY", KEY),
        ("OLLAMA_HOST", "http://127.0.0.1:9"),
    ];
    let said = place.agentichat(&["doctor", "--json"], &variables).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let report: Value = serde_json::from_str(&said.out).expect("JSON");
    let rows = report["providers"].as_array().expect("rows");
    let row = |name: &str| {
        let mut rows = rows.iter();
        rows.find(|row| row["provider"] == name).expect("a row")
    };
    assert_eq!(
        row("anthropic")["key"],
        json!({
            "variable": "ANTHROPIC_API_KEY",
            "present": true,
            "from": "environment ANTHROPIC_API_KEY",
        })
    );
    assert_eq!(row("anthropic")["models"], 1);
    assert_eq!(row("mistral")["key"]["present"], false);
    assert_eq!(row("mistral")["usable"], false);
    assert_no_key(&place, &said);
}
