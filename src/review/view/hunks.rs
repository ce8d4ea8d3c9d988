//! The hunks of a view, with the data for the list beside the rows but without the rows.

use std::collections::{BTreeMap, BTreeSet};

use super::Notes;
use super::logged::Source;
use crate::conflicts::{Conflict, ConflictKind};
use crate::log::is_agent_owned;
use crate::weave::{HunkRef, hunk_at};
use notice::{Notice, notice};
use protocol::change::{Entry, FileOperation, Hunk, Origin};
use protocol::ids::HunkId;
use protocol::review::view::{HunkConflict, HunkRow};

#[derive(Debug, Clone)]
pub(super) struct ViewHunk {
    /// Data of the hunk; the row numbers depend on the layout.
    pub(super) row: HunkRow,
    /// Run before which the hunk is placed if no row shows it.
    pub(super) at: usize,
}

/// Returns the hunks of the review in log order.
pub(super) fn view_hunks(
    source: &Source<'_>,
    notes: &Notes,
    first_seen: &BTreeMap<usize, usize>,
) -> Vec<ViewHunk> {
    let graph = Graph::of(source);
    let sizes = Sizes::of(source);
    let mut conflicts: BTreeMap<HunkRef, &Conflict> = BTreeMap::new();
    let places = places(source);
    for conflict in &source.conflicts {
        if let Some(place) = places.get(&conflict.hunk) {
            let root = source.groups.root(*place);
            conflicts.entry(root).or_insert(conflict);
        }
    }
    let conflict_of = |place: &HunkRef| {
        let conflict = conflicts.get(place)?;
        let with = hunk_at(source.log, *places.get(&conflict.with)?)?;
        let its = places.get(&conflict.hunk);
        let its = its.and_then(|place| hunk_at(source.log, *place));
        Some(HunkConflict {
            with: conflict.with,
            with_user: !is_agent_owned(with.0, with.1),
            why: why(conflict.kind, with, its),
        })
    };
    let of_hunk = |(place, number): (&HunkRef, &usize)| {
        let (entry, hunk) = hunk_at(source.log, *place)?;
        let size = sizes.of_group(*place);
        let row = HunkRow {
            id: hunk.id,
            entry: entry.id,
            origin: entry.origin.clone(),
            state: hunk.state,
            written: hunk.written,
            conflict: conflict_of(place),
            first_row: 0,
            rows: 0,
            added: size.added,
            removed: size.removed,
            oversized: hunk.oversized,
            amended: size.amended,
            comments: notes.comments.get(&hunk.id).copied().unwrap_or(0),
            builds_on: graph.pending_below(*place),
            carries: graph.agents_above(*place),
            rationale: entry.rationale.clone(),
            operation: match place.1 {
                0 => operation(&entry.operation),
                _ => Notice::default(),
            },
        };
        let at = first_seen.get(number).copied().unwrap_or(0);
        Some(ViewHunk { row, at })
    };
    source.numbers.iter().filter_map(of_hunk).collect()
}

fn places(source: &Source<'_>) -> BTreeMap<HunkId, HunkRef> {
    let entries = source.log.entries.iter().enumerate();
    entries
        .flat_map(|(number, entry)| {
            let ids: Vec<HunkId> = entry.hunks.iter().map(|hunk| hunk.id).collect();
            let parts = ids.into_iter().enumerate();
            parts.map(move |(part, id)| (id, (number, part)))
        })
        .collect()
}

/// Dependencies between groups of hunks.
struct Graph<'a, 'b> {
    source: &'a Source<'b>,
    below: BTreeMap<HunkRef, BTreeSet<HunkRef>>,
    above: BTreeMap<HunkRef, BTreeSet<HunkRef>>,
}

impl<'a, 'b> Graph<'a, 'b> {
    fn of(source: &'a Source<'b>) -> Self {
        let mut graph = Self {
            source,
            below: BTreeMap::new(),
            above: BTreeMap::new(),
        };
        for (place, on) in &source.weave.on {
            let root = source.groups.root(*place);
            for on in on.iter().map(|on| source.groups.root(*on)) {
                if on != root {
                    graph.below.entry(root).or_default().insert(on);
                    graph.above.entry(on).or_default().insert(root);
                }
            }
        }
        graph
    }

    fn reach(
        &self,
        start: HunkRef,
        edges: &BTreeMap<HunkRef, BTreeSet<HunkRef>>,
        enters: impl Fn(HunkRef) -> bool,
    ) -> BTreeSet<HunkRef> {
        let mut found = BTreeSet::new();
        let mut open = vec![start];
        while let Some(place) = open.pop() {
            for next in edges.get(&place).into_iter().flatten() {
                if enters(*next) && found.insert(*next) {
                    open.push(*next);
                }
            }
        }
        found
    }

    /// Returns the pending hunks that a hunk builds on.
    fn pending_below(&self, place: HunkRef) -> Vec<HunkId> {
        let found = self.reach(place, &self.below, |_| true);
        found
            .into_iter()
            .filter_map(|place| {
                let (_, hunk) = hunk_at(self.source.log, place)?;
                let is_pending = hunk.state == protocol::change::HunkState::Pending;
                is_pending.then_some(hunk.id)
            })
            .collect()
    }

    /// Returns the live hunks of agents that build on a hunk.
    fn agents_above(&self, place: HunkRef) -> Vec<HunkId> {
        let is_live =
            |place| hunk_at(self.source.log, place).is_some_and(|(_, hunk)| hunk.state.is_live());
        let found = self.reach(place, &self.above, is_live);
        found
            .into_iter()
            .filter_map(|place| {
                let (entry, hunk) = hunk_at(self.source.log, place)?;
                is_agent_owned(entry, hunk).then_some(hunk.id)
            })
            .collect()
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Size {
    added: u32,
    removed: u32,
    amended: bool,
}

/// Number of lines that each group of hunks currently adds and removes.
struct Sizes<'a> {
    log: &'a crate::log::FileLog,
    amended: BTreeMap<HunkRef, Size>,
}

impl<'a> Sizes<'a> {
    fn of(source: &Source<'a>) -> Self {
        let mut amended: BTreeMap<HunkRef, Size> = BTreeMap::new();
        for (number, entry) in source.log.entries.iter().enumerate() {
            for part in 0..entry.hunks.len() {
                let root = source.groups.root((number, part));
                if root != (number, part) && source.groups.is_in_force(source.log, (number, part)) {
                    amended.entry(root).or_default().amended = true;
                }
            }
        }
        if !amended.is_empty() {
            count_lines(source, &mut amended);
        }
        Self {
            log: source.log,
            amended,
        }
    }

    fn of_group(&self, place: HunkRef) -> Size {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        if let Some(size) = self.amended.get(&place) {
            return *size;
        }
        let hunk = hunk_at(self.log, place).map(|(_, hunk)| hunk);
        hunk.map_or(Size::default(), |hunk| Size {
            added: number(hunk.inserted.len()),
            removed: hunk.old_count,
            amended: false,
        })
    }
}

/// Counts the lines that a group inserts and does not delete itself, and the lines of others
/// that it deletes.
fn count_lines(source: &Source<'_>, sizes: &mut BTreeMap<HunkRef, Size>) {
    for span in &source.weave.spans {
        let length = u32::try_from(span.lines.len()).unwrap_or(u32::MAX);
        let is_in_force = |by: &HunkRef| source.groups.is_in_force(source.log, *by);
        let by = span.inserted_by.filter(is_in_force);
        let inserted = by.map(|by| source.groups.root(by));
        let by = span.deleted_by.iter().copied().filter(is_in_force);
        let deleted: BTreeSet<HunkRef> = by.map(|by| source.groups.root(by)).collect();
        for root in &deleted {
            if let Some(size) = sizes.get_mut(root).filter(|_| inserted != Some(*root)) {
                size.removed = size.removed.saturating_add(length);
            }
        }
        if let Some(root) = inserted.filter(|root| !deleted.contains(root))
            && let Some(size) = sizes.get_mut(&root)
        {
            size.added = size.added.saturating_add(length);
        }
    }
}

/// Describes a conflict; `with` is the entry of the other hunk. If both insert the same lines, the
/// text says so, because together they would double them.
pub(super) fn why(
    kind: ConflictKind,
    (with, other): (&Entry, &Hunk),
    hunk: Option<(&Entry, &Hunk)>,
) -> Notice {
    let is_twin =
        hunk.is_some_and(|(_, hunk)| !hunk.inserted.is_empty() && hunk.inserted == other.inserted);
    let why = match &with.origin {
        Origin::User => notice!("told-by-you"),
        Origin::Agent { agent, .. } => Notice::text(agent),
        Origin::Shell { .. } => notice!("told-by-command"),
        Origin::Session { name } => notice!("told-by-session", word = name),
        Origin::Unclear => notice!("told-by-either"),
    };
    match kind {
        _ if with.operation == FileOperation::Delete => notice!("told-conflict-deleted", why),
        ConflictKind::BuildsOnGone => notice!("told-conflict-builds-on", why),
        ConflictKind::UnderUser => notice!("told-conflict-built-on", why),
        ConflictKind::SameLine | ConflictKind::SamePlace if is_twin => {
            notice!("told-conflict-twin", why)
        }
        ConflictKind::SameLine => notice!("told-conflict-line", why),
        ConflictKind::SamePlace => notice!("told-conflict-place", why),
    }
}

fn operation(operation: &FileOperation) -> Notice {
    match operation {
        FileOperation::Edit => Notice::default(),
        FileOperation::Create => notice!("told-file-created"),
        FileOperation::Delete => notice!("told-file-deleted"),
        FileOperation::Rename { from } => notice!("told-file-renamed", path = from),
        FileOperation::Mode { from, to } => {
            let (from, to) = (format!("{from:o}"), format!("{to:o}"));
            notice!("told-file-mode", word = from, number = to)
        }
    }
}
