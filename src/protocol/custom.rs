//! Custom commands, available beside the built-in ones: prompts in files of the workspace, and those of MCP servers.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomCommand {
    /// The name, without the slash.
    pub name: String,
    /// A one-line description.
    pub help: String,
    /// The arguments, as shown in the help.
    pub arguments: String,
    /// The prompt, with placeholders for the arguments.
    pub body: String,
    /// The MCP server whose prompt it is; its text is the server's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
}
