//! Complete answers, and the requests for them.

use std::sync::Arc;

use futures_util::StreamExt;
use protocol::stream::{StopReason, StreamPart, ToolFormat};
use provider::record::Recorder;
use provider::replay::{Check, Pace, ReplayProvider};
use redact::Masker;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::{KEY, ollama, openai, parts, request, said};
use crate::support::http::{Act, Script, Server};

const OLLAMA_TEXT: &str = include_str!("../../fixtures/providers/ollama/text.ndjson");
const OLLAMA_CALL_AS_TEXT: &str =
    include_str!("../../fixtures/providers/ollama/call_as_text.ndjson");
const OPENAI_CALLS: &str = include_str!("../../fixtures/providers/openai/interleaved_calls.sse");
const SHOW: &str = include_str!("../../fixtures/providers/ollama/show.json");
const TAGS: &str = include_str!("../../fixtures/providers/ollama/tags.json");

/// Splits the body into pieces of `size` bytes, inside characters too.
fn torn(body: &str, size: usize) -> Vec<Act> {
    let pieces = body.as_bytes().chunks(size);
    pieces.map(|piece| Act::Send(piece.to_vec())).collect()
}

#[tokio::test]
async fn ollama_streams_text_and_is_asked_for_the_context_length() {
    let script = Script::new(200, "application/x-ndjson", torn(OLLAMA_TEXT, 7));
    let mut server = Server::start(vec![script]).await;
    let parts = parts(&ollama(&server.url)).await;
    assert!(said(&parts).starts_with("A café is"), "{}", said(&parts));
    let Some(StreamPart::Usage { usage }) = parts.get(parts.len() - 2) else {
        panic!("no usage before the end: {parts:?}");
    };
    assert_eq!((usage.input_tokens, usage.output_tokens), (43, 17));
    let request = server.request().await;
    assert_eq!(request.line, "POST /api/chat");
    let body = request.json();
    assert_eq!(
        body["options"],
        json!({ "num_ctx": 8192, "temperature": 0.2 })
    );
    assert_eq!(body["stream"], true);
    assert_eq!(body["keep_alive"], "10m");
    assert_eq!(
        body["messages"][0],
        json!({ "role": "system", "content": "Be brief." })
    );
    assert_eq!(
        body["messages"][1],
        json!({ "role": "user", "content": "Read a.rs" })
    );
    assert_eq!(body["tools"][0]["function"]["name"], "read_file");
    assert_eq!(
        body["tools"][0]["function"]["parameters"]["required"],
        json!(["path"])
    );
}

#[tokio::test]
async fn openai_streams_calls_and_is_sent_the_key() {
    let script = Script::new(200, "text/event-stream", torn(OPENAI_CALLS, 11));
    let mut server = Server::start(vec![script]).await;
    let parts = parts(&openai(&server.url)).await;
    let ends = parts
        .iter()
        .filter(|part| matches!(part, StreamPart::CallEnd { .. }));
    assert_eq!(ends.count(), 2);
    let stop = StopReason::NeedsTools;
    assert_eq!(parts.last(), Some(&StreamPart::Done { stop }));
    let request = server.request().await;
    assert_eq!(request.line, "POST /v1/chat/completions");
    assert!(
        request
            .head
            .to_lowercase()
            .contains(&format!("authorization: bearer {KEY}"))
    );
    let body = request.json();
    assert_eq!(body["stream_options"], json!({ "include_usage": true }));
    assert_eq!(body["temperature"], json!(0.2));
}

#[tokio::test]
async fn a_call_that_a_real_model_wrote_as_text_is_recovered() {
    let script = Script::new(200, "application/x-ndjson", torn(OLLAMA_CALL_AS_TEXT, 40));
    let server = Server::start(vec![script]).await;
    let mut request = request(ToolFormat::Simplified);
    let mut tools = request.tools.to_vec();
    tools[0].name = "write_file".to_owned();
    request.tools = tools.into();
    let parts: Vec<StreamPart> = ollama(&server.url).stream(request).collect().await;
    let arguments = json!({ "path": "hello.txt", "content": "hello" });
    assert!(
        parts.contains(&StreamPart::CallEnd {
            index: 0,
            arguments
        }),
        "{parts:?}"
    );
    assert_eq!(said(&parts).trim(), "");
}

#[tokio::test]
async fn text_is_passed_on_before_the_answer_is_whole() {
    let barrier = Arc::new(Notify::new());
    let (first, rest) = OLLAMA_TEXT.split_once('\n').expect("several lines");
    let acts = vec![
        Act::send(&format!("{first}\n")),
        Act::Wait(barrier.clone()),
        Act::send(rest),
    ];
    let server = Server::start(vec![Script::new(200, "application/x-ndjson", acts)]).await;
    let mut stream = ollama(&server.url).stream(request(ToolFormat::Native));
    assert_eq!(
        stream.next().await,
        Some(StreamPart::Text {
            text: "A".to_owned()
        })
    );
    barrier.notify_one();
    assert!(stream.count().await > 2);
}

#[tokio::test]
async fn dropping_the_stream_closes_the_connection() {
    let (first, _) = OLLAMA_TEXT.split_once('\n').expect("several lines");
    let acts = vec![Act::send(&format!("{first}\n")), Act::AwaitClose];
    let mut server = Server::start(vec![Script::new(200, "application/x-ndjson", acts)]).await;
    let mut stream = ollama(&server.url).stream(request(ToolFormat::Native));
    assert!(stream.next().await.is_some());
    drop(stream);
    server.connection_closed().await;
}

#[tokio::test]
async fn ollama_says_what_it_is_what_it_has_and_what_a_model_can() {
    let server = Server::start(vec![
        Script::json(200, r#"{"version":"0.33.0"}"#),
        Script::json(200, TAGS),
        Script::json(200, SHOW),
    ])
    .await;
    let ollama = ollama(&server.url);
    let probed = ollama.probe().await.expect("an answer");
    assert_eq!(probed.to_string(), "ollama 0.33.0");
    let models = ollama.models().await.expect("a list");
    assert_eq!(models[0].name, "qwen2.5-coder:0.5b");
    assert_eq!(models[0].bytes, Some(491_400_064));
    let can = ollama
        .capabilities("qwen2.5-coder:0.5b")
        .await
        .expect("an answer");
    assert_eq!(can.tools, ToolFormat::Native);
    assert_eq!(can.context_length, Some(32_768));
    assert!(!can.reasoning && can.images == Some(false));
}

#[tokio::test]
async fn a_model_without_tools_is_remembered() {
    let refusal = r#"{"error":"registry.ollama.ai/library/x does not support tools"}"#;
    let server = Server::start(vec![Script::json(400, refusal), Script::json(200, SHOW)]).await;
    let ollama = ollama(&server.url);
    let error = super::failure(&parts(&ollama).await);
    assert_eq!(error.kind, protocol::stream::ProviderErrorKind::Unsupported);
    let can = ollama
        .capabilities("qwen2.5-coder:1.5b")
        .await
        .expect("an answer");
    assert_eq!(can.tools, ToolFormat::Simplified);
}

#[tokio::test]
async fn the_context_length_of_openai_like_servers_is_taken_where_they_tell_it() {
    let list = r#"{"data":[{"id":"a","max_model_len":4096},{"id":"b"}]}"#;
    let server = Server::start(vec![
        Script::json(200, list),
        Script::json(200, list),
        Script::json(404, r#"{"detail":"Not Found"}"#),
    ])
    .await;
    let openai = openai(&format!("{}/v1/", server.url));
    let length = async |model| {
        openai
            .capabilities(model)
            .await
            .map(|can| can.context_length)
    };
    assert_eq!(length("a").await, Ok(Some(4_096)));
    assert_eq!(length("b").await, Ok(None));
    assert_eq!(
        length("c").await,
        Ok(None),
        "no list says nothing about the model"
    );
}

#[tokio::test]
async fn a_recorded_answer_of_a_server_is_replayed_identically() {
    let script = Script::new(200, "text/event-stream", torn(OPENAI_CALLS, 64));
    let server = Server::start(vec![script]).await;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    let (name, engine, masker) = ("openai", Value::Null, Masker::default());
    let recorder = Recorder::create(&path, name, "m", engine, folder.path(), masker);
    let recorder = recorder.expect("a new file");
    let live = parts(&recorder.record(openai(&server.url))).await;
    let replay = ReplayProvider::open(&path, Pace::Immediate, Check::Strict).expect("a recording");
    assert_eq!(parts(&replay.into()).await, live);
    assert!(
        !std::fs::read_to_string(&path)
            .expect("the file")
            .contains(KEY)
    );
}
