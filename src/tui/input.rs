//! What comes in from the terminal, with the time and the company in which it came.
//!
//! Only this module knows how bytes become input. Everything behind it is pure: the time is in
//! the input, so no rule reads a clock and no test sleeps.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};

/// One thing that came in.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// When, since the program began; never goes back.
    pub at: Duration,
    /// True where no other byte came within 30 ms before it. Whether one came after is not known
    /// yet, since a key is delivered at once: [`InputKind::Settled`] tells it.
    pub alone: bool,
    /// What.
    pub kind: InputKind,
}

/// What came in.
#[derive(Debug, Clone, PartialEq)]
pub enum InputKind {
    /// A key, with press, repeat or release where the terminal tells them apart.
    Key(KeyEvent),
    /// A bracketed paste, whole, with line endings made `\n` and control characters taken out.
    Paste(String),
    /// The mouse, where it is captured.
    Mouse(MouseEvent),
    /// The window gained the focus.
    FocusGained,
    /// The window lost the focus.
    FocusLost,
    /// The terminal has another size now: columns and rows.
    Resize(u16, u16),
    /// Nothing followed the key before it for 30 ms: it was alone, and may decide.
    Settled,
}
