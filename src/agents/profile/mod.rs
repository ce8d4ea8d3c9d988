//! The forms in which profiles are written, without files: ours, Claude Code's and opencode's.

mod change;
pub(crate) mod foreign;
pub(crate) mod foreign_tools;
pub(crate) mod own;

pub use super::front_matter::FileFault;
pub use change::ProfileChange;
pub use own::{parse, write};

use notice::Notice;
use protocol::agent_profile::AgentProfile;

/// A profile as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundProfile {
    pub profile: AgentProfile,
    /// Parts of the file that are not used, with the reason.
    pub notes: Vec<Notice>,
}

/// The models that this program can ask, by which the model of another program's file is kept or not.
pub trait KnownModels: Send + Sync {
    /// Returns our provider and our name of a model that a file names, if there is one.
    fn find(&self, provider: Option<&str>, model: &str) -> Option<(String, String)>;
}

/// Knows no model: every agent of another program's file is answered by the session's.
#[derive(Debug, Clone, Copy)]
pub struct NoModels;

impl KnownModels for NoModels {
    fn find(&self, _: Option<&str>, _: &str) -> Option<(String, String)> {
        None
    }
}
