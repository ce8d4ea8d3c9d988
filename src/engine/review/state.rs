//! The engine's knowledge of a session's changes: the hunks and the decisions, as a fold over the
//! events that the engine emits itself.

use std::collections::VecDeque;
use std::collections::{BTreeMap, BTreeSet};

use super::job::ReviewJob;
use protocol::change::{Entry, Hunk, HunkState, Origin};
use protocol::event::EventKind;
use protocol::ids::{CallId, CommentId, EntryId, FileId, HunkId, OperationId, RunId};
use protocol::review::{
    ApplyRecord, Comment, CommentTarget, DecisionChange, Operation, OperationKind, ReviewSnapshot,
};
use protocol::session::UnappliedExtent;

/// A hunk without its lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HunkNote {
    pub(super) entry: EntryId,
    pub(super) state: HunkState,
    pub(super) written: bool,
    /// Whether an agent or a command made the hunk, so that it waits for a decision.
    pub(super) by_agent: bool,
    /// The run that made the hunk.
    pub(super) run: Option<RunId>,
    /// Number of lines that the hunk adds and removes.
    pub(super) lines: (u32, u32),
    /// The hunk that this one edits, if the user made it as an edit.
    pub(super) amends: Option<HunkId>,
}

impl HunkNote {
    /// Whether the hunk waits for a decision and is not on the disk.
    pub(super) fn is_proposed(&self) -> bool {
        self.by_agent && self.state == HunkState::Pending && !self.written
    }

    /// Whether the disk differs from the agent's view here: the hunk is proposed, or its decision
    /// is not written.
    pub(super) fn is_apart(&self) -> bool {
        let is_known = self.by_agent || self.state != HunkState::Pending;
        is_known && self.state.is_live() != self.written
    }

    /// Returns by how many lines the hunk makes a text longer: an edit removes lines that the
    /// edited hunk adds.
    pub(super) fn net_lines(&self) -> i64 {
        i64::from(self.lines.0) - i64::from(self.lines.1)
    }

    /// Whether the hunk waits for a decision, or for its decision to be written.
    fn is_open(&self) -> bool {
        match self.state {
            HunkState::Pending => self.by_agent,
            state => (state == HunkState::Accepted) != self.written,
        }
    }
}

/// A file's last entry, and its path as of that entry.
#[derive(Debug, Clone)]
pub(super) struct FileNote {
    pub(super) path: String,
    pub(super) last: EntryId,
}

/// The state of a session's changes.
#[derive(Debug, Default)]
pub(crate) struct ReviewState {
    pub(super) files: BTreeMap<FileId, FileNote>,
    pub(super) hunks: BTreeMap<HunkId, HunkNote>,
    /// The hunks of each entry, top to bottom, and its file.
    pub(super) entries: BTreeMap<EntryId, (FileId, Vec<HunkId>)>,
    pub(super) operations: Vec<Operation>,
    /// Operations that turned out not to be undoable: the parts of a split hunk cannot
    /// be joined again.
    pub(super) fixed: BTreeSet<OperationId>,
    pub(super) comments: BTreeMap<CommentId, Comment>,
    pub(super) unreported: BTreeSet<HunkId>,
    /// Counts the folded events; a job that started at an earlier count is done again.
    pub(super) version: u64,
    /// The version at which open questions were last compared with the proposed changes.
    pub(super) asked_at: u64,
    /// The job in progress, with the number of its attempts.
    pub(super) job: Option<(ReviewJob, u32)>,
    /// Whether the job waits for the end of a call that changes files.
    pub(super) is_parked: bool,
    /// The jobs that come after the one in progress.
    pub(super) waiting: VecDeque<ReviewJob>,
    /// Whether a disk scan is due once there is nothing else to do.
    pub(super) look_wanted: bool,
    /// The apply operation in progress.
    pub(super) applying: Option<ApplyRecord>,
    /// Whether decisions are kept from the agent until its step ends.
    pub(super) is_held: bool,
    /// The call that runs after applying.
    pub(super) waiting_call: Option<CallId>,
}

impl ReviewState {
    /// Restores the state from a snapshot.
    pub(crate) fn of(snapshot: &ReviewSnapshot) -> Self {
        let mut book = Self::default();
        for entry in &snapshot.entries {
            book.add_entry(entry);
        }
        book.operations.clone_from(&snapshot.operations);
        let comments = snapshot.comments.iter().cloned();
        book.comments = comments.map(|comment| (comment.id, comment)).collect();
        book.unreported = snapshot.unreported.iter().copied().collect();
        book
    }

    /// Folds an event into the state.
    pub(super) fn apply(&mut self, fact: &EventKind) {
        self.version = self.version.wrapping_add(1);
        match fact {
            EventKind::EditsProposed { entry } => self.add_entry(entry),
            EventKind::ReviewUpdated {
                hunks,
                state,
                written,
                ..
            } => {
                for hunk in hunks {
                    if let Some(note) = self.hunks.get_mut(hunk) {
                        (note.state, note.written) = (*state, *written);
                    }
                }
            }
            EventKind::HunkSplit { entry, hunk, parts } => {
                self.split(*entry, *hunk, parts);
            }
            EventKind::HunksJoined { entry, parts, hunk } => self.join(*entry, parts, hunk),
            EventKind::OperationDone { operation } => {
                self.operations.retain(|known| !known.undone);
                self.mark_unreported(operation);
                self.operations.push(operation.clone());
            }
            EventKind::OperationMoved {
                operation, undone, ..
            } => self.move_operation(*operation, *undone),
            EventKind::CommentAdded { comment } => {
                self.comments.insert(comment.id, comment.clone());
            }
            EventKind::CommentRemoved { comment } => {
                self.comments.remove(comment);
            }
            EventKind::CommentsSent { comments, .. } => {
                self.comments.retain(|id, _| !comments.contains(id));
                // A comment that the agent knows cannot be withdrawn.
                self.operations
                    .retain(|known| known.kind != OperationKind::Comment);
            }
            EventKind::ReviewReported { told, .. } => {
                for hunk in &told.hunks {
                    self.unreported.remove(hunk);
                }
                for comment in &told.comments {
                    self.comments.remove(comment);
                }
                // A decision that was reported to the model cannot be withdrawn.
                self.operations
                    .retain(|known| known.kind != OperationKind::Comment);
            }
            _ => {}
        }
    }

    fn add_entry(&mut self, entry: &Entry) {
        let by_agent = matches!(
            entry.origin,
            Origin::Agent { .. } | Origin::Shell { .. } | Origin::Unclear
        );
        let run = match &entry.origin {
            Origin::Agent { run, .. } | Origin::Shell { run, .. } => Some(*run),
            Origin::User | Origin::Session { .. } | Origin::Unclear => None,
        };
        for hunk in &entry.hunks {
            let note = HunkNote {
                entry: entry.id,
                state: hunk.state,
                written: hunk.written,
                by_agent,
                run,
                lines: lines_of(hunk),
                amends: hunk.amends,
            };
            self.hunks.insert(hunk.id, note);
        }
        let ids = entry.hunks.iter().map(|hunk| hunk.id).collect();
        self.entries.insert(entry.id, (entry.file, ids));
        let file = FileNote {
            path: entry.path.clone(),
            last: entry.id,
        };
        self.files.insert(entry.file, file);
    }

    fn split(&mut self, entry: EntryId, hunk: HunkId, parts: &[Hunk]) {
        let Some(note) = self.hunks.remove(&hunk) else {
            return;
        };
        for part in parts {
            let lines = lines_of(part);
            self.hunks.insert(part.id, HunkNote { lines, ..note });
        }
        for note in self.hunks.values_mut() {
            if note.amends == Some(hunk) {
                note.amends = parts.first().map(|part| part.id);
            }
        }
        let parts: Vec<HunkId> = parts.iter().map(|part| part.id).collect();
        let parts = parts.as_slice();
        if let Some((_, ids)) = self.entries.get_mut(&entry)
            && let Some(place) = ids.iter().position(|id| *id == hunk)
        {
            ids.splice(place..=place, parts.iter().copied());
        }
        if self.unreported.remove(&hunk) {
            self.unreported.extend(parts);
        }
        for operation in &mut self.operations {
            operation.split(hunk, parts);
        }
    }

    fn join(&mut self, entry: EntryId, parts: &[HunkId], whole: &Hunk) {
        let notes: Vec<HunkNote> = parts
            .iter()
            .filter_map(|part| self.hunks.remove(part))
            .collect();
        let Some(note) = notes.first() else {
            return;
        };
        let lines = lines_of(whole);
        self.hunks.insert(whole.id, HunkNote { lines, ..*note });
        for note in self.hunks.values_mut() {
            if note.amends.is_some_and(|amended| parts.contains(&amended)) {
                note.amends = Some(whole.id);
            }
        }
        if let Some((_, ids)) = self.entries.get_mut(&entry)
            && let Some(place) = ids.iter().position(|id| parts.contains(id))
        {
            ids.retain(|id| !parts.contains(id));
            ids.insert(place.min(ids.len()), whole.id);
        }
        let told_of = self.unreported.len();
        self.unreported.retain(|hunk| !parts.contains(hunk));
        if self.unreported.len() < told_of {
            self.unreported.insert(whole.id);
        }
        for operation in &mut self.operations {
            if operation.divided(whole.id) {
                break;
            }
            operation.join(parts, whole.id);
        }
    }

    fn move_operation(&mut self, id: OperationId, undone: bool) {
        let known = self.operations.iter_mut().find(|known| known.id == id);
        if let Some(operation) = known {
            operation.undone = undone;
            let operation = operation.clone();
            self.mark_unreported(&operation);
        }
    }

    fn mark_unreported(&mut self, operation: &Operation) {
        // An edit is reported with the hunk that it edits.
        let changed = operation.changes.iter().map(|change| change.hunk);
        let told = changed.filter(|hunk| {
            let note = self.hunks.get(hunk);
            operation.kind != OperationKind::Edit || note.is_some_and(|note| note.by_agent)
        });
        let told: Vec<HunkId> = told.collect();
        self.unreported.extend(told);
    }

    /// Returns the hunk that the user decides about: the hunk itself, or the one that it edits.
    pub(super) fn decided_with(&self, hunk: HunkId) -> HunkId {
        let amended = self.hunks.get(&hunk).and_then(|note| note.amends);
        amended
            .filter(|amended| self.hunks.contains_key(amended))
            .unwrap_or(hunk)
    }

    /// Returns where the user sees a decision: its hunk, or the hunk that this one edits,
    /// and the file.
    pub(super) fn place_of(&self, change: &DecisionChange) -> Option<(FileId, HunkId)> {
        let (file, _) = self.entries.get(&change.entry)?;
        Some((*file, self.decided_with(change.hunk)))
    }

    /// Returns where the user sees the effect of an operation.
    pub(super) fn place_of_operation(&self, operation: &Operation) -> Option<(FileId, HunkId)> {
        let mut changes = operation.changes.iter();
        let changed = changes.find_map(|one| self.place_of(one));
        let of_entry = |entry: &EntryId, hunk: HunkId| {
            let (file, _) = self.entries.get(entry)?;
            Some((*file, hunk))
        };
        changed
            .or_else(|| {
                let division = operation.division.as_ref()?;
                let parts = division.parts.iter().copied();
                let mut hunks = std::iter::once(division.hunk).chain(parts);
                let there = hunks.find(|hunk| self.hunks.contains_key(hunk))?;
                of_entry(&division.entry, there)
            })
            .or_else(|| {
                let remark = operation.comment.as_ref()?;
                match &remark.after.as_ref().or(remark.before.as_ref())?.on {
                    CommentTarget::Hunk(hunk) => of_entry(&self.hunks.get(hunk)?.entry, *hunk),
                    CommentTarget::Lines { .. } | CommentTarget::Git(_) => None,
                }
            })
    }

    /// Whether any change waits for a decision and is not on the disk.
    pub(crate) fn has_proposed(&self) -> bool {
        self.hunks.values().any(HunkNote::is_proposed)
    }

    /// Counts the hunks that wait for a decision and are not on the disk.
    pub(crate) fn proposed(&self) -> u32 {
        let proposed = self.hunks.values().filter(|note| note.is_proposed());
        u32::try_from(proposed.count()).unwrap_or(u32::MAX)
    }

    /// Counts the hunks that wait for a decision, or for their decision to be written.
    pub(crate) fn open(&self) -> u32 {
        let open = self.hunks.values().filter(|note| note.is_open());
        u32::try_from(open.count()).unwrap_or(u32::MAX)
    }

    /// Whether there is something to report to the model.
    pub(crate) fn has_unreported(&self) -> bool {
        !self.unreported.is_empty() || self.unreported_comments().next().is_some()
    }

    /// Returns the comments that the next report contains. Those on changes that git knows wait
    /// until the user sends them.
    pub(super) fn unreported_comments(&self) -> impl Iterator<Item = CommentId> {
        let comments = self.comments.values();
        let reported = comments.filter(|comment| comment.on.git().is_none());
        reported.map(|comment| comment.id)
    }

    /// Whether a job or an apply operation is in progress.
    pub(crate) fn is_at_work(&self) -> bool {
        self.job.is_some() || self.is_applying()
    }

    /// Whether the review is writing files.
    pub(crate) fn is_applying(&self) -> bool {
        self.applying.is_some()
    }

    /// Whether any change of a run to a file is not refused.
    pub(super) fn stands(&self, run: RunId, file: FileId) -> bool {
        let of_run = |hunk: &HunkId| {
            let note = self.hunks.get(hunk);
            note.is_some_and(|note| note.run == Some(run) && note.state.is_live())
        };
        let mut entries = self.entries.values().filter(|(of, _)| *of == file);
        entries.any(|(_, hunks)| hunks.iter().any(of_run))
    }

    /// Returns how much of a run's changes to a file is not refused and not on the disk.
    pub(crate) fn unwritten(&self, run: RunId, path: &str) -> Option<UnappliedExtent> {
        let of_file = self
            .entries
            .values()
            .filter(|(file, _)| self.files.get(file).is_some_and(|file| file.path == path));
        let notes = of_file.flat_map(|(_, hunks)| hunks.iter().filter_map(|id| self.hunks.get(id)));
        let standing = notes.filter(|note| note.run == Some(run) && note.state.is_live());
        let (written, unwritten): (Vec<&HunkNote>, Vec<&HunkNote>) =
            standing.partition(|note| note.written);
        match (written.is_empty(), unwritten.is_empty()) {
            (_, true) => None,
            (true, false) => Some(UnappliedExtent::All),
            (false, false) => Some(UnappliedExtent::Part),
        }
    }

    /// Returns the user's edits of a hunk that are not refused.
    fn edits_of(&self, hunk: HunkId) -> impl Iterator<Item = &HunkNote> {
        let edits = self.hunks.values();
        edits.filter(move |note| note.amends == Some(hunk) && note.state.is_live())
    }

    /// Returns the lines that a hunk adds and removes, including the user's edits.
    pub(super) fn lines_as_edited(&self, hunk: HunkId) -> (i64, i64) {
        let Some(note) = self.hunks.get(&hunk) else {
            return (0, 0);
        };
        let edits = self.edits_of(hunk).map(HunkNote::net_lines);
        let added = i64::from(note.lines.0) + edits.sum::<i64>();
        (added, i64::from(note.lines.1))
    }

    /// Returns the last known entry of a file.
    pub(crate) fn last_entry(&self, file: FileId) -> Option<EntryId> {
        self.files.get(&file).map(|note| note.last)
    }

    /// Returns the decisions that change if these hunks get a state.
    pub(super) fn changes_to(&self, hunks: &[HunkId], state: HunkState) -> Vec<DecisionChange> {
        // An edit follows the state of its hunk by itself.
        let chosen: BTreeSet<HunkId> = hunks.iter().copied().collect();
        let changed = chosen.into_iter().filter_map(|hunk| {
            let note = self.hunks.get(&hunk)?;
            (note.state != state).then_some(DecisionChange {
                entry: note.entry,
                hunk,
                before: note.state,
                after: state,
            })
        });
        changed.collect()
    }
}

/// Counts the lines that a hunk adds and removes.
fn lines_of(hunk: &Hunk) -> (u32, u32) {
    let added = u32::try_from(hunk.inserted.len()).unwrap_or(u32::MAX);
    (added, hunk.old_count)
}
