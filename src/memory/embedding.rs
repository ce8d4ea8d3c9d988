//! Makes the missing vectors of items with the embedder that the caller hands over.

use std::sync::Arc;

use index::embedding::{EmbedPermission, Embedder, packed_vectors, words};
use notice::Notice;

use crate::memory_store::MemoryStore;
use crate::vectors::{ModelIdentity, PackedVector};

/// Texts of one request.
const BATCH: usize = 16;

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
        let missing = store.missing_vectors(model.clone(), BATCH).await;
        let missing = missing.map_err(|error| error.notice())?;
        if missing.is_empty() {
            return Ok((model, made));
        }
        let texts = missing
            .iter()
            .map(|missing| (missing.number, missing.text.clone()));
        let packed = packed_vectors(embedder, texts.collect()).await;
        let packed = packed.map_err(|error| words(&error))?;
        let packed: Vec<PackedVector> = missing
            .iter()
            .zip(packed)
            .map(|(missing, (_, bytes))| PackedVector {
                number: missing.number,
                version: missing.version,
                bytes,
            })
            .collect();
        if packed.is_empty() {
            return Ok((model, made));
        }
        made += u64::try_from(packed.len()).unwrap_or(u64::MAX);
        let kept = store.keep_vectors(model.clone(), packed).await;
        kept.map_err(|error| error.notice())?;
    }
}
