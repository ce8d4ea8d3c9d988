//! What the actor needs of the cache of answers and vectors: how it stands, and emptying it. The composition root
//! says how; requests find it behind their provider (`provider/cached.rs`).

use crate::protocol::cache::{CacheScope, CacheState};

/// The cache of a workspace. Every call may block.
pub trait Cache: Send + Sync {
    /// What it holds and how it is set.
    ///
    /// # Errors
    /// In words for the human.
    fn state(&self) -> Result<CacheState, String>;

    /// Empties it, or those of all workspaces; gives in words what was done.
    ///
    /// # Errors
    /// In words for the human.
    fn clean(&self, scope: CacheScope) -> Result<String, String>;
}

/// No cache, for tests.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoCache;

impl Cache for NoCache {
    fn state(&self) -> Result<CacheState, String> {
        Ok(CacheState::default())
    }

    fn clean(&self, _: CacheScope) -> Result<String, String> {
        Ok("there was nothing in the cache".to_owned())
    }
}
