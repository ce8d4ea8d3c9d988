//! The state of the screen that the bar must know.

use std::time::Duration;

use crate::input::Window;

/// The part of the screen that has the focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Where {
    #[default]
    Editor,
    Bar,
    Pane,
    /// A pop-up over the editor.
    Popup,
    /// A dialog or a picker.
    Dialog,
}

/// State of the rest of the screen that the bar needs to know.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BarContext {
    /// Whether the editor is empty.
    pub editor_empty: bool,
    /// Time of the last key press in the editor.
    pub last_editor_key_at: Option<Duration>,
    pub focus: Where,
    /// Whether the terminal reports key releases, and so repeats.
    pub releases_reported: bool,
    /// Whether the terminal's window has the focus, that is, the user is present.
    pub window: Window,
}

/// Whether a countdown is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimerHold {
    Held,
    /// The countdown continues.
    Running,
}
