//! The screens that are open on a workspace, and the sessions that each shows. Not stored: screens
//! announce themselves again.

use serde::{Deserialize, Serialize};

use super::ids::{SessionId, TerminalId};

/// A screen with the sessions that it shows; a closed screen shows none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    pub terminal: TerminalId,
    /// Sessions that have a tab on the screen.
    pub sessions: Vec<SessionId>,
}
