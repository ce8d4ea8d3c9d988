//! Table `said`: the words of all sessions' messages, and the search over them.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::codec;
use super::error::StoreError;
use protocol::ids::{MessageId, SessionId};
use protocol::session::SessionSettings;
use protocol::session_list::SessionHit;
use redact::{mask, one_line};

/// Number of characters to show before and after the match.
const AROUND: (usize, usize) = (40, 120);

/// Indexes the words of a complete message.
pub(super) fn note(
    connection: &Connection,
    message: MessageId,
    text: &str,
) -> Result<(), StoreError> {
    if text.is_empty() {
        return Ok(());
    }
    let position: Option<i64> = connection
        .prepare_cached("SELECT position FROM messages WHERE id = ?1")?
        .query_row([message.to_string()], |row| row.get(0))
        .optional()?;
    if let Some(position) = position {
        connection
            .prepare_cached("INSERT OR REPLACE INTO said (rowid, text) VALUES (?1, ?2)")?
            .execute(params![position, text])?;
    }
    Ok(())
}

/// Builds the search expression for all words of a text, each as a prefix; `None` if it
/// has no words.
fn expression(text: &str) -> Option<String> {
    let words: Vec<String> = words(text)
        .map(|word| format!("\"{}\"*", word.replace('"', "\"\"")))
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split_whitespace();
    words.filter(|word| word.chars().any(char::is_alphanumeric))
}

/// Returns at most `limit` messages that contain all words, best first. A message that several
/// sessions share is found once: in the session where it was written, or, if that is gone, in one
/// that was forked from it.
pub(super) fn search(
    connection: &Connection,
    text: &str,
    limit: usize,
) -> Result<Vec<SessionHit>, StoreError> {
    let Some(expression) = expression(text) else {
        return Ok(Vec::new());
    };
    let mut statement = connection.prepare_cached(
        "WITH found AS (
             SELECT m.id, m.position, m.role, m.at, m.text, said.rank AS fit,
                 CASE WHEN m.withdrawn = 0 AND m.session IN (SELECT id FROM sessions) THEN m.session
                 ELSE (SELECT b.session FROM borrowed b
                       WHERE b.message = m.id AND b.withdrawn = 0 ORDER BY b.position LIMIT 1)
                 END AS seen_in
             FROM said JOIN messages m ON m.position = said.rowid WHERE said MATCH ?1
         )
         SELECT s.id, s.settings, s.status, f.id, f.role, f.at, f.text,
             (SELECT count(*) FROM borrowed b WHERE b.session = s.id AND b.withdrawn = 0
                 AND b.position <= coalesce((SELECT position FROM borrowed
                                             WHERE session = s.id AND message = f.id), b.position))
             + (SELECT count(*) FROM messages o WHERE o.session = s.id AND o.withdrawn = 0
                 AND o.position <= f.position
                 AND NOT EXISTS (SELECT 1 FROM borrowed WHERE session = s.id AND message = f.id))
         FROM found f JOIN sessions s ON s.id = f.seen_in
         ORDER BY f.fit, f.at DESC, f.position DESC LIMIT ?2",
    )?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let first = words(text).next().unwrap_or_default().to_lowercase();
    let rows = statement.query_map(params![expression, limit], |row| hit(row, &first))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn hit(row: &Row<'_>, word: &str) -> rusqlite::Result<SessionHit> {
    let settings: SessionSettings = codec::value(row, 1)?;
    let text: String = row.get(6)?;
    let (line, snippet) = around(&text, word);
    Ok(SessionHit {
        session: codec::id::<SessionId>(row, 0)?,
        name: settings.name,
        status: codec::named(row, 2)?,
        message: codec::id(row, 3)?,
        role: codec::named(row, 4)?,
        at: codec::time(row, 5)?,
        number: codec::counted(row.get(7)?),
        line,
        snippet,
    })
}

/// Returns the line number of a word, from 1, and the text around it. If the word is spelled
/// differently there (with accents), returns the beginning of the text.
fn around(text: &str, word: &str) -> (u32, String) {
    // Masks the whole text first: a part of a key would not be recognized as a key.
    let text = mask(text);
    let is_here = |(at, _): &(usize, char)| {
        let rest = text.get(*at..).unwrap_or_default().chars();
        let mut small = rest.flat_map(char::to_lowercase);
        word.chars().all(|wanted| small.next() == Some(wanted))
    };
    let at = text.char_indices().find(is_here).map_or(0, |(at, _)| at);
    let (before, after) = text.split_at(at);
    let line = before.matches('\n').count().saturating_add(1);
    let skipped = before.chars().count().saturating_sub(AROUND.0);
    let lead: String = before.chars().skip(skipped).collect();
    let tail: String = after.chars().take(AROUND.1).collect();
    let begins = if skipped > 0 { "…" } else { "" };
    let ends = if tail.len() < after.len() { "…" } else { "" };
    let words: Vec<&str> = lead.split_whitespace().collect();
    let blank = if lead.ends_with(char::is_whitespace) && !words.is_empty() {
        " "
    } else {
        ""
    };
    let tail: Vec<&str> = tail.split_whitespace().collect();
    let snippet = format!("{begins}{}{blank}{}{ends}", words.join(" "), tail.join(" "));
    (u32::try_from(line).unwrap_or(u32::MAX), one_line(&snippet))
}
