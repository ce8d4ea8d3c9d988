//! Property tests over any body, however it is divided, repeated, interleaved or damaged: the parts
//! end exactly once, are the same for every chunk size, and lose nothing that was complete.
//! `AGENTICHAT_CASES=20` runs other cases, twenty times as many.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::cli::debug::decode;
use protocol::stream::StreamPart;
use provider::cassette::is_final;
use provider::decode::{decoder_for, decoder_kinds};
use provider::testing::bodies::{ALL, decoded, pieces};

/// A call as fenced JSON, as models without native tools write it.
const CALL_IN_WORDS: &str = "I look.\n```json\n{\"name\": \"read_file\", \"arguments\": \
                             {\"path\": \"src/main.rs\"}}\n```\n";

/// Builds a body in which `text` arrives in pieces of `size` characters.
fn body_of(kind: &str, text: &str, size: usize) -> Vec<u8> {
    let letters: Vec<char> = text.chars().collect();
    let texts = letters.chunks(size).map(|piece| piece.iter().collect());
    let lines: Vec<String> = texts
        .map(|piece: String| match kind {
            "ollama" => format!(
                "{}\n",
                json!({ "message": { "role": "assistant", "content": piece }, "done": false })
            ),
            "anthropic" => format!(
                "data: {}\n\n",
                json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": piece } })
            ),
            _ => format!(
                "data: {}\n\n",
                json!({ "choices": [{ "index": 0, "delta": { "content": piece } }] })
            ),
        })
        .collect();
    let end = match kind {
        "ollama" => "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\"}\n",
        "anthropic" => {
            "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\n\
             data: {\"type\":\"message_stop\"}\n\n"
        }
        _ => {
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n\
             data: [DONE]\n\n"
        }
    };
    format!("{}{end}", lines.concat()).into_bytes()
}

/// Returns the output of `debug decode`.
pub(super) fn printed(kind: &str, body: &[u8], chunk: Option<usize>) -> Vec<Value> {
    let mut out = Vec::new();
    decode::run(kind, body, chunk, &mut out).expect("no I/O fails");
    let lines = out.split(|byte| *byte == b'\n');
    lines
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("a line of JSON"))
        .collect()
}

/// Returns the kinds whose models may make calls as text: an agent program with its own
/// tools does not.
fn http_kinds() -> impl Iterator<Item = &'static str> {
    decoder_kinds().filter(|kind| *kind != "claude-cli")
}

#[test]
fn what_names_no_tool_stays_text() {
    let text = CALL_IN_WORDS.replace("read_file", "no_such_tool");
    for kind in http_kinds() {
        let lines = printed(kind, &body_of(kind, &text, 3), None);
        let said: String = lines
            .iter()
            .filter_map(|line| line["text"].as_str())
            .collect();
        assert_eq!(said, text);
    }
}

/// Damage to a body.
#[derive(Debug, Clone)]
enum Harm {
    /// Ends it here.
    Cut,
    /// Repeats some bytes.
    Repeat(usize),
    /// Omits some bytes.
    Drop(usize),
    /// Inserts a part of another body.
    Insert(usize, usize),
    /// Replaces a byte.
    Set(u8),
}

fn harm() -> impl Strategy<Value = (prop::sample::Index, Harm)> {
    let harm = prop_oneof![
        Just(Harm::Cut),
        (1_usize..600).prop_map(Harm::Repeat),
        (1_usize..600).prop_map(Harm::Drop),
        (0..ALL.len(), 1_usize..600).prop_map(|(which, length)| Harm::Insert(which, length)),
        any::<u8>().prop_map(Harm::Set),
    ];
    (any::<prop::sample::Index>(), harm)
}

/// Damages the body, at the start of an event or a line if `aligned`, otherwise anywhere.
/// Returns the position.
fn hurt(body: &mut Vec<u8>, at: usize, harm: &Harm, aligned: bool) -> usize {
    let line = |from: usize| {
        let before = body.get(..from).unwrap_or_default();
        before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |end| end + 1)
    };
    let at = if aligned { line(at) } else { at };
    let range = |length: usize| at..(at + length).min(body.len());
    match harm {
        Harm::Cut => body.truncate(at),
        Harm::Repeat(length) => {
            let piece = body[range(*length)].to_vec();
            body.splice(at..at, piece);
        }
        Harm::Drop(length) => {
            body.drain(range(*length));
        }
        Harm::Insert(which, length) => {
            let other = ALL[*which].1;
            let piece = other[..(*length).min(other.len())].to_vec();
            body.splice(at..at, piece);
        }
        Harm::Set(byte) => {
            if let Some(place) = body.get_mut(at) {
                *place = *byte;
            }
        }
    }
    at
}

/// Whether starts, pieces and ends of calls fit together.
fn calls_fit(parts: &[StreamPart]) -> bool {
    let mut open = Vec::new();
    let mut begun = Vec::new();
    parts.iter().all(|part| match part {
        StreamPart::CallStart { index, .. } => {
            let new = !begun.contains(index);
            begun.push(*index);
            open.push(*index);
            new
        }
        StreamPart::CallArguments { index, .. } => open.contains(index),
        StreamPart::CallEnd { index, .. } => {
            let place = open.iter().position(|one| one == index);
            place.map(|place| open.remove(place)).is_some()
        }
        _ => true,
    })
}

proptest! {
    #![proptest_config(testing::cases(160))]

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
        which in 0_usize..4,
        size in 1_usize..40,
        chunk in 1_usize..300,
    ) {
        let kind = http_kinds().nth(which).expect("a kind");
        let body = body_of(kind, CALL_IN_WORDS, size);
        let whole = printed(kind, &body, None);
        prop_assert_eq!(&printed(kind, &body, Some(chunk)), &whole);
        let ends: Vec<&Value> = whole.iter().filter(|line| line["type"] == "call_end").collect();
        prop_assert_eq!(ends.len(), 1, "{:?}", whole);
        prop_assert_eq!(&ends[0]["arguments"], &json!({ "path": "src/main.rs" }));
    }

    #[test]
    fn any_bytes_decode_to_lines_that_end_once(
        which in 0_usize..4,
        body in prop::collection::vec(any::<u8>(), 0..400),
        chunk in 1_usize..50,
    ) {
        let kind = http_kinds().nth(which).expect("a kind");
        let lines = printed(kind, &body, Some(chunk));
        let last = |line: &&Value| line["type"] == "done" || line["type"] == "error";
        prop_assert_eq!(lines.iter().filter(last).count(), 1);
        prop_assert_eq!(lines, printed(kind, &body, None));
    }

    #[test]
    fn what_is_cut_repeated_mixed_or_damaged_ends_once_and_loses_nothing_that_was_whole(
        which in 0..ALL.len(),
        harms in prop::collection::vec(harm(), 1..6),
        aligned in any::<bool>(),
        chunk in 1_usize..300,
    ) {
        let (kind, whole) = ALL[which];
        let mut body = whole.to_vec();
        let mut first = body.len();
        for (at, harm) in &harms {
            if body.is_empty() {
                break;
            }
            let at = at.index(body.len());
            first = first.min(hurt(&mut body, at, harm, aligned));
        }
        let mut decoder = decoder_for(kind).expect("a known kind");
        let mut before = Vec::new();
        decoder.push(&body[..first], &mut before);
        let parts = pieces(kind, body.chunks(chunk));
        prop_assert_eq!(parts.iter().filter(|part| is_final(part)).count(), 1);
        prop_assert!(parts.last().is_some_and(is_final));
        prop_assert!(parts.starts_with(&before), "what came before the damage stands");
        prop_assert!(calls_fit(&parts), "{:?}", parts);
        prop_assert_eq!(&parts, &decoded((kind, &body)), "the same at every chunk size");
    }

    #[test]
    fn interleaved_bodies_end_once_with_whole_calls(first in 0..ALL.len(), second in 0..ALL.len(), chunk in 1_usize..200) {
        let (kind, body) = ALL[first];
        let other = ALL[second].1;
        let mixed = body.chunks(chunk).zip(other.chunks(chunk)).flat_map(|(a, b)| [a, b]);
        let parts = pieces(kind, mixed);
        prop_assert_eq!(parts.iter().filter(|part| is_final(part)).count(), 1);
        prop_assert!(parts.last().is_some_and(is_final));
        prop_assert!(calls_fit(&parts), "{:?}", parts);
    }
}
