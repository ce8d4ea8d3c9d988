//! A session as every front end sees it: its facts and its conversation, folded from events, and the
//! handle on the actor that runs it. Contains no actor.

mod conversation;
pub mod handle;
mod session_facts;
mod session_state;
#[cfg(test)]
mod tests;

pub use conversation::Conversation;
pub use handle::{Handle, HandleError};
pub use session_facts::SessionFacts;
pub use session_state::SessionState;
