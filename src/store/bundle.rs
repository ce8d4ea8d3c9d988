//! A session as a document: read from the tables in one transaction, and written into them
//! in one transaction.

use notice::Notice;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use rusqlite::{Connection, Row, TransactionBehavior, params};
use serde_json::Value;
use uuid::Uuid;

use super::error::StoreError;
use super::{
    blobs, codec, compactions, imported, inputs, messages, questions, runs, sessions, tasks,
};
use protocol::event::{Event, EventKind};
use protocol::ids::{ContentHash, RunId, SessionId, WorkspaceId};
use protocol::message::{Block, Message, MessageState};
use protocol::session::{Run, RunStatus, SessionStatus};
use protocol::task::Task;
use protocol::transfer::{
    BundledCall, BundledPicture, BundledQuestion, BundledReview, BundledSession, BundledStep,
    FORMAT, REVIEW_NOTE, SessionBundle, VERSION,
};

/// Reads everything that belongs to a session; `None` if there is no such session.
pub(super) fn read(
    connection: &Connection,
    session: SessionId,
) -> Result<Option<SessionBundle>, StoreError> {
    let Some(summary) = sessions::one(connection, session)? else {
        return Ok(None);
    };
    let Some((policy, window)) = sessions::policy_and_window(connection, session)? else {
        return Ok(None);
    };
    let runs = ended_runs(connection, session, summary.updated_at)?;
    let own: BTreeSet<RunId> = runs.iter().map(|run| run.id).collect();
    let mut messages = messages::list(connection, session)?;
    for message in &mut messages {
        // A message from another session's run has no run here.
        message.run = message.run.filter(|run| own.contains(run));
        if message.state == MessageState::Streaming {
            message.state = MessageState::Interrupted;
        }
    }
    let in_view: BTreeSet<_> = messages.iter().map(|message| message.id).collect();
    let mut calls = calls(connection, session)?;
    calls.retain(|call| in_view.contains(&call.message));
    let before = imported::of_session(connection, session)?.unwrap_or_default();
    let changes = before.with(imported::logged(connection, session)?);
    Ok(Some(SessionBundle {
        format: FORMAT.to_owned(),
        version: VERSION,
        exported_at: Timestamp::now(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        pictures: pictures(connection, &messages)?,
        messages,
        runs,
        steps: steps(connection, session)?,
        calls,
        questions: closed_questions(connection, session)?,
        context: inputs::context(connection, session)?,
        compactions: compactions::list(connection, session)?,
        tasks: tasks_of(connection, session, &own)?,
        draft: inputs::draft(connection, session)?,
        review: BundledReview {
            included: true,
            pending: changes.pending(),
            note: REVIEW_NOTE.to_owned(),
        },
        changes,
        session: BundledSession {
            id: session,
            settings: summary.settings,
            policy,
            archived: summary.status == SessionStatus::Archived,
            last_error: summary.last_error,
            usage: summary.usage,
            duration_ms: sessions::duration(connection, session)?,
            window,
            created_at: summary.created_at,
            updated_at: summary.updated_at,
        },
    }))
}

/// Returns the runs, oldest first. In a document no run is unfinished or waits for a review; such a
/// run ends at `until`.
fn ended_runs(
    connection: &Connection,
    session: SessionId,
    until: Timestamp,
) -> Result<Vec<Run>, StoreError> {
    let mut found = runs::list(connection, session, usize::MAX)?;
    found.reverse();
    for run in &mut found {
        run.status = match run.status {
            RunStatus::Queued | RunStatus::Running | RunStatus::WaitingForUser => {
                RunStatus::Interrupted
            }
            RunStatus::AwaitingReview => RunStatus::Completed,
            ended => ended,
        };
        run.finished_at = run.finished_at.or(Some(until.max(run.started_at)));
    }
    Ok(found)
}

/// Returns the tasks. One of another session's run has no run here.
fn tasks_of(
    connection: &Connection,
    session: SessionId,
    own: &BTreeSet<RunId>,
) -> Result<Vec<Task>, StoreError> {
    let list = tasks::list(connection, session)?;
    let own = list.iter().cloned().map(|mut task| {
        task.run = task.run.filter(|run| own.contains(run));
        task
    });
    Ok(own.collect())
}

fn steps(connection: &Connection, session: SessionId) -> Result<Vec<BundledStep>, StoreError> {
    let step = |row: &Row<'_>| {
        Ok(BundledStep {
            id: codec::id(row, 0)?,
            run: codec::id(row, 1)?,
            number: row.get(2)?,
            model: row.get(3)?,
            started_at: codec::time(row, 4)?,
            completed_at: codec::time_or_null(row, 5)?,
            usage: codec::value_or_null(row, 6)?,
        })
    };
    let mut statement = connection.prepare_cached(
        "SELECT s.id, s.run, s.number, s.model, s.started_at, s.completed_at, s.usage
         FROM steps s JOIN runs r ON r.id = s.run WHERE r.session = ?1
         ORDER BY r.position, s.number, s.started_at, s.id",
    )?;
    let rows = statement.query_map([session.to_string()], step)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn calls(connection: &Connection, session: SessionId) -> Result<Vec<BundledCall>, StoreError> {
    let call = |row: &Row<'_>| {
        Ok(BundledCall {
            id: codec::id(row, 0)?,
            run: codec::id_or_null(row, 1)?,
            message: codec::id(row, 2)?,
            call: codec::value(row, 3)?,
            requested_at: codec::time(row, 4)?,
            started_at: codec::time_or_null(row, 5)?,
            allowed_by: row.get::<_, Option<String>>(6)?.map(Notice::of_column),
            // A call that never ran is closed in the document.
            completed_at: codec::time_or_null(row, 7)?.or(Some(codec::time(row, 4)?)),
            result: codec::value_or_null(row, 8)?,
        })
    };
    let mut statement = connection.prepare_cached(
        "SELECT id, run, message, call, requested_at, started_at, allowed_by, completed_at, result
         FROM calls WHERE session = ?1 ORDER BY position",
    )?;
    let rows = statement.query_map([session.to_string()], call)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn closed_questions(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<BundledQuestion>, StoreError> {
    let records = questions::list(connection, session)?.into_iter();
    let closed = records.filter_map(|record| {
        Some(BundledQuestion {
            closed_at: record.closed_at?,
            question: record.question,
            answer: record.answer,
            summary: record.summary,
        })
    });
    Ok(closed.collect())
}

/// Returns the bytes of the pictures that messages show, each once, if they are still stored.
fn pictures(
    connection: &Connection,
    messages: &[Message],
) -> Result<Vec<BundledPicture>, StoreError> {
    let blocks = messages.iter().flat_map(|message| &message.blocks);
    let hashes: BTreeSet<&ContentHash> = blocks
        .filter_map(|block| match block {
            Block::Image { picture } => Some(&picture.hash),
            _ => None,
        })
        .collect();
    let mut pictures = Vec::new();
    for hash in hashes {
        if let Some(bytes) = blobs::get(connection, hash)? {
            pictures.push(BundledPicture {
                hash: *hash,
                base64: STANDARD.encode(bytes),
            });
        }
    }
    Ok(pictures)
}

/// Workspace and id of the imported session.
pub(super) struct ImportTarget<'a> {
    pub(super) workspace: &'a WorkspaceId,
    pub(super) session: SessionId,
}

/// Writes a checked document as a session, completely or not at all. Replaces ids that
/// are already taken.
pub(super) fn write(
    connection: &mut Connection,
    arrival: &ImportTarget<'_>,
    bundle: SessionBundle,
    pictures: &[(ContentHash, Arc<[u8]>)],
) -> Result<(), StoreError> {
    let blobs = blobs::prepare(connection, pictures)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for blob in blobs {
        blobs::insert(&transaction, blob)?;
    }
    let bundle = with_free_ids(&transaction, arrival.session, bundle)?;
    session_row(&transaction, arrival, &bundle)?;
    rows(&transaction, arrival.session, &bundle)?;
    imported::keep(&transaction, arrival.session, &bundle.changes)?;
    transaction.commit()?;
    Ok(())
}

/// Returns the document under its new id, with new ids for those that are taken.
fn with_free_ids(
    connection: &Connection,
    session: SessionId,
    bundle: SessionBundle,
) -> Result<SessionBundle, StoreError> {
    let mut taken = BTreeMap::from([(bundle.session.id.to_string(), session.to_string())]);
    let mut look = |table: &str, ids: Vec<String>| -> Result<(), StoreError> {
        let sql = format!("SELECT 1 FROM {table} WHERE id = ?1");
        let mut statement = connection.prepare_cached(&sql)?;
        for id in ids {
            if statement.exists([&id])? {
                taken.insert(id, Uuid::now_v7().to_string());
            }
        }
        Ok(())
    };
    let ids = |ids: &mut dyn Iterator<Item = String>| ids.collect::<Vec<_>>();
    look(
        "messages",
        ids(&mut bundle.messages.iter().map(|row| row.id.to_string())),
    )?;
    look(
        "runs",
        ids(&mut bundle.runs.iter().map(|row| row.id.to_string())),
    )?;
    look(
        "steps",
        ids(&mut bundle.steps.iter().map(|row| row.id.to_string())),
    )?;
    look(
        "calls",
        ids(&mut bundle.calls.iter().map(|row| row.id.to_string())),
    )?;
    look(
        "prompts",
        ids(&mut bundle
            .questions
            .iter()
            .map(|row| row.question.id.to_string())),
    )?;
    look(
        "context_rows",
        ids(&mut bundle.context.iter().map(|row| row.id.to_string())),
    )?;
    look(
        "compactions",
        ids(&mut bundle.compactions.iter().map(|row| row.id.to_string())),
    )?;
    let mut value = serde_json::to_value(bundle)?;
    rename(&mut value, &taken);
    Ok(support::json::from_value(value)?)
}

/// Replaces ids wherever one is a whole value, but not in texts of the user or the agent.
fn rename(value: &mut Value, taken: &BTreeMap<String, String>) {
    const SAID: [&str; 8] = [
        "text",
        "content",
        "arguments",
        "base64",
        "summary",
        "draft",
        "inserted",
        "description",
    ];
    match value {
        Value::String(text) => {
            if let Some(free) = taken.get(text.as_str()) {
                text.clone_from(free);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, taken)),
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                if !SAID.contains(&name.as_str()) {
                    rename(value, taken);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn session_row(
    connection: &Connection,
    arrival: &ImportTarget<'_>,
    bundle: &SessionBundle,
) -> Result<(), StoreError> {
    let session = &bundle.session;
    let status = if session.archived {
        SessionStatus::Archived
    } else {
        SessionStatus::Idle
    };
    connection.execute(
        "INSERT INTO sessions (id, workspace, settings, policy, status, last_error, usage,
             duration_ms, window, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        params![
            arrival.session.to_string(),
            arrival.workspace.0,
            codec::json(&session.settings)?,
            codec::json(&session.policy)?,
            status.word(),
            session.last_error.as_ref().map(Notice::to_column),
            codec::json(&session.usage)?,
            codec::count(session.duration_ms),
            codec::json_or_null(session.window.as_ref())?,
            codec::nanoseconds(session.created_at),
            codec::nanoseconds(session.updated_at),
        ],
    )?;
    Ok(())
}

fn rows(
    connection: &Connection,
    session: SessionId,
    bundle: &SessionBundle,
) -> Result<(), StoreError> {
    // The tables' own write functions take the session from an event.
    let of = Event {
        seq: None,
        at: bundle.session.updated_at,
        session,
        run: None,
        fact: EventKind::SessionClosed,
    };
    for message in &bundle.messages {
        messages::upsert(connection, &of, message)?;
    }
    let id = session.to_string();
    for run in &bundle.runs {
        connection
            .prepare_cached(
                "INSERT INTO runs (id, session, message, status, started_at, finished_at, error, result)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                run.id.to_string(),
                id,
                run.message.to_string(),
                codec::word(&run.status)?,
                codec::nanoseconds(run.started_at),
                // An imported run has ended.
                codec::nanoseconds(run.finished_at.unwrap_or(run.started_at)),
                run.error.as_ref().map(Notice::to_column),
                codec::json_or_null(run.result.as_ref())?,
            ])?;
    }
    for step in &bundle.steps {
        connection
            .prepare_cached(
                "INSERT INTO steps (id, run, number, model, started_at, completed_at, usage)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                step.id.to_string(),
                step.run.to_string(),
                step.number,
                step.model,
                codec::nanoseconds(step.started_at),
                step.completed_at.map(codec::nanoseconds),
                codec::json_or_null(step.usage.as_ref())?,
            ])?;
    }
    calls_and_questions(connection, &id, bundle)?;
    for row in &bundle.context {
        inputs::include(connection, &of, row)?;
    }
    for compaction in &bundle.compactions {
        compactions::add(connection, &of, compaction)?;
    }
    for task in &bundle.tasks {
        tasks::add(connection, &of, task)?;
    }
    inputs::save_draft(connection, &of, &bundle.draft)
}

fn calls_and_questions(
    connection: &Connection,
    session: &str,
    bundle: &SessionBundle,
) -> Result<(), StoreError> {
    for call in &bundle.calls {
        connection
            .prepare_cached(
                "INSERT INTO calls (id, session, run, message, call, requested_at, started_at,
                     allowed_by, completed_at, result)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                call.id.to_string(),
                session,
                call.run.map(|run| run.to_string()),
                call.message.to_string(),
                codec::json(&call.call)?,
                codec::nanoseconds(call.requested_at),
                call.started_at.map(codec::nanoseconds),
                call.allowed_by.as_ref().map(Notice::to_column),
                codec::nanoseconds(call.completed_at.unwrap_or(call.requested_at)),
                codec::json_or_null(call.result.as_ref())?,
            ])?;
    }
    for prompt in &bundle.questions {
        connection
            .prepare_cached(
                "INSERT INTO prompts (id, session, run, prompt, answer, summary, closed_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                prompt.question.id.to_string(),
                session,
                prompt.question.run.to_string(),
                codec::json(&prompt.question)?,
                codec::json_or_null(prompt.answer.as_ref())?,
                prompt.summary.as_ref().map(Notice::to_column),
                codec::nanoseconds(prompt.closed_at),
            ])?;
    }
    Ok(())
}
