//! Tests of text that only mentions a call: it stays text, and the stream reports which call was
//! not run and why.

use serde_json::json;

use super::{DONE, read, text};
use crate::StepRequest;
use crate::prompted_tools::{Conditions, Recoverer};
use crate::testing::support::{self, called, message, request, result, said, tools};
use protocol::message::{Block, Role};
use protocol::stream::{IgnoredCall, IgnoredReason, StopReason, StreamPart, ToolFormat};

const CALL: &str = r#"{"name": "write_file", "arguments": {"path": "x", "content": "y"}}"#;

const FENCED: &str = "```json\n{\"name\": \"write_file\", \"arguments\": {\"path\": \"x\", \"content\": \"y\"}}\n```";

/// Returns the parts of an answer under conditions, in pieces of this many characters.
fn heard(conditions: Conditions, answer: &str, piece: usize, end: StreamPart) -> Vec<StreamPart> {
    let letters: Vec<char> = answer.chars().collect();
    let mut recoverer = Recoverer::new(&tools(), conditions);
    let mut out = Vec::new();
    for piece in letters.chunks(piece) {
        out.extend(recoverer.push(text(&piece.iter().collect::<String>())));
    }
    out.extend(recoverer.push(end));
    out.extend(recoverer.finish());
    out
}

fn ignored(parts: &[StreamPart]) -> Vec<(&str, IgnoredReason)> {
    let of = |part| match part {
        &StreamPart::CallIgnored {
            call: IgnoredCall { ref tool, why },
        } => Some((tool.as_str(), why)),
        _ => None,
    };
    parts.iter().filter_map(of).collect()
}

/// Asserts that an answer to a request stays text, complete for every division into pieces, and
/// that these calls are reported.
fn stays_text(request: &StepRequest, answer: &str, told: &[(&str, IgnoredReason)]) {
    for piece in [1, 2, 5, 17, usize::MAX] {
        let parts = heard(Conditions::of(request), answer, piece, DONE);
        assert_eq!(called(&parts), [], "{answer}");
        assert_eq!(said(&parts), answer);
        assert_eq!(ignored(&parts), told, "{answer}");
        let stop = StopReason::Done;
        assert_eq!(parts.last(), Some(&StreamPart::Done { stop }));
    }
}

fn told_in_words() -> StepRequest {
    request(ToolFormat::Simplified, Vec::new())
}

/// Builds a request to a model that was offered the tools natively.
fn offered(model: &str) -> StepRequest {
    StepRequest {
        model: model.to_owned(),
        ..request(ToolFormat::Native, Vec::new())
    }
}

#[test]
fn a_call_in_what_turns_out_to_be_thinking_is_not_run() {
    for thought in [
        CALL.to_owned(),
        FENCED.to_owned(),
        format!("I could send {CALL}"),
    ] {
        let mut recoverer = Recoverer::new(&tools(), Conditions::of(&told_in_words()));
        let mut parts = recoverer.push(text(&thought));
        parts.extend(recoverer.push(StreamPart::TextWasReasoning));
        let at = parts
            .iter()
            .position(|part| *part == StreamPart::TextWasReasoning);
        assert_eq!(said(&parts[..at.unwrap()]), thought, "all of it is thought");
        parts.extend(recoverer.push(text("It is done.")));
        parts.extend(recoverer.push(DONE));
        assert_eq!(called(&parts), [], "{thought}");
        assert_eq!(said(&parts[at.unwrap()..]), "It is done.");
    }
}

#[test]
fn a_call_that_other_text_follows_is_not_run() {
    let told = [("write_file", IgnoredReason::Followed)];
    for answer in [
        format!("I will not run it: {FENCED}\nbut it deletes work that is not saved."),
        format!("The call would be\n{FENCED}\nand nothing else."),
        format!("{FENCED} (just an example)"),
        format!("{CALL} (just an example)"),
        format!("The log has two lines:\n{CALL}\nIt failed."),
        format!("<tool_call>{CALL}</tool_call> is what a call looks like."),
        format!("```json\n{CALL}\n// just an example\n```"),
        format!("{FENCED}\n\n```sh\nls\n```"),
        format!("<tool_call>\n{CALL}\n</tool_call>\n<tool_call>\nname and arguments\n</tool_call>"),
    ] {
        let answer = answer.replace("run it: `", "run it:\n`");
        stays_text(&told_in_words(), &answer, &told);
    }
    let two = format!("{CALL}\n{CALL}\nBoth failed.");
    stays_text(&told_in_words(), &two, &[told[0], told[0]]);
}

#[test]
fn a_call_that_the_words_before_it_refuse_or_make_an_example_of_is_not_run() {
    let told = [("write_file", IgnoredReason::Spoken)];
    for words in [
        "I will not run it:",
        "That deletes your work. I won\u{2019}t run this call:",
        "The call would be",
        "Here is an example of a call of that tool:",
        "Je ne vais pas exécuter cet appel :",
        "A chamada seria:",
    ] {
        for call in [FENCED.to_owned(), format!("<tool_call>{CALL}</tool_call>")] {
            stays_text(&told_in_words(), &format!("{words}\n{call}"), &told);
        }
    }
    for words in [
        "I will not run the tests. I write the file:",
        "For example the README is missing, so I write it:",
        "The first step would be to write it:",
        "Do not worry:",
        "",
    ] {
        let answer = format!("{words}\n{FENCED}");
        let parts = heard(Conditions::of(&told_in_words()), &answer, 3, DONE);
        assert_eq!(called(&parts).len(), 1, "{words}");
    }
}

#[test]
fn of_calls_with_text_between_only_those_at_the_end_are_run() {
    let end = r#"{"name": "read_file", "arguments": {"path": "a"}}"#;
    let answer = format!("README has\n{FENCED}\nwhich I leave. Now:\n```json\n{end}\n```\n");
    for piece in [1, 3, usize::MAX] {
        let parts = heard(Conditions::of(&told_in_words()), &answer, piece, DONE);
        let calls: Vec<_> = called(&parts)
            .into_iter()
            .map(|(_, name, given)| (name, given))
            .collect();
        assert_eq!(calls, [read("a")]);
        assert_eq!(ignored(&parts), [("write_file", IgnoredReason::Followed)]);
        assert_eq!(
            said(&parts),
            format!("README has\n{FENCED}\nwhich I leave. Now:\n")
        );
    }
}

#[test]
fn a_call_that_is_only_quoted_is_not_run() {
    let readme = "# Tools\n\n```json\n{\n  \"name\": \"write_file\",\n  \"arguments\": {\"path\": \"x\",\n  \"content\": \"y\"}\n}\n```\n";
    let read = |content: &str| {
        let block = result(1, "read_file", json!({ "content": content }));
        vec![message(Role::Tool, vec![block])]
    };
    let said = |words: &str| vec![message(Role::User, vec![support::text(words)])];
    let answer = format!("README.md says:\n\n{FENCED}");
    for messages in [
        read(readme),
        said(readme),
        said(CALL),
        read(&format!("12: {CALL}")),
    ] {
        let request = request(ToolFormat::Simplified, messages);
        stays_text(&request, &answer, &[("write_file", IgnoredReason::Quoted)]);
    }
    let system = StepRequest {
        system: format!("Be brief. A call: {CALL}"),
        ..told_in_words()
    };
    stays_text(&system, &answer, &[("write_file", IgnoredReason::Quoted)]);
}

#[test]
fn the_example_of_the_prompt_is_quoted_too() {
    let example = "```json\n{\"name\":\"read_file\",\"arguments\":{\"path\":\"…\"}}\n```";
    stays_text(
        &told_in_words(),
        example,
        &[("read_file", IgnoredReason::Quoted)],
    );
}

#[test]
fn a_template_of_a_call_is_not_run() {
    let of = |arguments: serde_json::Value| {
        let call = json!({ "name": "write_file", "arguments": arguments });
        format!("The form is\n<tool_call>\n{call}\n</tool_call>")
    };
    for arguments in [
        json!({ "path": "<path>", "content": "<content>" }),
        json!({ "path": "…" }),
        json!({ "path": "{path}", "content": "..." }),
    ] {
        let told = [("write_file", IgnoredReason::Template)];
        stays_text(&told_in_words(), &of(arguments), &told);
    }
    for arguments in [
        json!({ "path": "a.html", "content": "<content>" }),
        json!({ "path": ".", "content": "<div>" }),
        json!({}),
    ] {
        let parts = heard(Conditions::of(&told_in_words()), &of(arguments), 5, DONE);
        assert_eq!(called(&parts).len(), 1);
    }
}

#[test]
fn a_model_that_the_user_declares_is_read() {
    let declared = StepRequest {
        sends_text_calls: true,
        ..offered("some-model")
    };
    let parts = heard(Conditions::of(&declared), FENCED, 3, DONE);
    assert_eq!(called(&parts).len(), 1);
    let parts = heard(Conditions::native(&declared), FENCED, 3, DONE);
    assert_eq!(
        called(&parts),
        [],
        "but for a server whose models call natively"
    );
}

#[test]
fn a_call_that_was_made_before_may_be_made_again() {
    let made: Block = support::call(1, "write_file", json!({ "path": "x", "content": "y" }));
    let request = request(
        ToolFormat::Simplified,
        vec![message(Role::Assistant, vec![made])],
    );
    let parts = heard(Conditions::of(&request), FENCED, 4, DONE);
    assert_eq!(called(&parts).len(), 1);
}

#[test]
fn text_of_a_model_that_calls_natively_is_never_run() {
    let told = [("write_file", IgnoredReason::Native)];
    for answer in [
        FENCED.to_owned(),
        CALL.to_owned(),
        format!("<tool_call>{CALL}</tool_call>"),
    ] {
        for model in ["gpt-5", "some-model", "claude-sonnet-4-5"] {
            stays_text(&offered(model), &answer, &told);
        }
    }
}

#[test]
fn a_server_whose_models_always_call_natively_has_no_calls_in_text() {
    for format in [ToolFormat::Native, ToolFormat::Simplified] {
        let conditions = Conditions::native(&request(format, Vec::new()));
        let parts = heard(conditions, FENCED, 3, DONE);
        assert_eq!(called(&parts), []);
        assert_eq!(said(&parts), FENCED);
        assert_eq!(ignored(&parts), [("write_file", IgnoredReason::Native)]);
    }
}

#[test]
fn a_model_that_is_known_to_send_calls_as_text_is_read() {
    for answer in [
        FENCED.to_owned(),
        format!("I write it.\n<tools>\n{CALL}\n</tools>"),
    ] {
        for model in [
            "qwen2.5-coder:1.5b-strict",
            "Qwen/Qwen2.5-Coder-7B-Instruct",
        ] {
            let parts = heard(Conditions::of(&offered(model)), &answer, 3, DONE);
            assert_eq!(called(&parts).len(), 1, "{model}: {answer}");
            assert_eq!(ignored(&parts), []);
        }
    }
}

#[test]
fn beside_a_native_call_text_is_text_wherever_it_stands() {
    let native = || {
        let index = 0;
        let (id, name) = ("c".to_owned(), "list_files".to_owned());
        let arguments = json!({});
        [
            StreamPart::CallStart { index, id, name },
            StreamPart::CallEnd { index, arguments },
        ]
    };
    for before in [true, false] {
        let mut parts = vec![text(FENCED)];
        parts.splice(if before { 1..1 } else { 0..0 }, native());
        parts.push(DONE);
        let mut recoverer = Recoverer::new(&tools(), Conditions::of(&offered("qwen2.5-coder")));
        let out: Vec<StreamPart> = parts
            .into_iter()
            .flat_map(|part| recoverer.push(part))
            .collect();
        let names: Vec<String> = called(&out).into_iter().map(|(_, name, _)| name).collect();
        assert_eq!(names, ["list_files"]);
        assert_eq!(said(&out), FENCED);
        assert_eq!(ignored(&out), [("write_file", IgnoredReason::Native)]);
    }
}

#[test]
fn a_call_behind_which_the_answer_was_cut_is_not_run() {
    let stop = StopReason::Length;
    for answer in [FENCED, &format!("{CALL}\n\n")] {
        let parts = heard(Conditions::alone(), answer, 6, StreamPart::Done { stop });
        assert_eq!(called(&parts), []);
        assert_eq!(said(&parts), answer);
        assert_eq!(ignored(&parts), [("write_file", IgnoredReason::Cut)]);
    }
}

#[test]
fn prose_behind_a_badly_quoted_call_is_not_swallowed() {
    let bad =
        "```json\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a}}\n``` and <b> so on";
    stays_text(&told_in_words(), bad, &[]);
}
