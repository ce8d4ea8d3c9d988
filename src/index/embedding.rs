//! Computes a vector for every chunk, in the background: takes chunks without one, the most recent
//! files first, sends them to the model in groups, and stores the vectors. It stops if the model
//! cannot compute them, waits while the server is away and while the agent works, and never exceeds
//! the budget.
//!
//! The caller decides which model is used, and whether the workspace's content may go there. Runs
//! on the runtime of the composition root; ends when it is dropped.

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
use notice::{Notice, notice};
use protocol::index::{Consent, VectorsPhase, VectorsState};
use protocol::stream::{ProviderError, ProviderErrorKind as Kind};
use redact::mask;
use tokio::task::spawn_blocking;

/// Texts of one request.
const BATCH: usize = 16;

/// Chunks that are looked up at once.
const AHEAD: usize = 1_024;

/// Pause after a server was away, doubled up to the second value.
const PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// Failed requests in a row after which a caller that waits for the end gives up. Without such a
/// caller, one failure is enough.
const ATTEMPTS: u32 = 3;

/// Maximum number of times that a text too long for the model is halved.
const HALVINGS: usize = 3;

/// A model that computes vectors. The composition root provides one that uses a provider.
pub trait Embedder: Send + Sync {
    /// Name of the model, with its provider: vectors of different models cannot be compared.
    fn model(&self) -> &str;

    /// Whether texts may be sent to the model.
    fn leave(&self) -> EmbedPermission {
        EmbedPermission::Given
    }

    /// Stores the user's answer about sending content; returns a text about its meaning. Blocks.
    ///
    /// # Errors
    /// Returns the reason why the answer could not be stored or has no meaning.
    fn keep_consent(&self, consent: Consent) -> Result<Notice, Notice> {
        let _ = consent;
        Err(notice!("told-vectors-local"))
    }

    /// Computes the vectors of texts, in their order, all of length 1 in space.
    fn vectors(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, ProviderError>>;
}

/// Whether texts may be sent to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmbedPermission {
    Given,
    /// Texts may not be sent: the reason, and what to do next.
    Withheld(Notice),
}

/// The model that computes vectors, and the cache that stores them.
pub(super) struct VectorMaker {
    pub(super) embedder: Arc<dyn Embedder>,
    /// Maximum number of vectors.
    pub(super) most: u64,
    pub(super) cache: VectorCache,
}

/// A chunk's text in the form that the model gets.
pub(super) struct ChunkText {
    pub(super) chunk: i64,
    /// Key of its vector in the cache.
    pub(super) key: Hash,
    pub(super) text: String,
}

/// Result of one round.
enum Round {
    /// Vectors were stored; there may be more to do.
    Kept,
    /// The agent works.
    Busy,
    /// The work waits for changed files or for the user's answer.
    Done(VectorsPhase),
    /// The server is away.
    Away(ProviderError),
    /// The model will never work.
    Hopeless(ProviderError),
}

/// The duration of the embedding task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EmbedDuration {
    /// Until the index is dropped: files change.
    Always,
    /// Until every chunk has its vector, or can get none now.
    UntilMade,
}

/// Computes the vectors of an index and reports the result; ends earlier if it cannot go on.
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
                // Fails if the index was dropped.
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

/// Formats a failure with what to do next.
pub fn words(error: &ProviderError) -> Notice {
    match &error.hint {
        Some(hint) => notice!("told-why-next", why = error.message, why_next = hint),
        None => error.message.clone(),
    }
}

async fn tell(index: &Weak<Index>, maker: &VectorMaker, phase: VectorsPhase) {
    let (Some(index), model) = (index.upgrade(), maker.embedder.model().to_owned()) else {
        return;
    };
    let told = spawn_blocking(move || {
        let counts = index.vector_counts(&model).unwrap_or_default();
        index.report_vectors(VectorsState {
            model,
            phase,
            done: counts.vectors,
            total: counts.chunks,
        });
    });
    // A failed report only leaves the last state on the screen.
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
        // These files have changed; the index will notify.
        return if ahead.is_empty() {
            Round::Done(VectorsPhase::Pending)
        } else {
            Round::Kept
        };
    }
    tell(&Arc::downgrade(index), maker, VectorsPhase::Working).await;
    let keys: Vec<Hash> = unknown.iter().map(|worded| worded.key).collect();
    let texts = unknown
        .into_iter()
        .map(|worded| (worded.chunk, worded.text));
    let made = match packed_vectors(&maker.embedder, texts.collect()).await {
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
                reason: error.notice(),
            })
        }
        Err(_) => Round::Done(VectorsPhase::Pending),
    }
}

/// Returns the next chunks without a vector, or the phase to report if there are none.
async fn look_ahead(
    index: &Arc<Index>,
    maker: &Arc<VectorMaker>,
) -> Result<Vec<ChunkWithoutVector>, VectorsPhase> {
    let (index, maker) = (Arc::clone(index), Arc::clone(maker));
    match spawn_blocking(move || index.bare_chunks(maker.embedder.model(), AHEAD, maker.most)).await
    {
        Ok(Ok(RemainingWork::These(bare))) => Ok(bare),
        Ok(Ok(RemainingWork::Nothing)) => Err(VectorsPhase::Ready),
        Ok(Ok(RemainingWork::NoRoom)) => Err(VectorsPhase::Full),
        // A part that cannot be read now is read after the index has repaired it.
        _ => Err(VectorsPhase::Pending),
    }
}

/// A number of the caller's, as of a chunk, with a vector in stored form.
pub type Packed = (i64, Vec<u8>);

/// Returns the cached vectors of chunks, and the texts of the others.
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

/// Requests the vectors of some numbered texts; if the server refuses them together, one after the other.
/// A text for which the model computes none gets an empty vector, so that it is not requested again.
///
/// # Errors
/// If the server refuses more than the texts, or is away.
pub async fn packed_vectors(
    embedder: &Arc<dyn Embedder>,
    numbered: Vec<(i64, String)>,
) -> Result<Vec<Packed>, ProviderError> {
    if numbered.is_empty() {
        return Ok(Vec::new());
    }
    let (numbers, texts): (Vec<i64>, Vec<String>) = numbered.into_iter().unzip();
    match embedder.vectors(texts.clone()).await {
        Ok(vectors) => Ok(numbers
            .into_iter()
            .zip(vectors.iter().map(|vector| pack(vector)))
            .collect()),
        Err(error) if is_of_a_text(error.kind) => {
            let mut packed = Vec::with_capacity(numbers.len());
            for (number, text) in numbers.into_iter().zip(texts) {
                let vector = ask_for_one(embedder, text).await?;
                packed.push((
                    number,
                    vector.map(|vector| pack(&vector)).unwrap_or_default(),
                ));
            }
            Ok(packed)
        }
        Err(error) => Err(error),
    }
}

/// Requests the vector of one text, cut if it is too long for the model; `None` if the model
/// refuses it at any length.
///
/// Ollama since 0.13.5 is reported to refuse texts that are too long despite `truncate`
/// (ollama#14186).
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

/// Whether the text may be the cause of the error.
fn is_of_a_text(kind: Kind) -> bool {
    matches!(kind, Kind::Rejected | Kind::ContextOverflow)
}

/// Whether a later attempt may succeed.
fn is_away(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Timeout | Kind::Connection | Kind::RateLimited | Kind::Unavailable | Kind::Server
    )
}

/// Returns the text of a chunk in the form that the model gets: its path, then its lines, without
/// secrets. `None` if the file no longer has these lines.
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
