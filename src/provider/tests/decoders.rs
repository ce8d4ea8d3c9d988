//! The decoders over the bodies under `tests/fixtures/providers`, some recorded from a real model,
//! some written after what sloppy servers send.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::support::{called, said};
use crate::cli::debug::decode;
use crate::protocol::stream::{ProviderErrorKind, StopReason, StreamPart};
use crate::provider::cassette::is_final;
use crate::provider::decode::decoder_for;

macro_rules! bodies {
    ($kind:literal: $($name:ident = $file:literal),* $(,)?) => {
        $(const $name: (&str, &[u8]) = ($kind, include_bytes!(
            concat!("../../../tests/fixtures/providers/", $kind, "/", $file)
        ));)*
    };
}

bodies!("ollama":
    OLLAMA_TEXT = "text.ndjson",
    OLLAMA_CALL = "call.ndjson",
    OLLAMA_CALL_AS_TEXT = "call_as_text.ndjson",
    OLLAMA_TWO_CALLS = "thinking_and_two_calls.ndjson",
    OLLAMA_ERROR = "error_line.ndjson",
    OLLAMA_CUT = "cut.ndjson",
    OLLAMA_LENGTH = "length.ndjson",
);
bodies!("openai":
    OPENAI_TEXT = "text.sse",
    OPENAI_CALL = "call.sse",
    OPENAI_INTERLEAVED = "interleaved_calls.sse",
    OPENAI_SLOPPY = "sloppy_calls.sse",
    OPENAI_SAME_INDEX = "same_index.sse",
    OPENAI_REPEATED = "repeated_name.sse",
    OPENAI_ERROR = "error_frame.sse",
    OPENAI_CUT = "cut.sse",
    OPENAI_DOCUMENT = "document.json",
);

const ALL: [(&str, &[u8]); 16] = [
    OLLAMA_TEXT,
    OLLAMA_CALL,
    OLLAMA_CALL_AS_TEXT,
    OLLAMA_TWO_CALLS,
    OLLAMA_ERROR,
    OLLAMA_CUT,
    OLLAMA_LENGTH,
    OPENAI_TEXT,
    OPENAI_CALL,
    OPENAI_INTERLEAVED,
    OPENAI_SLOPPY,
    OPENAI_SAME_INDEX,
    OPENAI_REPEATED,
    OPENAI_ERROR,
    OPENAI_CUT,
    OPENAI_DOCUMENT,
];

fn decoded((kind, body): (&str, &[u8])) -> Vec<StreamPart> {
    pieces(kind, [body])
}

fn pieces<'a>(kind: &str, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<StreamPart> {
    let mut decoder = decoder_for(kind).expect("a known kind");
    let mut parts = Vec::new();
    for piece in pieces {
        decoder.push(piece, &mut parts);
    }
    decoder.finish(&mut parts);
    assert!(decoder.is_over());
    parts
}

fn stop(parts: &[StreamPart]) -> Option<StopReason> {
    match parts.last() {
        Some(StreamPart::Done { stop }) => Some(*stop),
        _ => None,
    }
}

fn failure(parts: &[StreamPart]) -> (ProviderErrorKind, String) {
    match parts.last() {
        Some(StreamPart::Error { error }) => (error.kind, error.message.clone()),
        other => panic!("no error at the end but {other:?}"),
    }
}

fn tokens(parts: &[StreamPart]) -> Option<(u64, u64, u64)> {
    parts.iter().find_map(|part| match part {
        StreamPart::Usage { usage } => {
            Some((usage.input_tokens, usage.output_tokens, usage.cached_tokens))
        }
        _ => None,
    })
}

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

/// A call as fenced JSON, which is how models without native tools write it.
const CALL_IN_WORDS: &str = "I look.\n```json\n{\"name\": \"read_file\", \"arguments\": \
                             {\"path\": \"src/main.rs\"}}\n```\n";

/// A body in which `text` comes in pieces of `size` characters.
fn body_of(kind: &str, text: &str, size: usize) -> Vec<u8> {
    let letters: Vec<char> = text.chars().collect();
    let texts = letters.chunks(size).map(|piece| piece.iter().collect());
    let lines: Vec<String> = texts
        .map(|piece: String| match kind {
            "ollama" => format!(
                "{}\n",
                json!({ "message": { "role": "assistant", "content": piece }, "done": false })
            ),
            _ => format!(
                "data: {}\n\n",
                json!({ "choices": [{ "index": 0, "delta": { "content": piece } }] })
            ),
        })
        .collect();
    let end = match kind {
        "ollama" => "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\"}\n",
        _ => {
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n\
             data: [DONE]\n\n"
        }
    };
    format!("{}{end}", lines.concat()).into_bytes()
}

/// What `debug decode` prints.
fn printed(kind: &str, body: &[u8], chunk: Option<usize>) -> Vec<Value> {
    let mut out = Vec::new();
    decode::run(kind, body, chunk, &mut out).expect("no I/O fails");
    let lines = out.split(|byte| *byte == b'\n');
    lines
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("a line of JSON"))
        .collect()
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
fn what_names_no_tool_stays_text() {
    let text = CALL_IN_WORDS.replace("read_file", "no_such_tool");
    for kind in ["ollama", "openai"] {
        let lines = printed(kind, &body_of(kind, &text, 3), None);
        let said: String = lines
            .iter()
            .filter_map(|line| line["text"].as_str())
            .collect();
        assert_eq!(said, text);
    }
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
    ] {
        let (error, message) = failure(&decoded((kind, body.as_bytes())));
        assert_eq!(error, ProviderErrorKind::Protocol);
        assert!(message.contains("hello"), "{message}");
    }
    assert_eq!(
        failure(&decoded(("ollama", b""))).0,
        ProviderErrorKind::Connection
    );
    assert_eq!(
        failure(&decoded(("openai", b""))).0,
        ProviderErrorKind::Connection
    );
}

#[test]
fn a_line_without_end_is_given_up() {
    let piece = vec![b'x'; 1024 * 1024];
    for (kind, start) in [("ollama", "x"), ("openai", "data: ")] {
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
    assert!(error.to_string().contains("ollama, openai"), "{error}");
}

/// The parts without what the end of the stream adds.
fn before_the_end(mut parts: Vec<StreamPart>) -> Vec<StreamPart> {
    parts.pop();
    parts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_cut_keeps_every_part_before_it(which in 0..ALL.len(), cut in 0.0..1.0_f64) {
        let (kind, body) = ALL[which];
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place in a small body")]
        let at = (body.len() as f64 * cut) as usize;
        let whole = decoded((kind, body));
        let mut decoder = decoder_for(kind).expect("a known kind");
        let mut before = Vec::new();
        decoder.push(&body[..at], &mut before);
        prop_assert!(whole.starts_with(&before), "what came before the cut stands");
        let parts = pieces(kind, [&body[..at]]);
        prop_assert!(parts.starts_with(&before));
        prop_assert!(parts.last().is_some_and(is_final));
    }

    #[test]
    fn a_call_in_words_is_found_however_the_body_is_cut(
        ollama in any::<bool>(),
        size in 1_usize..40,
        chunk in 1_usize..300,
    ) {
        let kind = if ollama { "ollama" } else { "openai" };
        let body = body_of(kind, CALL_IN_WORDS, size);
        let whole = printed(kind, &body, None);
        prop_assert_eq!(&printed(kind, &body, Some(chunk)), &whole);
        let ends: Vec<&Value> = whole.iter().filter(|line| line["type"] == "call_end").collect();
        prop_assert_eq!(ends.len(), 1, "{:?}", whole);
        prop_assert_eq!(&ends[0]["arguments"], &json!({ "path": "src/main.rs" }));
    }

    #[test]
    fn any_bytes_decode_to_lines_that_end_once(
        ollama in any::<bool>(),
        body in prop::collection::vec(any::<u8>(), 0..400),
        chunk in 1_usize..50,
    ) {
        let kind = if ollama { "ollama" } else { "openai" };
        let lines = printed(kind, &body, Some(chunk));
        let last = |line: &&Value| line["type"] == "done" || line["type"] == "error";
        prop_assert_eq!(lines.iter().filter(last).count(), 1);
        prop_assert_eq!(lines, printed(kind, &body, None));
    }

    #[test]
    fn corruption_never_panics_and_ends_once(
        which in 0..ALL.len(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        chunk in 1_usize..50,
    ) {
        let (kind, body) = ALL[which];
        let mut body = body.to_vec();
        let mut first = body.len();
        for (at, byte) in damage {
            let at = at.index(body.len());
            first = first.min(at);
            body[at] = byte;
        }
        let mut decoder = decoder_for(kind).expect("a known kind");
        let mut before = Vec::new();
        decoder.push(&body[..first], &mut before);
        let parts = pieces(kind, body.chunks(chunk));
        prop_assert_eq!(parts.iter().filter(|part| is_final(part)).count(), 1);
        prop_assert!(parts.starts_with(&before), "what came before the damage stands");
    }

    #[test]
    fn interleaved_bodies_never_panic(first in 0..ALL.len(), second in 0..ALL.len(), chunk in 1_usize..200) {
        let (kind, body) = ALL[first];
        let other = ALL[second].1;
        let mixed = body.chunks(chunk).zip(other.chunks(chunk)).flat_map(|(a, b)| [a, b]);
        let parts = before_the_end(pieces(kind, mixed));
        prop_assert!(!parts.iter().any(is_final));
    }
}
