//! Joins the parts of a hunk again, to undo a split.

use super::log::FileLog;
use super::weave::hunk_at;
use notice::{Notice, notice};
use protocol::change::Hunk;
use protocol::ids::HunkId;

/// Reason why parts cannot be joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum JoinError {
    /// The log does not have the parts.
    Unknown,
    /// The parts differ in state, or in whether they are written.
    Unlike,
    /// Another change was made with one part and without another.
    BuiltOn,
}

impl JoinError {
    /// Returns the message for the user.
    pub fn notice(self) -> Notice {
        match self {
            Self::Unknown => notice!("told-review-parts-gone"),
            Self::Unlike => notice!("told-review-parts-unlike"),
            Self::BuiltOn => notice!("told-review-parts-built"),
        }
    }
}

impl FileLog {
    /// Returns the hunk that adjacent parts form together. Does not change the log, see
    /// [`FileLog::put_together`].
    ///
    /// # Errors
    /// Fails if a part is missing, if the parts are not alike, or joining would change a text that
    /// was already shown.
    pub fn join(&self, parts: &[HunkId], whole: HunkId) -> Result<Hunk, JoinError> {
        let first = parts.first().ok_or(JoinError::Unknown)?;
        let place = self.place(*first).ok_or(JoinError::Unknown)?;
        let (entry, head) = hunk_at(self, place).ok_or(JoinError::Unknown)?;
        let end = place.1.saturating_add(parts.len());
        let found = entry.hunks.get(place.1..end).unwrap_or_default();
        if !found.iter().map(|part| &part.id).eq(parts) {
            return Err(JoinError::Unknown);
        }
        if !found
            .iter()
            .all(|part| (part.state, part.written) == (head.state, head.written))
        {
            return Err(JoinError::Unlike);
        }
        let without = |made_without: &[HunkId]| {
            let missed = parts.iter().filter(|part| made_without.contains(part));
            [0, parts.len()].contains(&missed.count())
        };
        if !self
            .entries
            .iter()
            .all(|later| without(&later.made_without))
        {
            return Err(JoinError::BuiltOn);
        }
        let hunk = Hunk {
            id: whole,
            old_count: found.iter().map(|part| part.old_count).sum(),
            inserted: found
                .iter()
                .flat_map(|part| part.inserted.clone())
                .collect(),
            ..head.clone()
        };
        let before = self.text_before(place.0).unwrap_or_default();
        let hunk = Hunk {
            oversized: super::split::is_oversized(&before, &hunk),
            ..hunk
        };
        let mut joined = self.clone();
        joined.put_together(parts, &hunk);
        if self.reads_as(&joined) {
            Ok(hunk)
        } else {
            Err(JoinError::BuiltOn)
        }
    }

    /// Replaces parts by the joined hunk, also in the lists of hunks that entries
    /// were made without.
    pub fn put_together(&mut self, parts: &[HunkId], whole: &Hunk) {
        let put = |ids: &mut Vec<HunkId>| {
            if let Some(at) = ids.iter().position(|id| parts.contains(id)) {
                ids.retain(|id| !parts.contains(id));
                ids.insert(at.min(ids.len()), whole.id);
            }
        };
        for entry in &mut self.entries {
            let its = entry.hunks.iter().position(|hunk| parts.contains(&hunk.id));
            if let Some(at) = its {
                entry.hunks.retain(|hunk| !parts.contains(&hunk.id));
                entry.hunks.insert(at.min(entry.hunks.len()), whole.clone());
            }
            put(&mut entry.made_without);
            for later in &mut entry.hunks {
                if later.amends.is_some_and(|amended| parts.contains(&amended)) {
                    later.amends = Some(whole.id);
                }
            }
        }
    }
}
