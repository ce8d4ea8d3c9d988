//! agentichat: a terminal workbench in which an AI agent works on a code base and the user stays in
//! charge of every change.
//!
//! Start with `protocol`, the vocabulary; `ARCHITECTURE.md` maps the modules.

// Public: the modules that the integration tests and benchmarks use.
pub mod cli;
pub mod index;
pub mod policy;
pub mod protocol;
pub mod provider;
pub mod redact;
pub mod review;
pub mod store;
pub mod tools;
pub mod workspace;

// The rest is private to the crate, so that the compiler reports unused code.
pub(crate) mod actor;
pub(crate) mod app;
pub(crate) mod config;
pub(crate) mod engine;
pub(crate) mod external;
pub(crate) mod foreign_file;
pub(crate) mod headless;
pub(crate) mod helper;
pub(crate) mod ipc;
pub mod json;
pub(crate) mod l10n;
pub(crate) mod ledger;
pub(crate) mod logging;
pub(crate) mod nesting;
pub mod notice;
pub(crate) mod pictures;
pub(crate) mod plain;
pub(crate) mod priority;
pub(crate) mod private;
pub(crate) mod slash;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod transfer;
pub(crate) mod tui;
pub(crate) mod words;
