//! Tests of the tools about tasks: what they ask of the engine.

use serde_json::{Value, json};

use super::Harness;
use crate::{class_of, specs};
use protocol::approval::Risk;
use protocol::call::ToolClass;
use protocol::task::{TASK_TOOLS, TaskRequest};

fn request(tool: &str, arguments: Value) -> Value {
    let harness = Harness::new();
    let plan = harness.prepare(tool, arguments).unwrap().plan;
    assert_eq!((plan.body, plan.class), (None, ToolClass::Plan), "{tool}");
    let request: TaskRequest = plan.tasks.expect("a request");
    serde_json::to_value(request).unwrap()
}

#[test]
fn the_tools_are_those_that_a_conversation_is_searched_for() {
    for name in TASK_TOOLS {
        assert_eq!(class_of(name), ToolClass::Plan);
    }
    let plans = specs()
        .iter()
        .filter(|spec| spec.class == ToolClass::Plan)
        .count();
    assert_eq!(plans, TASK_TOOLS.len());
}

#[test]
fn a_text_to_be_remembered_goes_to_the_engine_without_a_question() {
    let harness = Harness::new();
    let arguments = json!({ "kind": "user_pref", "text": "Two spaces.", "tags": ["style"] });
    let plan = harness.prepare("remember", arguments.clone()).unwrap().plan;
    assert_eq!((plan.body, plan.class), (None, ToolClass::Memory));
    assert_eq!(plan.risk.risk, Risk::Low);
    assert_eq!(serde_json::to_value(plan.remember).unwrap(), arguments);
    let odd = json!({ "kind": "secret", "text": "x" });
    assert!(harness.prepare("remember", odd).is_err());
}

#[test]
fn a_typed_instruction_is_a_line_at_the_end_of_the_file_which_is_made_if_missing() {
    let harness = Harness::new();
    let line = json!({ "text": " Use\u{a0}tabs.\nNever spaces. " });
    let after = |harness: &Harness| {
        let prepared = harness.prepare("add_instruction", line.clone()).unwrap();
        let change = prepared.plan.change.expect("a change");
        let inserted = change.entry.hunks.iter().flat_map(|hunk| &hunk.inserted);
        inserted.cloned().collect::<Vec<_>>()
    };
    assert_eq!(after(&harness), ["- Use tabs. Never spaces.\n"]);
    harness.put("AGENTS.md", "# Rules\n- Be kind.");
    assert_eq!(after(&harness).last().unwrap(), "- Use tabs. Never spaces.");
    assert!(specs().iter().all(|spec| spec.name != "add_instruction"));
}

#[test]
fn a_task_is_named_by_its_number_and_a_dependency_also_by_its_name() {
    for two in [json!(2), json!("2")] {
        assert_eq!(request("list_tasks", json!({ "task": two }))["task"], 2);
    }
    let new = json!({ "tasks": [{ "name": "test", "dependencies": [" write ", 1, "2", "#3"] }] });
    assert_eq!(
        request("create_tasks", new)["order"]["tasks"][0]["dependencies"],
        json!(["write", 1, 2, 3])
    );
}

#[test]
fn a_deleted_status_is_a_deletion() {
    let delete = json!({ "task": 2, "status": "deleted" });
    assert_eq!(
        request("update_task", delete)["order"],
        json!({ "do": "delete", "task": 2 })
    );
    let start = json!({ "task": 2, "status": "in_progress", "priority": "1", "agent": "" });
    assert_eq!(
        request("update_task", start)["order"],
        json!({ "do": "update", "task": 2,
            "change": { "priority": 1, "agent": "", "status": "in_progress" } })
    );
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    let harness = Harness::new();
    for (tool, arguments) in [
        ("create_tasks", json!({})),
        ("create_tasks", json!({ "tasks": [{}] })),
        (
            "create_tasks",
            json!({ "tasks": [{ "name": "a", "priority": 0 }] }),
        ),
        (
            "create_tasks",
            json!({ "tasks": [{ "name": "a", "priority": 6 }] }),
        ),
        ("update_task", json!({ "status": "completed" })),
        ("update_task", json!({ "task": 1, "status": "blocked" })),
        ("list_tasks", json!({ "status": "late" })),
    ] {
        let error = harness.refusal(tool, arguments.clone());
        assert_eq!(error.code.code(), "E013", "{tool} {arguments}");
    }
}
