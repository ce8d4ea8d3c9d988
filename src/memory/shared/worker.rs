//! The task that keeps a shared store up to date: a round after each change and now and then, growing pauses
//! while the store is away, one notice when it goes and one when it is back. Searches never wait for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use notice::{Notice, notice};
use store::lock::SessionLock;
use tokio::time::{sleep, timeout};

use super::consent::Sharing;
use super::round::{RoundError, exchange};
use super::{NearestQuestion, SharedStore};
use crate::error::MemoryError;
use crate::memory_store::MemoryStore;
use crate::rows::{Deleted, find};
use crate::search::{FoundItem, MemoryQuestion, MemorySearch};

/// Pause after a failed round, doubled up to the second value.
const PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// Time after which colleagues' items are looked for, though nothing changed here.
const EVERY: Duration = Duration::from_secs(600);

/// Time that a search waits for the shared store.
const SEARCH: Duration = Duration::from_millis(1_500);

/// Time between attempts to become the process that sends.
const TURN: Duration = Duration::from_secs(60);

/// Whether the shared store answers, and what the user was told of it. Pure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reach {
    failures: u32,
}

impl Reach {
    /// Records a failed round; returns the notice for the user if it is the first one, and the pause.
    pub fn failed(&mut self, why: &RoundError) -> (Option<Notice>, Duration) {
        let told = (self.failures == 0).then(|| words(why)).flatten();
        let pause = PAUSE
            .saturating_mul(1 << self.failures.min(10))
            .min(LONGEST_PAUSE);
        self.failures = self.failures.saturating_add(1);
        (told, pause)
    }

    /// Records a round that went well; returns the notice for the user if one was told before.
    pub fn went_well(&mut self) -> Option<Notice> {
        let was_away = std::mem::take(&mut self.failures) > 0;
        was_away.then(|| notice!("memory-shared-back"))
    }
}

fn words(why: &RoundError) -> Option<Notice> {
    match why {
        // The user knows what they did not allow.
        RoundError::NoConsent => None,
        RoundError::Shared(error) => Some(error.notice()),
        RoundError::Local(error) => Some(error.notice()),
    }
}

/// What the task needs.
pub struct SharingTask {
    pub store: MemoryStore,
    pub shared: Arc<dyn SharedStore>,
    pub sharing: Sharing,
    /// Folder of `memory.db`; its lock lets one process send. `None` if no other process can have access.
    pub folder: Option<PathBuf>,
    /// Gets the notices for the user.
    pub told: Box<dyn Fn(Notice) + Send + Sync>,
}

impl std::fmt::Debug for SharingTask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharingTask")
            .field("sharing", &self.sharing)
            .finish_non_exhaustive()
    }
}

/// Keeps a shared store up to date until it is dropped.
pub async fn keep_sharing(task: SharingTask) {
    let _lock = loop {
        match &task.folder {
            None => break None,
            Some(folder) => match SessionLock::acquire_memory(folder) {
                Ok(lock) => break Some(lock),
                // Another process sends; it may end.
                Err(_) => sleep(TURN).await,
            },
        }
    };
    let changed = task.store.changed();
    let mut reach = Reach::default();
    loop {
        let news = changed.notified();
        let done = exchange(&task.store, task.shared.as_ref(), &task.sharing).await;
        match done {
            Ok(_) => {
                if let Some(told) = reach.went_well() {
                    (task.told)(told);
                }
                // A change, or the time.
                timeout(EVERY, news).await.ok();
            }
            Err(RoundError::NoConsent) => {
                timeout(TURN, news).await.ok();
            }
            Err(why) => {
                tracing::debug!(%why, "a round with the shared memory failed");
                let (told, pause) = reach.failed(&why);
                if let Some(told) = told {
                    (task.told)(told);
                }
                sleep(pause).await;
            }
        }
    }
}

/// Searches here, and asks the shared store for the nearest items for a short time. What is new of them goes to the
/// inbox and is appended. Returns the notice of a store that did not answer.
///
/// # Errors
/// If the local database cannot be read.
pub async fn search_with_colleagues(
    store: &MemoryStore,
    shared: &dyn SharedStore,
    sharing: &Sharing,
    question: MemoryQuestion,
) -> Result<(MemorySearch, Option<Notice>), MemoryError> {
    let nearest = question.vector.as_ref().map(|vector| NearestQuestion {
        vector: vector.numbers.clone(),
        project: sharing.project.clone(),
        most: question.most,
    });
    let mut searched = store.search(question).await?;
    let Some(nearest) = nearest else {
        return Ok((searched, None));
    };
    let consent = super::consent::answer(store, sharing).await?;
    if consent != Some(protocol::index::Consent::Given) {
        // The question itself would leave.
        return Ok((searched, None));
    }
    let asked = timeout(SEARCH, shared.nearest(&sharing.collection, &nearest)).await;
    let items = match asked {
        Ok(Ok(items)) => items,
        Ok(Err(error)) => return Ok((searched, Some(error.notice()))),
        Err(_) => {
            let why = notice!("memory-shared-slow");
            return Ok((searched, Some(why)));
        }
    };
    let ids: Vec<_> = items.iter().map(|item| item.id).collect();
    super::round::take_in(store, sharing, ids.clone(), items).await?;
    for id in ids {
        let is_there = |found: &FoundItem| found.item.id == id;
        if searched.found.iter().any(is_there) {
            continue;
        }
        let item = store
            .read(move |connection| Ok(find(connection, id, Deleted::LeftOut).ok()))
            .await?;
        if let Some(item) = item {
            searched.found.push(FoundItem {
                item: item.item,
                score: 0.0,
            });
        }
    }
    Ok((searched, None))
}
