//! What a fixture is made of: its folder, its store, who answers. A test changes what it needs, then
//! starts the actor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tempfile::TempDir;

use super::{ActorHarness, Doors, LONG, LearnedRatio, Scripted, tools};
use crate::actor::facts::FixedFacts;
use crate::actor::hooks::{HookFiles, NoHooks};
use crate::actor::rules::NoRuleFiles;
use crate::actor::{
    Catalogue, Dependencies, EgressConsents, InstructionPolicy, JournalPatience, Memory, NoCache,
    NoMemory, RequestSettings, Watching, start,
};
use crate::ledger::Ledger;
use engine::EngineConfig;
use index::{Index, Settings};
use mcp::{ServerReports, ServerService};
use protocol::approval::Mode;
use protocol::ids::{Seq, SessionId, WorkspaceId};
use protocol::index::Consent;
use provider::registry::Registry;
use provider::{Provider, ProviderInfo};
use session::Handle;
use store::{Store, StoreLocation};
use tools::specs;
use workspace::Workspace;

/// The index of a fixture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Indexing {
    Off,
    Begun,
    /// The index is built, and a map of this many tokens is made from it.
    Mapped(u64),
}

pub(in super::super) struct HarnessSetup {
    folder: Arc<TempDir>,
    store: StoreLocation,
    indexing: Indexing,
    /// The program that answers in place of the scripted provider.
    program: Option<Provider>,
    catalogue: Option<Arc<dyn Catalogue>>,
    patience: JournalPatience,
    hooks: Arc<dyn HookFiles>,
    servers: Option<(ServerService, ServerReports)>,
    memory: Option<Arc<dyn Memory>>,
}

impl HarnessSetup {
    /// Begins with an empty workspace, and a store on the disk.
    pub(in super::super) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("work")).unwrap();
        Self::in_folder(folder)
    }

    /// Begins with a folder that another fixture has left, or still works in.
    pub(in super::super) fn in_folder(folder: impl Into<Arc<TempDir>>) -> Self {
        let folder = folder.into();
        Self {
            store: StoreLocation::Folder(folder.path().join("state")),
            folder,
            indexing: Indexing::Off,
            program: None,
            catalogue: None,
            patience: JournalPatience::UntilItPasses,
            hooks: Arc::new(NoHooks),
            servers: None,
            memory: None,
        }
    }

    pub(in super::super) fn root(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    pub(in super::super) fn in_memory(mut self) -> Self {
        self.store = StoreLocation::Memory;
        self
    }

    pub(in super::super) fn indexing(mut self, indexing: Indexing) -> Self {
        self.indexing = indexing;
        self
    }

    pub(in super::super) fn catalogue(mut self, catalogue: Arc<dyn Catalogue>) -> Self {
        self.catalogue = Some(catalogue);
        self
    }

    /// Does not wait for a journal fault to pass, as nobody is there.
    pub(in super::super) fn unattended(mut self) -> Self {
        self.patience = JournalPatience::UpTo(Duration::ZERO);
        self
    }

    pub(in super::super) fn hooks(mut self, hooks: Arc<dyn HookFiles>) -> Self {
        self.hooks = hooks;
        self
    }

    /// Gives the session MCP servers.
    pub(in super::super) fn servers(mut self, servers: (ServerService, ServerReports)) -> Self {
        self.servers = Some(servers);
        self
    }

    /// Gives the session a memory, from which runs recall.
    pub(in super::super) fn memory(mut self, memory: Arc<dyn Memory>) -> Self {
        self.memory = Some(memory);
        self
    }

    /// Lets an agent program with its own tools answer, made for the root.
    pub(in super::super) fn program(mut self, make: impl FnOnce(&Path) -> Provider) -> Self {
        self.program = Some(make(&self.root()));
        self
    }

    /// Starts the actor, and creates a session in this mode.
    pub(in super::super) async fn with_session(self, mode: Mode) -> ActorHarness {
        let mut harness = self.start();
        harness.create(mode);
        harness.event("session.created").await;
        harness
    }

    /// Starts the actor.
    pub(in super::super) fn start(self) -> ActorHarness {
        let id = WorkspaceId("0123456789abcdef".to_owned());
        let opened = Store::open(self.store.clone(), &id).unwrap();
        let workspace = Arc::new(Workspace::open(&self.root(), &[]).unwrap());
        let ledger = Arc::new(Ledger::new(opened.store.clone(), Arc::clone(&workspace)));
        let outputs = self.folder.path().join("outputs");
        let servers = self.servers.as_ref().map(|(servers, _)| servers.servers());
        let mut tools = tools(
            Arc::clone(&workspace),
            Arc::clone(&ledger),
            outputs,
            servers.cloned(),
        );
        let index = self.index(&workspace);
        if let Some(index) = &index {
            tools = tools.with_index(Arc::clone(index));
        }
        let provider = Arc::new(Scripted::default());
        let (providers, answered_by) = self.providers(&provider);
        let learnt = Arc::new(LearnedRatio::default());
        let catalogue = self.catalogue;
        let catalogue = catalogue.unwrap_or_else(|| Arc::clone(&learnt) as Arc<dyn Catalogue>);
        let doors = Arc::new(Doors(Mutex::new(Some(Consent::Given))));
        let (handle, requests) = Handle::channel();
        let events = handle.subscribe(Seq(0)).unwrap();
        let dependencies = Dependencies {
            engine: EngineConfig {
                hooks: self
                    .hooks
                    .definitions()
                    .iter()
                    .map(|hook| hook.event)
                    .collect(),
                recalls: self.memory.is_some(),
                ..EngineConfig::default()
            },
            workspace_id: id,
            workspace,
            ledger,
            tools: Arc::new(tools),
            providers: Arc::new(providers),
            store: opened.store.clone(),
            last_seq: opened.last_seq,
            requests: RequestSettings {
                map_tokens: match self.indexing {
                    Indexing::Mapped(tokens) => Some(tokens),
                    Indexing::Off | Indexing::Begun => None,
                },
                tools: specs(),
                instructions: InstructionPolicy {
                    agents_md: true,
                    claude_md: true,
                },
                ..RequestSettings::default()
            },
            catalogue,
            cache: Arc::new(NoCache),
            memory: self.memory.unwrap_or_else(|| Arc::new(NoMemory)),
            rule_files: Arc::new(NoRuleFiles),
            hooks: self.hooks,
            servers: self.servers,
            consents: Arc::clone(&doors) as Arc<dyn EgressConsents>,
            facts: FixedFacts::default(),
            watching: Watching::Off,
            patience: self.patience,
            lock_folder: self.folder.path().join("state"),
            locks: BTreeMap::new(),
        };
        start(dependencies, requests);
        ActorHarness {
            folder: self.folder,
            answered_by,
            provider,
            doors,
            learnt,
            index,
            store: opened.store,
            handle,
            session: SessionId(uuid::Uuid::now_v7()),
            events,
        }
    }

    fn index(&self, workspace: &Arc<Workspace>) -> Option<Arc<Index>> {
        if self.indexing == Indexing::Off {
            return None;
        }
        let kept = self.folder.path().join("state");
        let most_bytes = 1_000_000;
        let index = Index::new(Arc::clone(workspace), kept, Settings { most_bytes });
        if let Indexing::Mapped(_) = self.indexing {
            let order = index.look();
            assert!(index.wait_for(order, LONG), "the index is built");
        }
        Some(Arc::new(index))
    }

    /// Returns the providers, and the name of the one that answers.
    fn providers(&self, scripted: &Arc<Scripted>) -> (Registry, String) {
        *scripted.offers.lock().unwrap() = vec!["m".to_owned(), "eyes".to_owned()];
        let mut providers = Registry::default();
        let info = ProviderInfo::new("scripted", "here");
        let answered_by = self.program.as_ref().map_or(&info.name, |of| &of.info.name);
        let answered_by = answered_by.clone();
        let scripted = Provider::new(info, scripted.clone(), scripted.clone());
        providers.insert(scripted);
        self.program
            .iter()
            .for_each(|program| providers.insert(program.clone()));
        (providers, answered_by)
    }
}
