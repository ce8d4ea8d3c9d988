//! Building: one thread that carries out orders, as long as this process is the one that builds.
//!
//! Owns the lock of the index and its writer ([`super::writer`]), which does the work.

use std::sync::Arc;

use super::open;
use super::shared::{Orders, Shared};
use super::writer::{Extent, IndexWriter};
use notice::notice;
use protocol::index::IndexPhase;
use store::StoreError;
use store::lock::{LockError, SessionLock};
use store::open::remove;

/// State of the builder's thread.
pub(super) struct Builder {
    shared: Arc<Shared>,
    writer: Option<IndexWriter>,
}

impl Builder {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            writer: None,
        }
    }

    /// Works until it is stopped.
    pub(super) fn run(mut self) {
        while let Some(orders) = self.shared.next_orders() {
            let done = self.obey(&orders).or_else(|error| self.begin_again(error));
            if let Err(error) = done {
                tracing::warn!(%error, "the index could not be built");
                // The next order opens the database again.
                self.writer = None;
                self.shared.set_phase(IndexPhase::Failed {
                    reason: error.notice(),
                });
            }
            self.shared.orders_done();
        }
    }

    /// Discards a database that turns out to be damaged, or not an index, and builds
    /// it again, once.
    fn begin_again(&mut self, error: StoreError) -> Result<(), StoreError> {
        if !matches!(error, StoreError::Corrupt { .. } | StoreError::Sqlite(_)) {
            return Err(error);
        }
        tracing::warn!(%error, "the index is thrown away");
        self.shared.tell(notice!("told-index-damaged"));
        self.obey(&Orders::rebuild())
    }

    fn obey(&mut self, orders: &Orders) -> Result<(), StoreError> {
        if orders.rebuild {
            // Dropping the writer also releases its lock.
            self.writer = None;
        }
        let writer = match &mut self.writer {
            Some(writer) if !orders.all => {
                writer.scan_named(&orders.paths)?;
                return writer.finish(Extent::Named);
            }
            Some(writer) => writer,
            None => {
                let Some(lock) = self.take_lock() else {
                    return Ok(());
                };
                if orders.rebuild {
                    remove(&open::file_in(&self.shared.folder))?;
                }
                let writer = IndexWriter::open(Arc::clone(&self.shared), lock)?;
                self.writer.insert(writer)
            }
        };
        if !self.shared.is_ready() {
            self.shared.set_phase(IndexPhase::Looking);
        }
        writer.scan_all(&orders.paths)?;
        writer.finish(Extent::All)
    }

    fn take_lock(&self) -> Option<SessionLock> {
        match SessionLock::acquire_index(&self.shared.folder) {
            Ok(lock) => Some(lock),
            Err(LockError::Held(held)) => {
                self.shared
                    .set_phase(IndexPhase::Elsewhere { pid: held.pid });
                None
            }
            Err(error) => {
                self.shared.set_phase(IndexPhase::Failed {
                    reason: error.notice(),
                });
                None
            }
        }
    }
}
