//! The cache of a workspace: what lies in it and how it is set, and whose is emptied.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What the cache of a workspace is and holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CacheState {
    /// Where it lies.
    pub file: PathBuf,
    /// Bytes of the file and of those beside it.
    pub file_bytes: u64,
    /// Whether answers of models are kept and given again.
    pub enabled: bool,
    /// Why they are not, where they are switched on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Answers in it.
    pub answers: u64,
    pub answer_bytes: u64,
    /// Bytes that they may have.
    pub most_bytes: u64,
    /// Days after which one is not given again.
    pub most_days: u32,
    /// Requests that were answered from it since it was emptied last.
    pub hits: u64,
    /// Requests that could have been and were not.
    pub misses: u64,
    /// Tokens in and out that were not asked for.
    pub saved_tokens: u64,
    /// Vectors of the index in it.
    pub vectors: u64,
    pub vector_bytes: u64,
    /// Lists of models that providers told.
    #[serde(default)]
    pub lists: u64,
    #[serde(default)]
    pub list_bytes: u64,
    /// Counts of tokens that providers told.
    #[serde(default)]
    pub counts: u64,
    #[serde(default)]
    pub count_bytes: u64,
}

/// Whose cache is emptied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CacheScope {
    Workspace,
    /// Those of all workspaces of this machine that are known.
    All,
}
