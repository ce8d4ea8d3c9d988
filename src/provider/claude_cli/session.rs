//! One process and what is said with it: reads its lines into the [`Conversation`], writes ours, and ends it.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

use super::launch::Running;
use super::message;
use super::protocol::Conversation;
use crate::protocol::stream::{ProviderError, ProviderErrorKind};
use crate::provider::lines::Lines;
use crate::redact::sanitize;

/// Messages to the program that wait at most.
const WAITING: usize = 256;

/// How long it may take to end after it was asked to.
const GRACE: Duration = Duration::from_secs(5);

/// Lines of its standard error that are kept for an error message.
const ERROR_LINES: usize = 8;

pub(super) struct Session {
    talk: Mutex<Conversation>,
    /// Told whenever something came in.
    news: Notify,
    to: mpsc::Sender<Value>,
    /// Asks the process to end.
    end: CancellationToken,
    /// Set when the process is gone.
    gone: CancellationToken,
    /// With what it was started, but for what it goes on with.
    pub(super) settings: Settings,
}

/// What a process is started with; another one means another process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) model: String,
    pub(super) plans: bool,
    pub(super) extra_prompt: String,
}

impl Session {
    /// Takes a process over.
    pub(super) fn attend(running: Running, settings: Settings) -> Arc<Self> {
        let (to, messages) = mpsc::channel(WAITING);
        let session = Arc::new(Self {
            talk: Mutex::default(),
            news: Notify::new(),
            to,
            end: CancellationToken::new(),
            gone: CancellationToken::new(),
            settings,
        });
        tokio::spawn(run(Arc::clone(&session), running, messages));
        session
    }

    pub(super) fn talk(&self) -> MutexGuard<'_, Conversation> {
        // Plain values, good whatever thread broke off while it held the lock.
        self.talk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the program something.
    ///
    /// # Errors
    /// If it has ended, or takes nothing.
    pub(super) fn tell(&self, message: Value) -> Result<(), ProviderError> {
        self.to.try_send(message).map_err(|_| self.ended_error())
    }

    /// Waits for something in the conversation. What has come is given before the end is told.
    ///
    /// # Errors
    /// If the program has ended and it is not there.
    pub(super) async fn wait<T>(
        &self,
        mut find: impl FnMut(&mut Conversation) -> Option<T>,
    ) -> Result<T, ProviderError> {
        loop {
            let mut news = pin!(self.news.notified());
            news.as_mut().enable();
            {
                let mut talk = self.talk();
                if let Some(found) = find(&mut talk) {
                    return Ok(found);
                }
                if let Some(why) = talk.ended() {
                    return Err(ended(why));
                }
            }
            news.await;
        }
    }

    /// Changes the conversation from our side.
    pub(super) fn change<T>(&self, work: impl FnOnce(&mut Conversation) -> T) -> T {
        let done = work(&mut self.talk());
        self.news.notify_waiters();
        done
    }

    /// Whether the process is gone, or about to be.
    pub(super) fn is_over(&self) -> bool {
        self.end.is_cancelled() || self.talk().ended().is_some()
    }

    /// Why it ended in the middle of a turn, without having been asked to.
    pub(super) fn broke_off(&self) -> Option<String> {
        let talk = self.talk();
        let at_work = talk.is_in_turn() && !talk.is_stopping() && !self.end.is_cancelled();
        talk.ended().filter(|_| at_work).map(str::to_owned)
    }

    /// Asks the process to end; it is killed after a grace.
    pub(super) fn ask_to_end(&self) {
        self.end.cancel();
    }

    /// Waits until the process is gone.
    pub(super) async fn gone(&self) {
        self.gone.cancelled().await;
    }

    fn ended_error(&self) -> ProviderError {
        let talk = self.talk();
        ended(talk.ended().unwrap_or("it takes no more messages"))
    }
}

/// The error for a program that is gone.
pub(super) fn ended(why: &str) -> ProviderError {
    ProviderError::new(
        ProviderErrorKind::ProcessGone,
        format!("the claude program has ended: {why}"),
    )
    .with_hint("a new session goes on; a fork of this one is told what was said")
}

/// Reads, writes and waits until the process has ended.
async fn run(session: Arc<Session>, running: Running, messages: mpsc::Receiver<Value>) {
    let Running {
        to,
        from,
        errors,
        mut life,
    } = running;
    let writing = tokio::spawn(write(to, messages));
    let errors = tokio::spawn(last_lines(errors));
    let why = {
        let mut reading = pin!(read(&session, from));
        tokio::select! {
            why = &mut reading => why,
            () = session.end.cancelled() => Ending::Asked,
            why = life.ended() => {
                // What it has said is still in the pipe; who holds that open does not hold us up.
                tokio::time::timeout(GRACE, reading).await.ok();
                Ending::Ended(why)
            }
        }
    };
    let ended_with = match &why {
        Ending::Ended(how) => Some(how.clone()),
        Ending::Closed | Ending::Asked | Ending::Broken(_) => {
            life.ask_to_end();
            tokio::time::timeout(GRACE, life.ended()).await.ok()
        }
    };
    life.finish().await;
    writing.abort();
    let errors = tokio::time::timeout(GRACE, errors).await;
    let errors = errors.ok().and_then(Result::ok).unwrap_or_default();
    let words = match why {
        Ending::Broken(what) => what,
        Ending::Asked => "it was told to".to_owned(),
        Ending::Closed | Ending::Ended(_) => {
            let how = ended_with.unwrap_or_else(|| "it had to be killed".to_owned());
            if errors.is_empty() {
                how
            } else {
                format!("{how}; {errors}")
            }
        }
    };
    session.change(|talk| talk.end(words));
    session.gone.cancel();
}

/// Why nothing more comes.
enum Ending {
    /// We asked it to end.
    Asked,
    /// Its output is at an end.
    Closed,
    /// What it says is no protocol.
    Broken(String),
    /// It has ended.
    Ended(String),
}

async fn read(session: &Session, mut from: Box<dyn AsyncRead + Send + Unpin>) -> Ending {
    let mut lines = Lines::default();
    let mut buffer = vec![0_u8; 64 * 1024];
    loop {
        let count = match from.read(&mut buffer).await {
            Ok(0) | Err(_) => return Ending::Closed,
            Ok(count) => count,
        };
        lines.push(buffer.get(..count).unwrap_or_default());
        loop {
            match lines.next_line() {
                Ok(Some(line)) => {
                    let said = message::read(&line);
                    let reply = session.change(|talk| talk.take(said));
                    if let Some(reply) = reply {
                        // Full or closed: its end is told elsewhere.
                        session.tell(reply).ok();
                    }
                }
                Ok(None) => break,
                Err(_) => return Ending::Broken("it sent a line of more than 16 MiB".to_owned()),
            }
        }
        // A flood of output must not keep the task from being dropped.
        tokio::task::coop::consume_budget().await;
    }
}

async fn write(mut to: Box<dyn AsyncWrite + Send + Unpin>, mut messages: mpsc::Receiver<Value>) {
    while let Some(message) = messages.recv().await {
        let mut line = message.to_string();
        line.push('\n');
        // A line that is not whole would end the program; one that cannot be written finds it ended.
        if to.write_all(line.as_bytes()).await.is_err() || to.flush().await.is_err() {
            return;
        }
    }
}

/// The last lines of the program's errors, clean and bounded.
async fn last_lines(mut errors: Box<dyn AsyncRead + Send + Unpin>) -> String {
    let mut kept: VecDeque<String> = VecDeque::new();
    let mut lines = Lines::with_limit(16 * 1024);
    let mut buffer = vec![0_u8; 4 * 1024];
    while let Ok(count @ 1..) = errors.read(&mut buffer).await {
        lines.push(buffer.get(..count).unwrap_or_default());
        loop {
            match lines.next_line() {
                Ok(Some(line)) => keep(&mut kept, &line),
                Ok(None) => break,
                Err(_) => lines = Lines::with_limit(16 * 1024),
            }
        }
    }
    // The last words of who dies may have no end of line.
    keep(&mut kept, &lines.rest());
    Vec::from(kept).join(" ")
}

fn keep(kept: &mut VecDeque<String>, line: &[u8]) {
    let text = sanitize(&String::from_utf8_lossy(line));
    let text: String = text.trim().chars().take(300).collect();
    if text.is_empty() {
        return;
    }
    if kept.len() >= ERROR_LINES {
        kept.pop_front();
    }
    kept.push_back(text);
}
