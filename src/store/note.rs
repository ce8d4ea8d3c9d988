//! Table `note`: one Markdown text for a workspace.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::error::StoreError;
use super::{Store, codec};

impl Store {
    /// Returns the workspace's note; empty if there is none.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn note(&self) -> Result<String, StoreError> {
        let workspace = self.workspace.0.clone();
        self.readers.read(move |from| read(from, &workspace)).await
    }

    /// Replaces the note if it still equals `base`. Otherwise changes nothing and returns the
    /// present note.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn replace_note(
        &self,
        base: String,
        text: String,
    ) -> Result<Result<(), String>, StoreError> {
        let workspace = self.workspace.0.clone();
        let at = jiff::Timestamp::now();
        let replace = move |connection: &mut Connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let found = read(&transaction, &workspace)?;
            if found != base {
                return Ok(Err(found));
            }
            transaction.execute(
                "INSERT INTO note (workspace, text, changed_at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (workspace) DO UPDATE SET text = ?2, changed_at = ?3",
                params![workspace, text, codec::nanoseconds(at)],
            )?;
            transaction.commit()?;
            Ok(Ok(()))
        };
        self.writer.run(replace).await
    }
}

fn read(connection: &Connection, workspace: &str) -> Result<String, StoreError> {
    let mut statement = connection.prepare_cached("SELECT text FROM note WHERE workspace = ?1")?;
    let found = statement
        .query_row([workspace], |row| row.get(0))
        .optional()?;
    Ok(found.unwrap_or_default())
}
