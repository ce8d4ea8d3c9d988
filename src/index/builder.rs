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
    desk: Option<IndexWriter>,
}

impl Builder {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, desk: None }
    }

    /// Works until it is stopped.
    pub(super) fn run(mut self) {
        while let Some(orders) = self.shared.next_orders() {
            let done = self.obey(&orders).or_else(|error| self.begin_again(error));
            if let Err(error) = done {
                tracing::warn!(%error, "the index could not be built");
                // The next order opens the database again.
                self.desk = None;
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
        self.obey(&Orders::anew())
    }

    fn obey(&mut self, orders: &Orders) -> Result<(), StoreError> {
        if orders.anew {
            // Dropping the writer also releases its lock.
            self.desk = None;
        }
        let desk = match &mut self.desk {
            Some(desk) if !orders.all => {
                desk.look_at(&orders.paths)?;
                return desk.finish(Extent::Named);
            }
            Some(desk) => desk,
            None => {
                let Some(lock) = self.take_lock() else {
                    return Ok(());
                };
                if orders.anew {
                    remove(&open::file_in(&self.shared.folder))?;
                }
                let desk = IndexWriter::open(Arc::clone(&self.shared), lock)?;
                self.desk.insert(desk)
            }
        };
        if !self.shared.is_ready() {
            self.shared.set_phase(IndexPhase::Looking);
        }
        desk.look_at_all(&orders.paths)?;
        desk.finish(Extent::All)
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
