//! Review: hunks, the change log of a file, replay of any choice of its hunks, dependencies between
//! hunks, the rows of the three-way view, merges of foreign texts, and diffs for display. Works on
//! texts only: no files, no clock, no database.
//!
//! Every line has an identity (the hunk that inserted it, or its line number in the base). A choice
//! of hunks is therefore a filter over one list of lines and never a merge. Called by the tools,
//! the actor's workers and the views.

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

#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
