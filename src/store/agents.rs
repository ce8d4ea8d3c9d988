//! Table `agents`: the sub-agents of a session.

use rusqlite::{Connection, OptionalExtension, params};

use super::codec;
use super::error::StoreError;
use protocol::event::Event;
use protocol::ids::SessionId;
use protocol::sub_agent::{AgentList, SubAgent};

pub(super) fn add(
    connection: &Connection,
    event: &Event,
    agent: &SubAgent,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO agents (id, session, number, body) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![
            agent.id.to_string(),
            event.session.to_string(),
            agent.number,
            codec::json(agent)?,
        ])?;
    Ok(())
}

/// Writes the state of an agent after an event about it.
pub(super) fn change(
    connection: &Connection,
    event: &Event,
    agent: SessionId,
) -> Result<(), StoreError> {
    let known = connection
        .prepare_cached("SELECT body FROM agents WHERE id = ?1")?
        .query_row([agent.to_string()], |row| codec::value::<SubAgent>(row, 0))
        .optional()?;
    let Some(known) = known else { return Ok(()) };
    let mut list = AgentList::of(vec![known]);
    list.apply(&event.fact, event.at);
    for changed in list.iter() {
        connection
            .prepare_cached("UPDATE agents SET body = ?2 WHERE id = ?1")?
            .execute(params![agent.to_string(), codec::json(changed)?])?;
    }
    Ok(())
}

pub(super) fn list(connection: &Connection, session: SessionId) -> Result<AgentList, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT body FROM agents WHERE session = ?1 ORDER BY number")?;
    let rows = statement.query_map([session.to_string()], |row| codec::value(row, 0))?;
    Ok(AgentList::of(rows.collect::<Result<_, _>>()?))
}

/// Returns the sessions that have the conversations of a session's agents.
pub(super) fn conversations(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<SessionId>, StoreError> {
    let agents = list(connection, session)?;
    Ok(agents.iter().map(|agent| agent.id).collect())
}
