//! The review in the engine: decisions, undo, the report to the model, and the one job that is in
//! progress. Holds ids and states, never texts; a worker reads those, see [`job::ReviewJob`].

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
