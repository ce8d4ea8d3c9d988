//! The full-screen front end: terminal, input, model, update, project, view, panes and widgets.
//!
//! Holds no rules of the product. It sees `protocol`, `config`, `slash` and the actor's handle.

pub mod adapter;
pub mod alert;
pub mod app;
pub mod auto_approved;
pub mod bar;
mod bar_collapse;
pub mod completion;
pub mod composer;
mod confirm;
pub mod dialog;
mod diff_dialog;
pub mod effect;
pub mod facts;
pub mod figures;
pub mod highlight;
pub mod hints;
mod index_status;
pub mod input;
mod key_test;
pub mod keymap;
pub mod layout;
pub mod model;
pub mod motion;
pub mod palette;
pub mod pane;
pub mod part;
pub mod pointer;
mod project;
pub mod reviewed;
pub mod rollback;
pub mod run;
pub mod saved_layout;
pub mod screen;
mod search_results;
pub mod select;
pub mod session_form;
pub mod session_list;
pub mod settings;
pub mod splits;
pub mod start_screen;
pub mod status;
pub mod tab;
pub mod terminal;
#[cfg(test)]
pub(crate) mod tests;
pub mod theme;
pub mod timeline;
pub mod update;
mod view;
pub mod widget;

pub use adapter::RealPanes;
pub use app::AfterOpening;
pub use effect::ExitReason;
pub use run::{Bell, Copier, Notifications, Options, SaveScope, run};
