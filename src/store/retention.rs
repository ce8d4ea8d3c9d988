//! Keeps the contents within their cap: deletes the oldest first, never one that may still be
//! needed to decide, apply or undo.
//!
//! Uses a connection of its own and small transactions, so that the writer never waits for
//! it. Spares the bases of files under review, of sessions that are open in some process, of
//! named checkpoints and of unfinished applications; the pictures of open sessions and of
//! drafts; and everything stored since the start of the oldest unfinished run, because its
//! event may not be logged yet.

use jiff::Timestamp;
use rusqlite::{Connection, TransactionBehavior, params};

use super::error::StoreError;
use super::{blobs, codec};
use protocol::ids::{ContentHash, SessionId};
use protocol::review::Retention;

/// Target of a collection in percent of the cap. It is lower than the cap, so that not every write
/// starts another collection.
const DOWN_TO: u64 = 90;

/// Maximum number of contents that one transaction deletes, and of their bytes.
const PIECE: (usize, u64) = (64, 8 * 1024 * 1024);

/// Number of times that a plan may be outdated before the collection leaves the rest to a later
/// one.
const REPLANS: usize = 20;

/// Selects the deletable contents, in order of deletion. `?1` are the open sessions, `?2` is the
/// time since which everything stays.
const MAY_GO: &str = "
WITH
  needed(session, file) AS (
    SELECT e.session, e.file FROM hunks h JOIN entries e ON e.id = h.entry
      WHERE h.state = 'pending' OR (h.state = 'accepted') <> (h.written = 1)
    UNION SELECT c.session, f.file
      FROM checkpoint_files f JOIN checkpoints c ON c.id = f.checkpoint WHERE c.kind = 'named'
    UNION SELECT session, file FROM entries WHERE session IN (SELECT value FROM json_each(?1))
  ),
  -- What the log of a file is replayed on: the first base that its session kept.
  first(session, file, base, position) AS (
    SELECT c.session, f.file, f.base, min(c.position)
      FROM checkpoint_files f JOIN checkpoints c ON c.id = f.checkpoint GROUP BY c.session, f.file
  ),
  -- Pictures of messages, with when they were said.
  shown(session, hash, at) AS (
    SELECT m.session, json_extract(block.value, '$.picture.hash'), m.at
      FROM messages m, json_each(m.blocks) AS block
      WHERE m.role = 'user' AND m.withdrawn = 0 AND instr(m.blocks, 'image') > 0
        AND json_extract(block.value, '$.type') = 'image'
    UNION SELECT b.session, json_extract(block.value, '$.picture.hash'), m.at
      FROM borrowed b JOIN messages m ON m.id = b.message, json_each(m.blocks) AS block
      WHERE b.withdrawn = 0 AND instr(m.blocks, 'image') > 0
        AND json_extract(block.value, '$.type') = 'image'
  ),
  open_saves(before, after) AS (
    SELECT json_extract(file.value, '$.before'), json_extract(file.value, '$.after')
      FROM saves, json_each(saves.body, '$.files') AS file WHERE saves.ended_at IS NULL
  ),
  held(hash) AS (
    SELECT base FROM first JOIN needed USING (session, file)
    UNION SELECT e.before FROM entries e JOIN needed USING (session, file)
    UNION SELECT e.after FROM entries e JOIN needed USING (session, file)
    UNION SELECT f.base
      FROM checkpoint_files f JOIN checkpoints c ON c.id = f.checkpoint WHERE c.kind = 'named'
    UNION SELECT before FROM open_saves
    UNION SELECT after FROM open_saves
    UNION SELECT hash FROM blob_puts WHERE at >= ?2
    UNION SELECT hash FROM shown WHERE session IN (SELECT value FROM json_each(?1))
    -- A draft has its pictures as tags in its text, and so has a message that waits.
    UNION SELECT b.hash FROM blobs b JOIN drafts d ON instr(d.text, '[picture:' || b.hash) > 0
    UNION SELECT b.hash FROM blobs b JOIN queued_messages q ON instr(q.text, '[picture:' || b.hash) > 0
  ),
  used(hash, at) AS (
    SELECT f.base, c.at FROM checkpoint_files f JOIN checkpoints c ON c.id = f.checkpoint
    UNION ALL SELECT before, at FROM entries
    UNION ALL SELECT after, at FROM entries
    UNION ALL SELECT first.base, e.at FROM first JOIN entries e USING (session, file)
    UNION ALL SELECT hash, at FROM shown
  ),
  last(hash, at) AS (SELECT hash, max(at) FROM used WHERE hash IS NOT NULL GROUP BY hash)
SELECT b.hash, length(b.data) FROM blobs b LEFT JOIN last ON last.hash = b.hash
  WHERE b.created_at < ?2 AND b.hash NOT IN (SELECT hash FROM held WHERE hash IS NOT NULL)
  ORDER BY max(b.created_at, coalesce(last.at, 0)), b.hash";

/// Returns the sessions that are open in some process now.
pub(super) type Open<'a> = &'a dyn Fn() -> Vec<SessionId>;

/// The deletable contents at one point in time.
struct Plan {
    /// Number of the database's state; it changes when another connection writes.
    version: i64,
    open: Vec<SessionId>,
    pieces: Vec<Vec<ContentHash>>,
}

/// Returns how much is stored.
pub(super) fn kept(connection: &Connection) -> Result<Retention, StoreError> {
    let (contents, bytes) = connection
        .prepare_cached("SELECT count(*), coalesce(sum(length(data)), 0) FROM blobs")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(Retention {
        contents: codec::counted(contents),
        bytes: codec::counted(bytes),
        cap: None,
    })
}

/// Deletes contents until they are within the cap, or until no more are deletable. Returns how
/// many.
///
/// # Errors
/// See [`StoreError`]; contents deleted before the error stay deleted.
pub(super) fn collect(
    connection: &mut Connection,
    cap: u64,
    open: Open<'_>,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let mut gone = 0;
    for _ in 0..REPLANS {
        let Some(plan) = Plan::make(connection, cap, open(), now)? else {
            return Ok(gone);
        };
        if plan.execute(connection, open, &mut gone)? {
            break;
        }
    }
    Ok(gone)
}

impl Plan {
    /// Plans the deletions. Returns `None` if nothing needs deletion, or nothing is deletable.
    fn make(
        connection: &mut Connection,
        cap: u64,
        open: Vec<SessionId>,
        now: Timestamp,
    ) -> Result<Option<Self>, StoreError> {
        let transaction = connection.transaction()?;
        let bytes = kept(&transaction)?.bytes;
        if bytes <= cap {
            return Ok(None);
        }
        let mut too_much = bytes.saturating_sub(cap / 100 * DOWN_TO);
        let mut plan = Self {
            version: version(&transaction)?,
            pieces: Vec::new(),
            open,
        };
        let since = codec::nanoseconds(now - blobs::HELD).min(oldest_run(&transaction)?);
        let ids: Vec<String> = plan.open.iter().map(ToString::to_string).collect();
        let mut statement = transaction.prepare(MAY_GO)?;
        let mut rows = statement.query(params![codec::json(&ids)?, since])?;
        let mut room = (0, 0);
        while let Some(row) = rows.next()?.filter(|_| too_much > 0) {
            let (hash, bytes) = (codec::id(row, 0)?, codec::counted(row.get(1)?));
            too_much = too_much.saturating_sub(bytes);
            if room.0 == 0 || room.1 < bytes {
                plan.pieces.push(Vec::new());
                room = PIECE;
            }
            room = (room.0 - 1, room.1.saturating_sub(bytes));
            if let Some(piece) = plan.pieces.last_mut() {
                piece.push(hash);
            }
        }
        Ok((!plan.pieces.is_empty()).then_some(plan))
    }

    /// Carries out the plan piece by piece. Returns `false` if the plan is outdated.
    fn execute(
        self,
        connection: &mut Connection,
        open: Open<'_>,
        gone: &mut u64,
    ) -> Result<bool, StoreError> {
        for piece in self.pieces {
            let open = open();
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            if version(&transaction)? != self.version || open != self.open {
                return Ok(false);
            }
            for hash in &piece {
                for delete in [
                    "DELETE FROM blobs WHERE hash = ?1",
                    "DELETE FROM blob_puts WHERE hash = ?1",
                ] {
                    transaction
                        .prepare_cached(delete)?
                        .execute([hash.to_string()])?;
                }
            }
            transaction.commit()?;
            *gone += piece.len() as u64;
        }
        Ok(true)
    }
}

/// Returns a number that changes when another connection writes.
fn version(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.query_row("PRAGMA data_version", [], |row| row.get(0))?)
}

/// Returns when the oldest unfinished run began.
fn oldest_run(connection: &Connection) -> Result<i64, StoreError> {
    let began: Option<i64> = connection.query_row(
        "SELECT min(started_at) FROM runs WHERE finished_at IS NULL",
        [],
        |row| row.get(0),
    )?;
    Ok(began.unwrap_or(i64::MAX))
}
