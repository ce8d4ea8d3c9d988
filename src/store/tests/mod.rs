//! Tests of the store: acknowledged data is present, tables equal a fold of the facts, damaged and
//! foreign files are handled, and locks and blobs work.

mod answers;
mod blobs;
mod catalogue;
mod changes;
mod files;
mod fold;
mod lifecycle;
mod locks;
mod model_cache;
mod projections;
mod reads;
mod recovery;
mod retention;
mod streams;
mod versions;

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use tempfile::TempDir;
use uuid::Uuid;

use super::{
    Batch, OpenedStore, RetentionMode, Store, StoreError, StoreLocation, state_file, worker,
};
use protocol::approval::{CommandSwitch, Mode, PolicyState, TextSwitch};
use protocol::event::{Event, EventKind};
use protocol::ids::{MessageId, RunId, Seq, SessionId, WorkspaceId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::SessionSettings;

pub(super) fn workspace() -> WorkspaceId {
    WorkspaceId("0123456789abcdef".into())
}

pub(super) fn memory() -> Store {
    Store::open(StoreLocation::Memory, &workspace())
        .unwrap()
        .store
}

/// A folder with the database of a workspace.
pub(super) struct Harness {
    home: TempDir,
}

impl Harness {
    pub(super) fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        Self { home }
    }

    pub(super) fn folder(&self) -> PathBuf {
        self.home.path().join(".agentichat")
    }

    /// Returns the path of the database.
    pub(super) fn file(&self) -> PathBuf {
        state_file(&self.folder())
    }

    pub(super) fn place(&self) -> StoreLocation {
        StoreLocation::Folder(self.folder())
    }

    pub(super) fn open(&self) -> OpenedStore {
        Store::open(self.place(), &workspace()).unwrap()
    }

    pub(super) fn store(&self) -> Store {
        self.open().store
    }

    /// Opens the database with a limit on the contents that are kept.
    pub(super) fn keeping(&self, mode: RetentionMode) -> Store {
        let opened = Store::open_keeping(self.place(), &workspace(), mode);
        opened.unwrap().store
    }

    /// Returns the reason why the database is not opened.
    pub(super) fn refused(&self) -> StoreError {
        Store::open(self.place(), &workspace()).unwrap_err()
    }
}

pub(super) fn session(number: u128) -> SessionId {
    SessionId(Uuid::from_u128(number))
}

pub(super) fn settings(name: &str) -> SessionSettings {
    SessionSettings {
        name: name.into(),
        cwd: "/w".into(),
        agent: "coder".into(),
        provider: "ollama".into(),
        model: "m".into(),
        mode: Mode::Review,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    }
}

pub(super) fn policy() -> PolicyState {
    PolicyState {
        mode: Mode::Review,
        mode_before: None,
        text: TextSwitch::Propose,
        command: CommandSwitch::Ask,
        text_until_next_message: false,
        command_until_next_message: false,
        rules: Vec::new(),
    }
}

pub(super) fn created(name: &str) -> EventKind {
    EventKind::SessionCreated {
        settings: settings(name),
        policy: policy(),
    }
}

pub(super) fn message(session: SessionId, number: u128, text: &str) -> Message {
    Message {
        id: MessageId(Uuid::from_u128(session.0.as_u128() * 1000 + number)),
        session,
        run: None,
        at: time(number),
        role: Role::User,
        blocks: vec![Block::Text { text: text.into() }],
        state: MessageState::Complete,
        model: None,
        usage: None,
    }
}

pub(super) fn time(number: u128) -> Timestamp {
    let number = i64::try_from(number % 1_000_000_000).unwrap();
    Timestamp::new(1_700_000_000 + number, 5).unwrap()
}

pub(super) fn event(
    seq: u64,
    session: SessionId,
    run: Option<RunId>,
    fact: EventKind,
) -> Arc<Event> {
    Arc::new(Event {
        seq: Some(Seq(seq)),
        at: time(u128::from(seq)),
        session,
        run,
        fact,
    })
}

pub(super) fn events(events: Vec<Arc<Event>>) -> Batch {
    Batch {
        events,
        ..Batch::default()
    }
}

/// Commits facts of one session, numbered from `first`.
pub(super) fn commit(store: &Store, first: u64, in_session: SessionId, facts: Vec<EventKind>) {
    let numbered = (first..).zip(facts);
    let batch = numbered.map(|(seq, fact)| event(seq, in_session, None, fact));
    store.commit_blocking(events(batch.collect())).unwrap();
}

pub(super) use worker::wait;
