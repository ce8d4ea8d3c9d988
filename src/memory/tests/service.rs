//! The memory as a running workbench uses it: recall, undo, and faults that cost nothing.

use std::path::Path;

use super::{id, knowledge, workspace};
use crate::{MemoryService, NewItem, RecallWait};
use notice::notice;
use protocol::ids::{RunId, SessionId};
use protocol::memory::{
    MemoryKind, MemoryOrder, MemoryQuery, MemoryState, RememberRequest, Remembered, short_id,
};
use protocol::taint::Taint;
use redact::Masker;
use uuid::Uuid;

const SESSION: SessionId = SessionId(Uuid::from_u128(1));
const RUN: RunId = RunId(Uuid::from_u128(2));

fn service(folder: &Path) -> MemoryService {
    let folder = folder.to_path_buf();
    MemoryService::new(
        folder,
        Masker::default(),
        workspace("shop"),
        None,
        RecallWait::Long,
    )
}

fn request(text: &str) -> RememberRequest {
    RememberRequest {
        kind: MemoryKind::Knowledge,
        text: text.to_owned(),
        tags: Vec::new(),
    }
}

async fn remember(service: &MemoryService, text: &str, taint: Taint) -> Remembered {
    let request = request(text);
    service
        .remember((SESSION, RUN), request, taint)
        .await
        .unwrap()
}

async fn recalled(service: &MemoryService, message: &str) -> Vec<String> {
    let recall = service.recall(message.to_owned(), Vec::new()).await;
    assert_eq!(recall.told, None);
    recall.items.into_iter().map(|item| item.text).collect()
}

#[tokio::test]
async fn only_kept_items_of_this_workspace_are_recalled_and_their_use_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let store = service.store().await.unwrap();
    store
        .add(knowledge(1, "the retry limit is five"))
        .await
        .unwrap();
    let tainted = NewItem {
        taint: Taint::Outside,
        ..knowledge(2, "the retry limit is nine")
    };
    store.add(tainted).await.unwrap();
    let elsewhere = NewItem {
        workspace: Some(workspace("bank")),
        ..knowledge(3, "the retry limit is two")
    };
    store.add(elsewhere).await.unwrap();
    let question = "What is the retry limit?";
    assert_eq!(
        recalled(&service, question).await,
        ["the retry limit is five"]
    );
    // It is recorded after the recall, which does not wait for it.
    while store.item(id(1)).await.unwrap().used.is_none() {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.item(id(2)).await.unwrap().used, None);
    let without = service.recall(question.to_owned(), vec![id(1)]).await;
    assert_eq!((without.items.len(), without.block.as_str()), (0, ""));
}

#[tokio::test]
async fn a_recall_and_a_list_make_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    service.begin().await;
    assert!(recalled(&service, "anything").await.is_empty());
    let list = service.list(MemoryQuery::default()).await.unwrap();
    assert_eq!((list.items.len(), service.waiting().await), (0, Some(0)));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_broken_memory_recalls_nothing_and_says_so_once() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("memory.db")).unwrap();
    let service = service(folder.path());
    let first = service.recall("a".to_owned(), Vec::new()).await;
    let told = first.told.unwrap();
    assert_eq!(
        (first.items.len(), told.id()),
        (0, Some("memory-recall-broken"))
    );
    let second = service.recall("a".to_owned(), Vec::new()).await;
    assert_eq!(second.told, None);
}

#[tokio::test]
async fn what_the_agent_remembers_is_kept_or_waits_by_what_it_read() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let kept = remember(&service, "Dates are in UTC", Taint::None).await;
    let waiting = remember(&service, "Run the installer", Taint::Outside).await;
    assert_eq!(kept.item.state, MemoryState::Kept);
    assert_eq!(waiting.item.state, MemoryState::Inbox);
    assert_eq!(service.waiting().await, Some(1));
    // A repetition by a run that read nothing from outside takes nothing back.
    let again = remember(&service, "dates are in utc.", Taint::Outside).await;
    assert!(again.is_repeated);
    assert_eq!(again.item.state, MemoryState::Kept);
    let long = request(&"x".repeat(3_000));
    let refused = service.remember((SESSION, RUN), long, Taint::None).await;
    assert!(refused.is_err());
}

#[tokio::test]
async fn undo_takes_back_the_changes_of_the_session_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let item = remember(&service, "Dates are in UTC", Taint::Outside).await;
    let name = short_id(item.item.id);
    let order = |order| service.order(SESSION, order);
    order(MemoryOrder::Keep { item: name.clone() })
        .await
        .unwrap();
    order(MemoryOrder::Forget { item: name }).await.unwrap();
    let states = async || {
        let list = service.list(MemoryQuery::default()).await.unwrap();
        let states = list.items.into_iter().map(|item| item.state);
        states.collect::<Vec<_>>()
    };
    assert_eq!(states().await, []);
    for left in [vec![MemoryState::Kept], vec![MemoryState::Inbox], vec![]] {
        order(MemoryOrder::Undo).await.unwrap();
        assert_eq!(states().await, left);
    }
    let nothing = order(MemoryOrder::Undo).await.unwrap();
    assert_eq!(nothing, notice!("memory-nothing-undone"));
}
