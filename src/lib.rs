//! agentichat: a terminal workbench in which an AI agent works on a code base and a human stays
//! in charge of every change.
//!
//! Start with `protocol`, the vocabulary; `ARCHITECTURE.md` has the map of the house.

// What the integration tests and benchmarks name is public.
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

// The rest is not, so that what nobody uses is told and not compiled. In the library's own tests it is, so that a missing
// word about a public item is told too.
#[cfg(not(test))]
pub(crate) mod actor;
#[cfg(test)]
pub mod actor;
#[cfg(not(test))]
pub(crate) mod app;
#[cfg(test)]
pub mod app;
#[cfg(not(test))]
pub(crate) mod config;
#[cfg(test)]
pub mod config;
#[cfg(not(test))]
pub(crate) mod engine;
#[cfg(test)]
pub mod engine;
#[cfg(not(test))]
pub(crate) mod external;
#[cfg(test)]
pub mod external;
#[cfg(not(test))]
pub(crate) mod foreign_file;
#[cfg(test)]
pub mod foreign_file;
#[cfg(not(test))]
pub(crate) mod headless;
#[cfg(test)]
pub mod headless;
#[cfg(not(test))]
pub(crate) mod helper;
#[cfg(test)]
pub mod helper;
pub mod json;
#[cfg(not(test))]
pub(crate) mod language;
#[cfg(test)]
pub mod language;
#[cfg(not(test))]
pub(crate) mod ledger;
#[cfg(test)]
pub mod ledger;
#[cfg(not(test))]
pub(crate) mod logging;
#[cfg(test)]
pub mod logging;
#[cfg(not(test))]
pub(crate) mod nesting;
#[cfg(test)]
pub mod nesting;
#[cfg(not(test))]
pub(crate) mod pictures;
#[cfg(test)]
pub mod pictures;
#[cfg(not(test))]
pub(crate) mod plain;
#[cfg(test)]
pub mod plain;
#[cfg(not(test))]
pub(crate) mod priority;
#[cfg(test)]
pub mod priority;
#[cfg(not(test))]
pub(crate) mod private;
#[cfg(test)]
pub mod private;
#[cfg(not(test))]
pub(crate) mod slash;
#[cfg(test)]
pub mod slash;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(not(test))]
pub(crate) mod transfer;
#[cfg(test)]
pub mod transfer;
#[cfg(not(test))]
pub(crate) mod tui;
#[cfg(test)]
pub mod tui;
#[cfg(not(test))]
pub(crate) mod wire;
#[cfg(test)]
pub mod wire;
#[cfg(not(test))]
pub(crate) mod words;
#[cfg(test)]
pub mod words;
