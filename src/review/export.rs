//! A file's change log as JSON, to be kept in a bug report and replayed elsewhere:
//! `{"version": 1, "base": TEXT or null, "entries": [...]}`, the entries as in the vocabulary.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::log::{FileLog, LogFault};
use crate::protocol::change::Entry;
use crate::protocol::ids::{EntryId, FileId};

/// The version that this build writes, and the only one that it reads.
pub const VERSION: u32 = 1;

/// A change log outside the database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogExport {
    /// [`VERSION`]. May be left out.
    #[serde(default = "this_version")]
    pub version: u32,
    /// The text before the first entry; `null` where there was no file.
    pub base: Option<String>,
    /// What was done, oldest first.
    pub entries: Vec<Entry>,
}

/// Why an export cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// It is of another version.
    #[error("the log has version {0}, this build reads {VERSION}; use the build that wrote it")]
    Version(u32),
    /// It holds entries of several files.
    #[error("entry {0} is of another file than the first; export one file at a time")]
    OtherFile(EntryId),
    /// Its entries do not fit each other.
    #[error(transparent)]
    Fault(#[from] LogFault),
}

impl From<&FileLog> for LogExport {
    fn from(log: &FileLog) -> Self {
        Self {
            version: VERSION,
            base: log.base.as_deref().map(str::to_owned),
            entries: log.entries.clone(),
        }
    }
}

impl LogExport {
    /// The log, with every entry checked against its hashes.
    ///
    /// # Errors
    /// If it is of another version, of several files, or its entries do not fit.
    pub fn into_log(self) -> Result<FileLog, ExportError> {
        if self.version != VERSION {
            return Err(ExportError::Version(self.version));
        }
        let file = self.entries.first().map(|entry| entry.file);
        let other = self.entries.iter().find(|entry| Some(entry.file) != file);
        if let Some(other) = other {
            return Err(ExportError::OtherFile(other.id));
        }
        let mut log = FileLog::new(file.unwrap_or(FileId(Uuid::nil())), self.base);
        log.entries = self.entries;
        log.verify()?;
        Ok(log)
    }
}

fn this_version() -> u32 {
    VERSION
}
