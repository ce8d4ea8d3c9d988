//! Establishes whether a workspace's database belongs to this user. The database lies in the
//! repository, so an archive may contain one, with a mode and rules that let every call run without
//! approval. An unguessable id is stored in the database and in the user's own database:
//! permissions in the former count only if both have it. Both tables are created if they are
//! missing, so that earlier builds can still read the databases.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use uuid::Uuid;

use super::error::StoreError;
use super::global::GlobalStore;
use super::{Store, codec, worker};
use notice::notice;
use protocol::approval::PolicyState;
use protocol::ids::WorkspaceId;
use protocol::session::SessionSettings;

const OF_STATE: &str = "CREATE TABLE IF NOT EXISTS database_id (id TEXT NOT NULL)";
const OF_USER: &str = "CREATE TABLE IF NOT EXISTS workspace_databases (
    id TEXT NOT NULL PRIMARY KEY, workspace TEXT NOT NULL)";

/// The user's own database's record of a workspace and its database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseTrust {
    /// The same workspace with the same database.
    Database,
    /// The workspace, from before databases had ids.
    Workspace,
    /// Neither, or the workspace with another database.
    None,
}

/// Removes from a policy everything that may run without approval; returns whether
/// there was anything.
pub type WithoutPermissions = fn(&mut PolicyState) -> bool;

impl Store {
    /// Returns the database's id; `None` if it has none yet. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn database_id(&self) -> Result<Option<String>, StoreError> {
        worker::wait(self.writer.run(|connection| {
            connection.execute_batch(OF_STATE)?;
            let id = connection.query_row("SELECT id FROM database_id", [], |row| row.get(0));
            Ok(id.optional()?)
        }))
    }

    /// Gives the database a new id, replacing an old one. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn set_database_id(&self, id: Uuid) -> Result<(), StoreError> {
        worker::wait(self.writer.run(move |connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute_batch(OF_STATE)?;
            transaction.execute("DELETE FROM database_id", [])?;
            transaction.execute("INSERT INTO database_id VALUES (?1)", [id.to_string()])?;
            Ok(transaction.commit()?)
        }))
    }

    /// Removes the permissions from every session. Returns the number of sessions that had any.
    /// Blocks.
    ///
    /// # Errors
    /// See [`StoreError`]; also fails if the database does not take the change.
    pub fn strip_permissions(&self, without: WithoutPermissions) -> Result<usize, StoreError> {
        worker::wait(self.writer.run(move |connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let changed = change_policies(&transaction, without)?;
            // Checks again, because a crafted table may have ignored the change.
            if changed > 0 && change_policies(&transaction, without)? > 0 {
                return Err(StoreError::Corrupt {
                    reason: notice!("told-store-fixed-settings"),
                });
            }
            transaction.commit()?;
            Ok(changed)
        }))
    }
}

fn change_policies(
    connection: &Connection,
    without: WithoutPermissions,
) -> Result<usize, StoreError> {
    let mut changed = 0;
    let mut statement = connection.prepare("SELECT rowid, policy, settings FROM sessions")?;
    let rows = statement.query_map([], |row| {
        let policy: PolicyState = codec::value(row, 1)?;
        let settings: SessionSettings = codec::value(row, 2)?;
        Ok((row.get::<_, i64>(0)?, policy, settings))
    })?;
    // An unreadable row is no session that could be opened.
    let rows: Vec<_> = rows.filter_map(Result::ok).collect();
    for (row, mut policy, mut settings) in rows {
        let had_leave = without(&mut policy);
        if !had_leave && settings.mode == policy.mode && settings.known_as.is_empty() {
            continue;
        }
        settings.mode = policy.mode;
        // `known_as` names a conversation of the `claude` program, which is another way to
        // the old permissions.
        settings.known_as.clear();
        connection.execute(
            "UPDATE sessions SET policy = ?2, settings = ?3 WHERE rowid = ?1",
            params![row, codec::json(&policy)?, codec::json(&settings)?],
        )?;
        changed += 1;
    }
    Ok(changed)
}

impl GlobalStore {
    /// Looks up the user's own record of a workspace's database. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn acquaintance(
        &self,
        workspace: &WorkspaceId,
        root: &Path,
        database: Option<&str>,
    ) -> Result<DatabaseTrust, StoreError> {
        let workspace = workspace.0.clone();
        let root = root.to_string_lossy().into_owned();
        let database = database.map(str::to_owned);
        worker::wait(self.worker().run(move |connection| {
            connection.execute_batch(OF_USER)?;
            let has = |sql: &str, values: &[&str]| -> Result<bool, StoreError> {
                let mut statement = connection.prepare(sql)?;
                Ok(statement.exists(rusqlite::params_from_iter(values))?)
            };
            Ok(match database {
                // Matches by id alone, because the workspace may have been moved.
                Some(id) if has("SELECT 1 FROM workspace_databases WHERE id = ?1", &[&id])? => {
                    DatabaseTrust::Database
                }
                Some(_) => DatabaseTrust::None,
                None if has(
                    "SELECT 1 FROM workspaces w WHERE w.id = ?1 AND w.root_path = ?2
                     AND NOT EXISTS (SELECT 1 FROM workspace_databases d WHERE d.workspace = ?1)",
                    &[&workspace, &root],
                )? =>
                {
                    DatabaseTrust::Workspace
                }
                None => DatabaseTrust::None,
            })
        }))
    }

    /// Records the id of a workspace's database. Blocks.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn know_database(&self, workspace: &WorkspaceId, id: Uuid) -> Result<(), StoreError> {
        let workspace = workspace.0.clone();
        worker::wait(self.worker().run(move |connection| {
            connection.execute_batch(OF_USER)?;
            connection.execute(
                "INSERT OR REPLACE INTO workspace_databases (id, workspace) VALUES (?1, ?2)",
                params![id.to_string(), workspace],
            )?;
            Ok(())
        }))
    }
}
