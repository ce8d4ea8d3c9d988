//! Engine traces: commands and outcomes go in, events and effects come out as text. No runtime.

mod budgets;
mod cancel;
mod choosing;
mod commands;
mod compacted;
mod compaction;
mod context;
mod edited;
mod life;
mod limits;
mod loading;
mod looks;
mod pictures;
mod pins;
pub(crate) mod plans;
mod prompts;
pub(crate) mod properties;
mod queue;
mod refused;
mod render;
mod retries;
mod routing;
mod runs;
mod sending;
mod waiting;
mod wizard;
mod world;
