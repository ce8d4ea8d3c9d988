//! The last look at the workspace, which the next one is made from: of files that are as they were
//! nothing but that has to be found out, and git is asked only if its index is another one.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::tools::toolbox::Inner;
use crate::workspace::git::tracked::TrackedFiles;
use crate::workspace::manifest::Manifest;

/// How old a look may be that a command begins with, if we wrote nothing since. What happens in between
/// counts as happening while the command runs, which nobody can tell from it.
const FRESH: Duration = Duration::from_millis(200);

/// What was there.
pub(super) type ScannedFiles = (Manifest, Arc<TrackedFiles>);

#[derive(Default)]
pub(in crate::tools) struct LastScan {
    last: Mutex<Option<PreviousScan>>,
}

/// The last look.
#[derive(Clone)]
struct PreviousScan {
    at: Instant,
    /// How many writes of ours there had been when it began.
    writes: u64,
    manifest: Manifest,
    tracked: Arc<TrackedFiles>,
}

impl LastScan {
    fn last(&self) -> Option<PreviousScan> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone()
    }

    fn keep(&self, writes: u64, manifest: &Manifest, tracked: &Arc<TrackedFiles>) {
        let kept = PreviousScan {
            at: Instant::now(),
            writes,
            manifest: manifest.clone(),
            tracked: Arc::clone(tracked),
        };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
    }

    /// Looks at the workspace.
    pub(super) fn look(&self, inner: &Inner) -> ScannedFiles {
        let workspace = &inner.workspace;
        let writes = workspace.writes();
        let (manifest, last) = match self.last() {
            Some(PreviousScan {
                manifest, tracked, ..
            }) => {
                let hidden = tracked.hidden.iter().map(String::as_str);
                (workspace.manifest_after(&manifest, hidden), tracked)
            }
            None => (workspace.manifest(std::iter::empty()), Arc::default()),
        };
        let index = workspace.index_stat();
        if index == last.index {
            self.keep(writes, &manifest, &last);
            return (manifest, last);
        }
        // What git tracked without its being shown may not be tracked any more.
        let mut manifest = if last.hidden.is_empty() {
            manifest
        } else {
            workspace.manifest(std::iter::empty())
        };
        let tracked = Arc::new(workspace.tracked(&manifest, index));
        workspace.add_to(&mut manifest, tracked.hidden.iter().map(String::as_str));
        self.keep(writes, &manifest, &tracked);
        (manifest, tracked)
    }

    /// The last look where it was just now and we wrote nothing since, else a new one.
    pub(super) fn look_or_last(&self, inner: &Inner) -> ScannedFiles {
        let writes = inner.workspace.writes();
        match self.last() {
            Some(last) if last.at.elapsed() < FRESH && last.writes == writes => {
                (last.manifest, last.tracked)
            }
            _ => self.look(inner),
        }
    }

    /// Looks at what there is after a command. What git tracks is asked before the next one.
    pub(super) fn look_after(
        &self,
        inner: &Inner,
        (before, tracked): (&Manifest, &Arc<TrackedFiles>),
    ) -> Manifest {
        let writes = inner.workspace.writes();
        let hidden = tracked.hidden.iter().map(String::as_str);
        let later = inner.workspace.manifest_after(before, hidden);
        self.keep(writes, &later, tracked);
        later
    }
}
