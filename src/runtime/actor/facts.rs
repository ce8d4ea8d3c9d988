//! Facts about the workspace: those fixed at the start, and git's last answer.

use std::path::PathBuf;
use std::sync::Arc;

use agents::AgentFiles;
use protocol::query::GitFacts;

/// Facts that hold as long as the process runs.
#[derive(Debug, Clone, Default)]
pub struct FixedFacts {
    /// The marker by which the root was detected.
    pub detected_by: String,
    /// Whether the workspace's config is trusted.
    pub trusted: bool,
    /// The folder with the workspace's own commands; `None` if they are not trusted.
    pub commands_in: Option<PathBuf>,
    /// The profiles of agents; `None` if none can be used here.
    pub agents: Option<Arc<AgentFiles>>,
    /// Whether files can be created in the workspace.
    pub writable: bool,
    /// The folder with the list of all workspaces, if there is one.
    pub known_in: Option<PathBuf>,
    /// The database of this workspace; `None` if it is in memory.
    pub kept_in: Option<PathBuf>,
}

/// State of the git query. "Not answered yet" differs from "no git".
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum GitState {
    /// Git has not answered yet.
    #[default]
    Unknown,
    /// The workspace is no repository, or git is not installed.
    Absent,
    /// Git's last answer.
    Present(Arc<GitFacts>),
}

impl GitState {
    /// Converts an answer of git.
    pub fn of(answer: Option<GitFacts>) -> Self {
        answer.map_or(GitState::Absent, |facts| GitState::Present(Arc::new(facts)))
    }

    /// Returns git's last answer, if there is one.
    pub fn facts(&self) -> Option<&Arc<GitFacts>> {
        match self {
            GitState::Present(facts) => Some(facts),
            GitState::Unknown | GitState::Absent => None,
        }
    }
}
