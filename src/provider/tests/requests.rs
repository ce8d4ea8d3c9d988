//! Tests of requests: conversation, formats, addresses, settings.

use serde_json::{Value, json};

use crate::http::Timeouts;
use crate::ollama::base_url;
use crate::registry::{ProviderSettings, Registry};
use crate::testing::support::{call, message, request, result, text};
use crate::turns::{Turn, conversation};
use protocol::message::{Block, Role};
use protocol::stream::ToolFormat;
use redact::Secret;

fn story() -> Vec<std::sync::Arc<protocol::message::Message>> {
    let reasoning = Block::Reasoning {
        text: "hm".to_owned(),
        sealed: Vec::new(),
    };
    vec![
        message(Role::User, vec![text("Read both.")]),
        message(Role::System, vec![text("a notice")]),
        message(
            Role::Assistant,
            vec![
                reasoning,
                text("Reading."),
                call(10, "read_file", json!({ "path": "a" })),
                call(11, "read_file", json!({ "path": "b" })),
            ],
        ),
        message(
            Role::Tool,
            vec![
                result(11, "read_file", json!({ "success": true, "n": 2 })),
                result(10, "read_file", json!({ "success": true, "n": 1 })),
            ],
        ),
        message(Role::User, vec![text("And now?")]),
    ]
}

#[test]
fn every_call_is_followed_by_its_result_and_notices_stay_out() {
    let conversation = conversation(&request(ToolFormat::Native, story()));
    assert!(conversation.native_tools);
    let kinds: Vec<String> = conversation
        .turns
        .iter()
        .map(|turn| match turn {
            Turn::User { text, .. } => format!("user {text}"),
            Turn::Assistant { text, calls, .. } => format!("assistant {text} {}", calls.len()),
            Turn::Result { id, content, .. } => format!("{id} {content}"),
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "user Read both.",
            "assistant Reading. 2",
            r#"srv_10 {"success":true,"n":1}"#,
            r#"srv_11 {"success":true,"n":2}"#,
            "user And now?",
        ]
    );
}

#[test]
fn an_interrupted_call_gets_a_result_that_says_so() {
    let messages = vec![message(
        Role::Assistant,
        vec![call(1, "read_file", json!("{bad"))],
    )];
    let turns = conversation(&request(ToolFormat::Native, messages)).turns;
    let Some(Turn::Result { content, .. }) = turns.get(1) else {
        panic!("no result after the call: {turns:?}");
    };
    assert!(content.contains("interrupted"), "{content}");
    let Some(Turn::Assistant { calls, .. }) = turns.first() else {
        panic!("no answer: {turns:?}");
    };
    assert_eq!(
        calls[0].object(),
        json!({ "invalid_json": "{bad" }),
        "servers take objects only"
    );
}

#[test]
fn the_simplified_format_has_no_native_tools_and_alternates() {
    let conversation = conversation(&request(ToolFormat::Simplified, story()));
    assert!(!conversation.native_tools);
    for word in [
        "Be brief.",
        "read_file(path: string, start_line?: integer)",
        "\"overwrite\"|\"append\"",
        "```json",
    ] {
        assert!(
            conversation.system.contains(word),
            "{word} in {}",
            conversation.system
        );
    }
    let [
        Turn::User { .. },
        Turn::Assistant { text, .. },
        Turn::User { text: results, .. },
    ] = conversation.turns.as_slice()
    else {
        panic!("not three turns: {:?}", conversation.turns);
    };
    assert!(
        text.contains(r#"{"name":"read_file","arguments":{"path":"b"}}"#),
        "{text}"
    );
    assert!(
        results.contains(r#"Result of read_file: {"success":true,"n":1}"#),
        "{results}"
    );
    assert!(
        results.contains("Next: if the task") && results.ends_with("And now?"),
        "{results}"
    );
}

#[test]
fn the_forms_of_ollama_host_are_understood() {
    let forms = [
        ("", "http://127.0.0.1:11434"),
        ("example", "http://example:11434"),
        ("example:1234", "http://example:1234"),
        (":1234", "http://127.0.0.1:1234"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:80", "http://127.0.0.1"),
        ("http://0.0.0.0:9000/", "http://127.0.0.1:9000"),
        ("http://example", "http://example"),
        ("https://example/ollama/", "https://example/ollama"),
        ("example:1/proxy", "http://example:1/proxy"),
        ("::1", "http://[::1]:11434"),
        ("[::]:99", "http://[::1]:99"),
        (" \"quoted:7\" ", "http://quoted:7"),
    ];
    for (form, expected) in forms {
        assert_eq!(base_url(form).as_deref(), Ok(expected), "{form:?}");
    }
    for wrong in ["host:port", "ftp://host", "host:99999", "a b"] {
        let error = base_url(wrong).expect_err(wrong);
        assert!(error.hint.is_some(), "{wrong}: {error}");
    }
    let foreign = base_url("http://exämple.org");
    assert_eq!(foreign.as_deref(), Ok("http://xn--exmple-cua.org"));
    assert!(base_url("http://xn--exmple-cua.org/ä").is_ok());
    let error = base_url("ftp://me:hunter22@host").expect_err("ftp");
    assert!(!error.message.to_string().contains("hunter22"), "{error}");
}

#[test]
fn the_registry_names_what_there_is() {
    let settings = |name: &str, kind: &str, base: Option<&str>| ProviderSettings {
        name: name.to_owned(),
        kind: kind.to_owned(),
        base_url: base.map(str::to_owned),
        api_key: Some(Secret::new("very-secret-key")),

        keep_alive: None,
    };
    let registry = Registry::build(
        &[
            settings("local", "ollama", None),
            settings("cloud", "openai", Some("http://me:pass@127.0.0.1:9/api")),
            settings("odd", "nonsense", None),
        ],
        Timeouts::default(),
    );
    let address = |name: &str| {
        registry
            .get(name)
            .map(|provider| provider.info.address.clone())
    };
    assert_eq!(address("local").as_deref(), Ok("http://127.0.0.1:11434"));
    assert_eq!(address("cloud").as_deref(), Ok("http://127.0.0.1:9/api/v1"));
    let unknown = address("other").expect_err("not there");
    assert_eq!(
        unknown.hint.as_ref().map(ToString::to_string).as_deref(),
        Some("choose one of: cloud, local, odd")
    );
    let odd = address("odd").expect_err("no such kind");
    assert!(odd.message.to_string().contains("nonsense"), "{odd}");
    let shown = format!("{:?}", settings("a", "b", None));
    assert!(!shown.contains("very-secret-key"), "{shown}");
    let value: Value = json!(Secret::new("very-secret-key"));
    assert_eq!(value, "[secret]");
}
