//! The change log of one file: its base and the entries made on it, in order.
//!
//! Owns the effect of decisions on the texts (TARGET and BUFFER) and the check of a log against its
//! hashes. Replay is in `replay`, dependence in `conflicts`.

use std::collections::BTreeSet;
use std::sync::Arc;

use notice::{Notice, notice};
use protocol::change::{Entry, Hunk, HunkState, Origin};
use protocol::ids::{ContentHash, EntryId, FileId, HunkId};

use super::binary::content_hash;
use super::choice::Choice;
use super::groups::{Groups, Owners};
use super::replay::Replayed;
use super::weave::{HunkRef, Weave, hunk_at};

/// History of a file since its base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLog {
    pub file: FileId,
    /// Text before the first entry; `None` if there was no file.
    pub base: Option<Arc<str>>,
    /// Permission bits before the first entry; `None` if there was no file or they were not read.
    pub base_mode: Option<u32>,
    /// The entries, oldest first.
    pub entries: Vec<Entry>,
}

/// An entry that does not fit the log before it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum LogFault {
    /// The entry names another base text than the log gives.
    Before { entry: EntryId },
    /// The entry's hunks give another text than it names.
    After { entry: EntryId },
}

impl LogFault {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Before { entry } => notice!("told-review-log-before", word = entry.to_string()),
            Self::After { entry } => notice!("told-review-log-after", word = entry.to_string()),
        }
    }
}

impl FileLog {
    /// Creates the log of a file without changes.
    pub fn new(file: FileId, base: Option<String>) -> Self {
        Self {
            file,
            base: base.map(Arc::from),
            base_mode: None,
            entries: Vec::new(),
        }
    }

    /// Replays the hunks for which `keep` returns true: base lines and inserted lines of kept
    /// hunks, unless a kept hunk deletes them, in the one order that the log defines. Well-defined
    /// for any choice; [`FileLog::conflicts`] checks the choice.
    pub fn replay(&self, keep: &dyn Fn(&Entry, &Hunk) -> bool) -> Replayed {
        Weave::of(self).replay(self, &Choice::of(self, keep))
    }

    /// Computes TARGET, which applying writes: base, the user's hunks, accepted hunks, and pending
    /// hunks that are already written.
    pub fn target(&self) -> Replayed {
        let weave = Weave::of(self);
        weave.replay(self, &self.target_of(&weave))
    }

    /// Computes BUFFER, which the agent reads: TARGET and the other pending hunks.
    pub fn buffer(&self) -> Replayed {
        let weave = Weave::of(self);
        weave.replay(self, &self.live_of(&weave))
    }

    /// Computes the text on the disk according to the log, from the hunks that were written.
    pub fn written(&self) -> Replayed {
        self.replay(&|_, hunk| hunk.written)
    }

    /// Returns the hunks that are not live, for [`Entry::made_without`] of an entry
    /// made on [`FileLog::buffer`].
    pub fn not_live(&self) -> Vec<HunkId> {
        self.not_in(&self.live_of(&Weave::of(self)))
    }

    pub(super) fn not_in(&self, choice: &Choice) -> Vec<HunkId> {
        let mut not_in = Vec::new();
        for (number, entry) in self.entries.iter().enumerate() {
            let parts = entry.hunks.iter().enumerate();
            let others = parts.filter(|(part, _)| !choice.has((number, *part)));
            not_in.extend(others.map(|(_, hunk)| hunk.id));
        }
        not_in
    }

    /// Returns the hunks in TARGET.
    pub fn in_target(&self) -> BTreeSet<HunkId> {
        let places = self.target_of(&Weave::of(self));
        self.ids(places.places()).into_iter().collect()
    }

    /// Returns the hunks in BUFFER.
    pub fn in_buffer(&self) -> BTreeSet<HunkId> {
        let places = self.live_of(&Weave::of(self));
        self.ids(places.places()).into_iter().collect()
    }

    /// Returns the hunks of TARGET: those whose own state puts them there, and the hunks that the
    /// user's hunks among them build on. The user never yields, so an agent's hunk under later work
    /// of the user stays.
    pub(super) fn target_of(&self, weave: &Weave) -> Choice {
        let in_target = |entry: &Entry, hunk: &Hunk| match hunk.state {
            HunkState::Accepted => true,
            HunkState::Pending => {
                hunk.written || hunk.amends.is_some() || !must_yield(&entry.origin)
            }
            HunkState::Rejected | HunkState::RolledBack => false,
        };
        self.pinned(weave, &in_target)
    }

    /// Returns the hunks of BUFFER, by the same rule as for TARGET.
    pub(super) fn live_of(&self, weave: &Weave) -> Choice {
        self.pinned(weave, &|_: &Entry, hunk: &Hunk| hunk.state.is_live())
    }

    /// Takes the hunks that `keep` selects by their own state, plus everything that the
    /// non-yielding hunks among them build on. An amending hunk is taken if and only if its
    /// amended hunk is.
    fn pinned(&self, weave: &Weave, keep: &dyn Fn(&Entry, &Hunk) -> bool) -> Choice {
        let own = Choice::of(self, keep);
        let groups = Groups::of(self);
        let mut chosen = own.clone();
        for place in own.places().filter(|place| !own.has(groups.root(*place))) {
            chosen.remove(place);
        }
        let mut pinned = weave.pinned(self, &chosen);
        for place in own.places().filter(|place| !chosen.has(*place)) {
            if pinned.has(groups.root(place)) {
                pinned.add(place);
            }
        }
        pinned
    }

    /// Finds the place of a hunk in the log.
    pub(super) fn place(&self, hunk: HunkId) -> Option<HunkRef> {
        self.entries.iter().enumerate().find_map(|(number, entry)| {
            let part = entry.hunks.iter().position(|part| part.id == hunk)?;
            Some((number, part))
        })
    }

    /// Returns the ids of the hunks at these places.
    pub(super) fn ids(&self, places: impl Iterator<Item = HunkRef>) -> Vec<HunkId> {
        places
            .filter_map(|place| hunk_at(self, place).map(|(_, hunk)| hunk.id))
            .collect()
    }

    /// Returns every hunk with its entry, in log order.
    pub fn hunks(&self) -> impl Iterator<Item = (&Entry, &Hunk)> {
        self.entries
            .iter()
            .flat_map(|entry| entry.hunks.iter().map(move |hunk| (entry, hunk)))
    }

    /// Sets the decision about hunks. Ignores unknown ids.
    pub fn decide(&mut self, hunks: &[HunkId], state: HunkState) {
        let chosen: BTreeSet<HunkId> = hunks.iter().copied().collect();
        let all = self.entries.iter_mut().flat_map(|entry| &mut entry.hunks);
        for hunk in all.filter(|hunk| chosen.contains(&hunk.id)) {
            hunk.state = state;
        }
    }

    /// Marks as written, after TARGET was applied, the hunks in TARGET and no others.
    pub fn applied(&mut self) {
        let weave = Weave::of(self);
        let kept = self.target_of(&weave);
        for (number, entry) in self.entries.iter_mut().enumerate() {
            for (part, hunk) in entry.hunks.iter_mut().enumerate() {
                hunk.written = kept.has((number, part));
            }
        }
    }

    /// Returns the present text of a hunk in BUFFER: its lines with the user's amendments. For a
    /// hunk that is not live, returns its lines as proposed.
    pub fn text_of(&self, hunk: HunkId) -> String {
        let proposed = self.hunks().find(|(_, known)| known.id == hunk);
        let Some((_, known)) = proposed else {
            return String::new();
        };
        if !known.state.is_live() {
            return known.inserted.concat();
        }
        let Some(place) = self.place(hunk) else {
            return String::new();
        };
        let owners = Owners::of(self);
        let buffer = owners.buffer.text.as_deref().unwrap_or_default();
        let lines = split_lines(buffer).zip(owners.lines());
        let its = lines.filter(|(_, owner)| *owner == Some(place));
        its.map(|(line, _)| line).collect()
    }

    /// Checks every entry's hashes against the text that the log gives before and after it.
    ///
    /// # Errors
    /// Returns the first entry that does not fit.
    pub fn verify(&self) -> Result<(), LogFault> {
        let mut log = Self {
            entries: Vec::new(),
            ..self.clone()
        };
        for entry in &self.entries {
            let without: BTreeSet<HunkId> = entry.made_without.iter().copied().collect();
            let seen = |_: &Entry, hunk: &Hunk| !without.contains(&hunk.id);
            if hash(&log.replay(&seen)) != entry.before {
                return Err(LogFault::Before { entry: entry.id });
            }
            log.entries.push(entry.clone());
            if hash(&log.replay(&seen)) != entry.after {
                return Err(LogFault::After { entry: entry.id });
            }
        }
        Ok(())
    }
}

/// Returns whether a hunk of this origin gives way in a conflict. Hunks that may be the user's do
/// not, nor do hunks that another session has applied.
pub fn must_yield(origin: &Origin) -> bool {
    matches!(origin, Origin::Agent { .. } | Origin::Shell { .. })
}

/// Returns whether a hunk gives way in a conflict: by its origin, or as the user's amendment of a
/// hunk that does.
pub fn is_agent_owned(entry: &Entry, hunk: &Hunk) -> bool {
    hunk.amends.is_some() || must_yield(&entry.origin)
}

/// Splits a text into lines, each with its ending; joined, they give the text again. Only `\n`
/// ends a line.
pub fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut ends = memchr::memchr_iter(b'\n', text.as_bytes());
    let mut start = 0;
    std::iter::from_fn(move || {
        let end = ends.next().map_or(text.len(), |at| at + 1);
        let line = text.get(std::mem::replace(&mut start, end)..end);
        line.filter(|line| !line.is_empty())
    })
}

/// Returns the end offset of each line in a text.
pub(super) fn line_ends(text: &str) -> Vec<usize> {
    let breaks = memchr::memchr_iter(b'\n', text.as_bytes());
    let mut ends: Vec<usize> = breaks.map(|at| at + 1).collect();
    if !text.is_empty() && !text.ends_with('\n') {
        ends.push(text.len());
    }
    ends
}

fn hash(replayed: &Replayed) -> Option<ContentHash> {
    replayed.text.as_deref().map(content_hash)
}
