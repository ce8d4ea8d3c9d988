//! Tables `operations`, `comments` and `saves`, and the record of reported decisions: the review's
//! state besides entries and decisions.

use rusqlite::{Connection, OptionalExtension, params};

use super::changes;
use super::codec;
use super::error::StoreError;
use protocol::change::Hunk;
use protocol::event::Event;
use protocol::ids::{ApplyId, CommentId, EntryId, HunkId, MessageId, OperationId, SessionId};
use protocol::review::{
    ApplyRecord, ApplyResult, Comment, Operation, OperationKind, ReviewReport, ReviewSnapshot,
};

/// Records an operation. Its effect on an agent's hunks is to be reported to the model.
pub(super) fn add_operation(
    connection: &Connection,
    event: &Event,
    operation: &Operation,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO operations (id, session, body, undone) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![
            operation.id.to_string(),
            event.session.to_string(),
            codec::json(operation)?,
            operation.undone,
        ])?;
    // Undone operations cannot be redone after another operation.
    connection
        .prepare_cached("DELETE FROM operations WHERE session = ?1 AND undone = 1 AND id <> ?2")?
        .execute([event.session.to_string(), operation.id.to_string()])?;
    mark_unreported(connection, operation)
}

/// Records that an operation was undone or redone.
pub(super) fn move_operation(
    connection: &Connection,
    id: OperationId,
    undone: bool,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE operations SET undone = ?2 WHERE id = ?1")?
        .execute(params![id.to_string(), undone])?;
    let operation = connection
        .prepare_cached("SELECT body FROM operations WHERE id = ?1")?
        .query_row([id.to_string()], |row| codec::value::<Operation>(row, 0))
        .optional()?;
    match operation {
        Some(operation) => mark_unreported(connection, &operation),
        None => Ok(()),
    }
}

fn mark_unreported(connection: &Connection, operation: &Operation) -> Result<(), StoreError> {
    // An edit is reported with the hunk that it amends.
    let mut statement = match operation.kind {
        OperationKind::Edit => connection.prepare_cached(
            "UPDATE hunks SET untold = 1 WHERE id = ?1 AND (SELECT json_extract(origin, '$.by')
             FROM entries WHERE entries.id = hunks.entry) IN ('agent', 'shell', 'unclear')",
        )?,
        _ => connection.prepare_cached("UPDATE hunks SET untold = 1 WHERE id = ?1")?,
    };
    for change in &operation.changes {
        statement.execute([change.hunk.to_string()])?;
    }
    Ok(())
}

pub(super) fn add_comment(
    connection: &Connection,
    event: &Event,
    comment: &Comment,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO comments (id, session, body, told) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![
            comment.id.to_string(),
            event.session.to_string(),
            codec::json(comment)?,
            comment.told,
        ])?;
    Ok(())
}

/// Records that a comment was removed.
pub(super) fn remove_comment(
    connection: &Connection,
    comment: CommentId,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM comments WHERE id = ?1")?
        .execute([comment.to_string()])?;
    Ok(())
}

/// Records the report to the agent: from now on its text is the last block of a message.
pub(super) fn reported(
    connection: &Connection,
    event: &Event,
    message: MessageId,
    told: &ReviewReport,
) -> Result<(), StoreError> {
    let mut hunks = connection.prepare_cached("UPDATE hunks SET untold = 0 WHERE id = ?1")?;
    for hunk in &told.hunks {
        hunks.execute([hunk.to_string()])?;
    }
    comments_sent(connection, event, &told.comments)?;
    super::messages::add_review(connection, event, message, &told.text)
}

/// Records that the agent knows comments.
pub(super) fn comments_sent(
    connection: &Connection,
    event: &Event,
    sent: &[CommentId],
) -> Result<(), StoreError> {
    let mut comments = connection.prepare_cached("UPDATE comments SET told = 1 WHERE id = ?1")?;
    for comment in sent {
        comments.execute([comment.to_string()])?;
    }
    // A report that was sent cannot be withdrawn.
    connection
        .prepare_cached(
            "DELETE FROM operations WHERE session = ?1 AND json_extract(body, '$.kind') = 'comment'",
        )?
        .execute([event.session.to_string()])?;
    Ok(())
}

pub(super) fn start_apply(
    connection: &Connection,
    event: &Event,
    apply: &ApplyRecord,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO saves (id, session, body, started_at) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![
            apply.id.to_string(),
            event.session.to_string(),
            codec::json(apply)?,
            codec::nanoseconds(event.at),
        ])?;
    Ok(())
}

pub(super) fn end_apply(
    connection: &Connection,
    event: &Event,
    apply: ApplyId,
    result: &ApplyResult,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE saves SET ended_at = ?2, result = ?3 WHERE id = ?1")?
        .execute(params![
            apply.to_string(),
            codec::nanoseconds(event.at),
            codec::json(result)?,
        ])?;
    Ok(())
}

/// Returns the applications that were started and not finished, oldest first, with their sessions.
pub(super) fn open_applies(
    connection: &Connection,
) -> Result<Vec<(SessionId, ApplyRecord)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT session, body FROM saves WHERE ended_at IS NULL ORDER BY position",
    )?;
    let rows = statement.query_map([], |row| Ok((codec::id(row, 0)?, codec::value(row, 1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Records the split of a hunk. Entries that were made without the hunk were made
/// without its parts.
pub(super) fn split(
    connection: &Connection,
    entry: EntryId,
    hunk: HunkId,
    parts: &[Hunk],
) -> Result<(), StoreError> {
    let untold: Option<bool> = connection
        .prepare_cached("SELECT untold FROM hunks WHERE id = ?1 AND entry = ?2")?
        .query_row([hunk.to_string(), entry.to_string()], |row| row.get(0))
        .optional()?;
    let Some(untold) = untold else {
        return Ok(());
    };
    changes::replace_hunk(connection, entry, hunk, parts)?;
    let parts_of: Vec<HunkId> = parts.iter().map(|part| part.id).collect();
    split_in_operations(connection, hunk, &parts_of)?;
    if untold {
        let mut mark = connection.prepare_cached("UPDATE hunks SET untold = 1 WHERE id = ?1")?;
        for part in parts {
            mark.execute([part.id.to_string()])?;
        }
    }
    Ok(())
}

/// Records that the parts of a hunk were joined. Entries that were made without the parts were made
/// without the whole.
pub(super) fn join(
    connection: &Connection,
    event: &Event,
    entry: EntryId,
    parts: &[HunkId],
    whole: &Hunk,
) -> Result<(), StoreError> {
    let Some((first, others)) = parts.split_first() else {
        return Ok(());
    };
    let mut untold = false;
    let mut is_untold =
        connection.prepare_cached("SELECT untold FROM hunks WHERE id = ?1 AND entry = ?2")?;
    for part in parts {
        let found: Option<bool> = is_untold
            .query_row([part.to_string(), entry.to_string()], |row| row.get(0))
            .optional()?;
        untold |= found.unwrap_or(false);
    }
    changes::replace_hunk(connection, entry, *first, std::slice::from_ref(whole))?;
    let mut amended =
        connection.prepare_cached("UPDATE hunks SET amends = ?2 WHERE amends = ?1")?;
    for part in others {
        changes::replace_hunk(connection, entry, *part, &[])?;
    }
    for part in parts {
        amended.execute([part.to_string(), whole.id.to_string()])?;
    }
    if untold {
        connection
            .prepare_cached("UPDATE hunks SET untold = 1 WHERE id = ?1")?
            .execute([whole.id.to_string()])?;
    }
    let mut update = connection.prepare_cached("UPDATE operations SET body = ?2 WHERE id = ?1")?;
    for mut operation in operations(connection, event.session)? {
        if operation.divided(whole.id) {
            break;
        }
        operation.join(parts, whole.id);
        update.execute(params![operation.id.to_string(), codec::json(&operation)?])?;
    }
    Ok(())
}

/// Replaces a split hunk in operations by its parts.
fn split_in_operations(
    connection: &Connection,
    hunk: HunkId,
    parts: &[HunkId],
) -> Result<(), StoreError> {
    let mut found =
        connection.prepare_cached("SELECT id, body FROM operations WHERE instr(body, ?1) > 0")?;
    let operations: Vec<(String, Operation)> = found
        .query_map([hunk.to_string()], |row| {
            Ok((row.get(0)?, codec::value(row, 1)?))
        })?
        .collect::<Result<_, _>>()?;
    let mut update = connection.prepare_cached("UPDATE operations SET body = ?2 WHERE id = ?1")?;
    for (id, mut operation) in operations {
        operation.split(hunk, parts);
        update.execute(params![id, codec::json(&operation)?])?;
    }
    Ok(())
}

/// Returns the stored state of a session's review, without the texts of its lines.
pub(super) fn snapshot(
    connection: &Connection,
    session: SessionId,
) -> Result<ReviewSnapshot, StoreError> {
    let mut entries = changes::entries(connection, &changes::EntriesOf::Session(session))?;
    for hunk in entries.iter_mut().flat_map(|entry| &mut entry.hunks) {
        hunk.inserted = Vec::new();
    }
    let operations = operations(connection, session)?;
    let of = session;
    let session = session.to_string();
    let comments = comments(connection, of)?;
    let mut untold = connection.prepare_cached(
        "SELECT h.id FROM hunks h JOIN entries e ON e.id = h.entry
         WHERE h.untold = 1 AND e.session = ?1 ORDER BY e.position, h.number",
    )?;
    let untold = untold
        .query_map([&session], |row| codec::id(row, 0))?
        .collect::<Result<_, _>>()?;
    Ok(ReviewSnapshot {
        entries,
        operations,
        comments,
        unreported: untold,
    })
}

/// Returns the operations in the review of a session, oldest first.
pub(super) fn operations(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<Operation>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT body, undone FROM operations WHERE session = ?1 ORDER BY position",
    )?;
    let rows = statement.query_map([session.to_string()], |row| {
        let operation: Operation = codec::value(row, 0)?;
        Ok(Operation {
            undone: row.get(1)?,
            ..operation
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns every comment of a session, oldest first.
pub(super) fn all_comments(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<Comment>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT body, told FROM comments WHERE session = ?1 ORDER BY position")?;
    let rows = statement.query_map([session.to_string()], |row| {
        let comment: Comment = codec::value(row, 0)?;
        Ok(Comment {
            told: row.get(1)?,
            ..comment
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the comments that the agent has not received yet, oldest first.
pub(super) fn comments(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<Comment>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT body FROM comments WHERE session = ?1 AND told = 0 ORDER BY position",
    )?;
    let rows = statement.query_map([session.to_string()], |row| codec::value(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
