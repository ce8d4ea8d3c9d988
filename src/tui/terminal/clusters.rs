//! Whether the terminal counts a cluster of several characters as one (mode 2027), and the mode set
//! where it is offered.
//!
//! Without it terminals do not agree about such clusters; how they are written then so that they
//! stay in their cells is in `screen/cells.rs`, and is done in any case.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Terminal, TerminalError};
use crate::tui::input::ModeState;

const ON: &[u8] = b"\x1b[?2027h";
const OFF: &[u8] = b"\x1b[?2027l";

/// Whether it was turned on here.
static TURNED_ON: AtomicBool = AtomicBool::new(false);

/// What is set whenever the screen is entered.
pub(super) fn enter() -> &'static [u8] {
    if TURNED_ON.load(Ordering::SeqCst) {
        ON
    } else {
        b""
    }
}

/// As it was: a terminal that counts so by itself goes on with it.
pub(super) fn leave() -> &'static [u8] {
    if TURNED_ON.load(Ordering::SeqCst) {
        OFF
    } else {
        b""
    }
}

impl Terminal {
    /// The terminal says this of the mode: it is turned on where it is off and can be on.
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
