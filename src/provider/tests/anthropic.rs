//! Tests of Anthropic's Messages: requests and answers.

use serde_json::{Value, json};

use crate::anthropic::{ModelFacts, body};
use crate::testing::bodies::*;
use crate::testing::support::{call, called, message, request, result, said, text};
use protocol::message::{Block, Message, Role};
use protocol::stream::{ProviderErrorKind, StopReason, StreamPart, ToolFormat};

fn sealed(parts: &[StreamPart]) -> Vec<&Value> {
    let blocks = parts.iter().filter_map(|part| match part {
        StreamPart::Sealed { block } => Some(block),
        _ => None,
    });
    blocks.collect()
}

#[test]
fn thinking_is_read_and_its_signature_kept_for_the_way_back() {
    let parts = decoded(ANTHROPIC_THINKING);
    assert_eq!(thought(&parts), "Think a little.");
    assert_eq!(said(&parts), "I will write the file now.");
    let block =
        json!({ "type": "thinking", "thinking": "Think a little.", "signature": "c2lnbmF0dXJl" });
    assert_eq!(sealed(&parts), [&block]);
    let expected = (
        "toolu_write12".to_owned(),
        "Write".to_owned(),
        json!({ "file_path": "/workspace/p.txt", "content": "partial\n" }),
    );
    assert_eq!(called(&parts), [expected]);
    assert_eq!(stop(&parts), Some(StopReason::NeedsTools));
    assert_eq!(tokens(&parts), Some((102, 22, 0)));
}

#[test]
fn parallel_calls_redacted_thinking_and_the_figures_of_the_cache_are_read() {
    let parts = decoded(ANTHROPIC_CALLS);
    assert_eq!(said(&parts), "Je lis les deux — 日本 🙂.");
    let calls = called(&parts);
    let arguments: Vec<&Value> = calls.iter().map(|(_, _, arguments)| arguments).collect();
    assert_eq!(
        arguments,
        [
            &json!({ "path": "src/é.rs" }),
            &json!({}),
            &json!({ "path": "docs/api.md", "start_line": 7 }),
        ]
    );
    assert_eq!(sealed(&parts)[0]["type"], "redacted_thinking");
    let usage = parts.iter().find_map(|part| match part {
        StreamPart::Usage { usage } => Some(usage),
        _ => None,
    });
    let usage = usage.expect("figures");
    assert_eq!(
        (usage.input_tokens, usage.output_tokens),
        (2_312, 89),
        "the whole prompt, also what came from the cache"
    );
    assert_eq!(
        (
            usage.cached_tokens,
            usage.cache_written_tokens,
            usage.reasoning_tokens
        ),
        (2_000, 300, 40)
    );
}

#[test]
fn each_reason_to_stop_is_told_apart() {
    for (body, expected) in [
        (ANTHROPIC_TEXT, StopReason::Done),
        (ANTHROPIC_LENGTH, StopReason::Length),
        (ANTHROPIC_WINDOW, StopReason::Length),
        (ANTHROPIC_REFUSAL, StopReason::Refused),
        (ANTHROPIC_CALLS, StopReason::NeedsTools),
    ] {
        assert_eq!(stop(&decoded(body)), Some(expected));
    }
    let paused = String::from_utf8_lossy(ANTHROPIC_TEXT.1).replace("end_turn", "pause_turn");
    let parts = decoded(("anthropic", paused.as_bytes()));
    assert_eq!(stop(&parts), Some(StopReason::Done));
}

#[test]
fn an_error_in_mid_stream_keeps_the_text_and_names_the_request() {
    let parts = decoded(ANTHROPIC_ERROR);
    assert_eq!(said(&parts), "Half an answer");
    let (kind, words) = failure(&parts);
    assert_eq!(kind, ProviderErrorKind::Unavailable);
    for part in [
        "Overloaded",
        "overloaded_error",
        "req_011CSHoEeqs5C35K2UUqR7Fy",
    ] {
        assert!(words.contains(part), "{words}");
    }
    let known = [
        ("rate_limit_error", ProviderErrorKind::RateLimited),
        ("api_error", ProviderErrorKind::Server),
        ("authentication_error", ProviderErrorKind::Authentication),
        ("timeout_error", ProviderErrorKind::Timeout),
        ("something_new", ProviderErrorKind::Server),
    ];
    for (code, kind) in known {
        let event = json!({ "type": "error", "error": { "type": code, "message": "no" } });
        let body = format!("event: error\ndata: {event}\n\n");
        assert_eq!(
            failure(&decoded(("anthropic", body.as_bytes()))).0,
            kind,
            "{code}"
        );
    }
}

#[test]
fn a_cut_keeps_the_call_that_was_whole_and_makes_none_of_the_half_one() {
    let parts = decoded(ANTHROPIC_CUT);
    assert_eq!(said(&parts), "Half an answer");
    let calls = called(&parts);
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].2, json!({ "path": "a.rs" }));
    assert_eq!(failure(&parts).0, ProviderErrorKind::Connection);
}

#[test]
fn an_answer_that_was_not_streamed_is_read_as_well() {
    let parts = decoded(ANTHROPIC_DOCUMENT);
    assert_eq!(
        (thought(&parts).as_str(), said(&parts).as_str()),
        ("Hm.", "Whole.")
    );
    assert_eq!(called(&parts)[0].2, json!({ "path": "a.rs" }));
    assert_eq!(sealed(&parts).len(), 1);
    assert_eq!(tokens(&parts), Some((5, 6, 0)));
    let error = br#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
    assert_eq!(
        failure(&decoded(("anthropic", error))).0,
        ProviderErrorKind::Unavailable
    );
}

/// Builds a conversation in which the model makes two calls after some reasoning, and the user
/// sends a message before the results.
fn story(model: &str) -> Vec<std::sync::Arc<Message>> {
    let reasoning = Block::Reasoning {
        text: "hm".to_owned(),
        sealed: vec![json!({ "type": "thinking", "thinking": "hm", "signature": "sig" })],
    };
    let blocks = vec![
        reasoning,
        text("Reading. "),
        call(10, "read_file", json!({ "path": "a" })),
        call(11, "read_file", json!("{bad")),
    ];
    let mut answer = Message::clone(&message(Role::Assistant, blocks));
    answer.model = Some(model.to_owned());
    vec![
        message(Role::User, vec![text("Read both.")]),
        answer.into(),
        message(
            Role::Tool,
            vec![result(
                11,
                "read_file",
                json!({ "success": false, "error": "no" }),
            )],
        ),
        message(
            Role::Tool,
            vec![result(10, "read_file", json!({ "success": true }))],
        ),
        message(Role::User, vec![text("And now?")]),
    ]
}

#[test]
fn roles_take_turns_and_all_results_go_back_in_one_message_in_front_of_what_the_user_says() {
    let body = body(
        &request(ToolFormat::Native, story("anthropic/m")),
        &ModelFacts::default(),
    );
    let messages = body["messages"].as_array().expect("messages");
    let roles: Vec<&str> = messages
        .iter()
        .filter_map(|one| one["role"].as_str())
        .collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
    assert_eq!(
        messages[1]["content"],
        json!([
            { "type": "thinking", "thinking": "hm", "signature": "sig" },
            { "type": "text", "text": "Reading." },
            { "type": "tool_use", "id": "srv_10", "name": "read_file", "input": { "path": "a" } },
            { "type": "tool_use", "id": "srv_11", "name": "read_file", "input": { "invalid_json": "{bad" } },
        ])
    );
    assert_eq!(
        messages[2]["content"],
        json!([
            { "type": "tool_result", "tool_use_id": "srv_10", "content": "{\"success\":true}" },
            { "type": "tool_result", "tool_use_id": "srv_11", "content": "{\"success\":false,\"error\":\"no\"}", "is_error": true },
            { "type": "text", "text": "And now?", "cache_control": { "type": "ephemeral" } },
        ])
    );
    assert_eq!(
        body["tools"][0]["input_schema"]["required"],
        json!(["path"])
    );
    assert_eq!(body["max_tokens"], 8_192);
    assert_eq!(body["temperature"], json!(0.2));
}

#[test]
fn what_the_server_may_keep_is_marked_at_four_places_at_most() {
    let body = body(
        &request(ToolFormat::Native, story("anthropic/m")),
        &ModelFacts::default(),
    );
    let mark = json!({ "type": "ephemeral" });
    assert_eq!(body["system"][0]["cache_control"], mark);
    let tools = body["tools"].as_array().expect("tools");
    assert_eq!(tools.last().expect("a tool")["cache_control"], mark);
    let marks = body.to_string().matches("cache_control").count();
    assert_eq!(marks, 4, "more are refused");
}

#[test]
fn what_another_model_sealed_is_not_sent() {
    for (model, count) in [
        ("anthropic/m", 1),
        ("openai/other", 0),
        ("anthropic/not-m", 0),
    ] {
        let body = body(
            &request(ToolFormat::Native, story(model)),
            &ModelFacts::default(),
        );
        assert_eq!(
            body.to_string().matches("signature").count(),
            count,
            "{model}"
        );
    }
}

#[test]
fn a_model_that_decides_how_much_it_thinks_is_asked_to_and_takes_no_temperature() {
    let facts = ModelFacts {
        max_tokens: Some(128_000),
        thinks_adaptively: true,
    };
    let body = body(
        &request(ToolFormat::Simplified, story("anthropic/m")),
        &facts,
    );
    assert_eq!(body["thinking"]["type"], "adaptive");
    assert_eq!(body["max_tokens"], 64_000);
    assert!(body.get("temperature").is_none() && body.get("tools").is_none());
}
