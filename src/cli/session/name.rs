//! Finds the session that an argument names.

use client::session_client::SessionClient;
use notice::{Notice, notice};
use protocol::ids::SessionId;
use protocol::session::SessionSummary;
use protocol::session_list::{ListScope, SessionFilter};
use redact::one_line;

use crate::cli::failure::Failure;

/// Minimum number of letters of an id's end that name a session.
const LETTERS: usize = 6;

/// Finds the session that is named by its id, by the end of it, or by its name.
pub(in crate::cli) async fn named(
    client: &SessionClient,
    name: &str,
) -> Result<SessionId, Failure> {
    if let Ok(id) = name.parse() {
        return Ok(id);
    }
    let filter = SessionFilter::All;
    let groups = client.sessions(filter, ListScope::Workspace).await?;
    meant(name, groups.iter().flat_map(|group| &group.sessions))
}

/// Finds the session that is named by the end of its id, or by its name.
pub(super) fn meant<'a>(
    name: &str,
    rows: impl Iterator<Item = &'a SessionSummary>,
) -> Result<SessionId, Failure> {
    let fits = |id: &SessionId, own: &str| {
        own == name || (name.len() >= LETTERS && id.to_string().ends_with(name))
    };
    let mut found = rows.filter(|row| fits(&row.id, &row.settings.name));
    match (found.next(), found.next()) {
        (Some(row), None) => Ok(row.id),
        (None, _) => Err(Failure::refused(no_session(name))),
        (Some(_), Some(_)) => Err(Failure::usage(notice!(
            "cli-session-ambiguous",
            word = name
        ))),
    }
}

/// Returns the message for a name that no session has.
pub(super) fn no_session(name: &str) -> Notice {
    notice!("cli-no-session", word = one_line(name))
}
