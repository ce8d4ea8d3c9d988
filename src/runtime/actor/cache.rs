//! The actor's interface to the cache of answers and vectors: its state, and
//! emptying it. The composition root implements it; requests reach the cache
//! through their provider (`provider/cached.rs`).

use notice::{Notice, notice};
use protocol::cache::{CacheScope, CacheState};

/// The cache of a workspace. Every call may block.
pub trait Cache: Send + Sync {
    /// Returns the contents and the settings of the cache.
    ///
    /// # Errors
    /// Says why its state cannot be told.
    fn state(&self) -> Result<CacheState, Notice>;

    /// Empties this cache, or those of all workspaces; returns a message on what was done.
    ///
    /// # Errors
    /// Says why it cannot be emptied.
    fn clean(&self, scope: CacheScope) -> Result<Notice, Notice>;
}

/// No cache, for tests.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoCache;

impl Cache for NoCache {
    fn state(&self) -> Result<CacheState, Notice> {
        Ok(CacheState::default())
    }

    fn clean(&self, _: CacheScope) -> Result<Notice, Notice> {
        Ok(notice!("told-cache-empty"))
    }
}
