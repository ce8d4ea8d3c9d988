//! Database errors, with messages that say what to do next.
//!
//! Sorts SQLite's codes into kinds in one place, so that no caller looks at the codes.

use std::path::PathBuf;

use rusqlite::ErrorCode as Code;

use notice::{Notice, notice};
use protocol::ids::{ContentHash, Seq};

/// A failed operation of a store. A failed commit has changed nothing and the store stays usable.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum StoreError {
    /// The folder or the database in it is not writable.
    Unwritable {
        /// Path to write; `None` for a database whose path is not known here.
        path: Option<PathBuf>,
        /// Message of the system.
        reason: Notice,
    },
    /// The folder or the database is a symbolic link, which a repository could have planted.
    Linked {
        path: PathBuf,
    },
    /// A newer build created the database.
    Newer {
        database: String,
        found: u32,
        /// Newest version that this build knows.
        known: u32,
    },
    /// The disk is full; the transaction was rolled back.
    Full,
    /// Another process held the lock of the database for too long.
    Busy,
    /// The database file is damaged.
    Corrupt {
        /// Message of SQLite.
        reason: Notice,
    },
    /// Another process has used these numbers. Number the events again from `last` on and commit
    /// again.
    Renumber {
        /// Last number in the log.
        last: Seq,
    },
    /// A persistent event has no number.
    Unnumbered,
    /// The bytes of a blob do not match its hash.
    DamagedBlob {
        /// Hash that the blob is stored under.
        hash: ContentHash,
    },
    /// A value cannot be written or read.
    Value(#[from] serde_json::Error),
    /// The store's thread has ended.
    Stopped,
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    /// Another workspace's database with an older schema, which this build has not migrated.
    Older {
        path: PathBuf,
    },
    Sqlite(#[source] rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let reason = Notice::text(error.to_string());
        match error.sqlite_error_code() {
            Some(Code::DiskFull) => Self::Full,
            Some(Code::DatabaseBusy | Code::DatabaseLocked) => Self::Busy,
            Some(Code::DatabaseCorrupt | Code::NotADatabase) => Self::Corrupt { reason },
            Some(Code::ReadOnly | Code::CannotOpen | Code::PermissionDenied) => {
                Self::Unwritable { path: None, reason }
            }
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
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Unwritable {
                path: Some(path),
                reason,
            } => notice!("told-store-unwritable", path = path.display(), why = reason),
            Self::Unwritable { path: None, reason } => {
                notice!("told-store-database-unwritable", why = reason)
            }
            Self::Linked { path } => notice!("told-store-linked", path = path.display()),
            Self::Newer {
                database,
                found,
                known,
            } => notice!("told-store-newer", path = database, found, number = known),
            Self::Full => notice!("told-store-full"),
            Self::Busy => notice!("told-store-busy"),
            Self::Corrupt { reason } => notice!("told-store-damaged", rest = reason),
            Self::Renumber { last } => notice!("told-store-renumber", number = last.0),
            Self::Unnumbered => notice!("told-store-unnumbered"),
            Self::DamagedBlob { hash } => {
                notice!("told-store-text-damaged", word = hash.to_string())
            }
            Self::Value(error) => notice!("told-store-value", rest = error.to_string()),
            Self::Stopped => notice!("told-store-stopped"),
            Self::Io { path, source } => {
                notice!("told-store-io", path = path.display(), why = source)
            }
            Self::Older { path } => notice!("told-store-older", path = path.display()),
            Self::Sqlite(error) => notice!("told-store-failed", rest = error.to_string()),
        }
    }

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
    pub fn at(self, file: &std::path::Path) -> Self {
        match self {
            Self::Unwritable { reason, .. } => Self::Unwritable {
                path: Some(file.to_path_buf()),
                reason,
            },
            other => other,
        }
    }

    /// Converts a file system error to the variant that names the user's remedy.
    pub(crate) fn io(path: &std::path::Path, source: std::io::Error) -> Self {
        use std::io::ErrorKind as Kind;
        match source.kind() {
            Kind::PermissionDenied
            | Kind::ReadOnlyFilesystem
            | Kind::NotADirectory
            | Kind::AlreadyExists => Self::Unwritable {
                path: Some(path.to_path_buf()),
                reason: Notice::from(&source),
            },
            Kind::StorageFull | Kind::QuotaExceeded => Self::Full,
            _ => Self::Io {
                path: path.to_path_buf(),
                source,
            },
        }
    }
}
