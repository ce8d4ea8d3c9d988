//! Tests of the forms that models were trained to use for calls, over `tests/fixtures/text-calls`.

use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{DONE, text};
use crate::StepRequest;
use crate::prompted_tools::form::Form;
use crate::prompted_tools::{Conditions, Recoverer, known};
use crate::testing::support::{self, called, message, request, said};
use protocol::call::{ToolClass, ToolSpec};
use protocol::message::Role;
use protocol::stream::{StreamPart, ToolFormat};

const CASES: &str = include_str!("../../../../tests/fixtures/text-calls/cases.jsonl");

#[derive(Deserialize)]
struct Case {
    form: Form,
    model: String,
    answer: String,
    calls: Vec<Made>,
    ignored: usize,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Made {
    name: String,
    arguments: Value,
}

fn cases() -> Vec<Case> {
    let lines = CASES.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a case"))
        .collect()
}

fn tools() -> Vec<ToolSpec> {
    let tool = |name: &str, properties: Value| ToolSpec {
        name: name.to_owned(),
        description: format!("Does {name}."),
        parameters: json!({ "type": "object", "properties": properties, "required": [] }),
        class: ToolClass::Read,
    };
    let (word, number, yes) = (
        json!({ "type": "string" }),
        json!({ "type": "integer" }),
        json!({ "type": "boolean" }),
    );
    vec![
        tool("search_text", json!({ "query": word, "path": word })),
        tool(
            "read_file",
            json!({ "path": word, "start_line": number, "end_line": number }),
        ),
        tool(
            "write_file",
            json!({ "path": word, "content": word, "mode": { "enum": ["overwrite"] } }),
        ),
        tool(
            "edit_file",
            json!({ "path": word, "edits": { "type": "array" } }),
        ),
        tool("shell_exec", json!({ "command": word })),
        tool(
            "list_files",
            json!({ "path": word, "hidden": yes, "depth": number }),
        ),
    ]
}

fn of(model: &str, format: ToolFormat) -> Conditions {
    Conditions::of(&StepRequest {
        model: model.to_owned(),
        tools: tools().into(),
        ..request(format, Vec::new())
    })
}

/// Returns the parts of an answer that arrives in pieces which end at these characters.
fn heard(conditions: Conditions, answer: &str, ends: &[usize]) -> Vec<StreamPart> {
    let letters: Vec<char> = answer.chars().collect();
    let mut recoverer = Recoverer::new(&tools(), conditions);
    let mut out = Vec::new();
    let mut from = 0;
    for end in ends.iter().copied().chain([letters.len()]) {
        let end = end.clamp(from, letters.len());
        let piece: String = letters[from..end].iter().collect();
        out.extend(recoverer.push(text(&piece)));
        from = end;
    }
    out.extend(recoverer.push(DONE));
    out.extend(recoverer.finish());
    out
}

fn every(letters: usize, answer: &str) -> Vec<usize> {
    (letters..answer.chars().count()).step_by(letters).collect()
}

fn calls(parts: &[StreamPart]) -> Vec<Made> {
    let made = called(parts).into_iter();
    made.map(|(_, name, arguments)| Made { name, arguments })
        .collect()
}

fn ignored(parts: &[StreamPart]) -> usize {
    let is_ignored = |part: &&StreamPart| matches!(part, StreamPart::CallIgnored { .. });
    parts.iter().filter(is_ignored).count()
}

#[test]
fn calls_in_the_forms_that_models_were_trained_in_are_made_at_every_chunk_size() {
    for case in cases() {
        for format in [ToolFormat::Native, ToolFormat::Simplified] {
            for piece in [1, 2, 3, 5, 8, 13, 64, 100_000] {
                let ends = every(piece, &case.answer);
                let parts = heard(of(&case.model, format), &case.answer, &ends);
                let what = format!("{format:?}, {piece} letters at a time of {}", case.answer);
                assert_eq!(calls(&parts), case.calls, "{what}");
                assert_eq!(ignored(&parts), case.ignored, "{what}");
                if case.calls.is_empty() {
                    assert_eq!(said(&parts), case.answer, "{what}");
                }
            }
        }
    }
}

#[test]
fn nothing_of_a_call_is_shown_as_prose() {
    for case in cases().into_iter().filter(|case| !case.calls.is_empty()) {
        let parts = heard(
            of(&case.model, ToolFormat::Native),
            &case.answer,
            &every(4, &case.answer),
        );
        let said = said(&parts);
        assert!(case.answer.starts_with(&said), "{said}");
        let marks = ["<", "[", "{", "|", "｜"];
        assert!(marks.iter().all(|mark| !said.contains(mark)), "{said}");
    }
}

#[test]
fn a_model_that_was_not_trained_in_a_form_has_no_calls_in_it() {
    for case in cases() {
        for model in ["gpt-5", "some-model", "qwen2.5-coder:7b"] {
            let is_known = known::forms_of(model).contains(case.form);
            let parts = heard(
                of(model, ToolFormat::Native),
                &case.answer,
                &every(7, &case.answer),
            );
            if !is_known {
                assert_eq!(calls(&parts), [], "{model}: {}", case.answer);
                assert_eq!(said(&parts), case.answer);
                assert_eq!(ignored(&parts), case.calls.len().max(case.ignored));
            }
        }
    }
}

#[test]
fn each_case_is_in_a_form_that_its_model_is_known_for_and_each_form_has_one() {
    let cases = cases();
    for case in &cases {
        let known = known::forms_of(&case.model);
        assert!(known.contains(case.form), "{}: {:?}", case.model, case.form);
    }
    for (_, form) in crate::prompted_tools::form::OPENERS {
        let has = cases
            .iter()
            .any(|case| case.form == form && !case.calls.is_empty());
        assert!(has, "{form:?}");
    }
}

#[test]
fn the_last_mark_of_a_call_may_be_missing_and_half_a_value_is_no_call() {
    let made = |answer: &str| {
        let whole = calls(&heard(of("m", ToolFormat::Simplified), answer, &[]));
        let pieces = heard(of("m", ToolFormat::Simplified), answer, &every(1, answer));
        assert_eq!(calls(&pieces), whole, "{answer}");
        whole.len()
    };
    assert_eq!(
        made("<function=read_file>\n<parameter=path>\na\n</parameter>\n</tool_call>"),
        1
    );
    assert_eq!(
        made("<function=read_file>\n<parameter=path>\na\n</parameter>"),
        1
    );
    assert_eq!(
        made("<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>"),
        1
    );
    assert_eq!(made("[TOOL_CALLS]read_file{\"path\": \"a\"}"), 1);
    assert_eq!(
        made("<|channel|>commentary to=functions.read_file<|message|>{\"path\": \"a\"}"),
        1
    );
    assert_eq!(
        made("```xml\n<tool_call>\n<function=list_files>\n</function>\n</tool_call>\n```"),
        1
    );
    assert_eq!(made("<function=read_file>\n<parameter=path>\na\n"), 0);
    assert_eq!(
        made("<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a"),
        0
    );
    assert_eq!(
        made("<function=read_file>\n<parameter=path>\na\n</parameter>\nand so on"),
        0
    );
    assert_eq!(made("<function=delete_all>\n</function>"), 0);
    assert_eq!(made("<|channel|>final<|message|>{\"path\": \"a\"}"), 0);
}

#[test]
fn arguments_that_stand_somewhere_are_no_quotation_but_a_call_is() {
    let shown = "fn main() {}\n{\"path\": \"a\"}\n";
    let call = |index: usize| {
        let calls = [
            "<|tool_call_begin|>functions.list_files:0<|tool_call_argument_begin|>{}<|tool_call_end|>",
            "[TOOL_CALLS]read_file[ARGS]{\"path\": \"a\"}",
            "<tool_call>read_file<arg_key>path</arg_key><arg_value>a</arg_value></tool_call>",
        ];
        calls[index % calls.len()].to_owned()
    };
    for index in 0..3 {
        let answer = call(index);
        for (shown, made) in [(shown.to_owned(), 1), (format!("{shown}\n  {answer}\n"), 0)] {
            let message = message(Role::User, vec![support::text(&shown)]);
            let request = StepRequest {
                tools: tools().into(),
                ..request(ToolFormat::Simplified, vec![message])
            };
            let parts = heard(Conditions::of(&request), &answer, &every(3, &answer));
            assert_eq!(calls(&parts).len(), made, "{answer} after {shown}");
        }
    }
}

proptest! {
    #![proptest_config(testing::cases(128))]

    #[test]
    fn any_split_into_chunks_gives_the_same_calls(
        at in 0_usize..36,
        ends in prop::collection::vec(0_usize..900, 0..12),
    ) {
        let cases = cases();
        let case = &cases[at % cases.len()];
        let mut ends = ends;
        ends.sort_unstable();
        let whole = heard(of(&case.model, ToolFormat::Native), &case.answer, &[]);
        let parts = heard(of(&case.model, ToolFormat::Native), &case.answer, &ends);
        prop_assert_eq!(calls(&parts), calls(&whole));
        prop_assert_eq!(said(&parts), said(&whole));
        prop_assert_eq!(ignored(&parts), ignored(&whole));
    }

    #[test]
    fn marks_in_any_order_lose_no_text_and_pieces_do_not_matter(
        tokens in prop::collection::vec(prop::sample::select(vec![
            "<tool_call>", "</tool_call>", "<function=", "read_file", ">", "</function>", "<parameter=path>",
            "</parameter>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "<|tool_call_begin|>",
            "functions.", "<|tool_call_argument_begin|>", "{", "}", "\"path\"", ":", "\"a\"", "\n", " ", "[TOOL_CALLS]",
            "[ARGS]", "<|channel|>commentary", " to=functions.", "<|message|>", "<|call|>", "<|end|>", "```", "json",
            "<minimax:tool_call>", "<invoke name=\"", "\">", "</invoke>", "words", "<｜tool▁call▁begin｜>",
            "<｜tool▁sep｜>", "<｜tool▁call▁end｜>", "function", "<｜DSML｜invoke name=\"", "</｜DSML｜invoke>",
        ]), 0..24),
        ends in prop::collection::vec(0_usize..300, 0..10),
    ) {
        let answer = tokens.concat();
        let mut ends = ends;
        ends.sort_unstable();
        let whole = heard(of("m", ToolFormat::Simplified), &answer, &[]);
        let parts = heard(of("m", ToolFormat::Simplified), &answer, &ends);
        prop_assert_eq!(calls(&parts), calls(&whole));
        prop_assert_eq!(said(&parts), said(&whole));
        if calls(&whole).is_empty() {
            prop_assert_eq!(said(&whole), answer);
        } else {
            prop_assert!(answer.starts_with(&said(&whole)));
        }
    }
}
