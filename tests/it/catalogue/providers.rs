//! Provider settings are used, and the origin of each value is reported.

use super::{json, listed};
use crate::support::http::{Script, Server};
use crate::support::program::Place;
use crate::support::wire::{Step, openai};

#[tokio::test]
async fn the_address_and_the_model_that_were_set_are_used() {
    let place = Place::new().await;
    let mut server =
        Server::start(vec![listed(&["gpt-4.1"]), openai(Step::Says("hello"), 0)]).await;
    let set = [
        "providers",
        "set",
        "openai",
        "--base-url",
        &server.url,
        "--default-model",
        "gpt-4.1",
    ];
    let said = place.agentichat(&set, &[]).await;
    assert_eq!(said.status, 0, "{said:?}");
    let said = place.run(&["--provider", "openai", "hi"], &[]).await;
    assert_eq!((said.status, said.out.as_str()), (0, "hello\n"), "{said:?}");
    server.request().await;
    assert_eq!(server.request().await.json()["model"], "gpt-4.1");
    // A variable overrides the setting, and both are reported.
    let with = [("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")];
    let shown = place
        .agentichat(&["providers", "show", "openai", "--json"], &with)
        .await;
    let shown = json(&shown);
    assert_eq!(shown["base_url"], "http://127.0.0.1:9/v1");
    assert_eq!(shown["base_url_from"], "environment OPENAI_BASE_URL");
    assert_eq!(shown["default_model_from"], "settings");
    let back = [
        "providers",
        "set",
        "openai",
        "--base-url",
        "default",
        "--json",
    ];
    let shown = json(&place.agentichat(&back, &[]).await);
    assert_eq!(shown["base_url_from"], "default");
}

#[tokio::test]
async fn where_the_usual_provider_is_not_there_the_one_that_was_set_up_is_used() {
    let place = Place::new().await;
    let scripts = vec![listed(&["gpt-4.1"]), openai(Step::Says("hello"), 0)];
    let server = Server::start(scripts).await;
    let nobody = [("OLLAMA_HOST", "http://127.0.0.1:9")];
    let set = ["providers", "set", "openai", "--base-url", &server.url];
    let set = [&set[..], &["--default-model", "gpt-4.1"]].concat();
    assert_eq!(place.agentichat(&set, &[]).await.status, 0);
    let named = place.run(&["--provider", "ollama", "hi"], &nobody).await;
    assert_eq!(named.status, 1, "who names one gets no other: {named:?}");
    let said = place.run(&["hi"], &nobody).await;
    assert_eq!((said.status, said.out.as_str()), (0, "hello\n"), "{said:?}");
}

#[tokio::test]
async fn a_provider_that_is_switched_off_is_not_asked() {
    let place = Place::new().await;
    let said = place
        .agentichat(&["providers", "disable", "openai"], &[])
        .await;
    assert_eq!(said.status, 0, "{said:?}");
    let said = place
        .run(
            &["--provider", "openai", "--model", "m", "--json", "hi"],
            &[],
        )
        .await;
    assert_eq!(said.status, 2);
    let message = said.only_error();
    assert!(message.contains("openai is switched off"), "{message}");
    assert!(message.contains("providers enable openai"), "{message}");
    assert_eq!(
        place
            .agentichat(&["providers", "enable", "openai"], &[])
            .await
            .status,
        0
    );
}

#[tokio::test]
async fn a_connection_test_says_latency_model_or_what_is_wrong() {
    let place = Place::new().await;
    let refusal = Script::json(401, r#"{"error":{"message":"no such key"}}"#);
    let scripts = vec![listed(&["a", "b"]), listed(&["a", "b"]), refusal];
    let server = Server::start(scripts).await;
    let with = [("OPENAI_BASE_URL", server.url.as_str())];
    let test = ["providers", "test", "openai", "--json"];
    let said = place.agentichat(&test, &with).await;
    assert_eq!(said.status, 0, "{said:?}");
    let told = json(&said);
    assert_eq!(told["success"], true);
    assert!(told["latency_ms"].is_u64(), "{told}");
    assert_eq!(told["model_tested"], "a");
    assert_eq!(told["error_message"], serde_json::Value::Null);
    let said = place.agentichat(&test, &with).await;
    assert_eq!(said.status, 1);
    let told = json(&said);
    assert_eq!(
        (&told["success"], &told["latency_ms"]),
        (&false.into(), &serde_json::Value::Null)
    );
    assert!(
        told["error_message"]
            .as_str()
            .expect("words")
            .contains("no such key"),
        "{told}"
    );
    let nobody = [("OLLAMA_HOST", "http://127.0.0.1:9")];
    let said = place
        .agentichat(&["providers", "test", "ollama"], &nobody)
        .await;
    assert_eq!(said.status, 1);
    assert!(said.out.contains("ollama serve"), "{said:?}");
}
