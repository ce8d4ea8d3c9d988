//! A test fixture: a workspace, a store, tools, a scripted provider and a handle.

mod doubles;
pub(super) mod review;
mod scripted;
mod setup;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::sync::mpsc;

use crate::ledger::Ledger;
use index::Index;
use mcp::Servers;
use notice::Notice;
use protocol::approval::{Answer, AnsweredBy, Decision, Mode, Question};
use protocol::call::CallResult;
use protocol::command::{CancelMode, Command};
use protocol::event::{Delivery, Event, EventKind};
use protocol::ids::SessionId;
use protocol::message::Message;
use protocol::query::{Query, Reply};
use protocol::session::{SessionSettings, SessionSnapshot};
use protocol::stream::StreamPart;
use provider::testing::player::{ProgramHarness, parsed};
use session::Handle;
use store::Store;
use tools::{Limits, Surroundings, ToolBox, policy_parser};
use workspace::Workspace;

pub(super) use doubles::{Doors, LearnedRatio};
pub(super) use scripted::{Scripted, calls, done, pieces, read, says, shell, text, write};
pub(super) use setup::{HarnessSetup, Indexing};

/// Time that a step may take before a test fails: far more than it needs on a busy machine.
pub(super) const LONG: Duration = Duration::from_secs(20);

/// The fixture that a session runs in.
pub(super) struct ActorHarness {
    folder: Arc<TempDir>,
    /// The provider of its sessions.
    answered_by: String,
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
        HarnessSetup::new().with_session(mode).await
    }

    /// Creates a fixture with a file `cart.rs`, a map of it and a new session.
    pub(super) async fn mapped() -> Self {
        let setup = HarnessSetup::new().indexing(Indexing::Mapped(512));
        let text = "pub fn total_of_cart() {}\n";
        std::fs::write(setup.root().join("cart.rs"), text).unwrap();
        setup.with_session(Mode::Review).await
    }

    pub(super) fn create(&self, mode: Mode) {
        let settings = SessionSettings {
            name: "demo".to_owned(),
            cwd: self.root(),
            agent: "code".to_owned(),
            provider: self.answered_by.clone(),
            model: "m".to_owned(),
            mode,
            extra_prompt: String::new(),
            effort: Default::default(),
            known_as: Default::default(),
            agent_of: None,
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
        let setup = HarnessSetup::in_folder(Arc::clone(&self.folder));
        setup.with_session(mode).await
    }

    pub(super) fn command(&self, command: Command) {
        self.handle.send(command).unwrap();
    }

    pub(super) fn send(&self, text: &str) {
        self.command(Command::send_message(self.session, text.to_owned()));
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
        let mut harness = HarnessSetup::in_folder(folder).start();
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

pub(super) fn tools(
    workspace: Arc<Workspace>,
    ledger: Arc<Ledger>,
    private_dir: PathBuf,
    servers: Option<Arc<Servers>>,
) -> ToolBox {
    let surroundings = Surroundings {
        shell: policy_parser(workspace.root().to_path_buf(), Vec::new()),
        records: ledger,
        private_dir,
        boxes: None,
        environment: std::env::vars().collect(),
        key_variables: Vec::new(),
        servers,
        profiles: None,
    };
    ToolBox::new(workspace, Limits::default(), surroundings)
}

/// Creates a fixture with these files and a new session, which an agent program answers that plays a
/// recording, with the recorded root replaced by the current one; returns it with the stage.
pub(super) async fn played(
    mode: Mode,
    recording: &str,
    files: &[(&str, impl AsRef<[u8]>)],
) -> (ActorHarness, ProgramHarness) {
    let setup = HarnessSetup::new();
    for (path, content) in files {
        std::fs::write(setup.root().join(path), content).unwrap();
    }
    let text = recording.replace("/workspace", setup.root().to_str().unwrap());
    let stage = ProgramHarness::playing(vec![parsed(&text)]).executing_calls();
    let setup = setup.program(|_| stage.claude().into());
    (setup.with_session(mode).await, stage)
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
