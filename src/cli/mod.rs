//! The command line.

pub mod debug;
