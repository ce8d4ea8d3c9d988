//! A client of MCP servers (modelcontextprotocol.io): programs and services that offer tools,
//! resources and prompts.
//!
//! Owns the definitions of servers, the names under which a model calls their tools, the pins that
//! hold what the user consented to, the connection with its limits, and what a result is for a model.
//! Everything that a server says is untrusted: [`results`] and [`pins`] clean it before anyone sees it.
//!
//! Starts no process: the caller hands over the two ends of a running one.

mod connection;
mod definition;
mod files;
mod form;
mod handler;
mod http;
mod last_words;
mod lifecycle;
mod names;
mod offer;
mod pins;
mod prompts;
mod results;
mod servers;
mod service;
mod sign_in;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;

pub use connection::{
    CallError, CallLimits, ConnectError, Connection, Credential, Ends, Era, ListedPrompt,
    ListedResource, Opened, PromptArgument, ServerFacts, open, open_http, open_with_handshake,
};
pub use definition::{
    DefinitionFault, Launch, Reading, ServerDefinition, ServerName, Template, UnsetVariable, read,
};
pub use files::{FoundServer, FoundServers, Owner, ServerFiles, StoredServers, Trust};
pub use form::{Answer, Elicitation, Form, Page};
pub use handler::ServerEvent;
pub use last_words::LastWords;
pub use lifecycle::{AfterFailure, Failures};
pub use offer::{Offer, PinnedTool, PricedTool};
pub use pins::{OfferedTool, Pin, PinBook, PinState};
pub use results::{CallOutcome, Picture};
pub use servers::{
    CallFigures, Launched, Launcher, Launching, Phase, ServerQuestion, ServerReport, ServerStatus,
    Servers, ServersSetup,
};

pub use sign_in::{ClientIdentity, SignIn, SignInError, SignInRequest, TokenStore};

pub use service::{ServerReports, ServerService};

/// Returns the address of a folder as a root for servers.
pub fn root_address(folder: &std::path::Path) -> Option<String> {
    let address = reqwest::Url::from_file_path(folder).ok()?;
    Some(address.to_string())
}

/// Most servers of a session.
pub const MOST_SERVERS: usize = 8;

/// Most bytes of a message of a server. rmcp drops a longer line and keeps the connection.
pub const MESSAGE_BYTES: usize = 16 * 1024 * 1024;
