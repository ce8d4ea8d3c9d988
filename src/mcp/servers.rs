//! The servers of a workspace: each is started when it is first needed and again when it ended, and its
//! tools are offered as far as the user consented to them.
//!
//! One task owns one server: its process, its connection, its failures. It tells its state over a `watch`;
//! calls take the connection from there. Dropping [`Servers`] ends the tasks, and with them the processes.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use notice::Notice;
use protocol::call::{ToolClass, ToolSpec};
use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::connection::{
    CallError, CallLimits, ConnectError, Connection, Ends, Opened, ServerFacts, open, open_http,
    open_with_handshake,
};
use crate::definition::{ServerDefinition, ServerName};
use crate::handler::{Answer, Elicitation, ServerEvent};
use crate::lifecycle::{AfterFailure, Failures};
use crate::names::ToolNames;
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
    Program { ends: Ends, process: Box<dyn Send> },
    Service {
        address: String,
        headers: BTreeMap<String, String>,
        token: Option<String>,
    },
}

/// A question of a server to the user. Dropping the answer cancels it.
pub struct ServerQuestion {
    pub server: ServerName,
    pub asked: Elicitation,
    pub answer: oneshot::Sender<Answer>,
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
}

/// The status of a server, for the user.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerStatus {
    pub name: ServerName,
    pub phase: Phase,
    pub error: Option<Notice>,
    pub facts: Option<ServerFacts>,
    /// Its tools, each with the user's consent to it.
    pub tools: Vec<(OfferedTool, PinState)>,
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
    state: watch::Receiver<State>,
    requests: mpsc::UnboundedSender<Request>,
    figures: Mutex<CallFigures>,
}

/// The servers of a workspace.
pub struct Servers {
    by_name: BTreeMap<ServerName, Server>,
    pins: Mutex<PinBook>,
}

impl Servers {
    /// Makes the servers of these definitions, and starts none. `known` has the tools that each listed in an
    /// earlier process. Needs a runtime.
    pub fn new(
        definitions: Vec<ServerDefinition>,
        known: &BTreeMap<ServerName, Vec<OfferedTool>>,
        pins: PinBook,
        roots: &[String],
        launcher: &Arc<dyn Launcher>,
        questions: &mpsc::Sender<ServerQuestion>,
    ) -> Self {
        let servers = definitions.into_iter().map(|definition| {
            let name = definition.name.clone();
            let tools = known.get(&name).cloned().unwrap_or_default();
            let (sender, state) = watch::channel(State {
                phase: Phase::Off,
                error: None,
                facts: None,
                connection: None,
                tools: tools.into(),
            });
            let (requests, received) = mpsc::unbounded_channel();
            let task = Task {
                definition,
                roots: roots.to_vec(),
                launcher: Arc::clone(launcher),
                questions: questions.clone(),
                state: sender,
                requests: received,
                failures: Failures::default(),
                began: Instant::now(),
            };
            tokio::spawn(task.run());
            let server = Server {
                state,
                requests,
                figures: Mutex::default(),
            };
            (name, server)
        });
        Self {
            by_name: servers.collect(),
            pins: Mutex::new(pins),
        }
    }

    /// Starts a server, also one that failed too often. Returns whether there is one of this name.
    pub fn start(&self, name: &ServerName) -> bool {
        self.request(name, Request::Start)
    }

    /// Stops a server until it is needed again. Returns whether there is one of this name.
    pub fn stop(&self, name: &ServerName) -> bool {
        self.request(name, Request::Stop)
    }

    fn request(&self, name: &ServerName, request: Request) -> bool {
        let server = self.by_name.get(name);
        server.is_some_and(|server| server.requests.send(request).is_ok())
    }

    /// Returns the tools that a model may be offered: those that the user consented to as they are now.
    pub fn offered(&self) -> Vec<ToolSpec> {
        let offered = self.pinned().into_iter();
        let specs = offered.map(|(name, _, tool)| ToolSpec {
            name,
            description: tool.description,
            parameters: tool.schema,
            class: ToolClass::Mcp,
        });
        specs.collect()
    }

    /// Returns the server and the tool of an offered name; `None` if no tool of this name is offered.
    pub fn find(&self, name: &str) -> Option<(ServerName, OfferedTool)> {
        let mut offered = self.pinned().into_iter();
        let (_, server, tool) = offered.find(|(offered, ..)| offered == name)?;
        Some((server, tool))
    }

    /// Returns the tools that the user consented to as they are now, with their names for a model.
    fn pinned(&self) -> Vec<(String, ServerName, OfferedTool)> {
        let mut names = ToolNames::default();
        let tools = self.tools();
        let pins = self.pins();
        let pinned = tools.into_iter().filter_map(|(server, tool)| {
            // Every tool has its name, offered or not.
            let name = names.add(&server, &tool.name);
            let is_pinned = pins.state(&server, &tool) == PinState::Pinned;
            is_pinned.then_some((name, server, tool))
        });
        pinned.collect()
    }

    fn tools(&self) -> Vec<(ServerName, OfferedTool)> {
        let all = self.by_name.iter().flat_map(|(name, server)| {
            let tools = Arc::clone(&server.state.borrow().tools);
            let tools: Vec<OfferedTool> = tools.to_vec();
            tools.into_iter().map(move |tool| (name.clone(), tool))
        });
        all.collect()
    }

    /// Records the user's consent to these tools of a server as they are now; returns all pins, to be
    /// stored.
    pub fn consent(&self, server: &ServerName, tools: &[&str]) -> PinBook {
        let offered = self.by_name.get(server);
        let offered = offered.map(|server| Arc::clone(&server.state.borrow().tools));
        let mut pins = self.pins();
        for tool in offered.iter().flat_map(|tools| tools.iter()) {
            if tools.contains(&tool.name.as_str()) {
                pins.pin(server, tool);
            }
        }
        pins.clone()
    }

    fn pins(&self) -> MutexGuard<'_, PinBook> {
        self.pins.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what is known of each server.
    pub fn statuses(&self) -> Vec<ServerStatus> {
        let all = self.by_name.iter().map(|(name, server)| {
            let state = server.state.borrow().clone();
            let tools = state.tools.iter().map(|tool| {
                let pin = self.pins().state(name, tool);
                (tool.clone(), pin)
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
        let server = self.by_name.get(server).ok_or(CallError::Closed)?;
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

    /// Returns the connection to a server, which is started if it is not online.
    ///
    /// # Errors
    /// [`CallError`] if there is none.
    pub async fn connection(
        &self,
        server: &ServerName,
        cancel: &CancellationToken,
    ) -> Result<Arc<Connection>, CallError> {
        let server = self.by_name.get(server).ok_or(CallError::Closed)?;
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
    questions: mpsc::Sender<ServerQuestion>,
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

    /// Waits after a failure; [`Outcome::Failed`] says that the server may be started again.
    async fn pause(&mut self, why: Notice) -> Outcome {
        let pause = match self.failures.add(self.began.elapsed()) {
            AfterFailure::StartAfter(pause) => Some(pause),
            AfterFailure::GiveUp => None,
        };
        let phase = pause.map_or(Phase::Failed, |_| Phase::Waiting);
        self.tell(phase, Some(why.clone()));
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
        if let Err(error) = list(&self.state, &connection).await {
            return Outcome::Failed(error.notice());
        }
        self.state.send_modify(|state| {
            state.phase = Phase::Online;
            state.error = None;
            state.facts = Some(connection.facts().clone());
            state.connection = Some(Arc::clone(&connection));
        });
        let closed = connection.closed();
        let mut closed = std::pin::pin!(closed);
        loop {
            tokio::select! {
                () = &mut closed => return Outcome::Failed(CallError::Closed.notice()),
                ended = ended_by(&mut self.requests) => return ended,
                Some(event) = events.recv() => match event {
                    ServerEvent::ToolsChanged => {
                        if let Err(error) = list(&self.state, &connection).await {
                            tracing::debug!(%error, server = %self.definition.name, "its tools are not known");
                        }
                    }
                    ServerEvent::ResourcesChanged | ServerEvent::PromptsChanged => {}
                    ServerEvent::Asks(asked, answer) => {
                        let server = self.definition.name.clone();
                        // Without a place in the queue the answer is dropped, which cancels the question.
                        self.questions.try_send(ServerQuestion { server, asked, answer }).ok();
                    }
                }
            }
        }
    }
}

/// Asks a server for its tools, and tells them.
async fn list(state: &watch::Sender<State>, connection: &Connection) -> Result<(), CallError> {
    if connection.facts().has_tools {
        let tools = connection.tools().await?;
        state.send_modify(|state| state.tools = tools.into());
    }
    Ok(())
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
    let (ends, process) = match launcher.launch(definition.clone()).await? {
        Launched::Service {
            address,
            headers,
            token,
        } => {
            let opened = open_http(&address, &headers, token.as_deref(), &roots).await?;
            return Ok((opened, None));
        }
        Launched::Program { ends, process } => (ends, process),
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
        Launched::Program { ends, process } => {
            let opened = open_with_handshake(ends, &roots).await?;
            Ok((opened, Some(process)))
        }
        // A launcher starts one kind of server for a definition.
        Launched::Service { .. } => Err(std::io::Error::other("no program").into()),
    }
}
