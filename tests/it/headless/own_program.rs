//! A run with a `claude` program as the agent: changes of its own commands that it makes without a
//! question are in the run's JSON, in the review and in a checkpoint, and can be rolled back.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use super::changes::tree;
use crate::support::program::{Place, ProgramOutput};

/// Returns an agent program that speaks the protocol and runs one command without a question.
fn program(place: &Place) -> String {
    let said = [
        json!({"type": "system", "subtype": "init", "session_id": "s1"}),
        json!({
            "type": "assistant", "parent_tool_use_id": null,
            "message": {"id": "m1", "role": "assistant", "content": [{
                "type": "tool_use", "id": "t1", "name": "Bash",
                "input": {"command": "./gen docs/api.md new.txt; rm utils/validators.py"},
            }]},
        }),
    ];
    let then = [
        json!({
            "type": "user", "parent_tool_use_id": null,
            "message": {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "t1", "content": "generated"},
            ]},
        }),
        json!({
            "type": "assistant", "parent_tool_use_id": null,
            "message": {"id": "m2", "role": "assistant", "content": [{"type": "text", "text": "Done."}]},
        }),
        json!({
            "type": "result", "subtype": "success", "is_error": false, "result": "Done.",
            "session_id": "s1", "stop_reason": "end_turn",
        }),
    ];
    let lines = |lines: &[Value]| -> String {
        let lines = lines
            .iter()
            .map(|line| format!("printf '%s\\n' '{line}'\n"));
        lines.collect()
    };
    let text = format!(
        "#!/bin/bash\nread -r message\n{}printf 'a\\r\\nb' > docs/api.md\nprintf new > new.txt\n\
         rm utils/validators.py\n{}cat > /dev/null\n",
        lines(&said),
        lines(&then)
    );
    let path = place.beside("claude");
    std::fs::write(&path, text).expect("a program");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("its bits");
    path.to_str().expect("a path").to_owned()
}

async fn run(place: &Place) -> ProgramOutput {
    let program = program(place);
    place.config(&format!(
        "providers:\n  claude-cli:\n    program: {program}\n"
    ));
    let trusted = place
        .agentichat(&["trust", "--send", "claude-cli"], &[])
        .await;
    assert_eq!(trusted.status, 0, "{}\n{}", trusted.out, trusted.log);
    let flags = ["--provider", "claude-cli", "--json", "Generate it."];
    place.run(&flags, &[]).await
}

#[tokio::test]
async fn what_claude_changed_unasked_is_told_reviewed_and_rolled_back() {
    let place = Place::new().await;
    let before = tree(&place, false);
    let said = run(&place).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let done = said.of_type("job.completed");
    let files = done[0]["data"]["result"]["files_modified"].as_array();
    let mut paths: Vec<&str> = files
        .expect("files")
        .iter()
        .map(|file| file["path"].as_str().expect("a path"))
        .collect();
    paths.sort_unstable();
    assert_eq!(paths, ["docs/api.md", "new.txt", "utils/validators.py"]);
    assert_eq!(said.of_type("edits.proposed").len(), 3);
    let checkpoints = said.of_type("checkpoint.created");
    assert_eq!(checkpoints.len(), 1);

    let review = place.agentichat(&["review", "--json"], &[]).await;
    let bundle = &review.events()[0];
    let of = |path: &str| {
        let files = bundle["files"].as_array().expect("files").iter();
        let mut found = files.filter(|file| file["file_path"] == path);
        found.next().expect("the file").clone()
    };
    assert_eq!(of("new.txt")["base_file_hash"], Value::Null);
    let api = of("docs/api.md");
    assert_eq!(api["base_file_hash"].as_str().map(str::len), Some(64));
    let patch = api["hunks"][0]["patch"].as_str().expect("a patch");
    assert!(
        patch.contains("+a\r\n+b\n\\ No newline at end of file\n"),
        "{patch}"
    );
    assert!(patch.contains("-# API Documentation\n"), "{patch}");

    let shown = place.agentichat(&["diff3", "1", "docs/api.md"], &[]).await;
    let head = shown.out.lines().next().expect("a line");
    let columns: Vec<&str> = head.split('|').map(str::trim).collect();
    assert_eq!(columns, ["CURRENT", "BASE", "PROPOSED"], "{}", shown.log);
    assert!(
        shown
            .out
            .lines()
            .any(|line| line.matches(" | ").count() == 2),
        "{}",
        shown.out
    );

    let back = ["rollback", "1", "--hard", "--word", "HARD", "--yes"];
    let back = place.agentichat(&back, &[]).await;
    assert_eq!(back.status, 0, "{}\n{}", back.out, back.log);
    assert_eq!(tree(&place, false), before);
}
