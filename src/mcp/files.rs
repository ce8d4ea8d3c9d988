//! The files behind the servers, as the configuration keeps them: definitions, trust, pins, known tools.

use std::collections::BTreeMap;
use std::path::PathBuf;

use notice::Notice;

use crate::definition::{ServerDefinition, ServerName};
use crate::pins::{OfferedTool, PinBook};

/// The owner of a file of definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    User,
    /// Its definitions need the user's trust.
    Workspace,
}

/// Whether a server may be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trust {
    Given,
    /// The user never saw the definition.
    New,
    /// The user trusts this text, and the file has another one now.
    Changed {
        before: String,
    },
}

/// A definition with the file that it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundServer {
    pub definition: ServerDefinition,
    pub file: PathBuf,
    pub owner: Owner,
    pub trust: Trust,
}

/// The definitions of all files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundServers {
    pub servers: Vec<FoundServer>,
    /// Definitions that are left out, with the reason.
    pub problems: Vec<Notice>,
}

impl FoundServers {
    /// Returns the server of this name.
    pub fn named(&self, name: &str) -> Option<FoundServer> {
        let mut servers = self.servers.iter();
        let found = servers.find(|server| server.definition.name.as_str() == name);
        found.cloned()
    }
}

/// The pins of the servers, and the tools that each listed last.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StoredServers {
    pub pins: PinBook,
    pub tools: BTreeMap<ServerName, Vec<OfferedTool>>,
}

/// The files of a workspace's servers. Every method blocks.
pub trait ServerFiles: Send + Sync {
    /// Reads the definitions.
    fn found(&self) -> FoundServers;

    /// Reads the pins and the known tools of these servers.
    fn stored(&self, found: &FoundServers) -> StoredServers;

    /// Stores the user's trust in a definition of the workspace as it is.
    ///
    /// # Errors
    /// Returns the reason why it could not be stored.
    fn trust(&self, server: &FoundServer) -> Result<(), Notice>;

    /// Stores the pins of one server.
    ///
    /// # Errors
    /// Returns the reason why they could not be stored.
    fn keep_pins(&self, server: &FoundServer, pins: &PinBook) -> Result<(), Notice>;

    /// Stores the tools that a server listed. A fault is only logged: they are listed again.
    fn keep_tools(&self, server: &FoundServer, tools: &[OfferedTool]);
}
