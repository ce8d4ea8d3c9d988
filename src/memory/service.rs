//! The memory as a running workbench uses it: opened when it is first needed, with a bound on the time that a recall
//! takes, and the changes that the user can take back.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use index::embedding::{EmbedPermission, Embedder};
use jiff::Timestamp;
use notice::{Notice, notice};
use protocol::ids::{MemoryId, RunId, SessionId, WorkspaceId};
use protocol::memory::{
    MemoryItem, MemoryList, MemoryOrder, MemoryOrigin, MemoryQuery, MemoryState, Recall,
    RememberRequest, Remembered, short_id,
};
use protocol::taint::Taint;
use redact::Masker;
use tokio::sync::OnceCell;
use tokio::time::timeout;

use crate::changes::{Added, Restored};
use crate::database::file_in;
use crate::embedding::make_vectors;
use crate::error::MemoryError;
use crate::item::{NewItem, default_workspace};
use crate::memory_store::MemoryStore;
use crate::rows::{MemoryFilter, Place};
use crate::rules::{RECALL_ITEMS, Recalled, recall};
use crate::search::{MemoryQuestion, QuestionVector};
use crate::vectors::ModelIdentity;

/// Time that a run waits for a recall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecallWait {
    /// A user watches: 150 ms.
    Short,
    /// Nobody does: 3 s.
    Long,
}

impl RecallWait {
    fn whole(self) -> Duration {
        match self {
            Self::Short => Duration::from_millis(150),
            Self::Long => Duration::from_secs(3),
        }
    }

    /// Returns the part of it for the vector of the question.
    fn vector(self) -> Duration {
        self.whole().mul_f32(0.6)
    }
}

/// Letters of a message that are searched for.
const QUESTION: usize = 2_000;

/// Items of a list, of a search.
const LISTED: usize = 500;
const FOUND: usize = 50;

/// Changes of a session that can be taken back.
const UNDONE: usize = 50;

/// The memory of the user in one workspace. Cheap to clone.
#[derive(Clone)]
pub struct MemoryService {
    inner: Arc<Inner>,
}

struct Inner {
    folder: PathBuf,
    masker: Masker,
    workspace: WorkspaceId,
    embedder: Option<Arc<dyn Embedder>>,
    wait: RecallWait,
    store: OnceCell<MemoryStore>,
    /// Notices of the opening that the user has not seen yet.
    opening: Mutex<Vec<Notice>>,
    is_fault_told: AtomicBool,
    makes_vectors: AtomicBool,
    changes: Mutex<BTreeMap<SessionId, Vec<Change>>>,
}

/// A change of an item that can be taken back.
#[derive(Debug, Clone, Copy)]
enum Change {
    Added(MemoryId),
    Decided(MemoryId, MemoryState),
    Deleted(MemoryId),
}

impl std::fmt::Debug for MemoryService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryService").finish_non_exhaustive()
    }
}

impl MemoryService {
    /// Makes the service over the user's data folder; opens nothing. The masker removes secrets from everything
    /// that is stored.
    pub fn new(
        folder: PathBuf,
        masker: Masker,
        workspace: WorkspaceId,
        embedder: Option<Arc<dyn Embedder>>,
        wait: RecallWait,
    ) -> Self {
        Self {
            inner: Arc::new(Inner {
                folder,
                masker,
                workspace,
                embedder,
                wait,
                store: OnceCell::new(),
                opening: Mutex::default(),
                is_fault_told: AtomicBool::new(false),
                makes_vectors: AtomicBool::new(false),
                changes: Mutex::default(),
            }),
        }
    }

    /// Opens what is there, so that the first recall need not; then makes missing vectors.
    pub async fn begin(&self) {
        if let Ok(Some(store)) = self.existing().await {
            self.make_vectors(&store);
        }
    }

    /// Returns the store, which it creates if it is missing.
    ///
    /// # Errors
    /// If the database cannot be used.
    pub async fn store(&self) -> Result<MemoryStore, MemoryError> {
        let inner = &self.inner;
        let open = || async {
            let (folder, masker) = (inner.folder.clone(), inner.masker.clone());
            let opened =
                tokio::task::spawn_blocking(move || MemoryStore::open(&folder, masker)).await;
            let (store, notices) =
                opened.map_err(|_| MemoryError::Store(store::StoreError::Stopped))??;
            locked(&inner.opening).extend(notices);
            Ok(store)
        };
        inner.store.get_or_try_init(open).await.cloned()
    }

    /// Returns the store if anything was ever remembered.
    async fn existing(&self) -> Result<Option<MemoryStore>, MemoryError> {
        let file = file_in(&self.inner.folder);
        if !self.inner.store.initialized() && !tokio::fs::try_exists(file).await.unwrap_or_default()
        {
            return Ok(None);
        }
        self.store().await.map(Some)
    }

    /// Finds what fits a message, but for some items. Takes a bounded time: a slow or broken memory recalls nothing,
    /// and says so once.
    pub async fn recall(&self, text: String, without: Vec<MemoryId>) -> Recall {
        // The look goes on when the wait is over: what it opens is there the next time.
        let service = self.clone();
        let look = tokio::spawn(async move { service.look(text, &without).await });
        let (recalled, fault) = match timeout(self.inner.wait.whole(), look).await {
            Ok(Ok(Ok(recalled))) => (recalled, None),
            Ok(Ok(Err(error))) => (
                Recalled::default(),
                Some(notice!("memory-recall-broken", why = error.notice())),
            ),
            Ok(Err(_)) | Err(_) => (Recalled::default(), Some(notice!("memory-recall-slow"))),
        };
        let is_new = |_: &Notice| !self.inner.is_fault_told.swap(true, Ordering::Relaxed);
        Recall {
            items: recalled.items,
            block: recalled.block,
            told: fault
                .filter(is_new)
                .or_else(|| locked(&self.inner.opening).pop()),
        }
    }

    async fn look(&self, text: String, without: &[MemoryId]) -> Result<Recalled, MemoryError> {
        let Some(store) = self.existing().await? else {
            return Ok(Recalled::default());
        };
        let text: String = text.chars().take(QUESTION).collect();
        let question = MemoryQuestion {
            vector: self.vector(&text).await,
            filter: MemoryFilter::kept_in(self.inner.workspace.clone()),
            most: RECALL_ITEMS + without.len(),
            text,
        };
        let searched = store.search(question).await?;
        let found = searched.found.into_iter().map(|found| found.item);
        let recalled = recall(found.filter(|item| !without.contains(&item.id)));
        let ids: Vec<MemoryId> = recalled.items.iter().map(|item| item.id).collect();
        if !ids.is_empty() {
            // Nobody waits for it: another process may be writing.
            tokio::spawn(async move {
                if let Err(error) = store.mark_used(ids, Timestamp::now()).await {
                    tracing::info!(%error, "the use of items is not recorded");
                }
            });
        }
        Ok(recalled)
    }

    /// Returns the vector of a text, if a model makes one in time.
    async fn vector(&self, text: &str) -> Option<QuestionVector> {
        let embedder = self.inner.embedder.as_ref()?;
        if !matches!(embedder.leave(), EmbedPermission::Given) {
            return None;
        }
        let made = timeout(
            self.inner.wait.vector(),
            embedder.vectors(vec![text.to_owned()]),
        )
        .await;
        let numbers = made.ok()?.ok()?.pop()?;
        let model = ModelIdentity::of(embedder.model(), numbers.len());
        Some(QuestionVector { model, numbers })
    }

    /// Makes missing vectors in the background, once at a time.
    fn make_vectors(&self, store: &MemoryStore) {
        let Some(embedder) = self.inner.embedder.clone() else {
            return;
        };
        if self.inner.makes_vectors.swap(true, Ordering::AcqRel) {
            return;
        }
        let (service, store) = (self.clone(), store.clone());
        tokio::spawn(async move {
            if let Err(why) = make_vectors(&store, &embedder).await {
                tracing::info!(%why, "items of the memory lack vectors");
            }
            service.inner.makes_vectors.store(false, Ordering::Release);
        });
    }

    /// Stores what the agent remembers. What it read tells whether the item is kept or waits for the user.
    ///
    /// # Errors
    /// Returns why the item cannot be stored.
    pub async fn remember(
        &self,
        (session, run): (SessionId, RunId),
        request: RememberRequest,
        taint: Taint,
    ) -> Result<Remembered, Notice> {
        let new = NewItem {
            run: Some(run),
            origin: MemoryOrigin::Agent,
            taint,
            ..self.new_item(request)
        };
        let added = self.add(session, new).await;
        let added = added.map_err(|error| error.notice())?;
        Ok(Remembered {
            is_repeated: matches!(added, Added::Repeated(_)),
            item: added.item().clone(),
        })
    }

    fn new_item(&self, request: RememberRequest) -> NewItem {
        NewItem {
            id: MemoryId(uuid::Uuid::now_v7()),
            workspace: default_workspace(request.kind, self.inner.workspace.clone()),
            kind: request.kind,
            text: request.text,
            tags: request.tags,
            run: None,
            origin: MemoryOrigin::User,
            taint: Taint::None,
            created: Timestamp::now(),
            received_from: None,
        }
    }

    async fn add(&self, session: SessionId, new: NewItem) -> Result<Added, MemoryError> {
        let store = self.store().await?;
        let added = store.add(new).await?;
        if let Added::New(item) = &added {
            self.note(session, Change::Added(item.id));
        }
        self.make_vectors(&store);
        Ok(added)
    }

    fn note(&self, session: SessionId, change: Change) {
        let mut changes = locked(&self.inner.changes);
        let changes = changes.entry(session).or_default();
        changes.push(change);
        let over = changes.len().saturating_sub(UNDONE);
        changes.drain(..over);
    }

    /// Carries out an order of the user. Those about a conversation are for the engine.
    ///
    /// # Errors
    /// Returns why it cannot be carried out.
    pub async fn order(&self, session: SessionId, order: MemoryOrder) -> Result<Notice, Notice> {
        let done = match order {
            MemoryOrder::Add { item, everywhere } => {
                let new = self.new_item(item);
                let workspace = new.workspace.clone().filter(|_| !everywhere);
                let added = self.add(session, NewItem { workspace, ..new }).await;
                added.map(|added| match added {
                    Added::New(item) => notice!("memory-added", word = short_id(item.id)),
                    Added::Repeated(item) => {
                        notice!("memory-there-already", word = short_id(item.id))
                    }
                })
            }
            MemoryOrder::Keep { item } => self.decide(session, item, MemoryState::Kept).await,
            MemoryOrder::Refuse { item } => self.decide(session, item, MemoryState::Refused).await,
            MemoryOrder::Forget { item } => self.forget(session, item).await,
            MemoryOrder::Undo => self.undo(session).await,
            MemoryOrder::Drop { .. } | MemoryOrder::Recall { .. } => {
                return Err(notice!("memory-no-recall"));
            }
        };
        done.map_err(|error| error.notice())
    }

    async fn decide(
        &self,
        session: SessionId,
        item: String,
        state: MemoryState,
    ) -> Result<Notice, MemoryError> {
        let store = self.store().await?;
        let id = store.resolve(item).await?;
        let before = store.item(id).await?.state;
        match state {
            MemoryState::Refused => store.refuse(id).await?,
            MemoryState::Kept | MemoryState::Inbox => store.keep(id).await?,
        };
        if before != state {
            self.note(session, Change::Decided(id, before));
        }
        let word = short_id(id);
        Ok(match state {
            MemoryState::Refused => notice!("memory-refused", word),
            MemoryState::Kept | MemoryState::Inbox => notice!("memory-kept", word),
        })
    }

    async fn forget(&self, session: SessionId, item: String) -> Result<Notice, MemoryError> {
        let store = self.store().await?;
        let id = store.resolve(item).await?;
        store.delete(id, Timestamp::now()).await?;
        self.note(session, Change::Deleted(id));
        Ok(notice!("memory-forgotten", word = short_id(id)))
    }

    async fn undo(&self, session: SessionId) -> Result<Notice, MemoryError> {
        let last = locked(&self.inner.changes)
            .get_mut(&session)
            .and_then(Vec::pop);
        let Some(change) = last else {
            return Ok(notice!("memory-nothing-undone"));
        };
        let store = self.store().await?;
        Ok(match change {
            Change::Added(id) => {
                store.delete(id, Timestamp::now()).await?;
                notice!("memory-taken-back", word = short_id(id))
            }
            Change::Decided(id, state) => {
                store.decide(id, state).await?;
                let state = match state {
                    MemoryState::Inbox => notice!("memory-state-inbox"),
                    MemoryState::Kept => notice!("memory-state-kept"),
                    MemoryState::Refused => notice!("memory-state-refused"),
                };
                notice!("memory-state-again", word = short_id(id), state)
            }
            Change::Deleted(id) => {
                let (Restored::Restored(item) | Restored::ThereAlready(item)) =
                    store.restore(id).await?;
                notice!("memory-restored", word = short_id(item.id))
            }
        })
    }

    /// Lists items of this workspace and of every workspace, or searches them.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn list(&self, wanted: MemoryQuery) -> Result<MemoryList, Notice> {
        self.listed(wanted).await.map_err(|error| error.notice())
    }

    async fn listed(&self, wanted: MemoryQuery) -> Result<MemoryList, MemoryError> {
        let Some(store) = self.existing().await? else {
            return Ok(MemoryList::default());
        };
        let filter = MemoryFilter {
            state: wanted.state,
            place: self.here(),
            ..MemoryFilter::default()
        };
        let (items, has_more): (Vec<MemoryItem>, bool) = match wanted.words {
            Some(text) => {
                let question = MemoryQuestion {
                    vector: self.vector(&text).await,
                    text,
                    filter,
                    most: FOUND,
                };
                let found = store.search(question).await?.found.into_iter();
                (found.map(|found| found.item).collect(), false)
            }
            None => {
                let page = store.list(filter, None, LISTED).await?;
                (page.items, page.next.is_some())
            }
        };
        Ok(MemoryList {
            items,
            has_more,
            waiting: store.counts(self.here()).await?.inbox,
        })
    }

    fn here(&self) -> Place {
        Place::Here(self.inner.workspace.clone())
    }

    /// Returns the number of items that wait for the user; `None` if it cannot be read.
    pub async fn waiting(&self) -> Option<u64> {
        let store = self.existing().await.ok()?;
        match store {
            Some(store) => Some(store.counts(self.here()).await.ok()?.inbox),
            None => Some(0),
        }
    }
}

/// Locks plain data, which stays valid even if a thread panicked while it held the lock.
fn locked<T>(data: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    data.lock().unwrap_or_else(PoisonError::into_inner)
}
