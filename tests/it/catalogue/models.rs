//! Models are stored, changed and removed, and their figures reach the requests.

use super::{json, listed};
use crate::support::http::Server;
use crate::support::program::Place;
use crate::support::wire::{Step, openai};

const ADD: [&str; 14] = [
    "models",
    "add",
    "--provider",
    "openai",
    "--api-name",
    "m",
    "--context-window",
    "65536",
    "--max-output",
    "2048",
    "--temperature",
    "0.25",
    "--price-in",
    "2",
];

#[tokio::test]
async fn a_model_is_added_changed_listed_and_removed() {
    let place = Place::new().await;
    let mut add = ADD.to_vec();
    add.push("--json");
    let said = place.agentichat(&add, &[]).await;
    assert_eq!(said.status, 0, "{said:?}");
    let made = json(&said);
    assert_eq!(made["is_builtin"], false);
    assert_eq!(made["name"], "m");
    assert_eq!(
        made["price"],
        serde_json::json!({ "input": 2.0 }),
        "unknown stays unknown"
    );
    let again = place.agentichat(&add, &[]).await;
    assert_eq!(
        (again.status, json(&again)["error"].as_str()),
        (1, Some("duplicate_api_name"))
    );
    let edit = [
        "models",
        "edit",
        "openai/m",
        "--name",
        "Mine",
        "--price-out",
        "8",
        "--json",
    ];
    let edited = json(&place.agentichat(&edit, &[]).await);
    assert_eq!(edited["name"], "Mine");
    assert_eq!(
        edited["price"],
        serde_json::json!({ "input": 2.0, "output": 8.0 })
    );
    assert_eq!(edited["id"], made["id"]);
    let list = ["models", "list", "--kept", "--provider", "openai", "--json"];
    let models = json(&place.agentichat(&list, &[]).await);
    let names: Vec<&str> = models["models"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|model| model["api_name"].as_str())
        .collect();
    assert!(
        names.contains(&"m") && names.contains(&"gpt-4.1"),
        "{names:?}"
    );
    let id = made["id"].as_str().expect("an id");
    let removed = place.agentichat(&["models", "remove", id], &[]).await;
    assert_eq!(removed.status, 0, "{removed:?}");
    let gone = place.agentichat(&["models", "show", "m"], &[]).await;
    assert_eq!(gone.status, 1);
    assert!(gone.log.contains("no model m"), "{gone:?}");
}

#[tokio::test]
async fn what_cannot_be_is_refused_by_name() {
    let place = Place::new().await;
    for (arguments, name) in [
        (
            &["models", "edit", "gpt-4.1", "--name", "x"][..],
            "builtin_restriction",
        ),
        (&["models", "remove", "gpt-4.1"], "builtin_restriction"),
        (&["models", "remove", "nothing"], "unknown_model"),
        (
            &["models", "edit", "gpt-4.1", "--temperature", "3"],
            "out_of_range",
        ),
        (&["models", "edit", "gpt-4.1"], "nothing_to_change"),
        (
            &["models", "list", "--kept", "--provider", "nobody"],
            "unknown_provider",
        ),
        (
            &["providers", "set", "openai", "--base-url", "nonsense"],
            "out_of_range",
        ),
        (&["providers", "enable", "nobody"], "unknown_provider"),
    ] {
        let mut all = arguments.to_vec();
        all.push("--json");
        let said = place.agentichat(&all, &[]).await;
        assert_eq!(said.status, 1, "{said:?}");
        assert_eq!(json(&said)["error"], name, "{said:?}");
        assert!(!said.log.is_empty(), "and in words");
    }
    let server = Server::start(vec![listed(&["mine"]), listed(&["mine"])]).await;
    let first = |model: &'static str| {
        let url = server.url.clone();
        let words = ["providers", "set", "openai", "--base-url"].map(str::to_owned);
        let rest = [url, "--default-model".into(), model.into(), "--json".into()];
        words.into_iter().chain(rest).collect::<Vec<_>>()
    };
    let all = first("nothing");
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let said = place.agentichat(&all, &[]).await;
    assert_eq!(json(&said)["error"], "unknown_default_model", "{said:?}");
    let all = first("mine");
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let said = place.agentichat(&all, &[]).await;
    assert_eq!(
        json(&said)["default_model_id"],
        "mine",
        "its server offers it"
    );
    // The server is unreachable, so the model is accepted with a warning.
    let all = [
        "providers",
        "set",
        "openai",
        "--base-url",
        "http://127.0.0.1:9/v1",
        "--default-model",
        "unseen",
    ];
    let said = place.agentichat(&all, &[]).await;
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.log.contains("cannot check whether"), "{said:?}");
    let said = place
        .agentichat(&["models", "add", "--provider", "openai"], &[])
        .await;
    assert_eq!(said.status, 2, "a wrong invocation");
    let warmer = [
        "models",
        "edit",
        "gpt-4.1",
        "--temperature",
        "0.1",
        "--json",
    ];
    let said = place.agentichat(&warmer, &[]).await;
    assert_eq!(json(&said)["temperature_default"], 0.1);
}

#[tokio::test]
async fn window_temperature_length_and_price_of_a_model_reach_the_run() {
    let place = Place::new().await;
    let mut add = ADD.to_vec();
    add.extend(["--price-out", "10"]);
    assert_eq!(place.agentichat(&add, &[]).await.status, 0);
    let mut server = Server::start(vec![listed(&["m"]), openai(Step::Says("hello"), 0)]).await;
    let with = [("OPENAI_BASE_URL", server.url.as_str())];
    let run = ["--provider", "openai", "--model", "m", "--json", "hi"];
    let said = place.run(&run, &with).await;
    assert_eq!(said.status, 0, "{said:?}");
    server.request().await;
    let body = server.request().await.json();
    assert_eq!(body["temperature"], 0.25);
    assert_eq!(body["max_tokens"], 2_048);
    let step = &said.of_type("step.completed")[0]["data"];
    assert_eq!(step["window"]["limit"], 65_536);
    // 1,200 tokens at 2 and 20 at 10.
    let cost = step["usage"]["cost_usd"].as_f64().expect("a price");
    assert!((cost - 0.0026).abs() < 1e-9, "{cost}");
}

#[tokio::test]
async fn what_the_config_says_stands_over_the_record() {
    let place = Place::new().await;
    assert_eq!(place.agentichat(&ADD, &[]).await.status, 0);
    place.config("temperature: 1.5\nproviders:\n  openai:\n    context_length: 16384\n");
    let mut server = Server::start(vec![listed(&["m"]), openai(Step::Says("hello"), 0)]).await;
    let with = [("OPENAI_BASE_URL", server.url.as_str())];
    let run = ["--provider", "openai", "--model", "m", "--json", "hi"];
    let said = place.run(&run, &with).await;
    server.request().await;
    assert_eq!(server.request().await.json()["temperature"], 1.5);
    assert_eq!(
        said.of_type("step.completed")[0]["data"]["window"]["limit"],
        16_384
    );
}
