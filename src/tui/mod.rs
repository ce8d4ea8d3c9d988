//! The full-screen front end: terminal, input, model, update, project, view, panes and widgets.
//!
//! Holds no rules of the product. It sees `protocol`, `config`, `slash` and the actor's handle.

pub mod facts;
pub mod input;
pub mod keymap;
pub mod layout;
pub mod overlay;
pub mod screen;
pub mod status;
pub mod terminal;
pub mod theme;
