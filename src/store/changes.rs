//! Tables `files`, `entries`, `hunks` and `writes`: the change log as `review` reads it.

use rusqlite::{Connection, OptionalExtension, Params, Row, params};

use super::codec;
use super::error::StoreError;
use protocol::change::{Entry, FileOperation, Hunk, HunkState};
use protocol::event::Event;
use protocol::ids::{CallId, ContentHash, EntryId, FileId, HunkId, Seq, SessionId};

/// Selection of entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntriesOf {
    Session(SessionId),
    /// Entries of a file as a session sees it: those that the session logged.
    SessionFile(SessionId, FileId),
}

/// Records a logged change.
pub(super) fn add_entry(
    connection: &Connection,
    entry: &Entry,
    seq: Seq,
) -> Result<(), StoreError> {
    let added = connection
        .prepare_cached(
            "INSERT OR IGNORE INTO entries (id, file, path, session, origin, operation, before,
                 after, made_without, rationale, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            entry.id.to_string(),
            entry.file.to_string(),
            entry.path,
            entry.session.to_string(),
            codec::json(&entry.origin)?,
            codec::json(&entry.operation)?,
            entry.before.as_ref().map(ContentHash::to_string),
            entry.after.as_ref().map(ContentHash::to_string),
            codec::json(&entry.made_without)?,
            entry.rationale,
            codec::nanoseconds(entry.at),
        ])?;
    if added == 0 {
        return Ok(());
    }
    for (number, hunk) in entry.hunks.iter().enumerate() {
        add_hunk(connection, entry.id, number, hunk)?;
    }
    name_file(connection, entry.file, &entry.path, seq)
}

fn add_hunk(
    connection: &Connection,
    entry: EntryId,
    number: usize,
    hunk: &Hunk,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO hunks (id, entry, number, old_start, old_count, new_start,
                 inserted, state, written, oversized, amends)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            hunk.id.to_string(),
            entry.to_string(),
            i64::try_from(number).unwrap_or(i64::MAX),
            hunk.old_start,
            hunk.old_count,
            hunk.new_start,
            codec::json(&hunk.inserted)?,
            codec::word(&hunk.state)?,
            hunk.written,
            hunk.oversized,
            hunk.amends.map(|amends| amends.to_string()),
        ])?;
    Ok(())
}

/// Replaces a split hunk by its parts, also in the lists of hunks that entries were made without.
pub(super) fn replace_hunk(
    connection: &Connection,
    entry: EntryId,
    hunk: HunkId,
    parts: &[Hunk],
) -> Result<(), StoreError> {
    let ids = |connection: &Connection| -> Result<Vec<Hunk>, StoreError> {
        let found = select(connection, "id = ?1", [entry.to_string()])?;
        Ok(found.into_iter().flat_map(|entry| entry.hunks).collect())
    };
    let all = ids(connection)?.into_iter().flat_map(|known| {
        if known.id == hunk {
            parts.to_vec()
        } else {
            vec![known]
        }
    });
    let all: Vec<Hunk> = all.collect();
    connection
        .prepare_cached("DELETE FROM hunks WHERE entry = ?1")?
        .execute([entry.to_string()])?;
    for (number, hunk) in all.iter().enumerate() {
        add_hunk(connection, entry, number, hunk)?;
    }
    let parts: Vec<HunkId> = parts.iter().map(|part| part.id).collect();
    let mut statement = connection.prepare_cached(
        "SELECT id, made_without FROM entries
         WHERE file = (SELECT file FROM entries WHERE id = ?1) AND made_without LIKE ?2",
    )?;
    let made: Vec<(EntryId, Vec<HunkId>)> = statement
        .query_map([entry.to_string(), format!("%{hunk}%")], |row| {
            Ok((codec::id(row, 0)?, codec::value(row, 1)?))
        })?
        .collect::<Result<_, _>>()?;
    for (later, mut without) in made {
        without.retain(|known| *known != hunk);
        without.extend(&parts);
        connection
            .prepare_cached("UPDATE entries SET made_without = ?2 WHERE id = ?1")?
            .execute(params![later.to_string(), codec::json(&without)?])?;
    }
    Ok(())
}

/// Records that a file is now at this path.
fn name_file(
    connection: &Connection,
    file: FileId,
    path: &str,
    seq: Seq,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO files (id, path, seen) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET path = ?2, seen = ?3",
        )?
        .execute(params![file.to_string(), path, codec::count(seq.0)])?;
    Ok(())
}

/// Records that a file has this path, unless the file is known already.
pub(super) fn know_file(
    connection: &Connection,
    file: FileId,
    path: &str,
    seq: Seq,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO files (id, path, seen) VALUES (?1, ?2, ?3)")?
        .execute(params![file.to_string(), path, codec::count(seq.0)])?;
    Ok(())
}

/// Updates the decisions on hunks, or whether they are written.
pub(super) fn update_hunks(
    connection: &Connection,
    entry: EntryId,
    hunks: &[HunkId],
    state: HunkState,
    written: bool,
) -> Result<(), StoreError> {
    let mut statement = connection
        .prepare_cached("UPDATE hunks SET state = ?3, written = ?4 WHERE id = ?1 AND entry = ?2")?;
    for hunk in hunks {
        statement.execute(params![
            hunk.to_string(),
            entry.to_string(),
            codec::word(&state)?,
            written
        ])?;
    }
    follow_rename(connection, entry)
}

/// Updates the path of a renamed file: a refused rename moves it back, a rename accepted
/// again moves it.
fn follow_rename(connection: &Connection, entry: EntryId) -> Result<(), StoreError> {
    let found: Option<(String, FileOperation)> = connection
        .prepare_cached("SELECT file, operation FROM entries WHERE id = ?1")?
        .query_row([entry.to_string()], |row| {
            Ok((row.get(0)?, codec::value(row, 1)?))
        })
        .optional()?;
    let Some((file, FileOperation::Rename { .. })) = found else {
        return Ok(());
    };
    let mut statement = connection.prepare_cached(
        "SELECT e.operation, e.path,
             coalesce((SELECT h.state FROM hunks h WHERE h.entry = e.id AND h.number = 0),
                      'accepted') IN ('pending', 'accepted')
         FROM entries e WHERE e.file = ?1 ORDER BY e.position",
    )?;
    let mut rows = statement.query([&file])?;
    let mut now: Option<String> = None;
    while let Some(row) = rows.next()? {
        let path: String = row.get(1)?;
        match codec::value(row, 0)? {
            FileOperation::Rename { .. } | FileOperation::Create if row.get(2)? => now = Some(path),
            FileOperation::Rename { from } => now = now.or(Some(from)),
            _ => now = now.or(Some(path)),
        }
    }
    connection
        .prepare_cached(
            "UPDATE files SET path = coalesce(?2, path),
                 seen = (SELECT max(seen) + 1 FROM files) WHERE id = ?1",
        )?
        .execute(params![file, now])?;
    Ok(())
}

/// Records the start of a write to the disk.
pub(super) fn start_write(
    connection: &Connection,
    event: &Event,
    call: CallId,
    path: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO writes (call, path, session, started_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (call, path) DO UPDATE SET started_at = ?4, completed_at = NULL",
        )?
        .execute(params![
            call.to_string(),
            path,
            event.session.to_string(),
            codec::nanoseconds(event.at)
        ])?;
    Ok(())
}

/// Records the end of a write to the disk; `stat` is the number of lines added and removed.
pub(super) fn end_write(
    connection: &Connection,
    event: &Event,
    call: CallId,
    path: &str,
    stat: (u32, u32),
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE writes SET completed_at = ?3, added = ?4, removed = ?5
             WHERE call = ?1 AND path = ?2",
        )?
        .execute(params![
            call.to_string(),
            path,
            codec::nanoseconds(event.at),
            stat.0,
            stat.1
        ])?;
    Ok(())
}

/// Returns the file that is at `path` now according to the log, preferably one that the session has
/// changed. If two sessions change a file for the first time at once, two files result.
pub(super) fn file_at(
    connection: &Connection,
    session: SessionId,
    path: &str,
) -> Result<Option<FileId>, StoreError> {
    Ok(connection
        .prepare_cached(
            "SELECT id FROM files f WHERE path = ?1
             ORDER BY EXISTS (SELECT 1 FROM entries WHERE session = ?2 AND file = f.id) DESC,
                 seen DESC LIMIT 1",
        )?
        .query_row([path, &session.to_string()], |row| codec::id(row, 0))
        .optional()?)
}

/// Returns the files that a session has logged changes of at a path, or moves away from it.
pub(super) fn files_at(
    connection: &Connection,
    session: SessionId,
    path: &str,
) -> Result<Vec<FileId>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT DISTINCT file FROM entries
         WHERE session = ?1 AND (path = ?2 OR json_extract(operation, '$.from') = ?2)",
    )?;
    let rows = statement.query_map([&session.to_string(), path], |row| codec::id(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the files that a session has logged changes of, with their present paths,
/// ordered by path.
pub(super) fn files_of(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<(FileId, String)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT f.id, f.path FROM files f
         WHERE f.id IN (SELECT file FROM entries WHERE session = ?1) ORDER BY f.path",
    )?;
    let rows = statement.query_map([session.to_string()], |row| {
        Ok((codec::id(row, 0)?, row.get(1)?))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the name of another session that brought a file to this content.
pub(super) fn written_by_another(
    connection: &Connection,
    session: SessionId,
    path: &str,
    hash: &ContentHash,
) -> Result<Option<String>, StoreError> {
    let settings = connection
        .prepare_cached(
            "SELECT s.settings FROM sessions s WHERE s.id <> ?1 AND (
                 s.id IN (SELECT session FROM entries WHERE after = ?3 AND path = ?2)
                 OR s.id IN (SELECT session FROM saves
                             WHERE instr(body, ?3) > 0 AND instr(body, ?2) > 0))
             ORDER BY s.updated_at DESC LIMIT 1",
        )?
        .query_row(
            params![session.to_string(), path, hash.to_string()],
            |row| codec::value::<protocol::session::SessionSettings>(row, 0),
        )
        .optional()?;
    Ok(settings.map(|settings| settings.name))
}

/// Returns entries with the present state of their hunks, in log order.
pub(super) fn entries(connection: &Connection, of: &EntriesOf) -> Result<Vec<Entry>, StoreError> {
    match of {
        EntriesOf::Session(session) => select(connection, "session = ?1", [session.to_string()]),
        EntriesOf::SessionFile(session, file) => select(
            connection,
            "session = ?1 AND file = ?2",
            [session.to_string(), file.to_string()],
        ),
    }
}

/// Returns the entries with a hunk that is live and not on the disk.
pub(super) fn unwritten_entries(connection: &Connection) -> Result<Vec<Entry>, StoreError> {
    let condition = "id IN (SELECT entry FROM hunks
        WHERE written = 0 AND state IN ('pending', 'accepted'))";
    select(connection, condition, [])
}

fn select(
    connection: &Connection,
    condition: &str,
    parameters: impl Params,
) -> Result<Vec<Entry>, StoreError> {
    let sql = format!(
        "SELECT id, file, path, session, origin, operation, before, after, made_without,
             rationale, at
         FROM entries WHERE {condition} ORDER BY position"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut entries: Vec<Entry> = statement
        .query_map(parameters, entry)?
        .collect::<Result<_, _>>()?;
    let mut hunks = connection.prepare_cached(
        "SELECT id, old_start, old_count, new_start, inserted, state, written, oversized, amends
         FROM hunks WHERE entry = ?1 ORDER BY number",
    )?;
    for entry in &mut entries {
        entry.hunks = hunks
            .query_map([entry.id.to_string()], hunk)?
            .collect::<Result<_, _>>()?;
    }
    Ok(entries)
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        id: codec::id(row, 0)?,
        file: codec::id(row, 1)?,
        path: row.get(2)?,
        session: codec::id(row, 3)?,
        origin: codec::value(row, 4)?,
        operation: codec::value(row, 5)?,
        before: codec::id_or_null(row, 6)?,
        after: codec::id_or_null(row, 7)?,
        hunks: Vec::new(),
        made_without: codec::value(row, 8)?,
        rationale: row.get(9)?,
        at: codec::time(row, 10)?,
    })
}

fn hunk(row: &Row<'_>) -> rusqlite::Result<Hunk> {
    Ok(Hunk {
        id: codec::id(row, 0)?,
        old_start: row.get(1)?,
        old_count: row.get(2)?,
        new_start: row.get(3)?,
        inserted: codec::value(row, 4)?,
        state: codec::named(row, 5)?,
        written: row.get(6)?,
        oversized: row.get(7)?,
        amends: codec::id_or_null(row, 8)?,
    })
}
