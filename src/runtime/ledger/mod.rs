//! The ledger: the change log of a workspace over store and disk. Loads the logs of files;
//! determines changes of other authors on the disk, the text that the agent reads, and the effect
//! of applying or of a rollback; applies files. Reviews of changes that git knows are in
//! [`GitReview`].
//!
//! The engine makes the decisions, and the ledger writes no event. All functions block; called on
//! workers by the actor, by the tools through [`tools::Records`], and by the command line.

mod answers;
mod apply;
mod base;
mod call_diffs;
mod change_summary;
mod comments;
mod decision_report;
mod disk;
mod disk_scan;
mod edits;
mod git_review;
mod layout;
mod lines;
mod logs;
mod patches;
mod path_plan;
mod plan;
mod records;
mod rollback;
mod rollback_selection;
mod view;
mod work;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use notice::{Notice, notice};
use protocol::call::ToolError;
use protocol::change::HunkState;
use protocol::ids::{FileId, HunkId, SessionId};
use store::{Store, StoreError};
use workspace::Workspace;

pub use disk::Stamp;
pub use git_review::GitReview;
pub use logs::Logged;
pub use view::Proposal;

/// Maximum number of logs cached in memory.
const KEPT_LOGS: usize = 64;

/// The change log of a workspace.
#[derive(Debug)]
pub struct Ledger {
    store: Store,
    workspace: Arc<Workspace>,
    git: GitReview,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Number of changes to a session's review since the start.
    versions: HashMap<SessionId, u64>,
    /// Cached logs, each with the version at which it was read; an outdated one helps to read
    /// the log again.
    logs: HashMap<(SessionId, FileId), (u64, Arc<Logged>)>,
    /// Files that matched their logs at the last scan.
    looked: Vec<disk_scan::UnchangedFile>,
    /// The most recently requested views.
    views: Vec<Arc<view::LaidOutView>>,
    /// States of hunks as the agent of a session knows them, if they differ from the decisions: the
    /// agent learns of decisions at the end of its step.
    held: HashMap<SessionId, BTreeMap<HunkId, HunkState>>,
}

#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum LedgerError {
    /// The database cannot be read.
    Store(#[from] StoreError),
    /// The disk cannot be read or written.
    Disk(ToolError),
    /// A content that the log needs is gone.
    BaseGone { path: String },
    /// The log of a file does not yield the contents that its entries promise.
    Damaged { path: String },
    /// The subject does not exist, or the action is impossible.
    Refused(Notice),
}

impl LedgerError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Store(error) => error.notice(),
            Self::Disk(error) => error.message.clone(),
            Self::BaseGone { path } => notice!("told-review-base-gone", path),
            Self::Damaged { path } => notice!("told-review-damaged", path),
            Self::Refused(why) => why.clone(),
        }
    }
}

impl From<ToolError> for LedgerError {
    fn from(error: ToolError) -> Self {
        Self::Disk(error)
    }
}

impl Ledger {
    /// Creates the ledger of a workspace.
    pub fn new(store: Store, workspace: Arc<Workspace>) -> Self {
        Self {
            store,
            git: GitReview::new(Arc::clone(&workspace)),
            workspace,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Invalidates a session's cached logs, because its entries or decisions have changed.
    pub fn changed(&self, session: SessionId) {
        let mut state = self.state();
        *state.versions.entry(session).or_default() += 1;
        state.views.clear();
    }

    /// Returns how often the review of a session has changed since the start.
    pub fn version(&self, session: SessionId) -> u64 {
        self.state().versions.get(&session).copied().unwrap_or(0)
    }

    /// Freezes decisions for the agent until [`Ledger::share`]: it sees these hunks in their
    /// earlier states.
    pub fn hold(&self, session: SessionId, before: &[(HunkId, HunkState)]) {
        let mut state = self.state();
        let held = state.held.entry(session).or_default();
        for (hunk, was) in before {
            held.entry(*hunk).or_insert(*was);
        }
    }

    /// Makes every decision visible to the agent of a session from now on.
    pub fn share(&self, session: SessionId) {
        self.state().held.remove(&session);
    }

    fn held(&self, session: SessionId) -> BTreeMap<HunkId, HunkState> {
        self.state().held.get(&session).cloned().unwrap_or_default()
    }
}
