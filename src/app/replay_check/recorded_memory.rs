//! The memory of a replay: recalls what was recalled in the recording. What a call remembered is among the recorded
//! results, so nothing else is asked of it.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::scripted_provider::ScriptedModels;
use notice::Notice;
use protocol::ids::{MemoryId, RunId, SessionId};
use protocol::memory::{MemoryList, MemoryOrder, MemoryQuery, Recall, RememberRequest, Remembered};
use protocol::taint::Taint;
use runtime::actor::{Memory, NoMemory};

pub(super) struct RecordedMemory(pub(super) Arc<ScriptedModels>);

impl Memory for RecordedMemory {
    fn begin(&self, _: Box<dyn Fn(Notice) + Send + Sync>) {}

    fn recall(&self, text: String, _: Vec<MemoryId>) -> BoxFuture<'_, Recall> {
        let block = self.0.script().recalled_for(&text);
        Box::pin(std::future::ready(Recall {
            block,
            ..Recall::default()
        }))
    }

    fn remember(
        &self,
        by: (SessionId, RunId),
        request: RememberRequest,
        taint: Taint,
    ) -> BoxFuture<'_, Result<Remembered, Notice>> {
        NoMemory.remember(by, request, taint)
    }

    fn order(
        &self,
        session: SessionId,
        order: MemoryOrder,
    ) -> BoxFuture<'_, Result<Notice, Notice>> {
        NoMemory.order(session, order)
    }

    fn list(&self, wanted: MemoryQuery) -> BoxFuture<'_, Result<MemoryList, Notice>> {
        NoMemory.list(wanted)
    }

    fn waiting(&self) -> BoxFuture<'_, Option<u64>> {
        NoMemory.waiting()
    }
}
