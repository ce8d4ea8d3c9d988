//! agentichat: a terminal workbench in which an AI agent works on a code base and a human stays
//! in charge of every change.
//!
//! Start with `protocol`, the vocabulary; `ARCHITECTURE.md` has the map of the house.
#![warn(missing_docs)]

pub mod actor;
pub mod protocol;
pub mod provider;
pub mod slash;
pub mod tui;
