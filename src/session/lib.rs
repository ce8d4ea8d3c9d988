//! A session as every front end sees it: its state, folded from events, and the handle on the actor
//! that runs it. Contains no actor.

pub mod handle;
pub mod session_state;

pub use handle::{Handle, HandleError};
