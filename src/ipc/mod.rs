//! Terminals on one workspace: one process owns it, others attach over a unix socket and hold a `Handle` like any
//! other front end.
//!
//! Owns the frames ([`frame`]), what is said in them ([`message`]), where the socket lies and who may use it
//! ([`place`]), the owner's side ([`server`]) and the side of who attaches ([`client`]), which plays the actor's
//! end of `Handle::channel()`. Decides nothing of what commands and events mean, and starts no actor: who takes
//! over is the composition root's.

pub mod client;
pub mod frame;
pub mod message;
pub mod place;
pub mod server;
mod stream;
#[cfg(test)]
mod tests;

use std::time::Duration;

/// How long is waited for what.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For the first word of who is at the other end.
    pub hello: Duration,
    /// For an owner that has no socket, until it counts as one that takes no others.
    pub socket: Duration,
    /// Between two looks at whether the owner still answers.
    pub ping: Duration,
    /// For any word of the owner, until it counts as silent.
    pub silence: Duration,
    /// For one who does not take what he is sent.
    pub write: Duration,
    /// For the owner to let go, and for sessions that are opened.
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
