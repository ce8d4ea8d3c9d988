//! A run with a `claude` program as the agent: changes of its own commands that it makes without a
//! question are in the run's JSON, in the review and in a checkpoint, and can be rolled back.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use sandbox::plan::Rung;

use super::changes::tree;
use crate::sandbox::has_rung;
use crate::support::program::{Place, ProgramOutput};

/// Returns an agent program that speaks the protocol and runs one command without a question.
fn program(place: &Place) -> String {
    let does = "printf 'a\\r\\nb' > docs/api.md\nprintf new > new.txt\nrm utils/validators.py\n";
    program_that(place, does)
}

/// As [`program`], with the lines of shell that its command runs.
fn program_that(place: &Place, does: &str) -> String {
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
        "#!/bin/bash\nread -r message\n{}{does}{}cat > /dev/null\n",
        lines(&said),
        lines(&then)
    );
    let path = place.beside("claude");
    std::fs::write(&path, text).expect("a program");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("its bits");
    path.to_str().expect("a path").to_owned()
}

async fn run(place: &Place) -> ProgramOutput {
    run_program(place, &program(place), &[]).await
}

async fn run_program(place: &Place, program: &str, more: &[&str]) -> ProgramOutput {
    place.config(&format!(
        "providers:\n  claude-cli:\n    program: {program}\n"
    ));
    let trusted = place
        .agentichat(&["trust", "--send", "claude-cli"], &[])
        .await;
    assert_eq!(trusted.status, 0, "{}\n{}", trusted.out, trusted.log);
    let flags = ["--provider", "claude-cli", "--json"];
    let flags = [&flags, more, &["Generate it."]].concat();
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

/// A script that prints what its box lets it do, a name and a value a line.
const LOOKS: &str = "\
    echo \"box=$AGENTICHAT_SANDBOX\"\n\
    cat ~/.ssh/id > /dev/null 2>&1 && echo key=yes || echo key=no\n\
    cat ~/.claude/.credentials.json > /dev/null 2>&1 && echo own=yes || echo own=no\n\
    (echo x > ~/.claude/state) 2> /dev/null && echo state=yes || echo state=no\n\
    (echo x >> ~/.claude/settings.json) 2> /dev/null && echo settings=yes || echo settings=no\n\
    (echo x >> ~/.claude.json) 2> /dev/null && echo facts=yes || echo facts=no\n\
    (echo x > inside) 2> /dev/null && echo workspace=yes || echo workspace=no\n";

async fn looked(more: &[&str]) -> Option<String> {
    if !has_rung(Rung::Namespaces) {
        return None;
    }
    let place = Place::new().await;
    for path in [
        ".ssh/id",
        ".claude/.credentials.json",
        ".claude/settings.json",
        ".claude.json",
    ] {
        let path = place.beside("home").join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, "{}").expect("a file");
    }
    let seen = place.beside("home/.claude/seen");
    let looks = format!("{{ {LOOKS} }} > {} 2>&1\n", seen.display());
    let program = program_that(&place, &looks);
    let said = run_program(&place, &program, more).await;
    assert_eq!(
        said.of_type("job.completed").len(),
        1,
        "{}\n{}",
        said.out,
        said.log
    );
    let seen = std::fs::read_to_string(seen).expect("what it saw");
    Some(seen.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[tokio::test]
async fn claude_writes_the_workspace_and_its_own_folder_and_reads_no_key_but_its_own() {
    if let Some(seen) = looked(&[]).await {
        let expected = "box=1 key=no own=yes state=yes settings=no facts=yes workspace=yes";
        assert_eq!(seen, expected);
    }
}

#[tokio::test]
async fn claude_cannot_write_the_workspace_in_plan_mode() {
    if let Some(seen) = looked(&["--mode", "plan"]).await {
        assert!(
            seen.contains("box=1") && seen.contains("state=yes"),
            "{seen}"
        );
        assert!(seen.ends_with("workspace=no"), "{seen}");
    }
}

#[tokio::test]
async fn claude_runs_as_the_user_does_where_the_config_says_so() {
    if let Some(seen) = looked(&["--set", "sandbox_for_claude=false"]).await {
        assert!(seen.starts_with("box= key=yes"), "{seen}");
    }
}
