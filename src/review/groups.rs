//! Which hunk a hunk belongs to: itself, or the one that it amends. An amending hunk is the
//! human's change of what an agent's hunk proposes, and shares its fate.

use std::collections::BTreeMap;

use super::log::FileLog;
use super::weave::HunkRef;
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
