//! Records which text each agent has read of each file, for compare-and-swap, and the ids of files
//! that the log does not know yet.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::ids::{FileId, SessionId};
use review::hunks::{lines_of, spans_between};

/// Number of successive conflicts on one file after which the result tells the agent to stop.
pub(super) const CONFLICT_LIMIT: u32 = 5;

/// Maximum number of remembered texts; the least recently used ones are dropped first.
const KNOWN_LIMIT: usize = 1_000;

/// An agent and the file that it read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Reader {
    pub(super) session: SessionId,
    pub(super) agent: String,
    pub(super) path: String,
}

#[derive(Debug, Clone, Default)]
struct ReadRecord {
    text: Option<Arc<str>>,
    hashes: Vec<String>,
    conflicts: u32,
    used: u64,
}

#[derive(Debug, Clone, Default)]
struct State {
    known: HashMap<Reader, ReadRecord>,
    files: HashMap<String, FileId>,
    clock: u64,
}

/// Memory of a tool box.
#[derive(Debug, Default)]
pub(super) struct ReadMemory {
    state: Mutex<State>,
}

impl ReadMemory {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that an agent has this text now. `hash` was given to it for a part of the text.
    pub(super) fn has_read(&self, reader: &Reader, text: &str, hash: Option<String>) {
        let mut state = self.lock();
        state.clock += 1;
        let now = state.clock;
        let known = state.known.entry(reader.clone()).or_default();
        if known.text.as_deref() != Some(text) {
            known.text = Some(text.into());
            known.hashes.clear();
        }
        known.hashes.extend(hash);
        known.used = now;
        if state.known.len() > KNOWN_LIMIT {
            let oldest = state
                .known
                .iter()
                .min_by_key(|(_, known)| known.used)
                .map(|(reader, _)| reader.clone());
            if let Some(oldest) = oldest {
                state.known.remove(&oldest);
            }
        }
    }

    /// Returns an independent copy.
    pub(super) fn copy(&self) -> Self {
        let state = Mutex::new(self.lock().clone());
        Self { state }
    }

    /// Returns the text that an agent last read.
    pub(super) fn last_read(&self, reader: &Reader) -> Option<Arc<str>> {
        let state = self.lock();
        state.known.get(reader)?.text.clone()
    }

    /// Returns whether an agent was given this hash for a part of the text that it last read.
    pub(super) fn was_given(&self, reader: &Reader, hash: &str) -> bool {
        let state = self.lock();
        state
            .known
            .get(reader)
            .is_some_and(|known| known.hashes.iter().any(|given| given == hash))
    }

    /// Counts a conflict; returns the number of conflicts in a row.
    pub(super) fn conflict(&self, reader: &Reader) -> u32 {
        let mut state = self.lock();
        let known = state.known.entry(reader.clone()).or_default();
        known.conflicts = known.conflicts.saturating_add(1);
        known.conflicts
    }

    /// Records a successful write of an agent: it knows this text now (`None`: it
    /// deleted the file).
    pub(super) fn has_written(&self, reader: &Reader, text: Option<&str>) {
        if let Some(text) = text {
            self.has_read(reader, text, None);
        }
        let mut state = self.lock();
        match text {
            Some(_) => {
                if let Some(known) = state.known.get_mut(reader) {
                    known.conflicts = 0;
                }
            }
            None => {
                state.known.remove(reader);
            }
        }
    }

    /// Returns the id of a file that the log does not know yet. The id is the same each time for
    /// one path, so that two changes of a file are entries of one file.
    pub(super) fn file_id(&self, path: &str, make: impl FnOnce() -> FileId) -> FileId {
        let mut state = self.lock();
        *state.files.entry(path.to_owned()).or_insert_with(make)
    }

    /// Records that the file at a path was renamed, and that the log knows its new path: a file
    /// created at the old path is another one.
    pub(super) fn has_moved_from(&self, path: &str) {
        self.lock().files.remove(path);
    }
}

/// Returns the range of lines (from 0) of a read text in the present text; `None` if they have
/// changed. An empty range stays between its two neighboring lines if one of them still exists.
pub(super) fn lines_now(read: &str, now: &str, wanted: &Range<usize>) -> Option<Range<usize>> {
    if read == now {
        return Some(wanted.clone());
    }
    let (old, new) = (lines_of(read), lines_of(now));
    let mut place: Vec<Option<usize>> = Vec::with_capacity(old.len());
    let mut next_new = 0;
    for span in spans_between(&old, &new) {
        while place.len() < span.old.start {
            place.push(Some(next_new));
            next_new += 1;
        }
        place.resize(span.old.end, None);
        next_new = span.new.end;
    }
    while place.len() < old.len() {
        place.push(Some(next_new));
        next_new += 1;
    }
    let at = |index: usize| place.get(index).copied().flatten();
    if wanted.is_empty() {
        let after = at(wanted.start);
        let before = wanted
            .start
            .checked_sub(1)
            .and_then(at)
            .map(|line| line + 1);
        let point = after
            .or(before)
            .or((old.is_empty() && new.is_empty()).then_some(0))?;
        return Some(point..point);
    }
    let start = at(wanted.start)?;
    for (offset, index) in wanted.clone().enumerate() {
        if at(index) != Some(start + offset) {
            return None;
        }
    }
    Some(start..start + wanted.len())
}
