//! The index of the workspace: words and trigrams of its files in `.agentichat/index.db`.
//!
//! It can be rebuilt at any time, so its errors must not stop the program. A thread of its own
//! builds and updates it; queries are answered from any thread, and in any process, with the data
//! present at that time. The index knows which files it does not cover: an exact search only uses
//! it to skip files.
//!
//! Owns the database, its thread and the ranking; also definitions in files ([`outline`]), the map
//! of them ([`map`]), the arithmetic of vectors ([`quantised`]) and their cache ([`vector_cache`]), the words of a text ([`words`]) and
//! the merging of rankings ([`fuse`]), which the memory uses too.
//! `workspace` decides what is visible; `tools` prints search results. Started by the composition
//! root, fed by the actor, queried by `tools`.

mod analyzer;
mod batch;
mod builder;
mod chunks;
mod diff;
mod eligibility;
pub mod embedding;
pub mod fuse;
mod grams;
mod language;
pub mod map;
mod names;
mod open;
pub mod outline;
mod outlines;
mod postings;
pub mod quantised;
mod reader;
mod search;
mod segments;
mod semantic;
mod shared;
mod snippet;
mod tables;
mod trigram_query;
mod vector_cache;
mod vectors;
pub mod words;
mod writer;

#[cfg(any(test, feature = "testing"))]
pub mod recorded_vectors;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::watch;

use self::builder::Builder;
use self::embedding::VectorMaker;
use self::map::MapRequest;
use self::reader::Reader;
use self::shared::Shared;
use notice::notice;
use protocol::index::{IndexPhase, IndexState};
use store::StoreError;
use workspace::Workspace;
use workspace::listing::RULES;
use workspace::watch::Changes;

pub use open::file_in;
pub use reader::RuledOut;
pub use search::{Hit, QuestionVector, SearchQuestion};
pub use semantic::{MachineUse, VectorSettings, no_model};
pub use shared::{Listener, Settings, Word};
pub use snippet::marked;
pub use tables::Report;
pub use trigram_query::{Case, TrigramQuery, of_pattern, of_text};

/// The index of one workspace. Share it with `Arc`; its thread ends when it is dropped.
pub struct Index {
    shared: Arc<Shared>,
    reader: Reader,
    begun: Once,
    /// Whether the index is notified of every change.
    is_fed: AtomicBool,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// The model that computes vectors.
    maker: OnceLock<Arc<VectorMaker>>,
    /// Whether the agent works; no vectors are computed then.
    machine: watch::Sender<MachineUse>,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index")
            .field("folder", &self.shared.folder)
            .finish_non_exhaustive()
    }
}

/// Number of an order, to wait until it is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order(u64);

impl Index {
    /// Creates the index in a workspace's `.agentichat`. Opens and starts nothing.
    pub fn new(workspace: Arc<Workspace>, folder: PathBuf, settings: Settings) -> Self {
        Self {
            reader: Reader::new(&folder),
            shared: Arc::new(Shared::new(workspace, folder, settings)),
            begun: Once::new(),
            is_fed: AtomicBool::new(false),
            thread: Mutex::default(),
            maker: OnceLock::new(),
            machine: watch::Sender::new(MachineUse::Free),
        }
    }

    /// Sets the listener for the index's reports, called on the index's thread, which may block.
    /// Only the first one counts.
    pub fn listen(&self, listener: Listener) {
        self.shared.listen(listener);
    }

    /// Starts building in the background; only once.
    pub fn begin(&self) {
        self.begun.call_once(|| {
            self.shared.order(|orders| orders.all = true);
            let builder = Builder::new(Arc::clone(&self.shared));
            let work = move || {
                support::priority::give_way();
                builder.run();
            };
            match std::thread::Builder::new()
                .name("agentichat-index".into())
                .spawn(work)
            {
                Ok(thread) => {
                    *self.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
                }
                Err(error) => self.shared.set_phase(IndexPhase::Failed {
                    reason: notice!("told-index-no-thread", why = error),
                }),
            }
        });
    }

    /// Declares that every change will be reported from now on. Orders one more scan
    /// for earlier changes.
    pub fn feed(&self) {
        self.is_fed.store(true, Ordering::Release);
        self.look();
    }

    /// Waits at most this long until the index has seen the current files; without change
    /// notifications, until it has seen all files once. Returns whether it has.
    pub fn freshen(&self, most: Duration) -> bool {
        self.take_over();
        let phase = self.state().phase;
        if phase == IndexPhase::Ready && self.is_fed.load(Ordering::Acquire) {
            return true;
        }
        let order = self.look();
        self.wait_for(order, most) && self.state().percent().is_none()
    }

    pub fn is_begun(&self) -> bool {
        self.begun.is_completed()
    }

    /// Reports changed files. Does nothing before the start, which scans everything anyway.
    pub fn changed(&self, changes: &Changes) {
        if !self.is_begun() {
            return;
        }
        let all = changes.and_others
            || changes
                .paths
                .iter()
                .any(|path| path.rsplit('/').next() == Some(RULES));
        if all || !changes.paths.is_empty() {
            self.shared.order(|orders| {
                orders.all |= all;
                orders.paths.extend(changes.paths.iter().cloned());
            });
        }
    }

    /// Orders a scan of everything, and starts building if necessary.
    pub fn look(&self) -> Order {
        self.begin();
        Order(self.shared.order(|orders| orders.all = true))
    }

    /// Orders that everything is discarded and rebuilt.
    pub fn rebuild(&self) -> Order {
        self.begin();
        self.reader.close();
        Order(
            self.shared
                .order(|orders| *orders = shared::Orders::rebuild()),
        )
    }

    /// Waits at most this long until an order is complete; returns whether it is.
    pub fn wait_for(&self, order: Order, most: Duration) -> bool {
        self.shared.wait_for(order.0, most)
    }

    /// Returns the progress and phase of the index.
    pub fn state(&self) -> IndexState {
        self.shared.state()
    }

    /// Folder of the database.
    pub fn folder(&self) -> &Path {
        &self.shared.folder
    }

    /// Returns the places that match a question best, among the files indexed so far. Blocks.
    ///
    /// # Errors
    /// Fails if the database cannot be read; it will be rebuilt.
    pub fn search(&self, question: &SearchQuestion<'_>) -> Result<Vec<Hit>, StoreError> {
        let workspace = &self.shared.workspace;
        let read =
            |connection: &rusqlite::Connection| search::search(connection, workspace, question);
        let found = self.reader.read(read).inspect_err(|error| self.mend(error));
        Ok(found?.unwrap_or_default())
    }

    /// Returns figures about the content; `None` if there is no index. Blocks.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub fn report(&self) -> Result<Option<Report>, StoreError> {
        self.reader.read(tables::report)
    }

    /// Returns the map of the workspace from the data indexed so far; empty if there is none.
    /// `measure` returns how many units of the budget a line takes. Blocks, but does not wait for
    /// building.
    ///
    /// # Errors
    /// Fails if the database cannot be read; it will be rebuilt.
    pub fn map(
        &self,
        wanted: &MapRequest<'_>,
        measure: &dyn Fn(&str) -> u64,
    ) -> Result<String, StoreError> {
        let read = |connection: &rusqlite::Connection| outlines::map(connection, wanted, measure);
        let made = self.reader.read(read).inspect_err(|error| self.mend(error));
        Ok(made?.unwrap_or_default())
    }

    /// Returns the places closest in meaning to the question, the closest first. Blocks.
    ///
    /// # Errors
    /// Like [`Self::search`].
    pub fn closest(&self, question: &SearchQuestion<'_>) -> Result<Vec<Hit>, StoreError> {
        let workspace = &self.shared.workspace;
        let read =
            |connection: &rusqlite::Connection| search::closest(connection, workspace, question);
        let found = self.reader.read(read).inspect_err(|error| self.mend(error));
        Ok(found?.unwrap_or_default())
    }

    /// Returns the files that cannot match the query; `None` if the index cannot tell. Blocks for
    /// some milliseconds.
    pub fn rule_out(&self, need: &TrigramQuery) -> Option<RuledOut> {
        self.take_over();
        match self.reader.rule_out(need) {
            Ok(found) => found,
            Err(error) => {
                tracing::debug!(%error, "the index rules nothing out");
                self.mend(&error);
                None
            }
        }
    }

    /// Requests a rebuild of a damaged database, and takes over building if the process that did it
    /// has ended.
    fn mend(&self, error: &StoreError) {
        if matches!(error, StoreError::Corrupt { .. }) && self.is_begun() {
            self.rebuild();
        }
    }

    /// Stops building for good and waits for its end, at most as long as one file takes. The
    /// existing data can still be queried.
    pub fn stop(&self) {
        self.shared.stop();
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take() {
            // A panic of the thread has been logged; its data is rebuilt if need be.
            thread.join().ok();
        }
    }

    /// Takes over building if the process that did it is gone; costs next to nothing.
    pub fn take_over(&self) {
        if matches!(self.state().phase, IndexPhase::Elsewhere { .. }) {
            self.shared.order(|_| {});
        }
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        self.stop();
    }
}
