//! Searches: by words, by meaning if there is a model, merged by their ranks. Only the rows that a filter admits
//! take part, in one pass over each.

use rusqlite::{Connection, params, params_from_iter};

use index::fuse::{Ranking, fuse};
use index::words;
use protocol::memory::MemoryItem;

use crate::error::MemoryError;
use crate::rows::{COLUMNS, MemoryFilter, conditions, numbered};
use crate::vectors::{self, ModelIdentity};

/// Places of each ranking that are merged, for each that is wanted, and at least.
const DEPTH: usize = 4;
const LEAST_DEPTH: usize = 40;

/// Items with a term from which on the term says little.
const COMMON: i64 = 2_000;

/// Most results.
const MOST: usize = 500;

#[derive(Debug, Clone, PartialEq)]
pub struct MemoryQuestion {
    pub text: String,
    pub filter: MemoryFilter,
    pub most: usize,
    /// The vector of the text, if a model makes one.
    pub vector: Option<QuestionVector>,
}

/// A vector of length 1 in space, and its model.
#[derive(Debug, Clone, PartialEq)]
pub struct QuestionVector {
    pub model: ModelIdentity,
    pub numbers: Vec<f32>,
}

/// Result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct MemorySearch {
    /// Best first.
    pub found: Vec<FoundItem>,
    pub meaning: MeaningUse,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FoundItem {
    pub item: MemoryItem,
    pub score: f64,
}

/// Whether meanings were compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeaningUse {
    /// The question had no vector: the words alone were searched.
    WordsAlone,
    Used {
        /// Items that have no vector yet, which words alone can find.
        without_vector: u64,
    },
}

/// The rows that a filter admits: a bit for each number.
struct Admitted {
    bits: Vec<u64>,
    count: u64,
}

impl Admitted {
    fn read(connection: &Connection, filter: &MemoryFilter) -> Result<Self, MemoryError> {
        let (sql, values) = conditions(filter);
        let sql = format!("SELECT number FROM items WHERE {sql}");
        let mut statement = connection.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        let mut admitted = Self {
            bits: Vec::new(),
            count: 0,
        };
        while let Some(row) = rows.next()? {
            admitted.add(row.get(0)?);
        }
        Ok(admitted)
    }

    fn add(&mut self, number: i64) {
        let Ok(number) = usize::try_from(number) else {
            return;
        };
        if self.bits.len() <= number / 64 {
            self.bits.resize(number / 64 + 1, 0);
        }
        if let Some(word) = self.bits.get_mut(number / 64) {
            *word |= 1 << (number % 64);
            self.count += 1;
        }
    }

    fn has(&self, number: i64) -> bool {
        let Ok(number) = usize::try_from(number) else {
            return false;
        };
        let word = self.bits.get(number / 64).copied().unwrap_or(0);
        word >> (number % 64) & 1 == 1
    }
}

/// Returns the items that answer a question best.
pub(crate) fn search(
    connection: &Connection,
    question: &MemoryQuestion,
) -> Result<MemorySearch, MemoryError> {
    let most = question.most.min(MOST);
    let depth = most.saturating_mul(DEPTH).max(LEAST_DEPTH);
    let admitted = Admitted::read(connection, &question.filter)?;
    let mut rankings = vec![Ranking {
        found: by_words(connection, &question.text, &admitted, depth)?,
        weight: 1.0,
    }];
    let mut meaning = MeaningUse::WordsAlone;
    if let Some(vector) = &question.vector {
        let (found, made) = by_meaning(connection, vector, &admitted, depth)?;
        rankings.push(Ranking { found, weight: 1.0 });
        meaning = MeaningUse::Used {
            without_vector: admitted.count.saturating_sub(made),
        };
    }
    let mut found = Vec::new();
    for (number, score) in fuse(&rankings).into_iter().take(most) {
        let item = connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM items WHERE number = ?1"))?
            .query_row([number], numbered)?
            .item;
        found.push(FoundItem { item, score });
    }
    Ok(MemorySearch { found, meaning })
}

/// Returns the items that match words best. Terms that very many items have say nothing beside rarer ones, and
/// rating them costs most of a search.
fn by_words(
    connection: &Connection,
    text: &str,
    admitted: &Admitted,
    most: usize,
) -> Result<Vec<i64>, MemoryError> {
    let terms = words::terms(text);
    let mut rare = Vec::new();
    for term in &terms {
        if !is_common(connection, term)? {
            rare.push(term.clone());
        }
    }
    let (query, order) = match (terms.is_empty(), rare.is_empty()) {
        (true, _) => return Ok(Vec::new()),
        (false, false) => (words::question(&rare), "rank"),
        // Rating would not tell them apart: the latest with all the terms come first.
        (false, true) => (
            words::question(&terms).replace(" OR ", " AND "),
            "rowid DESC",
        ),
    };
    let sql = format!("SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY {order}");
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([query])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()?
        && found.len() < most
    {
        let number = row.get(0)?;
        if admitted.has(number) {
            found.push(number);
        }
    }
    Ok(found)
}

/// Whether more than [`COMMON`] items have a term.
fn is_common(connection: &Connection, term: &str) -> Result<bool, MemoryError> {
    let mut statement = connection.prepare_cached(
        "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ?1 LIMIT ?2)",
    )?;
    let query = words::question(&[term.to_owned()]);
    let count: i64 = statement.query_row(params![query, COMMON + 1], |row| row.get(0))?;
    Ok(count > COMMON)
}

/// Returns the nearest items, and the number of admitted items that have a vector.
fn by_meaning(
    connection: &Connection,
    vector: &QuestionVector,
    admitted: &Admitted,
    most: usize,
) -> Result<(Vec<i64>, u64), MemoryError> {
    let Some(model) = vectors::model_id(connection, &vector.model)? else {
        return Ok((Vec::new(), 0));
    };
    let made = std::cell::Cell::new(0_u64);
    let admits = |number| {
        let is_admitted = admitted.has(number);
        made.set(made.get() + u64::from(is_admitted));
        is_admitted
    };
    let found = vectors::nearest(connection, model, &vector.numbers, admits, most)?;
    Ok((found, made.get()))
}
