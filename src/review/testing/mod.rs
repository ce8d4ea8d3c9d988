//! Helpers for tests of the review and of the crates above it: logs made step by step, and generated
//! histories.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a helper of a test may fail the test"
)]

pub mod histories;
pub mod maker;
