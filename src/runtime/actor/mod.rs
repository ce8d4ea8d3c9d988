//! The shell around the engine: it alone owns the Engine, runs its effects, and stores and fans out
//! its events. Front ends hold a [`session::Handle`] and nothing else.

mod agent_calls;
mod attachments;
mod cache;
mod call_task;
mod catalogue;
mod compact_task;
mod core;
mod dependencies;
mod dispatch;
mod drafts;
mod egress;
mod event_log;
pub mod facts;
mod file_list;
pub mod hooks;
mod in_flight;
mod latest_only;
mod memory;
pub mod prompt;
mod queries;
mod request;
mod rules;
mod step_task;
mod subscribers;
#[cfg(test)]
mod tests;
mod worker_message;
mod workspace_scans;

pub use self::hooks::{HookFiles, HookRunner, NoHooks};
pub use cache::{Cache, NoCache};
pub use catalogue::{Catalogue, NoCatalogue};
pub use dependencies::{Dependencies, JournalPatience, Watching, start, start_after};
pub use dispatch::recover;
pub use egress::EgressConsents;
pub use memory::{Memory, NoMemory};
pub use request::{InstructionPolicy, RequestSettings};
pub use rules::{NoRuleFiles, RuleFiles};
