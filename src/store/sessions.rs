//! Tables `workspaces` and `sessions`.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::codec;
use super::error::StoreError;
use notice::Notice;
use protocol::approval::PolicyState;
use protocol::event::{Event, EventKind};
use protocol::ids::{SessionId, WorkspaceId};
use protocol::session::{ContextWindow, SessionSettings, SessionStatus, SessionSummary};
use protocol::usage::Usage;
use redact::one_line;

/// Records that the database belongs to this workspace.
pub(super) fn remember_workspace(
    connection: &Connection,
    workspace: &WorkspaceId,
) -> Result<(), StoreError> {
    connection.execute(
        "INSERT OR IGNORE INTO workspaces (id, created_at) VALUES (?1, ?2)",
        params![workspace.0, codec::nanoseconds(Timestamp::now())],
    )?;
    Ok(())
}

/// Records a new session. An existing one stays unchanged.
pub(super) fn create(
    connection: &Connection,
    workspace: &WorkspaceId,
    event: &Event,
    settings: &SessionSettings,
    policy: &PolicyState,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO sessions
             (id, workspace, settings, policy, status, usage, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
        )?
        .execute(params![
            event.session.to_string(),
            workspace.0,
            codec::json(settings)?,
            codec::json(policy)?,
            SessionStatus::Idle.word(),
            codec::json(&Usage::default())?,
            codec::nanoseconds(event.at),
        ])?;
    Ok(())
}

pub(super) fn set_settings(
    connection: &Connection,
    event: &Event,
    settings: &SessionSettings,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE sessions SET settings = ?2 WHERE id = ?1")?
        .execute(params![event.session.to_string(), codec::json(settings)?])?;
    Ok(())
}

/// Records a change of the mode, the switches or the rules.
pub(super) fn set_policy(
    connection: &Connection,
    event: &Event,
    policy: &PolicyState,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE sessions SET policy = ?2 WHERE id = ?1")?
        .execute(params![event.session.to_string(), codec::json(policy)?])?;
    Ok(())
}

pub(super) fn set_status(
    connection: &Connection,
    event: &Event,
    status: SessionStatus,
    error: Option<&str>,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE sessions SET status = ?2, last_error = ?3 WHERE id = ?1")?
        .execute(params![event.session.to_string(), status.word(), error])?;
    Ok(())
}

/// Adds the usage of a step.
pub(super) fn add_usage(
    connection: &Connection,
    event: &Event,
    usage: &Usage,
    window: &ContextWindow,
) -> Result<(), StoreError> {
    add_total(connection, event, usage)?;
    connection
        .prepare_cached("UPDATE sessions SET window = ?2 WHERE id = ?1")?
        .execute(params![event.session.to_string(), codec::json(window)?])?;
    Ok(())
}

/// Forgets how full the window was: the conversation is shorter now, or longer again.
pub(super) fn forget_window(connection: &Connection, event: &Event) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE sessions SET window = NULL WHERE id = ?1")?
        .execute([event.session.to_string()])?;
    Ok(())
}

/// Adds a usage to the total.
pub(super) fn add_total(
    connection: &Connection,
    event: &Event,
    usage: &Usage,
) -> Result<(), StoreError> {
    let session = event.session.to_string();
    let total: Option<Usage> = connection
        .prepare_cached("SELECT usage FROM sessions WHERE id = ?1")?
        .query_row([&session], |row| codec::value(row, 0))
        .optional()?;
    let Some(mut total) = total else {
        return Ok(());
    };
    total.add(usage);
    connection
        .prepare_cached("UPDATE sessions SET usage = ?2 WHERE id = ?1")?
        .execute(params![session, codec::json(&total)?])?;
    Ok(())
}

/// Adds the duration of a run.
pub(super) fn add_duration(
    connection: &Connection,
    event: &Event,
    duration_ms: u64,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            // A sum that is too large for the column would make every commit fail.
            "UPDATE sessions SET duration_ms = min(duration_ms, 4611686018427387903) + ?2 WHERE id = ?1",
        )?
        .execute(params![
            event.session.to_string(),
            codec::count(duration_ms.min(u64::from(u32::MAX)))
        ])?;
    Ok(())
}

/// Records that a session changed. Typing (history, drafts) does not count as a change.
pub(super) fn touch(connection: &Connection, event: &Event) -> Result<(), StoreError> {
    if matches!(
        event.fact,
        EventKind::DraftSaved { .. } | EventKind::InputRemembered { .. }
    ) {
        return Ok(());
    }
    connection
        .prepare_cached("UPDATE sessions SET updated_at = ?2 WHERE id = ?1")?
        .execute(params![
            event.session.to_string(),
            codec::nanoseconds(event.at)
        ])?;
    Ok(())
}

const SUMMARY: &str = "SELECT s.id, s.workspace, s.settings, s.status, s.created_at, s.updated_at,
    (SELECT count(*) FROM messages m
        WHERE m.session = s.id AND m.withdrawn = 0 AND m.role <> 'system')
        + (SELECT count(*) FROM borrowed b JOIN messages m ON m.id = b.message
            WHERE b.session = s.id AND b.withdrawn = 0 AND m.role <> 'system'),
    s.usage, s.last_error, s.duration_ms";
/// Beginning of the user's first message. In a fork, the first message of the fork itself, because
/// that distinguishes it.
const ABOUT: &str = "(SELECT substr(m.text, 1, 400) FROM messages m
    WHERE m.session = s.id AND m.withdrawn = 0 AND m.role = 'user' AND m.text <> ''
    ORDER BY m.position LIMIT 1)";
/// Maximum number of characters shown.
const ABOUT_LETTERS: usize = 120;

fn summary(row: &Row<'_>) -> rusqlite::Result<SessionSummary> {
    Ok(SessionSummary {
        id: codec::id(row, 0)?,
        workspace: WorkspaceId(row.get(1)?),
        settings: codec::value(row, 2)?,
        status: codec::named(row, 3)?,
        created_at: codec::time(row, 4)?,
        updated_at: codec::time(row, 5)?,
        messages: codec::counted(row.get(6)?),
        usage: codec::value(row, 7)?,
        duration_ms: codec::counted(row.get(9)?),
        pid: None,
        last_error: row.get::<_, Option<String>>(8)?.map(Notice::of_column),
        about: String::new(),
    })
}

/// Reads a row of a list.
fn listed(row: &Row<'_>) -> rusqlite::Result<SessionSummary> {
    let begins: Option<String> = row.get(10)?;
    let said = one_line(&begins.unwrap_or_default());
    let words: Vec<&str> = said.split_whitespace().collect();
    Ok(SessionSummary {
        about: words.join(" ").chars().take(ABOUT_LETTERS).collect(),
        ..summary(row)?
    })
}

/// Whether the user has said or drafted anything in a session; withdrawn messages count too.
const USED: &str = "(EXISTS (SELECT 1 FROM messages m WHERE m.session = s.id AND m.role = 'user')
    OR EXISTS (SELECT 1 FROM borrowed b WHERE b.session = s.id)
    OR EXISTS (SELECT 1 FROM drafts d WHERE d.session = s.id))";

/// Whether a session is the user's, and not the conversation of a sub-agent.
const OWN: &str = "s.id NOT IN (SELECT id FROM agents)";

/// Returns the query for the session that `--continue` opens: the last changed one that is not
/// archived; an unused one only if there is no other.
fn latest_query() -> String {
    format!(
        "SELECT s.id FROM sessions s WHERE s.status <> 'archived' AND {OWN}
         ORDER BY {USED} DESC, s.updated_at DESC, s.rowid DESC LIMIT 1"
    )
}

/// Returns the used sessions, and of the others those in `also` and the one that `--continue`
/// opens, last changed first.
pub(super) fn list(
    connection: &Connection,
    also: &[SessionId],
) -> Result<Vec<SessionSummary>, StoreError> {
    let sql = format!(
        "{SUMMARY}, {ABOUT} FROM sessions s WHERE {OWN} AND ({USED}
            OR s.id IN (SELECT value FROM json_each(?1)) OR s.id = ({}))
         ORDER BY s.updated_at DESC, s.rowid DESC",
        latest_query()
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([codec::json(&also)?], listed)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the sessions with a draft that are not archived, last changed first.
pub(super) fn drafted(connection: &Connection) -> Result<Vec<SessionSummary>, StoreError> {
    let sql = format!(
        "{SUMMARY}, {ABOUT} FROM sessions s JOIN drafts w ON w.session = s.id WHERE s.status <> 'archived'
         ORDER BY s.updated_at DESC, s.rowid DESC"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([], listed)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the row of one session.
pub(super) fn one(
    connection: &Connection,
    session: SessionId,
) -> Result<Option<SessionSummary>, StoreError> {
    let sql = format!("{SUMMARY} FROM sessions s WHERE s.id = ?1");
    Ok(connection
        .prepare_cached(&sql)?
        .query_row([session.to_string()], summary)
        .optional()?)
}

/// Returns the approval policy of a session, and the fill level of its context window.
pub(super) fn policy_and_window(
    connection: &Connection,
    session: SessionId,
) -> Result<Option<(PolicyState, Option<ContextWindow>)>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT policy, window FROM sessions WHERE id = ?1")?
        .query_row([session.to_string()], |row| {
            Ok((codec::value(row, 0)?, codec::value_or_null(row, 1)?))
        })
        .optional()?)
}

/// Returns the session that `--continue` opens.
pub(super) fn latest(connection: &Connection) -> Result<Option<SessionId>, StoreError> {
    Ok(connection
        .prepare_cached(&latest_query())?
        .query_row([], |row| codec::id(row, 0))
        .optional()?)
}

/// Returns the total duration of a session's runs, in milliseconds.
pub(super) fn duration(connection: &Connection, session: SessionId) -> Result<u64, StoreError> {
    let milliseconds: Option<i64> = connection
        .prepare_cached("SELECT duration_ms FROM sessions WHERE id = ?1")?
        .query_row([session.to_string()], |row| row.get(0))
        .optional()?;
    Ok(codec::counted(milliseconds.unwrap_or(0)))
}
