//! Tests of the recovery of calls in text.

mod forms;
mod mentioned_calls;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Conditions, Recoverer, system_prompt};
use crate::testing::support::{called, said, tools};
use notice::Notice;
use protocol::call::{ToolClass, ToolSpec};
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, StreamPart};

const DONE: StreamPart = StreamPart::Done {
    stop: StopReason::Done,
};

fn text(text: &str) -> StreamPart {
    StreamPart::Text {
        text: text.to_owned(),
    }
}

#[test]
fn the_prompt_shows_the_form_of_a_call_and_each_tool_with_its_arguments() {
    let tool = ToolSpec {
        name: "read_file".into(),
        description: "Reads a file.\n".into(),
        parameters: json!({
            "type": "object",
            "properties": {
                "path": { "type": "string" },
                "limit": { "type": ["integer", "null"] },
                "mode": { "enum": ["create", "append"] },
                "edits": { "type": "array", "items": { "properties": { "at": { "type": "integer" } } } },
            },
            "required": ["path"],
        }),
        class: ToolClass::Read,
    };
    insta::assert_snapshot!(system_prompt("Be brief.", &[tool]), @r#"
    Be brief.

    # Tools
    To call a tool, write the call as a fenced block of JSON, then stop. The next message has the result. Write one block for each call, in this form:

    ```json
    {"name":"read_file","arguments":{"path":"…"}}
    ```

    The tools (you can leave out arguments with ?):
    - read_file(path: string, limit?: integer, mode?: "create"|"append", edits?: array of {at?: integer}): Reads a file.
    "#);
    assert_eq!(system_prompt("Be brief.", &[]), "Be brief.");
}

/// Recovers the answer of a model that writes `answer`, in pieces of this many characters.
fn recovered(answer: &str, piece: usize) -> Vec<StreamPart> {
    let characters: Vec<char> = answer.chars().collect();
    let mut recoverer = Recoverer::new(&tools(), Conditions::alone());
    let mut out = Vec::new();
    for piece in characters.chunks(piece) {
        out.extend(recoverer.push(text(&piece.iter().collect::<String>())));
    }
    out.extend(recoverer.push(DONE));
    out.extend(recoverer.finish());
    out
}

fn calls(answer: &str) -> Vec<(String, Value)> {
    let whole = recovered(answer, usize::MAX);
    let strip = |parts: &[StreamPart]| -> Vec<(String, Value)> {
        called(parts)
            .into_iter()
            .map(|(_, name, arguments)| (name, arguments))
            .collect()
    };
    let found = strip(&whole);
    for piece in [1, 2, 3, 7, 20] {
        let parts = recovered(answer, piece);
        assert_eq!(
            strip(&parts),
            found,
            "{piece} characters at a time of {answer}"
        );
        assert_eq!(
            said(&parts),
            said(&whole),
            "{piece} characters at a time of {answer}"
        );
    }
    found
}

fn read(path: &str) -> (String, Value) {
    ("read_file".to_owned(), json!({ "path": path }))
}

#[test]
fn calls_in_every_known_shape_are_found() {
    let shapes = [
        r#"{"name": "read_file", "arguments": {"path": "a"}}"#,
        "```json\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\n```",
        "```\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\n```\n",
        "```python\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\n```",
        "```tool_call\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\n```",
        "```json {\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}```",
        "<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>",
        "<tool_call>{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}",
        "```xml\n<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>\n```",
        "[TOOL_CALLS] [{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}]",
        r#"{"tool": "read_file", "parameters": {"path": "a"}}"#,
        r#"{"tool": "read_file", "args": {"path": "a"}}"#,
        r#"{"tool_name": "read_file", "input": {"path": "a"}}"#,
        r#"{"tool": "read_file", "path": "a"}"#,
        r#"{"type":"function","function":{"name":"read_file","arguments":"{\"path\": \"a\"}"}}"#,
        r#"{"id":"x","function":{"name":"read_file","arguments":{"path":"a"}}}"#,
        r#"{"tool_calls":[{"function":{"name":"read_file","arguments":"{\"path\":\"a\"}"}}]}"#,
        "{'name': 'read_file', 'arguments': {'path': 'a',},}",
        "{name: \"read_file\", arguments: {path: \"a\"}}",
        "```json\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}\n```",
        r#"{"name": "read_file", "arguments": {"path": "a"}"#,
        // Actual output of Qwen 2.5 Coder with 1.5 billion parameters: a brace is missing, and the
        // tag is that of the prompt.
        "<tools>\n{\"type\": \"function\", \"function\": {\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\n</tools>",
        "<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}\n</tool_call>",
        "```xml\n<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}\n</tool_call>\n```",
        "<tools>{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}</tool_call>",
        "<tools>{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}</too",
    ];
    for shape in shapes {
        assert_eq!(calls(shape), [read("a")], "{shape}");
        let parts = recovered(shape, 3);
        assert_eq!(said(&parts).trim(), "", "nothing of {shape} stays as text");
        assert_eq!(
            parts.last(),
            Some(&StreamPart::Done {
                stop: StopReason::NeedsTools
            })
        );
    }
}

#[test]
fn several_calls_at_the_end_are_kept_in_order_and_the_text_before_them_is_text() {
    let one = r#"{"name": "read_file", "arguments": {"path": "a"}}"#;
    let two = r#"{"name": "read_file", "arguments": {"path": "b"}}"#;
    for answer in [
        format!("First.\n```json\n{one}\n```\n\n```json\n{two}\n```\n"),
        format!("First.\n<tool_call>\n{one}\n</tool_call>\n<tool_call>\n{two}\n</tool_call>"),
    ] {
        assert_eq!(calls(&answer), [read("a"), read("b")]);
        assert_eq!(said(&recovered(&answer, 4)), "First.\n");
    }
    for answer in [
        format!("```json\n[{one},\n {two}]\n```"),
        format!("```json\n{one}\n{two}\n```"),
        format!("```json\n{one},\n{two}\n```"),
        format!("{one}\n{two}"),
        format!(
            "<tool_call>\n{}\n<tool_call>\n{two}\n</tool_call>",
            &one[..one.len() - 1]
        ),
        format!("<tools>\n{one}\n{two}\n</tools>"),
    ] {
        assert_eq!(calls(&answer), [read("a"), read("b")], "{answer}");
        assert_eq!(said(&recovered(&answer, 4)).trim(), "");
    }
}

#[test]
fn badly_quoted_arguments_are_read() {
    let content = |answer: &str| {
        calls(answer)
            .pop()
            .map(|(_, arguments)| arguments["content"].clone())
    };
    let start = r#"{"name": "write_file", "arguments": {"path": "a", "content": "#;
    assert_eq!(
        content(&format!("{start}\"one\ntwo\"}}}}")),
        Some(json!("one\ntwo")),
        "line break"
    );
    assert_eq!(
        content(&format!("{start}\"say \"hi\" now\"}}}}")),
        Some(json!("say \"hi\" now")),
        "inner quotes"
    );
    assert_eq!(
        content(&format!("{start}'it\\'s'}}}}")),
        Some(json!("it's"))
    );
    assert_eq!(
        content(&format!("{start}\"\\d+ \\u00e9\"}}}}")),
        Some(json!("\\d+ é")),
        "foreign escape"
    );
    assert_eq!(
        content(&format!("{start}\"```rust\nfn main() {{}}\n```\n\"}}}}")),
        Some(json!("```rust\nfn main() {}\n```\n"))
    );
    let python =
        "{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\", \"all\": True, \"end\": None}}";
    assert_eq!(
        calls(python)[0].1,
        json!({ "path": "a", "all": true, "end": null })
    );
}

#[test]
fn text_that_is_no_call_is_never_lost_or_changed() {
    let answers = [
        "Plain words.\n\nAnd more.",
        "```rust\nfn main() {\n    println!(\"{}\", 1);\n}\n```\nDone.",
        "```json\n{\"name\": \"agentichat\", \"version\": \"1\"}\n```",
        "```json\n{\"name\": \"delete_everything\", \"arguments\": {}}\n```",
        "{\"name\": \"read_file\", \"description\": \"Reads.\", \"parameters\": {}}",
        "{\"type\": \"object\", \"properties\": {}}\nnext",
        "[a link](http://x) and [ ] a box",
        "- [x] done\n[1, 2, 3]\n{",
        "use `read_file` or ``` inline",
        "<tool_call>not json</tool_call>",
        "a < b and <tool",
        "```\n{ let x = 1; }\n```\n",
        "```json\n{\"name\": \"read_file\", \"arguments\": {\"path\": ",
        "\n\n  {\"name\": \"read_fi",
        "```py",
        "text {\"name\": \"read_file\", \"arguments\": {}} in a line",
        "```rust\n{\"name\": \"list_files\", \"arguments\": {}}\n```",
    ];
    for answer in answers {
        assert_eq!(calls(answer), [], "{answer}");
        for piece in [1, 2, 5, 100] {
            assert_eq!(said(&recovered(answer, piece)), answer);
        }
    }
}

#[test]
fn text_passes_at_once_until_a_call_may_begin() {
    let mut recoverer = Recoverer::new(&tools(), Conditions::alone());
    assert_eq!(recoverer.push(text("Hello wor")), [text("Hello wor")]);
    assert_eq!(recoverer.push(text("ld.\n``")), [text("ld.\n")]);
    assert_eq!(recoverer.push(text("`js")), []);
    assert_eq!(recoverer.push(text("on\n{\"na")), []);
    assert_eq!(
        said(&recoverer.push(text("me\": \"vite"))),
        "```json\n{\"name\": \"vite"
    );
    assert_eq!(
        recoverer.push(text("\", more")),
        [text("\", more")],
        "it is no tool: shown as it comes"
    );
}

#[test]
fn arguments_of_native_calls_are_mended() {
    let mut recoverer = Recoverer::new(&tools(), Conditions::alone());
    let mut out = recoverer.push(StreamPart::CallStart {
        index: 0,
        id: "c".to_owned(),
        name: "list_files".to_owned(),
    });
    out.extend(recoverer.push(StreamPart::CallEnd {
        index: 0,
        arguments: json!("{'path': 'a',}"),
    }));
    out.extend(recoverer.push(DONE));
    assert_eq!(called(&out)[0].2, json!({ "path": "a" }));
}

#[test]
fn half_a_call_before_an_error_stays_text() {
    let mut recoverer = Recoverer::new(&tools(), Conditions::alone());
    let half = "```json\n{\"name\": \"list_files\", \"arguments\": {}";
    let error = ProviderError::new(ProviderErrorKind::Connection, Notice::text("cut"));
    let mut out = recoverer.push(text(half));
    out.extend(recoverer.push(StreamPart::Error { error }));
    out.extend(recoverer.finish());
    assert_eq!(said(&out), half);
    assert_eq!(called(&out), []);
    assert!(matches!(out.last(), Some(StreamPart::Error { .. })));
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn whatever_is_written_no_text_is_lost_and_pieces_do_not_matter(
        tokens in prop::collection::vec(prop::sample::select(vec![
            "```", "json", "\n", "{", "}", "[", "]", "\"name\"", ":", "\"nothing\"", ",", "<tool_call>",
            "</tool_call>", "'", "\"", "\\", " ", "é", "read", "a: 1", "rust",
        ]), 0..40),
        piece in 1_usize..9,
    ) {
        let answer = tokens.concat();
        let parts = recovered(&answer, piece);
        prop_assert_eq!(called(&parts), []);
        prop_assert_eq!(said(&parts), answer);
    }

    #[test]
    fn valid_json_is_read_as_what_it_is(path in "\\PC{0,40}", content in "(\\PC|\n|\"|\\\\|```|</tools>|<tool_call>){0,80}", piece in 1_usize..30) {
        let arguments = json!({ "path": path, "content": content });
        let call = json!({ "name": "write_file", "arguments": arguments });
        let text = call.to_string();
        let cut = &text[..text.len() - 1];
        for answer in [
            format!("```json\n{call:#}\n```"),
            format!("<tools>\n{cut}\n</tools>"),
            format!("<tool_call>{text}</tool_call>"),
            text,
        ] {
            let found = called(&recovered(&answer, piece));
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(&found[0].2, &arguments);
        }
    }
}
