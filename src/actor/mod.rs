//! The shell around the engine: it alone owns the Engine, runs its effects, stores and fans out
//! its events. Front ends hold a [`Handle`] and nothing else.

mod arrival;
mod cache;
mod call_task;
mod catalogue;
mod compact_task;
mod core;
mod dispatch;
mod drafts;
mod event_log;
pub mod facts;
mod file_list;
mod gate;
pub mod handle;
mod live;
mod looking;
mod own_calls;
mod parts;
pub mod prompt;
mod queries;
mod request;
mod rules;
mod step_task;
mod subscribers;
mod taking;
#[cfg(test)]
mod tests;
mod ticket;
mod turns;

pub use cache::{Cache, NoCache};
pub use catalogue::{Catalogue, NoCatalogue};
pub(crate) use dispatch::recover;
pub use gate::Consents;
pub use handle::Handle;
pub use parts::{JournalPatience, Parts, Watching, start, start_after};
pub use request::{Instructed, RequestSettings};
pub use rules::{NoRuleFiles, RuleFiles};
