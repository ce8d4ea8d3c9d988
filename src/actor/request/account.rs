//! What takes how much of the model's window, as `/context` shows it: the same parts that a request is built from.

use std::time::Duration;

use super::{RequestParts, answer_room, tools_tokens};
use crate::engine::context;
use crate::protocol::context::ContextRow;
use crate::protocol::message::Block;
use crate::protocol::query::Reply;
use crate::provider::Provider;
use crate::provider::tokens::{estimate_bytes, estimate_tokens};

/// How long the server may take to say how long its model's window is.
const PATIENCE: Duration = Duration::from_secs(2);

impl RequestParts {
    /// Accounts for the window. `told` is its length as the last request had it, for a server that is away.
    pub(in crate::actor) async fn account(
        self,
        provider: Option<&dyn Provider>,
        told: u64,
    ) -> Result<Reply, String> {
        let limit = match provider {
            Some(provider) => self.window(provider).await.unwrap_or(told),
            None => told,
        };
        let mut parts: Vec<(String, u64)> = self
            .system()
            .await
            .parts
            .iter()
            .map(|(name, text)| (name.clone(), estimate_tokens(text)))
            .collect();
        parts.push(("tools".to_owned(), tools_tokens(&self.settings.tools)));
        let rows = self.rows().await?;
        let fixed: u64 = parts.iter().map(|(_, tokens)| tokens).sum();
        let included: u64 = rows.iter().map(|(_, tokens)| tokens).sum();
        let kept = answer_room(limit);
        let budget = match limit {
            0 => u64::MAX,
            limit => limit.saturating_sub(fixed + included + kept),
        };
        let fitted = context::fit(&self.messages, &self.compactions, budget, estimate_bytes);
        let blocks = fitted.messages.iter().flat_map(|message| &message.blocks);
        let results = blocks.map(|block| match block {
            Block::ToolResult { result } => estimate_tokens(&result.content.to_string()),
            _ => 0,
        });
        let results: u64 = results.sum();
        let talk = fitted.tokens.saturating_sub(results);
        parts.push(("conversation".to_owned(), talk));
        parts.push(("tool results".to_owned(), results));
        Ok(Reply::Context {
            rows,
            parts,
            limit,
            kept,
            left_out: fitted.left_out,
            shortened: fitted.shortened,
        })
    }

    /// Tokens that the model is asked to hold; `None` where the server does not say in time.
    async fn window(&self, provider: &dyn Provider) -> Option<u64> {
        let asked = tokio::time::timeout(PATIENCE, self.capabilities(provider)).await;
        Some(self.context_length(&asked.ok()?.ok()?))
    }

    /// Each row of included context with its tokens.
    async fn rows(&self) -> Result<Vec<(ContextRow, u64)>, String> {
        let parts = self.clone();
        let counted = crate::task::blocking(move || {
            let rows = parts.context.iter().map(|row| {
                let tokens = estimate_tokens(&parts.row_text(row));
                (row.clone(), tokens)
            });
            rows.collect()
        });
        let counted = counted.await;
        counted.map_err(|_| "counting this broke; it is in the log".to_owned())
    }
}
