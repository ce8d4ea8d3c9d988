//! Mode 2027: whether the terminal counts a cluster of several characters as one; the mode is set
//! if the terminal offers it.
//!
//! Without it terminals disagree about such clusters; `screen/cells.rs` writes them so that they
//! stay within their cells in any case.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Terminal, TerminalError};
use client::input::ModeState;

const ON: &[u8] = b"\x1b[?2027h";
const OFF: &[u8] = b"\x1b[?2027l";

/// Whether the program turned the mode on.
static TURNED_ON: AtomicBool = AtomicBool::new(false);

/// Returns the bytes to write whenever the screen is entered.
pub(super) fn enter() -> &'static [u8] {
    if TURNED_ON.load(Ordering::SeqCst) {
        ON
    } else {
        b""
    }
}

/// Returns the bytes that restore the mode: a terminal that had it on by itself keeps it.
pub(super) fn leave() -> &'static [u8] {
    if TURNED_ON.load(Ordering::SeqCst) {
        OFF
    } else {
        b""
    }
}

impl Terminal {
    /// Takes the terminal's report about the mode, and turns the mode on if it is off and
    /// available.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub(super) fn count_clusters(&mut self, state: ModeState) -> Result<(), TerminalError> {
        self.findings.modes.clusters = Some(state != ModeState::Never);
        if state != ModeState::Off || TURNED_ON.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        self.write(ON)
    }
}
