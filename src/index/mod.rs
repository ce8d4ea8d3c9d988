//! The index of the workspace: words and trigrams of its files in `.agentichat/index.db`.
//!
//! Everything in it can be made again, so nothing in it is worth an error that stops anyone. A
//! thread of its own builds it and keeps it right; questions are answered from any thread, and in
//! any process, from what is there by then. It knows what it does not know: a search that must be
//! exact asks it only for files that need not be looked at.
//!
//! Owns the database, its thread and the ranking; beside it what files define ([`outline`]), the map of that
//! ([`map`]), the arithmetic of vectors ([`quantised`]) and the cache of them ([`vector_cache`]). What is visible is `workspace`'s; what a search
//! prints is `tools`'. Started by the composition root, fed by the actor, asked by `tools`.

mod analyzer;
mod batch;
mod builder;
mod chunks;
mod diff;
mod eligibility;
pub mod embedding;
mod fuse;
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
mod words;
mod writer;

#[cfg(test)]
pub(crate) mod recorded_vectors;
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
use crate::protocol::index::{IndexPhase, IndexState};
use crate::store::StoreError;
use crate::workspace::Workspace;
use crate::workspace::listing::RULES;
use crate::workspace::watch::Changes;

pub use open::file_in;
pub use reader::RuledOut;
pub use search::{Hit, QuestionVector, SearchQuestion};
pub use semantic::{MachineUse, NO_MODEL, VectorSettings};
pub use shared::{Listener, Settings, Word};
pub use snippet::marked;
pub use tables::Report;
pub use trigram_query::{Case, TrigramQuery, of_pattern, of_text};

/// The index of one workspace. Share it with `Arc`; its thread ends when it goes.
pub struct Index {
    shared: Arc<Shared>,
    reader: Reader,
    begun: Once,
    /// Whether it is told of every change.
    is_fed: AtomicBool,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// What makes vectors.
    maker: OnceLock<Arc<VectorMaker>>,
    /// Whether the agent works: then none are made.
    machine: watch::Sender<MachineUse>,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index")
            .field("folder", &self.shared.folder)
            .finish_non_exhaustive()
    }
}

/// A number by which the carrying out of an order is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order(u64);

impl Index {
    /// The index in a workspace's `.agentichat`. Nothing is opened or begun.
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

    /// Who is told what it does, on its own thread, which may wait. The first who asks stays.
    pub fn listen(&self, listener: Listener) {
        self.shared.listen(listener);
    }

    /// Begins to build, in the background; once.
    pub fn begin(&self) {
        self.begun.call_once(|| {
            self.shared.order(|orders| orders.all = true);
            let builder = Builder::new(Arc::clone(&self.shared));
            let work = move || {
                crate::priority::give_way();
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
                    reason: format!("its thread could not be started: {error}"),
                }),
            }
        });
    }

    /// From now on every change is told. What was before is looked at once more.
    pub fn feed(&self) {
        self.is_fed.store(true, Ordering::Release);
        self.look();
    }

    /// Waits, for so long at most, until it knows the files as they are now or, where it is told of
    /// changes, until it has looked at all of them once. Whether it does.
    pub fn freshen(&self, most: Duration) -> bool {
        self.take_over();
        let phase = self.state().phase;
        if phase == IndexPhase::Ready && self.is_fed.load(Ordering::Acquire) {
            return true;
        }
        let order = self.look();
        self.wait_for(order, most) && self.state().percent().is_none()
    }

    /// Whether it was begun.
    pub fn is_begun(&self) -> bool {
        self.begun.is_completed()
    }

    /// Files changed. Nothing happens before it is begun: it looks at everything then.
    pub fn changed(&self, changes: &Changes) {
        if !self.is_begun() {
            return;
        }
        let is_rule = |path: &String| path.rsplit('/').next() == Some(RULES);
        let all = changes.and_others || changes.paths.iter().any(is_rule);
        if all || !changes.paths.is_empty() {
            self.shared.order(|orders| {
                orders.all |= all;
                orders.paths.extend(changes.paths.iter().cloned());
            });
        }
    }

    /// Orders a look at everything, and begins where that was not done.
    pub fn look(&self) -> Order {
        self.begin();
        Order(self.shared.order(|orders| orders.all = true))
    }

    /// Orders that everything is thrown away and built anew.
    pub fn rebuild(&self) -> Order {
        self.begin();
        self.reader.close();
        let again = |orders: &mut shared::Orders| *orders = shared::Orders::anew();
        Order(self.shared.order(again))
    }

    /// Waits until an order is carried out, for so long at most; whether it is.
    pub fn wait_for(&self, order: Order, most: Duration) -> bool {
        self.shared.wait_for(order.0, most)
    }

    /// How far it is.
    pub fn state(&self) -> IndexState {
        self.shared.state()
    }

    /// Where its database lies.
    pub fn folder(&self) -> &Path {
        &self.shared.folder
    }

    /// The places that fit a question best, as far as files are known. Blocks.
    ///
    /// # Errors
    /// Where the database cannot be read; it will be built anew.
    pub fn search(&self, question: &SearchQuestion<'_>) -> Result<Vec<Hit>, StoreError> {
        let workspace = &self.shared.workspace;
        let read =
            |connection: &rusqlite::Connection| search::search(connection, workspace, question);
        let found = self.reader.read(read).inspect_err(|error| self.mend(error));
        Ok(found?.unwrap_or_default())
    }

    /// What it knows; `None` where there is none. Blocks.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn report(&self) -> Result<Option<Report>, StoreError> {
        self.reader.read(tables::report)
    }

    /// The map of the workspace, from what is known by now; empty where nothing is. `measure` gives the units of the
    /// budget that a line takes. Blocks, and waits for no building.
    ///
    /// # Errors
    /// Where the database cannot be read; it will be built anew.
    pub fn map(
        &self,
        wanted: &MapRequest<'_>,
        measure: &dyn Fn(&str) -> u64,
    ) -> Result<String, StoreError> {
        let read = |connection: &rusqlite::Connection| outlines::map(connection, wanted, measure);
        let made = self.reader.read(read).inspect_err(|error| self.mend(error));
        Ok(made?.unwrap_or_default())
    }

    /// The places that mean what is asked for, the closest first. Blocks.
    ///
    /// # Errors
    /// As [`Self::search`].
    pub fn closest(&self, question: &SearchQuestion<'_>) -> Result<Vec<Hit>, StoreError> {
        let workspace = &self.shared.workspace;
        let read =
            |connection: &rusqlite::Connection| search::closest(connection, workspace, question);
        let found = self.reader.read(read).inspect_err(|error| self.mend(error));
        Ok(found?.unwrap_or_default())
    }

    /// The files in which what is needed does not stand; `None` where nothing can be said. Blocks,
    /// for some milliseconds.
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

    /// Has a damaged database built anew, and takes over where who built it is gone.
    fn mend(&self, error: &StoreError) {
        if matches!(error, StoreError::Corrupt { .. }) && self.is_begun() {
            self.rebuild();
        }
    }

    /// Ends the building, for good, and waits for it: no longer than a file takes. What is there can
    /// still be asked.
    pub fn stop(&self) {
        self.shared.stop();
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take() {
            thread.join().ok();
        }
    }

    /// Takes the building over if who did it is gone; costs next to nothing.
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
