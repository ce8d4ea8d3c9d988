//! The panes: chat, diff, tree, and the review in the place of all. Each is plain data with `measure`, `draw` and `act`.
//!
//! `measure` is given the size and lays out what is on the screen; `draw` changes nothing; `act`
//! takes what a key asks for and gives back what the pane cannot do itself, as an effect.

pub mod chat;
pub mod diff;
pub mod note;
pub mod review;
pub mod tree;

/// Whether keys go to a pane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Focus {
    Focused,
    /// They go elsewhere.
    #[default]
    Elsewhere,
}
