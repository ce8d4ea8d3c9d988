//! Table `tasks`: the plan of a session. A deleted task keeps its row without a body.

use rusqlite::{Connection, params};

use super::codec;
use super::error::StoreError;
use protocol::event::Event;
use protocol::ids::SessionId;
use protocol::task::{Task, TaskId, TaskList};

pub(super) fn add(connection: &Connection, event: &Event, task: &Task) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO tasks (session, number, body, changed_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (session, number) DO UPDATE SET body = ?3, changed_at = ?4
             WHERE body IS NULL",
        )?
        .execute(params![
            event.session.to_string(),
            task.id.0,
            codec::json(task)?,
            codec::nanoseconds(event.at),
        ])?;
    Ok(())
}

pub(super) fn change(
    connection: &Connection,
    event: &Event,
    task: &Task,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE tasks SET body = ?3, changed_at = ?4
             WHERE session = ?1 AND number = ?2 AND body IS NOT NULL",
        )?
        .execute(params![
            event.session.to_string(),
            task.id.0,
            codec::json(task)?,
            codec::nanoseconds(event.at),
        ])?;
    Ok(())
}

pub(super) fn delete(connection: &Connection, event: &Event, id: TaskId) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE tasks SET body = NULL, changed_at = ?3
             WHERE session = ?1 AND number = ?2 AND body IS NOT NULL",
        )?
        .execute(params![
            event.session.to_string(),
            id.0,
            codec::nanoseconds(event.at),
        ])?;
    Ok(())
}

pub(super) fn list(connection: &Connection, session: SessionId) -> Result<TaskList, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT number, body, changed_at FROM tasks WHERE session = ?1")?;
    let rows = statement.query_map([session.to_string()], |row| {
        Ok((
            TaskId(row.get(0)?),
            codec::value_or_null::<Task>(row, 1)?,
            codec::time(row, 2)?,
        ))
    })?;
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    let last = rows.iter().map(|(id, ..)| *id).max().unwrap_or_default();
    let changed = rows.iter().map(|(.., at)| *at).max();
    let tasks = rows.into_iter().filter_map(|(_, task, _)| task).collect();
    Ok(TaskList::of(tasks, last, changed))
}
