//! Turns a change log into runs: the woven lines with the columns that contain them. The identity
//! of the lines gives the alignment, so nothing is compared here.

use std::collections::{BTreeMap, BTreeSet};

use super::endings::Unended;
use super::hunks::{ViewHunk, view_hunks};
use super::lines::Lines;
use super::runs::{Column, Columns, Run, Runs};
use super::{BaseChoice, Notes};
use crate::choice::Choice;
use crate::conflicts::{Conflict, ConflictKind};
use crate::groups::Groups;
use crate::log::{FileLog, is_agent_owned};
use crate::weave::{HunkRef, Span, Weave, hunk_at};
use crate::woven::Woven;
use protocol::change::{Entry, Hunk};
use protocol::ids::HunkId;
use protocol::review::view::CellKind;

/// View data derived from a log.
pub(super) struct LoggedView {
    pub(super) lines: Lines,
    pub(super) runs: Runs,
    pub(super) hunks: Vec<ViewHunk>,
    pub(super) unended: Unended,
}

/// A log with everything that is needed to build each run.
pub(super) struct Source<'a> {
    pub(super) log: &'a FileLog,
    pub(super) weave: &'a Weave,
    pub(super) groups: Groups,
    /// Contents of BASE, CURRENT and PROPOSED.
    base: Choice,
    current: Choice,
    pub(super) live: &'a Choice,
    exists: Columns,
    pub(super) conflicts: Vec<Conflict>,
    /// Hunks that conflict with each other.
    at_odds: BTreeSet<HunkRef>,
    /// Hunk numbers of the review, by the place of each group's first hunk.
    pub(super) numbers: BTreeMap<HunkRef, usize>,
    /// Number of each hunk's first line among the lines of the view.
    firsts: Vec<Vec<usize>>,
}

impl LoggedView {
    /// Builds the lines, runs and hunks of a log.
    pub(super) fn of(log: &Woven, base: &BaseChoice, notes: &Notes) -> Self {
        let (lines, firsts) = lines_of_log(log);
        let source = Source::of(log, base, notes, firsts);
        let mut runs = Runs::default();
        let mut first_seen: BTreeMap<usize, usize> = BTreeMap::new();
        for span in &source.weave.spans {
            for number in source.touching(span, |_| true) {
                first_seen.entry(number).or_insert(runs.len());
            }
            if let Some(run) = source.run(span) {
                runs.push(run);
            }
        }
        let hunks = view_hunks(&source, notes, &first_seen);
        let choices = [&source.current, &source.base, source.live];
        let unended = Unended::of(source.weave, log, choices, |line| source.line_number(line));
        Self {
            lines,
            runs,
            hunks,
            unended,
        }
    }
}

impl<'a> Source<'a> {
    fn of(log: &'a Woven, base: &BaseChoice, notes: &Notes, firsts: Vec<Vec<usize>>) -> Self {
        let groups = Groups::of(log);
        let live = log.live();
        let current = Choice::of(log, &|_, hunk| hunk.written);
        let base_choice = Choice::of_first(log, base.entries, &|_: &Entry, hunk: &Hunk| {
            !base.without.contains(&hunk.id)
        });
        let mut exists = Columns::default();
        for (column, choice) in Column::ALL.iter().zip([&current, &base_choice, live]) {
            if choice.exists(log) {
                exists = exists.with(*column);
            }
        }
        let mut conflicts = log.conflicts().to_vec();
        conflicts.retain(|conflict| !notes.is_settled(conflict.hunk, conflict.with));
        let mut source = Self {
            log: log.log(),
            weave: log.weave(),
            base: base_choice,
            current,
            live,
            exists,
            conflicts,
            at_odds: BTreeSet::new(),
            numbers: numbers(log, &groups, base.entries),
            groups,
            firsts,
        };
        source.at_odds = source.hunks_at_odds();
        source
    }

    /// Returns the number of the hunk that represents the hunk at a place in the view.
    pub(super) fn number(&self, place: HunkRef) -> Option<usize> {
        self.numbers.get(&self.groups.root(place)).copied()
    }

    fn hunks_at_odds(&self) -> BTreeSet<HunkRef> {
        let mut places: BTreeMap<HunkId, HunkRef> = BTreeMap::new();
        for (number, entry) in self.log.entries.iter().enumerate() {
            for (part, hunk) in entry.hunks.iter().enumerate() {
                places.insert(hunk.id, self.groups.root((number, part)));
            }
        }
        let mut found = BTreeSet::new();
        for conflict in &self.conflicts {
            found.extend(places.get(&conflict.hunk));
            let meets = matches!(
                conflict.kind,
                ConflictKind::SameLine | ConflictKind::SamePlace
            );
            if meets {
                found.extend(places.get(&conflict.with));
            }
        }
        found
    }

    /// Returns the lines of a span with their columns; `None` if no column shows them.
    fn run(&self, span: &Span) -> Option<Run> {
        let mut columns = Columns::default();
        let choices = [&self.current, &self.base, self.live];
        for (column, choice) in Column::ALL.iter().zip(choices) {
            if self.exists.has(*column) && span.is_in(choice) {
                columns = columns.with(*column);
            }
        }
        let refused = !columns.has(Column::Proposed) && self.is_refused(span);
        if refused {
            columns = columns.with(Column::Proposed);
        }
        if columns.is_empty() {
            return None;
        }
        let cause = self.cause(span, columns, refused);
        let first = self.line_number((span.inserted_by, span.lines.start))?;
        Some(Run {
            lines: first..first.saturating_add(span.lines.len()),
            columns,
            starts: [0; 3],
            kind: match cause {
                _ if refused => CellKind::Refused,
                Some(cause) => self.kind(cause, Some(cause) == span.inserted_by),
                None => CellKind::Same,
            },
            owner: cause.and_then(|cause| self.number(cause)),
            touched: self.touching(span, |by| {
                self.live.has(by) || refused || self.is_refused_agents(by)
            }),
        })
    }

    /// Returns the hunks of the review that insert or delete the lines of a span,
    /// filtered by `counts`.
    fn touching(&self, span: &Span, counts: impl Fn(HunkRef) -> bool) -> Vec<usize> {
        let by = span.inserted_by.iter().chain(&span.deleted_by).copied();
        let mut found: Vec<usize> = by
            .filter(|by| counts(*by))
            .filter_map(|by| self.number(by))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns whether a span is drawn beside the text: inserted by a refused hunk of an agent in
    /// review, and not deleted by later work.
    fn is_refused(&self, span: &Span) -> bool {
        let Some(by) = span.inserted_by else {
            return false;
        };
        let root = self.groups.root(by);
        let is_its = |other: HunkRef| {
            self.groups.root(other) == root && self.groups.is_in_force(self.log, other)
        };
        is_its(by)
            && self.numbers.contains_key(&root)
            && self.is_refused_agents(by)
            && !span
                .deleted_by
                .iter()
                .any(|other| self.live.has(*other) || is_its(*other))
    }

    fn is_refused_agents(&self, place: HunkRef) -> bool {
        let is_agents =
            hunk_at(self.log, place).is_some_and(|(entry, hunk)| is_agent_owned(entry, hunk));
        is_agents && !self.live.has(place)
    }

    /// Returns the hunk that a run is shown under.
    fn cause(&self, span: &Span, columns: Columns, refused: bool) -> Option<HunkRef> {
        let by = &span.deleted_by;
        if !columns.has(Column::Proposed) {
            let live = by.iter().copied().filter(|by| self.live.has(*by));
            return self.foremost(live).or(span.inserted_by);
        }
        if refused || !columns.has(Column::Base) {
            return span.inserted_by;
        }
        let refused = by.iter().copied().filter(|by| self.is_refused_agents(*by));
        self.foremost(refused)
    }

    /// Picks, of several hunks, the one that the user should look at: preferably in review and in
    /// conflict, then an agent's, then the first.
    fn foremost(&self, hunks: impl Iterator<Item = HunkRef>) -> Option<HunkRef> {
        hunks.min_by_key(|place| {
            let is_agents =
                hunk_at(self.log, *place).is_some_and(|(entry, hunk)| is_agent_owned(entry, hunk));
            let at_odds = self.at_odds.contains(&self.groups.root(*place));
            (self.number(*place).is_none(), !at_odds, !is_agents, *place)
        })
    }

    fn kind(&self, cause: HunkRef, inserts: bool) -> CellKind {
        let Some((entry, hunk)) = hunk_at(self.log, cause) else {
            return CellKind::Same;
        };
        match () {
            () if self.at_odds.contains(&self.groups.root(cause)) => CellKind::Conflict,
            () if hunk.amends.is_some() || !is_agent_owned(entry, hunk) => CellKind::User,
            () if inserts => CellKind::Added,
            () => CellKind::Removed,
        }
    }

    fn line_number(&self, (by, line): (Option<HunkRef>, usize)) -> Option<usize> {
        let first = match by {
            None => 0,
            Some(by) => *self.firsts.get(by.0)?.get(by.1)?,
        };
        first.checked_add(line)
    }
}

/// Numbers the hunks of the review in log order: hunks of entries later than the base that
/// amend no other hunk.
fn numbers(log: &FileLog, groups: &Groups, entries: usize) -> BTreeMap<HunkRef, usize> {
    let later = log.entries.iter().enumerate().skip(entries);
    let places = later.flat_map(|(number, entry)| {
        let parts = 0..entry.hunks.len();
        parts.map(move |part| (number, part))
    });
    let roots = places.filter(|place| groups.root(*place) == *place);
    roots.enumerate().map(|(at, place)| (place, at)).collect()
}

fn lines_of_log(log: &Woven) -> (Lines, Vec<Vec<usize>>) {
    let base = log.base.as_deref().unwrap_or_default();
    let mut lines = Lines::with_ends(base, &log.weave().base_ends);
    let mut firsts = Vec::new();
    for entry in &log.entries {
        let mut of_entry = Vec::new();
        for hunk in &entry.hunks {
            of_entry.push(lines.len());
            hunk.inserted.iter().for_each(|line| lines.push(line));
        }
        firsts.push(of_entry);
    }
    (lines, firsts)
}
