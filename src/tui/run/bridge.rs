//! Connects the runtime and the loop: tasks that bring events, answers and signals into the loop's
//! channel, and the sending of commands. Nothing here blocks the loop's thread.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nix::sys::signal::Signal;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;

use super::Message;
use super::stop::{Stopped, stop};
use crate::dialog::settings::JobId;
use crate::effect::SearchField;
use crate::terminal;
use protocol::catalogue::{BackgroundJob, ModelSearch};
use protocol::command::Command;
use protocol::event::Delivery;
use protocol::ids::Seq;
use protocol::presence::Presence;
use protocol::query::Query;
use session::Handle;
use session::handle::HandleError;

/// Maximum number of deliveries queued for the loop; the rest waits in the subscription,
/// which is bounded.
const CREDIT: usize = 2_048;

/// Number of further deliveries that the loop accepts at present.
#[derive(Debug, Clone)]
pub(super) struct Credit(Arc<Semaphore>);

impl Credit {
    /// Returns the credit of one handled delivery.
    pub(super) fn give_back(&self) {
        self.0.add_permits(1);
    }
}

/// The loop's end of the connection.
#[derive(Debug)]
pub(super) struct Bridge {
    handle: Handle,
    runtime: tokio::runtime::Handle,
    sender: Sender<Message>,
    credit: Credit,
    newest: LatestQueries,
    jobs: Arc<Mutex<HashMap<JobId, AbortHandle>>>,
}

/// For each search field with a query under way, the latest query entered after it.
type LatestQueries = Arc<Mutex<HashMap<SearchField, Option<Query>>>>;

impl Bridge {
    pub(super) fn new(
        handle: Handle,
        runtime: tokio::runtime::Handle,
        sender: Sender<Message>,
    ) -> Self {
        Self {
            handle,
            runtime,
            sender,
            credit: Credit(Arc::new(Semaphore::new(CREDIT))),
            newest: LatestQueries::default(),
            jobs: Arc::default(),
        }
    }

    /// Starts a background job; its progress arrives with its id, followed by its end.
    pub(super) fn begin(&self, id: JobId, errand: BackgroundJob) -> Result<(), HandleError> {
        let mut steps = self.handle.job(errand)?;
        let sender = self.sender.clone();
        let errands = Arc::clone(&self.jobs);
        // Held until the job is registered, so that it cannot end before.
        let mut noted = lock(&self.jobs);
        let task = self.runtime.spawn(async move {
            while let Some(step) = steps.recv().await {
                deliver(&sender, Message::Job(id, Some(Box::new(step))));
            }
            lock(&errands).remove(&id);
            deliver(&sender, Message::Job(id, None));
        });
        noted.insert(id, task.abort_handle());
        Ok(())
    }

    /// Cancels a background job: stops listening to it.
    pub(super) fn end(&self, id: JobId) {
        if let Some(task) = lock(&self.jobs).remove(&id) {
            task.abort();
        }
    }

    pub(super) fn credit(&self) -> &Credit {
        &self.credit
    }

    pub(super) fn send(&self, command: Command) -> Result<(), HandleError> {
        self.handle.send(command)
    }

    /// Reports which sessions the screen shows.
    pub(super) fn show(&self, presence: Presence) -> Result<(), HandleError> {
        self.handle.show(presence)
    }

    /// Sends a query; the answer arrives together with its query. A query without an answer is
    /// forgotten, because the subscription reports once that the engine has stopped.
    pub(super) fn ask(&self, query: Query) -> Result<(), HandleError> {
        let answer = self.handle.query(query.clone())?;
        let sender = self.sender.clone();
        self.runtime.spawn(async move {
            if let Ok(reply) = answer.await {
                deliver(&sender, Message::Reply(Box::new((query, reply))));
            }
        });
        Ok(())
    }

    /// Sends a query of which only the newest per asker is of use; at most one per asker
    /// is under way.
    pub(super) fn ask_newest(&self, asker: SearchField, query: Query) -> Result<(), HandleError> {
        match lock(&self.newest).entry(asker) {
            Entry::Occupied(mut under_way) => {
                under_way.insert(Some(query));
                return Ok(());
            }
            Entry::Vacant(free) => drop(free.insert(None)),
        }
        let first = self.handle.query(query.clone());
        let mut answer = match first {
            Ok(answer) => answer,
            Err(error) => {
                lock(&self.newest).remove(&asker);
                return Err(error);
            }
        };
        let (handle, sender) = (self.handle.clone(), self.sender.clone());
        let newest = Arc::clone(&self.newest);
        let mut query = query;
        self.runtime.spawn(async move {
            loop {
                if let Ok(reply) = answer.await {
                    deliver(&sender, Message::Reply(Box::new((query, reply))));
                }
                let next = take_next(&newest, asker);
                let Some(next) = next else { return };
                // The engine has stopped or its queue is full: the next key asks again.
                let Ok(asked) = handle.query(next.clone()) else {
                    lock(&newest).remove(&asker);
                    return;
                };
                (query, answer) = (next, asked);
            }
        });
        Ok(())
    }

    /// Waits for the result of the model search, which arrives only if no model is usable.
    pub(super) fn await_search(&self, search: tokio::sync::oneshot::Receiver<ModelSearch>) {
        let sender = self.sender.clone();
        self.runtime.spawn(async move {
            if let Ok(search) = search.await {
                deliver(&sender, Message::NoModel(Box::new(search)));
            }
        });
    }

    /// Subscribes to all events, and resubscribes from the last cursor if the screen was too slow.
    pub(super) fn subscribe(&self) {
        let handle = self.handle.clone();
        let sender = self.sender.clone();
        let credit = self.credit.clone();
        self.runtime.spawn(async move {
            let mut from = Seq::default();
            loop {
                match handle.subscribe(from) {
                    Ok(mut listener) => {
                        while let Some(delivery) = listener.recv().await {
                            from = cursor(&delivery).unwrap_or(from);
                            let Ok(permit) = credit.0.acquire().await else {
                                return;
                            };
                            permit.forget();
                            let message = Message::Delivery(Box::new(delivery));
                            if sender.send(message).is_err() {
                                return;
                            }
                        }
                    }
                    Err(HandleError::Busy) => {
                        // The queue drains on its own; resubscribing at once would not help.
                        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                    }
                    Err(HandleError::Stopped) => {
                        deliver(&sender, Message::EngineStopped);
                        return;
                    }
                }
            }
        });
    }

    /// Brings the signals that concern a terminal program into the loop. The handlers are installed
    /// when this returns, so that no signal ends the program before it has restored the terminal
    /// modes that it sets next.
    pub(super) fn listen_to_signals(&self) {
        let kinds = [
            (SignalKind::window_change(), Signal::SIGWINCH),
            (SignalKind::terminate(), Signal::SIGTERM),
            (SignalKind::hangup(), Signal::SIGHUP),
            (SignalKind::interrupt(), Signal::SIGINT),
            (SignalKind::quit(), Signal::SIGQUIT),
            (
                SignalKind::from_raw(Signal::SIGCONT as i32),
                Signal::SIGCONT,
            ),
            (
                SignalKind::from_raw(Signal::SIGTSTP as i32),
                Signal::SIGTSTP,
            ),
        ];
        let _entered = self.runtime.enter();
        for (kind, name) in kinds {
            // A signal that cannot be caught here keeps its default effect.
            let Ok(mut stream) = signal(kind) else {
                continue;
            };
            let sender = self.sender.clone();
            self.runtime.spawn(async move {
                while stream.recv().await.is_some() {
                    if name == Signal::SIGTSTP && !terminal::is_ours() {
                        // An editor owns the terminal and the loop waits for it. The shell regains
                        // its terminal only when the whole job has stopped.
                        stop(Stopped::Program);
                        continue;
                    }
                    if sender.send(Message::Signal(name)).is_err() {
                        return;
                    }
                }
            });
        }
    }
}

/// Sends a message to the loop; an ended loop needs none.
fn deliver(sender: &Sender<Message>, message: Message) {
    sender.send(message).ok();
}

/// Takes the asker's query that arrived meanwhile; without one, the asker has no query under way.
fn take_next(newest: &LatestQueries, asker: SearchField) -> Option<Query> {
    let mut newest = lock(newest);
    let next = newest.get_mut(&asker).and_then(Option::take);
    if next.is_none() {
        newest.remove(&asker);
    }
    next
}

fn lock<T>(map: &Mutex<T>) -> MutexGuard<'_, T> {
    map.lock().unwrap_or_else(PoisonError::into_inner)
}

fn cursor(delivery: &Delivery) -> Option<Seq> {
    match delivery {
        Delivery::Event { event } => event.seq,
        Delivery::Snapshot { seq, .. } => Some(*seq),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ids::SessionId;
    use protocol::query::Reply;
    use session::handle::Request;
    use tokio::sync::{mpsc, oneshot};

    fn files(pattern: &str) -> Query {
        Query::Files {
            session: None,
            pattern: pattern.to_owned(),
            limit: 1,
        }
    }

    /// Returns the next query that reaches the engine.
    fn asked(inbox: &mut mpsc::Receiver<Request>) -> (Query, oneshot::Sender<Reply>) {
        match inbox.blocking_recv() {
            Some(Request::Query { query, reply }) => (query, reply),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn of_one_who_asks_anew_with_each_key_one_question_is_under_way_and_the_newest_comes_next() {
        let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
        let (handle, mut inbox) = Handle::channel();
        let (sender, messages) = std::sync::mpsc::channel();
        let bridge = Bridge::new(handle, runtime.handle().clone(), sender);
        let ask = |pattern| {
            bridge
                .ask_newest(SearchField::TreeFilter, files(pattern))
                .unwrap();
        };
        let answer = |reply: oneshot::Sender<Reply>| {
            let files = Vec::new();
            reply.send(Reply::Files { files, total: 0 }).unwrap();
            match messages.recv().unwrap() {
                Message::Reply(reply) => reply.0,
                _ => panic!("another message"),
            }
        };
        for pattern in ["a", "ab", "abc"] {
            ask(pattern);
        }
        let (first, reply) = asked(&mut inbox);
        assert_eq!(first, files("a"));
        assert!(inbox.try_recv().is_err(), "the others wait");
        assert_eq!(answer(reply), files("a"));
        let (next, reply) = asked(&mut inbox);
        assert_eq!(next, files("abc"), "the one between is of no use any more");
        // A query without an answer lets the next one through.
        ask("abcd");
        drop(reply);
        let (last, reply) = asked(&mut inbox);
        assert_eq!(last, files("abcd"));
        assert_eq!(answer(reply), files("abcd"));
        let session = SessionId(uuid::Uuid::from_u128(7));
        let (one, other) = (SearchField::TreeFilter, SearchField::Completion(session));
        bridge.ask_newest(other, files("x")).unwrap();
        assert_eq!(
            asked(&mut inbox).0,
            files("x"),
            "one does not wait for the other"
        );
        while lock(&bridge.newest).contains_key(&one) {
            std::thread::yield_now();
        }
        ask("y");
        assert_eq!(asked(&mut inbox).0, files("y"));
    }
}
