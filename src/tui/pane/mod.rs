//! The panes: chat, diff, tree, and the review in place of all. Each is plain data with `measure`,
//! `draw` and `act`.
//!
//! `measure` takes the size and lays out the content of the screen; `draw` changes nothing; `act`
//! takes the action of a key and returns as an effect what the pane cannot do itself.

pub mod chat;
pub mod diff;
pub mod note;
pub mod review;
pub mod tree;

/// Whether a pane has the keyboard focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Focus {
    Focused,
    /// Another part has the keyboard focus.
    #[default]
    Elsewhere,
}
