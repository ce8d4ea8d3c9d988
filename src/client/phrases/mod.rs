//! Describes a call, an answer, a checkpoint, a run and a rollback, in the user's language and
//! without layout. A front end passes how it shows foreign text in its place.

pub mod answer;
pub mod call;
pub mod checkpoint;
pub mod files;
pub mod rollback;
pub mod run;
pub mod session;

#[cfg(test)]
mod tests;
