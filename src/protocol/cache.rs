//! The cache of a workspace: its content and settings, and the scope of clearing it.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use notice::Notice;

/// The state of a workspace's cache.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CacheState {
    pub file: PathBuf,
    /// Bytes of the file and its side files.
    pub file_bytes: u64,
    /// Whether answers of models are stored and reused.
    pub enabled: bool,
    /// Reason why they are not, although the cache is switched on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Notice>,
    /// Number of stored answers.
    pub answers: u64,
    pub answer_bytes: u64,
    /// Maximum bytes of the answers.
    pub most_bytes: u64,
    /// Days after which an answer is no longer reused.
    pub most_days: u32,
    /// Requests that were answered from the cache since it was last cleared.
    pub hits: u64,
    /// Requests that the cache could have answered but did not.
    pub misses: u64,
    /// Input and output tokens that were not requested thanks to the cache.
    pub saved_tokens: u64,
    /// Number of stored index vectors.
    pub vectors: u64,
    pub vector_bytes: u64,
    /// Number of stored model lists of providers.
    #[serde(default)]
    pub lists: u64,
    #[serde(default)]
    pub list_bytes: u64,
    /// Number of stored token counts of providers.
    #[serde(default)]
    pub counts: u64,
    #[serde(default)]
    pub count_bytes: u64,
}

/// The scope of clearing the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CacheScope {
    Workspace,
    /// The caches of all known workspaces of this machine.
    All,
}
