//! The baseline: the state of the workspace at the last scan while an agent program is working. The
//! program changes files without a report, so one snapshot stays active as long as it works: it
//! begins before the program receives input, and advances with every logged change.
//!
//! Called by `external_call` around each call, and by the actor at the beginning and the end of the
//! program's work. Blocks, so it runs on workers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::entries::{Allowed, Maker};
use super::journal::Naming;
use super::plan::{plan, words};
use super::reading::read_settled;
use super::{CommandChanges, Copies, KeptBlobs, News, Snapshot, SnapshotScope};
use crate::api::CallContext;
use crate::toolbox::{Inner, ToolBox};
use notice::{Notice, notice};
use protocol::approval::Risk;
use protocol::ids::{CallId, ContentHash, RunId, SessionId};
use protocol::permission::{ReportedAction, UntrackedEdit};
use protocol::plan::ObservedChange;
use review::binary::as_text;
use workspace::manifest::Stat;

/// Maximum length in characters of an argument that names a file.
const PATH_LETTERS: usize = 1_024;

/// The baselines of sessions whose agent program is working. See the module.
#[derive(Default)]
pub(crate) struct Baselines {
    standing: Mutex<Standing>,
    /// The last ended run of each session. A scan that was started for it comes too late.
    over: Mutex<HashMap<SessionId, RunId>>,
    /// Last report in each session about files that are not covered.
    told: Mutex<HashMap<SessionId, Notice>>,
}

type Standing = HashMap<SessionId, Arc<Mutex<Baseline>>>;

/// State of the workspace at the last scan of a run.
struct Baseline {
    run: RunId,
    cover: Snapshot,
    /// Files that calls have permission to write and whose changes are not accounted for yet.
    writing: Vec<String>,
}

/// Permission of a call to write a file. While it exists, changes to the file are attributed to
/// this call only.
pub(crate) struct Writing {
    baseline: Option<Arc<Mutex<Baseline>>>,
    path: String,
}

impl Drop for Writing {
    fn drop(&mut self) {
        let Some(baseline) = &self.baseline else {
            return;
        };
        let mut baseline = baseline.lock().unwrap_or_else(PoisonError::into_inner);
        let at = baseline.writing.iter().position(|path| *path == self.path);
        if let Some(at) = at {
            baseline.writing.swap_remove(at);
        }
    }
}

/// Attribution of changes.
#[derive(Clone, Copy, Default)]
pub(crate) struct By<'a> {
    /// Call that made a change if it names the file.
    pub(crate) call: Option<CallId>,
    /// The writes that the call was allowed, and has made.
    pub(crate) allowed: Option<&'a Allowed>,
    /// Files that other calls name and that are not reported yet: those calls will report them.
    pub(crate) later: Option<&'a Naming>,
}

/// Changes that belong to no known call.
#[derive(Debug, Default)]
pub struct Besides {
    /// Entries, in the order in which they can be replayed.
    pub observed: Vec<ObservedChange>,
    /// Bytes that the entries refer to, to be stored before the entries are logged.
    pub kept: KeptBlobs,
    /// Describes changes that cannot be undone, and files whose changes could not be undone.
    pub not_covered: Option<Notice>,
}

impl Besides {
    fn of(changed: CommandChanges) -> Self {
        Self {
            not_covered: changed
                .uncovered_notice()
                .map(|why| notice!("told-changed-not-covered", why)),
            observed: changed.observed,
            kept: changed.kept,
        }
    }
}

impl Baselines {
    fn all(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of(&self, session: SessionId) -> Option<Arc<Mutex<Baseline>>> {
        self.all().get(&session).cloned()
    }

    pub(crate) fn has(&self, session: SessionId) -> bool {
        self.all().contains_key(&session)
    }

    fn is_over(&self, session: SessionId, run: RunId) -> bool {
        let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        over.get(&session) == Some(&run)
    }

    /// Returns the description of uncovered files, unless it was already reported in this session.
    fn news(&self, session: SessionId, words: Option<Notice>) -> Option<Notice> {
        let words = words?;
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let before = told.insert(session, words.clone());
        (before.as_ref() != Some(&words)).then(|| notice!("told-not-taken-back", why = words))
    }

    /// Returns whether the baseline of a session covers this file.
    pub(crate) fn covers(&self, session: SessionId, path: &str) -> bool {
        self.of(session).is_some_and(|baseline| {
            let baseline = baseline.lock().unwrap_or_else(PoisonError::into_inner);
            baseline.cover.manifest.files.contains_key(path)
        })
    }

    /// Returns the changes since the last scan, attributed to this call if it names the file, and
    /// advances the baseline. Empty if there is no baseline of this run.
    pub(crate) fn advance(
        &self,
        inner: &Inner,
        asker: &CallContext,
        by: By<'_>,
        naming: &Naming,
    ) -> CommandChanges {
        let Some(baseline) = self.of(asker.session) else {
            return CommandChanges::default();
        };
        let mut baseline = baseline.lock().unwrap_or_else(PoisonError::into_inner);
        if baseline.run != asker.run {
            return CommandChanges::default();
        }
        baseline.advance(inner, asker, by, naming)
    }

    /// Records that a call is about to get permission to write this file.
    pub(crate) fn begin_write(&self, session: SessionId, path: &str) -> Writing {
        let baseline = self.of(session);
        if let Some(baseline) = &baseline {
            let mut baseline = baseline.lock().unwrap_or_else(PoisonError::into_inner);
            baseline.writing.push(path.to_owned());
        }
        Writing {
            baseline,
            path: path.to_owned(),
        }
    }

    /// Records that a file got this text by a logged change. Anything beyond that
    /// is a separate change.
    pub(crate) fn account(
        &self,
        inner: &Inner,
        asker: &CallContext,
        path: &str,
        after: Option<&str>,
    ) {
        if let Some(baseline) = self.of(asker.session) {
            let mut baseline = baseline.lock().unwrap_or_else(PoisonError::into_inner);
            baseline.cover.account(inner, path, after);
            baseline.cover.note(inner, asker);
        }
    }
}

impl ToolBox {
    /// Scans the workspace before an agent program receives something in a run. If an earlier
    /// baseline still exists because the program kept working, returns the changes since. Blocks:
    /// call it on a worker.
    pub fn begin_baseline(&self, asker: &CallContext) -> Besides {
        let inner = &self.inner;
        if let Some(known) = inner.baselines.of(asker.session) {
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            if known.run == asker.run {
                return Besides::default();
            }
            // A baseline that was dropped in the meantime is no longer in the map.
            if inner.baselines.has(asker.session) {
                known.run = asker.run;
                let naming = nothing_named(inner);
                let changed = known.advance(inner, asker, By::default(), &naming);
                known.cover.note(inner, asker);
                return Besides::of(changed);
            }
        }
        let seen = inner.sight.look(inner);
        let naming = nothing_named(inner);
        let cover = Snapshot::begin_at(inner, seen, asker, at_work(asker.run), &naming);
        let not_covered = words(&cover.uncovered);
        let not_covered = inner.baselines.news(asker.session, not_covered);
        let run = asker.run;
        let baseline = Arc::new(Mutex::new(Baseline {
            run,
            cover,
            writing: Vec::new(),
        }));
        let mut standing = inner.baselines.all();
        if !inner.baselines.is_over(asker.session, run) {
            standing.insert(asker.session, baseline);
        }
        drop(standing);
        Besides {
            not_covered,
            ..Besides::default()
        }
    }

    /// Returns the changes since the last scan that belong to no known call. Excludes files that
    /// the calls in `acting` name: those calls report them. Blocks: call it on a worker.
    pub fn changed_besides(&self, asker: &CallContext, acting: &[ReportedAction]) -> Besides {
        let inner = &self.inner;
        let naming = nothing_named(inner);
        let later = naming_of(inner, acting, &[]);
        let by = By {
            later: later.as_ref(),
            ..By::default()
        };
        Besides::of(inner.baselines.advance(inner, asker, by, &naming))
    }

    /// Returns whether an agent program may be changing files in this session.
    pub fn has_baseline(&self, session: SessionId) -> bool {
        self.inner.baselines.has(session)
    }

    /// Drops the baseline, because the agent program has finished in this run. The baseline of
    /// another run stays.
    pub fn drop_baseline(&self, session: SessionId, run: RunId) {
        let baselines = &self.inner.baselines;
        let known = {
            let standing = baselines.all();
            let mut over = baselines
                .over
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            over.insert(session, run);
            standing.get(&session).cloned()
        };
        let Some(known) = known else { return };
        // Hold the lock until the baseline is removed, so that no other run takes it over.
        let known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.run == run {
            baselines.all().remove(&session);
        }
    }

    /// Records that applying wrote these logged contents; `None` for a deleted file. Blocks: call
    /// it on a worker.
    pub fn account_applied(&self, session: SessionId, files: &[(String, Option<ContentHash>)]) {
        let inner = &self.inner;
        if let Some(baseline) = inner.baselines.of(session) {
            let mut baseline = baseline.lock().unwrap_or_else(PoisonError::into_inner);
            for (path, hash) in files {
                baseline.cover.account_applied(inner, path, hash.as_ref());
            }
        }
    }
}

/// Returns the id that marks an agent program's work in a run: after a crash, its changes are
/// reported under it.
fn at_work(run: RunId) -> CallId {
    CallId(run.0)
}

/// Returns a naming without files.
pub(crate) fn nothing_named(inner: &Inner) -> Naming {
    Naming {
        folder: inner.workspace.root().to_path_buf(),
        texts: Vec::new(),
        writes: Vec::new(),
    }
}

/// Returns the files that a program's agent calls name; `None` if none of the calls
/// may change anything.
pub(crate) fn naming_of(
    inner: &Inner,
    acted: &[ReportedAction],
    edits: &[UntrackedEdit],
) -> Option<Naming> {
    let mut naming = nothing_named(inner);
    let mut may_change = !edits.is_empty();
    let root = inner.workspace.root();
    for one in acted {
        if let ReportedAction::Command { command } = one {
            let facts = (inner.surroundings.shell)(command, root);
            if facts.report.risk == Risk::Low {
                continue;
            }
            naming
                .texts
                .extend(facts.parts.into_iter().map(|part| part.text));
            naming.texts.push(command.clone());
            naming.writes.extend(facts.writes);
        }
        may_change = true;
    }
    let named = acted.iter().flat_map(|one| match one {
        ReportedAction::Tool { arguments, .. } => paths_in(arguments),
        ReportedAction::Command { .. } => Vec::new(),
    });
    let paths = named.chain(edits.iter().map(|edit| edit.path.clone()));
    let inside = paths.filter_map(|path| Some(inner.workspace.resolve(&path).ok()?.path));
    naming.writes.extend(inside);
    may_change.then_some(naming)
}

/// Returns the arguments that name a file, recognized by the argument names.
fn paths_in(arguments: &Value) -> Vec<String> {
    let is_path = |name: &str| {
        let name = name.to_ascii_lowercase();
        let ends = [
            "path",
            "file",
            "filename",
            "source",
            "destination",
            "target",
        ];
        ends.iter().any(|end| name.ends_with(end)) || name == "paths" || name == "files"
    };
    let fields = arguments.as_object().into_iter().flatten();
    let named = fields.filter(|(name, _)| is_path(name));
    named
        .flat_map(|(_, value)| match value {
            Value::Array(values) => values.iter().filter_map(Value::as_str).collect(),
            one => Vec::from_iter(one.as_str()),
        })
        .filter(|path| path.len() <= PATH_LETTERS)
        .map(str::to_owned)
        .collect()
}

impl Baseline {
    fn advance(
        &mut self,
        inner: &Inner,
        asker: &CallContext,
        by: By<'_>,
        naming: &Naming,
    ) -> CommandChanges {
        let Self { cover, writing, .. } = self;
        cover.advance(inner, asker, (by, writing), naming)
    }
}

impl Snapshot {
    /// Makes entries of the changes, and advances the baseline exactly to the logged state, because
    /// files continue to change. Leaves files that a call has permission to write to that call.
    fn advance(
        &mut self,
        inner: &Inner,
        asker: &CallContext,
        (by, writing): (By<'_>, &[String]),
        naming: &Naming,
    ) -> CommandChanges {
        let root = inner.workspace.root();
        let named = naming.named(root);
        let later = by.later.map(|later| later.named(root));
        let mut maker = Maker::new(inner, asker, by.call, &named);
        maker.allowed = by.allowed;
        maker.later = later.as_ref();
        maker.writing = writing;
        let before = Arc::clone(&self.manifest.files);
        let (changed, later, news) = self.log_changes(&mut maker, SnapshotScope::Moving);
        let is_news = !Arc::ptr_eq(&later.files, &before) || !news.is_empty();
        self.manifest = later;
        for news in news {
            self.move_on(inner, news);
        }
        if is_news {
            self.note(inner, asker);
        }
        changed
    }

    fn move_on(&mut self, inner: &Inner, news: News) {
        match news {
            News::Read(path, stat, bytes) => {
                self.manifest.correct(&path, stat);
                self.add_copy(inner, &path, &bytes, stat);
            }
            News::Gone => {}
            News::Later(change) => {
                let files = Arc::make_mut(&mut self.manifest.files);
                files.remove(&change.path);
                if let Some(stat) = change.before {
                    files.insert(change.old_path().to_owned(), stat);
                }
                self.manifest.invalidate(&change.path);
            }
        }
    }

    /// Copies a file as it was read.
    fn add_copy(&self, inner: &Inner, path: &str, bytes: &[u8], stat: Stat) {
        if inner.limits.copied_bytes == 0 {
            return;
        }
        let mut copies = inner.copies.lock().unwrap_or_else(PoisonError::into_inner);
        let copies = match &mut *copies {
            Some(copies) => copies,
            none => match Copies::create(&inner.surroundings.private_dir) {
                Ok(fresh) => none.insert(fresh),
                Err(error) => {
                    tracing::warn!(%error, "a file could not be copied after a change");
                    return;
                }
            },
        };
        if let Err(error) = copies.add(path, bytes, stat) {
            tracing::warn!(%error, "a file could not be copied after a change");
        }
    }

    /// Records that a call with a logged change gave a file this text. Anything beyond that is
    /// reported as a separate change.
    fn account(&mut self, inner: &Inner, path: &str, after: Option<&str>) {
        let Some(after) = after else {
            Arc::make_mut(&mut self.manifest.files).remove(path);
            return;
        };
        let read = read_settled(inner, path).ok();
        if let Some((bytes, stat)) = &read
            && as_text(bytes) == after
        {
            self.manifest.correct(path, *stat);
            self.add_copy(inner, path, bytes, *stat);
            return;
        }
        let known = read.map(|(_, stat)| stat);
        let known = known.or_else(|| self.manifest.files.get(path).copied());
        let Some(known) = known else { return };
        // A change time that no real file has.
        let stat = Stat {
            bytes: after.len() as u64,
            modified: 0,
            changed: 0,
            ..known
        };
        self.manifest.correct(path, stat);
        self.add_copy(inner, path, after.as_bytes(), stat);
    }

    /// Records that applying wrote the content with this hash. Anything beyond that is reported
    /// relative to the previous content.
    fn account_applied(&mut self, inner: &Inner, path: &str, hash: Option<&ContentHash>) {
        match (read_settled(inner, path), hash) {
            (Ok((bytes, stat)), Some(hash)) if ContentHash::of(&bytes) == *hash => {
                self.manifest.correct(path, stat);
                self.add_copy(inner, path, &bytes, stat);
                self.take_copies(inner);
            }
            (Err(_), None) => {
                Arc::make_mut(&mut self.manifest.files).remove(path);
            }
            _ => {}
        }
    }

    fn take_copies(&mut self, inner: &Inner) {
        let copies = inner.copies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(copies) = &*copies {
            let (by_path, bytes) = (Arc::clone(&copies.by_path), copies.bytes());
            self.take_over(by_path);
            self.bytes = Some(bytes);
        }
    }

    /// Copies new files that have no copy, and persists the state so that it outlives the process.
    fn note(&mut self, inner: &Inner, asker: &CallContext) {
        let plan = plan(&self.manifest, &self.tracked, inner.limits.copied_bytes);
        self.uncovered = plan.uncovered;
        if inner.limits.copied_bytes > 0 {
            let begun = self.begun(asker, at_work(asker.run), &nothing_named(inner));
            self.copy_all(inner, &plan.copy, begun);
        }
    }
}
