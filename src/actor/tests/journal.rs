//! Tests that nothing is done that a restart would not know of.

use serde_json::json;

use super::support::{House, Keep, LONG, calls, says, text, until};
use crate::protocol::approval::Mode;
use crate::protocol::command::Command;
use crate::protocol::event::{EventKind, NoticeLevel};
use crate::protocol::message::{MessageState, Role};
use crate::protocol::query::{Query, Reply};
use crate::protocol::session::{RunStatus, SessionStatus};
use crate::store::StoreError;

#[tokio::test]
async fn an_effect_starts_only_after_its_events_are_committed() {
    let mut house = House::new(Mode::Review).await;
    house.provider.answer(says("hello"));
    house.store.fail_with(Some(|| StoreError::Full));
    house.send("hi");
    let notice = house.event("notice").await;
    assert!(
        matches!(&notice.fact, EventKind::Notice { level: NoticeLevel::Error, text }
            if text.contains("nothing can be saved")),
        "{notice:?}"
    );
    assert!(
        house.provider.requests().is_empty(),
        "the model was not asked"
    );
    // Queries are answered meanwhile, because they change nothing.
    let query = Query::Files {
        session: None,
        pattern: String::new(),
        limit: 1,
    };
    let reply = house.handle.query(query).unwrap();
    let reply = tokio::time::timeout(LONG, reply).await.expect("in time");
    assert!(matches!(reply, Ok(Reply::Files { .. })), "{reply:?}");
    house.store.fail_with(None);
    house.idle().await;
    assert_eq!(
        house.provider.requests().len(),
        1,
        "it is when it can be saved"
    );
    house.event("job.completed").await;
}

/// Returns the error that a session is notified of when the actor has stopped by itself.
async fn told_at_the_end(house: &mut House) -> String {
    let notice = house.event("notice").await;
    let EventKind::Notice { level, text } = notice.fact else {
        panic!("{notice:?}");
    };
    assert_eq!(level, NoticeLevel::Error);
    let stopped = tokio::time::timeout(LONG, house.handle.stopped());
    stopped.await.expect("the actor stops");
    assert!(house.provider.requests().is_empty(), "nothing was begun");
    text
}

#[tokio::test]
async fn a_fault_of_the_journal_that_never_passes_ends_the_session_with_its_reason() {
    type Made = fn() -> StoreError;
    let faults: [(Made, &str); 3] = [
        (
            || StoreError::Corrupt {
                reason: "malformed".to_owned(),
            },
            "damaged (malformed)",
        ),
        (
            || StoreError::Value(serde_json::from_str::<u8>("x").unwrap_err()),
            "cannot be understood",
        ),
        (
            || StoreError::Unwritable {
                path: "state.db".into(),
                reason: "read-only".to_owned(),
            },
            "state.db cannot be written",
        ),
    ];
    for (fault, reason) in faults {
        let mut house = House::new(Mode::Review).await;
        house.store.fail_with(Some(fault));
        house.send("hi");
        let text = told_at_the_end(&mut house).await;
        assert!(text.starts_with("nothing can be saved any more"), "{text}");
        assert!(text.contains(reason), "{text}");
    }
}

#[tokio::test]
async fn a_table_that_is_gone_ends_the_session_too() {
    let mut house = House::new(Mode::Review).await;
    let other = rusqlite::Connection::open(house.database()).unwrap();
    other
        .execute_batch("ALTER TABLE events RENAME TO hidden")
        .unwrap();
    house.send("hi");
    let text = told_at_the_end(&mut house).await;
    assert!(text.contains("no such table"), "{text}");
}

#[tokio::test]
async fn a_session_that_cannot_even_be_begun_is_told_why() {
    let mut house = House::empty(Keep::OnDisk);
    house.store.fail_with(Some(|| StoreError::Corrupt {
        reason: "malformed".to_owned(),
    }));
    house.create(Mode::Review);
    let text = told_at_the_end(&mut house).await;
    assert!(text.contains("malformed"), "{text}");
}

#[tokio::test]
async fn a_full_disk_ends_the_run_where_nobody_is_there() {
    let mut house = House::alone();
    house.create(Mode::Review);
    house.event("session.created").await;
    house.store.fail_with(Some(|| StoreError::Full));
    house.send("hi");
    let text = told_at_the_end(&mut house).await;
    assert!(text.contains("the disk is full"), "{text}");
}

#[tokio::test]
async fn what_is_told_is_already_in_the_store() {
    let mut house = House::new(Mode::AcceptEdits).await;
    let arguments = json!({ "path": "a.txt", "content": "one\n", "mode": "create" });
    house.provider.answer(calls(&[("write_file", arguments)]));
    house.provider.answer(says("done"));
    house.send("write");
    for name in ["edits.proposed", "apply.completed", "job.completed"] {
        let event = house.event(name).await;
        let last = house.store.last_seq().await.unwrap();
        assert!(event.seq.expect("it is durable") <= last, "{name}");
    }
    house.idle().await;
    assert_eq!(
        std::fs::read_to_string(house.root().join("a.txt")).unwrap(),
        "one\n"
    );
    let snapshot = house.store.session(house.session).await.unwrap().unwrap();
    assert_eq!(snapshot.run.unwrap().status, RunStatus::Completed);
    let checkpoints = house.store.last_checkpoint_number().await.unwrap();
    assert_eq!(checkpoints, 1);
}

#[test]
fn streamed_text_outlives_a_process_that_dies() {
    let first = tokio::runtime::Runtime::new().unwrap();
    let (house, live) = first.block_on(async {
        let mut house = House::new(Mode::Review).await;
        let live = house.provider.live();
        house.send("go");
        live.send(text("half an answer")).await.unwrap();
        house.event("text.appended").await;
        let (store, session) = (house.store.clone(), house.session);
        until("the text is on the disk", || {
            let store = store.clone();
            async move {
                let stored = store.session(session).await.unwrap().unwrap();
                let last = stored.messages.last().unwrap().clone();
                last.state == MessageState::Streaming && last.plain_text() == "half an answer"
            }
        })
        .await;
        (house, live)
    });
    // Like the death of a process: nothing is stored any more, nobody is notified. The stream and
    // the handle are dropped only afterwards, because their end would look like a finished answer
    // or an orderly shutdown.
    first.shutdown_timeout(LONG);
    drop(live);
    let (folder, session) = house.leave();
    let second = tokio::runtime::Runtime::new().unwrap();
    second.block_on(async {
        let mut house = House::in_folder(folder, Keep::OnDisk);
        house.session = session;
        house.command(Command::OpenSession { session });
        let opened = house.event("session.opened").await;
        let EventKind::SessionOpened { session: snapshot } = opened.fact else {
            panic!("{opened:?}");
        };
        assert_eq!(snapshot.messages.len(), 2, "the conversation is there");
        let event = house.event("message.completed").await;
        let EventKind::MessageCompleted { message } = event.fact else {
            panic!("{event:?}");
        };
        assert_eq!(message.plain_text(), "half an answer");
        assert_eq!(message.state, MessageState::Interrupted);
        house.event("job.interrupted").await;
        house.idle().await;
        let stored = house.store.session(session).await.unwrap().unwrap();
        assert_eq!(stored.summary.status, SessionStatus::Interrupted);
        assert_eq!(stored.run.unwrap().status, RunStatus::Interrupted);
        assert!(
            house.provider.requests().is_empty(),
            "nothing is asked again"
        );
        // The session continues, and the model is given the earlier messages.
        house.provider.answer(says("as I said"));
        house.send("go on");
        house.event("job.completed").await;
        let request = house.provider.requests().remove(0);
        let roles: Vec<Role> = request
            .messages
            .iter()
            .map(|message| message.role)
            .collect();
        assert_eq!(roles, [Role::User, Role::Assistant, Role::User]);
        house.handle.shutdown().await;
    });
}
