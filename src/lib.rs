//! agentichat: a terminal workbench in which an AI agent works on a code base and the user stays in
//! charge of every change.
//!
//! This package is the composition root and the command line; every other folder of `src` but `logging` is a crate.
//! Start with `protocol`, the vocabulary; `ARCHITECTURE.md` maps the crates.

pub mod app;
pub mod cli;
mod logging;
