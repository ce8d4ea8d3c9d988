//! Tests that nothing is done that a restart would not know of.

use super::harness::{ActorHarness, HarnessSetup, LONG, calls, says, until, write};
use notice::Notice;
use protocol::approval::Mode;
use protocol::event::{EventKind, NoticeLevel};
use protocol::message::{MessageState, Role};
use protocol::query::{Query, Reply};
use protocol::session::{RunStatus, SessionStatus};
use store::StoreError;

#[tokio::test]
async fn an_effect_starts_only_after_its_events_are_committed() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.provider.answer(says("hello"));
    harness.store.fail_with(Some(|| StoreError::Full));
    harness.send("hi");
    let notice = harness.event("notice").await;
    assert!(
        matches!(&notice.fact, EventKind::Notice { level: NoticeLevel::Error, text }
            if text.to_string().contains("nothing can be saved")),
        "{notice:?}"
    );
    assert!(
        harness.provider.requests().is_empty(),
        "the model was not asked"
    );
    // The actor answers queries while it cannot write, because they change nothing.
    let query = Query::Files {
        session: None,
        pattern: String::new(),
        limit: 1,
    };
    let reply = harness.query(query).await;
    assert!(matches!(reply, Reply::Files { .. }), "{reply:?}");
    harness.store.fail_with(None);
    harness.idle().await;
    assert_eq!(
        harness.provider.requests().len(),
        1,
        "it is when it can be saved"
    );
    harness.event("job.completed").await;
}

fn corrupt() -> StoreError {
    let reason = Notice::text("malformed");
    StoreError::Corrupt { reason }
}

/// Returns the error that a session is notified of when the actor has stopped by itself.
async fn told_at_the_end(harness: &mut ActorHarness) -> String {
    let notice = harness.event("notice").await;
    let EventKind::Notice { level, text } = notice.fact else {
        panic!("{notice:?}");
    };
    assert_eq!(level, NoticeLevel::Error);
    let stopped = tokio::time::timeout(LONG, harness.handle.stopped());
    stopped.await.expect("the actor stops");
    assert!(harness.provider.requests().is_empty(), "nothing was begun");
    text.to_string()
}

#[tokio::test]
async fn a_fault_of_the_journal_that_never_passes_ends_the_session_with_its_reason() {
    type Made = fn() -> StoreError;
    let faults: [(Made, &str); 3] = [
        (corrupt, "damaged (malformed)"),
        (
            || StoreError::Value(serde_json::from_str::<u8>("x").unwrap_err()),
            "is unreadable",
        ),
        (
            || StoreError::Unwritable {
                path: Some("state.db".into()),
                reason: Notice::text("read-only"),
            },
            "state.db cannot be written",
        ),
    ];
    for (fault, reason) in faults {
        let mut harness = ActorHarness::new(Mode::Review).await;
        harness.store.fail_with(Some(fault));
        harness.send("hi");
        let text = told_at_the_end(&mut harness).await;
        assert!(text.starts_with("saving has failed for good"), "{text}");
        assert!(text.contains(reason), "{text}");
    }
}

#[tokio::test]
async fn a_table_that_is_gone_ends_the_session_too() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let other = rusqlite::Connection::open(harness.database()).unwrap();
    other
        .execute_batch("ALTER TABLE events RENAME TO hidden")
        .unwrap();
    harness.send("hi");
    let text = told_at_the_end(&mut harness).await;
    assert!(text.contains("no such table"), "{text}");
}

#[tokio::test]
async fn a_session_that_cannot_even_be_begun_is_told_why() {
    let mut harness = HarnessSetup::new().start();
    harness.store.fail_with(Some(corrupt));
    harness.create(Mode::Review);
    let text = told_at_the_end(&mut harness).await;
    assert!(text.contains("malformed"), "{text}");
}

#[tokio::test]
async fn a_full_disk_ends_the_run_where_nobody_is_there() {
    let setup = HarnessSetup::new().unattended();
    let mut harness = setup.with_session(Mode::Review).await;
    harness.store.fail_with(Some(|| StoreError::Full));
    harness.send("hi");
    let text = told_at_the_end(&mut harness).await;
    assert!(text.contains("the disk is full"), "{text}");
}

#[tokio::test]
async fn what_is_told_is_already_in_the_store() {
    let mut harness = ActorHarness::new(Mode::AcceptEdits).await;
    harness.provider.answer(calls(&[write("a.txt", "one\n")]));
    harness.provider.answer(says("done"));
    harness.send("write");
    for name in ["edits.proposed", "apply.completed", "job.completed"] {
        let event = harness.event(name).await;
        let last = harness.store.last_seq().await.unwrap();
        assert!(event.seq.expect("it is durable") <= last, "{name}");
    }
    harness.idle().await;
    assert_eq!(harness.disk("a.txt"), "one\n");
    let snapshot = harness.stored().await;
    assert_eq!(snapshot.run.unwrap().status, RunStatus::Completed);
    let checkpoints = harness.store.last_checkpoint_number().await.unwrap();
    assert_eq!(checkpoints, 1);
}

#[test]
fn streamed_text_outlives_a_process_that_dies() {
    let first = tokio::runtime::Runtime::new().unwrap();
    let (harness, live) = first.block_on(async {
        let (harness, live) = ActorHarness::mid_answer("half an answer").await;
        until("the text is on the disk", async || {
            let stored = harness.stored().await;
            let last = stored.messages.last().unwrap();
            last.state == MessageState::Streaming && last.plain_text() == "half an answer"
        })
        .await;
        (harness, live)
    });
    // Like the death of a process: nothing more is stored or published. The stream and the handle
    // are dropped afterwards, because their end would look like a finished answer or an orderly
    // shutdown.
    first.shutdown_timeout(LONG);
    drop(live);
    let (folder, session) = harness.leave();
    let second = tokio::runtime::Runtime::new().unwrap();
    second.block_on(async {
        let mut harness = HarnessSetup::in_folder(folder).start();
        harness.session = session;
        let snapshot = harness.open().await;
        assert_eq!(snapshot.messages.len(), 2, "the conversation is there");
        let message = harness.message().await;
        assert_eq!(message.plain_text(), "half an answer");
        assert_eq!(message.state, MessageState::Interrupted);
        harness.event("job.interrupted").await;
        harness.idle().await;
        let stored = harness.store.session(session).await.unwrap().unwrap();
        assert_eq!(stored.summary.status, SessionStatus::Interrupted);
        assert_eq!(stored.run.unwrap().status, RunStatus::Interrupted);
        assert!(
            harness.provider.requests().is_empty(),
            "nothing is asked again"
        );
        // The session continues, and the model is given the earlier messages.
        harness.completed_run("go on", says("as I said")).await;
        let request = harness.provider.requests().remove(0);
        let roles: Vec<Role> = request
            .messages
            .iter()
            .map(|message| message.role)
            .collect();
        assert_eq!(roles, [Role::User, Role::Assistant, Role::User]);
        harness.handle.shutdown().await;
    });
}
