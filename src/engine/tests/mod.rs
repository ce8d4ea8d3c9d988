//! Engine traces: commands and outcomes go in, events and effects come out as text. No runtime.

mod budgets;
mod cancel;
mod choosing;
mod commands;
mod compacted;
mod compaction;
mod context;
mod edited;
mod ignored;
mod life;
mod limits;
mod loading;
mod looks;
mod pictures;
mod pins;
mod prompts;
mod properties;
mod queue;
mod refused;
mod retries;
mod routing;
mod runs;
mod sending;
mod waiting;
mod wizard;
