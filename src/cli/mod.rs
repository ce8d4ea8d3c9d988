//! What the binary offers on the command line.

pub mod debug;
