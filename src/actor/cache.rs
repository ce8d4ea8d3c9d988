//! The actor's interface to the cache of answers and vectors: its state, and
//! emptying it. The composition root implements it; requests reach the cache
//! through their provider (`provider/cached.rs`).

use crate::protocol::cache::{CacheScope, CacheState};

/// The cache of a workspace. Every call may block.
pub trait Cache: Send + Sync {
    /// Returns the contents and the settings of the cache.
    ///
    /// # Errors
    /// With a message for the user.
    fn state(&self) -> Result<CacheState, String>;

    /// Empties this cache, or those of all workspaces; returns a message on what was done.
    ///
    /// # Errors
    /// With a message for the user.
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
