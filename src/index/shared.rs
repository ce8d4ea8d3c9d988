//! State shared by the builder's thread and all others: orders in one direction, the state of the
//! index in the other.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use notice::Notice;
use protocol::index::{IndexPhase, IndexState, VectorsState};
use tokio::sync::Notify;

use workspace::Workspace;

/// Maximum number of named paths; with more, everything is compared.
const NAMED: usize = 2_000;

/// Minimum interval between two progress reports.
const TOLD_EVERY: Duration = Duration::from_millis(100);

/// Build settings of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Size limit in bytes; the text of larger files is left out.
    pub most_bytes: u64,
}

/// A report of the index, made on its own thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    State(IndexState),
    /// A notice for the user.
    Notice(Notice),
}

/// The receiver of the index's reports.
pub type Listener = Box<dyn Fn(Word) + Send + Sync>;

/// The pending work.
#[derive(Debug, Default)]
pub(super) struct Orders {
    pub(super) all: bool,
    pub(super) paths: BTreeSet<String>,
    /// Whether to discard the database first.
    pub(super) rebuild: bool,
}

impl Orders {
    /// Orders a complete rebuild.
    pub(super) fn rebuild() -> Self {
        Self {
            all: true,
            rebuild: true,
            ..Self::default()
        }
    }
}

pub(super) struct Shared {
    pub(super) workspace: Arc<Workspace>,
    pub(super) folder: PathBuf,
    pub(super) settings: Settings,
    /// Signals that files were indexed.
    pub(super) news: Arc<Notify>,
    listener: OnceLock<Listener>,
    stopped: AtomicBool,
    inner: Mutex<Inner>,
    /// Signals new orders or a changed state.
    changed: Condvar,
}

struct Inner {
    orders: Option<Orders>,
    /// Number of orders given, and number of those carried out.
    given: u64,
    taken: u64,
    done: u64,
    state: IndexState,
    told_at: Option<Instant>,
}

impl Shared {
    pub(super) fn new(workspace: Arc<Workspace>, folder: PathBuf, settings: Settings) -> Self {
        let state = IndexState {
            phase: IndexPhase::Waiting,
            ..IndexState::default()
        };
        Self {
            workspace,
            folder,
            settings,
            news: Arc::default(),
            listener: OnceLock::new(),
            stopped: AtomicBool::new(false),
            inner: Mutex::new(Inner {
                orders: None,
                given: 0,
                taken: 0,
                done: 0,
                state,
                told_at: None,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds to the pending work; returns the number of the order.
    pub(super) fn order(&self, add: impl FnOnce(&mut Orders)) -> u64 {
        let mut inner = self.lock();
        let orders = inner.orders.get_or_insert_default();
        add(orders);
        if orders.paths.len() > NAMED {
            orders.all = true;
            orders.paths.clear();
        }
        inner.given += 1;
        self.changed.notify_all();
        inner.given
    }

    /// Waits for work; `None` after the stop.
    pub(super) fn next_orders(&self) -> Option<Orders> {
        let mut inner = self.lock();
        loop {
            if self.is_stopped() {
                return None;
            }
            if let Some(orders) = inner.orders.take() {
                inner.taken = inner.given;
                return Some(orders);
            }
            inner = self
                .changed
                .wait(inner)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether named files are waiting.
    pub(super) fn has_named(&self) -> bool {
        let inner = self.lock();
        let named = inner.orders.as_ref().map(|orders| &orders.paths);
        named.is_some_and(|paths| !paths.is_empty())
    }

    /// Takes the named files out of the pending orders, because they go ahead of the current work.
    /// The orders themselves stay.
    pub(super) fn take_named(&self) -> Option<BTreeSet<String>> {
        let mut inner = self.lock();
        let paths = std::mem::take(&mut inner.orders.as_mut()?.paths);
        (!paths.is_empty()).then_some(paths)
    }

    /// Marks the taken orders as carried out.
    pub(super) fn orders_done(&self) {
        let mut inner = self.lock();
        inner.done = inner.taken;
        self.changed.notify_all();
    }

    /// Waits at most this long until an order is complete; returns whether it is.
    pub(super) fn wait_for(&self, order: u64, most: Duration) -> bool {
        let until = Instant::now() + most;
        let mut inner = self.lock();
        while inner.done < order && !self.is_stopped() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let waited = self.changed.wait_timeout(inner, left);
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        inner.done >= order
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        let _inner = self.lock();
        self.changed.notify_all();
    }

    pub(super) fn state(&self) -> IndexState {
        self.lock().state.clone()
    }

    pub(super) fn is_ready(&self) -> bool {
        self.lock().state.phase == IndexPhase::Ready
    }

    pub(super) fn set_phase(&self, phase: IndexPhase) {
        self.change(|state| state.phase = phase);
    }

    pub(super) fn begin_work(&self, total: usize, known: u64) {
        self.change(|state| {
            let vectors = state.vectors.take().map(VectorsState::unsettled);
            *state = IndexState {
                phase: IndexPhase::Building,
                done: 0,
                total: u64::try_from(total).unwrap_or(u64::MAX),
                files: known,
                vectors,
            };
        });
    }

    pub(super) fn work_done(&self, count: usize) {
        self.change(|state| {
            let count = u64::try_from(count).unwrap_or(u64::MAX);
            state.done = state.done.saturating_add(count);
        });
    }

    pub(super) fn set_files(&self, known: u64) {
        self.change(|state| state.files = known);
    }

    pub(super) fn all_done(&self, known: u64) {
        self.change(|state| {
            // The task that computes vectors checks again and reports the new state.
            let vectors = state.vectors.take().map(VectorsState::unsettled);
            *state = IndexState {
                phase: IndexPhase::Ready,
                done: 0,
                total: 0,
                files: known,
                vectors,
            };
        });
        self.news.notify_waiters();
    }

    pub(super) fn set_vectors(&self, vectors: VectorsState) {
        self.change(|state| state.vectors = Some(vectors));
    }

    pub(super) fn tell(&self, notice: Notice) {
        self.say(Word::Notice(notice));
    }

    fn say(&self, word: Word) {
        if let Some(listener) = self.listener.get() {
            listener(word);
        }
    }

    /// Sets the listener; only the first one counts.
    pub(super) fn listen(&self, listener: Listener) {
        self.listener.set(listener).ok();
    }

    /// Changes the state and reports it, unless only the progress has advanced slightly.
    fn change(&self, change: impl FnOnce(&mut IndexState)) {
        let told = {
            let mut inner = self.lock();
            let before = inner.state.clone();
            change(&mut inner.state);
            self.changed.notify_all();
            let doing = |state: &IndexState| {
                let vectors = state.vectors.as_ref().map(|vectors| vectors.phase.clone());
                (state.phase.clone(), vectors)
            };
            let is_other_phase = doing(&before) != doing(&inner.state);
            let is_time = inner.told_at.is_none_or(|at| at.elapsed() >= TOLD_EVERY);
            if before == inner.state || !is_other_phase && !is_time {
                return;
            }
            inner.told_at = Some(Instant::now());
            inner.state.clone()
        };
        self.say(Word::State(told));
    }
}
