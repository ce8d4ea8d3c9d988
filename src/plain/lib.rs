//! The line mode, `agentichat --plain`: the workbench for screen readers, braille displays and
//! terminals without features.
//!
//! Every event is printed once, in whole lines, and never redrawn: no alternate screen, no boxes,
//! no colours, no motion. Questions have numbered choices, and a line answers them. The line mode
//! can do everything that the workbench can do; a screen there is a list, a question or a mode with
//! its own words here.
//!
//! A front end like the others: it holds a `Handle`, and the slash commands come from the one
//! registry. [`Plain`](state::Plain) is pure; `run` is the loop around it.

mod answer;
mod asking;
mod attach;
mod browse;
mod calls;
mod change_authors;
mod complete;
mod draft;
mod editor;
mod events;
mod find;
mod flow_control;
pub mod headless;
mod line_router;
mod live_session;
mod markdown;
mod menu;
mod narration;
mod pending;
mod pipe;
mod question;
mod replies;
mod resend;
mod review;
mod rollback;
mod run;
mod sending;
mod settings;
mod shutdown;
mod slash;
mod start;
mod state;
mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod text_entry;
mod timeline;
mod words;
mod wrap;

pub use run::{Options, run};
pub use state::PlainExit;
#[cfg(test)]
pub(crate) use state::{
    Awaiting, Completed, Editor, Effect, Input, Interaction, LineState, Lines, Plain, Typed,
    TypedBy, UnreadLine,
};
pub use words::WORDS;
