//! What the tools are told of the change log. Asked on blocking workers.

use std::sync::Arc;

use super::disk::Stamp;
use super::logs::Logged;
use super::{Ledger, LedgerError};
use crate::protocol::change::{Entry, HunkState};
use crate::protocol::ids::{FileId, HunkId, SessionId};
use crate::tools::{Asker, Buffer, LoggedFile, OnDisk, Records};

/// A log that cannot be read knows nothing: the work goes on, and the log file says why.
fn known<T>(read: Result<Option<T>, LedgerError>) -> Option<T> {
    read.unwrap_or_else(|error| {
        tracing::warn!(%error, "the change log could not be read");
        None
    })
}

impl Records for Ledger {
    fn file_id(&self, path: &str) -> Option<FileId> {
        known(self.store.file_id_blocking(path).map_err(Into::into))
    }

    fn logged(&self, asker: &Asker, path: &str, disk: Option<&[u8]>) -> Option<LoggedFile> {
        let file = self.file_id(path)?;
        let logged = known(Ledger::logged(self, asker.session, file))?;
        let stamp = Stamp::of(Arc::clone(&asker.ids), asker.now);
        let observed = self.observed(&logged, disk, &stamp);
        let without = logged.unwritten();
        let mut seen = Logged::clone(&logged).taken_for(&self.held(asker.session));
        let after_entry = seen.last_entry();
        seen.log.entries.extend(observed.clone());
        Some(LoggedFile {
            file,
            text: seen.log.buffer().text.map(Arc::from),
            made_without: seen.log.not_live(),
            after_entry,
            without,
            observed,
        })
    }

    fn buffers(&self, session: SessionId) -> Vec<Buffer> {
        let logs = match self.logs(session) {
            Ok((logs, _)) => logs,
            Err(error) => {
                tracing::warn!(%error, "the change log could not be read");
                return Vec::new();
            }
        };
        let held = self.held(session);
        let differs = |logged: &Arc<Logged>| {
            let hunks = logged.log.hunks();
            let mut hunks = hunks.filter(|(_, hunk)| hunk.state.is_live() != hunk.written);
            hunks.next().is_some()
                || logged
                    .log
                    .hunks()
                    .any(|(_, hunk)| held.contains_key(&hunk.id))
        };
        let buffers = logs.into_iter().filter(differs).map(|logged| {
            let seen = Logged::clone(&logged).taken_for(&held);
            Buffer {
                path: logged.path.clone(),
                text: seen.log.buffer().text.map(Arc::from),
            }
        });
        buffers.collect()
    }

    fn on_disk(&self, observed: Option<&Entry>, entry: &Entry) -> OnDisk {
        let logged = known(Ledger::logged(self, entry.session, entry.file));
        let Some(mut logged) = logged.map(|logged| Logged::clone(&logged)) else {
            return OnDisk::BuildsOnStaged;
        };
        logged.log.entries.retain(|known| known.id != entry.id);
        let is_logged = |id| logged.log.entries.iter().any(|known| known.id == id);
        if let Some(observed) = observed.filter(|observed| !is_logged(observed.id)) {
            logged.log.entries.push(observed.clone());
        }
        logged.log.entries.push(entry.clone());
        let target = logged.log.target();
        let new: Vec<HunkId> = entry
            .hunks
            .iter()
            .filter(|hunk| hunk.state == HunkState::Accepted)
            .map(|hunk| hunk.id)
            .collect();
        let in_target = logged.log.in_target();
        let stands = |hunk: &HunkId| {
            let below = logged.log.requisites(*hunk);
            below.iter().all(|below| in_target.contains(below))
        };
        match new.iter().all(stands) {
            true => OnDisk::Becomes(target.text),
            false => OnDisk::BuildsOnStaged,
        }
    }
}
