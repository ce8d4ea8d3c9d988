//! The owner's side: accepts attaching terminals, as long as the actor runs.

mod connection;

use std::sync::Arc;
use std::time::Duration;

use nix::unistd::geteuid;
use tokio::net::UnixStream;
use tokio::sync::Semaphore;

use self::connection::TerminalConnection;
use super::Patience;
use super::message::Hello;
use super::socket_path::BoundSocket;
use session::Handle;

/// Maximum number of terminals attached at the same time.
const MOST: usize = 32;

/// Pause after an error of the socket.
const REST: Duration = Duration::from_millis(200);

/// The owner's resources. Fields drop in their order: first the socket, then the right to create
/// one, even if the task is aborted.
struct Slot<T> {
    bound: BoundSocket,
    _held: T,
}

/// Lets other terminals attach until the actor has stopped. `held` is what makes this process the
/// owner: it is dropped after the socket is removed.
pub async fn serve<T: Send + 'static>(
    bound: BoundSocket,
    held: T,
    handle: Handle,
    me: Hello,
    patience: Patience,
) {
    let seat = Slot { bound, _held: held };
    let room = Arc::new(Semaphore::new(MOST));
    loop {
        let come = tokio::select! {
            biased;
            () = handle.stopped() => break,
            come = seat.bound.listener.accept() => come,
        };
        let stream = match come {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a terminal cannot attach");
                tokio::time::sleep(REST).await;
                continue;
            }
        };
        let Some(pid) = of_this_user(&stream) else {
            continue;
        };
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else {
            tracing::warn!(pid, "a terminal cannot attach: too many are");
            continue;
        };
        let (handle, me) = (handle.clone(), me.clone());
        tokio::spawn(async move {
            let why = TerminalConnection::serve_terminal(stream, handle, &me, patience).await;
            tracing::info!(pid, why, "a terminal is no longer attached");
            drop(place);
        });
    }
    drop(seat);
}

/// Returns the process at the other end if it belongs to this user. The mode of the socket already
/// keeps others out; this check does not depend on it.
fn of_this_user(stream: &UnixStream) -> Option<i32> {
    match stream.peer_cred() {
        Ok(peer) if peer.uid() == geteuid().as_raw() => Some(peer.pid().unwrap_or_default()),
        Ok(peer) => {
            tracing::warn!(user = peer.uid(), "another user wanted to attach");
            None
        }
        Err(error) => {
            tracing::warn!(%error, "it cannot be told who wants to attach");
            None
        }
    }
}
