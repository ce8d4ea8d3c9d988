//! Errors of the memory, with messages that say what to do next.

use notice::{Notice, notice};
use store::StoreError;

use crate::item::ItemFault;
use protocol::ids::MemoryId;
use protocol::memory::short_id;

/// A failed operation of the memory, which has changed nothing.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum MemoryError {
    Store(#[from] StoreError),
    /// The item cannot be stored as it is.
    Fault(#[from] ItemFault),
    /// No item has this id.
    Unknown {
        /// Id as it was written.
        id: String,
    },
    /// Several items have an id with this end.
    Ambiguous {
        /// Id as it was written.
        id: String,
    },
    /// Another item has this text already.
    Repeats {
        other: MemoryId,
    },
}

impl From<rusqlite::Error> for MemoryError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

impl MemoryError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Store(error) => error.notice(),
            Self::Fault(fault) => fault.notice(),
            Self::Unknown { id } => notice!("memory-unknown", word = redact::one_line(id)),
            Self::Ambiguous { id } => notice!("memory-ambiguous", word = redact::one_line(id)),
            Self::Repeats { other } => notice!("memory-repeats", word = short_id(*other)),
        }
    }
}
