//! A shared store behind an MCP server: six tools of the form that the manual describes, called by whoever owns
//! the connection to the server.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use notice::Notice;
use protocol::ids::MemoryId;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::guarded::ANSWER_BYTES;
use super::{Answering, Collection, NearestQuestion, SharedError, SharedItem, SharedStore};

/// Calls a tool of an MCP server; the wiring hands one over.
pub trait ToolCaller: Send + Sync {
    /// Calls a tool of a server and returns the text of its result.
    ///
    /// # Errors
    /// Returns why there is none.
    fn call(
        &self,
        server: &str,
        tool: &str,
        arguments: Value,
    ) -> BoxFuture<'_, Result<String, Notice>>;
}

/// A server whose tools store items.
pub struct McpStore {
    server: String,
    tools: Arc<dyn ToolCaller>,
}

impl std::fmt::Debug for McpStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("McpStore")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

#[derive(Deserialize)]
struct Ids {
    ids: Vec<MemoryId>,
}

#[derive(Deserialize)]
struct Items {
    items: Vec<SharedItem>,
}

impl McpStore {
    pub fn new(server: String, tools: Arc<dyn ToolCaller>) -> Self {
        Self { server, tools }
    }

    async fn call(
        &self,
        tool: &str,
        collection: &Collection,
        arguments: Value,
    ) -> Result<String, SharedError> {
        let mut arguments = arguments;
        if let Value::Object(fields) = &mut arguments {
            fields.insert("collection".to_owned(), json!(collection.name()));
        }
        let called = self.tools.call(&self.server, tool, arguments).await;
        let text = called.map_err(|reason| SharedError::Away { reason })?;
        if text.len() > ANSWER_BYTES {
            return Err(SharedError::broken("the answer is too long"));
        }
        Ok(text)
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        tool: &str,
        collection: &Collection,
        arguments: Value,
    ) -> Result<T, SharedError> {
        let text = self.call(tool, collection, arguments).await?;
        serde_json::from_str(&text).map_err(SharedError::broken)
    }
}

impl SharedStore for McpStore {
    fn prepare<'a>(&'a self, collection: &'a Collection) -> Answering<'a, ()> {
        Box::pin(async move {
            let arguments = json!({ "dimension": collection.dimension() });
            self.call("memory_prepare", collection, arguments)
                .await
                .map(drop)
        })
    }

    fn upsert<'a>(
        &'a self,
        collection: &'a Collection,
        items: &'a [SharedItem],
    ) -> Answering<'a, ()> {
        Box::pin(async move {
            let arguments = json!({ "items": items });
            self.call("memory_upsert", collection, arguments)
                .await
                .map(drop)
        })
    }

    fn remove<'a>(&'a self, collection: &'a Collection, ids: &'a [MemoryId]) -> Answering<'a, ()> {
        Box::pin(async move {
            let arguments = json!({ "ids": ids });
            self.call("memory_remove", collection, arguments)
                .await
                .map(drop)
        })
    }

    fn ids<'a>(
        &'a self,
        collection: &'a Collection,
        project: &'a str,
        after: Option<MemoryId>,
        most: usize,
    ) -> Answering<'a, Vec<MemoryId>> {
        Box::pin(async move {
            let arguments = json!({ "project": project, "after": after, "most": most });
            let found: Ids = self.ask("memory_ids", collection, arguments).await?;
            Ok(found.ids)
        })
    }

    fn get<'a>(
        &'a self,
        collection: &'a Collection,
        ids: &'a [MemoryId],
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(async move {
            let found: Items = self
                .ask("memory_get", collection, json!({ "ids": ids }))
                .await?;
            Ok(found.items)
        })
    }

    fn nearest<'a>(
        &'a self,
        collection: &'a Collection,
        question: &'a NearestQuestion,
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(async move {
            let NearestQuestion {
                vector,
                project,
                most,
            } = question;
            let arguments = json!({ "vector": vector, "project": project, "most": most });
            let found: Items = self.ask("memory_nearest", collection, arguments).await?;
            Ok(found.items)
        })
    }
}
