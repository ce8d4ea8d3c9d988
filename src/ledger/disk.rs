//! What is on the disk, against what the log says is there. A difference is the work of somebody else
//! and becomes an entry, accepted and written.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use super::logs::Logged;
use super::{Ledger, LedgerError};
use crate::protocol::call::ErrorCode;
use crate::protocol::change::{Entry, FileOperation, Hunk, HunkState, Origin};
use crate::protocol::ids::{EntryId, HunkId};
use crate::review::binary::{as_text, content_hash};
use crate::review::hunks::{HunkLimits, hunks_between};
use crate::tools::IdSource;

/// The bytes of a file with its permission bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OnDisk {
    /// They.
    pub(super) bytes: Vec<u8>,
    /// Permission bits.
    pub(super) mode: u32,
}

/// Where new ids and the time come from.
#[derive(Clone)]
pub struct Stamp {
    /// Ids.
    pub ids: IdSource,
    /// Now.
    pub now: Timestamp,
    /// What was noticed so far: looked at twice in one piece of work it is the same entry.
    noticed: Arc<Mutex<Vec<Entry>>>,
}

impl Stamp {
    /// The clock's time and random ids.
    pub fn now() -> Self {
        Self::of(Arc::new(uuid::Uuid::now_v7), Timestamp::now())
    }

    /// This time and these ids.
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
    /// What is at a path; `None` where there is no file.
    pub(super) fn on_disk(&self, path: &str) -> Result<Option<OnDisk>, LedgerError> {
        match self.workspace.bytes_for_delete(path) {
            Ok((_, bytes, mode)) => Ok(Some(OnDisk { bytes, mode })),
            Err(error) if error.code == ErrorCode::FileNotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// What others did to a file since the log last knew it; `None` where it is as the log says.
    pub(super) fn observed(
        &self,
        logged: &Logged,
        disk: Option<&[u8]>,
        stamp: &Stamp,
    ) -> Option<Entry> {
        let known = logged.log.written().text;
        let now = disk.map(as_text);
        if known.as_deref() == now.as_deref() {
            return None;
        }
        let before = known.as_deref().map(content_hash);
        let after = now.as_deref().map(content_hash);
        let is_it = |entry: &&Entry| {
            (entry.session, entry.file) == (logged.session, logged.log.file)
                && (&entry.before, &entry.after) == (&before, &after)
        };
        if let Some(entry) = stamp.noticed().iter().find(is_it) {
            return Some(entry.clone());
        }
        let origin = after
            .as_ref()
            .and_then(|hash| {
                let asked =
                    self.store
                        .written_by_another_blocking(logged.session, &logged.path, hash);
                asked.ok().flatten()
            })
            .map_or(Origin::User, |name| Origin::Session { name });
        let entry = Entry {
            id: EntryId((stamp.ids)()),
            file: logged.log.file,
            path: logged.path.clone(),
            session: logged.session,
            origin,
            operation: match (&known, &now) {
                (None, _) => FileOperation::Create,
                (_, None) => FileOperation::Delete,
                _ => FileOperation::Edit,
            },
            before,
            after,
            hunks: outside_hunks(known.as_deref(), now.as_deref(), stamp),
            made_without: logged.unwritten(),
            rationale: None,
            at: stamp.now,
        };
        stamp.noticed().push(entry.clone());
        Some(entry)
    }
}

/// The hunks of an outside change: accepted and written. A change of existence is one at least.
fn outside_hunks(before: Option<&str>, after: Option<&str>, stamp: &Stamp) -> Vec<Hunk> {
    let limits = HunkLimits {
        max_lines: usize::MAX,
        max_bytes: usize::MAX,
    };
    let (old, new) = (before.unwrap_or_default(), after.unwrap_or_default());
    let mut next_id = || HunkId((stamp.ids)());
    let mut hunks = hunks_between(old, new, limits, &mut next_id);
    if hunks.is_empty() || after.is_none() {
        let lines = old.split_inclusive('\n').count();
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
