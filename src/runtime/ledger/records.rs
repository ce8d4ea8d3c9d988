//! The change log as the tools see it. Called on blocking workers.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::disk::Stamp;
use super::logs::Logged;
use super::{Ledger, LedgerError};
use protocol::change::{Entry, Hunk, HunkState};
use protocol::ids::{ContentHash, FileId, HunkId, SessionId};
use review::woven::Woven;
use tools::{AtPath, Buffer, CallContext, DiskFile, LoggedFile, OnDisk, Records};

/// Treats a log that cannot be read as empty, so that the work can continue. The log file contains
/// the error.
fn known<T>(read: Result<Option<T>, LedgerError>) -> Option<T> {
    read.unwrap_or_else(|error| {
        tracing::warn!(%error, "the change log could not be read");
        None
    })
}

impl Records for Ledger {
    fn file_id(&self, session: SessionId, path: &str) -> Option<FileId> {
        let found = self.store.file_id_blocking(session, path);
        known(found.map_err(Into::into))
    }

    fn file_on_disk(&self, session: SessionId, path: &str) -> AtPath {
        let logged = |file| known(Ledger::logged(self, session, file));
        let is_there = |file: &FileId| {
            logged(*file).is_some_and(|logged| logged.path == path && logged.is_there())
        };
        let at = self.store.files_at_blocking(session, path);
        let at = known(at.map(Some).map_err(Into::into)).unwrap_or_default();
        if let Some(file) = at.into_iter().find(is_there) {
            return AtPath::Logged(file);
        }
        let seen = self.file_id(session, path).and_then(logged);
        let is_elsewhere = seen.is_some_and(|seen| seen.path != path && seen.is_there());
        if is_elsewhere {
            AtPath::Unknown
        } else {
            AtPath::AsSeen
        }
    }

    fn logged(
        &self,
        asker: &CallContext,
        path: &str,
        disk: Option<DiskFile<'_>>,
    ) -> Option<LoggedFile> {
        let file = self.file_id(asker.session, path)?;
        let logged = known(Ledger::logged(self, asker.session, file))?;
        // A decision moves the file but is not applied, so it is still at the other path.
        if logged.path != path {
            let elsewhere = known(Ledger::on_disk(self, &logged.path));
            let disk = elsewhere.as_ref().map(super::disk::OnDisk::as_file);
            return self.logged_file(asker, file, disk);
        }
        // The path may still hold another file that will make room for this one.
        let is_its = || match self.file_on_disk(asker.session, path) {
            AtPath::Logged(there) => there == file,
            AtPath::Unknown | AtPath::AsSeen => true,
        };
        let disk = disk.filter(|_| logged.is_there() || is_its());
        self.logged_file(asker, file, disk)
    }

    fn logged_file(
        &self,
        asker: &CallContext,
        file: FileId,
        disk: Option<DiskFile<'_>>,
    ) -> Option<LoggedFile> {
        let logged = known(Ledger::logged(self, asker.session, file))?;
        let stamp = Stamp::of(Arc::clone(&asker.ids), asker.now);
        let observed = self.observed(&logged, disk, &stamp);
        let without = logged.unwritten();
        let mut seen = logged.taken_for(&self.held(asker.session));
        if !observed.is_empty() {
            seen = Arc::new(seen.and_then(observed.iter().cloned()));
        }
        Some(LoggedFile {
            file,
            text: seen.buffer().text.clone(),
            made_without: seen.not_live(),
            after_entry: logged.last_entry(),
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
        let buffers = logs.into_iter().filter(differs).flat_map(|logged| {
            let seen = logged.taken_for(&held);
            let seen = seen.buffer();
            let path = seen.path.clone().unwrap_or_else(|| logged.path.clone());
            let left = (path != logged.path).then(|| Buffer {
                path: logged.path.clone(),
                text: None,
                mode: None,
            });
            let (text, mode) = (seen.text.clone(), seen.mode);
            left.into_iter().chain([Buffer { path, text, mode }])
        });
        // The path of a file that is gone may hold another file.
        let (there, gone): (Vec<Buffer>, Vec<Buffer>) =
            buffers.partition(|buffer| buffer.text.is_some());
        let gone: Vec<Buffer> = gone
            .into_iter()
            .filter(|gone| !there.iter().any(|other| other.path == gone.path))
            .collect();
        there.into_iter().chain(gone).collect()
    }

    fn live_hunks(&self, session: SessionId) -> BTreeSet<HunkId> {
        let logs = known(self.logs(session).map(Some));
        let logs = logs.map(|(logs, _)| logs).unwrap_or_default();
        let held = self.held(session);
        let live = logs.iter().flat_map(|logged| {
            let seen = logged.taken_for(&held);
            let hunks = seen.hunks().map(|(_, hunk)| hunk.clone());
            let live = hunks.filter(|hunk| hunk.state.is_live());
            live.map(|hunk| hunk.id).collect::<Vec<_>>()
        });
        live.collect()
    }

    fn blob(&self, hash: &ContentHash) -> Option<Arc<[u8]>> {
        known(self.store.get_blob_blocking(hash).map_err(Into::into))
    }

    fn on_disk(&self, observed: &[Entry], entry: &Entry) -> OnDisk {
        let logged = known(Ledger::logged(self, entry.session, entry.file));
        let Some(logged) = logged else {
            return OnDisk::BuildsOnProposed;
        };
        // Another file is still at this path, which it will leave.
        let there = self.file_on_disk(entry.session, &entry.path);
        if matches!(there, AtPath::Logged(file) if file != entry.file) {
            return OnDisk::BuildsOnProposed;
        }
        let mut log = logged.log.log().clone();
        log.entries.retain(|known| known.id != entry.id);
        let news: Vec<Entry> = observed
            .iter()
            .filter(|observed| log.entries.iter().all(|known| known.id != observed.id))
            .cloned()
            .collect();
        log.entries.extend(news);
        log.entries.push(entry.clone());
        let log = Woven::from(log);
        // A move of the file, proposed or decided, is not on the disk yet.
        let target = log.target().path;
        if [target.as_ref(), Some(&entry.path)] != [Some(&logged.path); 2] {
            return OnDisk::BuildsOnProposed;
        }
        // A decision that is not applied is not on the disk, like a proposed change.
        let new: BTreeSet<HunkId> = entry
            .hunks
            .iter()
            .filter(|hunk| hunk.state == HunkState::Accepted)
            .map(|hunk| hunk.id)
            .collect();
        let kept = |hunk: &Hunk| hunk.written || new.contains(&hunk.id);
        let below: BTreeSet<HunkId> = log.requisites_of(&new).into_iter().collect();
        let mut hunks = log.hunks().map(|(_, hunk)| hunk);
        if hunks.all(|hunk| kept(hunk) || !below.contains(&hunk.id)) {
            let text = log.replay(&|_, hunk| kept(hunk)).text;
            OnDisk::Becomes(text.as_deref().map(str::to_owned))
        } else {
            OnDisk::BuildsOnProposed
        }
    }
}
