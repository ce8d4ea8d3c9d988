//! Tests of the lifecycle of sessions in the tables: forks, deletion, lists and searches.

use std::path::Path;

use rusqlite::Connection;

use super::projections::task;
use super::retention::{CLOSED, Writer, there};
use super::{
    Harness, commit, created, memory, message, policy, session, settings, wait, workspace,
};
use crate::Store;
use crate::lock::SessionLock;
use crate::other_workspaces::sessions_of;
use protocol::change::{CheckpointKind, HunkState};
use protocol::event::{EventKind, UnqueueReason};
use protocol::ids::{MessageId, SessionId};
use protocol::message::{Message, MessageState, Role};
use protocol::query::KnownWorkspace;
use protocol::review::ReviewReport;
use protocol::session::{Fork, QueuedMessage, SessionStatus};
use protocol::session_list::SessionFilter;
use protocol::task::TaskId;

fn says(number: u128, id: u128, text: &str) -> EventKind {
    let message = message(session(number), id, text);
    EventKind::MessageAdded { message }
}

fn id(number: u128, of: u128) -> MessageId {
    message(session(number), of, "").id
}

fn forked(from: u128, through: MessageId) -> EventKind {
    EventKind::SessionForked {
        fork: Box::new(Fork {
            from: session(from),
            through: Some(through),
            settings: settings("fork"),
            policy: policy(),
            context: Vec::new(),
            tasks: vec![task(3, "plan".to_owned())],
            compactions: Vec::new(),
        }),
    }
}

#[test]
fn queued_messages_go_back_before_the_draft_in_the_order_in_which_the_user_wrote_them() {
    let store = memory();
    let waiting = [(21, "one"), (22, "two")]
        .map(|(of, text)| QueuedMessage::after_step(id(1, of), text.to_owned()));
    let queued = waiting
        .clone()
        .map(|message| EventKind::MessageQueued { message });
    let draft = EventKind::DraftSaved { text: "new".into() };
    let back = waiting.map(|message| EventKind::MessageUnqueued {
        message,
        reason: UnqueueReason::RunEnded,
    });
    let begun = [created("first")].into_iter().chain(queued).chain([draft]);
    commit(&store, 1, session(1), begun.collect());
    commit(&store, 5, session(1), back.into_iter().rev().collect());
    assert_eq!(wait(store.draft(session(1))).unwrap(), "one\ntwo\nnew");
}

fn messages(store: &Store, number: u128) -> Vec<Message> {
    let found = wait(store.session(session(number))).unwrap().unwrap();
    assert_eq!(found.summary.messages, found.messages.len() as u64);
    found.messages
}

fn texts(store: &Store, number: u128) -> Vec<String> {
    let messages = messages(store, number);
    messages.iter().map(Message::plain_text).collect()
}

/// Creates a session with four messages, and its fork after the second.
fn with_fork() -> Store {
    let store = memory();
    let facts = vec![
        created("first"),
        says(1, 1, "one"),
        says(1, 2, "two"),
        says(1, 3, "three"),
        says(1, 4, "four"),
    ];
    commit(&store, 1, session(1), facts);
    commit(&store, 10, session(2), vec![forked(1, id(1, 2))]);
    store
}

#[test]
fn a_fork_has_the_messages_up_to_its_point_as_its_own() {
    let store = with_fork();
    let fork = wait(store.session(session(2))).unwrap().unwrap();
    assert_eq!(fork.tasks.next_id(), TaskId(4));
    assert_eq!(fork.tasks.get(TaskId(3)).unwrap().name, "plan");
    commit(&store, 11, session(2), vec![says(2, 9, "another way")]);
    assert_eq!(texts(&store, 2), ["one", "two", "another way"]);
    assert!(
        messages(&store, 2)
            .iter()
            .all(|row| row.session == session(2))
    );
    assert_eq!(texts(&store, 1), ["one", "two", "three", "four"]);
    // A fork of a fork goes back to the first session.
    commit(&store, 12, session(3), vec![forked(2, id(2, 9))]);
    commit(&store, 13, session(4), vec![forked(2, id(1, 1))]);
    assert_eq!(texts(&store, 3), ["one", "two", "another way"]);
    assert_eq!(texts(&store, 4), ["one"]);
}

#[test]
fn what_is_taken_back_on_one_side_of_a_fork_stays_on_the_other() {
    let store = with_fork();
    commit(&store, 11, session(1), vec![EventKind::SessionCleared]);
    assert_eq!(texts(&store, 2), ["one", "two"]);
    commit(&store, 12, session(3), vec![forked(2, id(1, 2))]);
    commit(&store, 13, session(2), vec![says(2, 9, "own")]);
    let withdrawn = EventKind::MessagesWithdrawn {
        from: id(1, 2),
        alone: false,
    };
    commit(&store, 14, session(2), vec![withdrawn]);
    assert_eq!(texts(&store, 2), ["one"]);
    assert_eq!(texts(&store, 3), ["one", "two"]);
    let one = EventKind::MessagesWithdrawn {
        from: id(1, 1),
        alone: true,
    };
    commit(&store, 15, session(3), vec![one]);
    assert_eq!(texts(&store, 3), ["two"]);
    assert_eq!(texts(&store, 2), ["one"]);
    commit(&store, 16, session(3), vec![EventKind::SessionCleared]);
    assert_eq!(texts(&store, 3), [""; 0]);
    assert_eq!(texts(&store, 2), ["one"]);
}

#[test]
fn what_a_message_is_told_later_is_told_on_one_side_of_a_fork_alone() {
    let store = with_fork();
    let told = |text: &str| EventKind::ReviewReported {
        message: id(1, 2),
        told: ReviewReport {
            text: text.into(),
            hunks: Vec::new(),
            comments: Vec::new(),
        },
    };
    commit(&store, 11, session(1), vec![told("refused there")]);
    assert_eq!(texts(&store, 2), ["one", "two"]);
    commit(&store, 12, session(2), vec![told("taken here")]);
    assert_eq!(texts(&store, 2), ["one", "two\n\ntaken here"]);
    assert_eq!(texts(&store, 1)[1], "two\n\nrefused there");
}

/// Returns the number of rows of every table, except the full-text index's own.
fn rows(file: &Path) -> Vec<(String, i64)> {
    let connection = Connection::open(file).unwrap();
    let mut tables = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'said%'")
        .unwrap();
    let names = tables.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let count = |name: String| {
        let sql = format!("SELECT count(*) FROM {name}");
        let rows = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        (name, rows)
    };
    let counted = names.map(|name| count(name.unwrap()));
    counted.filter(|(_, rows)| *rows > 0).collect()
}

#[test]
fn a_deleted_session_leaves_nothing_but_the_fact() {
    let harness = Harness::new();
    let store = harness.store();
    let remembered = EventKind::InputRemembered {
        text: "typed".into(),
    };
    let draft = EventKind::DraftSaved {
        text: "more".into(),
    };
    let task = EventKind::TaskCreated {
        task: task(1, "plan".to_owned()),
    };
    let facts = vec![created("gone"), says(1, 1, "one"), remembered, draft, task];
    commit(&store, 1, session(1), facts);
    let mut writer = Writer::new(&store, 1);
    writer.keep(1, CheckpointKind::Auto, CLOSED);
    writer.keep(2, CheckpointKind::Auto, (HunkState::Pending, false));
    let mut other = Writer::new(&store, 2);
    commit(&store, 19_000, session(2), vec![created("stays")]);
    other.keep(2, CheckpointKind::Auto, CLOSED);
    assert_eq!(there(&store, 1..4), [1, 2]);
    commit(&store, 30_000, session(1), vec![EventKind::SessionDeleted]);
    assert_eq!(wait(store.session(session(1))).unwrap(), None);
    assert_eq!(there(&store, 1..4), [2], "what another one needs stays");
    commit(&store, 30_001, session(2), vec![EventKind::SessionDeleted]);
    assert_eq!(there(&store, 1..4), [0; 0]);
    let left = rows(&harness.file());
    let expected = [("workspaces".to_owned(), 1), ("events".to_owned(), 2)];
    assert_eq!(left, expected);
    assert_eq!(wait(store.search_sessions("one".into(), 9)).unwrap(), []);
}

#[test]
fn a_fork_outlives_the_session_that_it_was_forked_off() {
    let store = with_fork();
    commit(&store, 20, session(1), vec![EventKind::SessionDeleted]);
    assert_eq!(texts(&store, 2), ["one", "two"]);
    let hits = wait(store.search_sessions("two".into(), 9)).unwrap();
    let found: Vec<(SessionId, u64)> = hits.iter().map(|hit| (hit.session, hit.number)).collect();
    assert_eq!(found, [(session(2), 2)]);
    assert_eq!(wait(store.search_sessions("three".into(), 9)).unwrap(), []);
    commit(&store, 21, session(2), vec![EventKind::SessionDeleted]);
    assert_eq!(wait(store.search_sessions("two".into(), 9)).unwrap(), []);
}

#[test]
fn a_search_finds_the_message_its_place_and_what_stands_around_it() {
    let store = with_fork();
    let key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
    let text = format!("First line.\nThe Retry-Policy of the queue\nuses {key} here.");
    commit(
        &store,
        20,
        session(3),
        vec![created("third"), says(3, 1, &text)],
    );
    let hits = wait(store.search_sessions("retry QUEUE".into(), 9)).unwrap();
    let [hit] = hits.as_slice() else {
        panic!("{hits:?}");
    };
    assert_eq!((hit.session, hit.message), (session(3), id(3, 1)));
    assert_eq!((hit.number, hit.line, hit.role), (1, 2, Role::User));
    assert_eq!(hit.name, "third");
    assert!(
        hit.snippet.contains("Retry-Policy of the queue"),
        "{}",
        hit.snippet
    );
    assert!(!hit.snippet.contains("abcdefghij"), "{}", hit.snippet);
    // One hit for a message that two sessions share.
    let hits = wait(store.search_sessions("on".into(), 9)).unwrap();
    assert_eq!(hits.len(), 1, "{hits:?}");
    assert_eq!((hits[0].session, hits[0].number), (session(1), 1));
    for nothing in ["retry absent", "\"", "* OR", ""] {
        assert_eq!(wait(store.search_sessions(nothing.into(), 9)).unwrap(), []);
    }
}

#[test]
fn a_search_finds_what_is_whole_and_in_view() {
    let store = with_fork();
    let mut streamed = message(session(1), 7, "half a sentence");
    streamed.state = MessageState::Streaming;
    let added = EventKind::MessageAdded {
        message: streamed.clone(),
    };
    commit(&store, 20, session(1), vec![added]);
    let found = |text: &str| wait(store.search_sessions(text.into(), 9)).unwrap().len();
    assert_eq!(found("sentence"), 0);
    streamed.state = MessageState::Complete;
    let message = streamed;
    commit(
        &store,
        21,
        session(1),
        vec![EventKind::MessageCompleted { message }],
    );
    assert_eq!((found("sentence"), found("one"), found("four")), (1, 1, 1));
    commit(&store, 22, session(1), vec![EventKind::SessionCleared]);
    assert_eq!((found("sentence"), found("one"), found("four")), (0, 1, 0));
}

#[test]
fn lists_are_filtered_by_what_sessions_are_doing() {
    let store = memory();
    let states = [
        SessionStatus::Idle,
        SessionStatus::Running,
        SessionStatus::AwaitingReview,
        SessionStatus::Archived,
    ];
    for (number, status) in (1..).zip(states) {
        let error = None;
        let facts = vec![
            created("s"),
            says(number, 1, "hello"),
            EventKind::SessionStatusChanged { status, error },
        ];
        let first = u64::try_from(number).unwrap() * 10;
        commit(&store, first, session(number), facts);
    }
    let listed = |filter| {
        let rows = wait(store.sessions_that(filter, Vec::new())).unwrap();
        let ids = rows.iter().map(|row| row.id.0.as_u128());
        ids.collect::<Vec<u128>>()
    };
    assert_eq!(listed(SessionFilter::Present), [3, 2, 1]);
    assert_eq!(listed(SessionFilter::Active), [3, 2]);
    assert_eq!(listed(SessionFilter::Completed), [1]);
    assert_eq!(listed(SessionFilter::Archived), [4]);
    assert_eq!(listed(SessionFilter::All), [4, 3, 2, 1]);
}

#[test]
fn sessions_of_another_workspace_are_listed_without_changing_its_database() {
    let harness = Harness::new();
    let known = KnownWorkspace {
        id: workspace(),
        root_path: harness.home.path().to_path_buf(),
        detected_by: "git".into(),
        created_at: super::time(1),
        last_active: super::time(1),
    };
    let data = harness.home.path().join("data");
    let nothing = sessions_of(&known, &data, SessionFilter::All);
    assert_eq!((nothing.sessions.len(), nothing.problem), (0, None));
    let store = harness.store();
    commit(
        &store,
        1,
        session(1),
        vec![created("there"), says(1, 1, "hello")],
    );
    let found = sessions_of(&known, &data, SessionFilter::All);
    assert_eq!(found.sessions[0].settings.name, "there");
    // A session without messages is listed while it is open somewhere.
    commit(&store, 3, session(2), vec![created("empty")]);
    let names = || {
        let found = sessions_of(&known, &data, SessionFilter::All);
        let names = found.sessions.into_iter().map(|row| row.settings.name);
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(), ["there"]);
    let open = SessionLock::acquire(&harness.folder(), session(2)).unwrap();
    assert_eq!(names(), ["empty", "there"]);
    drop(open);
    drop(store);
    let file = harness.file();
    let connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 4).unwrap();
    drop(connection);
    let old = sessions_of(&known, &data, SessionFilter::All);
    let problem = old.problem.unwrap();
    assert!(
        problem.to_string().contains("open that workspace once"),
        "{problem}"
    );
    let connection = Connection::open(&file).unwrap();
    let version: u32 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, 4, "it is not brought up to date from here");
}
