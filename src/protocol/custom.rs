//! Commands of the workspace's own: prompts in files, which stand beside the built-in ones.

use serde::{Deserialize, Serialize};

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomCommand {
    /// Its name, without the slash.
    pub name: String,
    /// What it does, in one line.
    pub help: String,
    /// Its arguments, as help shows them.
    pub arguments: String,
    /// What is sent: the text with places for the arguments.
    pub body: String,
}
