//! Maps each hunk to the hunk it belongs to: itself, or the one that it amends. An amending hunk is
//! the user's change of what an agent's hunk proposes, and shares its fate.

use std::collections::BTreeMap;

use super::choice::Choice;
use super::log::FileLog;
use super::replay::ReplayedText;
use super::weave::{HunkRef, Weave, hunk_at};
use protocol::change::HunkState;
use protocol::ids::HunkId;

/// For each hunk of a log, the hunk whose decisions it follows.
#[derive(Debug, Clone, Default)]
pub(super) struct Groups {
    roots: Vec<Vec<HunkRef>>,
}

impl Groups {
    /// Builds the groups of a log. A hunk whose amended hunk does not precede it is its own root.
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

    /// Returns the hunk whose fate this hunk shares: itself, if it amends none.
    pub(super) fn root(&self, place: HunkRef) -> HunkRef {
        let entry = self.roots.get(place.0);
        *entry.and_then(|entry| entry.get(place.1)).unwrap_or(&place)
    }
}

impl Groups {
    /// Returns whether a hunk still counts as made. The user may have taken back an amending hunk
    /// on its own; then it no longer counts.
    pub(super) fn is_in_force(&self, log: &FileLog, place: HunkRef) -> bool {
        let root = self.root(place);
        let state = |place| hunk_at(log, place).map(|(_, hunk)| hunk.state);
        root == place || state(place).is_some_and(HunkState::is_live) || state(place) == state(root)
    }
}

/// The buffer of a log, with the hunk that each of its lines belongs to.
pub(super) struct Owners {
    pub(super) buffer: ReplayedText,
    groups: Groups,
    weave: Weave,
    live: Choice,
}

impl Owners {
    /// Computes the owners of the lines in a log's buffer.
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

    /// Returns the hunk that each line belongs to (for a line of an amendment, the amended hunk);
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
