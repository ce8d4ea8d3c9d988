//! Stores that a team shares. The local database is the truth; a shared store gets copies of the user's kept items
//! and gives those of colleagues, which wait in the inbox.
//!
//! Each store only speaks its protocol. [`guarded`] bounds and checks what any of them says, [`round`] decides
//! what is sent and received.

pub mod address;
pub mod consent;
pub mod guarded;
pub mod mcp;
mod outbox;
#[cfg(feature = "postgres")]
pub mod postgres;
pub mod qdrant;
pub mod round;
pub mod worker;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use notice::{Notice, notice};
use protocol::ids::MemoryId;
use protocol::memory::MemoryKind;
use redact::Secret;
use serde::{Deserialize, Serialize};

use crate::vectors::ModelIdentity;
use address::ShareAddress;

/// Begin of the names of collections.
const PREFIX: &str = "agentichat_";

/// The items of one model in a shared store: vectors of different models cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    /// The model of its vectors; without one, items have none.
    pub model: Option<ModelIdentity>,
}

impl Collection {
    /// Returns the name, of letters, digits and `_` only.
    pub fn name(&self) -> String {
        match &self.model {
            Some(model) => {
                let digest = model.digest.chars().filter(char::is_ascii_alphanumeric);
                let digest: String = digest.take(16).collect();
                format!("{PREFIX}{}_{}", digest.to_lowercase(), model.dimension)
            }
            None => format!("{PREFIX}text"),
        }
    }

    /// Returns the length of its vectors; 0 for none.
    pub fn dimension(&self) -> usize {
        let dimension = self.model.as_ref().map_or(0, |model| model.dimension);
        usize::try_from(dimension).unwrap_or(usize::MAX)
    }
}

/// An item as it leaves this machine and comes from others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SharedItem {
    pub id: MemoryId,
    pub kind: MemoryKind,
    pub text: String,
    #[serde(default)]
    pub tags: Vec<String>,
    /// Name of the project in which it counts; empty for every one.
    #[serde(default)]
    pub project: String,
    /// Time of creation, in seconds since 1970.
    #[serde(default)]
    pub created: i64,
    /// Grows with each change of the item.
    #[serde(default)]
    pub version: i64,
    /// Empty in a collection without a model, and in answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vector: Vec<f32>,
}

/// A question for the nearest items.
#[derive(Debug, Clone, PartialEq)]
pub struct NearestQuestion {
    pub vector: Vec<f32>,
    /// The project; items of every project count too.
    pub project: String,
    pub most: usize,
}

/// Why a shared store did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum SharedError {
    /// It did not answer, or said that it cannot now; a later attempt may succeed.
    Away { reason: Notice },
    /// It refused, and will refuse again.
    Refused { reason: Notice },
    /// Its answer is none to the question.
    Broken { reason: Notice },
}

impl SharedError {
    /// An answer that does not have the form of its protocol.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "`map_err` hands over the error itself"
    )]
    pub(crate) fn broken(reason: impl ToString) -> Self {
        let reason = redact::one_line(&reason.to_string());
        Self::Broken {
            reason: Notice::text(reason),
        }
    }

    /// A failure of the way to the store.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "`map_err` hands over the error itself"
    )]
    pub(crate) fn away(reason: impl ToString) -> Self {
        let reason = redact::one_line(&reason.to_string());
        Self::Away {
            reason: Notice::text(reason),
        }
    }

    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Away { reason } => notice!("memory-shared-away", why = reason),
            Self::Refused { reason } => notice!("memory-shared-refused", why = reason),
            Self::Broken { reason } => notice!("memory-shared-broken", why = reason),
        }
    }
}

/// A future of a shared store.
pub type Answering<'a, T> = BoxFuture<'a, Result<T, SharedError>>;

/// A store that several people share. Writes are idempotent: an id has at most one item.
pub trait SharedStore: Send + Sync {
    /// Creates a collection if it is missing.
    fn prepare<'a>(&'a self, collection: &'a Collection) -> Answering<'a, ()>;

    /// Stores items, in place of those with their ids.
    fn upsert<'a>(
        &'a self,
        collection: &'a Collection,
        items: &'a [SharedItem],
    ) -> Answering<'a, ()>;

    /// Removes items; those that are not there count as removed.
    fn remove<'a>(&'a self, collection: &'a Collection, ids: &'a [MemoryId]) -> Answering<'a, ()>;

    /// Returns at most this many ids of a project and of every project, in ascending order, after an id.
    fn ids<'a>(
        &'a self,
        collection: &'a Collection,
        project: &'a str,
        after: Option<MemoryId>,
        most: usize,
    ) -> Answering<'a, Vec<MemoryId>>;

    /// Returns those of these items that are there.
    fn get<'a>(
        &'a self,
        collection: &'a Collection,
        ids: &'a [MemoryId],
    ) -> Answering<'a, Vec<SharedItem>>;

    /// Returns the nearest items, the nearest first. Without a model there are none.
    fn nearest<'a>(
        &'a self,
        collection: &'a Collection,
        question: &'a NearestQuestion,
    ) -> Answering<'a, Vec<SharedItem>>;
}

/// Makes the store at an address. `tools` calls tools of MCP servers; `secret` is the key or password.
///
/// # Errors
/// If this build has no such store, or there is nobody who calls tools.
pub fn store_at(
    address: &ShareAddress,
    secret: Option<&Secret>,
    tools: Option<Arc<dyn mcp::ToolCaller>>,
) -> Result<Arc<dyn SharedStore>, Notice> {
    match address {
        ShareAddress::Qdrant(url) => {
            let store = qdrant::QdrantStore::new(url, secret)?;
            Ok(Arc::new(guarded::Guarded::new(store)))
        }
        #[cfg(feature = "postgres")]
        ShareAddress::Postgres(place) => {
            let store = postgres::PostgresStore::new(place.clone(), secret.cloned())?;
            Ok(Arc::new(guarded::Guarded::new(store)))
        }
        #[cfg(not(feature = "postgres"))]
        ShareAddress::Postgres(_) => Err(notice!("memory-no-postgres")),
        ShareAddress::Mcp(server) => {
            let tools = tools.ok_or_else(|| notice!("memory-no-tools", server))?;
            let store = mcp::McpStore::new(server.clone(), tools);
            Ok(Arc::new(guarded::Guarded::new(store)))
        }
    }
}
