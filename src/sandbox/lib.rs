//! The box that commands run in: the plan of what they may read, write and reach.
#![forbid(unsafe_code)]

pub mod compose;
pub mod places;
pub mod plan;
#[cfg(test)]
mod tests;
