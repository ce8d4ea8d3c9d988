//! A test fixture: a workspace, a store, tools, a scripted provider and a handle.

mod doubles;
pub(super) mod review;
mod scripted;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tempfile::TempDir;
use tokio::sync::mpsc;

use crate::actor::facts::FixedFacts;
use crate::actor::rules::NoRuleFiles;
use crate::actor::{
    Catalogue, Dependencies, EgressConsents, JournalPatience, RequestSettings, Watching, start,
};
use crate::ledger::Ledger;
use engine::EngineConfig;
use index::{Index, Settings};
use notice::Notice;
use protocol::approval::{Answer, AnsweredBy, Decision, Mode, Question};
use protocol::call::CallResult;
use protocol::command::{CancelMode, Command};
use protocol::event::{Delivery, Event, EventKind};
use protocol::ids::{Seq, SessionId, WorkspaceId};
use protocol::index::Consent;
use protocol::message::Message;
use protocol::query::{Query, Reply};
use protocol::session::{SessionSettings, SessionSnapshot};
use protocol::stream::StreamPart;
use provider::registry::Registry;
use provider::{Provider, ProviderInfo};
use session::Handle;
use store::{Store, StoreLocation};
use tools::{Limits, Surroundings, ToolBox, policy_parser, specs};
use workspace::Workspace;

pub(super) use doubles::{Doors, LearnedRatio};
pub(super) use scripted::{Scripted, calls, done, pieces, read, says, shell, text, write};

/// Time that a step may take before a test fails: far more than it needs on a busy machine.
pub(super) const LONG: Duration = Duration::from_secs(20);

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
    pub(super) learnt: Arc<LearnedRatio>,
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
        let learnt = Arc::new(LearnedRatio::default());
        let catalogue = Arc::clone(&learnt) as Arc<dyn Catalogue>;
        Self::with_catalogue(folder, (keep, indexing), more, (learnt, catalogue))
    }

    pub(super) fn with_catalogue(
        folder: impl Into<Arc<TempDir>>,
        kept: (Keep, Indexing),
        more: Vec<Provider>,
        known: (Arc<LearnedRatio>, Arc<dyn Catalogue>),
    ) -> Self {
        Self::with_patience(folder, kept, more, known, JournalPatience::UntilItPasses)
    }

    /// Creates an unattended fixture, so that it does not wait for a journal fault to pass.
    pub(super) fn alone() -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("work")).unwrap();
        let learnt = Arc::new(LearnedRatio::default());
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
        (learnt, catalogue): (Arc<LearnedRatio>, Arc<dyn Catalogue>),
        patience: JournalPatience,
    ) -> Self {
        let folder: Arc<TempDir> = folder.into();
        let id = WorkspaceId("0123456789abcdef".to_owned());
        let place = match keep {
            Keep::OnDisk => StoreLocation::Folder(folder.path().join("state")),
            Keep::InMemory => StoreLocation::Memory,
        };
        let opened = Store::open(place, &id).unwrap();
        let provider = Arc::new(Scripted::default());
        *provider.offers.lock().unwrap() = vec!["m".to_owned(), "eyes".to_owned()];
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

    /// Writes a file of the workspace.
    pub(super) fn put(&self, path: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.root().join(path), content).unwrap();
    }

    /// Returns the text of a file of the workspace.
    pub(super) fn disk(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).unwrap()
    }

    /// Creates a fixture whose model has begun an answer with `beginning`; the rest is sent.
    pub(super) async fn mid_answer(beginning: &str) -> (Self, mpsc::Sender<StreamPart>) {
        let mut harness = Self::new(Mode::Review).await;
        let live = harness.provider.live();
        harness.send("go");
        live.send(text(beginning)).await.unwrap();
        harness.event("text.appended").await;
        (harness, live)
    }

    /// Sends a message that is answered with these parts, and waits until nothing is in flight.
    pub(super) async fn exchange(&self, words: &str, answer: Vec<StreamPart>) {
        self.provider.answer(answer);
        self.send(words);
        self.idle().await;
    }

    /// Sends a message that is answered with these parts, and waits for the end of its run.
    pub(super) async fn completed_run(&mut self, words: &str, answer: Vec<StreamPart>) {
        self.provider.answer(answer);
        self.send(words);
        self.event("job.completed").await;
    }

    pub(super) async fn query(&self, query: Query) -> Reply {
        let reply = self.handle.query(query).unwrap();
        let reply = tokio::time::timeout(LONG, reply).await;
        reply.expect("an answer in time").unwrap()
    }

    /// Returns the session as it is stored.
    pub(super) async fn stored(&self) -> SessionSnapshot {
        self.store.session(self.session).await.unwrap().unwrap()
    }

    /// Returns the messages of the last request to the model as JSON.
    pub(super) fn last_messages(&self) -> String {
        let request = self.provider.requests().pop().expect("a request");
        serde_json::to_string(&request.messages).unwrap()
    }

    /// Waits for the next message to be complete.
    pub(super) async fn message(&mut self) -> Message {
        match self.event("message.completed").await.fact {
            EventKind::MessageCompleted { message } => message,
            other => panic!("{other:?}"),
        }
    }

    /// Waits for the next result of a call.
    pub(super) async fn call_result(&mut self) -> CallResult {
        match self.event("tool.call.completed").await.fact {
            EventKind::CallCompleted { result, .. } => result,
            other => panic!("{other:?}"),
        }
    }

    /// Waits for the next question for leave.
    pub(super) async fn question(&mut self) -> Question {
        match self.event("confirmation.requested").await.fact {
            EventKind::QuestionOpened { question } => question,
            other => panic!("{other:?}"),
        }
    }

    /// Waits for the next refusal of a command; returns its reason.
    pub(super) async fn refusal(&mut self) -> String {
        match self.event("command.rejected").await.fact {
            EventKind::CommandRejected { reason, .. } => reason.to_string(),
            other => panic!("{other:?}"),
        }
    }

    /// Sends the user's answer to a question as it was shown.
    pub(super) fn answer(&self, question: &Question, decision: Decision) {
        let answer = Answer {
            question: question.id,
            shown: question.shown,
            decision,
            by: AnsweredBy::Key,
        };
        let session = self.session;
        self.command(Command::AnswerQuestion { session, answer });
    }

    /// Waits for a session to be opened.
    pub(super) async fn opened(&mut self) -> SessionSnapshot {
        match self.event("session.opened").await.fact {
            EventKind::SessionOpened { session } => *session,
            other => panic!("{other:?}"),
        }
    }

    /// Ends the process and creates a fixture for the next one, which opens no session yet.
    pub(super) async fn next_process(self) -> Self {
        self.handle.shutdown().await;
        let (folder, session) = self.leave();
        let mut harness = Self::in_folder(folder, Keep::OnDisk);
        harness.session = session;
        harness
    }

    /// Opens the stored session in this process.
    pub(super) async fn open(&mut self) -> SessionSnapshot {
        let session = self.session;
        self.command(Command::OpenSession { session });
        self.opened().await
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
pub(super) async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
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
