//! Binds the bar and the editor to the screen.

pub(crate) mod bar;
pub(crate) mod editor;
