//! Table `answers` of `cache.db`: complete model answers under a hash of the request. Knows nothing
//! of requests or message parts. The composition root (`app/cache.rs`) decides which requests may
//! be answered from here, and with what.
//!
//! The file may come with a repository, and an answer can contain tool calls. Its rows are
//! therefore sealed ([`super::authenticated`]).

use std::path::PathBuf;

use jiff::Timestamp;
use rusqlite::{Connection, Error, OptionalExtension, TransactionBehavior, params};

pub use super::authenticated::Hash;
use super::authenticated::Sealed;
use super::codec;
use super::error::StoreError;
use notice::Notice;

/// Name of the hit counter in `answer_counts`.
pub(super) const HITS: &str = "hits";
/// Name of the miss counter.
pub(super) const MISSES: &str = "misses";
/// Name of the counter of tokens saved by hits.
pub(super) const SAVED: &str = "saved_tokens";

/// Maximum size of an answer as JSON, in bytes.
pub const LONGEST: usize = 1024 * 1024;

/// Approximate size of a row without its parts, in bytes.
const ROW_BYTES: u64 = 192;

/// Fraction to evict when the table exceeds its cap: one in this many.
const GOES: u64 = 8;

/// Limits on the size and the age of stored answers.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Maximum size of all answers, in bytes.
    pub most_bytes: u64,
    /// Age in seconds after which an answer is not used again.
    pub most_seconds: i64,
}

/// Tokens of the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    pub answer: u64,
    /// Tokens of the answer and the request.
    pub total: u64,
}

struct Row {
    seal: Vec<u8>,
    parts: Vec<u8>,
    size: Size,
    made: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Message parts, as JSON.
    pub parts: Vec<u8>,
    /// Time at which the model gave the answer.
    pub made: Timestamp,
}

/// Result of a lookup.
#[derive(Debug, Default)]
pub struct AnswerLookup {
    /// The answer, if one is stored.
    pub answer: Option<Answer>,
    /// Notice for the user that the cache had to be created again.
    pub word: Option<Notice>,
}

/// The answers of a workspace. Opened on first use.
pub struct Answers {
    rows: Sealed,
    bounds: Bounds,
}

impl std::fmt::Debug for Answers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answers")
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl Answers {
    /// Creates the store for this file without opening it.
    pub fn new(file: PathBuf, secret: Hash, bounds: Bounds) -> Self {
        Self {
            rows: Sealed::new(file, secret),
            bounds,
        }
    }

    /// Looks up the answer to a request, with at most this many tokens, and counts the hit or miss.
    /// Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]. Callers should report an error as a notice at most.
    pub fn find(
        &self,
        request: &Hash,
        most_tokens: Option<u64>,
        now: Timestamp,
    ) -> Result<AnswerLookup, StoreError> {
        let key = self.rows.hash(&[request]);
        self.rows
            .with(|connection| {
                let found = self.look(connection, &key, most_tokens, now)?;
                let saved = found.as_ref().map(|(_, total)| *total);
                // The answer is valid even if the use cannot be counted: the disk may be full.
                if let Err(error) = note(connection, &key, saved) {
                    tracing::debug!(%error, "the use of an answer was not noted");
                }
                Ok(found.map(|(answer, _)| answer))
            })
            .map(|(answer, word)| AnswerLookup { answer, word })
    }

    /// Stores an answer, replacing a previous one. If the table exceeds its cap, evicts the answers
    /// that were unused for longest. Does not store an answer that is too long. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]. Callers should treat an error as a notice at most.
    pub fn keep(
        &self,
        request: &Hash,
        (parts, size): (&[u8], Size),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        if parts.len() > LONGEST {
            return Ok(());
        }
        let key = self.rows.hash(&[request]);
        let made = now.as_second();
        let seal = self.seal(&key, parts, size, made);
        let kept = self.rows.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction
                .prepare_cached(
                    "INSERT INTO answers (key, seal, parts, tokens, total, made, used)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6,
                         (SELECT coalesce(max(used), 0) + 1 FROM answers))
                     ON CONFLICT (key) DO UPDATE SET seal = ?2, parts = ?3, tokens = ?4,
                         total = ?5, made = ?6, used = excluded.used",
                )?
                .execute(params![
                    key,
                    seal,
                    parts,
                    codec::count(size.answer),
                    codec::count(size.total),
                    made
                ])?;
            self.shrink(&transaction, now)?;
            transaction.commit()?;
            Ok(())
        });
        kept.map(drop)
    }

    fn look(
        &self,
        connection: &Connection,
        key: &Hash,
        most_tokens: Option<u64>,
        now: Timestamp,
    ) -> Result<Option<(Answer, u64)>, StoreError> {
        let longest = i64::try_from(LONGEST).unwrap_or(i64::MAX);
        let found = connection
            .prepare_cached(
                "SELECT seal, parts, tokens, total, made FROM answers
                 WHERE key = ?1 AND length(parts) <= ?2",
            )?
            .query_row(params![key, longest], |row| {
                Ok(Row {
                    seal: row.get(0)?,
                    parts: row.get(1)?,
                    size: Size {
                        answer: codec::counted(row.get(2)?),
                        total: codec::counted(row.get(3)?),
                    },
                    made: row.get(4)?,
                })
            });
        let found = match found {
            Ok(row) => row,
            // This version writes no rows with other types.
            Err(Error::QueryReturnedNoRows | Error::InvalidColumnType(..)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let Row {
            seal,
            parts,
            size,
            made,
        } = found;
        let is_ours = seal == self.seal(key, &parts, size, made);
        let age = now.as_second().saturating_sub(made);
        let is_young = (0..=self.bounds.most_seconds).contains(&age);
        let fits = most_tokens.is_none_or(|most| size.answer <= most);
        let made = Timestamp::from_second(made).ok();
        let good = made.filter(|_| is_ours && is_young && fits);
        Ok(good.map(|made| (Answer { parts, made }, size.total)))
    }

    /// Deletes expired answers and, above the cap, the answers that were unused for longest.
    fn shrink(&self, connection: &Connection, now: Timestamp) -> Result<(), StoreError> {
        let oldest = now.as_second().saturating_sub(self.bounds.most_seconds);
        connection
            .prepare_cached("DELETE FROM answers WHERE made < ?1")?
            .execute([oldest])?;
        let most = self.bounds.most_bytes;
        let mut left = bytes(connection)?;
        if left <= most {
            return Ok(());
        }
        while left > most - most / GOES {
            let gone = connection
                .prepare_cached(
                    "DELETE FROM answers WHERE id IN
                     (SELECT id FROM answers ORDER BY used, id
                      LIMIT (SELECT count(*) / ?1 + 1 FROM answers))",
                )?
                .execute([codec::count(GOES)])?;
            if gone == 0 {
                break;
            }
            left = bytes(connection)?;
        }
        Ok(())
    }

    fn seal(&self, key: &Hash, parts: &[u8], size: Size, made: i64) -> Hash {
        let numbers = [size.answer, size.total].map(u64::to_be_bytes);
        self.rows
            .hash(&[key, parts, numbers.as_flattened(), &made.to_be_bytes()])
    }
}

fn bytes(connection: &Connection) -> Result<u64, StoreError> {
    let sum = "SELECT coalesce(sum(length(parts) + ?1), 0) FROM answers";
    let sum: i64 = connection.query_row(sum, [codec::count(ROW_BYTES)], |row| row.get(0))?;
    Ok(codec::counted(sum))
}

/// Records a lookup and, for a hit, the saved tokens and cost.
fn note(connection: &mut Connection, key: &Hash, saved: Option<u64>) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if let Some(tokens) = saved {
        transaction
            .prepare_cached(
                "UPDATE answers SET hits = hits + 1,
                     used = (SELECT coalesce(max(used), 0) + 1 FROM answers) WHERE key = ?1",
            )?
            .execute([key])?;
        add(&transaction, SAVED, tokens)?;
    }
    let name = if saved.is_some() { HITS } else { MISSES };
    add(&transaction, name, 1)?;
    transaction.commit()?;
    Ok(())
}

fn add(connection: &Connection, name: &str, more: u64) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO answer_counts (name, count) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET count = count + ?2",
        )?
        .execute(params![name, codec::count(more)])?;
    Ok(())
}

/// Reads one of the counters.
pub(super) fn count(connection: &Connection, name: &str) -> Result<u64, StoreError> {
    let count: Option<i64> = connection
        .query_row(
            "SELECT count FROM answer_counts WHERE name = ?1",
            [name],
            |row| row.get(0),
        )
        .optional()?;
    Ok(codec::counted(count.unwrap_or(0)))
}
