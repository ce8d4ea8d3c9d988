//! Tests of documents: an exported session imports unchanged, nothing invalid is imported, and a
//! fault has its place.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Fault, json as written, markdown, read, schema};
use notice::Notice;
use protocol::approval::{Mode, Rule, RuleEffect, RuleScope};
use protocol::call::{CallResult, ToolCall};
use protocol::change::{
    Checkpoint, CheckpointFile, CheckpointKind, Entry, FileOperation, Hunk, HunkState, Origin,
};
use protocol::compaction::{Compaction, CompactionTrigger};
use protocol::context::{ContextKind, ContextRow};
use protocol::event::{Event, EventKind};
use protocol::ids::{
    CallId, CheckpointId, CommentId, CompactionId, ContentHash, ContextId, EntryId, FileId, HunkId,
    MessageId, OperationId, RuleId, RunId, Seq, SessionId, StepId, WorkspaceId,
};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::picture::{Media, Picture};
use protocol::review::{
    Comment, CommentTarget, DecisionChange, Operation, OperationKind, ReviewSnapshot,
};
use protocol::session::{ContextWindow, RunResult, SessionSettings};
use protocol::task::{Task, TaskId, TaskPriority};
use protocol::transfer::SessionBundle;
use protocol::usage::Usage;
use store::{Batch, Store, StoreLocation};
use testing::cases;

const SESSION: SessionId = SessionId(Uuid::from_u128(1));
const KEY: &str = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\nbytes of a picture";

fn store() -> Store {
    let workspace = WorkspaceId("0123456789abcdef".into());
    Store::open(StoreLocation::Memory, &workspace)
        .unwrap()
        .store
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn message(number: u128, role: Role, blocks: Vec<Block>) -> EventKind {
    EventKind::MessageAdded {
        message: Message {
            id: MessageId(id(number)),
            session: SESSION,
            run: Some(RunId(id(900))),
            at: Timestamp::new(1_700_000_000, 123_456_789).unwrap(),
            role,
            blocks,
            state: MessageState::Complete,
            model: (role == Role::Assistant).then(|| "ollama/m".to_owned()),
            usage: None,
        },
    }
}

fn text(text: &str) -> Block {
    Block::Text { text: text.into() }
}

fn picture() -> Picture {
    Picture {
        hash: ContentHash::of(PNG),
        media: Media::Png,
        width: 2,
        height: 2,
        bytes: PNG.len() as u64,
        name: "shot.png".into(),
    }
}

fn call() -> ToolCall {
    ToolCall {
        id: CallId(id(950)),
        provider_id: "call_0".into(),
        tool: "read_file".into(),
        arguments: json!({ "path": "a.rs" }),
    }
}

fn result() -> CallResult {
    CallResult {
        call: call().id,
        provider_id: "call_0".into(),
        tool: "read_file".into(),
        ok: true,
        content: json!({ "content": "fn main() {}" }),
        summary: Notice::text("read a.rs"),
        error: None,
        duration_ms: 3,
    }
}

fn settings() -> SessionSettings {
    SessionSettings {
        name: "auth".into(),
        cwd: "/shop".into(),
        agent: "build".into(),
        provider: "ollama".into(),
        model: "m".into(),
        mode: Mode::Review,
        extra_prompt: "be brief".into(),
        effort: Default::default(),
        known_as: BTreeMap::new(),
        agent_of: None,
    }
}

/// Events of a session that contains everything; `said` provides the words.
fn facts(said: &[String]) -> Vec<EventKind> {
    let usage = Usage {
        input_tokens: 7,
        output_tokens: 5,
        cost_usd: Some(0.25),
        ..Usage::default()
    };
    let step = StepId(id(940));
    let image = Block::Image { picture: picture() };
    let mut facts = vec![
        EventKind::SessionCreated {
            settings: settings(),
            policy: policy::state::initial(Mode::Review, Vec::new()),
        },
        message(101, Role::User, vec![text("what is in a.rs?"), image]),
        EventKind::RunStarted {
            message: MessageId(id(101)),
        },
        EventKind::StepStarted {
            step,
            number: 1,
            model: "ollama/m".into(),
        },
        message(102, Role::Assistant, vec![Block::ToolUse { call: call() }]),
        EventKind::CallRequested {
            message: MessageId(id(102)),
            call: call(),
        },
        EventKind::CallStarted {
            call: call().id,
            allowed_by: Notice::text("mode"),
        },
        EventKind::CallCompleted {
            message: MessageId(id(103)),
            result: result(),
        },
        EventKind::StepCompleted {
            step,
            usage: usage.clone(),
            window: ContextWindow {
                used: 12,
                limit: 4_096,
                estimated: false,
            },
        },
    ];
    for (number, words) in (110..).zip(said) {
        let role = if number % 2 == 0 {
            Role::Assistant
        } else {
            Role::User
        };
        facts.push(message(number, role, vec![text(words)]));
    }
    facts.push(EventKind::ContextIncluded {
        row: ContextRow {
            id: ContextId(id(930)),
            kind: ContextKind::Selection,
            file_path: "a.rs".into(),
            start_line: Some(1),
            end_line: Some(2),
            content: Some("fn main() {}\n".into()),
        },
    });
    facts.push(EventKind::ConversationCompacted {
        compaction: Compaction {
            id: CompactionId(id(920)),
            through: MessageId(id(103)),
            latest_user: Some(MessageId(id(101))),
            messages: 3,
            summary: "a.rs has a main".into(),
            before: 100,
            after: 10,
            by: CompactionTrigger::User,
            model: "ollama/m".into(),
            usage,
        },
    });
    facts.extend(tasks());
    facts.extend(changes());
    facts.push(EventKind::RunCompleted {
        result: RunResult {
            report: "it has a main".into(),
            ..RunResult::default()
        },
    });
    facts.push(EventKind::DraftSaved {
        text: "and b.rs".into(),
    });
    facts
}

fn tasks() -> [EventKind; 2] {
    let task = |number: u32, name: &str| Task {
        id: TaskId(number),
        run: Some(RunId(id(900))),
        name: name.to_owned(),
        description: "as agreed".to_owned(),
        priority: TaskPriority::CRITICAL,
        agent: Some("tester".to_owned()),
        dependencies: Default::default(),
        created: Timestamp::UNIX_EPOCH,
        started: Some(Timestamp::UNIX_EPOCH),
        completed: Some(Timestamp::UNIX_EPOCH),
        duration_ms: 7,
    };
    let open = Task {
        dependencies: [TaskId(1)].into(),
        completed: None,
        ..task(2, "write")
    };
    [task(1, "look"), open].map(|task| EventKind::TaskCreated { task })
}

/// A change with one hunk accepted and applied and one pending, its checkpoint, the actions
/// and the messages.
fn changes() -> Vec<EventKind> {
    let at = Timestamp::new(1_700_000_090, 7).unwrap();
    let entry = EntryId(id(910));
    let checkpoint = CheckpointId(id(914));
    let hunk = |number: u128, state, written| Hunk {
        id: HunkId(id(number)),
        old_start: 1,
        old_count: 1,
        new_start: 1,
        inserted: vec!["fn main() {}\n".into()],
        state,
        written,
        oversized: false,
        amends: None,
    };
    let file = FileId(id(913));
    let taken = HunkId(id(911));
    vec![
        EventKind::CheckpointCreated {
            checkpoint: Checkpoint {
                id: checkpoint,
                number: 1,
                kind: CheckpointKind::Auto,
                session: SESSION,
                run: Some(RunId(id(900))),
                at,
                label: Notice::text("before the run"),
            },
        },
        EventKind::CheckpointFileKept {
            file: CheckpointFile {
                checkpoint,
                file,
                path: "a.rs".into(),
                base: Some(ContentHash::of(b"old")),
                sha256: Some(ContentHash::of(b"old")),
                mode: Some(0o644),
                after_entry: None,
                without: Vec::new(),
            },
        },
        EventKind::EditsProposed {
            entry: Entry {
                id: entry,
                file,
                path: "a.rs".into(),
                session: SESSION,
                origin: Origin::Agent {
                    agent: "build".into(),
                    run: RunId(id(900)),
                    call: call().id,
                },
                operation: FileOperation::Edit,
                before: Some(ContentHash::of(b"old")),
                after: Some(ContentHash::of(b"new")),
                hunks: vec![
                    hunk(911, HunkState::Accepted, true),
                    hunk(912, HunkState::Pending, false),
                ],
                made_without: Vec::new(),
                rationale: Some("it needs one".into()),
                at,
            },
        },
        EventKind::OperationDone {
            operation: Operation {
                id: OperationId(id(915)),
                kind: OperationKind::Decide,
                label: Notice::text("accept 1 hunk"),
                changes: vec![DecisionChange {
                    entry,
                    hunk: taken,
                    before: HunkState::Pending,
                    after: HunkState::Accepted,
                }],
                settled: Vec::new(),
                applied: Vec::new(),
                division: None,
                comment: None,
                at,
                undone: false,
            },
        },
        EventKind::CommentAdded {
            comment: Comment {
                id: CommentId(id(916)),
                on: CommentTarget::Hunk(taken),
                path: "a.rs".into(),
                text: "why so".into(),
                at,
                told: false,
            },
        },
    ]
}

fn filled(said: &[String]) -> Store {
    filled_with(facts(said))
}

fn filled_with(facts: impl IntoIterator<Item = EventKind>) -> Store {
    let store = store();
    let events = (1..).zip(facts).map(|(seq, fact)| {
        Arc::new(Event {
            seq: Some(Seq(seq)),
            at: Timestamp::new(1_700_000_100, 5).unwrap(),
            session: SESSION,
            run: Some(RunId(id(900))),
            fact,
        })
    });
    let batch = Batch {
        events: events.collect(),
        blobs: vec![(ContentHash::of(PNG), PNG.into())],
        ..Batch::default()
    };
    store.commit_blocking(batch).unwrap();
    store
}

fn wait<F: Future>(future: F) -> F::Output {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.build().unwrap().block_on(future)
}

fn exported(store: &Store, session: SessionId) -> String {
    let bundle = wait(store.bundle(session)).unwrap().unwrap();
    written(&bundle).unwrap()
}

/// Replaces ids in a text by their order of appearance and removes the time of the export.
fn normal(text: &str) -> Value {
    fn rename(value: &mut Value, known: &mut BTreeMap<String, String>) {
        match value {
            Value::String(text) if Uuid::parse_str(text).is_ok() => {
                let number = known.len();
                let name = known
                    .entry(text.clone())
                    .or_insert_with(|| format!("#{number}"));
                text.clone_from(name);
            }
            Value::Array(values) => values.iter_mut().for_each(|value| rename(value, known)),
            Value::Object(fields) => fields.values_mut().for_each(|value| rename(value, known)),
            _ => {}
        }
    }
    let mut value: Value = serde_json::from_str(text).unwrap();
    value["exported_at"] = Value::Null;
    rename(&mut value, &mut BTreeMap::new());
    value
}

fn import(store: &Store, text: &str, number: u128) -> SessionId {
    let incoming = read(text).unwrap();
    let session = SessionId(id(number));
    wait(store.import(session, incoming.bundle, incoming.pictures)).unwrap();
    session
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn what_was_exported_and_imported_is_exported_the_same(said in prop::collection::vec(".{0,40}", 0..6)) {
        let first = filled(&said);
        let text = exported(&first, SESSION);
        // Once into a store where none of the ids is taken, and once where all are.
        let other = store();
        for (store, taken) in [(&other, false), (&first, true)] {
            let session = import(store, &text, 5_000);
            let again = exported(store, session);
            prop_assert_eq!(normal(&again), normal(&text), "ids were taken: {}", taken);
            let snapshot = wait(store.session(session)).unwrap().unwrap();
            prop_assert_eq!(snapshot.summary.messages, 3 + said.len() as u64);
        }
        let bytes = wait(other.get_blob(&ContentHash::of(PNG))).unwrap();
        prop_assert_eq!(bytes.as_deref(), Some(PNG));
        // The original session is unchanged.
        prop_assert_eq!(normal(&exported(&first, SESSION)), normal(&text));
    }

    #[test]
    fn a_document_with_a_part_missing_or_of_another_kind_changes_nothing(at in 0_usize..10_000, kind in 0..3) {
        let text = exported(&filled(&["hello".to_owned()]), SESSION);
        let mut value: Value = serde_json::from_str(&text).unwrap();
        let mut pointers = Vec::new();
        required(&value, String::new(), &mut pointers);
        let pointer = &pointers[at % pointers.len()];
        *value.pointer_mut(pointer).unwrap() = match kind {
            0 => json!({ "no": "such thing" }),
            1 => json!(-1.5),
            _ => json!([[true]]),
        };
        let broken = serde_json::to_string_pretty(&value).unwrap();
        let fault = read(&broken).unwrap_err();
        prop_assert!(pointer.starts_with(&fault.pointer) || fault.pointer.starts_with(pointer.as_str()),
            "{} is told at {}", pointer, fault.pointer);
    }
}

/// Pointers to everything in a document whose type is fixed: values from a model may be anything.
fn required(value: &Value, at: String, found: &mut Vec<String>) {
    let free = [
        "/content",
        "/arguments",
        "/policy",
        "/result",
        "/window",
        "/known_as",
        "/picture",
        "/prompt",
        "/answer",
        // Fields of the change log that its own types check.
        "/origin",
        "/operation",
        "/on",
    ];
    if free.iter().any(|name| at.ends_with(name)) {
        return;
    }
    match value {
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                required(value, format!("{at}/{index}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                required(value, format!("{at}/{name}"), found);
            }
        }
        _ => found.push(at),
    }
}

fn fault(change: impl FnOnce(&mut Value)) -> Fault {
    let text = exported(&filled(&["hello".to_owned()]), SESSION);
    let mut value: Value = serde_json::from_str(&text).unwrap();
    change(&mut value);
    let text = serde_json::to_string_pretty(&value).unwrap();
    let fault = read(&text).unwrap_err();
    let line = text.lines().nth(fault.line - 1).unwrap();
    assert!(fault.column <= line.chars().count() + 1, "{fault:?}");
    fault
}

#[test]
fn a_fault_is_told_with_its_pointer_and_its_line() {
    let told = fault(|value| value["messages"][1]["role"] = "robot".into());
    assert_eq!(told.pointer, "/messages/1/role");
    assert!(
        told.problem.to_string().contains("\"assistant\""),
        "{told:?}"
    );
    let text = exported(&filled(&[]), SESSION).replacen("\"user\"", "\"nobody\"", 1);
    let told = read(&text).unwrap_err();
    let line = text.lines().nth(told.line - 1).unwrap();
    assert!(line.contains("nobody"), "{told:?}: {line}");
    let begins = line.chars().skip(told.column - 1).collect::<String>();
    assert!(begins.starts_with("\"nobody\""), "{begins}");
    let told = read("{\n  \"format\": oops\n}").unwrap_err();
    assert_eq!((told.line, told.pointer.as_str()), (2, ""));
    assert!(told.problem.to_string().contains("not JSON"), "{told:?}");
}

#[test]
fn what_rows_name_must_be_there_and_ids_are_given_once() {
    let elsewhere = json!(id(4_242).to_string());
    let wrong =
        |pointer: &str| fault(|value| *value.pointer_mut(pointer).unwrap() = elsewhere.clone());
    for pointer in [
        "/messages/0/run",
        "/steps/0/run",
        "/calls/0/message",
        "/calls/0/run",
        "/compactions/0/through",
        "/compactions/0/latest_human",
        "/tasks/0/run",
    ] {
        let told = wrong(pointer);
        assert_eq!(told.pointer, pointer, "{told:?}");
        assert!(
            told.problem.to_string().contains("not in the document"),
            "{told:?}"
        );
    }
    let told = fault(|value| value["tasks"][1]["dependencies"] = json!([9]));
    assert_eq!(told.pointer, "/tasks/1/dependencies");
    let told = fault(|value| value["tasks"][0]["dependencies"] = json!([2]));
    assert!(
        told.problem.to_string().contains("wait for each other"),
        "{told:?}"
    );
    let told = fault(|value| {
        drop(
            value["tasks"][0]
                .as_object_mut()
                .unwrap()
                .remove("completed"),
        );
    });
    assert_eq!(told.pointer, "/tasks/1", "it is in progress");
    let told = fault(|value| value["messages"][1]["id"] = value["messages"][0]["id"].clone());
    assert!(told.problem.to_string().contains("given twice"), "{told:?}");
    let told = fault(|value| value["pictures"][0]["base64"] = "aGVsbG8=".into());
    assert!(
        told.problem.to_string().contains("do not match the hash"),
        "{told:?}"
    );
    let told = fault(|value| value["version"] = 4.into());
    assert!(told.problem.to_string().contains("later build"), "{told:?}");
    let told = fault(|value| {
        let entry = value["changes"]["entries"][0].clone();
        value["changes"]["entries"] = json!([entry.clone(), entry]);
    });
    assert_eq!(told.pointer, "/changes/entries/1");
    assert!(told.problem.to_string().contains("given twice"), "{told:?}");
    let told = fault(|value| value["changes"]["entries"][0]["hunks"][1]["state"] = "kept".into());
    assert_eq!(told.pointer, "/changes/entries/0/hunks/1/state");
    let told = fault(|value| value["changes"]["entries"][0]["origin"]["by"] = "nobody".into());
    assert_eq!(told.pointer, "/changes/entries/0");
    let told = fault(|value| value["extra"] = 2.into());
    assert_eq!(told.pointer, "/extra");
    let told = fault(|value| drop(value.as_object_mut().unwrap().remove("runs")));
    assert!(
        told.problem.to_string().contains("`runs` is missing"),
        "{told:?}"
    );
}

#[test]
fn a_run_that_went_on_is_over_in_a_document_and_where_it_is_taken_in() {
    let store = filled_with(
        facts(&[])
            .into_iter()
            .filter(|fact| !matches!(fact, EventKind::RunCompleted { .. })),
    );
    let text = exported(&store, SESSION);
    let mut value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["runs"][0]["status"], "interrupted");
    assert!(value["runs"][0]["finished_at"].is_string());
    value["runs"][0]
        .as_object_mut()
        .unwrap()
        .remove("finished_at");
    let imported = import(&store, &value.to_string(), 2);
    let bundle = wait(store.bundle(imported)).unwrap().unwrap();
    assert!(
        bundle.runs[0].finished_at.is_some(),
        "nothing waits for its end"
    );
}

#[test]
fn figures_that_no_sum_could_hold_are_refused() {
    for place in ["/session/duration_ms", "/session/usage/input_tokens"] {
        let fault = fault(|value| *value.pointer_mut(place).unwrap() = json!(i64::MAX));
        assert_eq!(fault.pointer, place);
    }
}

#[test]
fn a_whole_number_that_is_written_as_a_fraction_is_refused() {
    // JSON Schema takes `1.0` for an integer; the types of the rows do not.
    for place in [
        "/version",
        "/session/duration_ms",
        "/session/usage/input_tokens",
        "/changes/entries/0/hunks/0/old_start",
        "/review/pending",
    ] {
        let told = fault(|value| *value.pointer_mut(place).unwrap() = json!(1.0));
        assert!(place.starts_with(&told.pointer), "{told:?}");
    }
}

#[test]
fn a_field_that_is_not_known_is_told_by_its_own_pointer() {
    let told = fault(|value| value["session"]["a/b~c"] = 1.into());
    assert_eq!(told.pointer, "/session/a~1b~0c");
    assert_eq!(told.problem.id(), Some("told-document-no-field"));
}

#[test]
fn what_was_changed_and_decided_goes_along_and_is_a_record_where_it_comes_in() {
    let first = filled(&[]);
    let text = exported(&first, SESSION);
    let bundle = read(&text).unwrap().bundle;
    assert!(bundle.review.included);
    assert_eq!(
        (bundle.review.pending, bundle.changes.entries.len()),
        (1, 1)
    );
    assert_eq!(bundle.changes.checkpoints[0].files.len(), 1);
    assert_eq!(
        (
            bundle.changes.operations.len(),
            bundle.changes.comments.len()
        ),
        (1, 1)
    );
    // Into another workspace, and into the one it came from, whose change log stays as it is.
    let other = store();
    for store in [&other, &first] {
        let session = import(store, &text, 5_000);
        let (own, before) = wait(store.changes(session)).unwrap();
        assert!(own.is_empty(), "nothing changed here");
        let before = before.unwrap();
        assert_eq!(before.pending(), 1);
        assert!(before.entries.iter().all(|entry| entry.session == session));
        // The tables of reviews, applying and rollbacks have nothing of it.
        assert_eq!(
            wait(store.review(session)).unwrap(),
            ReviewSnapshot::default()
        );
        assert_eq!(wait(store.checkpoints(session)).unwrap(), []);
        let shown = super::changes(&own, Some(&before));
        let shown: Vec<String> = shown.iter().map(ToString::to_string).collect();
        let shown = shown.join("\n");
        for part in [
            "**Before the import**",
            "nothing is written or rolled back here",
            "| `a.rs` | build | +2 -2 | 1 accepted, 1 pending (not on the disk) |",
            "checkpoint #1",
            "you on `a.rs`: why so",
        ] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
    }
    let unwritten = |store: &Store| wait(store.unwritten_entries()).unwrap().len();
    assert_eq!((unwritten(&other), unwritten(&first)), (0, 1));
    let shown = markdown(&wait(first.bundle(SESSION)).unwrap().unwrap());
    assert!(
        shown.contains("## Changes") && shown.contains("1 pending"),
        "{shown}"
    );
}

#[test]
fn a_deleted_session_takes_its_record_along() {
    let store = filled(&[]);
    let session = import(&store, &exported(&store, SESSION), 5_000);
    let deleted = Arc::new(Event {
        seq: Some(Seq(500)),
        at: Timestamp::UNIX_EPOCH,
        session,
        run: None,
        fact: EventKind::SessionDeleted,
    });
    let batch = Batch {
        events: vec![deleted],
        ..Batch::default()
    };
    store.commit_blocking(batch).unwrap();
    assert_eq!(wait(store.changes(session)).unwrap().1, None);
}

#[test]
fn a_document_of_the_first_version_is_still_read() {
    let text = exported(&filled(&["hello".to_owned()]), SESSION);
    let mut value: Value = serde_json::from_str(&text).unwrap();
    value["version"] = 1.into();
    value["review"] = json!({ "included": false, "pending": 1, "note": "not part of it" });
    value.as_object_mut().unwrap().remove("changes");
    let incoming = read(&value.to_string()).unwrap();
    assert!(incoming.bundle.changes.is_empty());
    let store = store();
    let session = import(&store, &value.to_string(), 5_000);
    assert_eq!(wait(store.changes(session)).unwrap().1, None);
    let again = exported(&store, session);
    assert_eq!(read(&again).unwrap().bundle.messages.len(), 4);
}

#[test]
fn no_leave_comes_in_with_a_document() {
    let mut bundle = wait(filled(&[]).bundle(SESSION)).unwrap().unwrap();
    let rule = |effect, pattern: &str| Rule {
        id: RuleId(id(7)),
        effect,
        pattern: pattern.into(),
        scope: RuleScope::Session,
    };
    let rules = vec![
        rule(RuleEffect::Allow, "shell_exec(*)"),
        rule(RuleEffect::Deny, "shell_exec(rm*)"),
    ];
    bundle.session.policy = policy::state::initial(Mode::Passthrough, rules);
    bundle
        .session
        .settings
        .known_as
        .insert("claude".into(), "x".into());
    let incoming = read(&written(&bundle).unwrap()).unwrap();
    let policy = &incoming.bundle.session.policy;
    assert_eq!(policy.mode, Mode::Review);
    assert_eq!(policy.rules, [rule(RuleEffect::Deny, "shell_exec(rm*)")]);
    assert_eq!(incoming.left_out.len(), 2, "{:?}", incoming.left_out);
    assert!(incoming.bundle.session.settings.known_as.is_empty());
}

#[test]
fn secrets_are_masked_in_both_forms_and_what_servers_sealed_is_not() {
    let store = filled(&[format!("my key is {KEY}")]);
    let mut bundle: SessionBundle = wait(store.bundle(SESSION)).unwrap().unwrap();
    bundle.messages[1].blocks.push(Block::Reasoning {
        text: String::new(),
        sealed: vec![json!({ "signature": KEY })],
    });
    let hunk = &mut bundle.changes.entries[0].hunks[0];
    hunk.inserted = vec![format!("let key = \"{KEY}\";\n")];
    let text = written(&bundle).unwrap();
    assert_eq!(text.matches(KEY).count(), 1, "only the sealed one");
    let mut theirs = call();
    theirs.arguments = json!({ "hash": KEY, "picture": { "base64": KEY } });
    bundle.messages[1]
        .blocks
        .push(Block::ToolUse { call: theirs });
    let text = written(&bundle).unwrap();
    assert_eq!(
        text.matches(KEY).count(),
        1,
        "what a tool calls a hash may be anything"
    );
    let shown = markdown(&bundle);
    assert!(
        shown.contains("my key is ") && !shown.contains(KEY),
        "{shown}"
    );
    assert!(shown.contains("## 1 · You"), "{shown}");
    assert!(shown.contains("- `read_file` done: read a.rs"), "{shown}");
    assert!(shown.contains("- picture `shot.png`"), "{shown}");
}

#[test]
fn the_schema_uses_only_what_is_checked() {
    fn look(schema: &Value) {
        for (name, value) in schema.as_object().into_iter().flatten() {
            assert!(schema::KEYWORDS.contains(&name.as_str()), "{name}");
            match name.as_str() {
                "properties" | "$defs" => value.as_object().unwrap().values().for_each(look),
                "items" => look(value),
                "additionalProperties" => assert_eq!(value, &json!(false)),
                "pattern" => assert_eq!(value, "^[0-9a-f]{64}$"),
                "format" => assert!(value == "uuid" || value == "date-time"),
                "$ref" => assert!(value.as_str().unwrap().starts_with("#/$defs/")),
                _ => {}
            }
        }
    }
    look(&serde_json::from_str(schema::SCHEMA).unwrap());
}

#[test]
fn no_file_is_written_over_and_none_is_read_without_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let named = ("Fix: the login!", Timestamp::new(1_700_000_000, 0).unwrap());
    let first = super::files::write(root, None, named, "1").unwrap();
    let name = first.file_name().unwrap().to_str().unwrap().to_owned();
    assert_eq!(name, "fix-the-login-20231114-221320.json");
    let second = super::files::write(root, None, named, "2").unwrap();
    assert_ne!(first, second);
    let refused = super::files::write(root, Some(name.as_ref()), named, "3").unwrap_err();
    let refused = refused.to_string();
    assert!(refused.contains("not overwritten"), "{refused}");
    assert_eq!(super::files::read(root, name.as_ref()).unwrap(), "1");
    let mode =
        std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&first).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    assert!(
        super::files::read(root, "..".as_ref())
            .unwrap_err()
            .to_string()
            .contains("is no file")
    );
    let large = std::fs::File::create(root.join("large")).unwrap();
    large.set_len(super::files::MOST_BYTES + 1).unwrap();
    assert!(
        super::files::read(root, "large".as_ref())
            .unwrap_err()
            .to_string()
            .contains("larger than")
    );
}
