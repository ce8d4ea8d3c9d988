//! The full-screen front end: terminal, input, model, update, project, view, panes and widgets.
//!
//! Holds no rules of the product. It sees `protocol`, `config`, `slash` and the actor's handle.

pub mod highlight;
pub mod input;
pub mod keymap;
pub mod pane;
pub mod theme;
pub mod widget;
