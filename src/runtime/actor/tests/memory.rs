//! The memory of a session: what the agent remembers in one run is in the request of the next one.

use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::harness::{ActorHarness, HarnessSetup, calls, says};
use memory::{MemoryService, RecallWait};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::ids::WorkspaceId;
use protocol::memory::{MemoryOrder, MemoryQuery, MemoryState};
use protocol::query::{Query, Reply};
use redact::Masker;

/// A session with a memory in this folder.
async fn remembering(folder: &TempDir) -> ActorHarness {
    let workspace = WorkspaceId("0123456789abcdef".to_owned());
    let folder = folder.path().to_path_buf();
    let memory = MemoryService::new(folder, Masker::default(), workspace, None, RecallWait::Long);
    let setup = HarnessSetup::new().memory(Arc::new(memory));
    setup.with_session(Mode::Review).await
}

fn remember(text: &str) -> (&'static str, Value) {
    let arguments = json!({ "kind": "decision", "text": text, "tags": ["time"] });
    ("remember", arguments)
}

/// Returns the texts of the last request, one of each message.
fn asked(harness: &ActorHarness) -> Vec<String> {
    let requests = harness.provider.requests();
    let messages = &requests.last().unwrap().messages;
    messages
        .iter()
        .map(|message| message.plain_text())
        .collect()
}

async fn order(harness: &mut ActorHarness, order: MemoryOrder) {
    let session = harness.session;
    harness.command(Command::OrderMemory { session, order });
    harness.event("notice").await;
}

#[tokio::test]
async fn what_the_agent_remembers_is_recalled_for_a_later_message_until_the_user_drops_it() {
    let folder = TempDir::new().unwrap();
    let mut harness = remembering(&folder).await;
    harness
        .provider
        .answer(calls(&[remember("All dates are in UTC")]));
    harness
        .completed_run("remember how dates are", says("noted"))
        .await;
    let Reply::Memory { list } = harness
        .query(Query::Memory {
            wanted: MemoryQuery::default(),
        })
        .await
    else {
        panic!("no list");
    };
    assert_eq!((list.items.len(), list.waiting), (1, 0));
    assert_eq!(list.items[0].state, MemoryState::Kept);

    let mut next = remembering(&folder).await;
    next.completed_run("which zone do the dates have?", says("UTC"))
        .await;
    let [said, recalled] = asked(&next).try_into().unwrap();
    assert_eq!(said, "which zone do the dates have?");
    assert!(recalled.starts_with("<recalled-memory>\n"), "{recalled}");
    assert!(recalled.contains("decision: All dates are in UTC\n"));

    order(&mut next, MemoryOrder::Drop { message: None }).await;
    next.completed_run("and the dates of files?", says("UTC"))
        .await;
    let texts = asked(&next);
    assert!(
        texts.iter().all(|text| !text.contains("recalled-memory")),
        "{texts:?}"
    );
}

#[tokio::test]
async fn a_run_without_a_usable_memory_goes_on_and_the_call_fails_with_the_reason() {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("memory.db")).unwrap();
    let mut harness = remembering(&folder).await;
    harness
        .provider
        .answer(calls(&[remember("All dates are in UTC")]));
    harness.provider.answer(says("done"));
    harness.send("go");
    let result = harness.call_result().await;
    assert!(!result.ok);
    harness.idle().await;
    assert_eq!(asked(&harness)[0], "go");
}
