//! Checks whether the workspace's database is the user's own, see [`store::database_trust`].
//! The permissions that a foreign database grants are dropped, as an import drops them, and the
//! user is notified.

use std::path::Path;

use uuid::Uuid;

use super::Setup;
use super::startup::StartupError;
use notice::{Notice, notice};
use protocol::approval::PolicyState;
use runtime::transfer::strip_permissions;
use store::database_trust::DatabaseTrust;
use store::global::GlobalStore;
use store::{Store, state_file};

impl Setup {
    /// Checks the database in `folder` before one of its sessions is opened. Blocks for some
    /// milliseconds.
    ///
    /// # Errors
    /// If the permissions of a foreign database cannot be dropped.
    pub(super) fn check_database_owner(
        &self,
        store: &Store,
        folder: &Path,
        notices: &mut Vec<Notice>,
    ) -> Result<(), StartupError> {
        let [inside, _] = self.state_folders();
        // The other folder is the user's own.
        if folder != inside {
            return Ok(());
        }
        let global = match GlobalStore::open(&self.folders.data) {
            Ok((global, _)) => Some(global),
            Err(error) => {
                tracing::warn!(%error, "nobody vouches for the workspace's database");
                None
            }
        };
        let id = store.database_id()?;
        let acquaintance = global.as_ref().map(|global| {
            let root = &self.detected.root;
            global.acquaintance(&self.workspace_id, root, id.as_deref())
        });
        let is_own = match acquaintance {
            Some(Ok(DatabaseTrust::Database)) => return Ok(()),
            Some(Ok(DatabaseTrust::Workspace)) => !self.is_tracked(folder),
            _ => false,
        };
        if !is_own {
            let dropped = store.strip_permissions(|policy: &mut PolicyState| {
                !strip_permissions(policy).is_empty()
            })?;
            if dropped > 0 {
                let file = state_file(folder).display().to_string();
                notices.push(notice!("app-strange-database", file));
            }
        }
        if let Some(global) = global {
            // Written to the user's database first: an id that only the workspace's database has
            // belongs to someone else.
            let id = Uuid::now_v7();
            let known = global.know_database(&self.workspace_id, id);
            if let Err(error) = known.and_then(|()| store.set_database_id(id)) {
                tracing::warn!(%error, "the workspace's database is not noted");
            }
        }
        Ok(())
    }

    /// Whether git tracks the database: then it came with the repository.
    fn is_tracked(&self, folder: &Path) -> bool {
        let file = state_file(folder);
        let inside = file.strip_prefix(&self.detected.root).ok();
        let path = inside.map(|path| path.to_string_lossy().into_owned());
        path.is_none_or(|path| self.workspace.tracked_below(&path) > 0)
    }
}
