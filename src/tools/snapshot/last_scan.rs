//! Caches the last scan, so that the next one only checks for changed files. Git is only queried if
//! its index has changed.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::toolbox::Inner;
use workspace::git::tracked::TrackedFiles;
use workspace::manifest::Manifest;

/// Maximum age of a scan to begin a command with, if we have written nothing since. Changes in
/// between count as made during the command, because they cannot be distinguished.
const FRESH: Duration = Duration::from_millis(200);

/// Result of a scan.
pub(super) type ScannedFiles = (Manifest, Arc<TrackedFiles>);

#[derive(Default)]
pub(crate) struct LastScan {
    last: Mutex<Option<PreviousScan>>,
}

#[derive(Clone)]
struct PreviousScan {
    at: Instant,
    /// Number of our own writes when the scan began.
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

    /// Scans the workspace.
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
        // Invisible files that git tracked may no longer be tracked.
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

    /// Returns what git tracks. Scans the workspace only if git's index has changed since the last
    /// scan.
    pub(crate) fn tracked(&self, inner: &Inner) -> Arc<TrackedFiles> {
        match self.last() {
            Some(last) if last.tracked.index == inner.workspace.index_stat() => last.tracked,
            _ => self.look(inner).1,
        }
    }

    /// Returns the last scan if it is recent and we wrote nothing since, else a new one.
    pub(super) fn look_or_last(&self, inner: &Inner) -> ScannedFiles {
        let writes = inner.workspace.writes();
        match self.last() {
            Some(last) if last.at.elapsed() < FRESH && last.writes == writes => {
                (last.manifest, last.tracked)
            }
            _ => self.look(inner),
        }
    }

    /// Scans the workspace after a command. The files that git tracks are queried before
    /// the next command.
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
