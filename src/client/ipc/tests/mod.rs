//! Tests over a real socket in a temporary folder; the test plays the actor.

mod attaching;
mod frames;
mod parting;
mod places;
mod talking;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tempfile::TempDir;
use tokio::net::UnixStream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::Patience;
use super::client::{Attachment, ConversationEnd, Relay, attach};
use super::message::{Hello, StartFingerprint};
use super::server::serve;
use super::socket_path::SocketPaths;
use protocol::approval::{CommandSwitch, Mode, PolicyState, TextSwitch};
use protocol::event::{Delivery, Event, EventKind};
use protocol::ids::{MessageId, Seq, SessionId, WorkspaceId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::{SessionSettings, SessionSnapshot, SessionStatus, SessionSummary};
use protocol::usage::Usage;
use session::Handle;
use session::handle::Request;

/// Time limit after which a test fails: far more than anything needs on a busy machine.
const LONG: Duration = Duration::from_secs(20);

/// A workspace's folder with the places of its socket.
struct IpcHarness {
    folder: TempDir,
    patience: Patience,
}

impl IpcHarness {
    fn new() -> Self {
        Self {
            folder: TempDir::new().unwrap(),
            patience: Patience::default(),
        }
    }

    fn places(&self) -> SocketPaths {
        SocketPaths::of(self.folder.path(), None, self.folder.path())
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("terminals.sock")
    }

    /// Starts an owner; the receiver gets the requests to its actor.
    fn owner(&self) -> (mpsc::Receiver<Request>, JoinHandle<()>) {
        self.owner_with(())
    }

    /// Starts an owner with a value that is dropped at the end.
    fn owner_with<T: Send + 'static>(&self, held: T) -> (mpsc::Receiver<Request>, JoinHandle<()>) {
        let (handle, inbox) = Handle::channel();
        let bound = self.places().bind().unwrap();
        let serving = serve(bound, held, handle, hello(), self.patience);
        (inbox, tokio::spawn(serving))
    }

    async fn attachment(&self) -> Attachment {
        let (places, me) = (self.places(), hello());
        let attaching = attach(&places, &me, self.patience);
        tokio::time::timeout(LONG, attaching)
            .await
            .unwrap()
            .unwrap()
    }

    /// Attaches a screen's handle over a connection; the task returns how the conversation ended,
    /// and the state for the next owner.
    async fn attached(&self) -> (Handle, JoinHandle<(ConversationEnd, Relay)>) {
        let (handle, requests) = Handle::channel();
        let attachment = self.attachment().await;
        let mut relay = Relay::new(requests, self.patience);
        relay.begin_with(session(1));
        let task = tokio::spawn(async move {
            let parting = relay.relay_to_owner(attachment).await;
            (parting, relay)
        });
        (handle, task)
    }

    async fn raw(&self) -> UnixStream {
        UnixStream::connect(self.socket()).await.unwrap()
    }
}

fn hello() -> Hello {
    Hello::of(WorkspaceId("w".into()), StartFingerprint::default())
}

fn session(number: u128) -> SessionId {
    SessionId(Uuid::from_u128(number))
}

/// Returns the next request to the actor.
async fn asked(inbox: &mut mpsc::Receiver<Request>) -> Request {
    let next = tokio::time::timeout(LONG, inbox.recv());
    next.await.unwrap().unwrap()
}

/// Returns the next delivery of a listener; `None` if it ended.
async fn heard(listener: &mut mpsc::Receiver<Delivery>) -> Option<Delivery> {
    tokio::time::timeout(LONG, listener.recv()).await.unwrap()
}

fn event(session: SessionId, seq: u64, fact: EventKind) -> Delivery {
    Delivery::Event {
        event: Arc::new(Event {
            seq: Some(Seq(seq)),
            at: Timestamp::UNIX_EPOCH,
            session,
            run: None,
            fact,
        }),
    }
}

fn settings(name: &str) -> SessionSettings {
    SessionSettings {
        name: name.into(),
        cwd: PathBuf::from("/work"),
        agent: "build".into(),
        provider: "ollama".into(),
        model: "m".into(),
        mode: Mode::Review,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    }
}

fn policy() -> PolicyState {
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

fn said(id: u128, text: &str, at: Timestamp) -> Message {
    Message {
        id: MessageId(Uuid::from_u128(id)),
        session: session(1),
        run: None,
        at,
        role: Role::User,
        blocks: vec![Block::Text { text: text.into() }],
        state: MessageState::Complete,
        model: None,
        usage: None,
    }
}

/// Builds a session that changed at this second.
fn snapshot(number: u128, second: i64, messages: Vec<Message>) -> SessionSnapshot {
    let at = Timestamp::from_second(second).unwrap();
    SessionSnapshot {
        summary: SessionSummary {
            id: session(number),
            workspace: WorkspaceId("w".into()),
            settings: settings("one"),
            status: SessionStatus::Idle,
            created_at: at,
            updated_at: at,
            messages: 0,
            usage: Usage::default(),
            duration_ms: 0,
            pid: None,
            last_error: None,
            about: String::new(),
        },
        policy: policy(),
        messages,
        run: None,
        runs: Vec::new(),
        questions: Vec::new(),
        queued: Vec::new(),
        context: Vec::new(),
        tasks: Default::default(),
        agents: Default::default(),
        compactions: Vec::new(),
        window: None,
        checkpoint: None,
    }
}
