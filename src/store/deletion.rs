//! Deletes a session: every row of its own, its part of the log, and the contents that
//! nothing else needs.

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::error::StoreError;
use super::{agents, blobs, codec};
use protocol::ids::SessionId;

/// Selects the contents that a session refers to: bases, texts of entries, contents that applying
/// found and wrote, pictures.
const NAMED: &str = "
SELECT f.base FROM checkpoint_files f JOIN checkpoints c ON c.id = f.checkpoint WHERE c.session = ?1
UNION SELECT before FROM entries WHERE session = ?1
UNION SELECT after FROM entries WHERE session = ?1
UNION SELECT json_extract(file.value, '$.before') FROM saves, json_each(saves.body, '$.files') AS file
  WHERE saves.session = ?1
UNION SELECT json_extract(file.value, '$.after') FROM saves, json_each(saves.body, '$.files') AS file
  WHERE saves.session = ?1
UNION SELECT json_extract(block.value, '$.picture.hash') FROM messages m, json_each(m.blocks) AS block
  WHERE (m.session = ?1 OR m.id IN (SELECT message FROM borrowed WHERE session = ?1))
    AND instr(m.blocks, 'image') > 0 AND json_extract(block.value, '$.type') = 'image'";

/// Deletes unreferenced contents among the given ones. While a run is active, contents newer than
/// `?2` stay, because their event may not be logged yet.
const COLLECT: &str = "
DELETE FROM blobs WHERE hash IN (SELECT value FROM json_each(?1)) AND hash NOT IN (
  SELECT base FROM checkpoint_files WHERE base IS NOT NULL
  UNION SELECT before FROM entries WHERE before IS NOT NULL
  UNION SELECT after FROM entries WHERE after IS NOT NULL
  UNION SELECT json_extract(file.value, '$.before') FROM saves, json_each(saves.body, '$.files') AS file
    WHERE json_extract(file.value, '$.before') IS NOT NULL
  UNION SELECT json_extract(file.value, '$.after') FROM saves, json_each(saves.body, '$.files') AS file
    WHERE json_extract(file.value, '$.after') IS NOT NULL
  UNION SELECT json_extract(block.value, '$.picture.hash') FROM messages m, json_each(m.blocks) AS block
    WHERE instr(m.blocks, 'image') > 0 AND json_extract(block.value, '$.type') = 'image'
  UNION SELECT json_extract(block.value, '$.picture.hash') FROM borrowed b, json_each(b.blocks) AS block
    WHERE instr(b.blocks, 'image') > 0 AND json_extract(block.value, '$.type') = 'image'
  UNION SELECT b.hash FROM blobs b JOIN drafts d ON instr(d.text, '[picture:' || b.hash) > 0
  UNION SELECT b.hash FROM blobs b JOIN queued_messages q ON instr(q.text, '[picture:' || b.hash) > 0
) AND NOT (
  EXISTS (SELECT 1 FROM runs WHERE finished_at IS NULL)
  AND max(created_at, coalesce((SELECT at FROM blob_puts p WHERE p.hash = blobs.hash), 0)) >= ?2
)";

/// Deletes a session's own rows, in an order in which every statement still finds the rows it looks
/// up. The fact of the deletion stays in the log.
const OWN: &[&str] = &[
    "DELETE FROM steps WHERE run IN (SELECT id FROM runs WHERE session = ?1)",
    "DELETE FROM runs WHERE session = ?1",
    "DELETE FROM calls WHERE session = ?1",
    "DELETE FROM prompts WHERE session = ?1",
    "DELETE FROM queued_messages WHERE session = ?1",
    "DELETE FROM context_rows WHERE session = ?1",
    "DELETE FROM history WHERE session = ?1",
    "DELETE FROM drafts WHERE session = ?1",
    "DELETE FROM hunks WHERE entry IN (SELECT id FROM entries WHERE session = ?1)",
    "DELETE FROM entries WHERE session = ?1",
    "DELETE FROM checkpoint_files WHERE checkpoint IN (SELECT id FROM checkpoints WHERE session = ?1)",
    "DELETE FROM checkpoints WHERE session = ?1",
    "DELETE FROM writes WHERE session = ?1",
    "DELETE FROM operations WHERE session = ?1",
    "DELETE FROM comments WHERE session = ?1",
    "DELETE FROM saves WHERE session = ?1",
    "DELETE FROM compactions WHERE session = ?1",
    "DELETE FROM tasks WHERE session = ?1",
    "DELETE FROM agents WHERE session = ?1",
    "DELETE FROM borrowed WHERE session = ?1",
    "DELETE FROM imported_changes WHERE session = ?1",
    "DELETE FROM sessions WHERE id = ?1",
    "DELETE FROM events WHERE session = ?1 AND type <> 'session.deleted'",
];

/// Deletes rows that belonged to deleted sessions and that no existing session needs.
const ORPHANS: &[&str] = &[
    "DELETE FROM said WHERE rowid IN (
         SELECT position FROM messages WHERE session NOT IN (SELECT id FROM sessions)
             AND id NOT IN (SELECT message FROM borrowed))",
    "DELETE FROM messages WHERE session NOT IN (SELECT id FROM sessions)
         AND id NOT IN (SELECT message FROM borrowed)",
    "DELETE FROM stream_pieces WHERE message NOT IN (SELECT id FROM messages)",
    "DELETE FROM files WHERE id NOT IN (SELECT file FROM entries)
         AND id NOT IN (SELECT file FROM checkpoint_files)",
];

/// Deletes a session. Everything it shares with a session that was forked from it stays
/// for that one.
pub(super) fn delete(connection: &Connection, session: SessionId) -> Result<(), StoreError> {
    for agent in agents::conversations(connection, session)? {
        delete(connection, agent)?;
    }
    let id = session.to_string();
    let mut named = connection.prepare_cached(NAMED)?;
    let named: Vec<Option<String>> = named
        .query_map([&id], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let named: Vec<String> = named.into_iter().flatten().collect();
    for own in OWN {
        connection.execute(own, [&id])?;
    }
    for orphans in ORPHANS {
        connection.execute(orphans, [])?;
    }
    let since = codec::nanoseconds(Timestamp::now() - blobs::HELD);
    let oldest: Option<i64> = connection.query_row(
        "SELECT min(started_at) FROM runs WHERE finished_at IS NULL",
        [],
        |row| row.get(0),
    )?;
    let since = since.min(oldest.unwrap_or(i64::MAX));
    connection.execute(COLLECT, params![codec::json(&named)?, since])?;
    connection.execute(
        "DELETE FROM blob_puts WHERE hash NOT IN (SELECT hash FROM blobs)",
        [],
    )?;
    Ok(())
}
