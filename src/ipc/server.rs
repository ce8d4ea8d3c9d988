//! The owner's side: takes in who attaches, as long as the actor runs.

mod connection;

use std::sync::Arc;
use std::time::Duration;

use nix::unistd::geteuid;
use tokio::net::UnixStream;
use tokio::sync::Semaphore;

use self::connection::Connection;
use super::Patience;
use super::message::Hello;
use super::place::BoundSocket;
use crate::actor::Handle;

/// Terminals that are attached at a time.
const MOST: usize = 32;

/// How long a fault of the socket is let rest.
const REST: Duration = Duration::from_millis(200);

/// What the owner has. Its fields go in their order: first the socket, then the right to make one, also where the
/// task is broken off.
struct Slot<T> {
    bound: BoundSocket,
    _held: T,
}

/// Lets others attach until the actor has stopped. `held` is what makes this process the owner: it is let go when
/// the socket is gone.
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
            let why = Connection::attend(stream, handle, &me, patience).await;
            tracing::info!(pid, why, "a terminal is no longer attached");
            drop(place);
        });
    }
    drop(seat);
}

/// The process at the other end, if it is this user's. The mode of the socket keeps others out; this does not
/// depend on it.
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
