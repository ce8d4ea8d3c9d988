//! The review in the engine: what is decided, what can be taken back, what the agent has to be told,
//! and the one piece of work that is under way. Holds ids and states, never texts: those are read by a
//! worker, see [`job::ReviewJob`].

mod book;
pub(super) mod commands;
mod counting;
pub mod job;
pub(super) mod orders;
mod remarks;
mod saving;
mod telling;
mod work;

pub(super) use book::Book;
pub(super) use saving::kept_file;
