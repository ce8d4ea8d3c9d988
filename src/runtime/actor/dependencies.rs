//! Builds the actor from its dependencies, and starts it.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::cache::Cache;
use super::catalogue::Catalogue;
use super::core::{Actor, Journal, UnsavedText};
use super::dispatch::{Dispatch, DispatchDependencies};
use super::egress::EgressConsents;
use super::event_log::EventLog;
use super::facts::FixedFacts;
use super::hooks::HookFiles;
use super::memory::Memory;
use super::request::RequestSettings;
use super::rules::RuleFiles;
use super::subscribers::Subscribers;
use super::worker_message::Inbox;
use crate::ledger::Ledger;
use engine::{Engine, EngineConfig, RandomIds};
use mcp::{ServerReports, ServerService};
use protocol::ids::{Seq, SessionId, WorkspaceId};
use provider::registry::Registry;
use session::handle::Request;
use store::Store;
use store::lock::SessionLock;
use tools::ToolBox;
use workspace::Workspace;

/// Outcomes that may queue for the actor.
const ARRIVAL_CAPACITY: usize = 512;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watching {
    /// Watched, because a front end shows it.
    Live,
    Off,
}

/// Time that the actor waits for a journal fault that may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JournalPatience {
    /// Until the fault passes: a user is notified, and can free disk space or leave.
    UntilItPasses,
    /// Up to this time, because no user is there who could act.
    UpTo(Duration),
}

impl JournalPatience {
    /// The limit for an unattended run: together with ending what runs it stays below ten seconds.
    pub const UNATTENDED: Self = Self::UpTo(Duration::from_secs(5));
}

/// The dependencies and the state that an actor starts with.
pub struct Dependencies {
    /// Settings of the engine's rules.
    pub engine: EngineConfig,
    pub workspace_id: WorkspaceId,
    /// The gateway to the workspace's files.
    pub workspace: Arc<Workspace>,
    pub ledger: Arc<Ledger>,
    pub tools: Arc<ToolBox>,
    pub providers: Arc<Registry>,
    pub store: Store,
    /// The last number in the workspace's log.
    pub last_seq: Seq,
    pub requests: RequestSettings,
    /// Known models and providers.
    pub catalogue: Arc<dyn Catalogue>,
    /// The cache of answers and vectors.
    pub cache: Arc<dyn Cache>,
    pub memory: Arc<dyn Memory>,
    /// Storage of the rules.
    pub rule_files: Arc<dyn RuleFiles>,
    pub consents: Arc<dyn EgressConsents>,
    /// The hooks, and the user's trust in them.
    pub hooks: Arc<dyn HookFiles>,
    /// The MCP servers, whose tools the tool box calls.
    pub servers: Option<(ServerService, ServerReports)>,
    /// Facts about the workspace that are known from the start.
    pub facts: FixedFacts,
    /// Folder of the session locks.
    pub lock_folder: PathBuf,
    /// Whether file changes are noticed while nothing runs.
    pub watching: Watching,
    /// Time that the actor waits for a journal fault to pass.
    pub patience: JournalPatience,
    /// Locks that are already held.
    pub locks: BTreeMap<SessionId, SessionLock>,
}

/// Starts an actor on the current runtime. The actor reads `requests`, the other end of a
/// [`session::Handle`], and ends with the last handle or by [`session::Handle::shutdown`].
pub fn start(parts: Dependencies, requests: mpsc::Receiver<Request>) {
    start_after(parts, VecDeque::new(), requests);
}

/// Like [`start`], for an actor that replaces another one. `first` are the requests made before it
/// existed.
pub fn start_after(
    parts: Dependencies,
    first: VecDeque<Request>,
    requests: mpsc::Receiver<Request>,
) {
    let (inbox, arrivals) = mpsc::channel(ARRIVAL_CAPACITY);
    let (servers, reports) = parts.servers.unzip();
    let mut dispatch = Dispatch::new(DispatchDependencies {
        workspace_id: parts.workspace_id,
        workspace: parts.workspace,
        ledger: parts.ledger,
        tools: parts.tools,
        providers: parts.providers,
        store: parts.store.clone(),
        inbox: Inbox::new(inbox),
        settings: Arc::new(parts.requests),
        catalogue: parts.catalogue,
        cache: parts.cache,
        memory: parts.memory,
        rule_files: parts.rule_files,
        hooks: parts.hooks,
        servers,
        routing: parts.engine.routing.clone(),
        consents: parts.consents,
        facts: parts.facts,
        lock_folder: parts.lock_folder,
        locks: parts.locks,
    });
    dispatch.refresh_git();
    dispatch.find_programs();
    if let Some(reports) = reports {
        dispatch.begin_servers(reports);
    }
    let told = |notice: notice::Notice| tracing::info!(%notice, "the memory says");
    dispatch.memory.begin(Box::new(told));
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
        sessions: BTreeMap::new(),
        turn: Vec::new(),
        subscribers: Subscribers::default(),
        event_log: EventLog::default(),
        workspace_changed: false,
        unsaved: UnsavedText::default(),
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
