//! The mouse: captured as long as the human wants it, and given back with the other modes.
//!
//! Presses, releases and moves with a button down are asked for (1000, 1002), in the form that has room for every
//! column (1006). Moves without a button are not: nothing here follows the pointer.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Terminal, TerminalError};

const ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// All of it off; also where it was never on, which changes nothing.
pub(super) const LEAVE: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/// Whether it is to be captured while the screen is shown.
static CAPTURED: AtomicBool = AtomicBool::new(false);

/// Who has the mouse.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MouseCapture {
    /// The screen: clicks, the wheel and selecting are its own.
    On,
    /// The terminal: it selects as it does elsewhere.
    #[default]
    Off,
}

impl MouseCapture {
    /// What `mouse` says in the configuration.
    pub fn of(word: &str) -> Self {
        match word {
            "off" => MouseCapture::Off,
            _ => MouseCapture::On,
        }
    }

    /// The other one.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            MouseCapture::On => MouseCapture::Off,
            MouseCapture::Off => MouseCapture::On,
        }
    }
}

/// What is set whenever the screen is entered.
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
