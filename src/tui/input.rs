//! The thread that reads the terminal, and the state of the terminal's window.

mod thread;

pub use thread::{InputThread, InputThreadError};

use std::time::Duration;

/// Whether the terminal's window has the focus, as far as the terminal reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Window {
    /// The window has the focus, or nothing is known.
    Here {
        /// Time when the focus came back; `None` if it was never away.
        since: Option<Duration>,
    },
    /// The user is elsewhere.
    Away,
}

impl Default for Window {
    fn default() -> Self {
        Self::Here { since: None }
    }
}
