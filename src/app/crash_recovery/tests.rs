//! Tests of sessions whose process died.

use tempfile::TempDir;
use uuid::Uuid;

use super::*;
use notice::Notice;
use protocol::approval::{
    CommandSwitch, Mode, PolicyState, Question, QuestionBody, RiskReport, TextSwitch,
};
use protocol::call::ToolCall;
use protocol::ids::{CallId, ContentHash, MessageId, QuestionId, RunId, WorkspaceId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::{RunStatus, SessionSettings, SessionStatus};
use store::{OpenedStore, StoreLocation};
use tools::{Limits, Records, Surroundings, policy_parser};
use workspace::Workspace;

fn session(number: u128) -> SessionId {
    SessionId(Uuid::from_u128(number))
}

fn facts() -> Vec<EventKind> {
    let settings = SessionSettings {
        name: "s".into(),
        cwd: "/w".into(),
        agent: "coder".into(),
        provider: "ollama".into(),
        model: "m".into(),
        mode: Mode::Review,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    };
    let policy = PolicyState {
        mode: Mode::Review,
        mode_before: None,
        text: TextSwitch::Propose,
        command: CommandSwitch::Ask,
        text_until_next_message: false,
        command_until_next_message: false,
        rules: Vec::new(),
    };
    vec![
        EventKind::SessionCreated { settings, policy },
        EventKind::RunStarted {
            message: MessageId(Uuid::from_u128(9)),
        },
        EventKind::SessionStatusChanged {
            status: SessionStatus::Running,
            error: None,
        },
    ]
}

/// Creates a store with sessions 1, 2 and 3 at work.
fn at_work(folder: &TempDir) -> (Store, Seq) {
    let id = WorkspaceId("0123456789abcdef".into());
    let place = StoreLocation::Folder(folder.path().to_owned());
    let OpenedStore { store, .. } = Store::open(place, &id).unwrap();
    let mut seq = 0;
    let mut events = Vec::new();
    for number in 1..=3 {
        for fact in facts() {
            seq += 1;
            events.push(Arc::new(Event {
                seq: Some(Seq(seq)),
                at: Timestamp::UNIX_EPOCH,
                session: session(number),
                run: Some(RunId(Uuid::from_u128(number))),
                fact,
            }));
        }
    }
    let batch = Batch {
        events,
        ..Batch::default()
    };
    store.commit_blocking(batch).unwrap();
    (store, Seq(seq))
}

fn workers(store: &Store, folder: &tempfile::TempDir) -> (Arc<Ledger>, Arc<ToolBox>) {
    let workspace = Arc::new(Workspace::open(folder.path(), &[]).unwrap());
    let ledger = Arc::new(Ledger::new(store.clone(), Arc::clone(&workspace)));
    let surroundings = Surroundings {
        shell: policy_parser(folder.path().to_path_buf(), Vec::new()),
        records: Arc::clone(&ledger) as Arc<dyn Records>,
        private_dir: folder.path().join("outputs"),
        boxes: None,
        environment: Vec::new(),
        key_variables: Vec::new(),
        servers: None,
        profiles: None,
    };
    let tools = ToolBox::new(workspace, Limits::default(), surroundings);
    (ledger, Arc::new(tools))
}

#[tokio::test]
async fn every_dead_session_is_marked_and_no_living_one() {
    let folder = tempfile::tempdir().unwrap();
    let (store, last) = at_work(&folder);
    let living = SessionLock::acquire(folder.path(), session(2)).unwrap();
    let (ledger, tools) = workers(&store, &folder);
    let marked = mark_interrupted(&store, (&ledger, &tools), folder.path(), session(3), last);
    let CrashRecovery {
        last,
        waiting,
        interrupted,
    } = marked.await.unwrap();
    assert!(waiting.is_empty(), "nothing was asked");
    assert_eq!(interrupted, [session(1)]);
    assert_eq!(last, store.last_seq().await.unwrap());
    for (number, status, run) in [
        (1, SessionStatus::Interrupted, RunStatus::Interrupted),
        (2, SessionStatus::Running, RunStatus::Running),
        (3, SessionStatus::Running, RunStatus::Running),
    ] {
        let found = store.session(session(number)).await.unwrap().unwrap();
        assert_eq!(found.summary.status, status, "{number}");
        assert_eq!(found.run.unwrap().status, run, "{number}");
    }
    drop(living);
}

#[tokio::test]
async fn what_another_process_logged_meanwhile_is_numbered_around() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = at_work(&folder);
    let (ledger, tools) = workers(&store, &folder);
    let marked = mark_interrupted(&store, (&ledger, &tools), folder.path(), session(3), Seq(2));
    let CrashRecovery {
        last,
        waiting,
        interrupted,
    } = marked.await.unwrap();
    assert!(waiting.is_empty(), "nothing was asked");
    assert_eq!(interrupted, [session(1), session(2)]);
    assert_eq!(last, store.last_seq().await.unwrap());
    let found = store.session(session(1)).await.unwrap().unwrap();
    assert_eq!(found.summary.status, SessionStatus::Interrupted);
    // Its lock is free again.
    SessionLock::acquire(folder.path(), session(1)).unwrap();
}

#[tokio::test]
async fn a_session_that_waits_for_an_answer_is_left_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let (store, last) = at_work(&folder);
    let run = RunId(Uuid::from_u128(1));
    let call = ToolCall {
        id: CallId(Uuid::from_u128(70)),
        provider_id: "c".into(),
        tool: "write_file".into(),
        arguments: serde_json::json!({}),
    };
    let begun_with = MessageId(Uuid::from_u128(9));
    let message = |id, role, blocks| Message {
        id,
        session: session(1),
        run: Some(run),
        at: Timestamp::UNIX_EPOCH,
        role,
        blocks,
        state: MessageState::Complete,
        model: None,
        usage: None,
    };
    let asks = vec![Block::ToolUse { call: call.clone() }];
    let question = "Write?".to_owned();
    let facts = [
        EventKind::MessageAdded {
            message: message(begun_with, Role::User, Vec::new()),
        },
        EventKind::MessageAdded {
            message: message(MessageId(Uuid::from_u128(10)), Role::Assistant, asks),
        },
        EventKind::CallRequested {
            message: MessageId(Uuid::from_u128(10)),
            call: call.clone(),
        },
        EventKind::QuestionOpened {
            question: Question {
                id: QuestionId(Uuid::from_u128(80)),
                session: session(1),
                run,
                call: Some(call.id),
                tool: "write_file".into(),
                origin: "code".into(),
                shown: ContentHash::of(b"shown"),
                body: QuestionBody::Confirm {
                    question: Notice::text(question),
                },
                risk: RiskReport::medium(Notice::text("it writes")),
                changed: false,
                scopes: Vec::new(),
                send_to: None,
                created_at: Timestamp::UNIX_EPOCH,
                timeout_s: None,
                wizard: None,
            },
        },
        EventKind::SessionStatusChanged {
            status: SessionStatus::Waiting,
            error: None,
        },
    ];
    let event = |fact| Event {
        seq: None,
        at: Timestamp::UNIX_EPOCH,
        session: session(1),
        run: Some(run),
        fact,
    };
    let asked = facts.into_iter().map(event).collect();
    let last = commit(&store, asked, last).await.unwrap();
    let (ledger, tools) = workers(&store, &folder);
    let marked = mark_interrupted(&store, (&ledger, &tools), folder.path(), session(3), last);
    let left = marked.await.unwrap();
    assert_eq!(left.waiting, [session(1)]);
    assert_eq!(left.interrupted, [session(2)], "it is asked again");
    let found = store.session(session(1)).await.unwrap().unwrap();
    assert_eq!(found.summary.status, SessionStatus::Waiting);
    assert_eq!(found.run.unwrap().status, RunStatus::WaitingForUser);
    assert_eq!(found.questions.len(), 1);
}
