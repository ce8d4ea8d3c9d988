//! Tasks from the command line and in a run: the real binary on the real database.

use serde_json::{Value, json};

use crate::support::program::{Place, ProgramOutput, json_lines, recording};

async fn said(place: &Place, arguments: &[&str]) -> ProgramOutput {
    let all = [&["tasks"], arguments].concat();
    place.agentichat(&all, &[]).await
}

/// Returns the lines of JSON of a command that succeeds.
async fn done(place: &Place, arguments: &[&str]) -> Vec<Value> {
    let said = said(place, &[arguments, &["--json"]].concat()).await;
    assert_eq!(said.status, 0, "{arguments:?}: {}{}", said.log, said.out);
    json_lines(&said.out)
}

/// Runs a recording in which the agent makes three tasks, completes the first and starts the second.
async fn planned() -> (Place, ProgramOutput) {
    let place = Place::new().await;
    let calls = [
        (
            "create_tasks",
            json!({ "tasks": [
                { "name": "Read", "priority": 1 },
                { "name": "Write", "dependencies": ["Read"] },
                { "name": "Test", "dependencies": ["Write"] },
            ] }),
        ),
        ("update_task", json!({ "task": 1, "status": "completed" })),
        ("update_task", json!({ "task": 2, "status": "in_progress" })),
        ("update_task", json!({ "task": 3, "status": "in_progress" })),
    ];
    let file = place.beside("answers.jsonl");
    std::fs::write(&file, recording(&calls)).expect("the recording");
    let url = file.to_str().expect("UTF-8");
    let run = [
        "run",
        "go",
        "--provider",
        "replay",
        "--base-url",
        url,
        "--json",
    ];
    let output = place.agentichat(&run, &[]).await;
    (place, output)
}

#[tokio::test]
async fn the_agents_tasks_outlive_the_run_and_change_from_the_command_line() {
    let (place, run) = planned().await;
    assert_eq!(run.status, 0, "{}", run.log);
    assert_eq!(run.of_type("task.created").len(), 3);
    assert_eq!(run.of_type("confirmation.requested"), [Value::Null; 0]);
    let results = run.of_type("tool.call.completed");
    let refused = results.last().expect("a result")["data"]["result"]["content"].to_string();
    assert!(refused.contains("2 Write"), "{refused}");
    let said_rows = run.of_type("message.added");
    let left = said_rows
        .iter()
        .any(|row| row.to_string().contains("told-tasks-left"));
    assert!(left, "what is in progress is named");
    let statuses = |rows: &[Value]| {
        let words = rows
            .iter()
            .map(|row| row["status"].as_str().unwrap_or_default().to_owned());
        words.collect::<Vec<_>>()
    };
    let rows = done(&place, &["list"]).await;
    assert_eq!(statuses(&rows), ["in_progress", "blocked", "completed"]);
    let listed = said(&place, &["list"]).await.out;
    assert!(
        listed.starts_with("1 of 3 done\n  2  in progress  P3  Write\n"),
        "{listed}"
    );
    let freed = done(&place, &["done", "Write"]).await;
    assert_eq!(
        (&freed[0]["id"], statuses(&freed)),
        (&json!(2), vec!["completed".to_owned()])
    );
    let rows = done(&place, &["list", "--status", "pending"]).await;
    assert_eq!(rows[0]["name"], "Test");
    let add = [
        "add",
        "Ship",
        "--priority",
        "2",
        "--after",
        "3",
        "--agent",
        "release",
    ];
    assert_eq!(done(&place, &add).await[0]["dependencies"], json!([3]));
    let text = said(&place, &["update", "4", "--description", "with notes"]).await;
    assert_eq!(text.out, "changed 4 Ship\n");
    let shown = said(&place, &["show", "Ship"]).await.out;
    let whole = "4  Ship\nwaits for 3, priority 2\nfor release\nafter 3 Test\nwith notes\n";
    assert_eq!(shown, whole);
    assert_eq!(
        done(&place, &["delete", "3"]).await.len(),
        2,
        "4 is unlinked"
    );
    let rows = done(&place, &["list"]).await;
    assert_eq!(statuses(&rows), ["pending", "completed", "completed"]);
}

#[tokio::test]
async fn a_refusal_has_its_reason_and_status_in_text_and_json() {
    let (place, _) = planned().await;
    let waits = said(&place, &["done", "3"]).await;
    assert_eq!(waits.status, 1);
    assert!(waits.log.contains("2 Write"), "{}", waits.log);
    let unknown = said(&place, &["show", "9", "--json"]).await;
    assert_eq!(unknown.status, 1);
    let told: Value = serde_json::from_str(&unknown.out).expect("JSON");
    assert!(
        told["error"]
            .as_str()
            .is_some_and(|why| why.contains("no task 9")),
        "{told}"
    );
    assert_eq!(
        said(&place, &["add", "x", "--priority", "9"]).await.status,
        2
    );
    let elsewhere = said(&place, &["list", "--session", "no such session"]).await;
    assert_eq!(elsewhere.status, 1);
}

#[tokio::test]
async fn an_exported_session_brings_its_tasks() {
    let (place, _) = planned().await;
    let session = place.agentichat(&["session", "list", "--json"], &[]).await;
    let id = json_lines(&session.out)[0]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let moved = place
        .agentichat(&["session", "export", &id, "out.json"], &[])
        .await;
    assert_eq!(moved.status, 0, "{}", moved.log);
    let back = place
        .agentichat(&["session", "import", "out.json", "--json"], &[])
        .await;
    let new = json_lines(&back.out)[0]["session"]
        .as_str()
        .expect("an id")
        .to_owned();
    let mut before = done(&place, &["list", "--session", &id]).await;
    let after = done(&place, &["list", "--session", &new]).await;
    for (before, after) in before.iter_mut().zip(&after) {
        // The run has an id of its own, since the old one is taken.
        before["run"] = after["run"].clone();
    }
    assert_eq!(before, after);
}
