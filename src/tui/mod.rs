//! The full-screen front end: terminal, input, model, update, project, view, panes and widgets.
//!
//! Holds no rules of the product. It sees `protocol`, `config`, `slash` and the actor's handle.

pub mod alert;
pub mod app;
pub mod bar;
mod compared;
pub mod composer;
pub mod effect;
pub mod facts;
pub mod figures;
mod finder;
mod giving_way;
pub mod highlight;
pub mod hints;
mod indexed;
pub mod input;
pub(crate) mod kept;
mod key_test;
pub mod keymap;
pub mod layout;
pub mod model;
pub mod motion;
pub mod overlay;
pub mod palette;
pub mod pane;
pub mod part;
pub mod parts;
pub mod pointer;
pub mod popup;
mod project;
pub mod reviewed;
pub mod rollback;
pub mod run;
pub mod screen;
pub mod select;
pub mod session_form;
pub mod session_list;
pub mod settings;
pub mod splits;
pub mod start_screen;
pub mod status;
mod sure;
pub mod tab;
pub mod terminal;
#[cfg(test)]
pub(crate) mod tests;
pub mod theme;
pub mod timeline;
pub mod unasked;
pub mod update;
mod view;
pub mod widget;

pub use app::AfterOpening;
pub use effect::ExitReason;
pub use parts::RealParts;
pub use run::{Bell, Copier, Lasts, Notifications, Options, run};
