//! Makes the missing vectors of items with the embedder that the caller hands over.

use std::sync::Arc;

use index::embedding::{EmbedPermission, Embedder, packed_vectors, words};
use notice::{Notice, notice};

use crate::memory_store::MemoryStore;
use crate::vectors::{ModelIdentity, PackedVector, TextWithoutVector};

/// Texts of one request.
const BATCH: usize = 16;

/// Texts that are looked up at once: finding those without a vector passes over all others.
const AHEAD: usize = 1_024;

/// The text whose vector tells how long those of the model are.
const PROBE: &str = "memory";

/// Makes the vectors that items lack; returns the model with the length of its vectors, and their number.
///
/// # Errors
/// Returns the reason why vectors are missing, and advice. Those made by then are kept.
pub async fn make_vectors(
    store: &MemoryStore,
    embedder: &Arc<dyn Embedder>,
) -> Result<(ModelIdentity, u64), Notice> {
    if let EmbedPermission::Withheld(reason) = embedder.leave() {
        return Err(reason);
    }
    let probed = embedder.vectors(vec![PROBE.to_owned()]).await;
    let probed = probed.map_err(|error| words(&error))?;
    let dimension = probed.first().map_or(0, Vec::len);
    let model = ModelIdentity::of(embedder.model(), dimension);
    let mut made = 0;
    loop {
        let missing = store.missing_vectors(model.clone(), AHEAD).await;
        let missing = missing.map_err(|error| error.notice())?;
        if missing.is_empty() {
            return Ok((model, made));
        }
        for part in missing.chunks(BATCH) {
            let packed = pack(embedder, part).await?;
            made += u64::try_from(packed.len()).unwrap_or(u64::MAX);
            let kept = store.keep_vectors(model.clone(), packed).await;
            kept.map_err(|error| error.notice())?;
        }
    }
}

/// Makes the vectors of some texts.
async fn pack(
    embedder: &Arc<dyn Embedder>,
    missing: &[TextWithoutVector],
) -> Result<Vec<PackedVector>, Notice> {
    let texts = missing
        .iter()
        .map(|missing| (missing.number, missing.text.clone()));
    let packed = packed_vectors(embedder, texts.collect()).await;
    let packed = packed.map_err(|error| words(&error))?;
    if packed.len() != missing.len() {
        return Err(notice!("told-no-question-vector"));
    }
    let pairs = missing.iter().zip(packed);
    Ok(pairs
        .map(|(missing, (_, bytes))| PackedVector {
            number: missing.number,
            version: missing.version,
            bytes,
        })
        .collect())
}
