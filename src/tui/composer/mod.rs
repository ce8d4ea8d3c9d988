//! The editor.
mod bindings;
mod buffer;
mod chips;
mod kill;
pub(crate) mod layout;
mod line_edit;
mod motion;
pub use bindings::{default_action, typed};
pub use line_edit::{LineEdit, Used};
