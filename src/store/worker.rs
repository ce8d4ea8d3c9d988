//! Threads that own connections. Callers send work as closures; the result comes back over a
//! oneshot, so that callers may be async or not and need no particular runtime.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::error::StoreError;

/// Maximum number of queued jobs; above it, senders wait.
const QUEUE: usize = 256;

type Job = Box<dyn FnOnce(Result<&mut Connection, StoreError>) + Send>;

/// Opens a connection when a thread first needs one.
pub type Opener = Box<dyn Fn() -> Result<Connection, StoreError> + Send + Sync>;

/// One or several threads with a common queue, until the last handle is dropped.
#[derive(Clone)]
pub struct Worker {
    jobs: mpsc::Sender<Job>,
}

impl Worker {
    /// Starts one thread that owns `connection`. Jobs run in the order in which they are sent.
    pub fn owning(connection: Connection) -> Result<Self, StoreError> {
        let (jobs, mut queue) = mpsc::channel::<Job>(QUEUE);
        spawn("store-writer", move || {
            let mut connection = connection;
            while let Some(job) = queue.blocking_recv() {
                job(Ok(&mut connection));
            }
        })?;
        Ok(Self { jobs })
    }

    /// Starts `threads` threads, each of which opens a connection on its first job.
    pub fn pool(threads: usize, opener: Opener) -> Result<Self, StoreError> {
        let (jobs, queue) = mpsc::channel::<Job>(QUEUE);
        let queue = Arc::new(Mutex::new(queue));
        let opener = Arc::new(opener);
        for _ in 0..threads {
            let (queue, opener) = (Arc::clone(&queue), Arc::clone(&opener));
            spawn("store-reader", move || read_loop(&queue, &opener))?;
        }
        Ok(Self { jobs })
    }

    /// Runs `work` on a connection and returns its result.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the thread has ended.
    pub async fn run<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            // The caller may have stopped waiting.
            reply.send(connection.and_then(work)).ok();
        });
        self.jobs.send(job).await.map_err(|_| StoreError::Stopped)?;
        answer.await.map_err(|_| StoreError::Stopped)?
    }

    /// Runs `work` in one transaction, so that everything it reads is consistent.
    ///
    /// # Errors
    /// As [`Worker::run`].
    pub async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            let found = work(&transaction)?;
            transaction.finish()?;
            Ok(found)
        })
        .await
    }

    /// Queues `work` without waiting for it. Drops it if the queue is full.
    pub fn start(&self, work: impl FnOnce(&mut Connection) + Send + 'static) {
        let job: Job = Box::new(move |connection| match connection {
            Ok(connection) => work(connection),
            Err(error) => tracing::warn!(%error, "the database could not be opened once more"),
        });
        // A full queue drops the job, as documented.
        self.jobs.try_send(job).ok();
    }
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Result<(), StoreError> {
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(body)
        .map(drop)
        .map_err(|source| StoreError::io(std::path::Path::new(name), source))
}

fn read_loop(queue: &Mutex<mpsc::Receiver<Job>>, opener: &Opener) {
    let mut connection: Option<Connection> = None;
    loop {
        // A poisoned lock only means that another reader died between two jobs.
        let next = queue
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .blocking_recv();
        let Some(job) = next else { return };
        match &mut connection {
            Some(open) => job(Ok(open)),
            none => match opener() {
                Ok(fresh) => job(Ok(none.insert(fresh))),
                Err(error) => job(Err(error)),
            },
        }
    }
}

struct Unpark(thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Blocks this thread until a future completes, inside of a runtime or not. Only for futures that
/// other threads complete, such as those of [`Worker::run`].
pub fn wait<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    // The task's cooperative budget may be used up. Yielding would not help, because no other task
    // runs on this thread.
    let mut future = pin!(tokio::task::coop::unconstrained(future));
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}
