//! Shared by all front ends: the connection to the actor, also to that of the terminal which owns the
//! workspace, a client for commands one by one, the decoder of the terminal's bytes, the line editor,
//! the model of a question, the user's decisions in the review, phrases, slash commands, the settings, the coach of the demo, external programs such as the editor, the
//! manual, and the width of text.

pub mod coach;
pub mod connection;
pub mod external;
pub mod input;
pub mod ipc;
pub mod job;
pub mod line_editor;
pub mod manual;
pub mod phrases;
pub mod question;
pub mod review;
pub mod session_client;
pub mod settings;
pub mod slash;
pub mod text;
