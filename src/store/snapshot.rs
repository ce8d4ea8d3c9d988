//! Loads a complete session from the tables.

use std::collections::HashMap;

use rusqlite::Connection;

use super::error::StoreError;
use super::{agents, checkpoints, compactions, inputs, messages, questions, runs, sessions, tasks};
use protocol::ids::{RunId, SessionId};
use protocol::session::{AnsweredQuestion, Run, RunOutline, SessionSnapshot};

/// Returns everything that a front end needs to show a session; `None` if there is no such session.
pub(super) fn load(
    connection: &Connection,
    session: SessionId,
) -> Result<Option<SessionSnapshot>, StoreError> {
    let Some(summary) = sessions::one(connection, session)? else {
        return Ok(None);
    };
    let Some((policy, window)) = sessions::policy_and_window(connection, session)? else {
        return Ok(None);
    };
    // The list has the latest run first.
    let runs = runs::list(connection, session, usize::MAX)?;
    Ok(Some(SessionSnapshot {
        summary,
        policy,
        messages: messages::list(connection, session)?,
        runs: outlines(connection, session, &runs)?,
        run: runs.into_iter().next(),
        questions: questions::open_ones(connection, session)?,
        queued: inputs::queued(connection, session)?,
        context: inputs::context(connection, session)?,
        compactions: compactions::list(connection, session)?,
        tasks: tasks::list(connection, session)?,
        agents: agents::list(connection, session)?,
        window,
        checkpoint: checkpoints::last_number_of(connection, session)?,
    }))
}

/// Returns the runs, oldest first, with the answered questions of each.
fn outlines(
    connection: &Connection,
    session: SessionId,
    runs: &[Run],
) -> Result<Vec<RunOutline>, StoreError> {
    let mut answered: HashMap<RunId, Vec<AnsweredQuestion>> = HashMap::new();
    for (run, question) in questions::answered(connection, session)? {
        answered.entry(run).or_default().push(question);
    }
    Ok(runs
        .iter()
        .rev()
        .map(|run| {
            let answered = answered.remove(&run.id).unwrap_or_default();
            RunOutline::of(run, answered)
        })
        .collect())
}
