//! The mouse: captured as long as the user wants it, and released with the other modes.
//!
//! Requests presses, releases and moves with a button down (1000, 1002), in the form that
//! has room for every column (1006). Does not request moves without a button: nothing here
//! follows the pointer.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Terminal, TerminalError};

const ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// Turns all mouse modes off; harmless if they were never on.
pub(super) const LEAVE: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/// Whether to capture the mouse while the screen is shown.
static CAPTURED: AtomicBool = AtomicBool::new(false);

/// Receiver of the mouse.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MouseCapture {
    /// The screen: it handles clicks, the wheel and selecting.
    On,
    /// The terminal: it selects as usual.
    #[default]
    Off,
}

impl MouseCapture {
    /// Parses the configuration's `mouse` value.
    pub fn of(word: &str) -> Self {
        match word {
            "off" => MouseCapture::Off,
            _ => MouseCapture::On,
        }
    }

    /// Returns the opposite setting.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            MouseCapture::On => MouseCapture::Off,
            MouseCapture::Off => MouseCapture::On,
        }
    }
}

/// Returns the bytes to write whenever the screen is entered.
pub(super) fn enter() -> &'static [u8] {
    if CAPTURED.load(Ordering::SeqCst) {
        ON
    } else {
        b""
    }
}

impl Terminal {
    /// Captures the mouse, or leaves it to the terminal.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn capture_mouse(&mut self, capture: MouseCapture) -> Result<(), TerminalError> {
        let on = capture == MouseCapture::On;
        if CAPTURED.swap(on, Ordering::SeqCst) == on {
            return Ok(());
        }
        self.write(if on { ON } else { LEAVE })
    }
}
