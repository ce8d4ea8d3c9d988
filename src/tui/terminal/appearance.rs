//! What concerns how things look on the terminal: how light it is, asked and reported, and that it
//! leaves text in the order of its cells.
//!
//! Nothing here waits. The background is asked for after the first frame, before the question that
//! every terminal answers; a terminal that reports changes by itself (mode 2031) is told to. One
//! that is silent is never asked again but after another program had it.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Terminal, TerminalError};

/// A terminal that writes right-to-left text by itself would move cells that are beside each other,
/// also over the edges of panes: text is shown in the order of its letters (BDSM, explicit).
const ENTER: &[u8] = b"\x1b[8l";
/// Both modes as they were.
pub(super) const LEAVE: &[u8] = b"\x1b[?2031l\x1b[8h";
/// Changes are reported from now on.
const REPORT: &[u8] = b"\x1b[?2031h";

/// Whether the terminal was told to report changes.
static REPORTS: AtomicBool = AtomicBool::new(false);

/// What is set whenever the screen is entered.
pub(super) fn enter() -> Vec<u8> {
    let mut bytes = ENTER.to_vec();
    if REPORTS.load(Ordering::SeqCst) {
        bytes.extend_from_slice(REPORT);
    }
    bytes
}

impl Terminal {
    /// The terminal can report changes of its lightness: it is to do so.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn report_lightness(&mut self) -> Result<(), TerminalError> {
        if REPORTS.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        self.write(REPORT)
    }

    /// Asks for the background once more: another program had the terminal.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn ask_background(&mut self) -> Result<(), TerminalError> {
        self.write(&self.asked.of_lightness())
    }
}
