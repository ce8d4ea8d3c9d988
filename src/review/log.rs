//! The change log of one file: its base and the entries made on it, in order.
//!
//! Owns the decisions' meaning for the texts (what is in TARGET, what in BUFFER) and the check of
//! a log against its hashes. Replay itself is in `replay`, dependence in `conflicts`.

use std::collections::{BTreeMap, BTreeSet};

use crate::protocol::change::{Entry, Hunk, HunkState, Origin};
use crate::protocol::ids::{ContentHash, EntryId, FileId, HunkId};

use super::binary::content_hash;
use super::choice::Choice;
use super::replay::{LineId, Replayed};
use super::weave::{HunkRef, Weave};

/// A file's history since its base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLog {
    /// The file.
    pub file: FileId,
    /// Its text before the first entry; `None` where there was no file.
    pub base: Option<String>,
    /// What was done to it, oldest first.
    pub entries: Vec<Entry>,
}

/// An entry that does not fit the log before it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LogFault {
    /// It says that it was made on another text.
    #[error(
        "change {entry} was made on a text that the log does not give; the file's history cannot be used, its present text can"
    )]
    Before {
        /// Which entry.
        entry: EntryId,
    },
    /// Its hunks give another text than it says.
    #[error(
        "change {entry} does not give the text that it promises; the file's history cannot be used, its present text can"
    )]
    After {
        /// Which entry.
        entry: EntryId,
    },
}

impl FileLog {
    /// A file without changes.
    pub fn new(file: FileId, base: Option<String>) -> Self {
        Self {
            file,
            base,
            entries: Vec::new(),
        }
    }

    /// Replays the hunks that `keep` says yes to: base lines and inserted lines of kept hunks,
    /// unless a kept hunk deletes them, in the one order that the log gives them. Well-defined
    /// for any choice; whether the choice makes sense is told by [`FileLog::conflicts`].
    pub fn replay(&self, keep: &dyn Fn(&Entry, &Hunk) -> bool) -> Replayed {
        Weave::of(self).replay(self, &Choice::of(self, keep))
    }

    /// TARGET, what saving writes: base, the user's hunks, accepted ones, and pending ones that
    /// are written already.
    pub fn target(&self) -> Replayed {
        self.replay_pinned(&in_target)
    }

    /// BUFFER, what the agent reads: TARGET and the other pending hunks.
    pub fn buffer(&self) -> Replayed {
        self.replay_pinned(&|_, hunk| hunk.state.is_live())
    }

    /// What the log says is on the disk: the hunks that were written.
    pub fn written(&self) -> Replayed {
        self.replay(&|_, hunk| hunk.written)
    }

    /// Hunks that are not live, for [`Entry::made_without`] of an entry made on
    /// [`FileLog::buffer`].
    pub fn not_live(&self) -> Vec<HunkId> {
        let weave = Weave::of(self);
        let live = weave.pinned(self, &|_, hunk| hunk.state.is_live());
        let mut not_live = Vec::new();
        for (number, entry) in self.entries.iter().enumerate() {
            let parts = entry.hunks.iter().enumerate();
            let refused = parts.filter(|(part, _)| !live.has((number, *part)));
            not_live.extend(refused.map(|(_, hunk)| hunk.id));
        }
        not_live
    }

    /// The hunks that are in TARGET.
    pub fn in_target(&self) -> BTreeSet<HunkId> {
        let weave = Weave::of(self);
        self.chosen(&self.target_of(&weave))
    }

    /// The hunks that are in BUFFER.
    pub fn in_buffer(&self) -> BTreeSet<HunkId> {
        let live = Weave::of(self).pinned(self, &|_, hunk| hunk.state.is_live());
        self.chosen(&live)
    }

    fn chosen(&self, choice: &Choice) -> BTreeSet<HunkId> {
        let at = |(entry, part): HunkRef| Some(self.entries.get(entry)?.hunks.get(part)?.id);
        choice.places().filter_map(at).collect()
    }

    /// Every hunk with its entry, in the order of the log.
    pub fn hunks(&self) -> impl Iterator<Item = (&Entry, &Hunk)> {
        self.entries
            .iter()
            .flat_map(|entry| entry.hunks.iter().map(move |hunk| (entry, hunk)))
    }

    /// Sets what was decided about hunks. Unknown ones are passed over.
    pub fn decide(&mut self, hunks: &[HunkId], state: HunkState) {
        let chosen: BTreeSet<HunkId> = hunks.iter().copied().collect();
        let all = self.entries.iter_mut().flat_map(|entry| &mut entry.hunks);
        for hunk in all.filter(|hunk| chosen.contains(&hunk.id)) {
            hunk.state = state;
        }
    }

    /// Marks what is on the disk after TARGET was saved: the hunks in it and no others.
    pub fn saved(&mut self) {
        let weave = Weave::of(self);
        let kept = self.target_of(&weave);
        for (number, entry) in self.entries.iter_mut().enumerate() {
            for (part, hunk) in entry.hunks.iter_mut().enumerate() {
                hunk.written = kept.has((number, part));
            }
        }
    }

    /// What a hunk reads now in BUFFER: its lines, with the human's changes of them. For a hunk that is
    /// not live: its lines as they were proposed.
    pub fn text_of(&self, hunk: HunkId) -> String {
        let proposed = self.hunks().find(|(_, known)| known.id == hunk);
        let Some((entry, known)) = proposed else {
            return String::new();
        };
        if !known.state.is_live() {
            return known.inserted.concat();
        }
        let before = entry.hunks.iter().take_while(|part| part.id != hunk);
        let first = before.map(|part| part.inserted.len()).sum::<usize>();
        let own = first..first.saturating_add(known.inserted.len());
        let amending: BTreeSet<LineId> = self
            .entries
            .iter()
            .flat_map(|later| {
                let mut next = 0_u32;
                later.hunks.iter().flat_map(move |part| {
                    let count = u32::try_from(part.inserted.len()).unwrap_or(u32::MAX);
                    let lines = next..next.saturating_add(count);
                    next = lines.end;
                    let amends = part.amends == Some(hunk);
                    let id = later.id;
                    lines
                        .filter(move |_| amends)
                        .map(move |index| LineId::Inserted { entry: id, index })
                })
            })
            .collect();
        let buffer = self.buffer();
        let is_its = |line: &LineId| match line {
            LineId::Inserted { entry: by, index } if *by == entry.id => {
                usize::try_from(*index).is_ok_and(|index| own.contains(&index))
            }
            other => amending.contains(other),
        };
        let lines = buffer.lines.iter().enumerate();
        let its = lines.filter(|(_, line)| is_its(&line.id));
        its.filter_map(|(number, _)| buffer.line(number)).collect()
    }

    /// Checks every entry's hashes against the text that the log gives before and after it.
    ///
    /// # Errors
    /// The first entry that does not fit.
    pub fn verify(&self) -> Result<(), LogFault> {
        let mut log = Self::new(self.file, self.base.clone());
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

    /// The hunks of TARGET.
    pub(super) fn target_of(&self, weave: &Weave) -> Choice {
        weave.pinned(self, &in_target)
    }

    /// Where a hunk is in the log.
    pub(super) fn place(&self, hunk: HunkId) -> Option<HunkRef> {
        self.entries.iter().enumerate().find_map(|(number, entry)| {
            let part = entry.hunks.iter().position(|part| part.id == hunk)?;
            Some((number, part))
        })
    }

    /// Replays what `keep` says yes to and what the user's kept hunks build on: the user never
    /// yields, so an agent's hunk under later work of the user stays.
    fn replay_pinned(&self, keep: &dyn Fn(&Entry, &Hunk) -> bool) -> Replayed {
        let weave = Weave::of(self);
        let kept = weave.pinned(self, keep);
        weave.replay(self, &kept)
    }

    /// Entries by id, for those who hold a [`super::replay::LineId`].
    pub fn by_id(&self) -> BTreeMap<EntryId, &Entry> {
        self.entries.iter().map(|entry| (entry.id, entry)).collect()
    }
}

/// Whether a hunk is in TARGET by its own state.
fn in_target(entry: &Entry, hunk: &Hunk) -> bool {
    match hunk.state {
        HunkState::Accepted => true,
        HunkState::Pending => hunk.written || !yields(entry, hunk),
        HunkState::Rejected | HunkState::RolledBack => false,
    }
}

/// Whether a hunk gives way in a conflict: an agent's, a command's, and what the human made of
/// one. What may be the human's own does not, nor what another session has saved.
pub fn yields(entry: &Entry, hunk: &Hunk) -> bool {
    hunk.amends.is_some() || matches!(entry.origin, Origin::Agent { .. } | Origin::Shell { .. })
}

/// The lines of a text, each with its ending; joined they are the text. Only `\n` ends a line.
pub fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n')
}

fn hash(replayed: &Replayed) -> Option<ContentHash> {
    replayed.text.as_deref().map(content_hash)
}
