//! The text of answers that stream in. The shell holds it, once; the engine counts its bytes, and asks
//! for it where an answer breaks off.

use protocol::ids::{MessageId, SessionId};
use protocol::message::Block;

/// The text that streams have brought.
pub trait ReceivedText {
    /// Returns what a streaming message has received, up to the last outcome that was handled.
    fn blocks(&self, session: SessionId, message: MessageId) -> Vec<Block>;
}

/// A shell that sends no requests to models.
#[derive(Debug, Clone, Copy)]
pub struct NoStreams;

impl ReceivedText for NoStreams {
    fn blocks(&self, _: SessionId, _: MessageId) -> Vec<Block> {
        Vec::new()
    }
}
