//! Tests with databases of every earlier schema version: each is opened, migrated, and shows its
//! contents. They are in `tests/fixtures/schema`, written by the build of their time.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use uuid::Uuid;

use super::{Harness, wait};
use crate::Store;
use crate::cache::{self, CACHE};
use crate::global::GlobalStore;
use crate::schema::{GLOBAL, STATE};
use protocol::ids::{MessageId, SessionId};
use protocol::message::{Message, MessageState};
use protocol::session::{DeliveryPoint, QueuedMessage, SessionStatus};
use protocol::session_list::SessionFilter;

/// Creates a database as of this version.
fn database(name: &str, version: usize, file: &Path) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/schema");
    let fixture = folder.join(format!("{name}-{version}.sql"));
    let sql = std::fs::read_to_string(&fixture)
        .unwrap_or_else(|error| panic!("{}: {error}; each migration adds one", fixture.display()));
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let connection = Connection::open(file).unwrap();
    connection.execute_batch(&sql).unwrap();
    let found: usize = connection
        .query_row("PRAGMA user_version", [], |row| row.get::<_, u32>(0))
        .map(|found| usize::try_from(found).unwrap())
        .unwrap();
    assert_eq!(found, version, "{name}-{version}.sql");
}

fn opened(version: usize) -> (Harness, Store) {
    let harness = Harness::new();
    database("state", version, &harness.file());
    let opened = harness.open();
    assert_eq!(opened.notices, [], "nothing was moved aside");
    (harness, opened.store)
}

fn session(number: u128) -> SessionId {
    let text = format!("00000000-0000-4000-8000-{number:012}");
    SessionId(Uuid::parse_str(&text).unwrap())
}

fn message(number: u128) -> MessageId {
    MessageId(session(number).0)
}

#[test]
fn the_sessions_of_every_version_are_there_with_all_that_they_held() {
    for version in 1..=STATE.migrations.len() {
        let (_home, store) = opened(version);
        let found = wait(store.session(session(1))).unwrap().unwrap();
        assert_eq!(found.summary.settings.name, format!("kept since {version}"));
        let said: Vec<String> = found.messages.iter().map(Message::plain_text).collect();
        assert_eq!(
            said,
            ["Where is the retry policy?", "", "", "In a.rs, in `retry`."]
        );
        assert_eq!(found.summary.usage.cost_usd, Some(0.0125));
        assert_eq!(found.context.len(), 1);
        assert_eq!(found.compactions.len(), usize::from(version >= 4));
        assert_eq!(found.agents.iter().len(), usize::from(version >= 11));
        assert_eq!(found.run.unwrap().result.unwrap().tool_calls, 1);
        assert_eq!(wait(store.draft(session(1))).unwrap(), "and who calls it?");
        assert_eq!(
            wait(store.history(9)).unwrap(),
            ["Where is the retry policy?"]
        );
        // Features of a later version work on the older data.
        let hits = wait(store.search_sessions("retry polic".into(), 9)).unwrap();
        assert_eq!(hits.len(), 1, "version {version}");
        assert_eq!((hits[0].session, hits[0].number), (session(1), 1));
        let listed = wait(store.sessions_that(SessionFilter::Completed, Vec::new())).unwrap();
        assert_eq!(listed.len(), if version >= 5 { 2 } else { 1 });
        let note = wait(store.note()).unwrap();
        assert_eq!(note.starts_with("# Shop"), version >= 6, "{note}");
        let (_, imported) = wait(store.changes(session(1))).unwrap();
        let said = imported.map(|record| record.comments.len());
        assert_eq!(said, (version >= 7).then_some(1), "version {version}");
        let queue = found.queued.iter().map(|queued| queued.deliver);
        let queue: Vec<DeliveryPoint> = queue.collect();
        if version >= 10 {
            let names = found.tasks.in_order().into_iter().map(|task| &*task.name);
            let names: Vec<&str> = names.collect();
            assert_eq!(names, ["Write the retry", "Test the retry"]);
            assert_eq!(found.tasks.next_id().0, 4, "3 was deleted");
        }
        if version >= 9 {
            assert_eq!(queue, [DeliveryPoint::AfterRun, DeliveryPoint::AfterStep]);
        }
        if version >= 8 {
            let cut_off = wait(store.session(session(3))).unwrap().unwrap();
            assert_eq!(cut_off.messages[0].plain_text(), "Only `fetch` in b.rs");
        }
        if version >= 5 {
            let fork = wait(store.session(session(2))).unwrap().unwrap();
            assert_eq!(fork.messages.len(), 1);
        }
    }
}

/// Until version 7 the whole text of a streaming message was in its row.
#[test]
fn an_answer_that_was_cut_off_before_there_were_pieces_is_there() {
    let harness = Harness::new();
    let file = harness.file();
    database("state", 7, &file);
    let connection = Connection::open(&file).unwrap();
    let blocks = r#"[{"type": "text", "text": "In a"}]"#;
    connection
        .execute(
            "UPDATE messages SET state = 'streaming', blocks = ?1, text = 'In a' WHERE position = 4",
            [blocks],
        )
        .unwrap();
    drop(connection);
    let store = harness.open().store;
    let found = wait(store.session(session(1))).unwrap().unwrap();
    let cut_off = found.messages.last().unwrap();
    assert_eq!(cut_off.state, MessageState::Streaming);
    assert_eq!(cut_off.plain_text(), "In a");
}

/// Until version 8 every message waited for the end of the step.
#[test]
fn a_message_that_waited_before_there_were_two_ends_waits_for_the_step() {
    let harness = Harness::new();
    let file = harness.file();
    database("state", 8, &file);
    let connection = Connection::open(&file).unwrap();
    let queued = (message(21).0.to_string(), session(1).0.to_string());
    connection
        .execute(
            "INSERT INTO queued_messages (id, session, text) VALUES (?1, ?2, 'only retry')",
            queued,
        )
        .unwrap();
    drop(connection);
    let found = wait(harness.store().session(session(1))).unwrap().unwrap();
    let waits = QueuedMessage::after_step(message(21), "only retry".to_owned());
    assert_eq!(found.queued, [waits]);
}

#[test]
fn a_session_whose_last_run_failed_is_idle_with_its_error_and_not_taken_for_one_whose_program_is_gone()
 {
    let harness = Harness::new();
    let file = harness.file();
    database("state", 5, &file);
    let connection = Connection::open(&file).unwrap();
    connection
        .execute(
            "UPDATE sessions SET status = 'error', last_error = 'it broke'",
            [],
        )
        .unwrap();
    drop(connection);
    let store = harness.store();
    let found = wait(store.session(session(1))).unwrap().unwrap();
    assert_eq!(found.summary.status, SessionStatus::Idle);
    assert_eq!(
        found
            .summary
            .last_error
            .as_ref()
            .map(ToString::to_string)
            .as_deref(),
        Some("it broke")
    );
}

#[test]
fn a_note_that_changed_meanwhile_is_given_and_not_written_over() {
    let (_home, store) = opened(5);
    let replace = |base: &str, text: &str| {
        wait(store.replace_note(base.to_owned(), text.to_owned())).unwrap()
    };
    assert_eq!(replace("", "one"), Ok(()));
    assert_eq!(replace("", "two"), Err("one".to_owned()));
    assert_eq!(wait(store.note()).unwrap(), "one");
    assert_eq!(replace("one", ""), Ok(()));
    assert_eq!(wait(store.note()).unwrap(), "");
}

#[test]
fn the_list_of_workspaces_and_the_models_of_every_version_are_there() {
    for version in 1..=GLOBAL.migrations.len() {
        let home = tempfile::tempdir().unwrap();
        database("global", version, &home.path().join("global.db"));
        let (store, notices) = GlobalStore::open(home.path()).unwrap();
        assert_eq!(notices, []);
        let known = store.workspaces_blocking().unwrap();
        assert_eq!(known[0].root_path, PathBuf::from("/shop"));
        let models = wait(store.models()).unwrap();
        assert_eq!(models.len(), usize::from(version >= 2));
    }
}

#[test]
fn the_cache_of_every_version_is_read_and_brought_up_to_date() {
    for version in 1..=CACHE.migrations.len() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("cache.db");
        database("cache", version, &file);
        let (connection, problem) = cache::open(&file).unwrap();
        assert_eq!(problem, None);
        drop(connection);
        let held = cache::contents(&file).unwrap();
        assert_eq!(held.vectors.count, 1, "version {version}");
        assert_eq!(held.answers.count, u64::from(version >= 2));
    }
}
