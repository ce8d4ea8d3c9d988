//! The user's searches: over the index, or without one with the agent's own search tool.

use std::sync::Arc;

use super::{QueryContext, blocking};
use index::marked;
use notice::{Notice, notice};
use protocol::call::ToolCall;
use protocol::ids::{CallId, RunId, SessionId};
use protocol::plan::Grant;
use protocol::query::{Reply, SearchHit, SearchMethod, SearchResult, SearchResults};
use tools::{CallContext, Cancel};

impl QueryContext {
    /// Finds the places that fit a query.
    pub(super) async fn find(
        self,
        session: SessionId,
        text: String,
        limit: usize,
    ) -> Result<Reply, Notice> {
        if text.trim().is_empty() {
            return Err(notice!("told-search-empty"));
        }
        let Some(index) = self.tools.index().cloned() else {
            // Large, and every other query would carry its size.
            return Box::pin(self.find_text(session, text, limit)).await;
        };
        let (tools, turn) = (self.tools, self.turn);
        blocking(move || {
            let is_wanted = || turn.as_ref().is_none_or(|turn| turn.is_latest());
            if !is_wanted() {
                return Err(notice!("told-search-newer"));
            }
            let found = tools.find(&index, (session, &text), limit, &is_wanted);
            if is_wanted() {
                let found = found.map_err(|error| error.message)?;
                Ok(Reply::Found { found })
            } else {
                Err(notice!("told-search-newer"))
            }
        })
        .await
    }

    /// Searches without an index: the current text, with the agent's own tool.
    async fn find_text(
        self,
        session: SessionId,
        text: String,
        limit: usize,
    ) -> Result<Reply, Notice> {
        let id = CallId(uuid::Uuid::now_v7());
        let call = ToolCall {
            id,
            provider_id: id.to_string(),
            tool: "search_text".to_owned(),
            arguments: serde_json::json!({ "query": text, "limit": limit }),
        };
        let asker = CallContext {
            session,
            run: RunId(uuid::Uuid::now_v7()),
            agent: String::new(),
            limits: Default::default(),
            is_by_user: false,
            proposes: false,
            folder: String::new(),
            now: jiff::Timestamp::now(),
            ids: Arc::new(uuid::Uuid::now_v7),
        };
        let tools = Arc::clone(&self.tools);
        let prepared = blocking(move || {
            let proposed = tools.proposed_paths(session);
            let prepared = tools.prepare(&call, &asker);
            Ok((prepared.map_err(|error| error.message)?, proposed))
        });
        let (output, _) = tokio::sync::mpsc::channel(1);
        let ((prepared, proposed), cancel) = (prepared.await?, Cancel::default());
        let finished = self
            .tools
            .run(prepared, Grant::AsPlanned, cancel, output)
            .await;
        if let Some(error) = finished.result.error {
            return Err(error.message);
        }
        let content = finished.result.content;
        let hits = content.get("hits").cloned().unwrap_or_default();
        let hits = support::json::from_value::<Vec<SearchHit>>(hits);
        let hits = hits.map_err(|error| Notice::text(error.to_string()))?;
        let more = content
            .get("truncated")
            .and_then(serde_json::Value::as_bool);
        let place = |hit: SearchHit| SearchResult {
            proposed: proposed.contains(&hit.path),
            hit,
        };
        Ok(Reply::Found {
            found: SearchResults {
                places: hits.into_iter().map(place).collect(),
                more: more.unwrap_or_default(),
                by: SearchMethod::Text,
                marked: marked(&text).into_iter().take(1).collect(),
                index: Default::default(),
            },
        })
    }
}
