//! Input from the terminal, with its time and whether other bytes came close to it.
//!
//! Only this module knows how bytes become input, for the full screen and for the line mode. It is
//! pure, and so is everything behind it: the time is in the input, so no rule reads a clock and no
//! test sleeps.

mod convert;
mod decoder;
mod late;
mod paste;
#[cfg(test)]
mod tests;
mod tokens;

pub use decoder::{Decoder, UnmarkedLines};

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};

/// Converts a text of the clipboard to what a paste of the terminal would deliver: without
/// sequences and control characters.
pub fn pasted_text(text: &str) -> String {
    paste::text_of(text.as_bytes())
}

/// A key, a paste, a report or an answer of the terminal, with its time.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// Time since the program began; never goes back.
    pub at: Duration,
    /// True if no other byte came within 30 ms before it. Whether one came after is not known yet,
    /// since a key is delivered at once: [`InputKind::Settled`] reports it.
    pub alone: bool,
    pub kind: InputKind,
}

/// The kind of input.
#[derive(Debug, Clone, PartialEq)]
pub enum InputKind {
    /// A key, with press, repeat or release if the terminal distinguishes them.
    Key(KeyEvent),
    /// A whole bracketed paste, with line endings converted to `\n` and control characters removed.
    Paste(String),
    /// The paste before it was longer than 8 MiB: the rest was discarded.
    PasteCut,
    /// The mouse, if it is captured.
    Mouse(MouseEvent),
    /// The window gained the focus.
    FocusGained,
    /// The window lost the focus.
    FocusLost,
    /// The new size of the terminal: columns and rows.
    Resize(u16, u16),
    /// The terminal answered a query of ours. Never a key.
    Reply(TerminalReply),
    /// Nothing followed the previous key for 30 ms: it was alone, and may decide.
    Settled,
}

/// An answer of the terminal that the program uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TerminalReply {
    /// Answer to `CSI ? u`: the terminal speaks the kitty keyboard protocol, with these
    /// flags set now.
    KittyFlags(u8),
    /// Answer to DECRQM: the state of a private mode.
    Mode { mode: u16, state: ModeState },
    /// Answer to DA1, which every terminal gives: queries sent before it that have no answer yet
    /// will get none.
    DeviceAttributes,
    /// Answer to XTVERSION: the terminal's name for itself, verbatim.
    Version(String),
    /// Answer to OSC 11: the background colour. Terminals that report changes also send it unasked.
    Background {
        /// True if the background is dark.
        dark: bool,
    },
}

/// A terminal's report on a mode (DECRPM).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModeState {
    /// The terminal does not know the mode, or has it permanently off.
    Never,
    /// The mode is on, and can be turned off.
    On,
    /// The mode is off, and can be turned on.
    Off,
    /// The mode is permanently on.
    Always,
}

impl ModeState {
    /// Whether the mode can be turned on and off.
    pub fn can_be_set(self) -> bool {
        matches!(self, ModeState::On | ModeState::Off)
    }
}
