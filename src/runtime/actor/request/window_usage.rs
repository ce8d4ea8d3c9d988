//! Usage of the model's window, as `/context` shows it: the same parts that a request
//! is built from.

use std::sync::Arc;
use std::time::Duration;

use super::included::row_text;
use super::{Locality, RequestParts, answer_room, tools_tokens};
use crate::actor::egress::EgressGate;
use engine::context;
use notice::{Notice, notice};
use protocol::context::{ContextKind, ContextRow};
use protocol::estimate::Estimate;
use protocol::message::{Block, Message, Role};
use protocol::query::Reply;
use protocol::session::ContextWindow;
use provider::Provider;

/// Time that the server may take to report the length of its model's window.
const PATIENCE: Duration = Duration::from_secs(2);

impl RequestParts {
    /// Accounts for the window. `told` is how full the last answer left it, which the status line
    /// shows: the account adds up to that and to what came after that answer.
    pub(in crate::actor) async fn account(
        self,
        provider: Option<&Provider>,
        told: Option<ContextWindow>,
        counted: Option<u64>,
    ) -> Result<Reply, Notice> {
        // The length of the last request, for a server that cannot be reached.
        let known_length = told.map_or(0, |window| window.limit);
        let limit = match provider {
            Some(provider) => self.window(provider).await.unwrap_or(known_length),
            None => known_length,
        };
        let estimate = match provider {
            Some(provider) => self.estimate(provider),
            None => Estimate::USUAL,
        };
        let mut parts: Vec<(Notice, u64)> = self
            .system()
            .await
            .parts
            .iter()
            .map(|(name, text)| (name.clone(), estimate.text(text)))
            .collect();
        let tools = tools_tokens(&self.settings.tools, estimate);
        parts.push((notice!("part-tools"), tools));
        let servers = tools_tokens(&self.offer, estimate).saturating_sub(tools);
        if servers > 0 {
            parts.push((notice!("part-server-tools"), servers));
        }
        let mut rows = self.rows(estimate).await?;
        let fixed: u64 = parts.iter().map(|(_, tokens)| tokens).sum();
        let included: u64 = rows.iter().map(|(_, tokens)| tokens).sum();
        let kept = answer_room(limit);
        let budget = match limit {
            0 => u64::MAX,
            limit => limit.saturating_sub(fixed + included + kept),
        };
        let fitted = context::fit(&self.messages, &self.compactions, budget, estimate);
        let blocks = fitted.messages.iter().flat_map(|message| &message.blocks);
        let (mut results, mut pictures) = (0, 0);
        for block in blocks {
            match block {
                Block::ToolResult { result } => {
                    results += estimate.text(&result.content.to_string());
                }
                Block::Image { picture } => pictures += estimate.picture(picture),
                _ => {}
            }
        }
        let talk = fitted.tokens.saturating_sub(results + pictures);
        parts.push((notice!("part-talk"), talk));
        if pictures > 0 {
            parts.push((notice!("part-pictures"), pictures));
        }
        parts.push((notice!("part-results"), results));
        if let Some(total) = self.known_total(told, estimate) {
            let tokens = parts.iter_mut().map(|(_, tokens)| tokens);
            scale(
                tokens.chain(rows.iter_mut().map(|(_, tokens)| tokens)),
                total,
            );
        }
        Ok(Reply::Context {
            rows,
            parts,
            limit,
            kept,
            left_out: fitted.left_out,
            shortened: fitted.shortened,
            counted,
        })
    }

    /// Returns the tokens of the conversation by the figures of its last answer; `None` if there is
    /// none.
    fn known_total(&self, told: Option<ContextWindow>, estimate: Estimate) -> Option<u64> {
        let told = told.filter(|window| window.used > 0)?;
        let answered = |message: &&Arc<Message>| message.role == Role::Assistant;
        let later = self.messages.iter().rev();
        let later = later.take_while(|message| !answered(message));
        self.messages
            .iter()
            .any(|message| answered(&message))
            .then(|| {
                let later: u64 = later.map(|one| context::message_size(one, estimate)).sum();
                told.used + later
            })
    }

    /// Returns the tokens of the next request as counted by the provider's own tokenizer; `None` if
    /// it has none, does not answer in time, or may not be sent anything.
    pub(in crate::actor) async fn counted(
        &self,
        provider: &Provider,
        gate: &EgressGate,
    ) -> Option<u64> {
        if !provider.counts_tokens()
            || provider.unavailable_reason().is_some()
            || self.messages.is_empty()
        {
            return None;
        }
        let asked = async {
            if gate.bars(provider).await.is_some() {
                return None;
            }
            let format = self.capabilities(provider).await.ok()?.tools;
            let built = super::build(self, provider, format).await.ok()?;
            provider.count_tokens(&built.request).await.ok()
        };
        tokio::time::timeout(PATIENCE, asked).await.ok().flatten()
    }

    /// Returns the context length that the model is asked for, in tokens; `None` if the server does
    /// not report it in time.
    async fn window(&self, provider: &Provider) -> Option<u64> {
        let asked = tokio::time::timeout(PATIENCE, self.capabilities(provider)).await;
        Some(self.context_length(&asked.ok()?.ok()?, Locality::of(provider)))
    }

    /// Returns each row of included context with its tokens.
    async fn rows(&self, estimate: Estimate) -> Result<Vec<(ContextRow, u64)>, Notice> {
        let parts = self.clone();
        let note = self.note().await;
        let counted = tokio::task::spawn_blocking(move || {
            let rows = parts.context.iter().map(|row| {
                let text = row_text(row, &note, |path| match row.kind {
                    ContextKind::Folder => parts.tools.folder_text(parts.id, path),
                    _ => parts.tools.buffer_text(parts.id, path),
                });
                let tokens = estimate.text(&text);
                (row.clone(), tokens)
            });
            rows.collect()
        });
        let counted = counted.await;
        counted.map_err(|_| notice!("told-broke-counting"))
    }
}

/// Scales estimates so that they add up to a known sum.
fn scale<'a>(parts: impl Iterator<Item = &'a mut u64>, total: u64) {
    let mut parts: Vec<&mut u64> = parts.collect();
    let sum: u64 = parts.iter().map(|tokens| **tokens).sum();
    if sum == 0 {
        return;
    }
    for tokens in parts.iter_mut().filter(|tokens| ***tokens > 0) {
        **tokens = (tokens.saturating_mul(total) / sum).max(1);
    }
    // The largest part takes the rest of the rounding.
    let rest = total.saturating_sub(parts.iter().map(|tokens| **tokens).sum());
    if let Some(largest) = parts.into_iter().max_by_key(|tokens| **tokens) {
        *largest += rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_add_up_to_the_known_sum_in_their_proportions() {
        let mut parts = [10, 30, 60, 0];
        scale(parts.iter_mut(), 51);
        assert_eq!(parts, [5, 15, 31, 0]);
        let mut none = [0, 0];
        scale(none.iter_mut(), 51);
        assert_eq!(none, [0, 0]);
    }
}
