//! Which hunk a hunk belongs to: itself, or the one that it amends. An amending hunk is the
//! human's change of what an agent's hunk proposes, and shares its fate.

use std::collections::BTreeMap;

use super::log::FileLog;
use super::replay::{LineId, Replayed};
use super::weave::{HunkRef, hunk_at};
use crate::protocol::change::HunkState;
use crate::protocol::ids::{EntryId, HunkId};

/// For each hunk of a log, the one whose fate it shares.
#[derive(Debug, Clone, Default)]
pub(super) struct Groups {
    roots: Vec<Vec<HunkRef>>,
}

impl Groups {
    /// The groups of a log. A hunk that amends one that is not before it stands for itself.
    pub(super) fn of(log: &FileLog) -> Self {
        let mut groups = Self::default();
        let mut places: BTreeMap<HunkId, HunkRef> = BTreeMap::new();
        for (number, entry) in log.entries.iter().enumerate() {
            let root = |(part, amends): (usize, Option<HunkId>)| {
                let amended = amends.and_then(|hunk| places.get(&hunk).copied());
                amended.map_or((number, part), |place| groups.root(place))
            };
            let parts = entry.hunks.iter().map(|hunk| hunk.amends).enumerate();
            let roots = parts.map(root).collect();
            groups.roots.push(roots);
            for (part, hunk) in entry.hunks.iter().enumerate() {
                places.insert(hunk.id, (number, part));
            }
        }
        groups
    }

    /// The hunk whose fate a hunk shares: itself, if it amends none.
    pub(super) fn root(&self, place: HunkRef) -> HunkRef {
        let entry = self.roots.get(place.0);
        *entry.and_then(|entry| entry.get(place.1)).unwrap_or(&place)
    }
}

impl Groups {
    /// Whether a hunk stands as it was made: one that amends another may have been taken back by
    /// itself, and then counts no more.
    pub(super) fn is_in_force(&self, log: &FileLog, place: HunkRef) -> bool {
        let root = self.root(place);
        let state = |place| hunk_at(log, place).map(|(_, hunk)| hunk.state);
        root == place || state(place).is_some_and(HunkState::is_live) || state(place) == state(root)
    }
}

/// The buffer of a log with the hunk that each of its lines belongs to.
pub(super) struct Owners {
    /// The buffer.
    pub(super) buffer: Replayed,
    groups: Groups,
    /// For each entry its place, and after how many of its lines each of its hunks ends.
    ends: BTreeMap<EntryId, (usize, Vec<usize>)>,
}

impl Owners {
    /// The owners of a log's buffer.
    pub(super) fn of(log: &FileLog) -> Self {
        let ends = log.entries.iter().enumerate().map(|(number, entry)| {
            let mut sum = 0_usize;
            let ends = entry.hunks.iter().map(|hunk| {
                sum = sum.saturating_add(hunk.inserted.len());
                sum
            });
            (entry.id, (number, ends.collect()))
        });
        Self {
            buffer: log.buffer(),
            groups: Groups::of(log),
            ends: ends.collect(),
        }
    }

    /// The hunk that each line belongs to, the one that is amended where it is of an amendment;
    /// `None` for lines of the base.
    pub(super) fn lines(&self) -> impl Iterator<Item = Option<HunkRef>> {
        self.buffer.lines.iter().map(|line| self.of_line(line.id))
    }

    fn of_line(&self, line: LineId) -> Option<HunkRef> {
        let LineId::Inserted { entry, index } = line else {
            return None;
        };
        let (number, ends) = self.ends.get(&entry)?;
        let index = usize::try_from(index).ok()?;
        let part = ends.partition_point(|end| *end <= index);
        Some(self.groups.root((*number, part)))
    }
}
