//! Shared by all front ends: the model of a question, slash commands, phrases, the connection to the
//! terminal that owns a workspace, a client for commands one by one, external programs such as the
//! editor, the manual, and the width of text.

pub mod external;
pub mod ipc;
pub mod manual;
pub mod phrases;
pub mod question;
pub mod session_client;
pub mod slash;
pub mod text;
