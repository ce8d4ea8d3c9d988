//! Logs of files, read from the store and kept while they hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{KEPT_LOGS, Ledger, LedgerError};
use crate::protocol::change::HunkState;
use crate::protocol::ids::{ContentHash, EntryId, FileId, HunkId, SessionId};
use crate::review::binary::{as_text, blob_of, content_hash};
use crate::review::log::FileLog;
use crate::store::EntriesOf;

/// The log of a file as one session has it.
#[derive(Debug, Clone)]
pub struct Logged {
    /// The session.
    pub session: SessionId,
    /// The path that the log knows the file by now, relative to the root.
    pub path: String,
    /// Its entries, on the text before the session's first change.
    pub log: FileLog,
}

impl Logged {
    /// The last entry.
    pub fn last_entry(&self) -> Option<EntryId> {
        self.log.entries.last().map(|entry| entry.id)
    }

    /// Hunks that are not on the disk.
    pub fn unwritten(&self) -> Vec<HunkId> {
        let hunks = self.log.hunks().filter(|(_, hunk)| !hunk.written);
        hunks.map(|(_, hunk)| hunk.id).collect()
    }

    /// The same, as one sees it who takes these hunks for something else than they are.
    pub(super) fn taken_for(mut self, held: &BTreeMap<HunkId, HunkState>) -> Self {
        let hunks = self.log.entries.iter_mut();
        for hunk in hunks.flat_map(|entry| &mut entry.hunks) {
            if let Some(state) = held.get(&hunk.id) {
                hunk.state = *state;
            }
        }
        self
    }
}

impl Ledger {
    /// The log of a file; `None` where the session has not changed it.
    ///
    /// # Errors
    /// [`LedgerError::BaseGone`] and [`LedgerError::Damaged`] where it cannot be replayed.
    pub fn logged(
        &self,
        session: SessionId,
        file: FileId,
    ) -> Result<Option<Arc<Logged>>, LedgerError> {
        let version = self.version(session);
        if let Some((at, known)) = self.state().logs.get(&(session, file))
            && *at == version
        {
            return Ok(Some(Arc::clone(known)));
        }
        let Some(read) = self.read_log(session, file)? else {
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

    fn read_log(&self, session: SessionId, file: FileId) -> Result<Option<Logged>, LedgerError> {
        let entries = self
            .store
            .entries_blocking(EntriesOf::SessionFile(session, file))?;
        let Some(first) = entries.first() else {
            return Ok(None);
        };
        let kept = self.store.base_of_blocking(session, file)?;
        let path = first.path.clone();
        let base = match kept.as_ref().and_then(|kept| kept.base.clone()) {
            // Some other file's base says nothing of this one's entries.
            _ if first.before.is_none() => None,
            Some(hash) => Some(self.text(&hash, &path)?),
            None => return Err(LedgerError::BaseGone { path }),
        };
        let log = FileLog {
            file,
            base_mode: kept.and_then(|kept| kept.mode).filter(|_| base.is_some()),
            base,
            entries,
        };
        let path = log.written().path.unwrap_or(path);
        if log.base.as_deref().map(content_hash)
            != log.entries.first().and_then(|e| e.before.clone())
        {
            return Err(LedgerError::Damaged { path });
        }
        Ok(Some(Logged { session, path, log }))
    }

    /// A kept content as text.
    pub(super) fn text(&self, hash: &ContentHash, path: &str) -> Result<String, LedgerError> {
        let gone = || LedgerError::BaseGone {
            path: path.to_owned(),
        };
        let bytes = self.store.get_blob_blocking(hash)?.ok_or_else(gone)?;
        Ok(as_text(&bytes).into_owned())
    }

    /// The bytes that a text of a log stands for.
    pub(super) fn bytes(&self, text: &str, path: &str) -> Result<Arc<[u8]>, LedgerError> {
        match blob_of(text) {
            None => Ok(Arc::from(text.as_bytes())),
            Some(hash) => self.store.get_blob_blocking(&hash)?.ok_or_else(|| {
                LedgerError::Refused(format!(
                    "the content of `{path}` that is wanted is gone from the store"
                ))
            }),
        }
    }

    /// Every log of a session, in order of path; those that cannot be read with why.
    ///
    /// # Errors
    /// If the list itself cannot be read.
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
