//! Model probes: made on request, stored, shown, and used to interpret a model's text.

use serde_json::{Value, json};

use super::json as json_of;
use crate::support::http::{Act, Request, Script, Server};
use crate::support::program::Place;
use crate::support::wire::{Step, ollama, ollama_stream, openai, show};

fn read(path: &str) -> (&'static str, Value) {
    ("read_file", json!({ "path": path }))
}

fn text_call(path: &str) -> String {
    let (name, arguments) = read(path);
    format!(
        "```json\n{}\n```",
        json!({ "name": name, "arguments": arguments })
    )
}

/// Returns which of the three requests of a probe this is.
fn number(request: &Request) -> usize {
    let body = request.json();
    let messages = body["messages"].as_array().expect("messages");
    let has_result = messages.iter().any(|message| message["role"] == "tool");
    match (has_result, request.body.contains("todo.txt")) {
        (true, _) => 3,
        (false, true) => 2,
        (false, false) => 1,
    }
}

/// Starts an Ollama with one model, which makes two native calls at once and repeats one
/// after its result.
async fn server() -> Server {
    Server::answering(|request| match request.line.as_str() {
        "GET /api/tags" => Script::json(200, r#"{"models":[{"name":"tiny:1b","size":1}]}"#),
        "POST /api/show" => show(),
        "GET /api/version" => Script::json(200, r#"{"version":"0.33.0"}"#),
        "POST /api/chat" => match number(request) {
            2 => ollama(Step::Calls("", vec![read("notes.txt"), read("todo.txt")])),
            _ => ollama(Step::Calls("", vec![read("notes.txt")])),
        },
        _ => Script::json(404, "{}"),
    })
    .await
}

const FOUND: &str = "calls tools natively, two at once; repeats a call after its result";

#[tokio::test]
async fn a_probe_is_printed_kept_and_shown_wherever_the_model_is() {
    let place = Place::new().await;
    let server = server().await;
    let host = [("OLLAMA_HOST", server.url.as_str())];
    let doctor = place.agentichat(&["doctor"], &host).await;
    assert!(
        doctor.out.contains(
            "ollama/tiny:1b was not probed; `agentichat models probe ollama/tiny:1b` tests its tool calls"
        ),
        "{}",
        doctor.out
    );
    // The model is not stored, so its server is queried.
    let said = place
        .agentichat(&["models", "probe", "tiny:1b"], &host)
        .await;
    assert_eq!(said.status, 0, "{said:?}");
    assert!(
        said.out.starts_with(&format!("ollama/tiny:1b  {FOUND} (")),
        "{}",
        said.out
    );
    let listed = place.agentichat(&["models", "list"], &host).await;
    let row = listed.out.lines().find(|line| line.contains("tiny:1b"));
    assert!(row.is_some_and(|row| row.ends_with(FOUND)), "{row:?}");
    let listed = json_of(&place.agentichat(&["models", "list", "--json"], &host).await);
    let probe = &listed["found"][0]["probe"];
    assert_eq!(
        (
            &probe["calls"],
            &probe["calls_twice"],
            &probe["repeats_itself"]
        ),
        (&json!("native"), &json!(true), &json!(true)),
        "{probe}"
    );
    assert_eq!(listed["models"][0]["probe"], Value::Null, "not probed");
    for named in ["tiny:1b", "ollama/tiny:1b"] {
        let shown = place.agentichat(&["models", "show", named], &host).await;
        assert_eq!((shown.status, shown.out), (0, said.out.clone()), "{named}");
    }
    let doctor = place.agentichat(&["doctor"], &host).await;
    assert!(
        doctor
            .out
            .contains(&format!("model       ollama/tiny:1b {FOUND}\n")),
        "{}",
        doctor.out
    );
    let doctor = json_of(&place.agentichat(&["doctor", "--json"], &host).await);
    assert_eq!(doctor["model"]["probe"]["calls"], "native");
}

#[tokio::test]
async fn a_kept_model_is_shown_with_its_probe_and_loses_it_when_it_goes() {
    let place = Place::new().await;
    let server = server().await;
    let host = [("OLLAMA_HOST", server.url.as_str())];
    let add = [
        "models",
        "add",
        "--provider",
        "ollama",
        "--api-name",
        "tiny:1b",
        "--context-window",
        "4096",
        "--max-output",
        "1024",
    ];
    let show = ["models", "show", "ollama/tiny:1b"];
    assert_eq!(place.agentichat(&add, &host).await.status, 0);
    let shown = place.agentichat(&show, &host).await;
    assert!(shown.out.contains("not probed; `agentichat models probe"));
    let probe = [
        "models",
        "probe",
        "tiny:1b",
        "--provider",
        "ollama",
        "--json",
    ];
    let probed = json_of(&place.agentichat(&probe, &host).await);
    assert_eq!(
        (
            &probed["provider"],
            &probed["model"],
            &probed["probe"]["calls"]
        ),
        (&json!("ollama"), &json!("tiny:1b"), &json!("native")),
    );
    let shown = place.agentichat(&show, &host).await;
    assert!(shown.out.contains(FOUND), "{}", shown.out);
    let shown = place
        .agentichat(&["models", "show", "ollama/tiny:1b", "--json"], &host)
        .await;
    assert_eq!(json_of(&shown)["probe"]["repeats_itself"], true);
    let list = ["models", "list", "--kept", "--json"];
    let kept = json_of(&place.agentichat(&list, &host).await);
    let models = kept["models"].as_array().expect("a list");
    let mine = models.iter().find(|model| model["api_name"] == "tiny:1b");
    assert_eq!(mine.expect("it is kept")["probe"]["calls"], "native");
    let remove = ["models", "remove", "ollama/tiny:1b"];
    assert_eq!(place.agentichat(&remove, &host).await.status, 0);
    assert_eq!(place.agentichat(&add, &host).await.status, 0);
    let shown = place.agentichat(&show, &host).await;
    assert!(shown.out.contains("not probed"), "{}", shown.out);
}

#[tokio::test]
async fn text_of_a_model_whose_probe_found_calls_in_text_is_taken_as_calls_from_then_on() {
    let place = Place::new().await;
    let write = json!({ "path": "made.txt", "content": "made\n" });
    let write = json!({ "name": "write_file", "arguments": write });
    let server = Server::answering(move |request| {
        if request.line.starts_with("GET") {
            return Script::json(
                200,
                r#"{"object":"list","data":[{"id":"m","object":"model"}]}"#,
            );
        }
        let is_probe = request.body.contains("notes.txt");
        let has_result = request.json()["messages"]
            .as_array()
            .is_some_and(|messages| messages.iter().any(|one| one["role"] == "tool"));
        let said = match (is_probe, has_result) {
            (_, true) => "Done.".to_owned(),
            (true, false) => text_call("notes.txt"),
            (false, false) => format!("```json\n{write}\n```"),
        };
        openai(Step::Says(&said), 0)
    })
    .await;
    let environment = [
        ("OPENAI_BASE_URL", server.url.as_str()),
        ("OPENAI_API_KEY", "sk-x"),
    ];
    let run = [
        "--provider",
        "openai",
        "--model",
        "m",
        "--mode",
        "accept-edits",
        "x",
    ];
    let before = place.run(&run, &environment).await;
    assert_eq!(before.status, 0, "{}", before.log);
    assert!(
        before.log.contains("this model is not known to call so"),
        "{}",
        before.log
    );
    let made = place.root().join("made.txt");
    assert!(!made.exists());
    let probe = ["models", "probe", "openai/m"];
    let said = place.agentichat(&probe, &environment).await;
    assert!(said.out.contains("writes its calls as text"), "{said:?}");
    let after = place.run(&run, &environment).await;
    assert_eq!(after.status, 0, "{}", after.log);
    assert_eq!(place.read("made.txt"), "made\n");
}

#[tokio::test]
async fn a_model_that_cannot_be_asked_is_told_with_what_to_do_and_status_1() {
    let place = Place::new().await;
    let server = Server::answering(|request| match request.line.as_str() {
        "POST /api/show" => Script::json(404, r#"{"error":"model 'none:1b' not found"}"#),
        _ => Script::json(200, r#"{"models":[]}"#),
    })
    .await;
    let host = [("OLLAMA_HOST", server.url.as_str())];
    let said = place
        .agentichat(&["models", "probe", "ollama/none:1b"], &host)
        .await;
    assert_eq!((said.status, said.out.as_str()), (1, ""), "{said:?}");
    assert!(said.log.contains("ollama pull none:1b"), "{}", said.log);
    for (named, name) in [
        (&["ollama/none:1b"][..], "not_probed"),
        (&["nothing-like-it"], "unknown_model"),
        (&["m", "--provider", "nobody"], "unknown_provider"),
        (&["m", "--provider", "openai"], "not_probed"),
        (&["sonnet", "--provider", "claude-cli"], "not_probed"),
    ] {
        let words = ["models", "probe", "--json"].iter().chain(named).copied();
        let words: Vec<&str> = words.collect();
        let said = place.agentichat(&words, &host).await;
        assert_eq!(said.status, 1, "{said:?}");
        assert_eq!(json_of(&said)["error"], name, "{said:?}");
    }
}

#[tokio::test]
async fn a_request_that_takes_longer_than_it_may_is_given_up() {
    let place = Place::new().await;
    let mut server = Server::answering(|request| match request.line.as_str() {
        "POST /api/show" => show(),
        _ => ollama_stream(vec![Act::AwaitClose]),
    })
    .await;
    let host = [("OLLAMA_HOST", server.url.as_str())];
    let probe = ["models", "probe", "ollama/slow", "--timeout", "1"];
    let said = place.agentichat(&probe, &host).await;
    assert_eq!(said.status, 1);
    assert!(
        said.log.contains("no whole answer within 1 s"),
        "{}",
        said.log
    );
    assert!(said.log.contains("--timeout SECONDS"), "{}", said.log);
    server.connection_closed().await;
}

#[tokio::test]
async fn the_help_says_that_a_probe_sends_requests_which_cost_tokens() {
    let place = Place::new().await;
    let said = place.agentichat(&["models", "probe", "--help"], &[]).await;
    let words: Vec<&str> = said.out.split_whitespace().collect();
    let words = words.join(" ");
    assert!(
        words.contains("three short requests, which cost tokens; runs no tool"),
        "{words}"
    );
}
