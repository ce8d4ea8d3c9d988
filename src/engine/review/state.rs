//! What the engine knows of a session's changes: which hunks there are and what was decided, as a fold
//! over the facts that it says itself.

use std::collections::VecDeque;
use std::collections::{BTreeMap, BTreeSet};

use super::job::ReviewJob;
use crate::protocol::change::{Entry, Hunk, HunkState, Origin};
use crate::protocol::event::EventKind;
use crate::protocol::ids::{CallId, CommentId, EntryId, FileId, HunkId, OperationId, RunId};
use crate::protocol::review::{
    ApplyRecord, Comment, CommentTarget, DecisionChange, Operation, OperationKind, ReviewSnapshot,
};
use crate::protocol::session::UnappliedExtent;

/// A hunk without its lines.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct HunkNote {
    pub(super) entry: EntryId,
    pub(super) state: HunkState,
    pub(super) written: bool,
    /// Whether an agent or a command made it: it waits for a decision.
    pub(super) by_agent: bool,
    /// The run that made it.
    pub(super) run: Option<RunId>,
    /// Lines that it adds and removes.
    pub(super) lines: (u32, u32),
    /// The hunk that it is the human's edit of.
    pub(super) amends: Option<HunkId>,
}

impl HunkNote {
    /// Whether it waits for a decision and is not on the disk.
    pub(super) fn is_staged(&self) -> bool {
        self.by_agent && self.state == HunkState::Pending && !self.written
    }

    /// Whether the disk has it otherwise than the agent's reads: it is staged, or decided and not written so.
    pub(super) fn is_apart(&self) -> bool {
        let is_known = self.by_agent || self.state != HunkState::Pending;
        is_known && self.state.is_live() != self.written
    }

    /// By how many lines it makes a text longer: an edit takes lines out of what the edited hunk adds.
    pub(super) fn net_lines(&self) -> i64 {
        i64::from(self.lines.0) - i64::from(self.lines.1)
    }

    /// Whether it waits for a decision, or for being written as it was decided.
    fn is_open(&self) -> bool {
        match self.state {
            HunkState::Pending => self.by_agent,
            state => (state == HunkState::Accepted) != self.written,
        }
    }
}

/// A file's last entry, and its path then.
#[derive(Debug, Clone)]
pub(super) struct FileNote {
    pub(super) path: String,
    pub(super) last: EntryId,
}

/// The changes of a session.
#[derive(Debug, Default)]
pub(in crate::engine) struct ReviewState {
    pub(super) files: BTreeMap<FileId, FileNote>,
    pub(super) hunks: BTreeMap<HunkId, HunkNote>,
    /// The hunks of each entry, top to bottom, and its file.
    pub(super) entries: BTreeMap<EntryId, (FileId, Vec<HunkId>)>,
    pub(super) operations: Vec<Operation>,
    /// Those that were found not to be undoable: the parts of a hunk that cannot be one again.
    pub(super) fixed: BTreeSet<OperationId>,
    pub(super) comments: BTreeMap<CommentId, Comment>,
    pub(super) untold: BTreeSet<HunkId>,
    /// Counts what was folded in: work that was begun on an earlier count is done anew.
    pub(super) version: u64,
    /// The count at which questions were last compared with what is staged.
    pub(super) asked_at: u64,
    /// The work that is under way, with how often it was begun.
    pub(super) job: Option<(ReviewJob, u32)>,
    /// Whether that work waits for the end of a call that changes files.
    pub(super) is_parked: bool,
    /// The work that comes after it.
    pub(super) waiting: VecDeque<ReviewJob>,
    /// Whether the disk is to be looked at when there is nothing else to do.
    pub(super) look_wanted: bool,
    /// The save that is under way.
    pub(super) saving: Option<ApplyRecord>,
    /// Whether decisions are kept from the agent until its step is over.
    pub(super) is_held: bool,
    /// The call that runs after it.
    pub(super) waiting_call: Option<CallId>,
}

impl ReviewState {
    /// What was kept of a session.
    pub(in crate::engine) fn of(snapshot: &ReviewSnapshot) -> Self {
        let mut book = Self::default();
        for entry in &snapshot.entries {
            book.add_entry(entry);
        }
        book.operations.clone_from(&snapshot.operations);
        let comments = snapshot.comments.iter().cloned();
        book.comments = comments.map(|comment| (comment.id, comment)).collect();
        book.untold = snapshot.untold.iter().copied().collect();
        book
    }

    /// Takes a fact.
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
                self.mark_untold(operation);
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
            EventKind::ReviewTold { told, .. } => {
                for hunk in &told.hunks {
                    self.untold.remove(hunk);
                }
                for comment in &told.comments {
                    self.comments.remove(comment);
                }
                // What was said cannot be unsaid.
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
        if self.untold.remove(&hunk) {
            self.untold.extend(parts);
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
        let told_of = self.untold.len();
        self.untold.retain(|hunk| !parts.contains(hunk));
        if self.untold.len() < told_of {
            self.untold.insert(whole.id);
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
            self.mark_untold(&operation);
        }
    }

    fn mark_untold(&mut self, operation: &Operation) {
        // An edit is told with the hunk that it is of.
        let changed = operation.changes.iter().map(|change| change.hunk);
        let told = changed.filter(|hunk| {
            let note = self.hunks.get(hunk);
            operation.kind != OperationKind::Edit || note.is_some_and(|note| note.by_agent)
        });
        let told: Vec<HunkId> = told.collect();
        self.untold.extend(told);
    }

    /// The hunk that the human decides about: itself, or the one that it is an edit of.
    pub(super) fn decided_with(&self, hunk: HunkId) -> HunkId {
        let amended = self.hunks.get(&hunk).and_then(|note| note.amends);
        amended
            .filter(|amended| self.hunks.contains_key(amended))
            .unwrap_or(hunk)
    }

    /// Where the human sees what was decided: the hunk that it is about, or that it is an edit of, and its file.
    pub(super) fn place_of(&self, change: &DecisionChange) -> Option<(FileId, HunkId)> {
        let (file, _) = self.entries.get(&change.entry)?;
        Some((*file, self.decided_with(change.hunk)))
    }

    /// Where the human sees what an operation did.
    pub(super) fn place_of_operation(&self, operation: &Operation) -> Option<(FileId, HunkId)> {
        let mut changes = operation.changes.iter();
        let changed = changes.find_map(|one| self.place_of(one));
        let of_entry = |entry: &EntryId, hunk: HunkId| {
            let (file, _) = self.entries.get(entry)?;
            Some((*file, hunk))
        };
        let divided = || {
            let division = operation.division.as_ref()?;
            let parts = division.parts.iter().copied();
            let mut hunks = std::iter::once(division.hunk).chain(parts);
            let there = hunks.find(|hunk| self.hunks.contains_key(hunk))?;
            of_entry(&division.entry, there)
        };
        let remarked = || {
            let remark = operation.remark.as_ref()?;
            match &remark.after.as_ref().or(remark.before.as_ref())?.on {
                CommentTarget::Hunk(hunk) => of_entry(&self.hunks.get(hunk)?.entry, *hunk),
                CommentTarget::Lines { .. } => None,
            }
        };
        changed.or_else(divided).or_else(remarked)
    }

    /// Whether something waits for a decision that is not on the disk.
    pub(in crate::engine) fn has_staged(&self) -> bool {
        self.hunks.values().any(HunkNote::is_staged)
    }

    /// How many hunks wait for a decision and are not on the disk.
    pub(in crate::engine) fn staged(&self) -> u32 {
        let staged = self.hunks.values().filter(|note| note.is_staged());
        u32::try_from(staged.count()).unwrap_or(u32::MAX)
    }

    /// How many hunks wait for a decision, or for being written as it was decided.
    pub(in crate::engine) fn open(&self) -> u32 {
        let open = self.hunks.values().filter(|note| note.is_open());
        u32::try_from(open.count()).unwrap_or(u32::MAX)
    }

    /// Whether the agent is to be told something.
    pub(in crate::engine) fn has_untold(&self) -> bool {
        !self.untold.is_empty() || !self.comments.is_empty()
    }

    /// Whether work or a save is under way.
    pub(in crate::engine) fn is_at_work(&self) -> bool {
        self.job.is_some() || self.is_saving()
    }

    /// Whether files are being written by the review.
    pub(in crate::engine) fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// Whether something that a run did to a file stands.
    pub(super) fn stands(&self, run: RunId, file: FileId) -> bool {
        let of_run = |hunk: &HunkId| {
            let note = self.hunks.get(hunk);
            note.is_some_and(|note| note.run == Some(run) && note.state.is_live())
        };
        let mut entries = self.entries.values().filter(|(of, _)| *of == file);
        entries.any(|(_, hunks)| hunks.iter().any(of_run))
    }

    /// How much of what a run did to a file stands and is not on the disk.
    pub(in crate::engine) fn unwritten(&self, run: RunId, path: &str) -> Option<UnappliedExtent> {
        let is_it = |file: &FileId| self.files.get(file).is_some_and(|file| file.path == path);
        let of_file = self.entries.values().filter(|(file, _)| is_it(file));
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

    /// The human's edits of a hunk that stand.
    fn edits_of(&self, hunk: HunkId) -> impl Iterator<Item = &HunkNote> {
        let edits = self.hunks.values();
        edits.filter(move |note| note.amends == Some(hunk) && note.state.is_live())
    }

    /// Lines that a hunk adds and removes as the human left it.
    pub(super) fn lines_as_edited(&self, hunk: HunkId) -> (i64, i64) {
        let Some(note) = self.hunks.get(&hunk) else {
            return (0, 0);
        };
        let edits = self.edits_of(hunk).map(HunkNote::net_lines);
        let added = i64::from(note.lines.0) + edits.sum::<i64>();
        (added, i64::from(note.lines.1))
    }

    /// The last entry of a file that the book knows.
    pub(in crate::engine) fn last_entry(&self, file: FileId) -> Option<EntryId> {
        self.files.get(&file).map(|note| note.last)
    }

    /// What changes if these hunks get a state.
    pub(super) fn changes_to(&self, hunks: &[HunkId], state: HunkState) -> Vec<DecisionChange> {
        // What amends a hunk shares its fate by itself.
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

/// Lines that a hunk adds and removes.
fn lines_of(hunk: &Hunk) -> (u32, u32) {
    let added = u32::try_from(hunk.inserted.len()).unwrap_or(u32::MAX);
    (added, hunk.old_count)
}
