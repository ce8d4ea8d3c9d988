//! Tables `model_lists` and `token_counts` of `cache.db`: what providers told of their models, and how many tokens they
//! counted. Knows nothing of providers; what is asked for is the composition root's (`app/cache.rs`).
//!
//! Only counts that a server made are kept: each saves a round trip. An estimate is a multiplication by the length
//! (25 ns, however long the text is), a count that is kept takes 20 µs to look up beside hashing the text (both measured
//! unoptimised), so estimates are made anew each time.

use std::path::PathBuf;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use super::authenticated::{Hash, Sealed};
use super::codec;
use super::error::StoreError;

/// Counts that are kept at most: about 2 MB.
const MOST_COUNTS: i64 = 20_000;

/// When there are more, this part of them goes, as one of so many.
const GOES: i64 = 8;

/// Lists that are kept at most: one for each provider and address.
const MOST_LISTS: i64 = 64;

/// Bytes of a list at most, as JSON: gateways have some hundred models.
const LONGEST: usize = 1024 * 1024;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// A list that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptList {
    /// The models, as JSON.
    pub models: String,
    /// When they were told.
    pub told: Timestamp,
}

/// What providers told, in a workspace's cache. Opened when it is first used.
#[derive(Debug)]
pub struct ProviderMetadata {
    rows: Sealed,
}

impl ProviderMetadata {
    /// What lies in this file. Nothing is opened.
    pub fn new(file: PathBuf, secret: Hash) -> Self {
        Self {
            rows: Sealed::new(file, secret),
        }
    }

    /// The models that a provider at an address told last. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; the provider is asked then.
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

    /// Keeps what a provider told, in the place of what it told before. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; it is asked again next time.
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

    /// How many tokens something is, where that was counted: `what` is its hash with the model that counts. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; it is counted then.
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

    /// Keeps a count. Over their cap those go that were not used for longest. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; it is counted again next time.
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

/// A row, where there is one of ours: none of ours is of another type.
fn believable<T>(row: rusqlite::Result<T>) -> Result<Option<T>, StoreError> {
    match row.optional() {
        Err(rusqlite::Error::InvalidColumnType(..)) => Ok(None),
        row => Ok(row?),
    }
}

/// Notes that a count was used; where that cannot be written it is good all the same.
fn note_use(connection: &Connection, key: &Hash, today: i64) {
    let noted = connection
        .prepare_cached("UPDATE token_counts SET used = ?2 WHERE key = ?1")
        .and_then(|mut statement| statement.execute(params![key, today]));
    if let Err(error) = noted {
        tracing::debug!(%error, "the use of a count was not noted");
    }
}
