//! Which hunks of one file a rollback takes back, and which cannot go because the human's later work
//! builds on them. Pure over the file's log; whose files, and what is written, is in `rollback`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::logs::Logged;
use super::plan::Decisions;
use crate::protocol::change::{Checkpoint, CheckpointFile, Entry, Hunk, HunkState, Origin};
use crate::protocol::ids::HunkId;
use crate::protocol::review::rollback::{RollbackConflict, RollbackRequest, RollbackScope};
use crate::protocol::review::{ConflictChoice, DecisionChange};
use crate::review::binary::content_hash;
use crate::review::log::{FileLog, is_agent_owned, must_yield};
use crate::review::woven::Woven;

/// What a rollback would do to one file.
pub(super) struct FileRollback {
    pub(super) logged: Arc<Logged>,
    pub(super) decisions: Decisions,
    pub(super) unclear: Vec<HunkId>,
    pub(super) conflicts: Vec<RollbackConflict>,
    pub(super) not_covered: Option<String>,
    pub(super) taken: Selected,
}

/// Whether a file is among what is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Selected {
    Yes,
    /// The human left it out.
    LeftOut,
}

/// A checkpoint with the files it kept.
pub(super) type CheckpointWithFiles = (Checkpoint, Vec<CheckpointFile>);

impl FileRollback {
    /// The same where nothing of it can be taken back, with why.
    pub(super) fn left(self, why: String) -> Self {
        Self {
            decisions: Decisions::new(),
            not_covered: Some(why),
            ..self
        }
    }

    /// The same where it is left as it is because the human said so.
    pub(super) fn left_out(self) -> Self {
        Self {
            logged: self.logged,
            decisions: Decisions::new(),
            unclear: Vec::new(),
            conflicts: Vec::new(),
            not_covered: None,
            taken: Selected::LeftOut,
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

    /// Hunks that go.
    pub(super) fn back(&self) -> u32 {
        number(self.going())
    }

    /// Those of them that are the human's own.
    pub(super) fn lost(&self) -> u32 {
        number(self.going().filter(|(entry, _)| !must_yield(&entry.origin)))
    }

    /// Those of them that are an agent's and hold edits of the human, which go with them.
    pub(super) fn edited(&self) -> u32 {
        let hunks = self.logged.log.hunks();
        let edits = hunks.filter(|(_, hunk)| hunk.state.is_live());
        let edited: BTreeSet<HunkId> = edits.filter_map(|(_, hunk)| hunk.amends).collect();
        number(self.going().filter(|(_, hunk)| edited.contains(&hunk.id)))
    }

    /// Those of them that never came onto the disk.
    pub(super) fn proposed(&self) -> u32 {
        number(self.going().filter(|(_, hunk)| !hunk.written))
    }

    /// The human's hunks that stay.
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

/// Every file of the checkpoint goes back to what was kept of it; one that came later goes.
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
        // It was there and nothing of it was kept: it was not changed in between.
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
        not_covered: (!reached)
            .then(|| "its history does not give back what was kept of it".to_owned()),
        taken: Selected::Yes,
    })
    .filter(|file| !file.decisions.is_empty() || file.not_covered.is_some())
}

/// The chosen hunks go, with what agents built on them; the human's work stays.
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
    // What agents built on it goes with it; nothing of the human's does, or it could not go.
    let follows = |hunk: &HunkId| !is_own(log, *hunk);
    let above = log.dependents_of(&going);
    going.extend(above.into_iter().filter(follows));
    let decisions = decisions_of(log, &going);
    Some(FileRollback {
        logged: Arc::clone(logged),
        decisions,
        unclear,
        conflicts,
        not_covered: None,
        taken: Selected::Yes,
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

/// Whether a hunk was not on the disk at a checkpoint and came there since: by the save before which it was made, or
/// a later one.
fn is_written_later(log: &FileLog, hunk: &Hunk, (_, files): &CheckpointWithFiles) -> bool {
    let kept = files.iter().find(|kept| kept.file == log.file);
    hunk.written && kept.is_some_and(|kept| kept.without.contains(&hunk.id))
}

/// Leaves out what cannot go because live work of the human's builds on it, unless it was said how that
/// is settled.
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
    let own = log.hunks().filter(|(_, hunk)| hunk.state.is_live());
    let own = own.filter(|(entry, hunk)| !is_agent_owned(entry, hunk));
    let own: Vec<(HunkId, Vec<HunkId>)> = own
        .map(|(_, hunk)| (hunk.id, log.requisites_of(&BTreeSet::from([hunk.id]))))
        .collect();
    let mut named: BTreeMap<HunkId, RollbackConflict> = BTreeMap::new();
    // Each round something is chosen no more, or more of the human's is.
    while let Some((hunk, with)) = held(&own, &chosen) {
        let choice = choices.get(&hunk).copied();
        named.entry(hunk).or_insert(RollbackConflict {
            hunk,
            with,
            line: line_of(log, with),
            why: "you changed lines that this hunk wrote".to_owned(),
            choice: choice.cloned(),
        });
        match choice {
            // Both go.
            Some(ConflictChoice::Base) => {
                chosen.insert(with);
            }
            // The human's goes, the agent's stays.
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

/// A chosen hunk that work of the human's builds on which is not chosen, and that work.
fn held(own: &[(HunkId, Vec<HunkId>)], chosen: &BTreeSet<HunkId>) -> Option<(HunkId, HunkId)> {
    let staying = own.iter().filter(|(hunk, _)| !chosen.contains(hunk));
    let mut pairs = staying.flat_map(|(hunk, on)| on.iter().map(|on| (*on, *hunk)));
    pairs.find(|(on, _)| chosen.contains(on))
}

/// Whether a hunk is the human's and never yields.
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

/// The line of the text as the agent sees it, from 1, at which a hunk inserts or deletes.
fn line_of(log: &FileLog, hunk: HunkId) -> u32 {
    let found = log.hunks().find(|(_, known)| known.id == hunk);
    found.map_or(0, |(_, hunk)| hunk.new_start)
}
