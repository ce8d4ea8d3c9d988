//! Table `answers` of `cache.db`: whole answers of models under a hash of what was asked. Knows nothing of requests
//! or of parts; who may be answered from here, and with what, is the composition root's (`app/cache.rs`).
//!
//! The file may come with a repository, and an answer can hold calls. So its rows are sealed ([`super::sealed`]).

use std::path::PathBuf;

use jiff::Timestamp;
use rusqlite::{Connection, Error, OptionalExtension, TransactionBehavior, params};

pub use super::authenticated::Hash;
use super::authenticated::Sealed;
use super::codec;
use super::error::StoreError;

/// What was found, in `answer_counts`.
pub(super) const HITS: &str = "hits";
/// What was not.
pub(super) const MISSES: &str = "misses";
/// Tokens of what was found.
pub(super) const SAVED: &str = "saved_tokens";

/// Bytes of an answer at most, as JSON.
pub const LONGEST: usize = 1024 * 1024;

/// What a row takes beside its parts, about.
const ROW_BYTES: u64 = 192;

/// When it is over its cap, this part goes, as one of so many.
const GOES: u64 = 8;

/// How much is kept, and for how long.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Bytes of all answers.
    pub most_bytes: u64,
    /// Seconds after which an answer is not given again.
    pub most_seconds: i64,
}

/// Tokens of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    pub answer: u64,
    /// With those of the request.
    pub total: u64,
}

struct Row {
    seal: Vec<u8>,
    parts: Vec<u8>,
    size: Size,
    made: i64,
}

/// An answer that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its parts, as JSON.
    pub parts: Vec<u8>,
    /// When it was made.
    pub made: Timestamp,
}

/// What came of looking for an answer.
#[derive(Debug, Default)]
pub struct AnswerLookup {
    /// It, where there is one.
    pub answer: Option<Answer>,
    /// What the human should know: the cache had to be begun anew.
    pub word: Option<String>,
}

/// The answers of a workspace. Opened when it is first used.
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
    /// The answers in this file. Nothing is opened.
    pub fn new(file: PathBuf, secret: Hash, bounds: Bounds) -> Self {
        Self {
            rows: Sealed::new(file, secret),
            bounds,
        }
    }

    /// Looks for the answer to a request that may have so many tokens at most; says so of one that was found or not.
    /// Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; worth a word at most.
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
                // Where it cannot be counted the answer is good all the same: the disk may be full.
                if let Err(error) = note(connection, &key, saved) {
                    tracing::debug!(%error, "the use of an answer was not noted");
                }
                Ok(found.map(|(answer, _)| answer))
            })
            .map(|(answer, word)| AnswerLookup { answer, word })
    }

    /// Keeps an answer in the place of the one that was there; over the cap those go that were not used for longest.
    /// One that is too long is not kept. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; worth a word at most.
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
            // None of ours is of another type.
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

    /// Takes away what is too old, and over the cap what was not used for longest.
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

/// Notes that an answer was looked for, and what it saved where it was found.
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

/// One of the counts.
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
