//! Engine traces: commands and outcomes go in, events and effects come out as text. No runtime.

mod budgets;
mod cancel;
mod commands;
mod comments_sent;
mod compacted;
mod compaction;
mod context;
mod edited;
mod egress;
mod ignored;
mod lifecycle;
mod limits;
mod loading;
mod model_choice;
mod pictures;
mod pins;
mod prompts;
mod properties;
mod queue;
mod refused;
mod resume;
mod retries;
mod review_jobs;
mod routing;
mod runs;
mod wizard;
