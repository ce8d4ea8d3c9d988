//! The index's interface for vectors: the model that computes them, the chunks without one, the
//! vector of a question. [`super::embedding`] computes them in the background; [`super::vectors`]
//! owns their rows.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::Index;
use super::embedding::{self, ChunkText, EmbedDuration, EmbedPermission, Embedder, VectorMaker};
use super::search;
use super::vector_cache::VectorCache;
use super::vectors::{self, ChunkWithoutVector, Counts};
use notice::{Notice, notice};
use protocol::index::{Consent, VectorsState};
use store::StoreError;
use workspace::dir_cache::DirCache;

/// Returns a notice that the config names no model.
pub fn no_model() -> Notice {
    notice!("told-no-embedding-model")
}

pub struct VectorSettings {
    pub embedder: Arc<dyn Embedder>,
    /// Maximum number of vectors.
    pub most: u64,
    /// Maximum size of the vector cache beside the index, in bytes.
    pub cache_bytes: u64,
}

/// Whether the agent needs the machine, which local models share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MachineUse {
    Free,
    /// The agent works.
    Busy,
}

impl Index {
    /// Sets the model that computes vectors; only once.
    pub fn embed_with(&self, making: VectorSettings) {
        let cache = VectorCache::new(&self.shared.folder, making.cache_bytes);
        let maker = VectorMaker {
            embedder: making.embedder,
            most: making.most,
            cache,
        };
        // Only the first call counts.
        self.maker.set(Arc::new(maker)).ok();
    }

    /// Computes vectors while it is polled; ends if the config names no model, or the model fails
    /// for good.
    pub async fn maintain_vectors(index: Weak<Self>) {
        let maker = index.upgrade().and_then(|index| index.maker.get().cloned());
        if let Some(maker) = maker {
            embedding::keep_embedding(index, maker, EmbedDuration::Always).await;
        }
    }

    /// Computes the missing vectors and returns the final state; `None` if there is no model.
    pub async fn make_vectors(index: &Arc<Self>) -> Option<VectorsState> {
        let maker = Arc::clone(index.maker.get()?);
        embedding::keep_embedding(Arc::downgrade(index), maker, EmbedDuration::UntilMade).await;
        index.state().vectors
    }

    /// Sets whether the agent needs the machine. While the agent works, no vectors are requested;
    /// requests in flight are awaited.
    pub fn pause_embedding(&self, machine: MachineUse) {
        self.machine.send_if_modified(|known| {
            let is_other = *known != machine;
            *known = machine;
            is_other
        });
    }

    pub(super) fn machine(&self) -> tokio::sync::watch::Receiver<MachineUse> {
        self.machine.subscribe()
    }

    /// Stores the user's answer to whether content may go to the model's provider, and follows it
    /// from now on. Returns a text about its meaning. Blocks.
    ///
    /// # Errors
    /// Returns the reason why the answer could not be stored.
    pub fn answer_consent(&self, consent: Consent) -> Result<Notice, Notice> {
        let maker = self.maker.get();
        let maker = maker.ok_or_else(|| notice!("told-no-vectors-here"))?;
        let kept = maker.embedder.keep_consent(consent)?;
        self.shared.news.notify_waiters();
        Ok(kept)
    }

    /// Computes the vector of a question; also returns the name of the model. Blocks at most this
    /// long; needs a runtime.
    ///
    /// # Errors
    /// Returns the reason why there is no vector, and advice.
    pub fn question_vector(
        &self,
        text: &str,
        most: Duration,
    ) -> Result<(String, Vec<f32>), Notice> {
        let Some(maker) = self.maker.get() else {
            return Err(no_model());
        };
        let embedder = &maker.embedder;
        if let EmbedPermission::Withheld(reason) = embedder.leave() {
            return Err(reason);
        }
        let runtime = tokio::runtime::Handle::try_current()
            .map_err(|error| Notice::text(error.to_string()))?;
        let asked =
            async { tokio::time::timeout(most, embedder.vectors(vec![text.to_owned()])).await };
        match runtime.block_on(asked) {
            Ok(Ok(mut vectors)) => match vectors.pop() {
                Some(vector) => Ok((embedder.model().to_owned(), vector)),
                None => Err(notice!("told-no-question-vector")),
            },
            Ok(Err(error)) => Err(embedding::words(&error)),
            Err(_) => Err(notice!(
                "told-question-vector-late",
                model = embedder.model(),
                number = most.as_secs(),
            )),
        }
    }

    /// Returns the signal that fires when files were indexed or the user has answered.
    pub(super) fn news(&self) -> Arc<tokio::sync::Notify> {
        Arc::clone(&self.shared.news)
    }

    /// Returns at most `count` chunks without a vector of this model, or why there are none.
    pub(super) fn bare_chunks(
        &self,
        model: &str,
        count: usize,
        most: u64,
    ) -> Result<RemainingWork, StoreError> {
        if !self.shared.is_ready() {
            return Ok(RemainingWork::NotKnown);
        }
        let read = |connection: &rusqlite::Connection| {
            let made = vectors::counts(connection, model)?.vectors;
            let left = usize::try_from(most.saturating_sub(made)).unwrap_or(usize::MAX);
            let mut bare = vectors::bare(connection, model, count)?;
            let is_full = left == 0 && !bare.is_empty();
            bare.truncate(left);
            Ok(match (is_full, bare.is_empty()) {
                (true, _) => RemainingWork::NoRoom,
                (false, true) => RemainingWork::Nothing,
                (false, false) => RemainingWork::These(bare),
            })
        };
        Ok(self.reader.read(read)?.unwrap_or(RemainingWork::NotKnown))
    }

    /// Returns the texts of chunks whose files still exist.
    pub(super) fn wording(&self, model: &str, bare: &[ChunkWithoutVector]) -> Vec<ChunkText> {
        let mut opener = DirCache::new(&self.shared.workspace);
        let worded = |bare: &ChunkWithoutVector| {
            let (text, _) = search::text_of(&mut opener, &bare.path)?;
            embedding::worded(model, bare, &text)
        };
        bare.iter().filter_map(worded).collect()
    }

    /// Stores the vectors of chunks. Blocks.
    pub(super) fn keep_vectors(
        &self,
        model: &str,
        packed: &[(i64, Vec<u8>)],
    ) -> Result<(), StoreError> {
        let Some(mut connection) = self.reader.second_writer()? else {
            return Ok(());
        };
        vectors::keep(&mut connection, model, packed)
    }

    pub(super) fn vector_counts(&self, model: &str) -> Result<Counts, StoreError> {
        let counts = self
            .reader
            .read(|connection| vectors::counts(connection, model))?;
        Ok(counts.unwrap_or_default())
    }

    pub(super) fn report_vectors(&self, state: VectorsState) {
        self.shared.set_vectors(state);
    }
}

/// The chunks that still need a vector.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RemainingWork {
    /// The index does not know all files yet, or another process builds it.
    NotKnown,
    Nothing,
    /// The maximum number of vectors is reached.
    NoRoom,
    These(Vec<ChunkWithoutVector>),
}
