//! Tests of the actor with a scripted provider, a real store and real tools on a temporary
//! workspace. Waits are for named events or for idle, never for a time.

mod agent_calls;
mod background_jobs;
mod compaction;
mod egress;
mod find;
mod git;
mod harness;
mod hooks;
mod injections;
mod journal;
mod lifecycle;
mod live_text;
mod memory;
mod model_choice;
mod note;
mod pictures;
mod pins;
mod processes;
mod questions;
mod replay;
mod review;
mod servers;
mod sessions;
mod streams;
mod sub_agents;
mod subscriptions;
mod token_counts;
mod two_writers;
mod vectors;
mod workspace_scans;
