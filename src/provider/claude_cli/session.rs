//! One process and its messages: reads its lines into the [`Conversation`], writes this program's
//! messages, and ends it.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

use super::conversation::Conversation;
use super::launch::Running;
use super::message;
use crate::lines::Lines;
use notice::{Notice, notice};
use protocol::effort::Effort;
use protocol::stream::{ProviderError, ProviderErrorKind};
use redact::sanitize;

/// Maximum number of messages that wait to be sent to the program.
const WAITING: usize = 256;

/// Time that the program may take to end after it was asked to.
const GRACE: Duration = Duration::from_secs(5);

/// Number of lines of standard error that are kept for an error message.
const ERROR_LINES: usize = 8;

pub(super) struct Session {
    talk: Mutex<Conversation>,
    /// Notified whenever a message arrives.
    news: Notify,
    to: mpsc::Sender<Value>,
    /// Cancelled to ask the process to end.
    end: CancellationToken,
    /// Cancelled when the process is gone.
    gone: CancellationToken,
    /// Settings with which it was started, without the conversation that it continues.
    pub(super) settings: Settings,
}

/// Settings of a process; a change requires a new process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) model: String,
    pub(super) effort: Effort,
    pub(super) plans: bool,
    pub(super) extra_prompt: String,
}

impl Session {
    /// Takes over a running process.
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
        // Plain values stay valid even if a thread panicked while holding the lock.
        self.talk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message to the program.
    ///
    /// # Errors
    /// If the program has ended, or does not read its input.
    pub(super) fn tell(&self, message: Value) -> Result<(), ProviderError> {
        self.to.try_send(message).map_err(|_| self.ended_error())
    }

    /// Waits until `find` finds something in the conversation. Messages that have already arrived
    /// are returned before the end is reported.
    ///
    /// # Errors
    /// If the program has ended and `find` finds nothing.
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

    /// Changes the conversation's state on behalf of this program.
    pub(super) fn change<T>(&self, work: impl FnOnce(&mut Conversation) -> T) -> T {
        let done = work(&mut self.talk());
        self.news.notify_waiters();
        done
    }

    /// Whether the process is gone, or about to end.
    pub(super) fn is_over(&self) -> bool {
        self.end.is_cancelled() || self.talk().ended().is_some()
    }

    /// Returns why the process ended in the middle of a turn without having been asked to.
    pub(super) fn broke_off(&self) -> Option<Notice> {
        let talk = self.talk();
        let at_work = talk.is_in_turn() && !talk.is_stopping() && !self.end.is_cancelled();
        talk.ended().filter(|_| at_work).cloned()
    }

    /// Asks the process to end; it is killed after a grace period.
    pub(super) fn ask_to_end(&self) {
        self.end.cancel();
    }

    /// Waits until the process is gone.
    pub(super) async fn gone(&self) {
        self.gone.cancelled().await;
    }

    fn ended_error(&self) -> ProviderError {
        let talk = self.talk();
        match talk.ended() {
            Some(why) => ended(why),
            None => ended(&notice!("told-takes-none")),
        }
    }
}

/// Builds the error for a program that is gone.
pub(super) fn ended(why: &Notice) -> ProviderError {
    ProviderError::new(
        ProviderErrorKind::ProcessGone,
        notice!("told-claude-ended", why),
    )
    .with_hint(notice!("told-new-goes-on"))
}

/// Reads and writes until the process has ended.
async fn run(session: Arc<Session>, running: Running, messages: mpsc::Receiver<Value>) {
    let Running {
        to,
        from,
        errors,
        mut life,
        told: _,
    } = running;
    let writing = tokio::spawn(write(to, messages));
    let errors = tokio::spawn(last_lines(errors));
    let why = {
        let mut reading = pin!(read(&session, from));
        tokio::select! {
            why = &mut reading => why,
            () = session.end.cancelled() => Ending::Asked,
            why = life.ended() => {
                // Its last output is still in the pipe; the timeout covers descendants that hold
                // the pipe open.
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
    let why = match why {
        Ending::Broken(what) => what,
        Ending::Asked => notice!("told-was-told-to"),
        Ending::Closed | Ending::Ended(_) => {
            let how = ended_with.unwrap_or_else(|| notice!("told-had-to-kill"));
            if errors.is_empty() {
                how
            } else {
                notice!("told-ended-saying", why = how, rest = errors)
            }
        }
    };
    session.change(|talk| talk.end(why));
    session.gone.cancel();
}

/// The reason why no further output will arrive.
enum Ending {
    /// This program ended the process.
    Asked,
    /// The output has ended.
    Closed,
    /// The output violates the protocol.
    Broken(Notice),
    Ended(Notice),
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
                        // A full or closed channel means that the process has ended, which is
                        // reported elsewhere.
                        session.tell(reply).ok();
                    }
                }
                Ok(None) => break,
                Err(_) => return Ending::Broken(notice!("told-sent-over-line")),
            }
        }
        // Continuous output must not prevent the task from being dropped.
        tokio::task::coop::consume_budget().await;
    }
}

async fn write(mut to: Box<dyn AsyncWrite + Send + Unpin>, mut messages: mpsc::Receiver<Value>) {
    while let Some(message) = messages.recv().await {
        let mut line = message.to_string();
        line.push('\n');
        // An incomplete line would end the program; a failed write means that it has ended.
        if to.write_all(line.as_bytes()).await.is_err() || to.flush().await.is_err() {
            return;
        }
    }
}

/// Returns the last lines of the program's standard error, sanitized and limited in length.
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
    // The last line of a crashing program may have no line ending.
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
