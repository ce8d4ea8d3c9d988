//! Tests of the succession after an owner that is gone: real actors in separate folders, in one
//! process. The test holds the ownership lock when nobody is to take it.

use notice::Notice;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::app::terminals::takeover::{
    NextOwner, Successor, find_successor, lost_settings_notice, next_owner, not_served_notice,
};
use crate::app::terminals::{JoinOutcome, own};
use crate::app::{Setup, StartWith, StartupError};
use crate::cli::args::SessionFlags;
use client::ipc::Patience;
use client::ipc::client::{Relay, Unconfirmed};
use client::ipc::frame::encode;
use client::ipc::message::FromOwner;
use client::ipc::server::serve;
use config::paths::Folders;
use engine::Attendance;
use protocol::command::{Command, CommandKind};
use protocol::event::{Delivery, Event, EventKind};
use protocol::ids::{Seq, SessionId};
use protocol::query::{Query, Reply};
use provider::registry::Registry;
use session::Handle;
use store::lock::SessionLock;

/// Time that a step may take before a test fails.
const LONG: Duration = Duration::from_secs(20);

async fn soon<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(LONG, work).await.unwrap()
}

/// A workspace and a home folder.
struct Harness(TempDir);

impl Harness {
    fn new() -> Self {
        let harness = Self(TempDir::new().unwrap());
        std::fs::create_dir(harness.0.path().join("work")).unwrap();
        harness
    }

    fn setup(&self, flags: SessionFlags) -> Arc<Setup> {
        let at = |name: &str| self.0.path().join(name);
        let flags = SessionFlags {
            cwd: Some(at("work")),
            ..flags
        };
        let mut setup = Setup::of(flags, Attendance::Attended).unwrap();
        setup.folders = Folders {
            config: at("config"),
            data: at("data"),
        };
        let runtime = at("run").display().to_string();
        setup.environment.insert("XDG_RUNTIME_DIR".into(), runtime);
        setup.loaded.config.index_enabled = false;
        setup.loaded.config.sessions_second_terminal = "attach".into();
        Arc::new(setup)
    }

    fn plain(&self) -> Arc<Setup> {
        self.setup(SessionFlags::default())
    }

    fn with_rules(&self) -> Arc<Setup> {
        self.setup(SessionFlags {
            deny: vec!["shell_exec(rm*)".into()],
            ..SessionFlags::default()
        })
    }

    fn state(&self) -> std::path::PathBuf {
        self.plain().state_folders()[0].clone()
    }

    /// Takes the ownership lock: nobody can take the workspace while it is held.
    fn nobodys(&self) -> SessionLock {
        own(&self.state()).unwrap()
    }
}

/// An owner with a session.
struct Owner {
    handle: Handle,
    session: SessionId,
    serving: JoinHandle<()>,
}

impl Owner {
    async fn begin(setup: &Setup) -> Self {
        let (handle, requests) = Handle::channel();
        let running = setup.startup(Registry::default(), StartWith::New, requests);
        let running = soon(running).await.unwrap();
        handle.send(running.open).unwrap();
        soon(handle.idle()).await.unwrap();
        let bound = setup.places(&setup.state_folders()[0]).bind().unwrap();
        let serving = serve(
            bound,
            (),
            handle.clone(),
            setup.hello(),
            Patience::default(),
        );
        Self {
            session: running.session,
            serving: tokio::spawn(serving),
            handle,
        }
    }

    /// Shuts down; when this returns the owner has released everything.
    async fn leave(self, folder: &Path) {
        soon(self.handle.shutdown()).await;
        soon(self.serving).await.unwrap();
        soon(async {
            while SessionLock::acquire(folder, self.session).is_err() {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }
}

/// An attached screen.
struct Guest {
    handle: Handle,
    staying: JoinHandle<Result<(), StartupError>>,
    listener: mpsc::Receiver<Delivery>,
    last: Seq,
}

impl Guest {
    async fn attach(setup: &Arc<Setup>) -> Self {
        let (handle, requests) = Handle::channel();
        let entering = setup.join(Registry::default(), StartWith::New, requests, &handle);
        let JoinOutcome::Attached(mut attached) = soon(entering).await.unwrap() else {
            panic!("it owns the workspace");
        };
        attached.patience.socket = Duration::from_millis(200);
        let (setup, its) = (Arc::clone(setup), handle.clone());
        let staying = tokio::spawn(async move {
            attached
                .serve_screen(&setup, Registry::default(), &its)
                .await
        });
        let mut listener = handle.subscribe(Seq(0)).unwrap();
        let Some(Delivery::Snapshot { seq, .. }) = soon(listener.recv()).await else {
            panic!("the sessions");
        };
        Self {
            handle,
            staying,
            listener,
            last: seq,
        }
    }

    /// Returns the next event that matches; subscribes again as a screen does.
    async fn event(&mut self, is_it: impl Fn(&Event) -> bool) -> Event {
        let waiting = async {
            loop {
                match self.listener.recv().await {
                    Some(Delivery::Event { event }) => {
                        self.last = event.seq.unwrap_or(self.last);
                        if is_it(&event) {
                            return Arc::unwrap_or_clone(event);
                        }
                    }
                    Some(Delivery::Snapshot { seq, .. }) => self.last = seq,
                    None => self.listener = self.handle.subscribe(self.last).unwrap(),
                }
            }
        };
        soon(waiting).await
    }

    /// Returns the text of the next notice that contains `part`.
    async fn told(&mut self, part: &str) -> String {
        let says = |fact: &EventKind| match fact {
            EventKind::Notice { text, .. } => Some(text.clone()),
            EventKind::MessageAdded { message } => Some(Notice::text(message.plain_text())),
            _ => None,
        };
        let is_it =
            |event: &Event| says(&event.fact).is_some_and(|text| text.to_string().contains(part));
        says(&self.event(is_it).await.fact).unwrap().to_string()
    }

    async fn gone(&mut self) {
        self.told("lost the terminal that owned").await;
    }

    /// Whether a command about a session is accepted.
    async fn is_live(&mut self, session: SessionId) -> bool {
        let text = "typed".to_owned();
        self.handle
            .send(Command::RememberInput { session, text })
            .unwrap();
        let event = self.event(|event| {
            event.session == session
                && match &event.fact {
                    EventKind::InputRemembered { .. } => true,
                    EventKind::CommandRejected { command, .. } => {
                        *command == CommandKind::RememberInput
                    }
                    _ => false,
                }
        });
        matches!(event.await.fact, EventKind::InputRemembered { .. })
    }

    async fn leave(self) -> Result<(), StartupError> {
        soon(self.handle.shutdown()).await;
        soon(self.staying).await.unwrap()
    }
}

#[tokio::test]
async fn a_newcomer_that_takes_the_workspace_has_the_sessions_opened_that_were() {
    let harness = Harness::new();
    let _lock = harness.nobodys();
    let owner = Owner::begin(&harness.plain()).await;
    let session = owner.session;
    let mut guest = Guest::attach(&harness.plain()).await;
    assert!(guest.is_live(session).await);
    // The next owner serves before the first has released everything, so that nobody
    // runs beside it.
    soon(owner.handle.shutdown()).await;
    soon(owner.serving).await.unwrap();
    let newcomer = Owner::begin(&harness.plain()).await;
    guest.told("attached to process").await;
    assert_ne!(newcomer.session, session);
    assert!(guest.is_live(session).await, "it is not only looked at");
    guest.leave().await.unwrap();
    newcomer.leave(&harness.state()).await;
}

#[tokio::test]
async fn an_owner_without_the_rules_of_this_terminal_is_not_attached_to() {
    let harness = Harness::new();
    let _lock = harness.nobodys();
    let folder = harness.state();
    let owner = Owner::begin(&harness.plain()).await;
    let patience = Patience::default();
    let (plain, strict) = (harness.plain(), harness.with_rules());
    let next = soon(next_owner(&plain, &folder, patience)).await.unwrap();
    assert!(matches!(next, NextOwner::Attached(_)));
    let next = soon(next_owner(&strict, &folder, patience)).await.unwrap();
    let NextOwner::Beside(why) = next else {
        panic!("attached without its rules");
    };
    assert_eq!(why, not_served_notice(std::process::id()));
    owner.leave(&folder).await;
}

#[tokio::test]
async fn rules_that_hold_no_longer_are_named() {
    let harness = Harness::new();
    let (plain, strict) = (harness.plain().hello(), harness.with_rules().hello());
    assert_eq!(lost_settings_notice(&plain, &plain), None);
    assert_eq!(lost_settings_notice(&plain, &strict), None);
    assert_eq!(lost_settings_notice(&strict, &strict), None);
    let text = lost_settings_notice(&strict, &plain).unwrap().to_string();
    assert!(
        text.contains("--deny") && text.contains("no longer hold"),
        "{text}"
    );

    let lock = harness.nobodys();
    let owner = Owner::begin(&harness.with_rules()).await;
    let session = owner.session;
    let mut guest = Guest::attach(&harness.plain()).await;
    owner.leave(&harness.state()).await;
    guest.gone().await;
    drop(lock);
    let text = guest.told("owns the workspace now").await;
    assert!(text.contains("no longer hold"), "{text}");
    assert!(guest.is_live(session).await);
    guest.leave().await.unwrap();
}

#[tokio::test]
async fn where_the_next_owner_takes_no_others_a_terminal_goes_on_beside_it() {
    let harness = Harness::new();
    let _lock = harness.nobodys();
    let owner = Owner::begin(&harness.plain()).await;
    let session = owner.session;
    let mut guest = Guest::attach(&harness.plain()).await;
    owner.leave(&harness.state()).await;
    let text = guest.told("takes no other terminals").await;
    assert!(text.contains("ended"), "{text}");
    assert!(guest.is_live(session).await, "nobody else has it");
    guest.leave().await.unwrap();
}

#[tokio::test]
async fn beside_an_owner_that_has_the_sessions_a_terminal_has_a_new_one() {
    let harness = Harness::new();
    let _lock = harness.nobodys();
    let owner = Owner::begin(&harness.plain()).await;
    let session = owner.session;
    let mut guest = Guest::attach(&harness.plain()).await;
    owner.leave(&harness.state()).await;
    let _taken = SessionLock::acquire(&harness.state(), session).unwrap();
    let closed = |event: &Event| event.session == session && event.fact == EventKind::SessionClosed;
    let made = guest
        .event(|event| matches!(event.fact, EventKind::SessionCreated { .. }))
        .await;
    guest.event(closed).await;
    assert!(guest.is_live(made.session).await);
    guest.leave().await.unwrap();
}

#[tokio::test]
async fn what_was_sent_while_nobody_owned_the_workspace_is_a_draft_for_the_next_start() {
    let harness = Harness::new();
    let _lock = harness.nobodys();
    let setup = harness.plain();
    let owner = Owner::begin(&setup).await;
    let session = owner.session;
    let (handle, requests) = Handle::channel();
    let entering = setup.join(Registry::default(), StartWith::New, requests, &handle);
    let JoinOutcome::Attached(attached) = soon(entering).await.unwrap() else {
        panic!("it owns the workspace");
    };
    let its = (Arc::clone(&setup), handle.clone());
    let staying = tokio::spawn(async move {
        let (setup, handle) = its;
        attached
            .serve_screen(&setup, Registry::default(), &handle)
            .await
    });
    let mut listener = handle.subscribe(Seq(0)).unwrap();
    soon(listener.recv()).await.unwrap();
    soon(owner.handle.shutdown()).await;
    // The receiver ends when the screen was notified that the owner is gone.
    soon(async { while listener.recv().await.is_some() {} }).await;
    for command in [
        Command::send_message(session, "hello".into()),
        Command::RunShell {
            session,
            command: "ls".into(),
        },
        Command::SaveDraft {
            session,
            text: "half a thought".into(),
        },
    ] {
        handle.send(command).unwrap();
    }
    soon(handle.shutdown()).await;
    // The new owner exists before the screen is gone.
    let (handle, requests) = Handle::channel();
    let again = setup.startup(Registry::default(), StartWith::New, requests);
    soon(again).await.unwrap();
    let draft = handle.query(Query::Draft { session }).unwrap();
    let Reply::Text { text, .. } = soon(draft).await.unwrap() else {
        panic!("a draft");
    };
    assert_eq!(text, "hello\n!ls\nhalf a thought");
    soon(staying).await.unwrap().unwrap();
    soon(handle.shutdown()).await;
}

/// Listens where the terminals look for the owner of a workspace; returns its greeting too.
fn owner_socket(folder: &Path, setup: &Setup) -> (UnixListener, Vec<u8>) {
    let socket = folder.join("terminals.sock");
    let listener = UnixListener::bind(&socket).unwrap();
    std::fs::set_permissions(&socket, std::fs::Permissions::from_mode(0o600)).unwrap();
    let greeting = encode(0, &FromOwner::Hello(setup.hello()), 10_000).unwrap();
    (listener, greeting)
}

/// Creates a relay with a message that no owner has confirmed.
fn with_unconfirmed_message() -> (Handle, Relay, Command) {
    let (handle, requests) = Handle::channel();
    let mut relay = Relay::new(requests, Patience::default());
    let session = SessionId(uuid::Uuid::now_v7());
    relay.begin_with(session);
    let command = Command::send_message(session, "hello".into());
    relay.remember(Unconfirmed {
        command: command.clone(),
        at: jiff::Timestamp::now(),
    });
    (handle, relay, command)
}

#[tokio::test]
async fn an_owner_that_hangs_after_its_greeting_keeps_nobody_from_leaving() {
    let harness = Harness::new();
    let _lock = harness.nobodys();
    let setup = harness.plain();
    let folder = harness.state();
    let (listener, greeting) = owner_socket(&folder, &setup);
    let (asked, mut is_asked) = mpsc::unbounded_channel();
    let hanging = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut bytes = [0; 4_096];
        assert!(stream.read(&mut bytes).await.unwrap() > 0, "a greeting");
        stream.write_all(&greeting).await.unwrap();
        assert!(stream.read(&mut bytes).await.unwrap() > 0, "a question");
        asked.send(()).unwrap();
        std::future::pending::<()>().await;
        drop(stream);
    });
    let (handle, mut relay, command) = with_unconfirmed_message();
    let leaving = tokio::spawn(async move {
        is_asked.recv().await.unwrap();
        handle.shutdown().await;
    });
    let patience = Patience {
        handover: LONG * 2,
        ..Patience::default()
    };
    let before = setup.hello();
    let search = find_successor(&mut relay, &setup, (&folder, patience), &before);
    let successor: Option<Successor> = soon(search).await.unwrap();
    assert!(successor.is_none(), "it was left");
    let kept: Vec<Command> = relay
        .take_commands()
        .into_iter()
        .map(|one| one.command)
        .collect();
    assert_eq!(kept, [command], "and what was sent is still known");
    drop(relay);
    soon(leaving).await.unwrap();
    hanging.abort();
}

#[tokio::test]
async fn an_owner_that_hangs_after_its_greeting_is_named_and_asked_again() {
    let harness = Harness::new();
    let _lock = harness.nobodys();
    let setup = harness.plain();
    let folder = harness.state();
    let (listener, greeting) = owner_socket(&folder, &setup);
    let (came, mut is_come) = mpsc::unbounded_channel();
    let hanging = tokio::spawn(async move {
        let mut all = Vec::new();
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.write_all(&greeting).await.unwrap();
            all.push(stream);
            came.send(()).unwrap();
        }
    });
    let (handle, mut relay, _) = with_unconfirmed_message();
    let mut told = handle.subscribe(Seq(5)).unwrap();
    let patience = Patience {
        handover: Duration::from_millis(100),
        ..Patience::default()
    };
    let before = setup.hello();
    let searching = tokio::spawn(async move {
        let found = find_successor(&mut relay, &setup, (&folder, patience), &before).await;
        found.map(|found| found.is_some())
    });
    let Some(Delivery::Event { event }) = soon(told.recv()).await else {
        panic!("what is the matter");
    };
    assert!(
        matches!(&event.fact, EventKind::Notice { text, .. } if text.to_string().contains("does not answer")),
        "{event:?}"
    );
    for _ in 0..2 {
        soon(is_come.recv()).await.unwrap();
    }
    soon(handle.shutdown()).await;
    assert!(!soon(searching).await.unwrap().unwrap());
    hanging.abort();
}
