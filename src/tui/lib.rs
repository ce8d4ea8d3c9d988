//! The full-screen front end: terminal, input, model, update, project, view, panes and widgets.
//!
//! Holds no rules of the product. It sees `protocol`, `config`, `slash` and the actor's handle.

pub mod activity;
pub mod alert;
pub mod app;
pub mod auto_approved;
pub mod bar;
mod bar_collapse;
pub mod chrome;
pub mod completion;
pub mod composer;
pub mod dialog;
pub mod editor;
pub mod effect;
pub mod highlight;
pub mod hints;
mod index_status;
pub mod input;
pub mod keymap;
pub mod layout;
pub mod model;
mod model_step;
pub mod motion;
pub mod pane;
pub mod panes;
mod part_options;
pub mod pointer;
mod project;
pub mod reviewed;
pub mod run;
pub mod saved_layout;
pub mod screen;
pub mod select;
pub mod sessions;
pub mod splits;
pub mod status;
pub mod tab;
pub mod terminal;
#[cfg(test)]
pub(crate) mod tests;
pub mod theme;
pub mod update;
mod view;
pub mod widget;

pub use effect::ExitReason;
pub use run::{Bell, Copier, Notifications, Options, SaveScope, run};
pub use sessions::AfterOpening;
