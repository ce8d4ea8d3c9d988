//! `agentichat debug …`: small filters that show how the program interprets an input, for scripts
//! and for bug reports.

pub mod decode;
pub mod files;
pub mod hunks;
pub mod keys;
mod lines;
pub mod mcp_conformance;
pub mod merge;
pub mod path;
pub mod replay;
pub mod risk;
pub mod tokens;
pub mod visible;
pub mod width;
