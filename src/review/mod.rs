//! Review: hunks, the change log and what is made of them. Pure over texts.
//!
//! `hunks` finds and applies the parts of a change; `unified` makes diffs for people.

pub mod hunks;
pub mod unified;
