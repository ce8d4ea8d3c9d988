//! Tables `model_lists` and `token_counts` of `cache.db`: the model lists that providers reported,
//! and the token counts that they made. Knows nothing of providers; the composition root
//! (`app/cache.rs`) decides what to look up.
//!
//! Stores only counts made by a server, because each saves a round trip. An estimate is a
//! multiplication by the length (25 ns for any length), while looking up a stored count
//! takes 20 µs in addition to hashing the text (both measured unoptimized), so estimates are
//! computed each time.

use std::path::PathBuf;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use super::authenticated::{Hash, Sealed};
use super::codec;
use super::error::StoreError;

/// Maximum number of stored counts: about 2 MB.
const MOST_COUNTS: i64 = 20_000;

/// Fraction to evict when there are more: one in this many.
const GOES: i64 = 8;

/// Maximum number of stored lists: one for each provider and address.
const MOST_LISTS: i64 = 64;

/// Maximum size of a list as JSON, in bytes. Gateways have some hundred models.
const LONGEST: usize = 1024 * 1024;

const DAY: i64 = 86_400;

/// A stored list of models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptList {
    /// Models, as JSON.
    pub models: String,
    /// Time at which the provider reported the list.
    pub told: Timestamp,
}

/// Provider data in a workspace's cache. Opened on first use.
#[derive(Debug)]
pub struct ProviderMetadata {
    rows: Sealed,
}

impl ProviderMetadata {
    /// Creates the store for this file without opening it.
    pub fn new(file: PathBuf, secret: Hash) -> Self {
        Self {
            rows: Sealed::new(file, secret),
        }
    }

    /// Returns the models that a provider at an address reported last. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; callers then ask the provider.
    pub fn list(&self, provider: &str, address: &str) -> Result<Option<KeptList>, StoreError> {
        let key = self.list_key(provider, address);
        let found = self.rows.with(|connection| {
            let row = connection
                .prepare_cached("SELECT seal, models, told FROM model_lists WHERE key = ?1")?
                .query_row([key], |row| {
                    Ok((
                        row.get::<_, Vec<u8>>(0)?,
                        row.get::<_, String>(1)?,
                        row.get::<_, i64>(2)?,
                    ))
                });
            believable(row)
        });
        let (found, _) = found?;
        Ok(found.and_then(|(seal, models, told)| {
            let is_ours = seal == self.list_seal(&key, &models, told);
            let told = Timestamp::from_second(told).ok()?;
            is_ours.then_some(KeptList { models, told })
        }))
    }

    /// Stores a provider's list of models, replacing the previous one. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; callers then ask the provider again next time.
    pub fn keep_list(
        &self,
        (provider, address): (&str, &str),
        models: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        if models.len() > LONGEST {
            return Ok(());
        }
        let key = self.list_key(provider, address);
        let told = now.as_second();
        let seal = self.list_seal(&key, models, told);
        let kept = self.rows.with(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO model_lists (key, seal, models, told) VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT (key) DO UPDATE SET seal = ?2, models = ?3, told = ?4",
                )?
                .execute(params![key, seal, models, told])?;
            connection
                .prepare_cached(
                    "DELETE FROM model_lists WHERE key NOT IN
                     (SELECT key FROM model_lists ORDER BY told DESC LIMIT ?1)",
                )?
                .execute([MOST_LISTS])?;
            Ok(())
        });
        kept.map(drop)
    }

    /// Returns the stored token count of a text; `what` is the hash of the text and the counting
    /// model. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; callers then count again.
    pub fn count(&self, what: &Hash, now: Timestamp) -> Result<Option<u64>, StoreError> {
        let key = self.rows.hash(&[b"count", what]);
        let found = self.rows.with(|connection| {
            let row = connection
                .prepare_cached("SELECT seal, tokens, used FROM token_counts WHERE key = ?1")?
                .query_row([key], |row| {
                    Ok((
                        row.get::<_, Vec<u8>>(0)?,
                        row.get::<_, i64>(1)?,
                        row.get::<_, i64>(2)?,
                    ))
                });
            let found = believable(row)?;
            let today = now.as_second() / DAY;
            if let Some((_, _, used)) = &found
                && *used != today
            {
                note_use(connection, &key, today);
            }
            Ok(found)
        });
        let (found, _) = found?;
        Ok(found.and_then(|(seal, tokens, _)| {
            let is_ours = seal == self.count_seal(&key, tokens);
            is_ours.then(|| codec::counted(tokens))
        }))
    }

    /// Stores a count. Above the cap, evicts the counts that were unused for longest. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; callers then count again next time.
    pub fn keep_count(&self, what: &Hash, tokens: u64, now: Timestamp) -> Result<(), StoreError> {
        let key = self.rows.hash(&[b"count", what]);
        let tokens = codec::count(tokens);
        let seal = self.count_seal(&key, tokens);
        let kept = self.rows.with(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO token_counts (key, seal, tokens, used) VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT (key) DO UPDATE SET seal = ?2, tokens = ?3, used = ?4",
                )?
                .execute(params![key, seal, tokens, now.as_second() / DAY])?;
            let there: i64 =
                connection.query_row("SELECT count(*) FROM token_counts", [], |row| row.get(0))?;
            if there > MOST_COUNTS {
                connection.execute(
                    "DELETE FROM token_counts WHERE key IN
                     (SELECT key FROM token_counts ORDER BY used LIMIT ?1)",
                    [there - MOST_COUNTS + MOST_COUNTS / GOES],
                )?;
            }
            Ok(())
        });
        kept.map(drop)
    }

    fn list_key(&self, provider: &str, address: &str) -> Hash {
        let pieces = [b"list", provider.as_bytes(), address.as_bytes()];
        self.rows.hash(&pieces)
    }

    fn list_seal(&self, key: &Hash, models: &str, told: i64) -> Hash {
        self.rows
            .hash(&[key, models.as_bytes(), &told.to_be_bytes()])
    }

    fn count_seal(&self, key: &Hash, tokens: i64) -> Hash {
        self.rows.hash(&[key, &tokens.to_be_bytes()])
    }
}

/// Returns a row if it is one that this program wrote: it writes no rows with other types.
fn believable<T>(row: rusqlite::Result<T>) -> Result<Option<T>, StoreError> {
    match row.optional() {
        Err(rusqlite::Error::InvalidColumnType(..)) => Ok(None),
        row => Ok(row?),
    }
}

/// Records the use of a count. The count is valid even if this fails.
fn note_use(connection: &Connection, key: &Hash, today: i64) {
    let noted = connection
        .prepare_cached("UPDATE token_counts SET used = ?2 WHERE key = ?1")
        .and_then(|mut statement| statement.execute(params![key, today]));
    if let Err(error) = noted {
        tracing::debug!(%error, "the use of a count was not noted");
    }
}
