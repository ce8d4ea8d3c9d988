//! Small things that several crates need and the standard library lacks: files of other people and
//! private files, helper programs, the priority of a thread, JSON and YAML with the place of a fault.

pub mod atomic;
pub mod foreign_file;
pub mod helper;
pub mod json;
pub mod nesting;
pub mod priority;
pub mod private;
pub mod yaml;
