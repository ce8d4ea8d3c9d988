//! Table `blobs`: contents under their hash, compressed, each stored once.

use std::io::{self, Read, Write};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use lz4_flex::frame::{FrameDecoder, FrameEncoder};
use rusqlite::{Connection, OptionalExtension, params};

use super::codec;
use super::error::StoreError;
use protocol::ids::ContentHash;

/// Maximum size of a content when it is read. The snapshot around a command covers files up to
/// 10 MiB only.
const LARGEST: u64 = 1024 * 1024 * 1024;

/// Time for which an insertion protects a content from collection. An existing content gets a new
/// time only after half of this, to save writes.
pub(super) const HELD: SignedDuration = SignedDuration::from_hours(1);

/// A content to store, with its compressed bytes if it was not stored yet.
pub(super) struct Incoming<'a> {
    hash: &'a ContentHash,
    bytes: &'a [u8],
    compressed: Option<Vec<u8>>,
}

/// Checks contents and compresses those that are not stored yet.
///
/// # Errors
/// [`StoreError::DamagedBlob`] if bytes do not match their hash: storing them would poison it.
pub(super) fn prepare<'a>(
    connection: &Connection,
    blobs: &'a [(ContentHash, Arc<[u8]>)],
) -> Result<Vec<Incoming<'a>>, StoreError> {
    blobs
        .iter()
        .map(|(hash, bytes)| {
            if *hash != ContentHash::of(bytes) {
                return Err(StoreError::DamagedBlob { hash: *hash });
            }
            let compressed = if has(connection, hash)? {
                None
            } else {
                Some(compress(bytes)?)
            };
            Ok(Incoming {
                hash,
                bytes,
                compressed,
            })
        })
        .collect()
}

/// Compresses the bytes as an LZ4 frame.
fn compress(bytes: &[u8]) -> Result<Vec<u8>, StoreError> {
    let failed = |source: io::Error| StoreError::io("a blob".as_ref(), source);
    let mut encoder = FrameEncoder::new(Vec::new());
    encoder.write_all(bytes).map_err(failed)?;
    encoder.finish().map_err(|error| failed(error.into()))
}

/// Stores a content, or records that it was inserted again. Returns the number of bytes added.
pub(super) fn insert(connection: &Connection, blob: Incoming<'_>) -> Result<u64, StoreError> {
    let now = Timestamp::now();
    let stored: Option<i64> = connection
        .prepare_cached(
            "SELECT max(b.created_at, coalesce(p.at, 0)) FROM blobs b
             LEFT JOIN blob_puts p ON p.hash = b.hash WHERE b.hash = ?1",
        )?
        .query_row([blob.hash.to_string()], |row| row.get(0))
        .optional()?;
    if let Some(last) = stored {
        if last < codec::nanoseconds(now - HELD / 2) {
            connection
                .prepare_cached("INSERT OR REPLACE INTO blob_puts (hash, at) VALUES (?1, ?2)")?
                .execute(params![blob.hash.to_string(), codec::nanoseconds(now)])?;
        }
        return Ok(0);
    }
    // The content may have been stored at the time of the check, and collected since.
    let data = match blob.compressed {
        Some(data) => data,
        None => compress(blob.bytes)?,
    };
    connection
        .prepare_cached("INSERT INTO blobs (hash, size, created_at, data) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![
            blob.hash.to_string(),
            i64::try_from(blob.bytes.len()).unwrap_or(i64::MAX),
            codec::nanoseconds(now),
            data,
        ])?;
    Ok(data.len() as u64)
}

/// Returns whether a content is stored.
pub(super) fn has(connection: &Connection, hash: &ContentHash) -> Result<bool, StoreError> {
    Ok(connection
        .prepare_cached("SELECT 1 FROM blobs WHERE hash = ?1")?
        .exists([hash.to_string()])?)
}

/// Returns a content, checked against its hash; `None` if it is not stored.
///
/// # Errors
/// [`StoreError::DamagedBlob`] if the stored bytes do not match the hash.
pub(super) fn get(
    connection: &Connection,
    hash: &ContentHash,
) -> Result<Option<Arc<[u8]>>, StoreError> {
    let stored: Option<(i64, Vec<u8>)> = connection
        .prepare_cached("SELECT size, data FROM blobs WHERE hash = ?1")?
        .query_row([hash.to_string()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((size, data)) = stored else {
        return Ok(None);
    };
    let damaged = || StoreError::DamagedBlob { hash: *hash };
    let size = u64::try_from(size).map_err(|_| damaged())?.min(LARGEST);
    let mut bytes = Vec::new();
    // Reads in pieces, and no further than the stored size, so that a forged size
    // allocates no memory.
    FrameDecoder::new(data.as_slice())
        .take(size)
        .read_to_end(&mut bytes)
        .map_err(|_| damaged())?;
    if ContentHash::of(&bytes) != *hash {
        return Err(damaged());
    }
    Ok(Some(bytes.into()))
}
