//! Table `blobs`: contents under their hash, compressed, each once.

use std::io::{self, Read, Write};
use std::sync::Arc;

use jiff::Timestamp;
use lz4_flex::frame::{FrameDecoder, FrameEncoder};
use rusqlite::{Connection, OptionalExtension, params};

use super::codec;
use super::error::StoreError;
use crate::protocol::ids::ContentHash;

/// No content is larger than this when it is read; what is covered ends at 10 MiB a file.
const LARGEST: u64 = 1024 * 1024 * 1024;

/// A content ready to be stored.
pub(super) struct Compressed {
    hash: ContentHash,
    size: usize,
    data: Vec<u8>,
}

/// Compresses what is not stored yet.
///
/// # Errors
/// [`StoreError::DamagedBlob`] where bytes are not those of their hash: they would poison it.
pub(super) fn compress_new(
    connection: &Connection,
    blobs: &[(ContentHash, Arc<[u8]>)],
) -> Result<Vec<Compressed>, StoreError> {
    let mut fresh = Vec::new();
    for (hash, bytes) in blobs {
        if *hash != ContentHash::of(bytes) {
            return Err(StoreError::DamagedBlob { hash: hash.clone() });
        }
        let stored: Option<i64> = connection
            .prepare_cached("SELECT 1 FROM blobs WHERE hash = ?1")?
            .query_row([&hash.0], |row| row.get(0))
            .optional()?;
        if stored.is_none() {
            let data =
                compress(bytes).map_err(|source| StoreError::io("a blob".as_ref(), source))?;
            fresh.push(Compressed {
                hash: hash.clone(),
                size: bytes.len(),
                data,
            });
        }
    }
    Ok(fresh)
}

/// The bytes as an LZ4 frame.
fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = FrameEncoder::new(Vec::new());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Stores a content. Another process may have been faster; it is the same content then.
pub(super) fn insert(connection: &Connection, blob: &Compressed) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO blobs (hash, size, created_at, data) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![
            blob.hash.0,
            i64::try_from(blob.size).unwrap_or(i64::MAX),
            codec::nanoseconds(Timestamp::now()),
            blob.data,
        ])?;
    Ok(())
}

/// Whether a content is stored.
pub(super) fn has(connection: &Connection, hash: &ContentHash) -> Result<bool, StoreError> {
    Ok(connection
        .prepare_cached("SELECT 1 FROM blobs WHERE hash = ?1")?
        .exists([&hash.0])?)
}

/// A content, checked against its hash; `None` where it is not stored.
///
/// # Errors
/// [`StoreError::DamagedBlob`] where the stored bytes are not those of the hash.
pub(super) fn get(
    connection: &Connection,
    hash: &ContentHash,
) -> Result<Option<Arc<[u8]>>, StoreError> {
    let stored: Option<(i64, Vec<u8>)> = connection
        .prepare_cached("SELECT size, data FROM blobs WHERE hash = ?1")?
        .query_row([&hash.0], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((size, data)) = stored else {
        return Ok(None);
    };
    let damaged = || StoreError::DamagedBlob { hash: hash.clone() };
    let size = u64::try_from(size).map_err(|_| damaged())?.min(LARGEST);
    let mut bytes = Vec::new();
    // Read piece by piece and no further than was kept: a forged size takes no memory.
    FrameDecoder::new(data.as_slice())
        .take(size)
        .read_to_end(&mut bytes)
        .map_err(|_| damaged())?;
    if ContentHash::of(&bytes) != *hash {
        return Err(damaged());
    }
    Ok(Some(bytes.into()))
}
