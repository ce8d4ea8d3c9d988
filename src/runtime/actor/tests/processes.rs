//! Tests that commands end with their process group, on cancel and on shutdown.

use super::harness::{ActorHarness, calls, says, shell, until};
use notice::Notice;
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::Delivery;
use protocol::session::RunStatus;
use session::handle::HandleError;
use store::StoreError;

/// Returns the processes that belong to a session, by the mark in their environment.
fn processes_of(harness: &ActorHarness) -> Vec<u32> {
    let mark = format!("AGENTICHAT_SESSION={}", harness.session);
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

async fn with_a_running_command() -> ActorHarness {
    let mut harness = ActorHarness::new(Mode::Passthrough).await;
    harness
        .provider
        .answer(calls(&[shell("echo ready; sleep 1000 | cat")]));
    harness.provider.answer(says("done"));
    harness.send("go");
    harness.event("tool.call.output").await;
    until("the pipeline runs", async || {
        processes_of(&harness).len() >= 3
    })
    .await;
    harness
}

async fn no_process_is_left(harness: &ActorHarness) {
    until("no process is left", async || {
        processes_of(harness).is_empty()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancel_leaves_no_process_of_a_pipeline() {
    let mut harness = with_a_running_command().await;
    harness.cancel();
    let result = harness.call_result().await;
    assert_eq!(result.error.map(|error| error.code.code()), Some("E015"));
    harness.event("job.cancelled").await;
    harness.idle().await;
    no_process_is_left(&harness).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_that_is_lost_leaves_no_process() {
    let harness = with_a_running_command().await;
    harness.store.fail_with(Some(|| StoreError::Corrupt {
        reason: Notice::text("malformed"),
    }));
    harness.send("meanwhile");
    harness.handle.stopped().await;
    no_process_is_left(&harness).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_leaves_no_process_and_says_what_happened() {
    let mut harness = with_a_running_command().await;
    harness.handle.shutdown().await;
    no_process_is_left(&harness).await;
    harness.event("job.cancelled").await;
    while let Some(delivery) = harness.events.recv().await {
        assert!(matches!(delivery, Delivery::Event { .. }));
    }
    let stored = harness.stored().await;
    assert_eq!(stored.run.unwrap().status, RunStatus::Cancelled);
    let session = harness.session;
    let sent = harness.handle.send(Command::UnqueueMessage { session });
    assert_eq!(sent, Err(HandleError::Stopped));
    assert_eq!(harness.handle.idle().await, Err(HandleError::Stopped));
    harness.handle.shutdown().await;
}

#[tokio::test]
async fn a_question_that_waits_does_not_hold_up_the_end_and_goes_on_waiting() {
    let mut harness = ActorHarness::new(Mode::Confirm).await;
    harness.provider.answer(calls(&[shell("touch a")]));
    harness.send("go");
    harness.event("confirmation.requested").await;
    harness.handle.shutdown().await;
    let stored = harness.stored().await;
    assert_eq!(stored.run.unwrap().status, RunStatus::WaitingForUser);
    assert_eq!(stored.questions.len(), 1);
    assert!(!harness.root().join("a").exists());
}
