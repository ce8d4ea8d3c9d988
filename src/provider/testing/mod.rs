//! Helpers for tests of the providers and of the crates above them: requests, recorded bodies,
//! catalogs, and recordings of the `claude` program that are played.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a helper of a test may fail the test"
)]

pub mod bodies;
pub mod catalog;
pub mod player;
pub mod support;
