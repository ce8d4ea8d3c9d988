//! Tests of the actor with a scripted provider, a real store and real tools on a temporary
//! workspace. Waits are for named events or for idle, never for a time.

mod asking;
mod choosing;
mod compaction;
mod errands;
mod find;
mod git;
mod harness;
mod journal;
mod learning;
mod life;
mod looking;
mod note;
mod own_calls;
mod pictures;
mod pins;
mod processes;
mod replay;
mod review;
mod sending;
mod sessions;
mod streams;
mod subscriptions;
mod two_writers;
mod vectors;
