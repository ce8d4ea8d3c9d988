//! Tests of unusual bodies: tokens that JSON does not have, additional choices,
//! thinking between tags.

use proptest::prelude::*;
use serde_json::json;

use crate::testing::bodies::{decoded, failure, pieces, stop, thought, tokens};
use crate::testing::support::said;
use protocol::stream::{ProviderErrorKind, StopReason, StreamPart};

/// Builds a body from these values, with the framing of the kind.
fn body(kind: &str, values: &[&str]) -> Vec<u8> {
    let framed = values.iter().map(|value| match kind {
        "ollama" => format!("{value}\n"),
        _ => format!("data: {value}\n\n"),
    });
    framed.collect::<String>().into_bytes()
}

/// Builds a body with the text in pieces, in the format of the kind, and the end.
fn of_pieces(kind: &str, texts: &[String]) -> Vec<u8> {
    let delta = |text: &String| match kind {
        "ollama" => json!({ "message": { "content": text }, "done": false }).to_string(),
        _ => json!({ "choices": [{ "index": 0, "delta": { "content": text } }] }).to_string(),
    };
    let mut values: Vec<String> = texts.iter().map(delta).collect();
    values.push(match kind {
        "ollama" => r#"{"message":{"content":""},"done":true,"done_reason":"stop"}"#.to_owned(),
        _ => r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#.to_owned(),
    });
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let mut out = body(kind, &values);
    if kind != "ollama" {
        out.extend_from_slice(b"data: [DONE]\n\n");
    }
    out
}

/// Splits the parts into thinking and answer.
fn parted(parts: &[StreamPart]) -> (String, String) {
    let (mut thought, mut answer) = (String::new(), String::new());
    for part in parts {
        match part {
            StreamPart::Text { text } => answer.push_str(text),
            StreamPart::Reasoning { text } => thought.push_str(text),
            StreamPart::TextWasReasoning => thought.push_str(&std::mem::take(&mut answer)),
            _ => {}
        }
    }
    (thought, answer)
}

#[test]
fn half_a_surrogate_pair_and_numbers_that_json_has_not_end_no_answer() {
    let openai = [
        r#"{"choices":[{"index":0,"delta":{"content":"a\ud83d"},"logprobs":{"x":-Infinity}}]}"#,
        r#"{"choices":[{"index":0,"delta":{"content":"\ude00b"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2,"cost":NaN}}"#,
        "[DONE]",
    ];
    let ollama = [
        r#"{"message":{"content":"a\ud83d"},"x":NaN,"done":false}"#,
        r#"{"message":{"content":"\ude00b"},"done":true,"done_reason":"stop","prompt_eval_count":3,"eval_count":2,"total_duration":Infinity}"#,
    ];
    let anthropic = [
        r#"{"type":"message_start","message":{"usage":{"input_tokens":3,"output_tokens":1},"x":NaN}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a\ud83d"}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\ude00b"}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}"#,
        r#"{"type":"message_stop"}"#,
    ];
    for (kind, values) in [
        ("openai", openai.as_slice()),
        ("mistral", &openai),
        ("ollama", &ollama),
        ("anthropic", &anthropic),
    ] {
        let body = body(kind, values);
        let parts = decoded((kind, &body));
        assert_eq!(said(&parts), "a\u{fffd}\u{fffd}b", "{kind}: {parts:?}");
        assert_eq!(stop(&parts), Some(StopReason::Done), "{kind}");
        assert_eq!(tokens(&parts), Some((3, 2, 0)), "{kind}");
        for chunk in [1, 5, 64] {
            assert_eq!(pieces(kind, body.chunks(chunk)), parts, "{kind} by {chunk}");
        }
    }
    let document = br#"{"choices":[{"index":0,"message":{"content":"\ud83d!"},"finish_reason":"stop"}],"x":NaN}"#;
    assert_eq!(said(&decoded(("openai", document))), "\u{fffd}!");
}

#[test]
fn the_first_choice_is_the_one_with_its_number_and_others_are_no_part_of_the_answer() {
    let values = [
        r#"{"choices":[{"index":1,"delta":{"content":"other "}}]}"#,
        r#"{"choices":[{"index":1,"delta":{"content":"other "}},{"index":0,"delta":{"content":"Mine"}}]}"#,
        r#"{"choices":[{"index":0,"delta":{"content":"."}}]}"#,
        r#"{"choices":[{"index":1,"delta":{},"finish_reason":"length"}]}"#,
        r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
        r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}"#,
        "[DONE]",
    ];
    let parts = decoded(("openai", &body("openai", &values)));
    assert_eq!(said(&parts), "Mine.");
    assert_eq!(stop(&parts), Some(StopReason::Done));
    assert_eq!(tokens(&parts), Some((3, 2, 0)));
}

#[test]
fn an_answer_that_has_only_other_choices_is_told_as_none() {
    let values = [
        r#"{"choices":[{"index":1,"delta":{"content":"other"},"finish_reason":"stop"}]}"#,
        "[DONE]",
    ];
    let (kind, words) = failure(&decoded(("openai", &body("openai", &values))));
    assert_eq!(kind, ProviderErrorKind::Protocol);
    assert!(words.contains("without a first choice"), "{words}");
}

#[test]
fn thinking_in_the_content_is_thinking_and_a_call_behind_it_is_a_call() {
    let values = [
        r#"{"message":{"content":"<thi"},"done":false}"#,
        r#"{"message":{"content":"nk>\nLook"},"done":false}"#,
        r#"{"message":{"content":" first.\n</think>\n\nI read."},"done":false}"#,
        r#"{"message":{"content":"","tool_calls":[{"function":{"name":"read_file","arguments":{"path":"a"}}}]},"done":false}"#,
        r#"{"message":{"content":""},"done":true,"done_reason":"stop"}"#,
    ];
    let parts = decoded(("ollama", &body("ollama", &values)));
    assert_eq!(thought(&parts), "Look first.");
    assert_eq!(said(&parts), "I read.");
    assert_eq!(stop(&parts), Some(StopReason::NeedsTools));
    let place = |is: fn(&StreamPart) -> bool| parts.iter().position(is);
    let text = place(|part| matches!(part, StreamPart::Text { .. }));
    let call = place(|part| matches!(part, StreamPart::CallStart { .. }));
    assert!(text < call, "{parts:?}");
}

#[test]
fn thinking_that_was_cut_stays_thinking_and_the_error_is_last() {
    let values = [r#"{"choices":[{"index":0,"delta":{"content":"<think>Half a tho"}}]}"#];
    let parts = decoded(("openai", &body("openai", &values)));
    assert_eq!(thought(&parts), "Half a tho");
    assert_eq!(said(&parts), "");
    assert_eq!(failure(&parts).0, ProviderErrorKind::Connection);
}

proptest! {
    #![proptest_config(testing::cases(128))]

    #[test]
    fn thinking_is_told_apart_however_it_is_cut(
        size in 1_usize..30,
        chunk in 1_usize..200,
        which in 0_usize..5,
        openai in any::<bool>(),
    ) {
        let (text, thinking, answer) = [
            ("<think>\nHm. é 日本\n</think>\n\nYes.", "Hm. é 日本", "Yes."),
            ("Hm.\nSo.\n</think>\n\nYes.", "Hm.\nSo.\n", "Yes."),
            ("Write <think> so:\n```\n</think>\n```\n", "", "Write <think> so:\n```\n</think>\n```\n"),
            ("<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.", "Hm.", "Yes."),
            ("a < b, and </thinking> alone", "", "a < b, and </thinking> alone"),
        ][which];
        let kind = if openai { "openai" } else { "ollama" };
        let letters: Vec<char> = text.chars().collect();
        let texts: Vec<String> = letters.chunks(size).map(|piece| piece.iter().collect()).collect();
        let body = of_pieces(kind, &texts);
        let parts = pieces(kind, body.chunks(chunk));
        prop_assert_eq!(parted(&parts), (thinking.to_owned(), answer.to_owned()));
        prop_assert_eq!(parts, decoded((kind, &body)));
    }
}

#[test]
fn an_answer_that_is_not_json_says_so_and_names_the_base_url() {
    for (provider, body) in [
        ("openai", "data: <p>hello</p>\n\n"),
        ("anthropic", "event: x\ndata: <p>hello</p>\n\n"),
        ("ollama", "<p>hello</p>\n"),
    ] {
        let parts = decoded((provider, body.as_bytes()));
        let error = parts.iter().find_map(|part| match part {
            StreamPart::Error { error } => Some(error),
            _ => None,
        });
        let error = error.unwrap();
        let message = error.message.to_string();
        assert!(
            message.ends_with(" is not valid JSON: <p>hello</p>"),
            "{message}"
        );
        let hint = error.hint.as_ref().map(ToString::to_string);
        assert_eq!(hint.as_deref(), Some("check the base URL"));
    }
}
