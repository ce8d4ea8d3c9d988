//! Compares the disk with the state in the log. A difference has another author and becomes an
//! entry, accepted and written.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use super::logs::Logged;
use super::{Ledger, LedgerError};
use protocol::call::ErrorCode;
use protocol::change::{Entry, FileOperation, Hunk, HunkState, Origin};
use protocol::ids::{ContentHash, EntryId, HunkId};
use review::binary::{as_text, content_hash};
use review::hunks::{HunkLimits, hunks_between};
use tools::{DiskFile, IdSource};

/// The bytes of a file with its permission bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OnDisk {
    pub(super) bytes: Vec<u8>,
    pub(super) mode: u32,
}

impl OnDisk {
    pub(super) fn as_file(&self) -> DiskFile<'_> {
        DiskFile {
            bytes: &self.bytes,
            mode: self.mode,
        }
    }
}

/// Sources of new ids and the time.
#[derive(Clone)]
pub struct Stamp {
    pub ids: IdSource,
    pub now: Timestamp,
    /// Entries observed in this job: a second scan within it yields the same entry.
    noticed: Arc<Mutex<Vec<Entry>>>,
}

impl Stamp {
    /// Uses the current time and random ids.
    pub fn now() -> Self {
        Self::of(Arc::new(uuid::Uuid::now_v7), Timestamp::now())
    }

    /// Uses this time and these ids.
    pub fn of(ids: IdSource, now: Timestamp) -> Self {
        Self {
            ids,
            now,
            noticed: Arc::default(),
        }
    }

    fn noticed(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.noticed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ledger {
    /// Reads the file at a path; `None` if there is none.
    pub(super) fn on_disk(&self, path: &str) -> Result<Option<OnDisk>, LedgerError> {
        match self.workspace.bytes_for_delete(path) {
            Ok((_, bytes, mode)) => Ok(Some(OnDisk { bytes, mode })),
            Err(error) if error.code == ErrorCode::FileNotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the file on the disk; `None` if there is none, or if another file of the session took
    /// its path after it was gone.
    pub(super) fn disk_of(&self, logged: &Logged) -> Result<Option<OnDisk>, LedgerError> {
        let disk = self.on_disk(&logged.path)?;
        if disk.is_none() || logged.is_there() {
            return Ok(disk);
        }
        let others = self.logs(logged.session)?.0;
        let is_there = |other: &std::sync::Arc<Logged>| {
            other.log.file != logged.log.file && other.path == logged.path && other.is_there()
        };
        Ok(disk.filter(|_| !others.iter().any(is_there)))
    }

    /// Returns the changes by others since the log last knew the file: to its text, then to its
    /// permission bits. Empty if the file is as the log says.
    pub(super) fn observed(
        &self,
        logged: &Logged,
        disk: Option<DiskFile<'_>>,
        stamp: &Stamp,
    ) -> Vec<Entry> {
        let known = logged.log.written();
        let now = disk.map(|disk| as_text(disk.bytes));
        let mut observed = Vec::new();
        if known.text.as_deref() != now.as_deref() {
            let change = TextChange {
                before: known.text.as_deref(),
                after: now.as_deref(),
            };
            observed.push(self.noticed_once(logged, change.operation(), change, stamp));
        }
        // The earlier bits of a new file are unknown.
        let bits = known
            .mode
            .filter(|_| known.text.is_some())
            .zip(disk.map(|disk| disk.mode));
        if let Some((from, to)) = bits.filter(|(from, to)| from != to) {
            let change = TextChange {
                before: now.as_deref(),
                after: now.as_deref(),
            };
            let operation = FileOperation::Mode { from, to };
            observed.push(self.noticed_once(logged, operation, change, stamp));
        }
        observed
    }

    /// Returns the entry of an outside change, the same one each time within one job.
    fn noticed_once(
        &self,
        logged: &Logged,
        operation: FileOperation,
        change: TextChange<'_>,
        stamp: &Stamp,
    ) -> Entry {
        let before = change.before.map(content_hash);
        let after = change.after.map(content_hash);
        let is_it = |entry: &&Entry| {
            (entry.session, entry.file) == (logged.session, logged.log.file)
                && (&entry.before, &entry.after) == (&before, &after)
                && entry.operation == operation
        };
        if let Some(entry) = stamp.noticed().iter().find(is_it) {
            return entry.clone();
        }
        let origin = match &operation {
            FileOperation::Mode { .. } => Origin::User,
            _ => self.who_wrote(logged, after.as_ref()),
        };
        let entry = Entry {
            id: EntryId((stamp.ids)()),
            file: logged.log.file,
            path: logged.path.clone(),
            session: logged.session,
            origin,
            operation,
            before,
            after,
            hunks: outside_hunks(change.before, change.after, stamp),
            made_without: logged.unwritten(),
            rationale: None,
            at: stamp.now,
        };
        stamp.noticed().push(entry.clone());
        entry
    }

    /// Determines the author of a content: another session that knows it, or the user.
    fn who_wrote(&self, logged: &Logged, after: Option<&ContentHash>) -> Origin {
        let asked = after.map(|hash| {
            self.store
                .written_by_another_blocking(logged.session, &logged.path, hash)
        });
        let name = asked.and_then(Result::ok).flatten();
        name.map_or(Origin::User, |name| Origin::Session { name })
    }
}

/// The text of a file before and after a change; `None` means no file.
#[derive(Clone, Copy)]
struct TextChange<'a> {
    before: Option<&'a str>,
    after: Option<&'a str>,
}

impl TextChange<'_> {
    fn operation(self) -> FileOperation {
        match (self.before, self.after) {
            (None, _) => FileOperation::Create,
            (_, None) => FileOperation::Delete,
            _ => FileOperation::Edit,
        }
    }
}

/// Builds the hunks of an outside change: accepted and written. Creating or deleting a file yields
/// at least one.
fn outside_hunks(before: Option<&str>, after: Option<&str>, stamp: &Stamp) -> Vec<Hunk> {
    let limits = HunkLimits {
        max_lines: usize::MAX,
        max_bytes: usize::MAX,
    };
    let (old, new) = (before.unwrap_or_default(), after.unwrap_or_default());
    let mut next_id = || HunkId((stamp.ids)());
    let mut hunks = hunks_between(old, new, limits, &mut next_id);
    if hunks.is_empty() || after.is_none() {
        let lines = match after {
            None => old.split_inclusive('\n').count(),
            Some(_) => 0,
        };
        hunks = vec![Hunk {
            id: next_id(),
            old_start: 1,
            old_count: u32::try_from(lines).unwrap_or(u32::MAX),
            new_start: 1,
            inserted: Vec::new(),
            state: HunkState::Accepted,
            written: true,
            oversized: false,
            amends: None,
        }];
    }
    for hunk in &mut hunks {
        hunk.state = HunkState::Accepted;
        hunk.written = true;
    }
    hunks
}
