//! Selects the hunks of one file that a rollback reverts, and those that cannot go because later work
//! of the user or of another agent builds on them. Pure over the file's log; `rollback` chooses the files and the
//! writes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::logs::Logged;
use super::plan::Decisions;
use notice::{Notice, notice};
use protocol::change::{Checkpoint, CheckpointFile, Entry, Hunk, HunkState, Origin};
use protocol::ids::HunkId;
use protocol::review::rollback::{RollbackConflict, RollbackRequest, RollbackScope};
use protocol::review::{ConflictChoice, DecisionChange};
use review::binary::content_hash;
use review::log::{FileLog, is_agent_owned, must_yield};
use review::woven::Woven;

/// The effect of a rollback on one file.
pub(super) struct FileRollback {
    pub(super) logged: Arc<Logged>,
    pub(super) decisions: Decisions,
    pub(super) unclear: Vec<HunkId>,
    pub(super) conflicts: Vec<RollbackConflict>,
    pub(super) not_covered: Option<Notice>,
    /// Whether the user excluded the file.
    pub(super) is_excluded: bool,
}

/// A checkpoint with the files that it holds.
pub(super) type CheckpointWithFiles = (Checkpoint, Vec<CheckpointFile>);

impl FileRollback {
    /// Keeps the file unchanged because it cannot be rolled back, with the reason.
    pub(super) fn unchanged(self, why: Notice) -> Self {
        Self {
            decisions: Decisions::new(),
            not_covered: Some(why),
            ..self
        }
    }

    /// Keeps the file unchanged because the user excluded it.
    pub(super) fn excluded(self) -> Self {
        Self {
            logged: self.logged,
            decisions: Decisions::new(),
            unclear: Vec::new(),
            conflicts: Vec::new(),
            not_covered: None,
            is_excluded: true,
        }
    }

    pub(super) fn changes(&self) -> impl Iterator<Item = DecisionChange> + '_ {
        self.logged.log.hunks().filter_map(|(entry, hunk)| {
            let after = *self.decisions.get(&hunk.id)?;
            (after != hunk.state).then_some(DecisionChange {
                entry: entry.id,
                hunk: hunk.id,
                before: hunk.state,
                after,
            })
        })
    }

    fn going(&self) -> impl Iterator<Item = (&Entry, &Hunk)> {
        let hunks = self.logged.log.hunks();
        hunks.filter(|(_, hunk)| {
            self.decisions.get(&hunk.id) == Some(&HunkState::RolledBack) && hunk.amends.is_none()
        })
    }

    /// Counts the hunks that go.
    pub(super) fn back(&self) -> u32 {
        number(self.going())
    }

    /// Counts the hunks that go and are the user's own.
    pub(super) fn lost(&self) -> u32 {
        number(self.going().filter(|(entry, _)| !must_yield(&entry.origin)))
    }

    /// Counts the agent's hunks that go together with the user's edits of them.
    pub(super) fn edited(&self) -> u32 {
        let hunks = self.logged.log.hunks();
        let edits = hunks.filter(|(_, hunk)| hunk.state.is_live());
        let edited: BTreeSet<HunkId> = edits.filter_map(|(_, hunk)| hunk.amends).collect();
        number(self.going().filter(|(_, hunk)| edited.contains(&hunk.id)))
    }

    /// Counts the hunks that go and were never on the disk.
    pub(super) fn proposed(&self) -> u32 {
        number(self.going().filter(|(_, hunk)| !hunk.written))
    }

    /// Counts the user's hunks that stay.
    pub(super) fn kept(&self) -> u32 {
        let hunks = self.logged.log.hunks();
        number(hunks.filter(|(entry, hunk)| {
            !is_agent_owned(entry, hunk)
                && hunk.state.is_live()
                && !self.decisions.contains_key(&hunk.id)
        }))
    }
}

fn number<T>(of: impl Iterator<Item = T>) -> u32 {
    u32::try_from(of.count()).unwrap_or(u32::MAX)
}

/// Reverts every file of the checkpoint to its recorded state, and removes files that came later.
pub(super) fn hard(
    logged: &Arc<Logged>,
    (checkpoint, files): &CheckpointWithFiles,
) -> Option<FileRollback> {
    let log = &logged.log;
    let kept = files.iter().find(|kept| kept.file == log.file);
    let begins_later = log
        .entries
        .first()
        .is_some_and(|first| first.at >= checkpoint.at);
    let (number, without): (usize, BTreeSet<HunkId>) = match kept {
        Some(kept) => {
            let after = kept.after_entry;
            let place = log.entries.iter().position(|entry| Some(entry.id) == after);
            let number = place.map_or(0, |place| place.saturating_add(1));
            (number, kept.without.iter().copied().collect())
        }
        None if begins_later => (0, BTreeSet::new()),
        // The file existed but was not recorded, so it did not change in between.
        None => return None,
    };
    let mut decisions = Decisions::new();
    for (place, entry) in log.entries.iter().enumerate() {
        for hunk in &entry.hunks {
            let was_there = place < number && !without.contains(&hunk.id);
            let state = match (was_there, hunk.state.is_live()) {
                (true, true) | (false, false) => continue,
                (true, false) => HunkState::Accepted,
                (false, true) => HunkState::RolledBack,
            };
            decisions.insert(hunk.id, state);
        }
    }
    let after = logged.taken_for(&decisions).target();
    let wanted = match kept {
        Some(kept) => kept.base,
        None => log.base.as_deref().map(content_hash),
    };
    let reached = after.text.as_deref().map(content_hash) == wanted;
    Some(FileRollback {
        logged: Arc::clone(logged),
        decisions: if reached { decisions } else { Decisions::new() },
        unclear: Vec::new(),
        conflicts: Vec::new(),
        not_covered: (!reached).then(|| notice!("told-review-log-base")),
        is_excluded: false,
    })
    .filter(|file| !file.decisions.is_empty() || file.not_covered.is_some())
}

/// Reverts the chosen hunks and the hunks of the same agents that build on them; the work of others stays.
pub(super) fn scoped(
    logged: &Arc<Logged>,
    request: &RollbackRequest,
    since: Option<&CheckpointWithFiles>,
) -> Option<FileRollback> {
    let log = &logged.log;
    let mut unclear = Vec::new();
    let mut chosen: BTreeSet<HunkId> = BTreeSet::new();
    for (place, entry) in log.entries.iter().enumerate() {
        for hunk in entry.hunks.iter().filter(|hunk| hunk.state.is_live()) {
            if !belongs(log, place, (entry, hunk), request, since) {
                continue;
            }
            let by_name = matches!(&request.scope, RollbackScope::Hunks { hunks } if hunks.contains(&hunk.id));
            if matches!(request.scope, RollbackScope::Hunks { .. }) && !by_name {
                continue;
            }
            match entry.origin {
                Origin::Unclear if !by_name && !request.unclear.contains(&hunk.id) => {
                    unclear.push(hunk.id);
                }
                _ => {
                    chosen.insert(hunk.id);
                }
            }
        }
    }
    if chosen.is_empty() && unclear.is_empty() {
        return None;
    }
    let (mut going, conflicts) = settle(log, chosen, request);
    // The agents' hunks above go with them. No hunk of others builds on them, otherwise they
    // could not go.
    let above = log.dependents_of(&going);
    going.extend(above.into_iter().filter(|hunk| !is_own(log, *hunk)));
    let decisions = decisions_of(log, &going);
    Some(FileRollback {
        logged: Arc::clone(logged),
        decisions,
        unclear,
        conflicts,
        not_covered: None,
        is_excluded: false,
    })
}

fn belongs(
    log: &FileLog,
    place: usize,
    (entry, hunk): (&Entry, &Hunk),
    request: &RollbackRequest,
    since: Option<&CheckpointWithFiles>,
) -> bool {
    let by_agent = must_yield(&entry.origin) || entry.origin == Origin::Unclear;
    match (&request.scope, &entry.origin) {
        (RollbackScope::Hunks { .. }, _) => true,
        (RollbackScope::File { file }, _) => by_agent && log.file == *file,
        (
            RollbackScope::Call { call: wanted },
            Origin::Agent { call, .. } | Origin::Shell { call, .. },
        ) => call == wanted,
        (
            RollbackScope::Run { run: wanted },
            Origin::Agent { run, .. } | Origin::Shell { run, .. },
        ) => run == wanted,
        (RollbackScope::Agent { agent: wanted }, Origin::Agent { agent, .. }) => agent == wanted,
        (RollbackScope::Session, _) => by_agent,
        (RollbackScope::Checkpoint { .. }, _) => {
            let came =
                |since| is_later(log, place, entry, since) || is_written_later(log, hunk, since);
            by_agent && since.is_some_and(came)
        }
        _ => false,
    }
}

/// Whether an entry came after a checkpoint.
fn is_later(
    log: &FileLog,
    place: usize,
    entry: &Entry,
    (checkpoint, files): &CheckpointWithFiles,
) -> bool {
    match files.iter().find(|kept| kept.file == log.file) {
        Some(kept) => {
            let known = kept.after_entry;
            let last = log.entries.iter().position(|entry| Some(entry.id) == known);
            last.is_none_or(|last| place > last)
        }
        None => entry.at >= checkpoint.at,
    }
}

/// Whether a hunk was not on the disk at a checkpoint and was written later: by the apply operation
/// that the checkpoint precedes, or a later one.
fn is_written_later(log: &FileLog, hunk: &Hunk, (_, files): &CheckpointWithFiles) -> bool {
    let kept = files.iter().find(|kept| kept.file == log.file);
    hunk.written && kept.is_some_and(|kept| kept.without.contains(&hunk.id))
}

/// Removes hunks from the choice that live work of the user, or of an agent that made none of them,
/// builds on, unless the request says how to settle that.
fn settle(
    log: &Woven,
    mut chosen: BTreeSet<HunkId>,
    request: &RollbackRequest,
) -> (BTreeSet<HunkId>, Vec<RollbackConflict>) {
    let choices: BTreeMap<HunkId, &ConflictChoice> = request
        .settle
        .iter()
        .map(|(hunk, choice)| (*hunk, choice))
        .collect();
    let authors: BTreeSet<&str> = log
        .hunks()
        .filter(|(_, hunk)| chosen.contains(&hunk.id))
        .filter_map(|(entry, _)| agent_of(entry))
        .collect();
    let live = log.hunks().filter(|(_, hunk)| hunk.state.is_live());
    let held_by_others = live.filter(|(entry, hunk)| {
        !is_agent_owned(entry, hunk)
            || agent_of(entry).is_some_and(|agent| !authors.contains(agent))
    });
    let others: Vec<(HunkId, Vec<HunkId>)> = held_by_others
        .map(|(_, hunk)| (hunk.id, log.requisites_of(&BTreeSet::from([hunk.id]))))
        .collect();
    let mut named: BTreeMap<HunkId, RollbackConflict> = BTreeMap::new();
    // Terminates: each round removes a hunk from the choice, or adds one of the others'.
    while let Some((hunk, with)) = held(&others, &chosen) {
        let choice = choices.get(&hunk).copied();
        named.entry(hunk).or_insert(RollbackConflict {
            hunk,
            with,
            line: line_of(log, with),
            why: changed_by(log, with),
            choice: choice.cloned(),
        });
        match choice {
            // Both go.
            Some(ConflictChoice::Base) => {
                chosen.insert(with);
            }
            // The later hunk goes, the agent's hunk stays.
            Some(ConflictChoice::Agent) => {
                chosen.remove(&hunk);
                chosen.insert(with);
            }
            _ => {
                chosen.remove(&hunk);
            }
        }
    }
    (chosen, named.into_values().collect())
}

/// Returns the agent that made an entry.
fn agent_of(entry: &Entry) -> Option<&str> {
    match &entry.origin {
        Origin::Agent { agent, .. } => Some(agent),
        _ => None,
    }
}

/// Names who changed the lines of another's hunk.
fn changed_by(log: &FileLog, hunk: HunkId) -> Notice {
    let found = log.hunks().find(|(_, known)| known.id == hunk);
    match found {
        Some((entry, hunk)) if is_agent_owned(entry, hunk) => {
            let word = agent_of(entry).unwrap_or_default();
            notice!("told-agent-changed-lines", word)
        }
        _ => notice!("told-you-changed-lines"),
    }
}

/// Returns a chosen hunk on which unchosen work of others builds, and that work.
fn held(own: &[(HunkId, Vec<HunkId>)], chosen: &BTreeSet<HunkId>) -> Option<(HunkId, HunkId)> {
    let staying = own.iter().filter(|(hunk, _)| !chosen.contains(hunk));
    let mut pairs = staying.flat_map(|(hunk, on)| on.iter().map(|on| (*on, *hunk)));
    pairs.find(|(on, _)| chosen.contains(on))
}

/// Whether a hunk is the user's and never yields.
fn is_own(log: &FileLog, hunk: HunkId) -> bool {
    let found = log.hunks().find(|(_, known)| known.id == hunk);
    found.is_some_and(|(entry, hunk)| !is_agent_owned(entry, hunk))
}

fn decisions_of(log: &FileLog, chosen: &BTreeSet<HunkId>) -> Decisions {
    let hunks = log.hunks().filter(|(_, hunk)| chosen.contains(&hunk.id));
    hunks
        .map(|(_, hunk)| (hunk.id, HunkState::RolledBack))
        .collect()
}

/// Returns the line, from 1, in the agent's view of the text at which a hunk inserts or deletes.
fn line_of(log: &FileLog, hunk: HunkId) -> u32 {
    let found = log.hunks().find(|(_, known)| known.id == hunk);
    found.map_or(0, |(_, hunk)| hunk.new_start)
}
