//! Embedding vectors, as servers return them, valid and invalid.

use protocol::stream::{ProviderError, ProviderErrorKind as Kind};
use provider::embed::{EmbedRequest, Embeddings};
use serde_json::json;

use super::{KEY, ollama, openai};
use crate::support::http::{Act, Script, Server};

fn two() -> EmbedRequest {
    EmbedRequest {
        model: "all-minilm".to_owned(),
        texts: vec!["one".to_owned(), "two".to_owned()],
    }
}

async fn from_ollama(body: &str) -> Result<Embeddings, ProviderError> {
    let server = Server::start(vec![Script::json(200, body)]).await;
    ollama(&server.url).embed(two()).await
}

#[tokio::test]
async fn ollamas_vectors_come_in_order_at_length_one_with_its_count_of_tokens() {
    let answer = r#"{"model":"all-minilm","embeddings":[[3,4],[0,-2.5]],"total_duration":9,"prompt_eval_count":4}"#;
    let mut server = Server::start(vec![Script::json(200, answer)]).await;
    let given = ollama(&server.url).embed(two()).await.unwrap();
    assert_eq!(given.vectors, [[0.6, 0.8], [0.0, -1.0]]);
    assert_eq!(given.tokens, Some(4));
    let asked = server.request().await;
    assert_eq!(asked.line, "POST /api/embed");
    assert_eq!(
        asked.json(),
        json!({ "model": "all-minilm", "input": ["one", "two"], "truncate": true, "keep_alive": "10m" })
    );
}

#[tokio::test]
async fn vectors_of_an_openai_server_are_put_in_the_order_of_their_index() {
    let answer = r#"{"object":"list","data":[{"index":1,"embedding":[0,2]},{"index":0,"embedding":[1,0]}],"usage":{"prompt_tokens":7}}"#;
    let mut server = Server::start(vec![Script::json(200, answer)]).await;
    let given = openai(&server.url).embed(two()).await.unwrap();
    assert_eq!(given.vectors, [[1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(given.tokens, Some(7));
    let asked = server.request().await;
    assert_eq!(asked.line, "POST /v1/embeddings");
    assert!(
        asked.head.contains(&format!("Bearer {KEY}")),
        "{}",
        asked.head
    );
    assert_eq!(
        asked.json(),
        json!({ "model": "all-minilm", "input": ["one", "two"], "encoding_format": "float" })
    );
}

#[tokio::test]
async fn what_are_no_vectors_of_these_texts_is_not_believed() {
    let cases = [
        ("{}", "0 vectors for 2 texts"),
        (r#"{"embeddings":[[1]]}"#, "1 vectors for 2 texts"),
        (r#"{"embeddings":[[1],[1],[1]]}"#, "more than 2 vectors"),
        (
            r#"{"embeddings":[[1],[1,2]]}"#,
            "vectors of 1 and of 2 numbers",
        ),
        (r#"{"embeddings":[[1],[0]]}"#, "without a direction"),
        (r#"{"embeddings":[[1],[1e300]]}"#, "no number"),
        (r#"{"embeddings":[[1],["1"]]}"#, "no number"),
        (r#"{"embeddings":[[1],[]]}"#, "no list"),
        (r#"{"embeddings":[[1],7]}"#, "no list"),
    ];
    for (body, told) in cases {
        let error = from_ollama(body).await.unwrap_err();
        assert_eq!(error.kind, Kind::Protocol, "{body}");
        assert!(error.message.to_string().contains(told), "{body}: {error}");
    }
}

#[tokio::test]
async fn a_model_that_is_missing_or_cannot_is_named_with_the_way_to_get_one() {
    let missing = r#"{"error":"model \"all-minilm\" not found, try pulling it first"}"#;
    let server = Server::start(vec![Script::json(404, missing)]).await;
    let error = ollama(&server.url).embed(two()).await.unwrap_err();
    assert_eq!(error.kind, Kind::ModelNotFound);
    assert_eq!(
        error.hint.as_ref().map(ToString::to_string).as_deref(),
        Some("get it with `ollama pull all-minilm`")
    );
    let cannot = r#"{"error":"this model does not support embeddings"}"#;
    let server = Server::start(vec![Script::json(400, cannot)]).await;
    let error = ollama(&server.url).embed(two()).await.unwrap_err();
    assert_eq!(error.kind, Kind::Unsupported);
}

#[tokio::test]
async fn who_no_longer_wants_them_closes_the_connection() {
    let script = Script::new(200, "application/json", vec![Act::AwaitClose]);
    let mut server = Server::start(vec![script]).await;
    let provider = ollama(&server.url);
    let mut asked = Box::pin(provider.embed(two()));
    tokio::select! {
        _ = &mut asked => panic!("it was not answered"),
        _ = server.request() => {}
    }
    drop(asked);
    server.connection_closed().await;
}
