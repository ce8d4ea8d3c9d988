//! A test fixture: a workspace, a store, tools, a scripted provider and a handle.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::mpsc;

use crate::actor::facts::FixedFacts;
use crate::actor::rules::NoRuleFiles;
use crate::actor::{
    Catalogue, Dependencies, EgressConsents, JournalPatience, NoCatalogue, RequestSettings,
    Watching, start,
};
use crate::ledger::Ledger;
use engine::EngineConfig;
use index::{Index, Settings};
use notice::Notice;
use protocol::approval::Mode;
use protocol::catalogue::{
    BackgroundJob, CatalogueCommand, CatalogueQuery, CatalogueReply, JobProgress, ModelRecord,
    Payment, Spent,
};
use protocol::command::{CancelMode, Command};
use protocol::estimate::Ratio;
use protocol::event::{Delivery, Event, EventKind};
use protocol::ids::{Seq, SessionId, WorkspaceId};
use protocol::index::Consent;
use protocol::route::EgressTarget;
use protocol::session::SessionSettings;
use protocol::stream::{
    Capabilities, ModelInfo, ProviderError, StopReason, StreamPart, ToolFormat,
};
use provider::registry::Registry;
use provider::{ChatModel, ModelCatalog, PartStream, Provider, ProviderInfo, StepRequest};
use session::Handle;
use store::{Store, StoreLocation};
use tools::{Limits, Surroundings, ToolBox, policy_parser, specs};
use workspace::Workspace;

/// Time that a step may take before a test fails: far more than it needs on a busy machine.
pub(super) const LONG: Duration = Duration::from_secs(20);

/// A provider that answers each request with the next queued answer.
#[derive(Default)]
pub(super) struct Scripted {
    answers: Mutex<VecDeque<PartStream>>,
    summaries: Mutex<VecDeque<Vec<StreamPart>>>,
    requests: Mutex<Vec<StepRequest>>,
    /// The error for a provider that cannot be used at all.
    pub(super) missing: Mutex<Option<ProviderError>>,
    pub(super) offers: Mutex<Vec<String>>,
    /// Whether its models see pictures, if it reports that.
    pub(super) sees: Mutex<Option<bool>>,
}

impl Scripted {
    /// Queues a whole answer.
    pub(super) fn answer(&self, parts: Vec<StreamPart>) {
        self.queue(stream::iter(parts).boxed());
    }

    /// Queues a summary of a conversation that does not fit.
    pub(super) fn summary(&self, parts: Vec<StreamPart>) {
        self.summaries.lock().unwrap().push_back(parts);
    }

    /// Queues an answer whose parts the test sends one by one. The sender is closed when the
    /// stream is dropped.
    pub(super) fn live(&self) -> mpsc::Sender<StreamPart> {
        let (sender, receiver) = mpsc::channel(1);
        let parts = stream::unfold(receiver, |mut receiver| async move {
            receiver.recv().await.map(|part| (part, receiver))
        });
        self.queue(parts.boxed());
        sender
    }

    /// Queues an answer.
    pub(super) fn queue(&self, parts: PartStream) {
        self.answers.lock().unwrap().push_back(parts);
    }

    /// Returns the requests up to now.
    pub(super) fn requests(&self) -> Vec<StepRequest> {
        self.requests.lock().unwrap().clone()
    }
}

impl ModelCatalog for Scripted {
    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async { Ok(Notice::text("1")) })
    }

    fn unavailable_reason(&self) -> Option<ProviderError> {
        self.missing.lock().unwrap().clone()
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        let names = self.offers.lock().unwrap().clone();
        let models = names.iter().map(|name| ModelInfo::named("scripted", name));
        let models = models.collect();
        Box::pin(async move { Ok(models) })
    }

    fn capabilities<'a>(
        &'a self,
        _model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        let images = *self.sees.lock().unwrap();
        Box::pin(async move {
            Ok(Capabilities {
                tools: ToolFormat::Native,
                reasoning: false,
                images,
                context_length: Some(8_192),
            })
        })
    }
}

impl ChatModel for Scripted {
    fn stream(&self, request: StepRequest) -> PartStream {
        let is_summary = request.agent == "summary";
        self.requests.lock().unwrap().push(request);
        if is_summary {
            let next = self.summaries.lock().unwrap().pop_front();
            return stream::iter(next.unwrap_or_else(|| says("what was done"))).boxed();
        }
        let next = self.answers.lock().unwrap().pop_front();
        next.unwrap_or_else(|| stream::iter(says("there is nothing more")).boxed())
    }
}

pub(super) fn text(text: &str) -> StreamPart {
    let text = text.to_owned();
    StreamPart::Text { text }
}

/// Returns a whole answer of text.
pub(super) fn says(words: &str) -> Vec<StreamPart> {
    let stop = StopReason::Done;
    vec![text(words), StreamPart::Done { stop }]
}

/// Returns a whole answer of calls.
pub(super) fn calls(calls: &[(&str, Value)]) -> Vec<StreamPart> {
    let mut parts = Vec::new();
    for (index, (name, arguments)) in calls.iter().enumerate() {
        parts.push(StreamPart::CallStart {
            index,
            id: format!("call_{index}"),
            name: (*name).to_owned(),
        });
        let arguments = arguments.clone();
        parts.push(StreamPart::CallEnd { index, arguments });
    }
    let stop = StopReason::NeedsTools;
    parts.push(StreamPart::Done { stop });
    parts
}

/// Returns a call that runs a command.
pub(super) fn shell(command: &str) -> (&'static str, Value) {
    ("shell_exec", json!({ "command": command }))
}

/// The index of a fixture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Indexing {
    Off,
    Begun,
    /// The index is built, and a map of this many tokens is made from it.
    Mapped(u64),
}

/// The fixture that a session runs in.
pub(super) struct ActorHarness {
    folder: Arc<TempDir>,
    pub(super) provider: Arc<Scripted>,
    pub(super) doors: Arc<Doors>,
    pub(super) learnt: Arc<Learnt>,
    pub(super) store: Store,
    pub(super) handle: Handle,
    pub(super) session: SessionId,
    pub(super) index: Option<Arc<Index>>,
    /// All deliveries of the actor, from the start.
    pub(super) events: mpsc::Receiver<Delivery>,
}

impl ActorHarness {
    /// Creates a fixture with a new session in this mode.
    pub(super) async fn new(mode: Mode) -> Self {
        let mut harness = Self::empty(Keep::OnDisk);
        harness.create(mode);
        harness.event("session.created").await;
        harness
    }

    /// Creates a fixture without a session.
    pub(super) fn empty(keep: Keep) -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("work")).unwrap();
        Self::in_folder(folder, keep)
    }

    /// Creates a fixture in a folder that another one has left, or still works in.
    pub(super) fn in_folder(folder: impl Into<Arc<TempDir>>, keep: Keep) -> Self {
        Self::with(folder, keep, Indexing::Off)
    }

    /// Creates a fixture with a file `cart.rs`, a map of it and a new session.
    pub(super) async fn mapped() -> Self {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("work");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(root.join("cart.rs"), "pub fn total_of_cart() {}\n").unwrap();
        let mut harness = Self::with(folder, Keep::OnDisk, Indexing::Mapped(512));
        harness.create(Mode::Review);
        harness.event("session.created").await;
        harness
    }

    /// Creates a fixture with an index of its files, which is not built yet.
    pub(super) fn indexed() -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("work")).unwrap();
        Self::with(folder, Keep::OnDisk, Indexing::Begun)
    }

    /// Creates a fixture whose session is answered by an agent program with its own tools, made
    /// for the root.
    pub(super) async fn with_program(
        mode: Mode,
        make: impl FnOnce(&std::path::Path) -> Provider,
    ) -> Self {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("work");
        std::fs::create_dir(&root).unwrap();
        let program = make(&root);
        let name = program.info.name.clone();
        let mut harness = Self::with_providers(folder, Keep::OnDisk, Indexing::Off, vec![program]);
        harness.create_at(mode, &name);
        harness.event("session.created").await;
        harness
    }

    fn with(folder: impl Into<Arc<TempDir>>, keep: Keep, indexing: Indexing) -> Self {
        Self::with_providers(folder, keep, indexing, Vec::new())
    }

    fn with_providers(
        folder: impl Into<Arc<TempDir>>,
        keep: Keep,
        indexing: Indexing,
        more: Vec<Provider>,
    ) -> Self {
        let learnt = Arc::new(Learnt::default());
        let catalogue = Arc::clone(&learnt) as Arc<dyn Catalogue>;
        Self::with_catalogue(folder, (keep, indexing), more, (learnt, catalogue))
    }

    pub(super) fn with_catalogue(
        folder: impl Into<Arc<TempDir>>,
        kept: (Keep, Indexing),
        more: Vec<Provider>,
        known: (Arc<Learnt>, Arc<dyn Catalogue>),
    ) -> Self {
        Self::with_patience(folder, kept, more, known, JournalPatience::UntilItPasses)
    }

    /// Creates an unattended fixture, so that it does not wait for a journal fault to pass.
    pub(super) fn alone() -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("work")).unwrap();
        let learnt = Arc::new(Learnt::default());
        let catalogue = Arc::clone(&learnt) as Arc<dyn Catalogue>;
        let (kept, known) = ((Keep::OnDisk, Indexing::Off), (learnt, catalogue));
        Self::with_patience(
            folder,
            kept,
            Vec::new(),
            known,
            JournalPatience::UpTo(Duration::ZERO),
        )
    }

    fn with_patience(
        folder: impl Into<Arc<TempDir>>,
        (keep, indexing): (Keep, Indexing),
        more: Vec<Provider>,
        (learnt, catalogue): (Arc<Learnt>, Arc<dyn Catalogue>),
        patience: JournalPatience,
    ) -> Self {
        let folder: Arc<TempDir> = folder.into();
        let id = WorkspaceId("0123456789abcdef".to_owned());
        let place = match keep {
            Keep::OnDisk => StoreLocation::Folder(folder.path().join("state")),
            Keep::InMemory => StoreLocation::Memory,
        };
        let opened = Store::open(place, &id).unwrap();
        let provider = Arc::new(Scripted {
            offers: Mutex::new(vec!["m".to_owned(), "eyes".to_owned()]),
            ..Scripted::default()
        });
        let mut providers = Registry::default();
        let info = ProviderInfo::new("scripted", "here");
        providers.insert(Provider::new(info, provider.clone(), provider.clone()));
        more.into_iter().for_each(|one| providers.insert(one));
        let root = folder.path().join("work");
        let workspace = Arc::new(Workspace::open(&root, &[]).unwrap());
        let ledger = Arc::new(Ledger::new(opened.store.clone(), Arc::clone(&workspace)));
        let outputs = folder.path().join("outputs");
        let tools = tools(Arc::clone(&workspace), Arc::clone(&ledger), outputs);
        let index = (indexing != Indexing::Off).then(|| {
            let kept = folder.path().join("state");
            let most_bytes = 1_000_000;
            Arc::new(Index::new(
                Arc::clone(&workspace),
                kept,
                Settings { most_bytes },
            ))
        });
        let tools = match &index {
            Some(index) => tools.with_index(Arc::clone(index)),
            None => tools,
        };
        let map_tokens = match (indexing, &index) {
            (Indexing::Mapped(tokens), Some(index)) => {
                let order = index.look();
                assert!(index.wait_for(order, LONG), "the index is built");
                Some(tokens)
            }
            _ => None,
        };
        let doors = Arc::new(Doors(Mutex::new(Some(Consent::Given))));
        let (handle, requests) = Handle::channel();
        let events = handle.subscribe(Seq(0)).unwrap();
        start(
            Dependencies {
                engine: EngineConfig::default(),
                workspace_id: id,
                workspace,
                ledger,
                tools: Arc::new(tools),
                providers: Arc::new(providers),
                store: opened.store.clone(),
                last_seq: opened.last_seq,
                requests: RequestSettings {
                    map_tokens,
                    tools: specs(),
                    ..RequestSettings::default()
                },
                catalogue,
                cache: Arc::new(crate::actor::NoCache),
                rule_files: Arc::new(NoRuleFiles),
                consents: Arc::clone(&doors) as Arc<dyn EgressConsents>,
                facts: FixedFacts::default(),
                watching: Watching::Off,
                patience,
                lock_folder: folder.path().join("state"),
                locks: BTreeMap::new(),
            },
            requests,
        );
        Self {
            folder,
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

    pub(super) fn create(&self, mode: Mode) {
        self.create_at(mode, "scripted");
    }

    fn create_at(&self, mode: Mode, provider: &str) {
        let settings = SessionSettings {
            name: "demo".to_owned(),
            cwd: self.root(),
            agent: "code".to_owned(),
            provider: provider.to_owned(),
            model: "m".to_owned(),
            mode,
            extra_prompt: String::new(),
            known_as: Default::default(),
        };
        let session = self.session;
        self.command(Command::CreateSession { session, settings });
    }

    pub(super) fn root(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    pub(super) fn database(&self) -> PathBuf {
        store::state_file(&self.folder.path().join("state"))
    }

    /// Drops everything but the folder, and returns it.
    pub(super) fn leave(self) -> (Arc<TempDir>, SessionId) {
        (self.folder, self.session)
    }

    /// Creates a second fixture that works like another process: with its own store, tools and
    /// session on the same files.
    pub(super) async fn neighbour(&self, mode: Mode) -> Self {
        let mut harness = Self::in_folder(Arc::clone(&self.folder), Keep::OnDisk);
        harness.create(mode);
        harness.event("session.created").await;
        harness
    }

    pub(super) fn command(&self, command: Command) {
        self.handle.send(command).unwrap();
    }

    pub(super) fn send(&self, text: &str) {
        self.command(Command::SendMessage {
            session: self.session,
            text: text.to_owned(),
        });
    }

    pub(super) fn cancel(&self) {
        self.command(Command::CancelRun {
            session: self.session,
            how: CancelMode::Gracefully,
        });
    }

    /// Waits for the next event of a type (its name on the wire).
    pub(super) async fn event(&mut self, name: &str) -> Event {
        next_event(&mut self.events, name).await
    }

    /// Waits for the next event of any kind.
    pub(super) async fn next(&mut self) -> Event {
        loop {
            let next = tokio::time::timeout(LONG, self.events.recv()).await;
            let next = next.expect("an event in time");
            if let Delivery::Event { event } = next.expect("the subscription goes on") {
                return Arc::unwrap_or_clone(event);
            }
        }
    }

    /// Waits until nothing is in flight.
    pub(super) async fn idle(&self) {
        let idle = tokio::time::timeout(LONG, self.handle.idle());
        idle.await.expect("idle in time").unwrap();
    }
}

/// The user's answers on egress.
pub(super) struct Doors(Mutex<Option<Consent>>);

impl Doors {
    /// Forgets the answer, as if the user was never asked.
    pub(super) fn shut(&self) {
        *self.0.lock().unwrap() = None;
    }
}

impl EgressConsents for Doors {
    fn said(&self, _: &EgressTarget) -> Option<Consent> {
        *self.0.lock().unwrap()
    }

    fn keep(&self, _: &EgressTarget, consent: Consent) -> Result<Notice, Notice> {
        *self.0.lock().unwrap() = Some(consent);
        Ok(Notice::text("kept"))
    }
}

/// A catalogue that is empty except for the ratio learned for the one model.
#[derive(Default)]
pub(super) struct Learnt(pub(super) Mutex<Option<Ratio>>);

impl Catalogue for Learnt {
    fn model(&self, _: &str, _: &str) -> Option<ModelRecord> {
        None
    }

    fn seeing(&self, _: &str) -> Vec<String> {
        vec!["scripted/eyes".to_owned()]
    }

    fn ratio(&self, _: &str, _: &str) -> Option<Ratio> {
        *self.0.lock().unwrap()
    }

    fn learn(&self, _: String, _: String, ratio: Ratio) -> BoxFuture<'_, ()> {
        *self.0.lock().unwrap() = Some(ratio);
        Box::pin(async {})
    }

    fn answer(
        &self,
        question: CatalogueQuery,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<CatalogueReply, Notice>> {
        NoCatalogue.answer(question, providers)
    }

    fn execute(
        &self,
        order: CatalogueCommand,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<Notice, Notice>> {
        NoCatalogue.execute(order, providers)
    }

    fn choose(
        &self,
        provider: String,
        used: Vec<String>,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<String, Notice>> {
        NoCatalogue.choose(provider, used, providers)
    }

    fn run(
        &self,
        job: BackgroundJob,
        providers: Arc<Registry>,
        report: mpsc::Sender<JobProgress>,
    ) -> BoxFuture<'_, ()> {
        NoCatalogue.run(job, providers, report)
    }

    fn pay(&self, payment: Payment) -> BoxFuture<'_, ()> {
        NoCatalogue.pay(payment)
    }

    fn today(&self) -> BoxFuture<'_, Option<Spent>> {
        NoCatalogue.today()
    }
}

/// Whether the fixture's data outlives its process.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    OnDisk,
    InMemory,
}

pub(super) fn tools(
    workspace: Arc<Workspace>,
    ledger: Arc<Ledger>,
    private_dir: PathBuf,
) -> ToolBox {
    let surroundings = Surroundings {
        shell: policy_parser(workspace.root().to_path_buf(), Vec::new()),
        records: ledger,
        private_dir,
        sandbox: "off".to_owned(),
        environment: std::env::vars().collect(),
        key_variables: Vec::new(),
    };
    ToolBox::new(workspace, Limits::default(), surroundings)
}

/// Waits for the next event of a type.
pub(super) async fn next_event(from: &mut mpsc::Receiver<Delivery>, name: &str) -> Event {
    let mut refused = None;
    let search = async {
        while let Some(delivery) = from.recv().await {
            let Delivery::Event { event } = delivery else {
                continue;
            };
            if type_of(&event.fact) == name {
                return Arc::unwrap_or_clone(event);
            }
            if let EventKind::CommandRejected { reason, .. } = &event.fact {
                refused = Some(reason.to_string());
            }
        }
        panic!("the subscription ended before {name}");
    };
    let found = tokio::time::timeout(LONG, search).await;
    found.unwrap_or_else(|_| panic!("no {name} in time; refused: {refused:?}"))
}

/// Returns the name of a fact on the wire.
pub(super) fn type_of(fact: &EventKind) -> String {
    let fact = serde_json::to_value(fact).unwrap();
    fact["type"].as_str().unwrap().to_owned()
}

/// Polls until the condition holds, yielding to other tasks in between.
pub(super) async fn until<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    let wait = async {
        while !holds().await {
            tokio::task::yield_now().await;
        }
    };
    let done = tokio::time::timeout(LONG, wait).await;
    done.unwrap_or_else(|_| panic!("not in time: {what}"));
}

/// Returns lines of a reply in English, as one text.
pub fn in_lines(lines: &[Notice]) -> String {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    lines.join("\n")
}
