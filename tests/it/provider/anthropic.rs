//! Requests to Anthropic, and its list of models.

use futures_util::StreamExt;
use protocol::stream::{ProviderErrorKind as Failed, StopReason, StreamPart, ToolFormat};
use provider::Provider;
use provider::anthropic::{Anthropic, DEFAULT_ADDRESS};
use redact::Secret;
use serde_json::json;

use super::{KEY, http, parts, request};
use crate::support::http::{Act, Script, Server};

const THINKING: &str = include_str!("../../fixtures/providers/anthropic/thinking_and_call.sse");

const MODELS: &str = r#"{"data":[
  {"type":"model","id":"claude-opus-4-8","display_name":"Claude Opus 4.8","created_at":"2026-05-01T00:00:00Z",
   "max_input_tokens":1000000,"max_tokens":128000,
   "capabilities":{"image_input":{"supported":true},
     "thinking":{"supported":true,"types":{"adaptive":{"supported":true},"enabled":{"supported":false}}}}},
  {"type":"model","id":"claude-3-haiku-20240307","display_name":"Claude 3 Haiku","created_at":"2024-03-07T00:00:00Z"}
 ],"has_more":false,"first_id":"claude-opus-4-8","last_id":"claude-3-haiku-20240307"}"#;

fn anthropic(url: &str) -> Provider {
    let anthropic = Anthropic::new("anthropic", url, Some(Secret::new(KEY)), http());
    anthropic.expect("an address").into()
}

#[tokio::test]
async fn the_key_goes_in_its_own_header_beside_the_version() {
    let acts = THINKING
        .as_bytes()
        .chunks(13)
        .map(|piece| Act::Send(piece.to_vec()));
    let script = Script::new(200, "text/event-stream", acts.collect());
    let mut server = Server::start(vec![script]).await;
    let parts = parts(&anthropic(&server.url)).await;
    let stop = StopReason::NeedsTools;
    assert_eq!(parts.last(), Some(&StreamPart::Done { stop }));
    let asked = server.request().await;
    assert_eq!(asked.line, "POST /v1/messages");
    let head = asked.head.to_lowercase();
    assert!(head.contains(&format!("x-api-key: {KEY}")), "{head}");
    assert!(head.contains("anthropic-version: 2023-06-01"), "{head}");
    assert!(!head.contains("authorization"), "{head}");
    let body = asked.json();
    assert_eq!(body["stream"], true);
    assert_eq!(body["system"][0]["text"], "Be brief.");
    assert_eq!(body["messages"][0]["content"][0]["text"], "Read a.rs");
    assert_eq!(
        body["tools"][0]["input_schema"]["required"],
        json!(["path"])
    );
}

#[tokio::test]
async fn the_list_of_models_says_what_they_can_and_what_is_asked_of_them() {
    let answer = || Script::new(200, "text/event-stream", vec![Act::send(THINKING)]);
    let scripts = vec![
        Script::json(200, MODELS),
        Script::json(200, MODELS),
        Script::json(200, MODELS),
        Script::json(200, MODELS),
        answer(),
    ];
    let mut server = Server::start(scripts).await;
    // The URL with the version too, as many documents show it.
    let anthropic = anthropic(&format!("{}/v1/", server.url));
    assert_eq!(
        anthropic.probe().await.expect("an answer").to_string(),
        "anthropic, 2 models"
    );
    let names: Vec<String> = anthropic
        .models()
        .await
        .expect("a list")
        .into_iter()
        .map(|model| model.name)
        .collect();
    assert_eq!(names, ["claude-opus-4-8", "claude-3-haiku-20240307"]);
    let can = anthropic
        .capabilities("claude-opus-4-8")
        .await
        .expect("an answer");
    assert_eq!(can.tools, ToolFormat::Native);
    assert!(can.images == Some(true) && can.reasoning);
    assert_eq!(can.context_length, Some(1_000_000));
    let old = anthropic
        .capabilities("claude-3-haiku-20240307")
        .await
        .expect("an answer");
    assert_eq!((old.reasoning, old.context_length), (false, None));
    let mut asks = request(ToolFormat::Native);
    "claude-opus-4-8".clone_into(&mut asks.model);
    anthropic.stream(asks).count().await;
    for _ in 0..4 {
        assert_eq!(server.request().await.line, "GET /v1/models?limit=1000");
    }
    let body = server.request().await.json();
    assert_eq!(
        body["thinking"],
        json!({ "type": "adaptive", "display": "summarized" })
    );
    assert_eq!(body["max_tokens"], 64_000);
    assert!(
        body.get("temperature").is_none(),
        "a model that thinks takes none"
    );
}

#[tokio::test]
async fn without_a_key_nothing_is_sent_to_the_vendor() {
    let keyless = Anthropic::new("anthropic", DEFAULT_ADDRESS, None, http());
    let keyless = Provider::from(keyless.expect("an address"));
    for error in [
        keyless.probe().await.expect_err("no key"),
        keyless.capabilities("m").await.expect_err("no key"),
    ] {
        assert_eq!(error.kind, Failed::Authentication);
        assert!(
            error
                .hint
                .unwrap_or_default()
                .to_string()
                .contains("ANTHROPIC_API_KEY")
        );
    }
}

#[tokio::test]
async fn a_model_that_is_not_there_and_an_empty_account_are_told_apart() {
    let missing = r#"{"type":"error","error":{"type":"not_found_error","message":"model: nope"},"request_id":"req_1"}"#;
    let server = Server::start(vec![Script::json(404, missing)]).await;
    let error = super::failure(&parts(&anthropic(&server.url)).await);
    assert_eq!(error.kind, Failed::ModelNotFound);
    let broke = r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}"#;
    let server = Server::start(vec![Script::json(400, broke)]).await;
    let error = super::failure(&parts(&anthropic(&server.url)).await);
    assert_eq!(error.kind, Failed::Rejected);
    assert!(
        error
            .hint
            .unwrap_or_default()
            .to_string()
            .contains("no credit")
    );
}
