//! The workspace: its root, and the only gateway to its files.
//!
//! Owns root detection, the path jail, the block list, reads and atomic compare-and-swap writes,
//! the walk that shows what git would show, facts from git, and the search for external programs.
//! Decides nothing: read and write permission is the business of `policy`. Called by `tools`,
//! `index`, `store` and the actor's workers; everything here blocks.

pub mod block;
mod cached_listing;
mod child;
pub mod children;
pub mod clipboard;
pub mod clipboard_write;
mod created_folders;
pub mod custom;
pub mod dir_cache;
mod dir_lock;
mod errors;
pub mod git;
pub mod handle;
pub mod ignored;
mod in_place;
mod inode;
pub mod listing;
pub mod manifest;
mod mark;
mod path_jail;
pub mod programs;
pub mod read;
pub mod root;
mod staged;
mod stale_temp;
mod stop_point;
pub mod walk;
pub mod watch;
pub mod write;

#[cfg(test)]
mod tests;

pub use child::end_helpers;
pub use dir_lock::DirLock;
pub use errors::MAX_FILE_BYTES;
pub use handle::{LocatedPath, Workspace, WorkspaceError};
pub use in_place::RecoveryOutcome;
pub use read::FileText;
pub use staged::StagedWrite;
pub use stop_point::stop_point;
pub use write::{Expected, WrittenFile};
