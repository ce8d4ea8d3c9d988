//! A file's change log as JSON, for bug reports and replay on another machine: `{"version": 1,
//! "base": TEXT or null, "entries": [...]}`. The protocol types define the form of the entries.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::log::{FileLog, LogFault};
use protocol::change::Entry;
use protocol::ids::{EntryId, FileId};

/// The version that this build writes, and the only one that it reads.
pub const VERSION: u32 = 1;

/// A change log outside the database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogExport {
    #[serde(default = "this_version")]
    pub version: u32,
    /// Text before the first entry; `null` if there was no file.
    pub base: Option<String>,
    /// The entries, oldest first.
    pub entries: Vec<Entry>,
}

/// Reason why an export cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The export has another version.
    #[error("the log has version {0}, this build reads {VERSION}; use the build that wrote it")]
    Version(u32),
    /// The export has entries of several files.
    #[error("entry {0} is of another file than the first; export one file at a time")]
    OtherFile(EntryId),
    /// The entries do not fit each other.
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
    /// Returns the log after checking every entry against its hashes.
    ///
    /// # Errors
    /// Fails if the export has another version, has entries of several files, or has entries that
    /// do not fit.
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
