//! Queries about many sessions: lists and searches. Part of `queries`.

use super::workspace::known_workspaces;
use super::{QueryContext, blocking};
use notice::Notice;
use protocol::query::Reply;
use protocol::session_list::{ListScope, SessionFilter, SessionGroup};
use store::other_workspaces::{open_sessions, put_processes, sessions_of};

impl QueryContext {
    pub(super) async fn session_list(
        self,
        filter: SessionFilter,
        scope: ListScope,
    ) -> Result<Reply, Notice> {
        let folder = self.lock_folder.clone();
        let mut held = blocking(move || Ok(open_sessions(&folder))).await?;
        held.retain(|session| !self.live_sessions.contains(session));
        // Open sessions are always listed, whatever their content.
        let open = self.live_sessions.iter().chain(&held).copied().collect();
        let sessions = self.store.sessions_that(filter, open).await;
        let mut sessions = sessions.map_err(|error| error.notice())?;
        let folder = self.lock_folder;
        let sessions = blocking(move || {
            put_processes(&folder, &mut sessions);
            Ok(sessions)
        });
        let sessions = sessions.await?;
        let mut groups = vec![SessionGroup {
            workspace: workspace::root::workspace_id(self.workspace.root()),
            root: self.workspace.root().to_path_buf(),
            sessions,
            held,
            problem: None,
        }];
        let kept_in = self.facts.known_in.clone();
        if let (ListScope::Everywhere, Some(data)) = (scope, kept_in) {
            let here = groups.first().map(|group| group.workspace.clone());
            let mut known = known_workspaces(self.facts.known_in).await?;
            known.retain(|workspace| Some(&workspace.id) != here.as_ref());
            let others = blocking(move || {
                let found = known.iter().map(|known| sessions_of(known, &data, filter));
                Ok(found.collect::<Vec<_>>())
            });
            let is_of_use =
                |group: &SessionGroup| !group.sessions.is_empty() || group.problem.is_some();
            groups.extend(others.await?.into_iter().filter(is_of_use));
        }
        Ok(Reply::SessionList { groups })
    }

    pub(super) async fn search_sessions(self, text: String, limit: usize) -> Result<Reply, Notice> {
        let hits = self.store.search_sessions(text, limit).await;
        let hits = hits.map_err(|error| error.notice())?;
        Ok(Reply::SessionHits { hits })
    }
}
