//! Tests of arguments, the registry and questions.

use serde_json::{Value, json};

use super::Harness;
use crate::{class_of, specs};
use protocol::approval::{QuestionBody, Validation};
use protocol::call::ToolClass;
use protocol::plan::Grant;

#[test]
fn bad_arguments_name_the_field_and_what_was_expected() {
    let harness = Harness::new();
    for (tool, arguments, field) in [
        ("read_file", json!({}), "path"),
        ("read_file", json!({ "path": null }), "path"),
        ("read_file", json!({ "path": 3 }), "path"),
        (
            "read_file",
            json!({ "path": "a", "start_line": "two" }),
            "start_line",
        ),
        (
            "read_file",
            json!({ "path": "a", "start_line": 0 }),
            "start_line",
        ),
        ("read_file", json!({ "path": "a", "colour": 1 }), "colour"),
        (
            "write_file",
            json!({ "path": "a", "content": "", "mode": "burn" }),
            "mode",
        ),
        (
            "edit_file",
            json!({ "path": "a", "edits": [{ "operation": "replace" }] }),
            "edits[0].start_line",
        ),
        ("edit_file", json!({ "path": "a", "edits": "x" }), "edits"),
        ("shell_exec", json!({ "command": ["ls"] }), "command"),
    ] {
        let error = harness.refusal(tool, arguments);
        assert_eq!(error.code.code(), "E013", "{tool} {field}");
        assert_eq!(error.details["field"], field, "{error}");
        assert!(error.message.to_string().contains(field), "{error}");
    }
    let text = harness.refusal("read_file", Value::String("{\"path\": ".into()));
    assert_eq!(text.code.code(), "E013");
    assert_eq!(harness.refusal("fly", json!({})).code.code(), "E007");
}

#[test]
fn what_models_often_do_is_forgiven() {
    let harness = Harness::new();
    harness.put("a.txt", "1\n2\n3\n");
    let read = harness.ok(
        "read_file",
        json!({ "path": "a.txt", "start_line": "2", "end_line": 2.0, "max_bytes": null }),
    );
    assert_eq!(read["text"], "2\n");
    let as_text = Value::String("{\"path\": \"a.txt\"}".into());
    harness.ok("read_file", as_text);
    harness.ok(
        "edit_file",
        json!({ "path": "a.txt",
        "edits": "[{\"operation\": \"delete\", \"start_line\": 1}]" }),
    );
    assert_eq!(harness.disk("a.txt"), "2\n3\n");
}

#[test]
fn every_tool_has_a_plain_object_schema() {
    let names: Vec<String> = specs().iter().map(|spec| spec.name.clone()).collect();
    assert_eq!(
        names,
        [
            "list_files",
            "read_file",
            "search_text",
            "search_project",
            "search_semantic",
            "write_file",
            "edit_file",
            "replace_text",
            "delete_file",
            "shell_exec",
            "clarify_user",
            "create_tasks",
            "update_task",
            "list_tasks",
            "remember",
            "spawn_agent",
            "delegate_task",
            "parallel_tasks"
        ]
    );
    for spec in specs().iter() {
        let schema = &spec.parameters;
        assert_eq!(schema["type"], "object", "{}", spec.name);
        assert_eq!(schema["additionalProperties"], false, "{}", spec.name);
        let text = schema.to_string();
        assert!(!text.contains("$ref") && !text.contains("null"), "{text}");
        for (name, property) in schema["properties"].as_object().unwrap() {
            assert!(property["description"].is_string(), "{}.{name}", spec.name);
            assert!(
                property["type"].is_string(),
                "{}.{name}: {property}",
                spec.name
            );
        }
    }
    assert_eq!(class_of("shell_exec"), ToolClass::Command);
    assert_eq!(class_of("mcp__git__log"), ToolClass::Mcp);
    assert_eq!(class_of("fly"), ToolClass::Unknown);
}

#[test]
fn a_question_is_shown_and_its_answer_told() {
    let harness = Harness::new();
    let ask = |kind: &str, options: Value| json!({ "question": "Which?", "kind": kind, "options": options });
    let prepared = harness
        .prepare("clarify_user", ask("select", json!(["a", "b"])))
        .unwrap();
    assert!(
        matches!(&prepared.plan.body, Some(QuestionBody::Select { options, .. }) if options.len() == 2)
    );
    let finished = harness.finish(
        prepared,
        Grant::Answered {
            answer: json!("no_user_answer"),
        },
    );
    assert_eq!(
        finished.result.content,
        json!({ "success": true, "answer": "no_user_answer" })
    );
    let prepared = harness
        .prepare("clarify_user", ask("select", json!(["a", "b"])))
        .unwrap();
    let answer = json!({ "answer": ["a", "b"] });
    let finished = harness.finish(prepared, Grant::Answered { answer });
    assert_eq!(finished.result.summary.to_string(), "answer: a, b");
    assert_eq!(
        finished.result.content,
        json!({ "success": true, "answer": ["a", "b"] })
    );
    assert_eq!(
        harness
            .refusal("clarify_user", ask("select", json!(["a"])))
            .code
            .code(),
        "E013"
    );
    assert_eq!(
        harness
            .refusal("clarify_user", ask("shout", Value::Null))
            .code
            .code(),
        "E013"
    );
    let input = harness
        .prepare("clarify_user", ask("input", Value::Null))
        .unwrap();
    assert!(matches!(&input.plan.body, Some(QuestionBody::Input { .. })));
}

#[test]
fn what_an_answer_must_be_is_asked_for_and_what_cannot_be_is_refused_with_the_field() {
    let harness = Harness::new();
    let body = |arguments: Value| {
        let prepared = harness.prepare("clarify_user", arguments).unwrap();
        (prepared.plan.body.unwrap(), prepared.plan.steps)
    };
    let input = |more: Value| {
        let mut arguments = json!({ "question": "Which?", "kind": "input" });
        let fields = arguments.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        arguments
    };
    for (more, wanted) in [
        (json!({}), Validation::None),
        (json!({ "validation": "not_empty" }), Validation::NotEmpty),
        (json!({ "validation": "number" }), Validation::Number),
        (json!({ "validation": "path" }), Validation::Path),
        (
            json!({ "validation": "pattern", "pattern": "[a-z]+" }),
            Validation::Pattern("[a-z]+".to_owned()),
        ),
        (
            json!({ "pattern": "[a-z]+" }),
            Validation::Pattern("[a-z]+".to_owned()),
        ),
    ] {
        let (body, steps) = body(input(more));
        assert!(
            matches!(&body, QuestionBody::Input { validation, .. } if *validation == wanted),
            "{body:?}"
        );
        assert_eq!(steps, []);
    }
    let several =
        json!({ "question": "Which?", "kind": "select", "options": ["a", "b"], "multiple": true });
    assert!(matches!(
        body(several).0,
        QuestionBody::Select { multiple: true, .. }
    ));
    for (arguments, field) in [
        (json!({ "question": "Which?" }), "kind"),
        (input(json!({ "validation": "pattern" })), "pattern"),
        (input(json!({ "pattern": "(" })), "pattern"),
        (input(json!({ "pattern": "a)|(b" })), "pattern"),
        (input(json!({ "pattern": "a".repeat(501) })), "pattern"),
        (
            input(json!({ "pattern": "(((a{99}){99}){99}){99}" })),
            "pattern",
        ),
        (
            input(json!({ "validation": "number", "pattern": "a" })),
            "pattern",
        ),
        (input(json!({ "multiple": true })), "multiple"),
        (
            json!({ "question": "Sure?", "kind": "confirm", "validation": "number" }),
            "validation",
        ),
    ] {
        let Err(refused) = harness.prepare("clarify_user", arguments.clone()) else {
            panic!("{arguments} was not refused");
        };
        assert_eq!(refused.code.code(), "E013", "{arguments}");
        assert_eq!(refused.details["field"], field, "{arguments}");
    }
}

#[test]
fn steps_are_a_wizard_and_a_wrong_one_is_named_by_its_place() {
    let harness = Harness::new();
    let wizard = |steps: Value| json!({ "question": "A new module", "steps": steps });
    let prepared = harness
        .prepare(
            "clarify_user",
            wizard(json!([
                { "question": "Its name?", "kind": "input", "validation": "not_empty" },
                { "question": "Which parts?", "kind": "select", "options": ["a", "b"], "multiple": true },
                { "question": "With tests?", "kind": "confirm" },
            ])),
        )
        .unwrap();
    let steps = &prepared.plan.steps;
    assert_eq!(steps.len(), 3);
    assert_eq!(prepared.plan.body.as_ref(), steps.first());
    assert!(
        matches!(&steps[0], QuestionBody::Input { question, validation: Validation::NotEmpty } if question == "A new module\nIts name?")
    );
    for (steps, field) in [
        (
            json!([{ "question": "a", "kind": "confirm" }, { "question": " ", "kind": "confirm" }]),
            "steps[1].question",
        ),
        (
            json!([{ "question": "a", "kind": "select", "options": ["only"] }]),
            "steps[0].options",
        ),
        (
            json!([{ "question": "a", "kind": "input", "pattern": "[" }]),
            "steps[0].pattern",
        ),
        (
            Value::Array(vec![json!({ "question": "a", "kind": "confirm" }); 13]),
            "steps",
        ),
    ] {
        let refused = harness.refusal("clarify_user", wizard(steps.clone()));
        assert_eq!(refused.details["field"], field, "{steps}");
    }
}
