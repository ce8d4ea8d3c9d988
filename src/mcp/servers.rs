//! The servers of a workspace: each is started when it is first needed and again when it ended, and its
//! tools are offered as far as the user consented to them.
//!
//! One task owns one server: its process, its connection, its failures. It tells its state over a `watch`;
//! calls take the connection from there. Dropping [`Servers`] ends the tasks, and with them the processes.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use notice::Notice;
use protocol::ids::SessionId;
use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::connection::{
    CallError, CallLimits, ConnectError, Connection, Credential, Ends, ListedPrompt, Opened,
    ServerFacts, open, open_http, open_with_handshake,
};
use crate::definition::{ServerDefinition, ServerName};
use crate::form::{Answer, Elicitation};
use crate::handler::ServerEvent;
use crate::last_words::LastWords;
use crate::lifecycle::{AfterFailure, Failures};
use crate::offer::{FoundTools, Offer, PinnedTool, PricedTool, offer, search};
use crate::pins::{OfferedTool, PinBook, PinState};
use crate::results::CallOutcome;

/// A future of a [`Launcher`].
pub type Launching<'a> = Pin<Box<dyn Future<Output = std::io::Result<Launched>> + Send + 'a>>;

/// Starts servers. The composition root has one that puts programs into boxes.
pub trait Launcher: Send + Sync + 'static {
    /// Starts the program of a server, or resolves the address of a service.
    fn launch(&self, definition: ServerDefinition) -> Launching<'_>;
}

/// A server that can be spoken to.
pub enum Launched {
    /// A running program. Dropping the process ends it.
    Program {
        ends: Ends,
        process: Box<dyn Send>,
        last_words: LastWords,
    },
    Service {
        address: String,
        headers: BTreeMap<String, String>,
        credential: Credential,
    },
}

/// A question of a server to the user. Dropping the answer cancels it.
pub struct ServerQuestion {
    pub server: ServerName,
    pub asked: Elicitation,
    pub answer: oneshot::Sender<Answer>,
}

/// A fact that the task of a server tells. Without room in the queue it is dropped; a question is cancelled
/// thereby.
pub enum ServerReport {
    Asks(ServerQuestion),
    /// The server listed its tools.
    Listed {
        server: ServerName,
        tools: Arc<[OfferedTool]>,
    },
    /// The server failed too often.
    GivenUp {
        server: ServerName,
        why: Notice,
    },
}

/// The phase of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Not needed yet, or stopped by the user.
    Off,
    Starting,
    Online,
    /// It failed, and is started again after a pause.
    Waiting,
    /// It failed too often: only the user starts it again.
    Failed,
}

/// The state of a server.
#[derive(Clone)]
struct State {
    phase: Phase,
    /// The reason of the last failure, while it is not online.
    error: Option<Notice>,
    facts: Option<ServerFacts>,
    connection: Option<Arc<Connection>>,
    /// Its tools as it listed them last, perhaps in an earlier process of ours.
    tools: Arc<[OfferedTool]>,
    /// Its prompts as it listed them last.
    prompts: Arc<[ListedPrompt]>,
}

/// The status of a server, for the user.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerStatus {
    pub name: ServerName,
    pub phase: Phase,
    pub error: Option<Notice>,
    pub facts: Option<ServerFacts>,
    pub tools: Vec<PricedTool>,
    pub calls: CallFigures,
}

/// Figures of the calls of a server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CallFigures {
    pub done: u64,
    pub failed: u64,
    /// Time of all calls that were done.
    pub time: Duration,
}

impl CallFigures {
    /// Returns the mean time of a call.
    pub fn mean(&self) -> Option<Duration> {
        let done = u32::try_from(self.done).ok().filter(|done| *done > 0)?;
        Some(self.time / done)
    }
}

/// A request to the task of a server.
enum Request {
    Start,
    Stop,
}

struct Server {
    definition: ServerDefinition,
    state: watch::Receiver<State>,
    requests: mpsc::UnboundedSender<Request>,
    figures: Mutex<CallFigures>,
}

/// The parts that every server needs to be started and to tell its state.
pub struct ServersSetup {
    /// The roots that servers are told, as addresses.
    pub roots: Vec<String>,
    pub launcher: Arc<dyn Launcher>,
    pub reports: mpsc::Sender<ServerReport>,
    /// Most tokens of the tools that are offered at once; those beyond are found by a search.
    pub offer_tokens: u64,
}

/// The servers of a workspace.
pub struct Servers {
    by_name: Mutex<BTreeMap<ServerName, Arc<Server>>>,
    pins: Mutex<PinBook>,
    found: FoundTools,
    setup: ServersSetup,
}

impl Servers {
    /// Makes a list without servers.
    pub fn new(setup: ServersSetup) -> Self {
        Self {
            by_name: Mutex::default(),
            pins: Mutex::default(),
            found: FoundTools::default(),
            setup,
        }
    }

    /// Takes these definitions: adds servers that are new, starts none, ends those whose definition is gone or
    /// differs. `known` has the tools that each listed in an earlier process. Needs a runtime.
    pub fn define(
        &self,
        definitions: Vec<ServerDefinition>,
        known: &BTreeMap<ServerName, Vec<OfferedTool>>,
    ) {
        let mut by_name = self.servers();
        // Dropping a server ends its task.
        by_name.retain(|_, server| definitions.contains(&server.definition));
        for definition in definitions {
            let name = definition.name.clone();
            let tools = known.get(&name).cloned().unwrap_or_default();
            let server = by_name.entry(name);
            server.or_insert_with(|| Arc::new(self.server(definition, tools)));
        }
    }

    fn server(&self, definition: ServerDefinition, tools: Vec<OfferedTool>) -> Server {
        let (sender, state) = watch::channel(State {
            phase: Phase::Off,
            error: None,
            facts: None,
            connection: None,
            tools: tools.into(),
            prompts: Arc::from([]),
        });
        let (requests, received) = mpsc::unbounded_channel();
        let task = Task {
            definition: definition.clone(),
            roots: self.setup.roots.clone(),
            launcher: Arc::clone(&self.setup.launcher),
            reports: self.setup.reports.clone(),
            state: sender,
            requests: received,
            failures: Failures::default(),
            began: Instant::now(),
        };
        tokio::spawn(task.run());
        Server {
            definition,
            state,
            requests,
            figures: Mutex::default(),
        }
    }

    fn servers(&self) -> MutexGuard<'_, BTreeMap<ServerName, Arc<Server>>> {
        self.by_name.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn named(&self, name: &ServerName) -> Option<Arc<Server>> {
        self.servers().get(name).cloned()
    }

    /// Starts a server, also one that failed too often. Returns whether there is one of this name.
    pub fn start(&self, name: &ServerName) -> bool {
        self.request(name, Request::Start)
    }

    /// Starts a server that was never started.
    pub(crate) fn start_once(&self, name: &ServerName) {
        let server = self.named(name);
        let is_off = |server: &Arc<Server>| server.state.borrow().phase == Phase::Off;
        if server.is_some_and(|server| is_off(&server)) {
            self.start(name);
        }
    }

    /// Stops a server until it is needed again. Returns whether there is one of this name.
    pub fn stop(&self, name: &ServerName) -> bool {
        self.request(name, Request::Stop)
    }

    fn request(&self, name: &ServerName, request: Request) -> bool {
        let server = self.named(name);
        server.is_some_and(|server| server.requests.send(request).is_ok())
    }

    /// Returns the tools that a model of a session is offered: of those that the user consented to as they are
    /// now, as many as fit, and those that the session has searched for.
    pub fn offer(&self, session: SessionId) -> Offer {
        let found = self.found.of(session);
        offer(self.pinned(), &found, self.setup.offer_tokens)
    }

    /// Searches the tools that the user consented to; offers what it finds to the session from now on.
    pub fn search(&self, session: SessionId, words: &str) -> Vec<PinnedTool> {
        let found = search(self.pinned(), words);
        let names = found.iter().map(|tool| tool.name.clone());
        self.found.add(session, names);
        found
    }

    /// Returns the tool of a name that a model calls; `None` if the user has not consented to it as it is now.
    pub fn find(&self, name: &str) -> Option<PinnedTool> {
        self.pinned().into_iter().find(|tool| tool.name == name)
    }

    /// Returns the names for a model of the tools of a server that the user consented to.
    pub fn tool_names(&self, server: &ServerName) -> BTreeSet<String> {
        let pinned = self.pinned().into_iter();
        let of_server = pinned.filter(|tool| tool.server == *server);
        of_server.map(|tool| tool.name).collect()
    }

    /// Returns the tools that the user consented to as they are now.
    fn pinned(&self) -> Vec<PinnedTool> {
        let servers = self.servers();
        let pins = self.pins();
        let mut pinned = Vec::new();
        for (server, one) in servers.iter() {
            let tools = Arc::clone(&one.state.borrow().tools);
            let is_pinned = |tool: &&OfferedTool| pins.state(server, tool) == PinState::Pinned;
            let tools = tools.iter().filter(is_pinned);
            pinned.extend(tools.map(|tool| PinnedTool::of(server, tool)));
        }
        pinned
    }

    /// Records the user's consent to these tools of a server as they are now; returns all pins, to be
    /// stored.
    pub fn consent(&self, server: &ServerName, tools: &[&str]) -> PinBook {
        let offered = self.named(server);
        let offered = offered.map(|server| Arc::clone(&server.state.borrow().tools));
        let mut pins = self.pins();
        for tool in offered.iter().flat_map(|tools| tools.iter()) {
            if tools.contains(&tool.name.as_str()) {
                pins.pin(server, tool);
            }
        }
        pins.clone()
    }

    /// Takes the user's consent to all tools of a server back; returns the remaining pins, to be stored.
    pub fn withdraw(&self, server: &ServerName) -> PinBook {
        let mut pins = self.pins();
        pins.forget(server);
        pins.clone()
    }

    /// Takes the pins as they are stored.
    pub fn set_pins(&self, pins: PinBook) {
        *self.pins() = pins;
    }

    fn pins(&self) -> MutexGuard<'_, PinBook> {
        self.pins.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the prompts of each server, as it listed them since it was started last.
    pub fn prompts(&self) -> Vec<(ServerName, Arc<[ListedPrompt]>)> {
        let servers = self.servers();
        let all = servers.iter();
        let all =
            all.map(|(name, server)| (name.clone(), Arc::clone(&server.state.borrow().prompts)));
        all.collect()
    }

    /// Returns the state of each server.
    pub fn statuses(&self) -> Vec<ServerStatus> {
        let servers = self.servers();
        let pins = self.pins();
        let all = servers.iter().map(|(name, server)| {
            let state = server.state.borrow().clone();
            let tools = state.tools.iter().map(|tool| PricedTool {
                tokens: PinnedTool::of(name, tool).tokens(),
                pin: pins.state(name, tool),
                tool: tool.clone(),
            });
            ServerStatus {
                name: name.clone(),
                phase: state.phase,
                error: state.error.clone(),
                facts: state.facts.clone(),
                tools: tools.collect(),
                calls: *server.figures(),
            }
        });
        all.collect()
    }

    /// Calls a tool of a server, which is started if it is not online.
    ///
    /// # Errors
    /// [`CallError`] if there is no result.
    pub async fn call(
        &self,
        server: &ServerName,
        tool: &str,
        arguments: Map<String, Value>,
        limits: CallLimits,
        cancel: &CancellationToken,
    ) -> Result<CallOutcome, CallError> {
        let server = self.named(server).ok_or(CallError::Closed)?;
        let began = Instant::now();
        let called = async {
            let connection = server.connection(cancel).await?;
            connection.call(tool, arguments, limits, cancel).await
        };
        let outcome = called.await;
        let mut figures = server.figures();
        match &outcome {
            Ok(outcome) if !outcome.is_error => {
                figures.done += 1;
                figures.time += began.elapsed();
            }
            _ => figures.failed += 1,
        }
        drop(figures);
        outcome
    }

    /// Starts a server if it is not online, also one that failed too often, and waits until it is.
    ///
    /// # Errors
    /// [`CallError`] if it cannot be started.
    pub async fn connect(&self, server: &ServerName) -> Result<Arc<Connection>, CallError> {
        let server = self.named(server).ok_or(CallError::Closed)?;
        let mut state = server.state.clone();
        let phase = state.borrow_and_update().phase;
        server.requests.send(Request::Start).ok();
        if matches!(phase, Phase::Waiting | Phase::Failed) {
            // The task takes the request, which ends its pause.
            state.changed().await.map_err(|_| CallError::Closed)?;
        }
        server.connection(&CancellationToken::new()).await
    }

    /// Returns the connection to a server, which is started if it is not online.
    ///
    /// # Errors
    /// [`CallError`] if there is none.
    pub async fn connection(
        &self,
        server: &ServerName,
        cancel: &CancellationToken,
    ) -> Result<Arc<Connection>, CallError> {
        let server = self.named(server).ok_or(CallError::Closed)?;
        server.connection(cancel).await
    }
}

impl Server {
    fn figures(&self) -> MutexGuard<'_, CallFigures> {
        self.figures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn connection(&self, cancel: &CancellationToken) -> Result<Arc<Connection>, CallError> {
        let mut state = self.state.clone();
        if state.borrow_and_update().phase == Phase::Off {
            self.requests.send(Request::Start).ok();
        }
        let settled = state.wait_for(|state| {
            state.connection.is_some() || matches!(state.phase, Phase::Failed | Phase::Waiting)
        });
        let settled = tokio::select! {
            () = cancel.cancelled() => return Err(CallError::Cancelled),
            settled = settled => settled.map_err(|_| CallError::Closed)?,
        };
        match (&settled.connection, &settled.error) {
            (Some(connection), _) => Ok(Arc::clone(connection)),
            (None, Some(why)) => Err(CallError::NotOnline(why.clone())),
            (None, None) => Err(CallError::Closed),
        }
    }
}

/// The task of a server.
struct Task {
    definition: ServerDefinition,
    roots: Vec<String>,
    launcher: Arc<dyn Launcher>,
    reports: mpsc::Sender<ServerReport>,
    state: watch::Sender<State>,
    requests: mpsc::UnboundedReceiver<Request>,
    failures: Failures,
    began: Instant,
}

/// The reason why a part of the task ended.
enum Outcome {
    /// The server failed.
    Failed(Notice),
    /// The user stopped it.
    Stopped,
    /// Nobody needs the servers any more.
    Over,
}

impl Task {
    async fn run(mut self) {
        loop {
            self.tell(Phase::Off, None);
            match self.requests.recv().await {
                None => return,
                Some(Request::Stop) => continue,
                Some(Request::Start) => self.failures.forget(),
            }
            loop {
                match self.serve().await {
                    Outcome::Over => return,
                    Outcome::Stopped => break,
                    Outcome::Failed(why) => match self.pause(why).await {
                        Outcome::Over => return,
                        Outcome::Stopped => break,
                        Outcome::Failed(_) => {}
                    },
                }
            }
        }
    }

    fn tell(&self, phase: Phase, error: Option<Notice>) {
        self.state.send_modify(|state| {
            state.phase = phase;
            state.error = error;
            if phase != Phase::Online {
                state.connection = None;
            }
        });
    }

    fn report(&self, report: ServerReport) {
        self.reports.try_send(report).ok();
    }

    /// Asks the server for its tools, and tells them.
    async fn list(&self, connection: &Connection) -> Result<(), CallError> {
        if connection.facts().has_tools {
            let tools: Arc<[OfferedTool]> = connection.tools().await?.into();
            self.state
                .send_modify(|state| state.tools = Arc::clone(&tools));
            let server = self.definition.name.clone();
            self.report(ServerReport::Listed { server, tools });
        }
        Ok(())
    }

    /// Asks the server for its prompts, beside what it is needed for.
    fn list_prompts(&self, connection: &Arc<Connection>) {
        if !connection.facts().has_prompts {
            return;
        }
        let (connection, state) = (Arc::clone(connection), self.state.clone());
        tokio::spawn(async move {
            match connection.prompts().await {
                Ok(prompts) => state.send_modify(|state| state.prompts = prompts.into()),
                Err(error) => tracing::debug!(%error, "the prompts of an MCP server are not known"),
            }
        });
    }

    /// Waits after a failure; [`Outcome::Failed`] says that the server may be started again.
    async fn pause(&mut self, why: Notice) -> Outcome {
        let pause = match self.failures.add(self.began.elapsed()) {
            AfterFailure::StartAfter(pause) => Some(pause),
            AfterFailure::GiveUp => None,
        };
        let phase = pause.map_or(Phase::Failed, |_| Phase::Waiting);
        self.tell(phase, Some(why.clone()));
        if phase == Phase::Failed {
            let (server, why) = (self.definition.name.clone(), why.clone());
            self.report(ServerReport::GivenUp { server, why });
        }
        let over = async move {
            match pause {
                Some(pause) => sleep(pause).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = over => Outcome::Failed(why),
            request = self.requests.recv() => match request {
                None => Outcome::Over,
                Some(Request::Stop) => Outcome::Stopped,
                Some(Request::Start) => {
                    self.failures.forget();
                    Outcome::Failed(why)
                }
            }
        }
    }

    /// Starts the server and attends to it until it ends.
    async fn serve(&mut self) -> Outcome {
        self.tell(Phase::Starting, None);
        let connecting = connect(
            self.definition.clone(),
            Arc::clone(&self.launcher),
            self.roots.clone(),
        );
        let connected = tokio::select! {
            connected = connecting => connected,
            ended = ended_by(&mut self.requests) => return ended,
        };
        match connected {
            Err(error) => Outcome::Failed(error.notice()),
            Ok((opened, process)) => {
                let outcome = self.attend(opened).await;
                // Ends the process, after the connection.
                drop(process);
                outcome
            }
        }
    }

    /// Attends to a server that is online.
    async fn attend(&mut self, opened: Opened) -> Outcome {
        let Opened {
            connection,
            mut events,
        } = opened;
        let connection = Arc::new(connection);
        if let Err(error) = self.list(&connection).await {
            return Outcome::Failed(error.notice());
        }
        self.state.send_modify(|state| {
            state.phase = Phase::Online;
            state.error = None;
            state.facts = Some(connection.facts().clone());
            state.connection = Some(Arc::clone(&connection));
        });
        self.list_prompts(&connection);
        let closed = connection.closed();
        let mut closed = std::pin::pin!(closed);
        loop {
            tokio::select! {
                () = &mut closed => return Outcome::Failed(CallError::Closed.notice()),
                ended = ended_by(&mut self.requests) => return ended,
                Some(event) = events.recv() => match event {
                    ServerEvent::ToolsChanged => {
                        if let Err(error) = self.list(&connection).await {
                            tracing::debug!(%error, server = %self.definition.name, "its tools are not known");
                        }
                    }
                    ServerEvent::ResourcesChanged => {}
                    ServerEvent::PromptsChanged => self.list_prompts(&connection),
                    ServerEvent::Asks(asked, answer) => {
                        let server = self.definition.name.clone();
                        self.report(ServerReport::Asks(ServerQuestion { server, asked, answer }));
                    }
                }
            }
        }
    }
}

/// Waits for a request that ends the server, or for the end of all.
async fn ended_by(requests: &mut mpsc::UnboundedReceiver<Request>) -> Outcome {
    loop {
        match requests.recv().await {
            None => return Outcome::Over,
            Some(Request::Stop) => return Outcome::Stopped,
            Some(Request::Start) => {}
        }
    }
}

/// The process of a server that is a program.
type Process = Option<Box<dyn Send>>;

/// Starts a server and connects to it.
async fn connect(
    definition: ServerDefinition,
    launcher: Arc<dyn Launcher>,
    roots: Vec<String>,
) -> Result<(Opened, Process), ConnectError> {
    let (ends, process, _) = match launcher.launch(definition.clone()).await? {
        Launched::Service {
            address,
            headers,
            credential,
        } => {
            let opened = open_http(&address, &headers, credential, &roots).await?;
            return Ok((opened, None));
        }
        Launched::Program {
            ends,
            process,
            last_words,
        } => (ends, process, last_words),
    };
    match open(ends, &roots).await {
        Ok(opened) => return Ok((opened, Some(process))),
        Err(error) if error.may_be_the_era() => {
            tracing::debug!(%error, server = %definition.name, "it is started again, with a handshake");
        }
        Err(error) => return Err(error),
    }
    // The first process ends before the second starts.
    drop(process);
    match launcher.launch(definition).await? {
        Launched::Program {
            ends,
            process,
            last_words,
        } => match open_with_handshake(ends, &roots).await {
            Ok(opened) => Ok((opened, Some(process))),
            Err(ConnectError::Greeting(why)) => Err(match last_words.after_the_end().await {
                Some(said) => ConnectError::Ended { why, said },
                None => ConnectError::Greeting(why),
            }),
            Err(error) => Err(error),
        },
        // A launcher starts one kind of server for a definition.
        Launched::Service { .. } => Err(std::io::Error::other("no program").into()),
    }
}
