//! Agents and skills that are defined in files: Markdown with a front matter, in the forms of this program,
//! of Claude Code and of opencode.
//!
//! Owns the reading and the writing of profiles ([`AgentFiles`]) and the reading of skills ([`SkillFiles`]). The
//! forms are pure ([`profile`], `skill`); only those two touch the disk. Whether the user trusts the workspace is said by the caller, which is the
//! composition root; nothing of an untrusted workspace is read.

mod folder;
mod front_matter;
pub mod profile;
mod profile_files;
mod skill;
mod skill_files;
#[cfg(test)]
mod tests;

pub use profile::{FileFault, FoundProfile, KnownModels, NoModels, ProfileChange};
pub use profile_files::{AgentFileError, AgentFiles, AgentFolders, FoundAgent, FoundAgents, Owner};
pub use skill::OFFER_BYTES;
pub use skill_files::{FoundSkills, SkillError, SkillFiles};
