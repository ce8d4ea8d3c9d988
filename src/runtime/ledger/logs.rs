//! Logs of files, read from the store and cached while they are valid.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{KEPT_LOGS, Ledger, LedgerError};
use notice::notice;
use protocol::change::{Entry, HunkState};
use protocol::ids::{ContentHash, EntryId, FileId, HunkId, SessionId};
use review::binary::{as_text, blob_of};
use review::log::FileLog;
use review::woven::Woven;
use store::EntriesOf;

/// The log of a file in one session.
#[derive(Debug, Clone)]
pub struct Logged {
    pub session: SessionId,
    /// Current path of the file in the log, relative to the root.
    pub path: String,
    /// The entries, on top of the text before the session's first change.
    pub log: Arc<Woven>,
}

impl Logged {
    pub fn last_entry(&self) -> Option<EntryId> {
        self.log.entries.last().map(|entry| entry.id)
    }

    /// Whether the log says that the file is on the disk.
    pub fn is_there(&self) -> bool {
        self.log.exists(&|_, hunk| hunk.written)
    }

    /// Returns the hunks that are not on the disk.
    pub fn unwritten(&self) -> Vec<HunkId> {
        let hunks = self.log.hunks().filter(|(_, hunk)| !hunk.written);
        hunks.map(|(_, hunk)| hunk.id).collect()
    }

    /// Returns the text before the first entry, if its content has this hash.
    fn base_of(&self, hash: &ContentHash) -> Option<Arc<str>> {
        let first = self.log.entries.first()?;
        self.log
            .base
            .clone()
            .filter(|_| first.before.as_ref() == Some(hash))
    }

    /// Returns the log as seen by an agent that knows other states of these hunks.
    pub(super) fn taken_for(&self, held: &BTreeMap<HunkId, HunkState>) -> Arc<Woven> {
        if !self
            .log
            .hunks()
            .any(|(_, hunk)| held.contains_key(&hunk.id))
        {
            return Arc::clone(&self.log);
        }
        let log = self.log.as_if(&|hunk| {
            let state = held.get(&hunk.id).copied().unwrap_or(hunk.state);
            (state, hunk.written)
        });
        Arc::new(log)
    }

    /// Returns a copy with more entries in its log.
    pub(super) fn and_then(&self, entries: &[Entry]) -> Self {
        let mut logged = self.clone();
        if !entries.is_empty() {
            logged.log = Arc::new(self.log.and_then(entries.iter().cloned()));
        }
        logged
    }
}

impl Ledger {
    /// Returns the log of a file; `None` if the session has not changed it.
    ///
    /// # Errors
    /// Fails with [`LedgerError::BaseGone`] or [`LedgerError::Damaged`] if the log cannot be
    /// replayed.
    pub fn logged(
        &self,
        session: SessionId,
        file: FileId,
    ) -> Result<Option<Arc<Logged>>, LedgerError> {
        let version = self.version(session);
        let known = self.state().logs.get(&(session, file)).cloned();
        if let Some((_, known)) = known.as_ref().filter(|(at, _)| *at == version) {
            return Ok(Some(Arc::clone(known)));
        }
        let before = known.as_ref().map(|(_, known)| &**known);
        let Some(read) = self.read_log(session, file, before)? else {
            return Ok(None);
        };
        let read = Arc::new(read);
        let mut state = self.state();
        if state.logs.len() >= KEPT_LOGS {
            state.logs.clear();
        }
        let kept = (version, Arc::clone(&read));
        state.logs.insert((session, file), kept);
        Ok(Some(read))
    }

    /// Reads a log; reuses the parts of the previous version that are unchanged.
    fn read_log(
        &self,
        session: SessionId,
        file: FileId,
        before: Option<&Logged>,
    ) -> Result<Option<Logged>, LedgerError> {
        let entries = self
            .store
            .entries_blocking(EntriesOf::SessionFile(session, file))?;
        let Some(first) = entries.first() else {
            return Ok(None);
        };
        let kept = self.store.base_of_blocking(session, file)?;
        let path = first.path.clone();
        let hash = kept.as_ref().and_then(|kept| kept.base);
        let base = match &hash {
            // The base of another file does not apply to these entries.
            _ if first.before.is_none() => None,
            Some(hash) => match before.and_then(|before| before.base_of(hash)) {
                Some(base) => Some(base),
                None => Some(Arc::from(self.text(hash, &path)?)),
            },
            None => return Err(LedgerError::BaseGone { path }),
        };
        // A content is found by its hash and verified against it, so comparing hashes is enough.
        let is_whole = hash.filter(|_| base.is_some()) == first.before;
        let log = FileLog {
            file,
            base_mode: kept.and_then(|kept| kept.mode).filter(|_| base.is_some()),
            base,
            entries,
        };
        let log = match before {
            Some(before) => before.log.read_again(log),
            None => Woven::from(log),
        };
        let path = log.path_written().unwrap_or(path);
        if !is_whole {
            return Err(LedgerError::Damaged { path });
        }
        let log = Arc::new(log);
        Ok(Some(Logged { session, path, log }))
    }

    /// Reads a stored content as text.
    pub(super) fn text(&self, hash: &ContentHash, path: &str) -> Result<String, LedgerError> {
        let bytes = self
            .store
            .get_blob_blocking(hash)?
            .ok_or_else(|| LedgerError::BaseGone {
                path: path.to_owned(),
            })?;
        Ok(as_text(&bytes).into_owned())
    }

    /// Returns the bytes that a text of a log represents.
    pub(super) fn bytes(&self, text: &str, path: &str) -> Result<Arc<[u8]>, LedgerError> {
        match blob_of(text) {
            None => Ok(Arc::from(text.as_bytes())),
            Some(hash) => self
                .store
                .get_blob_blocking(&hash)?
                .ok_or_else(|| LedgerError::Refused(notice!("told-review-content-gone", path))),
        }
    }

    /// Returns every log of a session, in order of path, and the errors of those that cannot be
    /// read.
    ///
    /// # Errors
    /// Fails if the list itself cannot be read.
    pub fn logs(
        &self,
        session: SessionId,
    ) -> Result<(Vec<Arc<Logged>>, Vec<LedgerError>), LedgerError> {
        let mut logs = Vec::new();
        let mut faults = Vec::new();
        for (file, _) in self.store.files_of_blocking(session)? {
            match self.logged(session, file) {
                Ok(logged) => logs.extend(logged),
                Err(error) => faults.push(error),
            }
        }
        logs.sort_by(|a, b| a.path.cmp(&b.path));
        Ok((logs, faults))
    }
}
