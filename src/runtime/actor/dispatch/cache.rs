//! Empties a cache in the background.

use std::sync::Arc;

use super::Dispatch;
use engine::Outcome;
use notice::notice;
use protocol::cache::CacheScope;
use protocol::ids::SessionId;

impl Dispatch {
    /// Empties the workspace's cache, or those of all workspaces.
    pub(super) fn clean_cache(&self, session: SessionId, scope: CacheScope) {
        let cache = Arc::clone(&self.cache);
        self.in_background(async move {
            let work = tokio::task::spawn_blocking(move || cache.clean(scope)).await;
            let result = work.unwrap_or_else(|_| Err(notice!("told-broke-cache")));
            Outcome::CacheCleaned { session, result }
        });
    }
}
