//! Versions of the databases: lists the migrations and runs those that a file lacks.

use rusqlite::{Connection, TransactionBehavior};

use super::error::StoreError;

/// A database's migrations, oldest first. `user_version` is the number of migrations that were run.
pub struct Schema {
    /// Name of the database in errors.
    pub name: &'static str,
    pub migrations: &'static [&'static str],
}

/// The workspace's database.
pub(super) const STATE: Schema = Schema {
    name: "state.db",
    migrations: &[
        include_str!("../../assets/migrations/0001_state.sql"),
        include_str!("../../assets/migrations/0002_review.sql"),
        include_str!("../../assets/migrations/0003_kept.sql"),
        include_str!("../../assets/migrations/0004_compactions.sql"),
        include_str!("../../assets/migrations/0005_sessions.sql"),
        include_str!("../../assets/migrations/0006_note.sql"),
        include_str!("../../assets/migrations/0007_imported.sql"),
        include_str!("../../assets/migrations/0008_stream_pieces.sql"),
        include_str!("../../assets/migrations/0009_delivery.sql"),
        include_str!("../../assets/migrations/0010_tasks.sql"),
        include_str!("../../assets/migrations/0011_agents.sql"),
    ],
};

/// The database of all workspaces.
pub(super) const GLOBAL: Schema = Schema {
    name: "global.db",
    migrations: &[
        include_str!("../../assets/migrations/global/0001_workspaces.sql"),
        include_str!("../../assets/migrations/global/0002_catalogue.sql"),
        include_str!("../../assets/migrations/global/0003_pictures.sql"),
    ],
};

impl Schema {
    /// Runs the missing migrations, all or none.
    ///
    /// # Errors
    /// [`StoreError::Newer`] if the database has more migrations than this build knows.
    pub(super) fn migrate(&self, connection: &mut Connection) -> Result<(), StoreError> {
        let known = u32::try_from(self.migrations.len()).unwrap_or(u32::MAX);
        if self.version(connection, known)? == known {
            return Ok(());
        }
        // Checks again under the lock, because another process may have migrated in between.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found = self.version(&transaction, known)?;
        let done = usize::try_from(found).unwrap_or(usize::MAX);
        for script in self.migrations.iter().skip(done) {
            transaction.execute_batch(script)?;
        }
        transaction.pragma_update(None, "user_version", known)?;
        transaction.commit()?;
        Ok(())
    }

    /// Refuses a database that has more migrations than this build knows.
    ///
    /// # Errors
    /// [`StoreError::Newer`].
    pub(super) fn check(&self, connection: &Connection) -> Result<(), StoreError> {
        let known = u32::try_from(self.migrations.len()).unwrap_or(u32::MAX);
        self.version(connection, known).map(drop)
    }

    fn version(&self, connection: &Connection, known: u32) -> Result<u32, StoreError> {
        let found: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if found > known {
            return Err(StoreError::Newer {
                database: self.name.to_owned(),
                found,
                known,
            });
        }
        Ok(found)
    }
}
