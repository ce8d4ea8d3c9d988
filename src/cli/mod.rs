//! The command line: one file for each command. Reads arguments and prints; what a command does
//! is done by the modules it calls.

pub mod debug;
