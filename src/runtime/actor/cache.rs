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
    /// Returns the reason why the state cannot be read.
    fn state(&self) -> Result<CacheState, Notice>;

    /// Empties this cache, or those of all workspaces; returns a message about it.
    ///
    /// # Errors
    /// Returns the reason why it cannot be emptied.
    fn clean(&self, scope: CacheScope) -> Result<Notice, Notice>;
}

/// A cache without content, for tests.
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
