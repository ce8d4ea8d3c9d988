//! What the user and the agent remember beyond a session, of all workspaces, in `memory.db`.
//!
//! Owns the items and what may be stored, the decisions of inbox and recall ([`rules`]), the database,
//! the search, and the stores that a team shares ([`shared`]). Nothing is stored or sent unmasked.
//! Knows no provider, no MCP and no screen: the caller hands over an embedder and a caller of tools.

pub mod changes;
mod database;
mod embedding;
mod error;
mod item;
mod memory_store;
mod rows;
pub mod rules;
mod search;
mod service;
pub mod shared;
mod vectors;

#[cfg(test)]
mod tests;

pub use changes::{Added, Restored};
pub use embedding::make_vectors;
pub use error::MemoryError;
pub use item::{Edit, ItemFault, NewItem, TAG_LETTERS, TAGS, TEXT_LETTERS, default_workspace};
pub use memory_store::MemoryStore;
pub use protocol::memory::short_id;
pub use rows::{Counts, ItemPage, MemoryFilter, PageMark, Place};
pub use search::{FoundItem, MeaningUse, MemoryQuestion, MemorySearch, QuestionVector};
pub use service::{MemoryService, RecallWait};
pub use vectors::ModelIdentity;
