//! Which screens there are on a workspace, and which sessions each shows. Kept by nobody: it is told anew.

use serde::{Deserialize, Serialize};

use super::ids::{SessionId, TerminalId};

/// A screen with the sessions that it shows; one that is left shows none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    pub terminal: TerminalId,
    /// The sessions that have a tab there.
    pub sessions: Vec<SessionId>,
}
