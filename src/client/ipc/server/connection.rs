//! An attached terminal: its requests go to the actor, the results go back. The actor never waits
//! for it: deliveries that it does not take wait in its subscription, which is bounded.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::UnixStream;
use tokio::sync::Semaphore;
use tokio::task::{AbortHandle, JoinHandle};

use crate::ipc::Patience;
use crate::ipc::frame::{FrameError, MOST_FROM_OWNER, MOST_HELLO, MOST_TO_OWNER};
use crate::ipc::message::{FrameContent, FromOwner, Hello, ToOwner, read};
use crate::ipc::stream::{Broken, Reader, Writer, split};
use notice::{Notice, notice};
use protocol::command::Command;
use protocol::ids::TerminalId;
use protocol::presence::Presence;
use protocol::query::Reply;
use session::Handle;
use session::handle::HandleError;

/// Maximum number of open queries of one terminal.
const QUESTIONS: usize = 256;

/// Pause before a retry if the actor's queue is full.
const REST: Duration = Duration::from_millis(10);

pub(super) struct TerminalConnection {
    handle: Handle,
    writer: Writer,
    /// Subscriptions and background jobs, by the number of their request.
    held: HashMap<u64, AbortHandle>,
    questions: Arc<Semaphore>,
    tasks: Tasks,
    /// The screens of this terminal that show sessions.
    screens: BTreeSet<TerminalId>,
}

/// Tasks of a connection; they are aborted with it.
#[derive(Default)]
struct Tasks(Vec<JoinHandle<()>>);

impl Tasks {
    fn add(&mut self, task: JoinHandle<()>) -> AbortHandle {
        self.0.retain(|task| !task.is_finished());
        let handle = task.abort_handle();
        self.0.push(task);
        handle
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        for task in &self.0 {
            task.abort();
        }
    }
}

/// Why a connection ended.
enum End {
    /// The terminal has left.
    Left,
    /// The actor has stopped.
    Stopped,
    /// The connection is broken.
    Broken(Broken),
}

impl From<Broken> for End {
    fn from(broken: Broken) -> Self {
        End::Broken(broken)
    }
}

impl TerminalConnection {
    /// Serves a terminal until it leaves or the actor has stopped; returns why it ended.
    pub(super) async fn serve_terminal(
        stream: UnixStream,
        handle: Handle,
        me: &Hello,
        patience: Patience,
    ) -> String {
        let sizes = (MOST_HELLO, MOST_FROM_OWNER);
        let (mut reader, writer, mut writing) = split(stream, sizes, patience);
        let why = match greet(&mut reader, &writer, me, patience).await {
            Err(why) => why,
            Ok(()) => {
                reader.set_most(MOST_TO_OWNER);
                let mut connection = Self {
                    handle,
                    writer: writer.clone(),
                    held: HashMap::new(),
                    questions: Arc::new(Semaphore::new(QUESTIONS)),
                    tasks: Tasks::default(),
                    screens: BTreeSet::new(),
                };
                let end = connection.talk(&mut reader).await;
                connection.forget_screens();
                match end {
                    End::Left => "it left".to_owned(),
                    End::Stopped => {
                        writer.send_if_open(0, &FromOwner::Gone).await;
                        "the engine has stopped".to_owned()
                    }
                    End::Broken(why) => why.to_string(),
                }
            }
        };
        // Pending messages are written before the connection closes.
        drop(writer);
        let written = tokio::time::timeout(patience.hello, &mut writing).await;
        if written.is_err() {
            writing.abort();
        }
        why
    }

    async fn talk(&mut self, reader: &mut Reader) -> End {
        loop {
            let frame = tokio::select! {
                biased;
                () = self.handle.stopped() => return End::Stopped,
                () = self.writer.closed() => return End::Broken(Broken::Closed),
                frame = reader.next() => frame,
            };
            let frame = match frame {
                Ok(frame) => frame,
                Err(broken) => return broken.into(),
            };
            let taken = match read::<ToOwner>(&frame) {
                FrameContent::Word(ToOwner::Leave) => {
                    // All earlier commands are in the actor's hands then.
                    // An actor that has stopped takes no commands any more.
                    self.handle.taken().await.ok();
                    self.writer.send_if_open(frame.id, &FromOwner::Left).await;
                    return End::Left;
                }
                FrameContent::Word(word) => self.take(frame.id, word).await,
                FrameContent::Unknown(why) => {
                    let why = notice!("told-owner-unknown", rest = why);
                    self.send(frame.id, &FromOwner::NotTaken(why)).await
                }
                FrameContent::Junk => return Broken::Junk.into(),
            };
            if let Err(end) = taken {
                return end;
            }
        }
    }

    async fn take(&mut self, id: u64, word: ToOwner) -> Result<(), End> {
        match word {
            ToOwner::Command(command) => self.command(id, *command).await?,
            ToOwner::Subscribe(from) => {
                let handle = self.handle.clone();
                let mut listener = retry_while_busy(|| handle.subscribe(from)).await?;
                let writer = self.writer.clone();
                self.hold(id, async move {
                    while let Some(delivery) = listener.recv().await {
                        let word = FromOwner::Delivery(Box::new(delivery));
                        if writer.send(id, &word).await.is_err() {
                            break;
                        }
                    }
                    // A single message reports to all of them that the actor is gone.
                    if !handle.has_stopped() {
                        writer.send_if_open(id, &FromOwner::Over).await;
                    }
                });
            }
            ToOwner::Query(query) => {
                let Ok(seat) = Arc::clone(&self.questions).try_acquire_owned() else {
                    let reason = notice!("told-owner-many");
                    let reply = FromOwner::Reply(Box::new(Reply::Failed { reason }));
                    return self.send(id, &reply).await;
                };
                let handle = self.handle.clone();
                let answer = retry_while_busy(|| handle.query((*query).clone())).await?;
                let writer = self.writer.clone();
                self.tasks.add(tokio::spawn(async move {
                    let word = match answer.await {
                        Ok(reply) => FromOwner::Reply(Box::new(reply)),
                        Err(_) => FromOwner::Over,
                    };
                    if let Err(Broken::Frame(error)) = writer.send(id, &word).await {
                        let reply = Reply::Failed {
                            reason: unsaid(&error),
                        };
                        let word = FromOwner::Reply(Box::new(reply));
                        writer.send_if_open(id, &word).await;
                    }
                    drop(seat);
                }));
            }
            ToOwner::Job(errand) => {
                let handle = self.handle.clone();
                let mut steps = retry_while_busy(|| handle.job((*errand).clone())).await?;
                let writer = self.writer.clone();
                self.hold(id, async move {
                    while let Some(step) = steps.recv().await {
                        let word = FromOwner::Step(Box::new(step));
                        if writer.send(id, &word).await.is_err() {
                            break;
                        }
                    }
                    writer.send_if_open(id, &FromOwner::Over).await;
                });
            }
            ToOwner::Show(presence) => {
                self.screens.insert(presence.terminal);
                retry_while_busy(|| self.handle.show(presence.clone())).await?;
            }
            ToOwner::Idle => {
                let (handle, writer) = (self.handle.clone(), self.writer.clone());
                self.tasks.add(tokio::spawn(async move {
                    if handle.idle().await.is_ok() {
                        writer.send_if_open(id, &FromOwner::Idle).await;
                    }
                }));
            }
            ToOwner::Drop => {
                if let Some(task) = self.held.remove(&id) {
                    task.abort();
                }
            }
            ToOwner::Ping => self.send(id, &FromOwner::Pong).await?,
            // Allowed only once at the beginning, or handled earlier.
            ToOwner::Hello(_) | ToOwner::Leave => {}
        }
        Ok(())
    }

    /// Tells the actor that an ended connection shows nothing any more. If the actor's queue is
    /// full, it learns that with the next screen's message.
    fn forget_screens(&self) {
        for terminal in self.screens.iter().copied() {
            let sessions = Vec::new();
            self.handle.show(Presence { terminal, sessions }).ok();
        }
    }

    async fn command(&mut self, id: u64, command: Command) -> Result<(), End> {
        let handle = self.handle.clone();
        retry_while_busy(|| handle.send(command.clone())).await?;
        let writer = self.writer.clone();
        self.tasks.add(tokio::spawn(async move {
            if handle.taken().await.is_ok() {
                writer.send_if_open(id, &FromOwner::Taken).await;
            }
        }));
        Ok(())
    }

    fn hold(&mut self, id: u64, work: impl Future<Output = ()> + Send + 'static) {
        self.held.retain(|_, task| !task.is_finished());
        let task = self.tasks.add(tokio::spawn(work));
        if let Some(before) = self.held.insert(id, task) {
            before.abort();
        }
    }

    async fn send(&self, id: u64, word: &FromOwner) -> Result<(), End> {
        Ok(self.writer.send(id, word).await?)
    }
}

/// Exchanges the hello messages; the error says why the sides part.
async fn greet(
    reader: &mut Reader,
    writer: &Writer,
    me: &Hello,
    patience: Patience,
) -> Result<(), String> {
    let first = tokio::time::timeout(patience.hello, reader.next()).await;
    let frame = match first {
        Ok(Ok(frame)) => frame,
        Ok(Err(broken)) => return Err(broken.to_string()),
        Err(_) => return Err("it did not say who it is".to_owned()),
    };
    let FrameContent::Word(ToOwner::Hello(other)) = read::<ToOwner>(&frame) else {
        return Err(Broken::Junk.to_string());
    };
    let word = match me.refuses(&other) {
        Some(why) => FromOwner::Refused(why),
        None => FromOwner::Hello(me.clone()),
    };
    let refused = matches!(word, FromOwner::Refused(_));
    writer
        .send(frame.id, &word)
        .await
        .map_err(|broken| broken.to_string())?;
    if refused {
        Err(format!("it is another version: {}", other.build))
    } else {
        tracing::info!(
            pid = other.pid,
            build = other.build,
            "a terminal is attached"
        );
        Ok(())
    }
}

/// Retries a request until the actor's queue has room.
async fn retry_while_busy<T>(ask: impl Fn() -> Result<T, HandleError>) -> Result<T, End> {
    loop {
        match ask() {
            Ok(done) => return Ok(done),
            Err(HandleError::Stopped) => return Err(End::Stopped),
            Err(HandleError::Busy) => tokio::time::sleep(REST).await,
        }
    }
}

fn unsaid(error: &FrameError) -> Notice {
    notice!("told-owner-no-answer", why = error.notice())
}
