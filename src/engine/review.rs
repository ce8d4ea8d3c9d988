//! The review in the engine: what is decided, what can be taken back, what the agent has to be told,
//! and the one piece of work that is under way. Holds ids and states, never texts: those are read by a
//! worker, see [`job::ReviewJob`].

mod applying;
pub(super) mod command_barrier;
pub(super) mod commands;
mod comments;
pub mod job;
mod reporting;
mod run_counts;
mod state;
mod work;

pub(super) use applying::kept_file;
pub(super) use state::ReviewState;
