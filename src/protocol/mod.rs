//! The vocabulary: everything a front end may ask or learn, as plain serde data.
//!
//! Owns the identifiers, commands, events, messages, tool calls, approvals, changes, sessions,
//! queries and the parts of a provider's stream. Holds no rules: `engine` decides what happens when
//! a command arrives, `policy` decides what a command line means, and so on. Every other module may
//! import this one; it imports no other module of the crate.
//!
//! The vocabulary is versioned ([`VERSION`]): builds of different ages meet on sockets, in
//! databases and in recordings, so readers skip variants that they do not know.

pub mod approval;
pub mod cache;
pub mod call;
pub mod catalogue;
pub mod change;
pub mod command;
pub mod compaction;
pub mod context;
pub mod custom;
pub mod estimate;
pub mod event;
pub mod figures;
pub mod ids;
pub mod index;
pub mod interrupted;
pub mod mention;
pub mod message;
pub mod permission;
pub mod picture;
pub mod plan;
pub mod presence;
pub mod protected_paths;
pub mod query;
pub mod review;
pub mod route;
pub mod session;
pub mod session_list;
pub mod stream;
pub mod transfer;
pub mod usage;

/// Version of the vocabulary. Raised when a variant or a field changes its meaning; adding one
/// does not raise it.
pub const VERSION: u32 = 1;
