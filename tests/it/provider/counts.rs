//! A provider's own token count of a text, requested by the user.

use protocol::stream::ProviderErrorKind as Kind;
use provider::TextCounter;
use provider::anthropic::Anthropic;
use redact::Secret;
use serde_json::{Value, json};

use super::{KEY, http, ollama, openai};
use crate::support::http::{Script, Server};
use crate::support::program::{Place, ProgramOutput};

#[tokio::test]
async fn ollama_counts_a_text_by_reading_it_bare_and_making_one_token() {
    let answer = r#"{"model":"m","response":"x","done":true,"prompt_eval_count":3}"#;
    let mut server = Server::start(vec![Script::json(200, answer)]).await;
    let counted = ollama(&server.url)
        .count_text("m", "one two")
        .await
        .unwrap();
    assert_eq!(counted.tokens, 3);
    let asked = server.request().await;
    assert_eq!(asked.line, "POST /api/generate");
    assert_eq!(
        asked.json(),
        json!({
            "model": "m", "prompt": "one two", "raw": true, "stream": false,
            "options": { "num_predict": 1, "num_ctx": 256 },
        })
    );
}

#[tokio::test]
async fn a_count_that_fills_the_window_is_not_taken_for_the_texts() {
    let answer = r#"{"model":"m","response":"","done":true,"prompt_eval_count":255}"#;
    let server = Server::start(vec![Script::json(200, answer)]).await;
    let refused = ollama(&server.url)
        .count_text("m", "one")
        .await
        .unwrap_err();
    assert_eq!(refused.kind, Kind::ContextOverflow);
}

#[tokio::test]
async fn the_tokenizers_of_llama_cpp_and_vllm_are_asked_beside_the_api() {
    for answer in [
        r#"{"tokens":[1,2,3,4]}"#,
        r#"{"count":4,"max_model_len":9,"tokens":[1,2,3,4]}"#,
    ] {
        let mut server = Server::start(vec![Script::json(200, answer)]).await;
        let counted = openai(&server.url)
            .count_text("m", "one two")
            .await
            .unwrap();
        assert_eq!(counted.tokens, 4);
        assert_eq!(server.request().await.line, "POST /tokenize");
    }
}

#[tokio::test]
async fn a_server_without_a_tokenizer_is_said_to_have_no_count() {
    let server = Server::start(vec![Script::json(404, r#"{"error":"no such path"}"#)]).await;
    let refused = openai(&server.url)
        .count_text("m", "one")
        .await
        .unwrap_err();
    assert_eq!(refused.kind, Kind::Unsupported);
    assert!(
        refused.message.to_string().contains("no count of its own"),
        "{}",
        refused.message
    );
}

#[tokio::test]
async fn anthropic_counts_a_text_as_a_message() {
    let mut server = Server::start(vec![Script::json(200, r#"{"input_tokens":9}"#)]).await;
    let anthropic = Anthropic::new("anthropic", &server.url, Some(Secret::new(KEY)), http());
    let counted = anthropic.unwrap().count_text("m", "one").await.unwrap();
    assert_eq!(counted.tokens, 9);
    let asked = server.request().await;
    assert_eq!(asked.line, "POST /v1/messages/count_tokens");
    assert_eq!(
        asked.json(),
        json!({ "model": "m", "messages": [{ "role": "user", "content": "one" }] })
    );
}

/// Parses standard output as one JSON document.
#[track_caller]
fn read_json(said: &ProgramOutput) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error} in {said:?}"))
}

#[tokio::test]
async fn the_program_prints_a_count_beside_its_estimate() {
    let place = Place::new().await;
    place.write("text.txt", &"a".repeat(18));
    let answer = r#"{"model":"m","response":"x","done":true,"prompt_eval_count":7}"#;
    let server = Server::answering(move |request| match request.line.as_str() {
        "POST /api/generate" => Script::json(200, answer),
        _ => Script::json(404, "{}"),
    })
    .await;
    let host = [("OLLAMA_HOST", server.url.as_str())];
    let count = [
        "debug",
        "tokens",
        "--provider",
        "ollama",
        "--model",
        "m",
        "text.txt",
    ];
    let said = place.agentichat(&count, &host).await;
    assert_eq!(
        (said.status, said.out.as_str()),
        (
            0,
            "~5  our estimate\n7  counted by ollama/m, as the model read it\n"
        ),
        "{said:?}"
    );
    let mut in_json = count.to_vec();
    in_json.push("--json");
    let said = read_json(&place.agentichat(&in_json, &host).await);
    assert_eq!(
        (
            &said["tokens"],
            &said["counted"],
            &said["bytes"],
            &said["estimated"]
        ),
        (&json!(5), &json!(7), &json!(18), &json!(true)),
        "{said}"
    );
    for (words, wrong) in [
        (
            &["debug", "tokens", "--provider", "ollama", "text.txt"][..],
            "ollama has no default model; name one with --model",
        ),
        (
            &[
                "debug",
                "tokens",
                "--provider",
                "nobody",
                "--model",
                "m",
                "text.txt",
            ],
            "no provider nobody",
        ),
        (
            &[
                "debug",
                "tokens",
                "--provider",
                "ollama",
                "--model",
                "m",
                "none.txt",
            ],
            "none.txt: ",
        ),
    ] {
        let said = place.agentichat(words, &host).await;
        assert_eq!(said.status, 1, "{said:?}");
        assert!(said.log.contains(wrong), "{}", said.log);
    }
    let said = place
        .agentichat(&["debug", "tokens", "--model", "m", "text.txt"], &[])
        .await;
    assert_eq!(said.status, 2, "a model is a provider's: {said:?}");
}
