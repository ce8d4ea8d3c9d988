//! The promises of the memory, and helpers of its tests.

mod address;
mod contract;
mod database;
mod hostile;
mod items;
mod model;
mod qdrant_double;
mod queue;
mod recall;
mod search;
mod service;
mod sharing;
mod shelf;

use jiff::Timestamp;
use redact::Masker;
use uuid::Uuid;

use protocol::ids::{MemoryId, WorkspaceId};
use protocol::memory::{MemoryKind, MemoryOrigin};
use protocol::taint::Taint;

use crate::{MemoryStore, NewItem};

fn id(number: u128) -> MemoryId {
    MemoryId(Uuid::from_u128(number))
}

fn workspace(name: &str) -> WorkspaceId {
    WorkspaceId(name.to_owned())
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// A fact of the workspace `shop` that the agent remembered in a run without taint.
fn knowledge(number: u128, text: &str) -> NewItem {
    NewItem {
        id: id(number),
        kind: MemoryKind::Knowledge,
        text: text.to_owned(),
        tags: Vec::new(),
        workspace: Some(workspace("shop")),
        run: None,
        origin: MemoryOrigin::Agent,
        taint: Taint::None,
        created: at(1_000),
        received_from: None,
    }
}

fn store() -> MemoryStore {
    MemoryStore::in_memory(Masker::of_values(["hunter2-of-the-shop"])).unwrap()
}
