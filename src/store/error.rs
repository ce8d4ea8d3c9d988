//! Database errors, with messages that say what to do next.
//!
//! Sorts SQLite's codes into kinds in one place, so that no caller looks at the codes.

use std::path::PathBuf;

use rusqlite::ErrorCode as Code;

use crate::protocol::ids::{ContentHash, Seq};

/// A failed operation of a store. A failed commit has changed nothing and the store stays usable.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder or the database in it is not writable.
    #[error(
        "{} cannot be written ({reason}); make it writable, or go on with the state kept elsewhere",
        path.display()
    )]
    Unwritable {
        /// Path to write.
        path: PathBuf,
        /// Message of the system.
        reason: String,
    },
    /// The folder or the database is a symbolic link, which a repository could have planted.
    #[error("{} is a symbolic link and is not followed; put a real folder in its place", path.display())]
    Linked { path: PathBuf },
    /// A newer build created the database.
    #[error(
        "{database} was made by a newer agentichat (version {found}, this build knows {known}); \
         update agentichat, or move the file away to begin anew"
    )]
    Newer {
        database: String,
        found: u32,
        /// Newest version that this build knows.
        known: u32,
    },
    /// The disk is full; the transaction was rolled back.
    #[error("the disk is full and nothing was saved; free some space, then try again")]
    Full,
    /// Another process locked the database for too long.
    #[error("the database is in use by another process; try again in a moment")]
    Busy,
    /// The database file is damaged.
    #[error("the database is damaged ({reason}); start agentichat again, it moves the file aside")]
    Corrupt {
        /// Message of SQLite.
        reason: String,
    },
    /// Another process has used these numbers. Number the events again from `last` on and
    /// commit them again.
    #[error("another process has logged events up to {}; number anew and commit again", last.0)]
    Renumber {
        /// Last number in the log.
        last: Seq,
    },
    /// A persistent event has no number.
    #[error("an event that is to be kept has no number; this is a bug, please report it")]
    Unnumbered,
    /// The bytes of a blob do not match its hash.
    #[error("the stored text {hash} is damaged; it cannot be used as a base any more")]
    DamagedBlob {
        /// Hash that the blob is stored under.
        hash: ContentHash,
    },
    /// A value cannot be written or read.
    #[error("a stored value cannot be understood ({0}); it may come from another version")]
    Value(#[from] serde_json::Error),
    /// The store's thread has ended.
    #[error("the store has stopped; start agentichat again with --continue")]
    Stopped,
    /// Any other error of the system.
    #[error("the store could not read or write {}: {source}", path.display())]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    /// Another workspace's database with an older schema, which this build has not migrated.
    #[error("{} was written by an earlier version; open that workspace once", path.display())]
    Older { path: PathBuf },
    /// Any other error of SQLite.
    #[error("the database failed: {0}; the log file has more")]
    Sqlite(#[source] rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let reason = error.to_string();
        match error.sqlite_error_code() {
            Some(Code::DiskFull) => Self::Full,
            Some(Code::DatabaseBusy | Code::DatabaseLocked) => Self::Busy,
            Some(Code::DatabaseCorrupt | Code::NotADatabase) => Self::Corrupt { reason },
            Some(Code::ReadOnly | Code::CannotOpen | Code::PermissionDenied) => Self::Unwritable {
                path: PathBuf::from("the database"),
                reason,
            },
            _ => Self::Sqlite(error),
        }
    }
}

/// Whether a retry can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultDuration {
    /// The cause can go away while the program runs: a full disk, a lock, a device
    /// that answers again.
    MayPass,
    /// A retry gives the same error.
    ForEver,
}

impl StoreError {
    /// Returns whether the error may be temporary. Errors not known to be temporary
    /// count as permanent.
    pub fn lasting(&self) -> FaultDuration {
        match self {
            Self::Full | Self::Busy | Self::Renumber { .. } | Self::Io { .. } => {
                FaultDuration::MayPass
            }
            Self::Sqlite(error) => match error.sqlite_error_code() {
                // SQLite reports an exceeded quota or file size limit as an input/output error.
                Some(
                    Code::SystemIoFailure
                    | Code::OutOfMemory
                    | Code::OperationInterrupted
                    | Code::OperationAborted
                    | Code::SchemaChanged
                    | Code::FileLockingProtocolFailed,
                ) => FaultDuration::MayPass,
                _ => FaultDuration::ForEver,
            },
            _ => FaultDuration::ForEver,
        }
    }

    /// Adds the path to an error that has a path field without a value.
    #[must_use]
    pub(crate) fn at(self, file: &std::path::Path) -> Self {
        match self {
            Self::Unwritable { reason, .. } => Self::Unwritable {
                path: file.to_path_buf(),
                reason,
            },
            other => other,
        }
    }

    /// Converts a file system error, sorted by what the user can do about it.
    pub(crate) fn io(path: &std::path::Path, source: std::io::Error) -> Self {
        use std::io::ErrorKind as Kind;
        match source.kind() {
            Kind::PermissionDenied
            | Kind::ReadOnlyFilesystem
            | Kind::NotADirectory
            | Kind::AlreadyExists => Self::Unwritable {
                path: path.to_path_buf(),
                reason: source.to_string(),
            },
            Kind::StorageFull | Kind::QuotaExceeded => Self::Full,
            _ => Self::Io {
                path: path.to_path_buf(),
                source,
            },
        }
    }
}
