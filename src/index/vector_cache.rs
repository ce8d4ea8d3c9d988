//! The cache of vectors, `cache.db` beside the index: by model and text, so that a rebuilt index, a
//! moved file and a branch that comes back request nothing twice. It outlives the index and reports
//! no errors: entries that cannot be read are computed again, a damaged file is discarded.
//!
//! The file may come with a repository. At worst it yields wrong vectors, and so a wrong
//! order of hits.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::analyzer::Hash;
use sha2::{Digest, Sha256};
use store::{StoreError, cache};

/// Maximum accepted size of a vector in bytes: the longest that a provider may return is
/// half of it.
const LONGEST: i64 = 32 * 1024;

/// Size of a row besides its vector: its key, twice, and its numbers.
const ROW_BYTES: u64 = 96;

/// Fraction of the cache that is evicted when it exceeds its cap: one part in this many.
const GOES: u64 = 8;

pub(super) struct VectorCache {
    file: PathBuf,
    most_bytes: u64,
    open: Mutex<Option<Open>>,
}

struct Open {
    connection: Connection,
    /// Approximate size of the rows.
    bytes: u64,
}

/// Returns the key of a text's vector. The path is not part of it: a moved file has the same text.
pub(super) fn key(model: &str, text: &str) -> Hash {
    let mut hash = Sha256::new();
    hash.update(model);
    hash.update([0]);
    hash.update(text);
    hash.finalize().into()
}

impl VectorCache {
    /// Creates the cache in a folder, with a maximum size. Opens nothing.
    pub(super) fn new(folder: &Path, most_bytes: u64) -> Self {
        Self {
            file: cache::file_in(folder),
            most_bytes,
            open: Mutex::default(),
        }
    }

    /// Returns the known vectors, in the order of their keys. Blocks.
    pub(super) fn find(&self, keys: &[Hash]) -> Vec<Option<Vec<u8>>> {
        let found = self.with(|open| find(&mut open.connection, keys));
        found.unwrap_or_else(|| vec![None; keys.len()])
    }

    /// Stores vectors; evicts the least recently used ones if the cache exceeds its limit. Blocks.
    pub(super) fn keep(&self, vectors: &[(Hash, &[u8])]) {
        let most = self.most_bytes;
        self.with(|open| {
            open.bytes += keep(&mut open.connection, vectors)?;
            if open.bytes > most {
                open.bytes = shrink(&mut open.connection, most - most / GOES)?;
            }
            Ok(())
        });
    }

    /// Works on the database; `None` if that fails, which only costs time later.
    fn with<T>(&self, work: impl FnOnce(&mut Open) -> Result<T, StoreError>) -> Option<T> {
        let mut place = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let done = match place.as_mut() {
            Some(open) => work(open),
            None => open_cache(&self.file).and_then(|opened| work(place.insert(opened))),
        };
        done.inspect_err(|error| {
            tracing::debug!(%error, "the cache of vectors is not used");
            *place = None;
        })
        .ok()
    }
}

fn open_cache(file: &Path) -> Result<Open, StoreError> {
    let (connection, word) = cache::open(file)?;
    if let Some(word) = word {
        tracing::warn!("{word}");
    }
    let bytes = bytes(&connection)?;
    Ok(Open { connection, bytes })
}

fn bytes(connection: &Connection) -> Result<u64, StoreError> {
    let sum = "SELECT coalesce(sum(length(bytes) + ?1), 0) FROM vectors";
    let row = i64::try_from(ROW_BYTES).unwrap_or(i64::MAX);
    let sum: i64 = connection.query_row(sum, [row], |row| row.get(0))?;
    Ok(sum.cast_unsigned())
}

fn today() -> i64 {
    jiff::Timestamp::now().as_second() / 86_400
}

fn find(connection: &mut Connection, keys: &[Hash]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let today = today();
    let mut out = Vec::with_capacity(keys.len());
    for key in keys {
        let found: Option<(Vec<u8>, i64)> = transaction
            .prepare_cached(
                "SELECT bytes, used FROM vectors WHERE key = ?1 AND length(bytes) <= ?2",
            )?
            .query_row(params![key, LONGEST], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        // A daily update is enough to see which rows are in use.
        if found.as_ref().is_some_and(|(_, used)| *used < today) {
            transaction
                .prepare_cached("UPDATE vectors SET used = ?2 WHERE key = ?1")?
                .execute(params![key, today])?;
        }
        out.push(found.map(|(bytes, _)| bytes));
    }
    transaction.commit()?;
    Ok(out)
}

/// Stores vectors; returns their size.
fn keep(connection: &mut Connection, vectors: &[(Hash, &[u8])]) -> Result<u64, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let today = today();
    let mut taken = 0;
    for (key, bytes) in vectors {
        let added = transaction
            .prepare_cached("INSERT OR IGNORE INTO vectors (key, bytes, used) VALUES (?1, ?2, ?3)")?
            .execute(params![key, bytes, today])?;
        if added > 0 {
            taken += ROW_BYTES + u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        }
    }
    transaction.commit()?;
    Ok(taken)
}

/// Removes the least recently used rows until the size is at most `to` bytes; returns
/// the remaining size.
fn shrink(connection: &mut Connection, to: u64) -> Result<u64, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut left = bytes(&transaction)?;
    while left > to {
        let gone = transaction
            .prepare_cached(
                "DELETE FROM vectors WHERE id IN
                 (SELECT id FROM vectors ORDER BY used, id
                  LIMIT (SELECT count(*) / ?1 + 1 FROM vectors))",
            )?
            .execute([i64::try_from(GOES).unwrap_or(8)])?;
        if gone == 0 {
            break;
        }
        left = bytes(&transaction)?;
    }
    transaction.commit()?;
    Ok(left)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn kept(cache: &VectorCache, text: &str) -> bool {
        cache.find(&[key("m", text)]) != [None]
    }

    #[test]
    fn what_is_kept_is_found_by_model_and_text_also_by_the_next_process() {
        let folder = TempDir::new().unwrap();
        let cache = VectorCache::new(folder.path(), 1_000_000);
        cache.keep(&[(key("m", "one"), &[1, 2]), (key("m", "two"), &[3])]);
        let next = VectorCache::new(folder.path(), 1_000_000);
        let keys = [key("m", "two"), key("other", "one"), key("m", "one")];
        assert_eq!(next.find(&keys), [Some(vec![3]), None, Some(vec![1, 2])]);
    }

    #[test]
    fn what_is_too_long_to_be_a_vector_is_not_believed() {
        let folder = TempDir::new().unwrap();
        let cache = VectorCache::new(folder.path(), 1_000_000);
        cache.keep(&[(key("m", "one"), &[1; 32 * 1024 + 1])]);
        assert!(!kept(&cache, "one"));
    }

    #[test]
    fn over_the_cap_the_oldest_go_and_the_latest_stay() {
        let folder = TempDir::new().unwrap();
        let cache = VectorCache::new(folder.path(), 20 * (ROW_BYTES + 400));
        for number in 0..100 {
            cache.keep(&[(key("m", &number.to_string()), &[7; 400])]);
            let taken = cache.with(|open| bytes(&open.connection)).unwrap();
            assert!(taken <= 20 * (ROW_BYTES + 400), "{number}: {taken}");
        }
        assert!(kept(&cache, "99") && kept(&cache, "90"));
        assert!(!kept(&cache, "0") && !kept(&cache, "50"));
    }

    #[test]
    fn a_use_makes_a_vector_young_again() {
        let folder = TempDir::new().unwrap();
        let cache = VectorCache::new(folder.path(), 1_000_000);
        for text in ["first", "second"] {
            cache.keep(&[(key("m", text), &[7; 400])]);
        }
        let age =
            |open: &mut Open| Ok(open.connection.execute("UPDATE vectors SET used = 1", [])?);
        assert_eq!(cache.with(age), Some(2));
        assert!(kept(&cache, "first"));
        cache.with(|open| shrink(&mut open.connection, ROW_BYTES + 400));
        assert!(kept(&cache, "first") && !kept(&cache, "second"));
    }

    #[test]
    fn a_damaged_cache_is_begun_anew_and_one_of_a_later_version_is_left_alone() {
        let folder = TempDir::new().unwrap();
        let file = cache::file_in(folder.path());
        fs::write(&file, b"this is no database at all").unwrap();
        let cache = VectorCache::new(folder.path(), 1_000_000);
        cache.keep(&[(key("m", "one"), &[1])]);
        assert!(kept(&cache, "one"));
        let later =
            |open: &mut Open| Ok(open.connection.pragma_update(None, "user_version", 99)?);
        cache.with(later).unwrap();
        drop(cache);
        let before = fs::read(&file).unwrap();
        let cache = VectorCache::new(folder.path(), 1_000_000);
        cache.keep(&[(key("m", "two"), &[1])]);
        assert!(!kept(&cache, "one"));
        assert_eq!(fs::read(&file).unwrap(), before);
    }
}
