//! Computes which hunks build on which, and which live hunks conflict. Stores none of this.
//!
//! A hunk builds on another if it deletes one of its lines or inserts between two of its lines; it
//! also builds on the creation of its file. Touching hunks do not build on each other.

use std::collections::BTreeSet;

use protocol::change::{FileOperation, HunkState};
use protocol::ids::HunkId;

use super::choice::Choice;
use super::groups::Groups;
use super::log::{FileLog, is_agent_owned};
use super::weave::{HunkRef, Weave, hunk_at};

/// Reason why a hunk is in conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConflictKind {
    /// The hunk builds on lines of a hunk that is not live.
    BuildsOnGone,
    /// The user refused the hunk, but later work of the user builds on it. It stays until the user
    /// settles that.
    UnderUser,
    /// The hunk and another that its author had not seen delete the same line.
    SameLine,
    /// The hunk and another that its author had not seen insert at the same place.
    SamePlace,
}

/// A hunk that has to yield, with the hunk it conflicts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conflict {
    /// The hunk that is marked.
    pub hunk: HunkId,
    pub with: HunkId,
    pub kind: ConflictKind,
}

impl FileLog {
    /// Returns the live hunks that build on `hunk`, directly or through others, in log order.
    pub fn dependents(&self, hunk: HunkId) -> Vec<HunkId> {
        self.dependents_of(&BTreeSet::from([hunk]))
    }

    /// Returns the live hunks that build on any of `hunks`, without `hunks`.
    pub fn dependents_of(&self, hunks: &BTreeSet<HunkId>) -> Vec<HunkId> {
        self.dependents_in(&Weave::of(self), hunks)
    }

    /// Works like `dependents_of` with an existing weave.
    pub(super) fn dependents_in(&self, weave: &Weave, hunks: &BTreeSet<HunkId>) -> Vec<HunkId> {
        let start = self.places(hunks);
        let mut found = start.clone();
        // Log order settles every hunk after the hunks that it builds on.
        for (place, on) in &weave.on {
            let is_live = hunk_at(self, *place).is_some_and(|(_, hunk)| hunk.state.is_live());
            if is_live && !on.is_disjoint(&found) {
                found.insert(*place);
            }
        }
        self.ids(found.difference(&start).copied())
    }

    /// Returns the hunks that `hunk` builds on, directly or through others, in log order.
    pub fn requisites(&self, hunk: HunkId) -> Vec<HunkId> {
        self.requisites_of(&BTreeSet::from([hunk]))
    }

    /// Returns the hunks that any of these builds on.
    pub fn requisites_of(&self, hunks: &BTreeSet<HunkId>) -> Vec<HunkId> {
        self.requisites_in(&Weave::of(self), hunks)
    }

    /// Works like `requisites_of` with an existing weave.
    pub(super) fn requisites_in(&self, weave: &Weave, hunks: &BTreeSet<HunkId>) -> Vec<HunkId> {
        let mut open: Vec<HunkRef> = self.places(hunks).into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(place) = open.pop() {
            for on in weave.on.get(&place).into_iter().flatten() {
                if found.insert(*on) {
                    open.push(*on);
                }
            }
        }
        self.ids(found.into_iter())
    }

    fn places(&self, hunks: &BTreeSet<HunkId>) -> BTreeSet<HunkRef> {
        let mut places = BTreeSet::new();
        for (number, entry) in self.entries.iter().enumerate() {
            let parts = entry.hunks.iter().enumerate();
            let mine = parts.filter(|(_, hunk)| hunks.contains(&hunk.id));
            places.extend(mine.map(|(part, _)| (number, part)));
        }
        places
    }

    /// Returns the conflicts among live hunks, each once, in log order. A hunk of the user is never
    /// marked, unless both hunks are the user's: then the one that came back is marked.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let weave = Weave::of(self);
        let live = self.live_of(&weave);
        self.conflicts_in(&weave, &live)
    }

    /// Works like `conflicts` with an existing weave and choice of live hunks.
    pub(super) fn conflicts_in(&self, weave: &Weave, live: &Choice) -> Vec<Conflict> {
        let mut found = BTreeSet::new();
        let groups = Groups::of(self);
        for place in live.places() {
            for on in weave.on.get(&place).into_iter().flatten() {
                self.building(place, *on, live, &mut found);
            }
        }
        for span in &weave.spans {
            let by: Vec<HunkRef> = span
                .deleted_by
                .iter()
                .copied()
                .filter(|by| live.has(*by))
                .collect();
            self.pairs((weave, &groups), &by, ConflictKind::SameLine, &mut found);
        }
        self.same_places((weave, &groups), live, &mut found);
        self.under_deletion((weave, &groups), live, &mut found);
        // A conflict of an amending hunk counts as a conflict of the hunk that it amends.
        let conflict = |(place, with, kind): &(HunkRef, HunkRef, ConflictKind)| {
            Some(Conflict {
                hunk: hunk_at(self, groups.root(*place))?.1.id,
                with: hunk_at(self, groups.root(*with))?.1.id,
                kind: *kind,
            })
        };
        let mut conflicts: Vec<Conflict> = Vec::new();
        let mut known = BTreeSet::new();
        for conflict in found.iter().filter_map(conflict) {
            if conflict.hunk != conflict.with && known.insert(conflict) {
                conflicts.push(conflict);
            }
        }
        conflicts
    }

    fn building(
        &self,
        place: HunkRef,
        on: HunkRef,
        live: &Choice,
        found: &mut BTreeSet<(HunkRef, HunkRef, ConflictKind)>,
    ) {
        let Some((_, under)) = hunk_at(self, on) else {
            return;
        };
        if !live.has(on) {
            found.insert((place, on, ConflictKind::BuildsOnGone));
        } else if !matches!(under.state, HunkState::Pending | HunkState::Accepted) {
            found.insert((on, place, ConflictKind::UnderUser));
        }
    }

    fn same_places(
        &self,
        (weave, groups): (&Weave, &Groups),
        live: &Choice,
        found: &mut BTreeSet<(HunkRef, HunkRef, ConflictKind)>,
    ) {
        let deletes = |place: &HunkRef| {
            let found = hunk_at(self, *place);
            found.is_some_and(|(entry, _)| entry.operation == FileOperation::Delete)
        };
        let deletions: Vec<HunkRef> = live.places().filter(deletes).collect();
        // Two files were created at one path: a deleted one conflicts with nothing.
        let part_by_deletion = |one: HunkRef, other: HunkRef| {
            let mut deletions = deletions.iter().map(|deletion| deletion.0);
            deletions.any(|by| weave.saw(by, one) && weave.is_of_another(other, by))
        };
        // Only an entry whose author had not seen everything can meet an unseen hunk.
        for (place, gap) in weave.gaps.iter().filter(|(place, _)| live.has(**place)) {
            let unseen = weave.unseen_by(place.0);
            for other in unseen.iter().filter(|other| live.has(**other)) {
                let meets = weave
                    .gaps
                    .get(other)
                    .is_some_and(|there| there.before == gap.before || there.after == gap.after);
                let apart = part_by_deletion(*place, *other) || part_by_deletion(*other, *place);
                if meets && !apart {
                    let (hunk, with) = self.who_yields(groups, *place, *other);
                    found.insert((hunk, with, ConflictKind::SamePlace));
                }
            }
        }
    }

    /// Adds the conflicts of a file deletion with all later work that its author had not seen.
    fn under_deletion(
        &self,
        (weave, groups): (&Weave, &Groups),
        live: &Choice,
        found: &mut BTreeSet<(HunkRef, HunkRef, ConflictKind)>,
    ) {
        for place in live.places() {
            let unseen = weave.unseen_by(place.0);
            for other in unseen.iter().filter(|other| live.has(**other)) {
                let deletes = hunk_at(self, *other)
                    .is_some_and(|(entry, _)| entry.operation == FileOperation::Delete);
                if deletes {
                    let (hunk, with) = self.who_yields(groups, place, *other);
                    found.insert((hunk, with, ConflictKind::SameLine));
                }
            }
        }
    }

    fn pairs(
        &self,
        (weave, groups): (&Weave, &Groups),
        by: &[HunkRef],
        kind: ConflictKind,
        found: &mut BTreeSet<(HunkRef, HunkRef, ConflictKind)>,
    ) {
        for (number, later) in by.iter().enumerate() {
            for earlier in by.iter().take(number) {
                if later.0 != earlier.0 && !weave.saw(later.0, *earlier) {
                    let (hunk, with) = self.who_yields(groups, *later, *earlier);
                    found.insert((hunk, with, kind));
                }
            }
        }
    }

    /// Picks the hunk to mark, of two: the agent's; of two agents' hunks the later; of two of the
    /// user's the earlier, which came back after the later was made. An amending hunk counts as
    /// work of the amended hunk's author.
    fn who_yields(&self, groups: &Groups, later: HunkRef, earlier: HunkRef) -> (HunkRef, HunkRef) {
        let yields = |place| {
            let root = hunk_at(self, groups.root(place));
            root.is_some_and(|(entry, hunk)| is_agent_owned(entry, hunk))
        };
        if yields(later) {
            (later, earlier)
        } else {
            (earlier, later)
        }
    }
}
