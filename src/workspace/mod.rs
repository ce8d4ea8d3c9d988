//! The workspace: where it begins, and the only gateway to its files.
//!
//! Owns root detection, the path jail, the block list, reads and atomic compare-and-swap writes,
//! the walk that shows what git would show, facts from git, and the search for external
//! programs. Decides nothing: who may read or write is `policy`'s business.
//! Called by `tools`, `index`, `store` and the actor's workers; everything here blocks.

pub mod block;
mod child;
pub mod children;
pub mod clipboard;
pub mod copying;
pub mod custom;
mod fault;
pub mod gate;
pub mod git;
mod hold;
mod ignored;
mod in_place;
mod inode;
mod left_over;
mod listed;
pub mod listing;
mod made;
pub mod manifest;
mod mark;
pub mod opener;
mod place;
pub mod programs;
pub mod read;
pub mod root;
mod staged;
mod stop_point;
pub mod walk;
pub mod watch;
pub mod write;

#[cfg(test)]
mod tests;

pub use child::end_helpers;
pub use fault::MAX_FILE_BYTES;
pub use gate::{Located, Workspace, WorkspaceError};
pub(crate) use hold::Hold;
pub use in_place::CutOff;
pub use read::FileText;
pub use staged::StagedWrite;
pub use stop_point::stop_point;
pub use write::{Expected, Written};
