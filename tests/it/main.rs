//! Integration tests.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a helper of a test may fail the test"
)]

mod agents;
mod architecture;
mod catalogue;
mod documents;
mod git_review;
mod headless;
mod hooks;
mod hostile;
mod index;
mod memory;
mod plain;
mod provider;
mod sandbox;
mod session;
mod stored;
mod support;
mod tasks;
