//! The line mode, `agentichat --plain`: the workbench for screen readers, braille displays and terminals that can do
//! nothing.
//!
//! What happens is printed once, in whole lines, and never redrawn: no alternate screen, no boxes, no colours, nothing
//! that moves. Questions have numbered choices and are answered by a line. Everything that the workbench can do can be
//! done here; what is a screen there is a list, a question or a place with words of its own.
//!
//! A front end like the others: it holds a `Handle`, and the slash commands come from the one registry. [`Plain`] is
//! pure; `run` is the loop around it.

mod anew;
mod answer;
mod asking;
mod attach;
mod browse;
mod calls;
mod changers;
mod complete;
mod draft;
mod editor;
mod ending;
mod entry;
mod events;
mod facts;
mod find;
mod hidden;
mod keys;
mod markdown;
mod own;
mod pacing;
mod pipe;
mod probing;
mod question;
mod replies;
mod review;
mod rollback;
mod run;
mod sending;
mod settings;
mod slash;
mod speech;
mod start;
mod state;
mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod timeline;
mod typed;
mod waiting;
mod words;
mod wrap;

pub use run::{Options, run};
pub use state::Leave;
#[cfg(test)]
pub(crate) use state::{
    Awaiting, Begun, Completed, Editor, Effect, Input, Lines, Manner, Plain, Typed, TypedBy, Unread,
};
#[cfg(test)]
pub(crate) use waiting::{Ticket, Until};
#[cfg(test)]
pub(crate) use words::WORDS;
