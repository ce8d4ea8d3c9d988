//! Several terminals on one workspace: one process owns it, others attach over a unix socket and
//! hold a `Handle` like any other front end.
//!
//! Owns the frames ([`frame`]), their content ([`message`]), the place of the socket and who may
//! use it ([`socket_path`]), the owner's side ([`server`]) and the attaching side ([`client`]), which
//! plays the actor's end of `Handle::channel()`. Does not interpret commands and events, and starts
//! no actor: the composition root decides who takes over.

pub mod client;
pub mod frame;
pub mod message;
pub mod server;
pub mod socket_path;
mod stream;
#[cfg(test)]
mod tests;

use std::time::Duration;

/// Time limits of the connection.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Time for the first message of the other side.
    pub hello: Duration,
    /// Time to wait for the socket of an owner before it counts as one that accepts
    /// no other terminals.
    pub socket: Duration,
    /// Interval between two checks of whether the owner still answers.
    pub ping: Duration,
    /// Time without any message of the owner until it counts as silent.
    pub silence: Duration,
    /// Time for a peer to accept data.
    pub write: Duration,
    /// Time for the owner to release the workspace, and for sessions to be opened.
    pub handover: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            hello: Duration::from_secs(5),
            socket: Duration::from_secs(5),
            ping: Duration::from_secs(2),
            silence: Duration::from_secs(6),
            write: Duration::from_secs(20),
            handover: Duration::from_secs(10),
        }
    }
}
