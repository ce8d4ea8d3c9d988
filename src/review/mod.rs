//! Review: the change log of a file, replaying any choice of its hunks, and what depends on what.
//! Pure over texts: no files, no clock, no database.
//!
//! Every line has an identity (who inserted it, or which line of the base it was), so a choice of
//! hunks is a filter over one list of lines and never a merge. The rules are in the manual under
//! "Review"; called by tools, by the actor's review workers and by the views.

pub mod conflicts;
mod endings;
pub mod log;
pub mod replay;
mod weave;

#[cfg(test)]
mod tests;
