//! What is known of the workspace: from the start, and what git last said.

use std::path::PathBuf;
use std::sync::Arc;

use crate::protocol::query::GitFacts;

/// Facts that hold as long as the process runs.
#[derive(Debug, Clone, Default)]
pub struct FixedFacts {
    /// What told that this is the root.
    pub detected_by: String,
    /// Whether the workspace's config is trusted.
    pub trusted: bool,
    /// The folder with the workspace's own commands; `None` where they are not trusted.
    pub commands_in: Option<PathBuf>,
    /// Whether files can be made in the workspace.
    pub writable: bool,
    /// The folder with the list of all workspaces, where there is one.
    pub known_in: Option<PathBuf>,
    /// The database of this workspace; `None` where it is in memory.
    pub kept_in: Option<PathBuf>,
}

/// What is known of git. That nobody has asked yet is not that there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum GitState {
    /// It has not answered yet.
    #[default]
    Unknown,
    /// The workspace is no repository, or there is no git.
    Absent,
    /// What it last said.
    Present(Arc<GitFacts>),
}

impl GitState {
    /// What an answer of git comes to.
    pub fn of(answer: Option<GitFacts>) -> Self {
        answer.map_or(GitState::Absent, |facts| GitState::Present(Arc::new(facts)))
    }

    /// What it last said, where it said something.
    pub fn facts(&self) -> Option<&Arc<GitFacts>> {
        match self {
            GitState::Present(facts) => Some(facts),
            GitState::Unknown | GitState::Absent => None,
        }
    }
}
