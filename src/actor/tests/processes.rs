//! Tests that commands end with their process group, on cancel and on shutdown.

use super::support::{House, calls, says, shell, until};
use crate::actor::handle::HandleError;
use crate::protocol::approval::Mode;
use crate::protocol::command::Command;
use crate::protocol::event::{Delivery, EventKind};
use crate::protocol::session::RunStatus;
use crate::store::StoreError;

/// Returns the processes that belong to a session, by the mark in their environment.
fn processes_of(house: &House) -> Vec<u32> {
    let mark = format!("AGENTICHAT_SESSION={}", house.session);
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment
            .split(|byte| *byte == 0)
            .any(|pair| pair == mark.as_bytes())
    })
    .collect()
}

async fn with_a_running_command() -> House {
    let mut house = House::new(Mode::Passthrough).await;
    house
        .provider
        .answer(calls(&[shell("echo ready; sleep 1000 | cat")]));
    house.provider.answer(says("done"));
    house.send("go");
    house.event("tool.call.output").await;
    until("the pipeline runs", || {
        let count = processes_of(&house).len();
        async move { count >= 3 }
    })
    .await;
    house
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancel_leaves_no_process_of_a_pipeline() {
    let mut house = with_a_running_command().await;
    house.cancel();
    let event = house.event("tool.call.completed").await;
    assert!(
        matches!(&event.fact, EventKind::CallCompleted { result, .. }
            if result.error.as_ref().is_some_and(|error| error.code.code() == "E015")),
        "{event:?}"
    );
    house.event("job.cancelled").await;
    house.idle().await;
    until("no process is left", || {
        let left = processes_of(&house).is_empty();
        async move { left }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_that_is_lost_leaves_no_process() {
    let house = with_a_running_command().await;
    house.store.fail_with(Some(|| StoreError::Corrupt {
        reason: "malformed".to_owned(),
    }));
    house.send("meanwhile");
    house.handle.stopped().await;
    until("no process is left", || {
        let left = processes_of(&house).is_empty();
        async move { left }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_leaves_no_process_and_says_what_happened() {
    let mut house = with_a_running_command().await;
    house.handle.shutdown().await;
    until("no process is left", || {
        let left = processes_of(&house).is_empty();
        async move { left }
    })
    .await;
    house.event("job.cancelled").await;
    while let Some(delivery) = house.events.recv().await {
        assert!(matches!(delivery, Delivery::Event { .. }));
    }
    let stored = house.store.session(house.session).await.unwrap().unwrap();
    assert_eq!(stored.run.unwrap().status, RunStatus::Cancelled);
    let session = house.session;
    let sent = house.handle.send(Command::UnqueueMessage { session });
    assert_eq!(sent, Err(HandleError::Stopped));
    assert_eq!(house.handle.idle().await, Err(HandleError::Stopped));
    house.handle.shutdown().await;
}

#[tokio::test]
async fn a_question_that_waits_does_not_hold_up_the_end_and_goes_on_waiting() {
    let mut house = House::new(Mode::Confirm).await;
    house.provider.answer(calls(&[shell("touch a")]));
    house.send("go");
    house.event("confirmation.requested").await;
    house.handle.shutdown().await;
    let stored = house.store.session(house.session).await.unwrap().unwrap();
    assert_eq!(stored.run.unwrap().status, RunStatus::WaitingForUser);
    assert_eq!(stored.questions.len(), 1);
    assert!(!house.root().join("a").exists());
}
