//! The workspace's custom commands: prompts in files, available beside the built-in commands.

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
}
