//! Tests of disk scans while an agent program works.

use std::sync::Arc;

use tempfile::TempDir;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::harness::tools;
use crate::actor::in_flight::InFlightCounter;
use crate::actor::worker_message::{Inbox, WorkerMessage};
use crate::actor::workspace_scans::WorkspaceScans;
use crate::ledger::Ledger;
use engine::Outcome;
use protocol::ids::{RunId, SessionId, WorkspaceId};
use store::{Store, StoreLocation};
use tools::CallContext;
use workspace::Workspace;

#[tokio::test]
async fn what_a_look_found_is_told_though_the_step_that_asked_for_it_was_dropped() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().join("work");
    std::fs::create_dir(&root).unwrap();
    std::fs::write(root.join("a.txt"), "whole\n").unwrap();
    let id = WorkspaceId("0123456789abcdef".to_owned());
    let store = Store::open(StoreLocation::Memory, &id).unwrap().store;
    let workspace = Arc::new(Workspace::open(&root, &[]).unwrap());
    let ledger = Arc::new(Ledger::new(store.clone(), Arc::clone(&workspace)));
    let (inbox, mut arrivals) = mpsc::channel(8);
    let looking = WorkspaceScans {
        tools: Arc::new(tools(
            workspace,
            ledger,
            folder.path().join("outputs"),
            None,
        )),
        store,
        asker: CallContext {
            session: SessionId(Uuid::from_u128(1)),
            run: RunId(Uuid::from_u128(2)),
            agent: "build".to_owned(),
            limits: Default::default(),
            is_by_user: false,
            proposes: false,
            folder: String::new(),
            now: jiff::Timestamp::now(),
            ids: Arc::new(Uuid::now_v7),
        },
        inbox: Inbox::new(inbox),
        tickets: InFlightCounter::default(),
    };
    looking.begin().await;
    std::fs::write(root.join("a.txt"), "half\n").unwrap();
    tokio::select! {
        biased;
        () = looking.scan_now() => panic!("a look takes longer than a poll"),
        () = std::future::ready(()) => {}
    }
    assert!(!looking.tickets.all_back(), "the look is still counted");
    let Some(WorkerMessage::Outcome(Outcome::ExternalChangesFound { observed, .. })) =
        arrivals.recv().await
    else {
        panic!("no change is told");
    };
    let paths: Vec<&str> = observed
        .iter()
        .map(|change| change.entry.path.as_str())
        .collect();
    assert_eq!(paths, ["a.txt"]);
}
