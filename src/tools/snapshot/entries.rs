//! Log entries for changes made while a command ran: accepted and written, one entry for each
//! operation on a file, so that they can be undone from the last to the first.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use super::named::Named;
use super::pair::Change;
use crate::api::{AtPath, CallContext, DiskFile};
use crate::toolbox::Inner;
use protocol::change::{Entry, FileOperation, Hunk, HunkState, Origin};
use protocol::ids::{CallId, ContentHash, EntryId, FileId, HunkId};
use protocol::plan::{ObservedChange, PlannedBase};
use review::binary::{as_text, blob_of, content_hash};
use review::hunks::{HunkLimits, hunks_between};

/// Time limit of the search for small diffs; after that, texts are replaced as a whole.
const DIFF_TIME: Duration = Duration::from_secs(2);

/// Permission bits that may distinguish a new file from one that is simply written.
const EXECUTABLE: u32 = 0o111;

/// A file at one point in time.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) bytes: Vec<u8>,
    pub(crate) mode: u32,
}

/// The paths of a change of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileChange {
    /// Present path, or the path of a deleted file.
    pub(crate) path: String,
    /// Previous path, if the file was renamed.
    pub(crate) from: Option<String>,
}

impl FileChange {
    /// Returns the path at which the bytes were before.
    pub(crate) fn old_path(&self) -> &str {
        self.from.as_deref().unwrap_or(&self.path)
    }
}

/// A file that a call was permitted to change, with the accepted hunks: they are logged, and marked
/// as written when the call is over.
#[derive(Debug, Clone)]
pub(crate) struct Allowed {
    pub(crate) path: String,
    pub(crate) hunks: Vec<HunkId>,
}

/// Makes entries, one change after the other.
pub(super) struct Maker<'a> {
    pub(super) inner: &'a Inner,
    asker: &'a CallContext,
    call: Option<CallId>,
    pub(super) named: &'a Named,
    /// The permitted writes of the call.
    pub(super) allowed: Option<&'a Allowed>,
    /// Files that other calls will report.
    pub(super) later: Option<&'a Named>,
    /// Files that calls have permission to write at this moment: they are logged with their calls.
    pub(super) writing: &'a [String],
    began: Instant,
    /// Newly assigned file ids.
    files: HashMap<String, FileId>,
    /// Old paths of renamed files.
    left: HashSet<String>,
    /// Entries made so far.
    pub(super) observed: Vec<ObservedChange>,
}

/// Effect of one operation on a text.
pub(crate) struct Step<'a> {
    pub(crate) operation: FileOperation,
    pub(crate) path: &'a str,
    pub(crate) before: Option<&'a str>,
    pub(crate) after: Option<&'a str>,
}

impl<'a> Maker<'a> {
    /// Creates a maker for changes made while this call ran, or while no known call did.
    pub(super) fn new(
        inner: &'a Inner,
        asker: &'a CallContext,
        call: Option<CallId>,
        named: &'a Named,
    ) -> Self {
        Self {
            inner,
            asker,
            call,
            named,
            allowed: None,
            later: None,
            writing: &[],
            began: Instant::now(),
            files: HashMap::new(),
            left: HashSet::new(),
            observed: Vec::new(),
        }
    }

    /// Returns whether another call will report a change, because that call names the file and this
    /// one does not.
    pub(super) fn is_later(&self, change: &Change) -> bool {
        let is_own = self
            .allowed
            .is_some_and(|allowed| allowed.path == change.path);
        if !is_own && self.writing.contains(&change.path) {
            return true;
        }
        let names = |named: &Named| named.names(&change.path) || named.names(change.old_path());
        // A new name would not be found again in a folder that was already read.
        let stays = change.from.is_none() && change.before.is_some() && change.after.is_some();
        stays && self.later.is_some_and(names) && !names(self.named)
    }

    /// Adds the entries of one change. If the previous state was not logged yet, adds it first as
    /// an entry of the user.
    pub(super) fn add(&mut self, change: &Change, before: Option<&Side>, after: Option<&Side>) {
        if change.from.is_some() {
            self.note_gone(&change.path);
        }
        let old_path = change.old_path();
        let file = self.file_at(old_path);
        let disk = before.map(|side| DiskFile {
            bytes: &side.bytes,
            mode: side.mode,
        });
        let records = &self.inner.surroundings.records;
        let logged = records.logged_file(self.asker, file, disk);
        let unwritten = logged.as_ref().map(|logged| logged.without.clone());
        let mut unwritten = unwritten.unwrap_or_default();
        let news = logged.as_ref().map(|logged| logged.observed.clone());
        let mut news = news.unwrap_or_default();
        if let Some(allowed) = self.allowed.filter(|allowed| allowed.path == change.path) {
            // The log has these hunks, and only records later that they are on the disk.
            news.clear();
            unwritten.retain(|hunk| !allowed.hunks.contains(hunk));
        }
        let last = logged.and_then(|logged| logged.after_entry);
        let hash = before.map(|side| ContentHash::of(&side.bytes));
        let base = PlannedBase {
            file,
            path: old_path.to_owned(),
            blob: hash,
            sha256: hash,
            mode: before.map(|side| side.mode),
            // The bytes include the newly observed changes.
            after_entry: news.last().map(|entry| entry.id).or(last),
            without: unwritten.clone(),
        };
        let (old, new) = (
            before.map(|side| as_text(&side.bytes)),
            after.map(|side| as_text(&side.bytes)),
        );
        for entry in news {
            let base = base.clone();
            self.observed.push(ObservedChange { base, entry });
        }
        let origin = self.origin(change);
        let modes = (before.map(|side| side.mode), after.map(|side| side.mode));
        for step in steps(&change.paths(), old.as_deref(), new.as_deref(), modes) {
            let entry = Entry {
                id: EntryId((self.asker.ids)()),
                file,
                path: step.path.to_owned(),
                session: self.asker.session,
                origin: origin.clone(),
                before: step.before.map(content_hash),
                after: step.after.map(content_hash),
                hunks: on_disk(hunks_of(self.inner, self.asker, &step, self.began)),
                operation: step.operation,
                made_without: unwritten.clone(),
                rationale: None,
                at: self.asker.now,
            };
            let base = base.clone();
            self.observed.push(ObservedChange { base, entry });
        }
        self.remember(change, file);
    }

    /// Handles a file that was moved to a path where the log has another file but none existed
    /// before the command: that file disappeared unnoticed.
    fn note_gone(&mut self, path: &str) {
        if self.files.contains_key(path) || self.left.contains(path) {
            return;
        }
        let records = &self.inner.surroundings.records;
        let AtPath::Logged(file) = records.file_on_disk(self.asker.session, path) else {
            return;
        };
        let Some(logged) = records.logged_file(self.asker, file, None) else {
            return;
        };
        for entry in logged.observed {
            let base = PlannedBase {
                file,
                path: path.to_owned(),
                blob: None,
                sha256: None,
                mode: None,
                after_entry: Some(entry.id),
                without: logged.without.clone(),
            };
            self.observed.push(ObservedChange { base, entry });
        }
    }

    /// Returns the id of the file at a path, as the log has it or will have it.
    fn file_at(&mut self, path: &str) -> FileId {
        if let Some(file) = self.files.get(path) {
            return *file;
        }
        let make = || FileId((self.asker.ids)());
        // The file that the log still has there was just renamed.
        let file = if self.left.contains(path) {
            make()
        } else {
            let records = &self.inner.surroundings.records;
            let known = match records.file_on_disk(self.asker.session, path) {
                AtPath::Logged(file) => Some(file),
                AtPath::Unknown => Some(make()),
                AtPath::AsSeen => records.file_id(self.asker.session, path),
            };
            known.unwrap_or_else(|| self.inner.memory.file_id(path, make))
        };
        self.files.insert(path.to_owned(), file);
        file
    }

    fn remember(&mut self, change: &Change, file: FileId) {
        if let Some(from) = &change.from {
            self.inner.memory.has_moved_from(from);
            self.files.remove(from);
            self.left.insert(from.clone());
            self.files.insert(change.path.clone(), file);
        }
    }

    fn origin(&self, change: &Change) -> Origin {
        let is_named = self.named.names(&change.path) || self.named.names(change.old_path());
        match self.call.filter(|_| is_named) {
            Some(call) => Origin::Shell {
                run: self.asker.run,
                call,
            },
            None => Origin::Unclear,
        }
    }
}

/// Marks hunks as accepted and on the disk.
fn on_disk(mut hunks: Vec<Hunk>) -> Vec<Hunk> {
    for hunk in &mut hunks {
        hunk.state = HunkState::Accepted;
        hunk.written = true;
    }
    hunks
}

/// Returns the hunks of one operation, pending and not on the disk: a single one, except for a text
/// that is created or edited. `began` is the start of all operations together.
pub(crate) fn hunks_of(
    inner: &Inner,
    asker: &CallContext,
    step: &Step<'_>,
    began: Instant,
) -> Vec<Hunk> {
    let (before, after) = (
        step.before.unwrap_or_default(),
        step.after.unwrap_or_default(),
    );
    let mut next_id = || HunkId((asker.ids)());
    let limits = HunkLimits {
        max_lines: inner.limits.hunk_lines,
        max_bytes: inner.limits.hunk_bytes,
    };
    let is_text = blob_of(before).is_none() && blob_of(after).is_none();
    match step.operation {
        FileOperation::Create | FileOperation::Edit
            if before != after && is_text && began.elapsed() < DIFF_TIME =>
        {
            hunks_between(before, after, limits, &mut next_id)
        }
        _ => vec![whole(before, after, limits, next_id())],
    }
}

/// Returns the operations of one change, in order.
pub(crate) fn steps<'a>(
    change: &'a FileChange,
    old: Option<&'a str>,
    new: Option<&'a str>,
    modes: (Option<u32>, Option<u32>),
) -> Vec<Step<'a>> {
    let path = change.path.as_str();
    let mut steps = Vec::new();
    let mut step = |operation, before, after| {
        steps.push(Step {
            operation,
            path,
            before,
            after,
        });
    };
    match (old, new) {
        (None, None) => {}
        (None, Some(_)) => step(FileOperation::Create, old, new),
        (Some(_), None) => step(FileOperation::Delete, old, new),
        (Some(_), Some(_)) => {
            if let Some(from) = change.from.clone() {
                step(FileOperation::Rename { from }, old, old);
            }
            if old != new {
                step(FileOperation::Edit, old, new);
            }
        }
    }
    let modes = match modes {
        (Some(from), Some(to)) => Some((from, to)),
        // New files are created without these bits.
        (None, Some(to)) => Some((to & !EXECUTABLE, to)),
        (_, None) => None,
    };
    if let Some((from, to)) = modes.filter(|(from, to)| from != to) {
        step(FileOperation::Mode { from, to }, new, new);
    }
    steps
}

/// Builds one hunk for a whole text; without lines if the text stays.
fn whole(before: &str, after: &str, limits: HunkLimits, id: HunkId) -> Hunk {
    let (old, inserted) = if before == after {
        (0, Vec::new())
    } else {
        let inserted = after.split_inclusive('\n').map(str::to_owned);
        (before.split_inclusive('\n').count(), inserted.collect())
    };
    let is_text = blob_of(before).is_none() && blob_of(after).is_none();
    let bytes = before.len().saturating_add(after.len());
    Hunk {
        id,
        old_start: 1,
        old_count: u32::try_from(old).unwrap_or(u32::MAX),
        new_start: 1,
        oversized: is_text
            && before != after
            && (old.saturating_add(inserted.len()) > limits.max_lines || bytes > limits.max_bytes),
        inserted,
        state: HunkState::Pending,
        written: false,
        amends: None,
    }
}
