//! What the tools are told of the change log: which file is at a path, and which text we last
//! knew of it on the disk. Asked on blocking workers.

use std::sync::Arc;

use crate::protocol::change::{Entry, FileOperation, Hunk, HunkState};
use crate::protocol::ids::{ContentHash, FileId, SessionId};
use crate::review::hunks::apply;
use crate::store::{EntriesOf, Store, StoreError};
use crate::tools::{Buffer, Records};

#[cfg(test)]
mod tests;

/// The change log of a workspace's store.
#[derive(Debug, Clone)]
pub(super) struct StoredRecords {
    store: Store,
}

impl StoredRecords {
    pub(super) fn new(store: Store) -> Self {
        Self { store }
    }

    fn last_text(&self, path: &str) -> Result<Option<Arc<str>>, StoreError> {
        let entries = self
            .store
            .entries_blocking(EntriesOf::Path(path.to_owned()))?;
        let hunks = || entries.iter().flat_map(|entry| &entry.hunks);
        // Begun and never marked (the process died), or taken back: what lies there is not told
        // by the last entry alone.
        let begun = |hunk: &Hunk| hunk.state.is_live() && !hunk.written;
        if hunks().any(|hunk| begun(hunk) || hunk.state == HunkState::RolledBack) {
            return Ok(None);
        }
        let written = |entry: &&Entry| entry.hunks.iter().any(|hunk| hunk.written);
        match entries.iter().rev().find(written) {
            Some(entry) if entry.path == path => self.text_after(entry),
            _ => Ok(None),
        }
    }

    /// The text that the written hunks of an entry have left; `None` where it cannot be told for
    /// certain.
    fn text_after(&self, entry: &Entry) -> Result<Option<Arc<str>>, StoreError> {
        if entry.operation == FileOperation::Delete {
            return Ok(None);
        }
        let whole = entry.hunks.iter().all(|hunk| hunk.written);
        if let (true, Some(after)) = (whole, &entry.after)
            && let Some(text) = self.text(after)?
        {
            return Ok(Some(text));
        }
        // Before each change the text on the disk was kept: the change is made again on it.
        let before = match &entry.before {
            None => Arc::from(""),
            Some(hash) => match self.text(hash)? {
                Some(text) => text,
                None => return Ok(None),
            },
        };
        let text = apply(&before, &entry.hunks, &|hunk| hunk.written);
        let promised = entry.after.as_ref();
        if whole && promised != Some(&ContentHash::of(text.as_bytes())) {
            return Ok(None);
        }
        Ok(Some(text.into()))
    }

    fn text(&self, hash: &ContentHash) -> Result<Option<Arc<str>>, StoreError> {
        let bytes = self.store.get_blob_blocking(hash)?;
        Ok(bytes.and_then(|bytes| std::str::from_utf8(&bytes).ok().map(Arc::from)))
    }
}

/// A log that cannot be read knows nothing: the work goes on, and the log file says why.
fn known<T>(read: Result<Option<T>, StoreError>) -> Option<T> {
    read.unwrap_or_else(|error| {
        tracing::warn!(%error, "the change log could not be read");
        None
    })
}

impl Records for StoredRecords {
    fn file_id(&self, path: &str) -> Option<FileId> {
        known(self.store.file_id_blocking(path))
    }

    /// Nothing is staged: review mode asks for each write.
    fn buffer(&self, _: SessionId, _: &str) -> Option<Buffer> {
        None
    }

    fn buffers(&self, _: SessionId) -> Vec<Buffer> {
        Vec::new()
    }

    fn last_disk(&self, path: &str) -> Option<Arc<str>> {
        known(self.last_text(path))
    }
}
