//! The actor put together and set going.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::cache::Cache;
use super::catalogue::Catalogue;
use super::core::{Actor, Journal};
use super::dispatch::{Dispatch, DispatchDependencies};
use super::egress::EgressConsents;
use super::event_log::EventLog;
use super::facts::FixedFacts;
use super::handle::Request;
use super::request::RequestSettings;
use super::rules::RuleFiles;
use super::subscribers::Subscribers;
use crate::engine::{Engine, EngineConfig, RandomIds};
use crate::ledger::Ledger;
use crate::protocol::ids::{Seq, SessionId, WorkspaceId};
use crate::provider::registry::Registry;
use crate::store::Store;
use crate::store::lock::SessionLock;
use crate::tools::ToolBox;
use crate::workspace::Workspace;

/// Outcomes that wait for the actor.
const ARRIVAL_CAPACITY: usize = 512;

/// Whether the workspace is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watching {
    /// For someone who looks at it.
    Live,
    Off,
}

/// How long a fault of the journal that may pass is waited out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JournalPatience {
    /// Until it passes: somebody is told, and can free the disk or leave.
    UntilItPasses,
    /// So long: nobody is there who could do anything.
    UpTo(Duration),
}

impl JournalPatience {
    /// That of a run that nobody attends: together with the ending of what runs it is less than ten seconds.
    pub const UNATTENDED: Self = Self::UpTo(Duration::from_secs(5));
}

/// What an actor is made of.
pub struct Dependencies {
    /// The rules' settings.
    pub engine: EngineConfig,
    /// The workspace's id.
    pub workspace_id: WorkspaceId,
    /// The gateway to its files.
    pub workspace: Arc<Workspace>,
    /// The change log.
    pub ledger: Arc<Ledger>,
    pub tools: Arc<ToolBox>,
    /// The sources of models.
    pub providers: Arc<Registry>,
    pub store: Store,
    /// The last number in its log.
    pub last_seq: Seq,
    /// What requests are made with.
    pub requests: RequestSettings,
    /// What is kept of models and providers.
    pub catalogue: Arc<dyn Catalogue>,
    /// The cache of answers and vectors.
    pub cache: Arc<dyn Cache>,
    /// Where rules are kept.
    pub rule_files: Arc<dyn RuleFiles>,
    /// What may leave the machine.
    pub consents: Arc<dyn EgressConsents>,
    /// What is known of the workspace from the start.
    pub facts: FixedFacts,
    /// Where the locks of sessions lie.
    pub lock_folder: PathBuf,
    /// Whether changes of files are noticed while nothing runs.
    pub watching: Watching,
    /// How long a fault of the journal is waited out.
    pub patience: JournalPatience,
    /// The locks that are held already.
    pub locks: BTreeMap<SessionId, SessionLock>,
}

/// Starts an actor on the runtime that this is called in, listening to `requests`, the other end
/// of a [`super::Handle`]. It ends with the last handle or by [`super::Handle::shutdown`].
pub fn start(parts: Dependencies, requests: mpsc::Receiver<Request>) {
    start_after(parts, VecDeque::new(), requests);
}

/// The same for an actor that takes the place of one that is gone: `first` was asked before it was there.
pub fn start_after(
    parts: Dependencies,
    first: VecDeque<Request>,
    requests: mpsc::Receiver<Request>,
) {
    let (inbox, arrivals) = mpsc::channel(ARRIVAL_CAPACITY);
    let mut dispatch = Dispatch::new(DispatchDependencies {
        workspace_id: parts.workspace_id,
        workspace: parts.workspace,
        ledger: parts.ledger,
        tools: parts.tools,
        providers: parts.providers,
        store: parts.store.clone(),
        inbox,
        settings: Arc::new(parts.requests),
        catalogue: parts.catalogue,
        cache: parts.cache,
        rule_files: parts.rule_files,
        routing: parts.engine.routing.clone(),
        consents: parts.consents,
        facts: parts.facts,
        lock_folder: parts.lock_folder,
        locks: parts.locks,
    });
    dispatch.refresh_git();
    dispatch.look_for_programs();
    if parts.watching == Watching::Live {
        dispatch.begin_index();
        dispatch.watch_files();
    }
    let actor = Actor {
        engine: Engine::new(parts.engine),
        ids: RandomIds,
        store: parts.store,
        requests,
        arrivals,
        dispatch,
        last_seq: parts.last_seq,
        lives: BTreeMap::new(),
        subscribers: Subscribers::default(),
        event_log: EventLog::default(),
        workspace_changed: false,
        unsaved: BTreeMap::new(),
        flush_at: None,
        waiting: first,
        idle_waiters: Vec::new(),
        presences: BTreeMap::new(),
        unread: Vec::new(),
        patience: parts.patience,
        journal: Journal::Working,
    };
    tokio::spawn(actor.run());
}
