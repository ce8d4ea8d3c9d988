//! Stores contents: in the database within a cap, or, with checkpoints switched off, in memory. In
//! memory mode nothing is written, and a run can still be reviewed until the program ends.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::ids::ContentHash;
use protocol::review::Retention;

/// Default cap on contents in the database, in bytes.
pub const DEFAULT_CAP: u64 = 2 * 1024 * 1024 * 1024;

/// Maximum number of bytes kept in memory.
const MEMORY: u64 = 256 * 1024 * 1024;

/// Number of added bytes after which the cap is checked again.
const STRIDE: u64 = 32 * 1024 * 1024;

/// The rule for retaining contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetentionMode {
    UpTo(u64),
    /// Retains nothing; memory holds the contents that are needed at present.
    Off,
}

#[derive(Debug)]
pub(super) struct Contents {
    pub(super) keeping: RetentionMode,
    /// Bytes added since the last check of the cap.
    added: AtomicU64,
    memory: Mutex<Memory>,
}

#[derive(Debug, Default)]
struct Memory {
    contents: HashMap<ContentHash, (u64, Arc<[u8]>)>,
    by_age: BTreeMap<u64, ContentHash>,
    bytes: u64,
    next: u64,
}

impl Contents {
    pub(super) fn new(keeping: RetentionMode) -> Self {
        Self {
            keeping,
            added: AtomicU64::new(0),
            memory: Mutex::default(),
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts bytes added to the database. Returns the cap if it is time to check it.
    pub(super) fn added(&self, bytes: u64) -> Option<u64> {
        let RetentionMode::UpTo(cap) = self.keeping else {
            return None;
        };
        let stride = STRIDE.min(cap / 32);
        let before = self.added.fetch_add(bytes, Ordering::Relaxed);
        let is_time = bytes > 0 && before.saturating_add(bytes) >= stride;
        is_time.then(|| {
            self.added.store(0, Ordering::Relaxed);
            cap
        })
    }

    /// Moves contents into memory if that is where they are kept.
    pub(super) fn take(&self, blobs: &mut Vec<(ContentHash, Arc<[u8]>)>) {
        if self.keeping == RetentionMode::Off {
            let mut memory = self.memory();
            for (hash, bytes) in blobs.drain(..) {
                memory.put(hash, bytes);
            }
        }
    }

    /// Returns a content from memory.
    pub(super) fn get(&self, hash: &ContentHash) -> Option<Arc<[u8]>> {
        let memory = self.memory();
        memory
            .contents
            .get(hash)
            .map(|(_, bytes)| Arc::clone(bytes))
    }

    /// Returns the memory usage, if contents are kept in memory.
    pub(super) fn held(&self) -> Option<Retention> {
        let memory = self.memory();
        (self.keeping == RetentionMode::Off).then(|| Retention {
            contents: memory.contents.len() as u64,
            bytes: memory.bytes,
            cap: None,
        })
    }
}

impl Memory {
    /// The most recently inserted content is evicted last.
    fn put(&mut self, hash: ContentHash, bytes: Arc<[u8]>) {
        self.next += 1;
        let size = bytes.len() as u64;
        self.by_age.insert(self.next, hash);
        match self.contents.insert(hash, (self.next, bytes)) {
            Some((age, _)) => drop(self.by_age.remove(&age)),
            None => self.bytes = self.bytes.saturating_add(size),
        }
        while self.bytes > MEMORY && self.contents.len() > 1 {
            let Some((_, oldest)) = self.by_age.pop_first() else {
                return;
            };
            let gone = self.contents.remove(&oldest);
            let gone = gone.map_or(0, |(_, bytes)| bytes.len() as u64);
            self.bytes = self.bytes.saturating_sub(gone);
        }
    }
}
