//! Starting background work: tasks, threads, and closures that block; and waiting for a task from outside.
//!
//! Nothing but the functions of `tokio` and `std` with the work in a box. Each of them compiles the whole
//! life of a task or thread anew for every future and closure that it is given; boxed, they are compiled
//! once. Decides nothing. Called by everyone who starts work that has no result, or blocks.

use std::any::Any;
use std::future::Future;
use std::io;
use std::marker::PhantomData;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};

use futures_util::future::BoxFuture;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

type Anything = Box<dyn Any + Send>;

/// The work ended with a panic, which is in the log, or with its runtime.
#[derive(Debug, thiserror::Error)]
#[error("the work broke off; see the log")]
pub struct Broken;

/// What a closure on a worker will give back. Dropped, it goes on all the same.
#[derive(Debug)]
pub struct Blocking<T> {
    work: JoinHandle<Anything>,
    result: PhantomData<fn() -> T>,
}

impl<T> Blocking<T> {
    /// Whether the result is there: waiting for it takes no time.
    pub fn is_done(&self) -> bool {
        self.work.is_finished()
    }
}

impl<T: 'static> Future for Blocking<T> {
    type Output = Result<T, Broken>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let done = ready!(Pin::new(&mut self.work).poll(context)).map_err(|_| Broken);
        let result = done.and_then(|result| result.downcast::<T>().map_err(|_| Broken));
        Poll::Ready(result.map(|result| *result))
    }
}

/// `tokio::task::spawn_blocking`: runs a closure where it may block. Starts at once.
pub fn blocking<T, F>(work: F) -> Blocking<T>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    let work: Box<dyn FnOnce() -> Anything + Send> = Box::new(move || Box::new(work()));
    Blocking {
        work: tokio::task::spawn_blocking(work),
        result: PhantomData,
    }
}

/// `tokio::spawn`: runs a task on the runtime of the caller.
pub fn spawn(work: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    spawn_on(&Handle::current(), work)
}

/// The same on a named runtime.
pub fn spawn_on(
    runtime: &Handle,
    work: impl Future<Output = ()> + Send + 'static,
) -> JoinHandle<()> {
    let work: BoxFuture<'static, ()> = Box::pin(work);
    runtime.spawn(work)
}

/// `Handle::block_on`: runs `work` to its end and gives its result. For threads that are not the runtime's own; the
/// runtime has workers, because this thread drives neither its clocks nor its sockets.
pub fn wait_for<T>(runtime: &Handle, work: impl Future<Output = T>) -> T {
    let work: Pin<&mut dyn Future<Output = T>> = pin!(work);
    runtime.block_on(work)
}

/// `std::thread::spawn`, with a name: a thread of its own. An error if the system gives none.
pub fn thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<std::thread::JoinHandle<T>> {
    let work: Box<dyn FnOnce() -> T + Send> = Box::new(work);
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(work)
}

/// How far long work steps back behind what a human waits for.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Lets the other threads of the machine go first, from now on: this thread, and those that it starts, take
/// what is left of the processors. Only where a thread has a priority of its own, which is Linux.
pub fn give_way() {
    // Linux takes "the calling process" for the calling thread, see setpriority(2), "C library/kernel differences".
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::debug!(%error, "a worker keeps its priority");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
    }

    #[test]
    fn a_closure_gives_back_what_it_made_and_a_panic_is_an_error() {
        runtime().block_on(async {
            assert_eq!(blocking(|| "made".to_owned()).await.unwrap(), "made");
            let (go, wait) = std::sync::mpsc::channel::<()>();
            let mut slow = blocking(move || wait.recv().is_ok());
            assert!(!slow.is_done());
            go.send(()).unwrap();
            assert!((&mut slow).await.unwrap() && slow.is_done());
            let broken = blocking(|| -> u32 { std::panic::panic_any("stopped by the test") });
            assert!(broken.await.is_err());
        });
    }

    #[test]
    fn a_closure_that_nobody_waits_for_runs_all_the_same() {
        let (sender, receiver) = std::sync::mpsc::channel();
        runtime().block_on(async move { drop(blocking(move || sender.send(7).ok())) });
        assert_eq!(receiver.recv(), Ok(7));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_gives_way_does_so_alone_and_with_the_threads_it_starts() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let inner = std::thread::spawn(move || {
            give_way();
            std::thread::spawn(niceness).join().unwrap()
        });
        assert_eq!(inner.join().unwrap(), NICE);
        assert_eq!(niceness(), before);
    }

    #[test]
    fn who_waits_from_outside_gets_the_result_and_may_lend_what_is_its_own() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .build()
            .unwrap();
        let own = "own".to_owned();
        let length = wait_for(runtime.handle(), async {
            blocking(|| 4).await.unwrap() + own.len()
        });
        assert_eq!(length, 7);
    }

    #[test]
    fn a_thread_has_its_name_and_gives_its_result() {
        let name = || std::thread::current().name().map(str::to_owned);
        let thread = thread("called", name).unwrap();
        assert_eq!(thread.join().unwrap().as_deref(), Some("called"));
    }

    #[test]
    fn a_task_runs_on_the_runtime_of_the_caller() {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        runtime().block_on(async {
            spawn(async { sender.send(7).unwrap() }).await.unwrap();
            assert_eq!(receiver.await, Ok(7));
        });
    }
}
