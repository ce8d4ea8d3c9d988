//! Searches: by words, by meaning if there is a model, merged by their ranks. Only the rows that a filter admits
//! take part, in one pass over each.

use rusqlite::{Connection, params_from_iter};

use index::fuse::{Ranking, fuse};
use index::words;
use protocol::memory::MemoryItem;

use crate::error::MemoryError;
use crate::rows::{COLUMNS, MemoryFilter, conditions, numbered};
use crate::vectors::{self, ModelIdentity};

/// Places of each ranking that are merged, for each that is wanted, and at least.
const DEPTH: usize = 4;
const LEAST_DEPTH: usize = 40;

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

fn by_words(
    connection: &Connection,
    text: &str,
    admitted: &Admitted,
    most: usize,
) -> Result<Vec<i64>, MemoryError> {
    let terms = words::terms(text);
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    let mut statement =
        connection.prepare_cached("SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rank")?;
    let mut rows = statement.query([words::question(&terms)])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let number = row.get(0)?;
        if admitted.has(number) {
            found.push(number);
        }
        if found.len() >= most {
            break;
        }
    }
    Ok(found)
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
