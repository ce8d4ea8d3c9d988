//! Shared by all front ends: slash commands, the settings, the numbers of background jobs, the connection to the
//! terminal that owns a workspace, a client for commands one by one, external programs such as the
//! editor, the manual, and the width of text.

pub mod external;
pub mod ipc;
pub mod job;
pub mod manual;
pub mod session_client;
pub mod settings;
pub mod slash;
pub mod text;
