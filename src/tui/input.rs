//! What comes in from the terminal, with the time and the company in which it came.
//!
//! Only this module knows how bytes become input. Everything behind it is pure: the time is in
//! the input, so no rule reads a clock and no test sleeps.

mod convert;
mod decoder;
mod late;
mod paste;
#[cfg(test)]
mod tests;
mod thread;
mod tokens;

pub use decoder::Decoder;
pub use thread::{InputThread, InputThreadError};

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};

/// A text of the clipboard as a paste of the terminal would bring it: without sequences and control characters.
pub fn pasted_text(text: &str) -> String {
    paste::text_of(text.as_bytes())
}

/// One thing that came in.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// When, since the program began; never goes back.
    pub at: Duration,
    /// True where no other byte came within 30 ms before it. Whether one came after is not known
    /// yet, since a key is delivered at once: [`InputKind::Settled`] tells it.
    pub alone: bool,
    pub kind: InputKind,
}

/// Whether the terminal's window has the focus, as far as it tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Window {
    /// It has, or nothing is known.
    Here {
        /// When it came back; none where it was never away.
        since: Option<Duration>,
    },
    /// The human is elsewhere.
    Away,
}

impl Default for Window {
    fn default() -> Self {
        Self::Here { since: None }
    }
}

/// What came in.
#[derive(Debug, Clone, PartialEq)]
pub enum InputKind {
    /// A key, with press, repeat or release where the terminal tells them apart.
    Key(KeyEvent),
    /// A bracketed paste, whole, with line endings made `\n` and control characters taken out.
    Paste(String),
    /// The paste before it was longer than 8 MiB: the rest of it was not kept.
    PasteCut,
    /// The mouse, where it is captured.
    Mouse(MouseEvent),
    /// The window gained the focus.
    FocusGained,
    /// The window lost the focus.
    FocusLost,
    /// The terminal has another size now: columns and rows.
    Resize(u16, u16),
    /// The terminal answered a question of ours. Never a key.
    Reply(TerminalReply),
    /// Nothing followed the key before it for 30 ms: it was alone, and may decide.
    Settled,
}

/// An answer of the terminal that we make use of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TerminalReply {
    /// To `CSI ? u`: it speaks the kitty keyboard protocol, with these flags set now.
    KittyFlags(u8),
    /// To DECRQM: what is known of a private mode.
    Mode {
        mode: u16,
        /// What it is.
        state: ModeState,
    },
    /// To DA1, which every terminal answers: what was asked before it and has no answer yet
    /// will get none.
    DeviceAttributes,
    /// To XTVERSION: what it calls itself, as it came.
    Version(String),
    /// To OSC 11: the background colour. Also told unasked, by a terminal that reports changes.
    Background {
        /// True where it is dark.
        dark: bool,
    },
}

/// What a terminal says of a mode (DECRPM).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModeState {
    /// It does not know it, or will never have it on.
    Never,
    /// It is on, and can be turned off.
    On,
    /// It is off, and can be turned on.
    Off,
    /// It is on for good.
    Always,
}

impl ModeState {
    /// Whether it can be turned on and off.
    pub fn can_be_set(self) -> bool {
        matches!(self, ModeState::On | ModeState::Off)
    }
}
