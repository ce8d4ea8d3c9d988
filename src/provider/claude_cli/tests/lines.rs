//! Tests of line parsing: the result is independent of how the output is split, and
//! nothing is lost.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::claude_cli::conversation::{Conversation, Incoming};
use crate::claude_cli::{ClaudeDecoder, message};
use crate::decode::Decoder;
use crate::testing::player::{Line, folder, recording};
use protocol::stream::StreamPart;

fn names() -> Vec<String> {
    let files = std::fs::read_dir(folder()).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn output(name: &str) -> Vec<u8> {
    let lines = recording(name).lines.into_iter();
    let said = lines.filter_map(|line| match line {
        Line::Out(value) => Some(format!("{value}\n")),
        _ => None,
    });
    said.collect::<String>().into_bytes()
}

fn decoded(bytes: &[u8], chunk: usize) -> Vec<StreamPart> {
    let mut decoder = ClaudeDecoder::default();
    let mut parts = Vec::new();
    for piece in bytes.chunks(chunk) {
        decoder.push(piece, &mut parts);
    }
    decoder.finish(&mut parts);
    parts
}

fn text_of(parts: &[StreamPart]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        StreamPart::Text { text } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// Returns the text of the first turn's answers, from the complete messages.
fn said_whole(name: &str) -> String {
    let mut said = String::new();
    for line in recording(name).lines {
        let Line::Out(value) = line else { continue };
        if value["type"] == "result" {
            break;
        }
        let is_own = value["type"] == "assistant"
            && value["parent_tool_use_id"].is_null()
            && value["message"]["model"] != "<synthetic>";
        let blocks = value["message"]["content"].as_array().filter(|_| is_own);
        let texts = blocks.into_iter().flatten();
        said.extend(texts.filter_map(|block| block["text"].as_str()));
    }
    said
}

#[test]
fn every_recording_says_the_same_in_pieces_of_any_size_and_all_of_it() {
    for name in names() {
        let bytes = output(&name);
        let whole = decoded(&bytes, usize::MAX);
        assert!(decoded(&bytes, 1) == whole, "{name}");
        assert!(decoded(&bytes, 7) == whole, "{name}");
        // Text that was cut off has only arrived in pieces.
        assert!(text_of(&whole).starts_with(&said_whole(&name)), "{name}");
        let ends = whole
            .iter()
            .filter(|part| matches!(part, StreamPart::Done { .. } | StreamPart::Error { .. }));
        assert_eq!(ends.count(), 1, "{name}");
    }
}

#[test]
fn fields_in_another_order_and_unknown_ones_make_no_difference() {
    fn turned(value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                let mut out: serde_json::Map<String, Value> = fields
                    .iter()
                    .rev()
                    .map(|(name, value)| (name.clone(), turned(value)))
                    .collect();
                // Skipped where the field names are data of a tool.
                if fields.contains_key("type") {
                    out.insert("not_known_yet".into(), Value::from(1));
                }
                Value::Object(out)
            }
            Value::Array(items) => items.iter().map(turned).collect(),
            other => other.clone(),
        }
    }
    for name in names() {
        let bytes = output(&name);
        let text = String::from_utf8(bytes.clone()).unwrap();
        let other: String = text
            .lines()
            .map(|line| format!("{}\n", turned(&serde_json::from_str(line).unwrap())))
            .collect();
        let strip = |parts: Vec<StreamPart>| -> Vec<StreamPart> {
            let is_call = |part: &StreamPart| matches!(part, StreamPart::CallEnd { .. });
            parts.into_iter().filter(|part| !is_call(part)).collect()
        };
        let (one, other) = (decoded(&bytes, 4_096), decoded(other.as_bytes(), 4_096));
        assert!(strip(one) == strip(other), "{name}");
    }
}

#[test]
fn a_result_is_there_for_who_waits_for_it_whatever_sub_agents_have_done_before() {
    let result = |call: &str, parent: Value| {
        let content = json!([{ "type": "tool_result", "tool_use_id": call, "content": "done" }]);
        let line = json!({
            "type": "user",
            "message": { "role": "user", "content": content },
            "parent_tool_use_id": parent,
        });
        message::read(line.to_string().as_bytes())
    };
    let mut talk = Conversation::default();
    talk.turn_begun();
    for number in 0..5_000 {
        talk.take(result(&format!("inner{number}"), "agent".into()));
    }
    talk.take(result("own", Value::Null));
    assert!(talk.finished("own").is_some_and(|result| result.ok));
    assert!(talk.finished("inner0").is_none(), "nobody waits for it");
}

proptest! {
    #![proptest_config(testing::cases(48))]
    #[test]
    fn lines_that_are_cut_repeated_swapped_or_spoilt_end_the_answer_once_and_never_break_it(
        which in 0_usize..1_000,
        seed in proptest::collection::vec((0_usize..1_000, 0_u8..5, any::<u8>()), 0..12),
        chunk in 1_usize..200,
    ) {
        let names = names();
        let bytes = output(&names[which % names.len()]);
        let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        for (place, how, byte) in seed {
            if lines.is_empty() {
                break;
            }
            let at = place % lines.len();
            match how {
                0 => drop(lines.remove(at)),
                1 => { let line = lines[at].clone(); lines.insert(at, line); }
                2 => { let to = usize::from(byte) % lines.len(); lines.swap(at, to); }
                3 => { let keep = place % lines[at].len().max(1); lines[at].truncate(keep); }
                _ => { let len = lines[at].len(); if let Some(place) = lines[at].get_mut(usize::from(byte) % len.max(1)) { *place = byte; } }
            }
        }
        let parts = decoded(&lines.concat(), chunk);
        let ends = parts.iter().filter(|part| matches!(part, StreamPart::Done { .. } | StreamPart::Error { .. }));
        prop_assert_eq!(ends.count(), 1);
    }
}

/// Returns the cost of each turn that ends, as the conversation reports it.
fn paid(results: &[Value]) -> Vec<Option<f64>> {
    let mut talk = Conversation::default();
    let mut out = Vec::new();
    for result in results {
        talk.turn_begun();
        talk.take(message::read(result.to_string().as_bytes()));
        while let Some(heard) = talk.next_event() {
            if let Incoming::TurnEnds(end) = heard {
                // Rounded to a thousandth of a cent.
                let cost = end.usage.cost_usd;
                out.push(cost.map(|dollars| (dollars * 1e5).round() / 1e5));
            }
        }
    }
    out
}

/// Returns the ends of turns in a recording.
fn results(name: &str) -> Vec<Value> {
    let lines = recording(name).lines.into_iter();
    let said = lines.filter_map(|line| match line {
        Line::Out(value) if value["type"] == "result" => Some(value),
        _ => None,
    });
    said.collect()
}

#[test]
fn each_turn_costs_what_the_programs_sum_grew_by() {
    // The program reports the total of its process.
    assert_eq!(
        paid(&results("initialize-multi-turn")),
        [Some(0.00106), Some(0.00065)]
    );
    assert_eq!(paid(&results("resume-part1")), [Some(0.00215)]);
    assert_eq!(
        paid(&results("slash-unknown-and-cost")),
        [None, None, None],
        "what was not paid is no $0.00"
    );
}

#[test]
fn a_turn_that_failed_is_paid_with_the_next_and_a_sum_that_begins_anew_is_taken_as_it_is() {
    let end = |sum: f64, failed: bool| {
        json!({
            "type": "result", "subtype": "success", "is_error": failed, "session_id": "s",
            "total_cost_usd": sum, "usage": { "input_tokens": 5, "output_tokens": 5 },
        })
    };
    let found = paid(&[
        end(0.1, false),
        end(0.3, true),
        end(0.35, false),
        end(0.2, false),
    ]);
    assert_eq!(found, [Some(0.1), None, Some(0.25), Some(0.2)]);
    assert_eq!(
        paid(&[end(f64::NAN, false), end(-1.0, false)]),
        [None, None]
    );
}

#[test]
fn the_cost_of_a_turn_comes_with_its_figures() {
    let cost = decoded(&output("plain"), 64)
        .into_iter()
        .find_map(|part| match part {
            StreamPart::Usage { usage } => usage.cost_usd,
            _ => None,
        });
    assert!(
        cost.is_some_and(|dollars| (dollars - 0.00106).abs() < 1e-9),
        "{cost:?}"
    );
}

#[test]
fn an_odd_token_in_a_line_of_the_program_loses_nothing() {
    let body = concat!(
        r#"{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"a\ud83d"}]},"parent_tool_use_id":null,"session_id":"s"}"#,
        "\n",
        r#"{"type":"result","subtype":"success","is_error":false,"duration_ms":NaN,"session_id":"s","usage":{"input_tokens":1,"output_tokens":1}}"#,
        "\n",
    );
    for chunk in [1, 7, body.len()] {
        let parts = decoded(body.as_bytes(), chunk);
        assert_eq!(text_of(&parts), "a\u{fffd}");
        assert!(
            matches!(parts.last(), Some(StreamPart::Done { .. })),
            "{parts:?}"
        );
    }
}
