//! Terminal appearance: queries and reports of the background lightness, and a mode that keeps text
//! in the order of its cells.
//!
//! Nothing here waits. The background is queried after the first frame, before the query that every
//! terminal answers; a terminal that can report changes (mode 2031) is told to do so. A terminal
//! that does not answer is queried again only after another program had it.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Terminal, TerminalError};

/// Shows text in the order of its letters (BDSM, explicit): a terminal that reorders right-to-left
/// text by itself would move neighbouring cells, even across pane borders.
const ENTER: &[u8] = b"\x1b[8l";
/// Restores both modes.
pub(super) const LEAVE: &[u8] = b"\x1b[?2031l\x1b[8h";
/// Turns on change reports.
const REPORT: &[u8] = b"\x1b[?2031h";

/// Whether the terminal was told to report changes.
static REPORTS: AtomicBool = AtomicBool::new(false);

/// Returns the bytes to write whenever the screen is entered.
pub(super) fn enter() -> Vec<u8> {
    let mut bytes = ENTER.to_vec();
    if REPORTS.load(Ordering::SeqCst) {
        bytes.extend_from_slice(REPORT);
    }
    bytes
}

impl Terminal {
    /// Tells the terminal to report changes of its lightness, which it supports.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn report_lightness(&mut self) -> Result<(), TerminalError> {
        if REPORTS.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        self.write(REPORT)
    }

    /// Queries the background again, after another program had the terminal.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn ask_background(&mut self) -> Result<(), TerminalError> {
        self.write(&self.asked.of_lightness())
    }
}
