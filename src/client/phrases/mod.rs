//! Describes a call, an answer, a checkpoint, a run and a rollback, in the user's language and
//! without layout, and quotes the lines that a comment is on. A front end passes how it shows foreign text in its place.

pub mod agents;
pub mod answer;
pub mod call;
pub mod checkpoint;
mod excerpt;
pub mod files;
pub mod memory;
pub mod rollback;
pub mod run;
pub mod sandbox;
pub mod session;
pub mod tasks;

pub use excerpt::excerpt;

#[cfg(test)]
mod tests;
