//! Review: hunks, the change log of a file, replaying any choice of its hunks, what depends on
//! what, the rows of the three-way view, merges of foreign texts, and diffs for people. Pure over texts: no files, no clock, no database.
//!
//! Every line has an identity (who inserted it, or which line of the base it was), so a choice of
//! hunks is a filter over one list of lines and never a merge. Called by tools, by the actor's
//! workers and by the views.

pub mod binary;
mod bounded_diff;
mod changed;
mod choice;
pub mod conflicts;
mod endings;
pub mod export;
mod groups;
pub mod hunks;
pub mod log;
pub mod merge;
mod order;
pub mod patch;
pub mod replay;
pub mod split;
pub mod unified;
pub mod unsplit;
pub mod user_edit;
pub mod view;
mod weave;
mod weaving;
pub mod woven;

#[cfg(test)]
pub(crate) mod tests;
