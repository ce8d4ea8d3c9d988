//! The actor's interface to the memory. A replay has one of its own, which recalls what was recorded.

use futures_util::future::BoxFuture;

use memory::MemoryService;
use notice::{Notice, notice};
use protocol::ids::{MemoryId, RunId, SessionId};
use protocol::memory::{MemoryList, MemoryOrder, MemoryQuery, Recall, RememberRequest, Remembered};
use protocol::taint::Taint;

/// The memory of the user in a workspace.
pub trait Memory: Send + Sync {
    /// Prepares the memory in the background. Notices are for the user.
    fn begin(&self, told: Box<dyn Fn(Notice) + Send + Sync>);

    /// Finds what fits a message, but for some items, within a short time.
    fn recall(&self, text: String, without: Vec<MemoryId>) -> BoxFuture<'_, Recall>;

    /// Stores what the agent remembers.
    ///
    /// # Errors
    /// Returns why it is not stored.
    fn remember(
        &self,
        by: (SessionId, RunId),
        request: RememberRequest,
        taint: Taint,
    ) -> BoxFuture<'_, Result<Remembered, Notice>>;

    /// Carries out an order of the user; returns what it means.
    ///
    /// # Errors
    /// Returns why it is not carried out.
    fn order(
        &self,
        session: SessionId,
        order: MemoryOrder,
    ) -> BoxFuture<'_, Result<Notice, Notice>>;

    /// Lists or searches items.
    ///
    /// # Errors
    /// Returns why they cannot be read.
    fn list(&self, wanted: MemoryQuery) -> BoxFuture<'_, Result<MemoryList, Notice>>;

    /// Returns the number of items that wait for the user, if it is known.
    fn waiting(&self) -> BoxFuture<'_, Option<u64>>;
}

impl Memory for MemoryService {
    fn begin(&self, _: Box<dyn Fn(Notice) + Send + Sync>) {
        let service = self.clone();
        tokio::spawn(async move { service.begin().await });
    }

    fn recall(&self, text: String, without: Vec<MemoryId>) -> BoxFuture<'_, Recall> {
        Box::pin(self.recall(text, without))
    }

    fn remember(
        &self,
        by: (SessionId, RunId),
        request: RememberRequest,
        taint: Taint,
    ) -> BoxFuture<'_, Result<Remembered, Notice>> {
        Box::pin(self.remember(by, request, taint))
    }

    fn order(
        &self,
        session: SessionId,
        order: MemoryOrder,
    ) -> BoxFuture<'_, Result<Notice, Notice>> {
        Box::pin(self.order(session, order))
    }

    fn list(&self, wanted: MemoryQuery) -> BoxFuture<'_, Result<MemoryList, Notice>> {
        Box::pin(self.list(wanted))
    }

    fn waiting(&self) -> BoxFuture<'_, Option<u64>> {
        Box::pin(self.waiting())
    }
}

/// No memory: the config switches it off.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoMemory;

impl Memory for NoMemory {
    fn begin(&self, _: Box<dyn Fn(Notice) + Send + Sync>) {}

    fn recall(&self, _: String, _: Vec<MemoryId>) -> BoxFuture<'_, Recall> {
        Box::pin(std::future::ready(Recall::default()))
    }

    fn remember(
        &self,
        _: (SessionId, RunId),
        _: RememberRequest,
        _: Taint,
    ) -> BoxFuture<'_, Result<Remembered, Notice>> {
        Box::pin(std::future::ready(Err(notice!("memory-off"))))
    }

    fn order(&self, _: SessionId, _: MemoryOrder) -> BoxFuture<'_, Result<Notice, Notice>> {
        Box::pin(std::future::ready(Err(notice!("memory-off"))))
    }

    fn list(&self, _: MemoryQuery) -> BoxFuture<'_, Result<MemoryList, Notice>> {
        Box::pin(std::future::ready(Err(notice!("memory-off"))))
    }

    fn waiting(&self) -> BoxFuture<'_, Option<u64>> {
        Box::pin(std::future::ready(None))
    }
}
