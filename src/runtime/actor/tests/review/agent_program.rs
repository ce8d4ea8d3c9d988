//! Tests of changes that an agent program makes without requesting permission: they are found,
//! logged, and rolled back byte for byte.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::super::harness::{ActorHarness, next_event, played, until};
use super::request;
use protocol::approval::Mode;
use protocol::call::CallResult;
use protocol::change::{Entry, FileOperation, Origin};
use protocol::command::Command;
use protocol::event::{Delivery, Event, EventKind};
use protocol::ids::{CallId, HunkId, RunId};
use protocol::review::rollback::{RollbackMode, RollbackScope};
use protocol::session::RunResult;
use provider::testing::player::ProgramHarness;

const BASH: &str =
    "sed -i s/two/TWO/ a.txt && rm gone.txt && mv old.txt moved.txt && touch new.txt";

/// A script of the program's messages and actions.
#[derive(Default)]
struct Script(Vec<Value>);

impl Script {
    fn begins() -> Self {
        let turn = json!({"dir": "in", "msg": {"type": "user"}});
        Self(vec![turn]).out(json!({"type": "system", "subtype": "init", "session_id": "s1"}))
    }

    fn out(mut self, said: Value) -> Self {
        let mut line = json!({"dir": "out"});
        line["msg"] = said;
        self.0.push(line);
        self
    }

    fn uses(self, call: &str, tool: &str, input: Value) -> Self {
        self.uses_in(call, tool, input, Value::Null)
    }

    /// Adds a call, made by a sub-agent if `parent` names one.
    fn uses_in(self, call: &str, tool: &str, input: Value, parent: Value) -> Self {
        let mut part = json!({"type": "tool_use", "id": call, "name": tool});
        part["input"] = input;
        let message = json!({"id": format!("m-{call}"), "role": "assistant", "content": [part]});
        let mut said = json!({"type": "assistant", "message": message});
        said["parent_tool_use_id"] = parent;
        self.out(said)
    }

    fn gives(self, call: &str, text: &str) -> Self {
        self.gives_in(call, text, Value::Null, Value::Null)
    }

    fn gives_in(self, call: &str, text: &str, parent: Value, details: Value) -> Self {
        let part = json!({"type": "tool_result", "tool_use_id": call, "content": text});
        let mut said = json!({"type": "user", "message": {"role": "user", "content": [part]}});
        said["parent_tool_use_id"] = parent;
        said["tool_use_result"] = details;
        self.out(said)
    }

    fn does(mut self, changes: &[&[&str]]) -> Self {
        self.0.push(json!({"dir": "does", "files": changes}));
        self
    }

    fn waits(mut self) -> Self {
        self.0.push(json!({"dir": "waits"}));
        self
    }

    fn ends(self, words: &str) -> Self {
        let part = json!({"type": "text", "text": words});
        let message = json!({"id": "m-end", "role": "assistant", "content": [part]});
        self.out(json!({"type": "assistant", "parent_tool_use_id": null, "message": message}))
            .out(json!({
                "type": "result", "subtype": "success", "is_error": false, "session_id": "s1",
                "result": words, "stop_reason": "end_turn", "terminal_reason": "completed",
            }))
    }

    async fn harness(self, mode: Mode, files: &[(&str, &[u8])]) -> (ActorHarness, ProgramHarness) {
        let lines: Vec<String> = self.0.iter().map(|line| line.to_string()).collect();
        played(mode, &lines.join("\n"), files).await
    }
}

/// Returns everything in a folder, byte for byte.
fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(root).unwrap().flatten();
    let files = files.map(|file| {
        let name = file.file_name().to_string_lossy().into_owned();
        (name, std::fs::read(file.path()).unwrap())
    });
    files.collect()
}

/// The events of a run until its end.
#[derive(Default)]
struct Told {
    run: Option<RunId>,
    entries: Vec<Entry>,
    results: Vec<CallResult>,
    calls: Vec<(String, CallId)>,
    notices: Vec<String>,
    checkpoints: usize,
    result: RunResult,
}

impl Told {
    fn take(&mut self, event: Event) -> bool {
        self.run = self.run.or(event.run);
        match event.fact {
            EventKind::EditsProposed { entry } => self.entries.push(entry),
            EventKind::CallRequested { call, .. } => self.calls.push((call.provider_id, call.id)),
            EventKind::CallCompleted { result, .. } => self.results.push(result),
            EventKind::CheckpointCreated { .. } => self.checkpoints += 1,
            EventKind::Notice { text, .. } => self.notices.push(text.to_string()),
            EventKind::RunCompleted { result } | EventKind::RunCancelled { result } => {
                self.result = result;
                return true;
            }
            EventKind::RunFailed { error, .. } => panic!("{error}"),
            _ => {}
        }
        false
    }

    /// Returns how each file changed, and the origin of the change.
    fn changes(&self) -> BTreeMap<&str, (&FileOperation, &Origin)> {
        let entries = self.entries.iter();
        let entries = entries.map(|entry| (entry.path.as_str(), (&entry.operation, &entry.origin)));
        entries.collect()
    }

    fn by(&self, call: &str) -> Origin {
        let (_, call) = self.calls.iter().find(|(known, _)| known == call).unwrap();
        let run = self.run.unwrap();
        Origin::Shell { run, call: *call }
    }

    fn modified(&self) -> Vec<&str> {
        let files = self.result.files_modified.iter();
        let mut files: Vec<&str> = files.map(|file| file.path.as_str()).collect();
        files.sort_unstable();
        files
    }
}

impl ActorHarness {
    async fn told(&mut self) -> Told {
        let mut told = Told::default();
        loop {
            let next = tokio::time::timeout(super::super::harness::LONG, self.events.recv());
            let Ok(Some(Delivery::Event { event })) = next.await else {
                panic!("no end in time");
            };
            if told.take(Arc::unwrap_or_clone(event)) {
                self.idle().await;
                return told;
            }
        }
    }

    /// Rolls back every change of the run.
    async fn take_all_back(&self, told: &Told) {
        let entries = told.entries.iter();
        let hunks = entries.flat_map(|entry| entry.hunks.iter().map(|hunk| hunk.id));
        let hunks = hunks.collect();
        let all = request(RollbackMode::Scoped, RollbackScope::Hunks { hunks });
        self.roll_back(all).await;
    }

    /// Returns the hunks without a known author.
    async fn unclear(&self, told: &Told) -> Vec<HunkId> {
        let entries = told.entries.iter();
        let entries = entries.filter(|entry| entry.origin == Origin::Unclear);
        entries
            .flat_map(|entry| entry.hunks.iter().map(|hunk| hunk.id))
            .collect()
    }
}

const FILES: &[(&str, &[u8])] = &[
    ("a.txt", b"\xef\xbb\xbfone\r\ntwo\r\nthree"),
    ("gone.txt", b"gone\n"),
    ("old.txt", b"\x00\x01binary"),
    ("mine.txt", b"mine\n"),
];

#[tokio::test(flavor = "multi_thread")]
async fn what_a_command_that_ran_unasked_did_is_logged_as_its_doing_and_taken_back_byte_for_byte() {
    let script = Script::begins()
        .uses("bash1", "Bash", json!({ "command": BASH }))
        .does(&[
            &["write", "/workspace/a.txt", "\u{feff}one\r\nTWO\r\nthree"],
            &["write", "/workspace/new.txt", ""],
            &["remove", "/workspace/gone.txt"],
            &["rename", "/workspace/old.txt", "/workspace/moved.txt"],
            // Another process writes a file beside the program.
            &["write", "/workspace/mine.txt", "mine, longer\n"],
        ])
        .gives("bash1", "")
        .ends("done");
    let (mut harness, stage) = script.harness(Mode::Confirm, FILES).await;
    let before = tree(&harness.root());
    harness.send("go");
    let told = harness.told().await;
    assert!(
        !stage
            .told()
            .iter()
            .any(|told| told["type"] == "control_response")
    );
    let by = told.by("bash1");
    let changes = told.changes();
    assert_eq!(changes["a.txt"], (&FileOperation::Edit, &by));
    assert_eq!(changes["new.txt"], (&FileOperation::Create, &by));
    assert_eq!(changes["gone.txt"], (&FileOperation::Delete, &by));
    let renamed = FileOperation::Rename {
        from: "old.txt".into(),
    };
    assert_eq!(changes["moved.txt"], (&renamed, &by));
    assert_eq!(
        changes["mine.txt"],
        (&FileOperation::Edit, &Origin::Unclear)
    );
    assert_eq!(told.checkpoints, 1);
    assert!(
        told.results[0]
            .summary
            .to_string()
            .contains("changed 5 files"),
        "{:?}",
        told.results
    );
    let all = ["a.txt", "gone.txt", "mine.txt", "moved.txt", "new.txt"];
    assert_eq!(told.modified(), all);
    assert!(!told.result.changed_nothing());

    let run = told.run.unwrap();
    let scoped = request(RollbackMode::Scoped, RollbackScope::Run { run });
    harness.roll_back(scoped).await;
    let mut mine_stays = before.clone();
    mine_stays.insert("mine.txt".into(), b"mine, longer\n".to_vec());
    assert_eq!(tree(&harness.root()), mine_stays);

    let hunks = harness.unclear(&told).await;
    let named = request(RollbackMode::Scoped, RollbackScope::Hunks { hunks });
    harness.roll_back(named).await;
    assert_eq!(tree(&harness.root()), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changes_after_a_call_or_beside_all_of_them_is_found_at_the_end_of_the_turn() {
    let script = Script::begins()
        .uses("bash1", "Bash", json!({ "command": "make" }))
        .does(&[&["write", "/workspace/a.txt", "first\n"]])
        .gives("bash1", "made")
        .waits()
        .uses("read1", "Read", json!({ "file_path": "/workspace/a.txt" }))
        .does(&[&["write", "/workspace/a.txt", "second\n"]])
        .gives("read1", "second")
        .ends("done");
    let (mut harness, stage) = script.harness(Mode::Confirm, FILES).await;
    let before = tree(&harness.root());
    harness.send("go");
    let first = harness.event("edits.proposed").await;
    stage.go_on();
    let mut told = harness.told().await;
    told.take(first);
    let texts: Vec<&str> = told
        .entries
        .iter()
        .map(|entry| entry.path.as_str())
        .collect();
    assert_eq!(texts, ["a.txt", "a.txt"]);
    assert!(
        told.entries
            .iter()
            .all(|entry| entry.origin == Origin::Unclear)
    );
    assert!(
        told.notices.iter().any(|text| text.contains("a.txt")),
        "{:?}",
        told.notices
    );
    harness.take_all_back(&told).await;
    assert_eq!(tree(&harness.root()), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_sub_agents_and_other_tools_name_is_the_doing_of_the_call_that_ran_them() {
    let agent = json!("agent1");
    let script = Script::begins()
        .uses("agent1", "Agent", json!({ "prompt": "look at mine.txt" }))
        .uses_in(
            "sub1",
            "Bash",
            json!({ "command": "echo > a.txt" }),
            agent.clone(),
        )
        .does(&[&["write", "/workspace/a.txt", "\n"]])
        .gives_in("sub1", "", agent.clone(), Value::Null)
        .uses_in(
            "sub2",
            "NotebookEdit",
            json!({ "notebook_path": "/workspace/n.ipynb" }),
            agent.clone(),
        )
        .does(&[
            &["write", "/workspace/n.ipynb", "{}\n"],
            &["write", "/workspace/mine.txt", "the user's\n"],
        ])
        .gives_in("sub2", "", agent, Value::Null)
        .gives("agent1", "it is done")
        .uses(
            "mcp1",
            "mcp__files__move",
            json!({ "source": "gone.txt", "destination": "b.txt" }),
        )
        .does(&[&["rename", "/workspace/gone.txt", "/workspace/b.txt"]])
        .gives("mcp1", "moved")
        .ends("done");
    let (mut harness, _) = script.harness(Mode::Confirm, FILES).await;
    harness.send("go");
    let told = harness.told().await;
    let changes = told.changes();
    for path in ["a.txt", "n.ipynb"] {
        assert_eq!(changes[path].1, &told.by("agent1"), "{path}");
    }
    assert!(changes.contains_key("b.txt"), "{changes:?}");
    assert_eq!(changes["mine.txt"].1, &Origin::Unclear);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hook_that_changes_what_was_allowed_is_a_change_of_its_own() {
    let input = json!({
        "file_path": "/workspace/mine.txt", "old_string": "mine", "new_string": "its",
    });
    let script = Script::begins()
        .uses("edit1", "Edit", input.clone())
        .out(json!({
            "type": "control_request", "request_id": "r1",
            "request": {"subtype": "can_use_tool", "tool_name": "Edit", "input": input, "tool_use_id": "edit1"},
        }));
    let mut script = script;
    script.0.push(json!({"dir": "in", "msg": {}}));
    let script = script
        .does(&[
            &["write", "/workspace/mine.txt", "its, formatted\n"],
            &["write", "/workspace/gone.txt", "formatted too\n"],
        ])
        .gives("edit1", "ok")
        .ends("done");
    let (mut harness, _) = script.harness(Mode::AcceptEdits, FILES).await;
    let before = tree(&harness.root());
    harness.send("go");
    let told = harness.told().await;
    let of = |path: &str| -> Vec<&Origin> {
        let entries = told.entries.iter().filter(|entry| entry.path == path);
        entries.map(|entry| &entry.origin).collect()
    };
    assert!(
        matches!(
            of("mine.txt")[..],
            [Origin::Agent { .. }, Origin::Shell { .. }]
        ),
        "{:?}",
        of("mine.txt")
    );
    assert_eq!(of("gone.txt"), [&Origin::Unclear]);
    harness.take_all_back(&told).await;
    assert_eq!(tree(&harness.root()), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_when_the_run_is_stopped_is_logged_with_what_was_before() {
    let script = Script::begins()
        .uses("bash1", "Bash", json!({ "command": "make" }))
        .does(&[&["write", "/workspace/a.txt", "half\n"]])
        .waits()
        .out(json!({
            "type": "result", "subtype": "error_during_execution", "is_error": true,
            "terminal_reason": "aborted_tools", "session_id": "s1", "num_turns": 1,
        }));
    let (mut harness, stage) = script.harness(Mode::Confirm, FILES).await;
    let before = tree(&harness.root());
    harness.send("go");
    let root = harness.root();
    until("it works", || async { tree(&root)["a.txt"] == b"half\n" }).await;
    harness.cancel();
    // The change is found either while the call is announced or after the end of the run,
    // whichever comes first.
    let (mut is_over, mut found) = (false, None);
    while !is_over || found.is_none() {
        match harness.next().await.fact {
            EventKind::RunCancelled { .. } => {
                is_over = true;
                stage.go_on();
            }
            EventKind::EditsProposed { entry } => found = Some(entry),
            _ => {}
        }
    }
    let entry = found.expect("it is logged");
    assert_eq!(entry.path, "a.txt");
    assert!(matches!(
        entry.origin,
        Origin::Unclear | Origin::Shell { .. }
    ));
    harness.idle().await;
    let checkpoints = harness.checkpoints().await;
    let checkpoint = checkpoints[0].checkpoint.id;
    let scope = RollbackScope::Checkpoint { checkpoint };
    harness.roll_back(request(RollbackMode::Hard, scope)).await;
    assert_eq!(tree(&harness.root()), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_command_in_the_background_does_after_the_run_is_logged_too() {
    let started = json!({
        "type": "system", "subtype": "task_started", "task_id": "t1", "tool_use_id": "bash1",
        "description": "slow", "task_type": "local_bash",
    });
    let script = Script::begins()
        .uses(
            "bash1",
            "Bash",
            json!({ "command": "make &", "run_in_background": true }),
        )
        .out(started)
        .gives("bash1", "it runs in the background")
        .ends("started")
        .waits()
        .does(&[&["write", "/workspace/late.txt", "late\n"]])
        .out(json!({
            "type": "system", "subtype": "task_notification", "task_id": "t1",
            "tool_use_id": "bash1", "status": "completed",
        }));
    let (mut harness, stage) = script.harness(Mode::Confirm, FILES).await;
    harness.send("go");
    let told = harness.told().await;
    assert!(told.entries.is_empty());
    stage.go_on();
    let changed = next_event(&mut harness.events, "edits.proposed").await;
    let EventKind::EditsProposed { entry } = changed.fact else {
        panic!("{changed:?}");
    };
    assert_eq!(entry.path, "late.txt");
    assert_eq!(entry.operation, FileOperation::Create);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_changed_nothing_has_no_checkpoint() {
    let script = Script::begins()
        .uses("bash1", "Bash", json!({ "command": "make" }))
        .gives("bash1", "nothing to be done")
        .ends("done");
    let (mut harness, _) = script.harness(Mode::Confirm, FILES).await;
    harness.send("go");
    let told = harness.told().await;
    assert!(told.entries.is_empty());
    assert_eq!(told.checkpoints, 0);
    assert!(told.modified().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_users_own_command_is_run_by_us_in_such_a_session_too() {
    let (mut harness, _) = Script::begins()
        .ends("hi")
        .harness(Mode::Confirm, FILES)
        .await;
    harness.send("go");
    harness.told().await;
    harness.command(Command::RunShell {
        session: harness.session,
        command: "pwd".to_owned(),
    });
    let done = harness.event("tool.call.completed").await;
    assert!(format!("{:?}", done.fact).contains("work"), "{done:?}");
}
