//! Tests of Mistral's dialect: requests and answers.

use serde_json::{Value, json};

use crate::mistral::{body, capabilities};
use crate::testing::bodies::*;
use crate::testing::support::{call, called, message, request, result, said, text};
use protocol::message::Role;
use protocol::stream::{ProviderErrorKind, StopReason, ToolFormat};

#[test]
fn whole_calls_are_told_apart_whatever_index_they_have() {
    for (body, ids) in [
        (MISTRAL_CALLS, ["D681PevKs", "Zk3vQw9Lm"]),
        (MISTRAL_NO_INDEX, ["yT2mB7xQa", "pL9kD4sWe"]),
    ] {
        let parts = decoded(body);
        let calls = called(&parts);
        let found: Vec<&str> = calls.iter().map(|(id, ..)| id.as_str()).collect();
        assert_eq!(found, ids);
        assert!(calls.iter().all(|(_, _, arguments)| arguments.is_object()));
        assert_eq!(stop(&parts), Some(StopReason::NeedsTools));
        assert_eq!(tokens(&parts), Some((43, 17, 32)));
    }
}

#[test]
fn content_in_parts_is_text_and_reasoning() {
    let parts = decoded(MISTRAL_THINKING);
    assert_eq!(thought(&parts), "Okay, 17 is prime — sûr.");
    assert_eq!(said(&parts), "Yes, it is.");
    assert_eq!(
        said(&decoded(MISTRAL_TEXT)),
        "A café is a place for 日本 🙂."
    );
}

#[test]
fn an_error_without_an_envelope_and_the_ends_of_its_own_are_read() {
    let parts = decoded(MISTRAL_ERROR);
    assert_eq!(said(&parts), "Half an answer");
    let (kind, words) = failure(&parts);
    assert_eq!(kind, ProviderErrorKind::RateLimited);
    assert!(words.contains("Service tier capacity exceeded"), "{words}");
    assert_eq!(stop(&decoded(MISTRAL_LENGTH)), Some(StopReason::Length));
    let cut = decoded(MISTRAL_CUT);
    assert_eq!(failure(&cut).0, ProviderErrorKind::Connection);
    assert_eq!(called(&cut), []);
    let failed =
        br#"data: {"choices":[{"index":0,"delta":{"content":"Half"},"finish_reason":"error"}]}

data: [DONE]

"#;
    let parts = decoded(("mistral", failed));
    assert_eq!(
        (said(&parts).as_str(), failure(&parts).0),
        ("Half", ProviderErrorKind::Server)
    );
}

#[test]
fn ids_have_nine_letters_and_nobody_speaks_right_after_a_tool() {
    let messages = vec![
        message(Role::User, vec![text("Read it.")]),
        message(
            Role::Assistant,
            vec![call(10, "read_file", json!({ "path": "a" }))],
        ),
        message(
            Role::Tool,
            vec![result(10, "read_file", json!({ "success": true }))],
        ),
        message(Role::User, vec![text("And now?")]),
    ];
    let body = body(&request(ToolFormat::Native, messages));
    assert!(
        body.get("stream_options").is_none(),
        "an unknown field is refused"
    );
    let messages = body["messages"].as_array().expect("messages");
    let roles: Vec<&str> = messages
        .iter()
        .filter_map(|one| one["role"].as_str())
        .collect();
    assert_eq!(
        roles,
        ["system", "user", "assistant", "tool", "assistant", "user"]
    );
    let id = messages[2]["tool_calls"][0]["id"].as_str().expect("an id");
    assert!(
        id.len() == 9 && id.chars().all(|c| c.is_ascii_alphanumeric()),
        "{id}"
    );
    assert_eq!(
        messages[3]["tool_call_id"], id,
        "call and result belong together"
    );
    assert_eq!(messages[2]["content"], "");
}

#[test]
fn an_own_id_stays_as_it_is() {
    let mut answer = protocol::message::Message::clone(&message(
        Role::Assistant,
        vec![call(10, "read_file", json!({}))],
    ));
    if let Some(protocol::message::Block::ToolUse { call }) = answer.blocks.first_mut() {
        "D681PevKs".clone_into(&mut call.provider_id);
    }
    let messages = vec![message(Role::User, vec![text("Read it.")]), answer.into()];
    let body = body(&request(ToolFormat::Native, messages));
    assert_eq!(body["messages"][2]["tool_calls"][0]["id"], "D681PevKs");
}

#[test]
fn the_list_says_what_a_model_can() {
    let entry = json!({
        "id": "mistral-medium-latest",
        "capabilities": { "completion_chat": true, "function_calling": true, "vision": true },
        "max_context_length": 131_072,
    });
    let can = capabilities(&entry);
    assert_eq!((can.tools, can.images), (ToolFormat::Native, Some(true)));
    assert_eq!(can.context_length, Some(131_072));
    let plain = json!({ "capabilities": { "function_calling": false, "vision": false } });
    let can = capabilities(&plain);
    assert_eq!(
        (can.tools, can.images),
        (ToolFormat::Simplified, Some(false))
    );
    let unlisted = capabilities(&Value::Null);
    assert_eq!(unlisted.tools, ToolFormat::Native);
}
