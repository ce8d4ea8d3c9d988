//! agentichat: a terminal workbench in which an AI agent works on a code base and a human stays
//! in charge of every change.
//!
//! Start with `protocol`, the vocabulary; `ARCHITECTURE.md` has the map of the house.

pub mod actor;
pub mod app;
pub mod cli;
pub mod config;
pub mod engine;
pub mod external;
pub mod headless;
pub mod index;
pub mod json;
pub mod language;
pub mod ledger;
pub mod logging;
pub mod pictures;
pub mod plain;
pub mod policy;
pub mod protocol;
pub mod provider;
pub mod redact;
pub mod review;
pub mod slash;
pub mod store;
pub mod task;
#[cfg(test)]
pub(crate) mod testing;
pub mod tools;
pub mod transfer;
pub mod tui;
pub mod wire;
pub mod words;
pub mod workspace;
