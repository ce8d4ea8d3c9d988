//! Agents and skills that are defined in files: Markdown with a front matter, in the forms of this program,
//! of Claude Code and of opencode.
//!
//! Owns the reading and the writing of profiles ([`AgentFiles`]). The forms are pure ([`profile`]); only
//! [`AgentFiles`] touches the disk. Whether the user trusts the workspace is said by the caller, which is the
//! composition root; nothing of an untrusted workspace is read.

mod folder;
mod front_matter;
pub mod profile;
mod profile_files;
#[cfg(test)]
mod tests;

pub use profile::{FileFault, FoundProfile, KnownModels, NoModels, ProfileChange};
pub use profile_files::{AgentFileError, AgentFiles, AgentFolders, FoundAgent, FoundAgents, Owner};
