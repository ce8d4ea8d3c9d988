//! A session as a whole, from the tables.

use std::collections::HashMap;

use rusqlite::Connection;

use super::error::StoreError;
use super::{compactions, inputs, messages, prompts, runs, sessions};
use crate::protocol::ids::{RunId, SessionId};
use crate::protocol::session::{AnsweredPrompt, RunOutline, SessionSnapshot};

/// All that a front end needs to show a session; `None` where there is no such session.
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
    Ok(Some(SessionSnapshot {
        summary,
        policy,
        messages: messages::list(connection, session)?,
        run: runs::list(connection, session, 1)?.pop(),
        runs: outlines(connection, session)?,
        prompts: prompts::open_ones(connection, session)?,
        queued: inputs::queued(connection, session)?,
        context: inputs::context(connection, session)?,
        compactions: compactions::list(connection, session)?,
        window,
    }))
}

/// The runs, oldest first, with what was asked and answered in them.
fn outlines(connection: &Connection, session: SessionId) -> Result<Vec<RunOutline>, StoreError> {
    let mut answered: HashMap<RunId, Vec<AnsweredPrompt>> = HashMap::new();
    for record in prompts::list(connection, session)? {
        let (Some(answer), Some(at)) = (record.answer, record.closed_at) else {
            continue;
        };
        let of_run = answered.entry(record.prompt.run).or_default();
        of_run.push(AnsweredPrompt {
            call: record.prompt.call,
            tool: record.prompt.tool,
            summary: record.summary.unwrap_or_default(),
            answer,
            at,
        });
    }
    let mut found = Vec::new();
    for run in runs::list(connection, session, usize::MAX)?.iter().rev() {
        let answered = answered.remove(&run.id).unwrap_or_default();
        found.push(RunOutline::of(run, answered));
    }
    Ok(found)
}
