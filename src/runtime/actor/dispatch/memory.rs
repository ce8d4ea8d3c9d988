//! The memory: what a call remembers, what a message recalls, and the orders of the user.

use std::sync::Arc;

use super::Dispatch;
use engine::Outcome;
use protocol::ids::{CallId, MemoryId, RunId, SessionId};
use protocol::memory::{MemoryOrder, RememberRequest};
use protocol::taint::Taint;

impl Dispatch {
    pub(super) fn remember(
        &self,
        (session, run, call): (SessionId, RunId, CallId),
        request: RememberRequest,
        taint: Taint,
    ) {
        let memory = Arc::clone(&self.memory);
        self.in_background(async move {
            let result = memory.remember((session, run), request, taint).await;
            Outcome::Remembered {
                session,
                run,
                call,
                result,
                waiting: memory.waiting().await,
            }
        });
    }

    pub(super) fn recall(
        &self,
        (session, run): (SessionId, RunId),
        text: String,
        without: Vec<MemoryId>,
    ) {
        let memory = Arc::clone(&self.memory);
        self.in_background(async move {
            let recall = memory.recall(text, without).await;
            Outcome::Recalled {
                session,
                run,
                recall,
            }
        });
    }

    pub(super) fn order_memory(&self, session: SessionId, order: MemoryOrder) {
        let memory = Arc::clone(&self.memory);
        self.in_background(async move {
            let result = memory.order(session, order).await;
            Outcome::MemoryOrdered {
                session,
                result,
                waiting: memory.waiting().await,
            }
        });
    }
}
