//! MCP servers as front ends list them, and the user's orders about them.

use serde::{Deserialize, Serialize};

use notice::{Notice, notice};

/// Whether a server may be started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerTrust {
    /// The user defined it, or trusts the workspace's definition.
    Trusted,
    /// The workspace defines it, and the user has not said anything about it.
    New,
    /// The workspace's definition differs from the one that the user trusts.
    Changed,
}

/// The phase of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerPhase {
    /// Not needed yet, or stopped by the user.
    Off,
    Starting,
    Online,
    /// It failed, and is started again after a pause.
    Waiting,
    /// It failed too often: only the user starts it again.
    Failed,
}

impl ServerPhase {
    /// Returns the phase in a word.
    pub fn notice(self) -> Notice {
        match self {
            Self::Off => notice!("mcp-phase-off"),
            Self::Starting => notice!("mcp-phase-starting"),
            Self::Online => notice!("mcp-phase-online"),
            Self::Waiting => notice!("mcp-phase-waiting"),
            Self::Failed => notice!("mcp-phase-failed"),
        }
    }
}

/// The user's consent to a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolConsent {
    /// Models may call it.
    Given,
    /// The user has not said anything about it.
    New,
    /// It differs from what the user consented to; models cannot call it.
    Changed,
}

/// A tool of a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerToolRow {
    pub name: String,
    /// The beginning of the first line of its description.
    pub summary: String,
    /// Estimated tokens of its description in a request.
    pub tokens: u64,
    pub consent: ToolConsent,
    /// Differences to what the user consented to, as lines of a diff.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
}

/// A server in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerRow {
    pub name: String,
    /// The file that defines it.
    pub source: String,
    /// Its command or its address, with secrets masked.
    pub launch: String,
    pub trust: ServerTrust,
    /// Differences to the definition that the user trusts, as lines of a diff; for a new one all of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    pub phase: ServerPhase,
    /// The reason of its last failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Notice>,
    /// Its name, its version and the revision of the protocol, as it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ServerToolRow>,
    pub calls: u64,
    pub failed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_ms: Option<u64>,
}

impl ServerRow {
    /// Returns the estimated tokens that its offered tools cost in each request.
    pub fn tokens(&self) -> u64 {
        let offered = self.tools.iter();
        let offered = offered.filter(|tool| tool.consent == ToolConsent::Given);
        offered.map(|tool| tool.tokens).sum()
    }

    /// Returns the estimated tokens that all its tools would cost.
    pub fn tokens_of_all(&self) -> u64 {
        self.tools.iter().map(|tool| tool.tokens).sum()
    }

    /// Returns the number of tools that wait for the user's consent.
    pub fn waiting(&self) -> usize {
        let tools = self.tools.iter();
        let waiting = tools.filter(|tool| tool.consent != ToolConsent::Given);
        waiting.count()
    }
}

/// All servers of a workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerList {
    pub servers: Vec<ServerRow>,
    /// Most tokens of tools that a request describes; the tools of further servers are found by a search.
    pub offer_tokens: u64,
    /// Definitions that are not used, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Notice>,
}

/// An order of the user about a server, by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum ServerOrder {
    /// Trusts the workspace's definition as it is now.
    Trust {
        server: String,
    },
    /// Offers tools to models as they are now: these, or all.
    Offer {
        server: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tools: Vec<String>,
    },
    /// Offers none of its tools any more.
    Withdraw {
        server: String,
    },
    Start {
        server: String,
    },
    Stop {
        server: String,
    },
}
