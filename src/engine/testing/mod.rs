//! Helpers for tests of the engine and of the crates above it: a harness that plays the actor, plans
//! that the workers would make, events as text, and random sessions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a helper of a test may fail the test"
)]

pub mod harness;
pub mod outcomes;
pub mod plans;
pub mod play;
pub mod render;
