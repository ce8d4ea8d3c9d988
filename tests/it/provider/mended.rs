//! Refused requests that are sent again without the part that the server objected to.

use std::sync::Arc;

use futures_util::StreamExt;
use protocol::effort::Effort;
use protocol::message::{Block, Message, Role};
use protocol::stream::{ProviderErrorKind as Failed, ToolFormat};
use serde_json::Value;

use super::kinds::{KINDS, Kind};
use super::{failure, http, parts, said};
use crate::support::http::{Act, Script, Server};

fn kind(name: &str) -> Kind {
    let mut kinds = KINDS.into_iter();
    kinds.find(|kind| kind.name == name).expect("a kind")
}

/// Returns a complete answer with the text "Half an answer".
fn whole(kind: Kind) -> Script {
    let end = match kind.name {
        "anthropic" => "data: {\"type\":\"message_stop\"}\n\n",
        _ => {
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
        }
    };
    kind.script(vec![Act::send(kind.half), Act::send(end)])
}

fn complaint(words: &str) -> Script {
    let body =
        serde_json::json!({ "error": { "message": words, "type": "invalid_request_error" } });
    Script::json(400, &body.to_string())
}

/// Returns the bodies of the requests: the first is refused with these words, its retry is
/// answered, then a second request follows.
async fn asked(kind: Kind, words: &str) -> [Value; 3] {
    let scripts = vec![complaint(words), whole(kind), whole(kind)];
    let mut server = Server::start(scripts).await;
    let adapter = kind.at(&server.url, http());
    for _ in 0..2 {
        let parts = parts(&adapter).await;
        assert_eq!(said(&parts), "Half an answer", "{parts:?}");
    }
    let mut bodies = [Value::Null, Value::Null, Value::Null];
    for body in &mut bodies {
        *body = server.request().await.json();
    }
    bodies
}

#[tokio::test]
async fn reasoning_goes_back_where_a_server_asks_for_it_and_nowhere_else() {
    let words = "The `reasoning_content` in the thinking mode must be passed back to the API.";
    let kind = kind("openai");
    let mut server = Server::start(vec![complaint(words), whole(kind), whole(kind)]).await;
    let adapter = kind.at(&server.url, http());
    let thought = |text: &str| Block::Reasoning {
        text: text.to_owned(),
        sealed: Vec::new(),
    };
    for _ in 0..2 {
        let mut request = super::request(ToolFormat::Native);
        let first = Message::clone(&request.messages[0]);
        let answer = Message {
            role: Role::Assistant,
            blocks: vec![
                thought("so and so"),
                Block::Text {
                    text: "yes".to_owned(),
                },
            ],
            ..first.clone()
        };
        request.messages.push(Arc::new(answer));
        request.messages.push(Arc::new(first));
        let parts: Vec<_> = adapter.stream(request).collect().await;
        assert_eq!(said(&parts), "Half an answer", "{parts:?}");
    }
    let field = |body: &Value| {
        let messages = body["messages"].as_array().expect("messages").iter();
        let mut answers = messages.filter(|message| message["role"] == "assistant");
        answers
            .next()
            .expect("an answer")
            .get("reasoning_content")
            .cloned()
    };
    let thought = Some(Value::from("so and so"));
    for wanted in [None, thought.clone(), thought] {
        assert_eq!(field(&server.request().await.json()), wanted);
    }
}

#[tokio::test]
async fn a_field_that_a_server_refuses_is_left_out_now_and_later() {
    let cases = [
        (
            "openai",
            "stream_options",
            "[{'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted'}]",
        ),
        (
            "openai",
            "temperature",
            "Unsupported value: 'temperature' does not support 0.2 with this model.",
        ),
        (
            "mistral",
            "temperature",
            "temperature: Input should be less than or equal to 0.1",
        ),
        (
            "anthropic",
            "temperature",
            "`temperature` is deprecated for this model.",
        ),
    ];
    for (name, field, words) in cases {
        let [first, second, third] = asked(kind(name), words).await;
        assert!(first.get(field).is_some(), "{name}: {first}");
        assert!(second.get(field).is_none(), "{name}: {second}");
        assert!(third.get(field).is_none(), "{name}: it is remembered");
        assert_eq!(first["messages"], second["messages"]);
    }
}

#[tokio::test]
async fn a_refusal_that_names_no_field_of_ours_stands() {
    for name in ["openai", "mistral", "anthropic"] {
        let kind = kind(name);
        let words = "the temperatures of messages are wrong";
        let mut server = Server::start(vec![complaint(words)]).await;
        let adapter = kind.at(&server.url, http());
        let error = failure(&parts(&adapter).await);
        assert_eq!(error.kind, Failed::Rejected, "{name}");
        assert!(error.message.to_string().contains(words), "{name}: {error}");
        server.request().await;
    }
}

#[tokio::test]
async fn a_server_that_refuses_everything_is_given_up() {
    let kind = kind("anthropic");
    let limits = [8_000, 7_000, 6_000, 5_000, 4_000, 3_000];
    let words = |limit| format!("max_tokens: 9000 > {limit}, which is the maximum");
    let scripts = limits.map(|limit| complaint(&words(limit))).to_vec();
    let server = Server::start(scripts).await;
    let adapter = kind.at(&server.url, http());
    let error = failure(&parts(&adapter).await);
    assert_eq!(error.kind, Failed::Protocol);
    assert!(
        error.message.to_string().contains("in every form"),
        "{error}"
    );
}

#[tokio::test]
async fn anthropics_limits_of_an_answer_are_kept_to() {
    let words =
        "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for m";
    let [first, second, third] = asked(kind("anthropic"), words).await;
    let most = |body: &Value| body["max_tokens"].as_u64();
    assert_eq!(
        [most(&first), most(&second), most(&third)],
        [Some(8_192), Some(4_096), Some(4_096)]
    );
    let words = "input length and `max_tokens` exceed context limit: 195000 + 8192 > 200000, decrease input length or `max_tokens` and try again";
    let [first, second, third] = asked(kind("anthropic"), words).await;
    assert_eq!(
        [most(&first), most(&second), most(&third)],
        [Some(8_192), Some(5_000), Some(8_192)],
        "the room that is left is of this request alone"
    );
}

#[tokio::test]
async fn a_prompt_that_does_not_fit_at_all_is_an_overflow() {
    let kind = kind("anthropic");
    for words in [
        "prompt is too long: 210000 tokens > 200000 maximum",
        "input length and `max_tokens` exceed context limit: 199999 + 8192 > 200000, decrease input length",
    ] {
        let server = Server::start(vec![complaint(words)]).await;
        let adapter = kind.at(&server.url, http());
        let error = failure(&parts(&adapter).await);
        assert_eq!(error.kind, Failed::ContextOverflow, "{error}");
    }
}

#[tokio::test]
async fn a_server_that_knows_no_system_role_is_asked_otherwise_and_from_then_on_at_once() {
    let words = "Jinja Exception: System role not supported";
    let [usual, again, next] = asked(kind("openai"), words).await;
    assert_eq!(usual["messages"][0]["role"], "system");
    let prompt = usual["messages"][0]["content"].as_str().expect("a prompt");
    for body in [&again, &next] {
        let first = &body["messages"][0];
        assert_eq!(first["role"], "user");
        let content = first["content"].as_str().expect("a text");
        assert!(content.starts_with(prompt), "{content}");
    }
    assert_eq!(again, next);
}

#[tokio::test]
async fn an_effort_that_a_server_refuses_is_named_and_never_left_out_in_silence() {
    for (name, words) in [
        (
            "openai",
            "Unsupported value: 'reasoning_effort' does not support 'high' with this model.",
        ),
        ("anthropic", "thinking: Extra inputs are not permitted"),
        ("ollama", "\"m\" does not support thinking"),
    ] {
        let kind = kind(name);
        let mut server = Server::start(vec![complaint(words)]).await;
        let adapter = kind.at(&server.url, http());
        let mut request = super::request(ToolFormat::Native);
        request.effort = Effort::High;
        let parts: Vec<_> = adapter.stream(request).collect().await;
        let error = failure(&parts);
        assert_eq!(error.kind, Failed::Rejected, "{name}: {error:?}");
        let said = error.message.to_string();
        assert!(said.contains("refused the effort high"), "{name}: {said}");
        let hint = error.hint.map(|hint| hint.to_string()).unwrap_or_default();
        assert!(hint.contains("/effort auto"), "{name}: {hint}");
        server.request().await;
    }
}
