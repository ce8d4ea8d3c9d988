//! The full-screen front end: terminal, input, model, update, project, view, panes and widgets.
//!
//! Holds no rules of the product. It sees `protocol`, `config`, `slash` and the actor's handle.

pub mod bar;
pub mod composer;
pub mod input;
pub mod keymap;
pub mod popup;
pub mod theme;
