//! Queries about the workspace itself, and about the others of this machine. Part of `queries`.

use std::path::PathBuf;

use super::{QueryContext, blocking};
use notice::{Notice, notice};
use protocol::query::{KnownWorkspace, Reply, WorkspaceFacts};
use store::global::GlobalStore;

impl QueryContext {
    pub(super) fn facts(&self) -> WorkspaceFacts {
        WorkspaceFacts {
            root: self.workspace.root().to_path_buf(),
            detected_by: self.facts.detected_by.clone(),
            trusted: self.facts.trusted,
            writable: self.facts.writable,
            git: self.git.as_deref().cloned(),
            programs: self
                .programs
                .as_deref()
                .map(<[_]>::to_vec)
                .unwrap_or_default(),
            // This process owns the workspace.
            attached_to: None,
            in_memory: self.facts.kept_in.is_none(),
        }
    }

    pub(super) async fn details(self) -> Result<Reply, Notice> {
        let facts = self.facts();
        let sessions = self.store.sessions_and(self.live_sessions).await;
        let sessions = sessions.map_err(|error| error.notice())?;
        let kept_in = self.facts.kept_in;
        blocking(move || {
            // A missing file counts as size 0.
            Ok(Reply::WorkspaceDetails {
                facts,
                sessions: u64::try_from(sessions.len()).unwrap_or(u64::MAX),
                bytes: kept_in.as_ref().map_or(0, |path| {
                    std::fs::metadata(path).map_or(0, |file| file.len())
                }),
                kept_in,
            })
        })
        .await
    }

    pub(super) async fn workspaces(self) -> Result<Reply, Notice> {
        let workspaces = known_workspaces(self.facts.known_in).await?;
        Ok(Reply::Workspaces { workspaces })
    }
}

/// Returns the workspaces of this machine whose folders exist. The list is opened for this query
/// only: nothing else in a session needs it.
pub(super) async fn known_workspaces(
    kept_in: Option<PathBuf>,
) -> Result<Vec<KnownWorkspace>, Notice> {
    let Some(folder) = kept_in else {
        return Err(notice!("told-no-workspaces"));
    };
    let opened = blocking(move || {
        let opened = GlobalStore::open(&folder);
        opened.map_err(|error| error.notice())
    });
    let (known, notices) = opened.await?;
    for notice in notices {
        tracing::warn!("{notice}");
    }
    let mut workspaces = known.workspaces().await.map_err(|error| error.notice())?;
    // Folders that are gone, such as those of the demo, are useless in the list.
    blocking(move || {
        workspaces.retain(|known| known.root_path.is_dir());
        Ok(workspaces)
    })
    .await
}
