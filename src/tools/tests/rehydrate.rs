//! Tests that restore the reads of an agent whose process died.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Harness, whole};
use notice::Notice;
use policy::state;
use protocol::approval::Mode;
use protocol::call::CallResult;
use protocol::context::{ContextKind, ContextRow};
use protocol::ids::{CallId, ContextId, MessageId, SessionId, WorkspaceId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::{SessionSettings, SessionSnapshot, SessionStatus, SessionSummary};
use protocol::usage::Usage;

/// Builds a session whose tools gave these results, and whose last request to the model
/// was at `asked`.
fn snapshot(results: Vec<Value>, asked: Timestamp) -> SessionSnapshot {
    let session = SessionId(Uuid::from_u128(1));
    let message = |id, role, at, blocks| Message {
        id: MessageId(Uuid::from_u128(id)),
        session,
        run: None,
        at,
        role,
        blocks,
        state: MessageState::Complete,
        model: None,
        usage: None,
    };
    let result = |content: Value| Block::ToolResult {
        result: CallResult {
            call: CallId(Uuid::from_u128(9)),
            provider_id: "c".into(),
            tool: "read_file".into(),
            ok: true,
            content,
            summary: Notice::default(),
            error: None,
            duration_ms: 0,
        },
    };
    let results = results.into_iter().map(result).collect();
    let messages = vec![
        message(2, Role::Tool, asked, results),
        message(3, Role::Assistant, asked, Vec::new()),
    ];
    SessionSnapshot {
        summary: SessionSummary {
            id: session,
            workspace: WorkspaceId("w".to_owned()),
            settings: SessionSettings {
                name: "s".into(),
                cwd: "/w".into(),
                agent: "coder".into(),
                provider: "ollama".into(),
                model: "m".into(),
                mode: Mode::Confirm,
                extra_prompt: String::new(),
                effort: Default::default(),
                known_as: Default::default(),
                agent_of: None,
            },
            status: SessionStatus::Waiting,
            created_at: asked,
            updated_at: asked,
            messages: 2,
            usage: Usage::default(),
            duration_ms: 0,
            pid: None,
            last_error: None,
            about: String::new(),
        },
        policy: state::initial(Mode::Confirm, Vec::new()),
        messages,
        run: None,
        runs: Vec::new(),
        questions: Vec::new(),
        queued: Vec::new(),
        context: Vec::new(),
        tasks: Default::default(),
        agents: Default::default(),
        compactions: Vec::new(),
        window: None,
        checkpoint: None,
    }
}

fn now() -> Timestamp {
    Timestamp::now()
}

fn replace() -> Value {
    json!({ "path": "a.txt", "old_text": "one", "new_text": "x" })
}

#[test]
fn a_file_that_is_still_as_it_was_read_or_written_may_be_changed() {
    let before = Harness::knowing("a.txt", "one\n");
    let read = before.read("a.txt");
    let written = before.ok("write_file", whole("b.txt", "two\n"));
    let harness = Harness::new();
    harness.put("a.txt", "one\n");
    harness.put("b.txt", "two\n");
    assert_eq!(
        harness.refusal("replace_text", replace()).code.code(),
        "E011"
    );
    harness
        .tools
        .rehydrate(&snapshot(vec![read.clone(), written], now()));
    let edit =
        json!({ "operation": "delete", "start_line": 1, "expected_hash": read["range_hash"] });
    harness.planned("edit_file", json!({ "path": "a.txt", "edits": [edit] }));
    harness.planned("write_file", whole("b.txt", "three\n"));
}

#[test]
fn a_file_that_was_changed_since_is_to_be_read_again() {
    let before = Harness::knowing("a.txt", "one\n");
    let read = before.read("a.txt");
    let harness = Harness::new();
    harness.put("a.txt", "one\nand more\n");
    harness.tools.rehydrate(&snapshot(vec![read], now()));
    assert_eq!(
        harness.refusal("replace_text", replace()).code.code(),
        "E011"
    );
}

#[test]
fn what_was_included_is_known_where_nobody_has_changed_it_since_the_model_was_asked() {
    let harness = Harness::new();
    harness.put("a.txt", "one\n");
    let row = ContextRow {
        id: ContextId(Uuid::from_u128(5)),
        kind: ContextKind::Selection,
        file_path: "a.txt".into(),
        start_line: Some(1),
        end_line: Some(1),
        content: Some("one\n".into()),
    };
    let asked_at = |asked| {
        let mut snapshot = snapshot(Vec::new(), asked);
        snapshot.context.push(row.clone());
        harness.tools.rehydrate(&snapshot);
    };
    asked_at(Timestamp::UNIX_EPOCH);
    assert_eq!(
        harness.refusal("replace_text", replace()).code.code(),
        "E011"
    );
    asked_at(now() + SignedDuration::from_hours(1));
    harness.planned("replace_text", replace());
}

#[test]
fn a_name_that_leads_out_of_the_workspace_is_not_looked_at() {
    let harness = Harness::new();
    let told = json!({ "path": "../../etc/passwd", "sha256": "00" });
    harness.tools.rehydrate(&snapshot(vec![told], now()));
}
