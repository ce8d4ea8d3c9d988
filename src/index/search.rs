//! Searches by words and by substrings, as one ranking.
//!
//! Words: BM25 over chunks, forms of a word counting as one; a word of the path counts more than
//! one of the text. Substrings: the question as written, ignoring case, found through the trigrams
//! and then in the files. Both are rankings of chunks, fused by rank; a semantic ranking joins them
//! as a third.

use std::collections::BTreeSet;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, params};

use super::fuse::{Ranking, fuse};
use super::names;
use super::snippet::{self, SnippetMatch, snippet};
use super::tables;
use super::trigram_query;
use super::{chunks, eligibility, segments};
use super::{vectors, words};
use protocol::query::SearchHit;
use store::StoreError;
use workspace::Workspace;
use workspace::dir_cache::{Bytes, DirCache};
use workspace::listing::Mark;

/// Weight of a ranking by meaning relative to one by words. By the figures of
/// `tests/it/retrieval.rs`, full weight drowns the names that were asked for.
const MEANING: f64 = 0.5;

/// Maximum number of chunks in a ranking.
const RANKED: usize = 200;

/// Maximum number of chunks looked up by words if a filter excludes some.
const LOOKED_UP: usize = 4_000;

/// Maximum number of files opened to find the question as written.
const OPENED: usize = 200;

/// Maximum number of hits per file.
const OF_A_FILE: usize = 3;

pub struct SearchQuestion<'a> {
    /// The question as written.
    pub text: &'a str,
    /// Whether a path may be among the results.
    pub takes: &'a dyn Fn(&str) -> bool,
    /// Maximum number of hits.
    pub limit: usize,
    /// Number of lines in a snippet.
    pub lines: usize,
    /// The vector of the question, if a model has computed one.
    pub meaning: Option<QuestionVector<'a>>,
    /// Texts that are searched in place of files, with their paths; `takes` must
    /// exclude these files.
    pub proposed: &'a [(String, Arc<str>)],
}

#[derive(Debug, Clone, Copy)]
pub struct QuestionVector<'a> {
    /// The model that computed the vector.
    pub model: &'a str,
    /// Normalized to length 1.
    pub vector: &'a [f32],
}

/// An item of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// A chunk in the database.
    Chunk(i64),
    /// A chunk of a proposed text.
    Proposed { text: usize, chunk: usize },
}

#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The place, with its lines.
    pub place: SearchHit,
    /// Score of the hit; only comparable within one answer.
    pub score: f64,
}

/// A chunk with its file.
struct ChunkLocation {
    path: String,
    first_line: u32,
    last_line: u32,
    held: SnippetMatch,
}

/// Answers a question from the database; the lines are read from the files.
pub(super) fn search(
    connection: &Connection,
    workspace: &Workspace,
    question: &SearchQuestion<'_>,
) -> Result<Vec<Hit>, StoreError> {
    let terms = words::terms(question.text);
    let mut sought = terms.clone();
    sought.push(question.text.trim().to_lowercase());
    let ranked = |found: Vec<i64>| Ranking {
        found: found.into_iter().map(Key::Chunk).collect(),
        weight: 1.0,
    };
    let rankings = [
        ranked(by_words(connection, &terms, question.takes)?),
        ranked(as_written(connection, workspace, question)?),
        Ranking {
            weight: MEANING,
            ..ranked(by_meaning(connection, question)?)
        },
        Ranking {
            found: proposed(question.proposed, &sought),
            weight: 2.0,
        },
    ];
    hits(connection, workspace, question, &rankings, &sought)
}

/// Answers a question by its meaning alone.
pub(super) fn closest(
    connection: &Connection,
    workspace: &Workspace,
    question: &SearchQuestion<'_>,
) -> Result<Vec<Hit>, StoreError> {
    let found = by_meaning(connection, question)?;
    let ranking = Ranking {
        found: found.into_iter().map(Key::Chunk).collect(),
        weight: 1.0,
    };
    let sought = words::terms(question.text);
    hits(connection, workspace, question, &[ranking], &sought)
}

/// Builds the hits from rankings, with the lines that contain most of the search terms.
fn hits(
    connection: &Connection,
    workspace: &Workspace,
    question: &SearchQuestion<'_>,
    rankings: &[Ranking<Key>],
    sought: &[String],
) -> Result<Vec<Hit>, StoreError> {
    let mut out: Vec<Hit> = Vec::new();
    let mut opener = DirCache::new(workspace);
    for (key, score) in fuse(rankings) {
        if out.len() >= question.limit {
            break;
        }
        let (place, text) = match key {
            Key::Chunk(chunk) => match place_of(connection, chunk)? {
                Some((mut place, mark)) => {
                    let text = text_of(&mut opener, &place.path).map(|(text, now)| {
                        if now == mark {
                            place.held = SnippetMatch::AsIndexed;
                        }
                        text
                    });
                    (place, text)
                }
                None => continue,
            },
            Key::Proposed { text, chunk } => match place_in(question.proposed, text, chunk) {
                Some((place, text)) => (place, Some(text)),
                None => continue,
            },
        };
        let same = out.iter().filter(|hit| hit.place.path == place.path);
        let Some(text) = text.filter(|_| same.count() < OF_A_FILE) else {
            continue;
        };
        let range = snippet::Range {
            path: &place.path,
            first_line: place.first_line,
            last_line: place.last_line,
        };
        let shown = snippet(range, &text, sought, question.lines, place.held);
        out.extend(shown.map(|place| Hit { place, score }));
    }
    Ok(out)
}

/// Returns the chunks with these words, best first.
fn by_words(
    connection: &Connection,
    terms: &[String],
    takes: &dyn Fn(&str) -> bool,
) -> Result<Vec<i64>, StoreError> {
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    let mut statement = connection.prepare_cached(
        "SELECT rowid FROM words WHERE words MATCH ?1 AND rank MATCH 'bm25(4.0, 1.0, 0.6)'
         ORDER BY rank LIMIT ?2",
    )?;
    let most = i64::try_from(LOOKED_UP).unwrap_or(i64::MAX);
    let mut rows = statement.query(params![words::question(terms), most])?;
    let mut out = Vec::new();
    while let Some(row) = rows.next()? {
        let chunk: i64 = row.get(0)?;
        let path = tables::path_of(connection, chunk)?;
        if path.is_some_and(|path| takes(&path)) {
            out.push(chunk);
            if out.len() >= RANKED {
                break;
            }
        }
    }
    Ok(out)
}

/// Returns the chunks that contain the question or a name in it as written, those with the
/// most occurrences first.
fn as_written(
    connection: &Connection,
    workspace: &Workspace,
    question: &SearchQuestion<'_>,
) -> Result<Vec<i64>, StoreError> {
    let forms = names::forms(question.text);
    let mut files = BTreeSet::new();
    for form in &forms {
        let need = trigram_query::of_text(form);
        if need != trigram_query::TrigramQuery::Nothing {
            segments::judge(connection, &need, |id, may_hold| {
                if may_hold {
                    files.insert(id);
                }
            })?;
        }
    }
    let mut opener = DirCache::new(workspace);
    let mut found: Vec<(usize, i64)> = Vec::new();
    let mut opened = 0;
    for file in files {
        let path = connection
            .prepare_cached("SELECT path FROM files WHERE id = ?1")?
            .query_row([file], |row| row.get::<_, String>(0))
            .optional()?;
        let Some(path) = path.filter(|path| (question.takes)(path)) else {
            continue;
        };
        opened += 1;
        if opened > OPENED {
            break;
        }
        let Some((text, _)) = text_of(&mut opener, &path) else {
            continue;
        };
        let places = text.lines().enumerate().filter_map(|(index, line)| {
            let line = line.to_lowercase();
            let counts = forms.iter().map(|form| line.matches(form.as_str()).count());
            let count: usize = counts.sum();
            (count > 0).then_some((index + 1, count))
        });
        for (line, count) in places.take(RANKED) {
            if let Some(chunk) = chunk_at(connection, file, line)? {
                match found.iter_mut().rfind(|(_, known)| *known == chunk) {
                    Some((known, _)) => *known += count,
                    None => found.push((count, chunk)),
                }
            }
        }
    }
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    found.truncate(RANKED);
    Ok(found.into_iter().map(|(_, chunk)| chunk).collect())
}

/// Returns the chunks close in meaning to the question.
fn by_meaning(
    connection: &Connection,
    question: &SearchQuestion<'_>,
) -> Result<Vec<i64>, StoreError> {
    let Some(QuestionVector { model, vector }) = question.meaning else {
        return Ok(Vec::new());
    };
    vectors::nearest(connection, model, vector, question.takes, RANKED)
}

/// Returns the chunks of proposed texts, those with the most search terms first. They weigh as much
/// as both other rankings together, because they can only be in this one.
fn proposed(texts: &[(String, Arc<str>)], sought: &[String]) -> Vec<Key> {
    let mut found = Vec::new();
    for (text, (_, content)) in texts.iter().enumerate() {
        for (chunk, own) in chunks::of(content).iter().enumerate() {
            let lower = own.text.to_lowercase();
            let held = sought.iter().filter(|term| lower.contains(term.as_str()));
            let count = held.count();
            if count > 0 {
                found.push((count, Key::Proposed { text, chunk }));
            }
        }
    }
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    found.truncate(RANKED);
    found.into_iter().map(|(_, key)| key).collect()
}

fn place_in(
    texts: &[(String, Arc<str>)],
    text: usize,
    chunk: usize,
) -> Option<(ChunkLocation, String)> {
    let (path, content) = texts.get(text)?;
    let chunks = chunks::of(content);
    let chunk = chunks.get(chunk)?;
    let place = ChunkLocation {
        path: path.clone(),
        first_line: chunk.first_line,
        last_line: chunk.last_line,
        held: SnippetMatch::PerhapsChanged,
    };
    Some((place, content.to_string()))
}

fn chunk_at(connection: &Connection, file: i64, line: usize) -> Result<Option<i64>, StoreError> {
    let line = i64::try_from(line).unwrap_or(i64::MAX);
    let found = connection
        .prepare_cached(
            "SELECT id FROM chunks WHERE file = ?1 AND first_line <= ?2 AND last_line >= ?2",
        )?
        .query_row(params![file, line], |row| row.get(0))
        .optional()?;
    Ok(found)
}

/// Returns the place of a chunk, and the mark that its file was indexed with.
fn place_of(
    connection: &Connection,
    chunk: i64,
) -> Result<Option<(ChunkLocation, Mark)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT path, first_line, last_line, bytes, modified, changed, inode
         FROM chunks JOIN files ON files.id = chunks.file WHERE chunks.id = ?1",
    )?;
    let mut rows = statement.query([chunk])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let place = ChunkLocation {
        path: row.get(0)?,
        first_line: row.get(1)?,
        last_line: row.get(2)?,
        held: SnippetMatch::PerhapsChanged,
    };
    Ok(Some((place, tables::mark(row, 3)?)))
}

/// Returns the text of a file, and its mark.
pub(super) fn text_of(opener: &mut DirCache<'_>, path: &str) -> Option<(String, Mark)> {
    match opener.read(path, eligibility::MOST_BYTES) {
        Ok((Bytes::Whole(bytes), mark)) => {
            Some((String::from_utf8_lossy(&bytes).into_owned(), mark))
        }
        _ => None,
    }
}
