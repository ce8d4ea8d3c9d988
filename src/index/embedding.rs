//! Giving every chunk its vector, in the background: takes chunks that have none, the latest files first, asks the
//! model for some at a time, and keeps what comes. It stops where the model cannot, waits where the server is away
//! and while the agent works, and never asks for more than its budget.
//!
//! Which model that is, and whether the workspace's content may go to it, is decided by who starts it. Runs on the
//! runtime of the composition root; ends when it is dropped.

use std::collections::VecDeque;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::BoxFuture;

use super::Index;
use super::analyzer::Hash;
use super::quantised::pack;
use super::semantic::{MachineUse, RemainingWork};
use super::vector_cache::{self, VectorCache};
use super::vectors::ChunkWithoutVector;
use crate::protocol::index::{Consent, VectorsPhase, VectorsState};
use crate::protocol::stream::{ProviderError, ProviderErrorKind as Kind};
use crate::redact::mask;
use tokio::task::spawn_blocking;

/// Texts of one request.
const BATCH: usize = 16;

/// Chunks that are looked up at once.
const AHEAD: usize = 1_024;

/// How long a server that is away is left alone, doubled up to the second.
const PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// Requests in a row that may fail where somebody waits for the end. Where nobody listens one is enough.
const ATTEMPTS: u32 = 3;

/// So often a text that is too long for the model is halved.
const HALVINGS: usize = 3;

/// What makes vectors. The composition root gives one over a provider.
pub trait Embedder: Send + Sync {
    /// The model, with its provider: vectors of different ones cannot be compared.
    fn model(&self) -> &str;

    /// Whether texts may go to it.
    fn leave(&self) -> EmbedPermission {
        EmbedPermission::Given
    }

    /// Keeps what the human says to that; in words what it means. Blocks.
    ///
    /// # Errors
    /// In words, why it could not be kept or means nothing.
    fn keep_consent(&self, consent: Consent) -> Result<String, String> {
        let _ = consent;
        Err("the model runs on this machine: nothing is sent anywhere".to_owned())
    }

    /// The vectors of texts, in their order, all of length 1 in space.
    fn vectors(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, ProviderError>>;
}

/// Whether texts may go to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmbedPermission {
    Given,
    /// They may not: why, and what to do next.
    Withheld(String),
}

/// What vectors are made with and kept in.
pub(super) struct VectorMaker {
    pub(super) embedder: Arc<dyn Embedder>,
    /// Vectors at most.
    pub(super) most: u64,
    pub(super) cache: VectorCache,
}

/// A chunk's text as the model gets it.
pub(super) struct ChunkText {
    pub(super) chunk: i64,
    /// Under which its vector is in the cache.
    pub(super) key: Hash,
    pub(super) text: String,
}

/// What one round came to.
enum Round {
    /// There may be more.
    Kept,
    /// The agent works.
    Busy,
    /// Nothing is left to be done until files change, or the human answers.
    Done(VectorsPhase),
    /// The server is away.
    Away(ProviderError),
    /// It will not work.
    Hopeless(ProviderError),
}

/// How long vectors are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EmbedDuration {
    /// Until the index is dropped: files change.
    Always,
    /// Until every chunk has its vector, or can have none now.
    UntilMade,
}

/// Makes the vectors of an index; ends earlier where it cannot go on. What it came to is told.
pub(super) async fn keep_embedding(
    index: Weak<Index>,
    maker: Arc<VectorMaker>,
    lasting: EmbedDuration,
) {
    let Some((news, mut machine)) = index.upgrade().map(|index| (index.news(), index.machine()))
    else {
        return;
    };
    let mut pause = PAUSE;
    let mut failures = 0;
    let mut ahead = VecDeque::new();
    loop {
        let heard = news.notified();
        let round = {
            let Some(index) = index.upgrade() else {
                return;
            };
            round(&index, &maker, &mut ahead).await
        };
        match round {
            Round::Kept => (pause, failures) = (PAUSE, 0),
            Round::Busy => {
                tell(&index, &maker, VectorsPhase::Paused).await;
                // It fails where the index is gone.
                let free = machine
                    .wait_for(|machine| *machine == MachineUse::Free)
                    .await;
                if free.is_err() {
                    return;
                }
            }
            Round::Done(phase) => {
                tell(&index, &maker, phase).await;
                if lasting == EmbedDuration::UntilMade {
                    return;
                }
                (pause, failures) = (PAUSE, 0);
                heard.await;
            }
            Round::Away(error) => {
                let asked = error.retry_after_s.map(Duration::from_secs);
                let phase = VectorsPhase::Waiting {
                    reason: words(&error),
                };
                tell(&index, &maker, phase).await;
                failures += 1;
                let is_absent = error.kind == Kind::Connection || failures >= ATTEMPTS;
                if lasting == EmbedDuration::UntilMade && is_absent {
                    return;
                }
                tokio::time::sleep(asked.unwrap_or(pause).min(LONGEST_PAUSE)).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            Round::Hopeless(error) => {
                let phase = VectorsPhase::Stopped {
                    reason: words(&error),
                };
                tell(&index, &maker, phase).await;
                return;
            }
        }
    }
}

/// A failure with what to do next.
pub(super) fn words(error: &ProviderError) -> String {
    match &error.hint {
        Some(hint) => format!("{}; {hint}", error.message),
        None => error.message.clone(),
    }
}

async fn tell(index: &Weak<Index>, maker: &VectorMaker, phase: VectorsPhase) {
    let (Some(index), model) = (index.upgrade(), maker.embedder.model().to_owned()) else {
        return;
    };
    let told = spawn_blocking(move || {
        let counts = index.vector_counts(&model).unwrap_or_default();
        index.tell_vectors(VectorsState {
            model,
            phase,
            done: counts.vectors,
            total: counts.chunks,
        });
    });
    told.await.ok();
}

async fn round(
    index: &Arc<Index>,
    maker: &Arc<VectorMaker>,
    ahead: &mut VecDeque<ChunkWithoutVector>,
) -> Round {
    if let EmbedPermission::Withheld(reason) = maker.embedder.leave() {
        return Round::Done(VectorsPhase::Withheld { reason });
    }
    if ahead.is_empty() {
        match look_ahead(index, maker).await {
            Ok(bare) => ahead.extend(bare),
            Err(phase) => return Round::Done(phase),
        }
    }
    if *index.machine().borrow() == MachineUse::Busy {
        return Round::Busy;
    }
    let bare: Vec<ChunkWithoutVector> = ahead.drain(..BATCH.min(ahead.len())).collect();
    let (reader, own) = (Arc::clone(index), Arc::clone(maker));
    let worded = spawn_blocking(move || known(&reader, &own, &bare)).await;
    let Ok((mut packed, unknown)) = worded else {
        return Round::Done(VectorsPhase::Pending);
    };
    if packed.is_empty() && unknown.is_empty() {
        // These files changed meanwhile; the index will tell of it.
        return if ahead.is_empty() {
            Round::Done(VectorsPhase::Pending)
        } else {
            Round::Kept
        };
    }
    tell(&Arc::downgrade(index), maker, VectorsPhase::Working).await;
    let keys: Vec<Hash> = unknown.iter().map(|worded| worded.key).collect();
    let made = match ask(&maker.embedder, unknown).await {
        Ok(made) => made,
        Err(error) if is_away(error.kind) => {
            ahead.clear();
            return Round::Away(error);
        }
        Err(error) => return Round::Hopeless(error),
    };
    let (index, maker) = (Arc::clone(index), Arc::clone(maker));
    let kept = spawn_blocking(move || {
        let fresh: Vec<(Hash, &[u8])> = keys
            .into_iter()
            .zip(made.iter().map(|(_, bytes)| bytes.as_slice()))
            .filter(|(_, bytes)| !bytes.is_empty())
            .collect();
        maker.cache.keep(&fresh);
        packed.extend(made);
        index.keep_vectors(maker.embedder.model(), &packed)
    });
    match kept.await {
        Ok(Ok(())) => Round::Kept,
        Ok(Err(error)) => {
            tracing::warn!(%error, "vectors could not be kept");
            Round::Done(VectorsPhase::Waiting {
                reason: error.to_string(),
            })
        }
        Err(_) => Round::Done(VectorsPhase::Pending),
    }
}

/// The next chunks without a vector, or what to say where there are none.
async fn look_ahead(
    index: &Arc<Index>,
    maker: &Arc<VectorMaker>,
) -> Result<Vec<ChunkWithoutVector>, VectorsPhase> {
    let (index, maker) = (Arc::clone(index), Arc::clone(maker));
    let looked = move || index.bare_chunks(maker.embedder.model(), AHEAD, maker.most);
    match spawn_blocking(looked).await {
        Ok(Ok(RemainingWork::These(bare))) => Ok(bare),
        Ok(Ok(RemainingWork::Nothing)) => Err(VectorsPhase::Ready),
        Ok(Ok(RemainingWork::NoRoom)) => Err(VectorsPhase::Full),
        // What cannot be read now is read when the index has mended it.
        _ => Err(VectorsPhase::Pending),
    }
}

/// A chunk with its vector as it is kept.
type Packed = (i64, Vec<u8>);

/// The vectors of chunks that were made before, and the texts of the others.
fn known(
    index: &Index,
    maker: &VectorMaker,
    bare: &[ChunkWithoutVector],
) -> (Vec<Packed>, Vec<ChunkText>) {
    let worded = index.wording(maker.embedder.model(), bare);
    let keys: Vec<Hash> = worded.iter().map(|worded| worded.key).collect();
    let (mut packed, mut unknown) = (Vec::new(), Vec::new());
    for (worded, found) in worded.into_iter().zip(maker.cache.find(&keys)) {
        match found {
            Some(bytes) => packed.push((worded.chunk, bytes)),
            None => unknown.push(worded),
        }
    }
    (packed, unknown)
}

/// Asks for the vectors of some chunks; where the server refuses them together, one after the other. A chunk of which
/// the model makes none gets an empty one, so that it is not asked about again.
async fn ask(
    embedder: &Arc<dyn Embedder>,
    worded: Vec<ChunkText>,
) -> Result<Vec<Packed>, ProviderError> {
    if worded.is_empty() {
        return Ok(Vec::new());
    }
    let (chunks, texts): (Vec<i64>, Vec<String>) = worded
        .into_iter()
        .map(|worded| (worded.chunk, worded.text))
        .unzip();
    match embedder.vectors(texts.clone()).await {
        Ok(vectors) => Ok(chunks
            .into_iter()
            .zip(vectors.iter().map(|vector| pack(vector)))
            .collect()),
        Err(error) if is_of_a_text(error.kind) => {
            let mut packed = Vec::with_capacity(chunks.len());
            for (chunk, text) in chunks.into_iter().zip(texts) {
                let vector = ask_for_one(embedder, text).await?;
                packed.push((
                    chunk,
                    vector.map(|vector| pack(&vector)).unwrap_or_default(),
                ));
            }
            Ok(packed)
        }
        Err(error) => Err(error),
    }
}

/// The vector of one text, cut where it is too long for the model; `None` where it refuses it however short.
///
/// Ollama since 0.13.5 is reported to refuse what is too long although it was told to cut it (ollama#14186).
async fn ask_for_one(
    embedder: &Arc<dyn Embedder>,
    mut text: String,
) -> Result<Option<Vec<f32>>, ProviderError> {
    for _ in 0..=HALVINGS {
        match embedder.vectors(vec![text.clone()]).await {
            Ok(vectors) => return Ok(vectors.into_iter().next()),
            Err(error) if is_of_a_text(error.kind) => {
                let half = text.floor_char_boundary(text.len() / 2);
                text.truncate(half);
            }
            Err(error) => return Err(error),
        }
        if text.trim().is_empty() {
            break;
        }
    }
    Ok(None)
}

/// Whether it may be the text's fault.
fn is_of_a_text(kind: Kind) -> bool {
    matches!(kind, Kind::Rejected | Kind::ContextOverflow)
}

/// Whether it may work later.
fn is_away(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Timeout | Kind::Connection | Kind::RateLimited | Kind::Unavailable | Kind::Server
    )
}

/// A chunk of a file as the model gets it: where it is, then its lines, without secrets. `None` where the file has no
/// such lines any more.
pub(super) fn worded(model: &str, bare: &ChunkWithoutVector, text: &str) -> Option<ChunkText> {
    let place = |line: u32| usize::try_from(line).unwrap_or(usize::MAX);
    let first = place(bare.first_line).saturating_sub(1);
    let count = place(bare.last_line).saturating_sub(first);
    let lines: Vec<&str> = text.lines().skip(first).take(count).collect();
    let joined = lines.join("\n");
    let masked = mask(&joined);
    (!joined.trim().is_empty()).then(|| ChunkText {
        chunk: bare.chunk,
        key: vector_cache::key(model, &masked),
        text: format!("{}\n{masked}", bare.path),
    })
}
