//! Traits between the full screen and its parts: panes, bar and editor.
//!
//! The screen knows its parts only through these traits, so that each part can be built, tested and
//! replaced alone. `parts` binds them to the real parts; tests bind simple ones.

use std::time::Duration;

use super::input::Window;

/// State outside the bar that the bar depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BarSurroundings {
    /// Whether the editor is empty.
    pub draft_is_empty: bool,
    /// Time of the last key that went to the editor.
    pub last_editor_key: Option<Duration>,
    /// The part that receives the keys.
    pub keys_go_to: KeysGoTo,
    /// Whether the terminal reports key releases.
    pub releases_reported: bool,
    /// Whether the user is present. A bar that opens later must know it too.
    pub window: Window,
}

/// The part that receives the keys, as far as the bar must know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeysGoTo {
    Editor,
    Bar,
    Pane,
    /// The completion popup over the editor.
    Popup,
    /// The overlay over the panes.
    Overlay,
}

/// Whether a countdown is paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paused {
    Yes,
    /// The countdown runs.
    No,
}
