//! Lists the sessions of other workspaces on this machine. Only reads their databases; never
//! changes or migrates them.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::error::StoreError;
use super::{lock, open, schema, sessions, state_file};
use protocol::ids::SessionId;
use protocol::query::KnownWorkspace;
use protocol::session::SessionSummary;
use protocol::session_list::{SessionFilter, SessionGroup};

/// Returns the sessions that are open in some process, by the locks in a workspace's
/// own folder. Blocks.
pub fn open_sessions(folder: &Path) -> Vec<SessionId> {
    lock::open_sessions(folder)
}

/// Adds to each listed session the process that has it open. Blocks.
pub fn put_processes(folder: &Path, sessions: &mut [SessionSummary]) {
    for session in sessions {
        session.pid = lock::process_of(folder, session.id);
    }
}

/// Returns the sessions of another workspace. `data` is the user's data folder, which has the
/// database if the workspace's own folder is not writable. Blocks.
pub fn sessions_of(known: &KnownWorkspace, data: &Path, filter: SessionFilter) -> SessionGroup {
    let folders = [
        known.root_path.join(".agentichat"),
        data.join("workspaces").join(&known.id.0),
    ];
    let mut there = folders.iter().map(|folder| (folder, state_file(folder)));
    let found = there.find(|(_, file)| file.is_file());
    let held = found
        .as_ref()
        .map_or_else(Vec::new, |(folder, _)| open_sessions(folder));
    let listed = match &found {
        Some((_, file)) => list(file, filter, &held),
        None => Ok(Vec::new()),
    };
    let (mut sessions, problem) = match listed {
        Ok(sessions) => (sessions, None),
        Err(error) => (Vec::new(), Some(error.notice())),
    };
    if let Some((folder, _)) = &found {
        put_processes(folder, &mut sessions);
    }
    SessionGroup {
        workspace: known.id.clone(),
        root: known.root_path.clone(),
        sessions,
        held,
        problem,
    }
}

fn list(
    file: &Path,
    filter: SessionFilter,
    held: &[SessionId],
) -> Result<Vec<SessionSummary>, StoreError> {
    open::refuse_strangers(file)?;
    let connection = open::open_reader(file).or_else(|_| read_only(file))?;
    let seen: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let known = u32::try_from(schema::STATE.migrations.len()).unwrap_or(u32::MAX);
    if seen < known {
        return Err(StoreError::Older {
            path: file.to_path_buf(),
        });
    }
    schema::STATE.check(&connection)?;
    let mut found = sessions::list(&connection, held)?;
    found.retain(|row| filter.takes(row.status));
    Ok(found)
}

/// Opens a database in a folder where no side files may be written.
fn read_only(file: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)
        .map_err(|error| StoreError::from(error).at(file))?;
    open::configure(&connection)?;
    Ok(connection)
}
