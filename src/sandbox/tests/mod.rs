//! Tests of what is pure: plans, reports, denials, the upper folder. Those that need the helper are
//! in `tests/it/sandbox`, with the built binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

mod denials;
mod plan;
mod programs;
mod report;
mod steering;
mod upper;
