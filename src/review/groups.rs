//! Which hunk a hunk belongs to: itself, or the one that it amends. An amending hunk is the
//! human's change of what an agent's hunk proposes, and shares its fate.

use std::collections::BTreeMap;

use super::choice::Choice;
use super::log::FileLog;
use super::replay::ReplayedText;
use super::weave::{HunkRef, Weave, hunk_at};
use crate::protocol::change::HunkState;
use crate::protocol::ids::HunkId;

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
    pub(super) buffer: ReplayedText,
    groups: Groups,
    weave: Weave,
    live: Choice,
}

impl Owners {
    /// The owners of a log's buffer.
    pub(super) fn of(log: &FileLog) -> Self {
        let weave = Weave::of(log);
        let live = log.live_of(&weave);
        Self {
            buffer: weave.give(log, &live),
            groups: Groups::of(log),
            weave,
            live,
        }
    }

    /// The hunk that each line belongs to, the one that is amended where it is of an amendment;
    /// `None` for lines of the base.
    pub(super) fn lines(&self) -> impl Iterator<Item = Option<HunkRef>> {
        let exists = self.buffer.text.is_some();
        let spans = self.weave.spans.iter();
        let live = spans.filter(move |span| exists && span.is_in(&self.live));
        live.flat_map(|span| {
            let owner = span.inserted_by.map(|by| self.groups.root(by));
            std::iter::repeat_n(owner, span.lines.len())
        })
    }
}
