//! Tests of the decoders over the bodies under `tests/fixtures/providers`: the common behaviour,
//! and the specifics of Ollama and OpenAI.

use serde_json::{Value, json};

use super::wires::printed;
use crate::cli::debug::decode;
use protocol::stream::{ProviderErrorKind, StopReason, StreamPart};
use provider::cassette::is_final;
use provider::decode::{arguments_of, arguments_of_text};
use provider::testing::bodies::*;
use provider::testing::support::{called, said};

#[test]
fn a_body_decodes_equally_at_every_chunk_size() {
    for (at, (kind, body)) in ALL.into_iter().enumerate() {
        let mut whole = Vec::new();
        decode::run(kind, body, None, &mut whole).expect("no I/O fails");
        for chunk in 1..=64 {
            let mut out = Vec::new();
            decode::run(kind, body, Some(chunk), &mut out).expect("no I/O fails");
            assert_eq!(out, whole, "body {at} of {kind}, {chunk} bytes at a time");
        }
    }
}

#[test]
fn a_call_that_came_as_text_is_printed_as_the_call_that_a_run_makes_of_it() {
    let (kind, body) = OLLAMA_CALL_AS_TEXT;
    let lines = printed(kind, body, None);
    assert_eq!(lines[0]["type"], "call_start", "{lines:?}");
    assert_eq!(lines[0]["name"], "write_file");
    assert!(lines.iter().all(|line| line["type"] != "text"), "{lines:?}");
    assert_eq!(lines[lines.len() - 1]["stop"], "needs_tools");
}

#[test]
fn every_stream_ends_with_one_final_part_and_at_most_one_usage() {
    for body in ALL {
        let parts = decoded(body);
        assert_eq!(parts.iter().filter(|part| is_final(part)).count(), 1);
        assert!(parts.last().is_some_and(is_final));
        let usages = parts
            .iter()
            .filter(|part| matches!(part, StreamPart::Usage { .. }));
        assert!(usages.count() <= 1);
    }
}

#[test]
fn texts_of_a_real_model_are_read_with_their_figures() {
    for body in [OLLAMA_TEXT, OPENAI_TEXT] {
        let parts = decoded(body);
        assert!(said(&parts).starts_with("A café is"), "{}", said(&parts));
        assert_eq!(stop(&parts), Some(StopReason::Done));
    }
    assert_eq!(tokens(&decoded(OLLAMA_TEXT)), Some((43, 17, 0)));
    assert_eq!(tokens(&decoded(OPENAI_TEXT)), Some((43, 17, 42)));
}

#[test]
fn calls_of_a_real_model_keep_the_ids_of_the_server() {
    for (body, id) in [
        (OLLAMA_CALL, "call_y7ijr0sl"),
        (OPENAI_CALL, "call_90zkc8rk"),
    ] {
        let parts = decoded(body);
        let expected = (
            id.to_owned(),
            "read_file".to_owned(),
            json!({ "path": "src/main.rs" }),
        );
        assert_eq!(called(&parts), [expected]);
        assert_eq!(stop(&parts), Some(StopReason::NeedsTools));
    }
}

#[test]
fn thinking_text_and_parallel_calls_of_ollama_are_kept_apart() {
    let parts = decoded(OLLAMA_TWO_CALLS);
    assert_eq!(said(&parts), "Je lis les deux — 日本 🙂.");
    let ids: Vec<String> = called(&parts).into_iter().map(|(id, ..)| id).collect();
    assert_eq!(
        ids,
        ["call_ab12cd34", "call_1"],
        "a missing id is made, always the same"
    );
    assert_eq!(
        tokens(&parts),
        Some((0, 42, 0)),
        "counters that are zero are left out"
    );
    assert!(matches!(&parts[0], StreamPart::Reasoning { text } if text == "The user wants "));
}

#[test]
fn an_error_line_and_a_cut_stream_of_ollama_end_as_errors_and_keep_the_text() {
    let parts = decoded(OLLAMA_ERROR);
    assert_eq!(said(&parts), "Half an answer");
    let (kind, message) = failure(&parts);
    assert_eq!(kind, ProviderErrorKind::Server);
    assert!(
        message.contains("llama runner process has terminated"),
        "{message}"
    );
    let parts = decoded(OLLAMA_CUT);
    assert_eq!(said(&parts), "Half an answer");
    let (kind, message) = failure(&parts);
    assert_eq!(kind, ProviderErrorKind::Connection);
    assert!(message.contains("was cut"), "{message}");
    assert_eq!(stop(&decoded(OLLAMA_LENGTH)), Some(StopReason::Length));
}

#[test]
fn interleaved_calls_of_openai_are_put_together_by_index() {
    let parts = decoded(OPENAI_INTERLEAVED);
    let calls = called(&parts);
    assert_eq!(calls[0].2, json!({ "path": "src/é.rs" }));
    assert_eq!(calls[1].2, json!({ "path": "docs/api.md" }));
    assert_eq!(said(&parts), "Je lis 日本 🙂");
    assert_eq!(stop(&parts), Some(StopReason::NeedsTools));
    assert_eq!(tokens(&parts), Some((100, 20, 0)));
}

#[test]
fn calls_of_sloppy_servers_are_put_together() {
    let paths = |body| -> Vec<Value> {
        let calls = called(&decoded(body));
        calls
            .into_iter()
            .map(|(_, _, arguments)| arguments["path"].clone())
            .collect()
    };
    assert_eq!(
        paths(OPENAI_SLOPPY),
        ["a.rs", "b.rs", "src"],
        "no index, no id, no [DONE]"
    );
    assert_eq!(paths(OPENAI_SAME_INDEX), ["a.rs", "b.rs"]);
    assert_eq!(paths(OPENAI_REPEATED), ["a.rs"]);
    let ids: Vec<String> = called(&decoded(OPENAI_SLOPPY))
        .into_iter()
        .map(|(id, ..)| id)
        .collect();
    assert_eq!(ids, ["call_0", "call_1", "call_2"]);
    assert_eq!(stop(&decoded(OPENAI_SLOPPY)), Some(StopReason::NeedsTools));
}

#[test]
fn an_error_frame_and_a_cut_stream_of_openai_end_as_errors() {
    let parts = decoded(OPENAI_ERROR);
    assert_eq!(said(&parts), "Half an answer");
    assert_eq!(failure(&parts).0, ProviderErrorKind::Unavailable);
    let parts = decoded(OPENAI_CUT);
    assert_eq!(failure(&parts).0, ProviderErrorKind::Connection);
    assert_eq!(called(&parts), [], "half a call is none");
}

#[test]
fn an_answer_that_was_not_streamed_is_read() {
    let parts = decoded(OPENAI_DOCUMENT);
    assert_eq!(said(&parts), "Whole.");
    assert_eq!(called(&parts).len(), 1);
    assert_eq!(tokens(&parts), Some((5, 6, 0)));
}

#[test]
fn what_is_not_the_protocol_is_said() {
    for (kind, body) in [
        ("ollama", "<html>hello</html>\n"),
        ("openai", "data: hello\n\n"),
        ("mistral", "data: hello\n\n"),
        ("anthropic", "event: message_start\ndata: hello\n\n"),
    ] {
        let (error, message) = failure(&decoded((kind, body.as_bytes())));
        assert_eq!(error, ProviderErrorKind::Protocol);
        assert!(message.contains("hello"), "{message}");
    }
    for kind in ["ollama", "openai", "mistral", "anthropic"] {
        let (error, _) = failure(&decoded((kind, b"")));
        assert_eq!(error, ProviderErrorKind::Connection);
    }
}

#[test]
fn a_line_without_end_is_given_up() {
    let piece = vec![b'x'; 1024 * 1024];
    for (kind, start) in [
        ("ollama", "x"),
        ("openai", "data: "),
        ("mistral", "{"),
        ("anthropic", "event: "),
    ] {
        let many = std::iter::repeat_n(piece.as_slice(), 17);
        let parts = pieces(kind, std::iter::once(start.as_bytes()).chain(many));
        let (error, message) = failure(&parts);
        assert_eq!(error, ProviderErrorKind::Protocol);
        assert!(message.contains("16 MiB"), "{message}");
    }
}

#[test]
fn an_unknown_provider_is_told_which_there_are() {
    let error = decode::run("nope", &b""[..], None, Vec::new()).expect_err("no decoder");
    assert!(
        error
            .to_string()
            .contains("anthropic, claude-cli, mistral, ollama, openai"),
        "{error}"
    );
}

#[test]
fn reasoning_is_read_under_each_of_its_names_and_a_refusal_is_told_as_one() {
    let parts = decoded(OPENAI_REASONING);
    assert_eq!(thought(&parts), "First. Second. Third.");
    assert_eq!(said(&parts), "Done.");
    let usage = parts.iter().find_map(|part| match part {
        StreamPart::Usage { usage } => Some(usage.clone()),
        _ => None,
    });
    let usage = usage.expect("figures");
    assert_eq!((usage.cached_tokens, usage.reasoning_tokens), (128, 64));
    let parts = decoded(OPENAI_REFUSAL);
    assert_eq!(said(&parts), "I cannot help with that.");
    assert_eq!(stop(&parts), Some(StopReason::Refused));
}

#[test]
fn arguments_that_lie_too_deep_to_be_read_again_stay_the_text_that_came() {
    let nested = |levels: usize| format!("{{\"a\":{}1{}}}", "[".repeat(levels), "]".repeat(levels));
    assert!(arguments_of_text(&nested(60)).is_object());
    let deep = nested(100);
    assert_eq!(arguments_of_text(&deep), serde_json::Value::String(deep));
    let given: serde_json::Value = serde_json::from_str(&nested(100)).unwrap();
    assert!(arguments_of(&given).is_string());
}
