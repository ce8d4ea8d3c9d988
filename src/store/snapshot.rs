//! A session as a whole, from the tables.

use rusqlite::Connection;

use super::error::StoreError;
use super::{compactions, inputs, messages, prompts, runs, sessions};
use crate::protocol::ids::SessionId;
use crate::protocol::session::SessionSnapshot;

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
        prompts: prompts::open_ones(connection, session)?,
        queued: inputs::queued(connection, session)?,
        context: inputs::context(connection, session)?,
        compactions: compactions::list(connection, session)?,
        window,
    }))
}
