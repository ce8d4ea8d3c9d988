//! What a rollback would decide: which hunks go, which cannot because the human's later work builds on
//! them, and how the files look afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::answers::diff_of;
use super::disk::Stamp;
use super::logs::Logged;
use super::plan::{Decisions, Written, unsettled};
use super::{Ledger, LedgerError};
use crate::engine::ReviewWork;
use crate::protocol::change::{Checkpoint, CheckpointFile, Entry, HunkState, Origin};
use crate::protocol::ids::{CheckpointId, ContentHash, FileId, HunkId, SessionId};
use crate::protocol::review::rollback::{
    RollbackConflict, RollbackFile, RollbackHow, RollbackPreview, RollbackRequest, RollbackScope,
};
use crate::protocol::review::{ConflictChoice, DecisionChange, ReviewAnswer};
use crate::review::binary::content_hash;
use crate::review::conflicts::{Conflict, ConflictKind};
use crate::review::log::{FileLog, gives_way, yields};
use crate::words::counted;

/// What a rollback would do to one file.
struct FileRollback {
    logged: Arc<Logged>,
    decisions: Decisions,
    unclear: Vec<HunkId>,
    conflicts: Vec<RollbackConflict>,
    not_covered: Option<String>,
}

/// A checkpoint with the files it kept.
type Kept = (Checkpoint, Vec<CheckpointFile>);

impl Ledger {
    /// What the human is shown before a rollback.
    ///
    /// # Errors
    /// What was asked for does not exist, or the logs cannot be read.
    pub fn rollback_preview(
        &self,
        session: SessionId,
        request: &RollbackRequest,
        last_number: u64,
        stamp: &Stamp,
    ) -> Result<RollbackPreview, LedgerError> {
        let files = self.rolled_back(session, request, stamp)?;
        let work = self.written_after(session, &files, stamp)?;
        let title = self.title(session, request)?;
        let mut afterwards = Vec::new();
        let mut preview = RollbackPreview {
            title,
            files: Vec::new(),
            unsaved: Vec::new(),
            not_covered: work.skipped.clone(),
            user_hunks_lost: 0,
            safety_number: last_number.saturating_add(1),
            shown: ContentHash::of(&[]),
        };
        for file in &files {
            let planned = work.files.iter().map(|(_, planned)| planned);
            let planned = planned
                .into_iter()
                .find(|planned| planned.file == file.logged.log.file);
            let going = file.hunks_going();
            let users = going.iter().filter(|(entry, _)| !yields(&entry.origin));
            let lost = u32::try_from(users.count()).unwrap_or(u32::MAX);
            preview.user_hunks_lost = preview.user_hunks_lost.saturating_add(lost);
            if let Some(why) = &file.not_covered {
                preview
                    .not_covered
                    .push((file.logged.path.clone(), why.clone()));
            }
            if is_dirty(&file.logged.log) {
                preview.unsaved.push(file.logged.path.clone());
            }
            let stats = planned.map_or((0, 0), |planned| (planned.added, planned.removed));
            let becomes = becomes(file, planned.map(|planned| planned.after.is_none()));
            preview.files.push(RollbackFile {
                file: file.logged.log.file,
                path: file.logged.path.clone(),
                becomes,
                added: stats.0,
                removed: stats.1,
                hunks: u32::try_from(going.len()).unwrap_or(u32::MAX),
                kept: file.kept(),
                unclear: file.unclear.clone(),
                conflicts: file.conflicts.clone(),
            });
            afterwards
                .extend(planned.map(|planned| (&planned.path, &planned.before, &planned.after)));
        }
        // Without the ids of what is not logged yet: they are others each time.
        let files = preview.files.iter().map(|file| {
            let conflicts = file.conflicts.iter();
            let conflicts: Vec<_> = conflicts.map(|one| (one.hunk, &one.choice)).collect();
            (&file.path, &file.becomes, file.hunks, file.kept, conflicts)
        });
        let files: Vec<_> = files.collect();
        let bytes = serde_json::to_vec(&(&preview.title, files, afterwards));
        preview.shown = ContentHash::of(&bytes.unwrap_or_default());
        Ok(preview)
    }

    /// The work of a rollback whose preview had the hash `shown`.
    pub(super) fn roll_back(
        &self,
        session: SessionId,
        request: &RollbackRequest,
        shown: &ContentHash,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let preview = self.rollback_preview(session, request, 0, stamp)?;
        if preview.shown != *shown {
            return Err(LedgerError::Refused(
                "files or decisions are not as they were shown; look at the preview again".into(),
            ));
        }
        let files = self.rolled_back(session, request, stamp)?;
        let mut work = self.written_after(session, &files, stamp)?;
        work.title = preview.title;
        work.changes = files.iter().flat_map(FileRollback::changes).collect();
        Ok(work)
    }

    /// The difference that a rollback would make on the disk.
    pub(super) fn rollback_diff(
        &self,
        session: SessionId,
        request: &RollbackRequest,
        stamp: &Stamp,
    ) -> Result<ReviewAnswer, LedgerError> {
        let files = self.rolled_back(session, request, stamp)?;
        let work = self.written_after(session, &files, stamp)?;
        let mut diffs = Vec::new();
        for (_, planned) in &work.files {
            let text = |hash: &Option<ContentHash>| {
                let text = hash.as_ref().map(|hash| self.text(hash, &planned.path));
                text.transpose()
            };
            let (before, after) = (text(&planned.before)?, text(&planned.after)?);
            let diff = diff_of(&planned.path, before.as_deref(), after.as_deref());
            diffs.extend(diff);
        }
        let not_covered = files.iter().filter_map(|file| {
            let why = file.not_covered.clone()?;
            Some((file.logged.path.clone(), why))
        });
        let left_out = work.skipped.into_iter().chain(not_covered).collect();
        Ok(ReviewAnswer::Compared { diffs, left_out })
    }

    fn written_after(
        &self,
        session: SessionId,
        files: &[FileRollback],
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let touched: Vec<FileId> = files
            .iter()
            .filter(|file| !file.decisions.is_empty())
            .map(|file| file.logged.log.file)
            .collect();
        if touched.is_empty() {
            return Ok(ReviewWork::default());
        }
        let decisions: Decisions = files
            .iter()
            .flat_map(|file| file.decisions.clone())
            .collect();
        self.plan_save(session, &touched, Written::Decided, &decisions, stamp)
    }

    fn rolled_back(
        &self,
        session: SessionId,
        request: &RollbackRequest,
        stamp: &Stamp,
    ) -> Result<Vec<FileRollback>, LedgerError> {
        let since = self.since(session, request)?;
        let settled = self.settled(session)?;
        let mut out = Vec::new();
        let (logs, faults) = self.logs(session)?;
        for logged in logs {
            let present = self.present(&logged, stamp)?;
            if request.without.contains(&logged.log.file) {
                continue;
            }
            // What others did just now is the human's, and is there to be built on.
            let logged = Arc::new(present.logged);
            let rolled = match (&request.how, &since) {
                (RollbackHow::Hard, Some(since)) => hard(&logged, since),
                (RollbackHow::Hard, None) => None,
                (RollbackHow::Scoped, _) => scoped(&logged, request, since.as_ref(), &settled),
            };
            out.extend(rolled);
        }
        if out.is_empty() {
            if let Some(fault) = faults.into_iter().next() {
                return Err(fault);
            }
            let why = match request.scope {
                RollbackScope::Run { .. } => {
                    "this run changed nothing, so there is nothing to undo"
                }
                _ => {
                    "nothing that is still there belongs to this, so there is nothing to take back"
                }
            };
            return Err(LedgerError::Refused(why.into()));
        }
        Ok(out)
    }

    /// The checkpoint that a rollback goes back to, where it goes back to one.
    fn since(
        &self,
        session: SessionId,
        request: &RollbackRequest,
    ) -> Result<Option<Kept>, LedgerError> {
        let mut kept = self.store.checkpoints_blocking(session)?.into_iter();
        let hard = request.how == RollbackHow::Hard;
        let found = match &request.scope {
            RollbackScope::Checkpoint { checkpoint } => {
                let found = kept.find(|(known, _)| known.id == *checkpoint);
                Some(found.ok_or_else(|| no_checkpoint(*checkpoint))?)
            }
            RollbackScope::Run { run } if hard => kept.find(|(known, _)| known.run == Some(*run)),
            RollbackScope::Session if hard => kept.next(),
            _ if hard => {
                return Err(LedgerError::Refused(
                    "only a run, the session or a checkpoint can be rolled back hard".into(),
                ));
            }
            _ => None,
        };
        if let Some((checkpoint, _)) = found.as_ref().filter(|_| hard) {
            let broken = self.store.broken_checkpoints_blocking()?;
            if broken.contains(&checkpoint.id) {
                return Err(LedgerError::Refused(format!(
                    "checkpoint #{} is not whole any more: contents of it were dropped to keep within \
                     checkpoints.max_mb; take back hunks or files by themselves, or choose a later one",
                    checkpoint.number
                )));
            }
        }
        Ok(found)
    }

    fn title(&self, session: SessionId, request: &RollbackRequest) -> Result<String, LedgerError> {
        let hard = match request.how {
            RollbackHow::Hard => "hard rollback",
            RollbackHow::Scoped => "rollback",
        };
        let of = match &request.scope {
            RollbackScope::Hunks { hunks } => format!("of {}", counted(hunks.len(), "hunk")),
            RollbackScope::File { file } => {
                let files = self.store.files_of_blocking(session)?;
                let path = files.into_iter().find(|(known, _)| known == file);
                format!("of {}", path.map(|(_, path)| path).unwrap_or_default())
            }
            RollbackScope::Call { .. } => "of one call".to_owned(),
            RollbackScope::Run { .. } => "of one run".to_owned(),
            RollbackScope::Agent { agent } => format!("of all that {agent} did"),
            RollbackScope::Session => "of the session".to_owned(),
            RollbackScope::Checkpoint { .. } => match self.since(session, request)? {
                Some((checkpoint, _)) => format!("to #{}", checkpoint.number),
                None => String::new(),
            },
        };
        Ok(format!("{hard} {of}"))
    }
}

fn no_checkpoint(id: CheckpointId) -> LedgerError {
    LedgerError::Refused(format!(
        "this session has no checkpoint {id}; see the list with F8 or `agentichat checkpoints`"
    ))
}

impl FileRollback {
    fn changes(&self) -> impl Iterator<Item = DecisionChange> + '_ {
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

    fn hunks_going(&self) -> Vec<(&Entry, HunkId)> {
        let hunks = self.logged.log.hunks();
        let going = hunks.filter(|(_, hunk)| {
            self.decisions.get(&hunk.id) == Some(&HunkState::RolledBack) && hunk.amends.is_none()
        });
        going.map(|(entry, hunk)| (entry, hunk.id)).collect()
    }

    /// The human's hunks that stay.
    fn kept(&self) -> u32 {
        let hunks = self.logged.log.hunks();
        let kept = hunks.filter(|(entry, hunk)| {
            !gives_way(entry, hunk)
                && hunk.state.is_live()
                && !self.decisions.contains_key(&hunk.id)
        });
        u32::try_from(kept.count()).unwrap_or(u32::MAX)
    }
}

/// Every file of the checkpoint goes back to what was kept of it; one that came later goes.
fn hard(logged: &Arc<Logged>, (checkpoint, files): &Kept) -> Option<FileRollback> {
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
    let after = Logged::clone(logged).taken_for(&decisions).log.target();
    let wanted = match kept {
        Some(kept) => kept.base.clone(),
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
    })
    .filter(|file| !file.decisions.is_empty() || file.not_covered.is_some())
}

/// The chosen hunks go, with what agents built on them; the human's work stays.
fn scoped(
    logged: &Arc<Logged>,
    request: &RollbackRequest,
    since: Option<&Kept>,
    settled: &BTreeSet<(HunkId, HunkId)>,
) -> Option<FileRollback> {
    let log = &logged.log;
    let mut unclear = Vec::new();
    let mut chosen: BTreeSet<HunkId> = BTreeSet::new();
    for (place, entry) in log.entries.iter().enumerate() {
        if !belongs(log, place, entry, request, since) {
            continue;
        }
        for hunk in entry.hunks.iter().filter(|hunk| hunk.state.is_live()) {
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
    // What agents built on it goes with it.
    for hunk in chosen.clone() {
        let above = log.dependents(hunk).into_iter().filter(|above| {
            let mut hunks = log.hunks();
            hunks.any(|(entry, hunk)| hunk.id == *above && gives_way(entry, hunk))
        });
        chosen.extend(above);
    }
    let (decisions, conflicts) = settle(logged, chosen, request, settled);
    Some(FileRollback {
        logged: Arc::clone(logged),
        decisions,
        unclear,
        conflicts,
        not_covered: None,
    })
}

fn belongs(
    log: &FileLog,
    place: usize,
    entry: &Entry,
    request: &RollbackRequest,
    since: Option<&Kept>,
) -> bool {
    let by_agent = yields(&entry.origin) || entry.origin == Origin::Unclear;
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
            by_agent && since.is_some_and(|since| is_later(log, place, entry, since))
        }
        _ => false,
    }
}

/// Whether an entry came after a checkpoint.
fn is_later(log: &FileLog, place: usize, entry: &Entry, (checkpoint, files): &Kept) -> bool {
    match files.iter().find(|kept| kept.file == log.file) {
        Some(kept) => {
            let known = kept.after_entry;
            let last = log.entries.iter().position(|entry| Some(entry.id) == known);
            last.is_none_or(|last| place > last)
        }
        None => entry.at >= checkpoint.at,
    }
}

/// Leaves out what cannot go because the human's work builds on it, unless it was said how that is
/// settled.
fn settle(
    logged: &Arc<Logged>,
    mut chosen: BTreeSet<HunkId>,
    request: &RollbackRequest,
    settled: &BTreeSet<(HunkId, HunkId)>,
) -> (Decisions, Vec<RollbackConflict>) {
    let choices: BTreeMap<HunkId, &ConflictChoice> = request
        .settle
        .iter()
        .map(|(hunk, choice)| (*hunk, choice))
        .collect();
    let mut named: BTreeMap<HunkId, RollbackConflict> = BTreeMap::new();
    loop {
        let decisions = decisions_of(&logged.log, &chosen);
        let after = Logged::clone(logged).taken_for(&decisions);
        let found: Vec<Conflict> = unsettled(&after.log, settled)
            .into_iter()
            .filter(|conflict| conflict.kind == ConflictKind::UnderUser)
            .filter(|conflict| chosen.contains(&conflict.hunk))
            .collect();
        if found.is_empty() {
            return (decisions, named.into_values().collect());
        }
        for conflict in found {
            let choice = choices.get(&conflict.hunk).copied();
            named.entry(conflict.hunk).or_insert(RollbackConflict {
                hunk: conflict.hunk,
                with: conflict.with,
                line: line_of(&logged.log, conflict.with),
                why: "you changed lines that this hunk wrote".to_owned(),
                choice: choice.cloned(),
            });
            match choice {
                // Both go.
                Some(ConflictChoice::Base) => {
                    chosen.insert(conflict.with);
                }
                // The human's goes, the agent's stays.
                Some(ConflictChoice::Agent) => {
                    chosen.remove(&conflict.hunk);
                    chosen.insert(conflict.with);
                }
                _ => {
                    chosen.remove(&conflict.hunk);
                }
            }
        }
    }
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

fn is_dirty(log: &FileLog) -> bool {
    let target = log.in_target();
    log.hunks()
        .any(|(_, hunk)| hunk.written != target.contains(&hunk.id))
}

fn becomes(file: &FileRollback, goes: Option<bool>) -> String {
    let back = file.hunks_going().len();
    let mut words = match goes {
        Some(true) => "will be removed".to_owned(),
        _ if back == 0 => "stays as it is".to_owned(),
        _ if file.logged.log.written().text.is_none() => "comes back".to_owned(),
        _ => format!("{} back", counted(back, "hunk")),
    };
    let kept = usize::try_from(file.kept()).unwrap_or(usize::MAX);
    if kept > 0 && goes != Some(true) {
        words.push_str(&format!(", {kept} of yours kept"));
    }
    if !file.conflicts.is_empty() {
        words.push_str(&format!(", {}", counted(file.conflicts.len(), "conflict")));
    }
    words
}
