//! Whether a run has seen content from outside. The engine sets it, the policy and the memory rate by it.

use serde::{Deserialize, Serialize};

/// Whether content from outside the workspace (an MCP server, a fetched page) entered a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taint {
    #[default]
    None,
    /// Outside content entered: commands count as one level riskier, and what the agent remembers
    /// waits for the user.
    Outside,
}
