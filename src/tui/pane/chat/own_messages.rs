//! The user's own messages in the transcript: a list of them, and the way to one.

use jiff::Timestamp;

use super::Chat;
use super::cell::{Body, Channel, Key};
use protocol::ids::MessageId;

/// A message of the user that the transcript shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnMessage {
    pub id: MessageId,
    pub at: Timestamp,
    /// The first line that is not blank.
    pub first_line: String,
}

impl Chat {
    /// Returns the user's messages, oldest first; those that wait for the agent are not among them.
    pub fn own_messages(&self) -> Vec<OwnMessage> {
        let own = self.cells.iter().filter_map(|cell| {
            let Body::User(text, _) = &cell.body else {
                return None;
            };
            let mut lines = text.source().lines().map(str::trim);
            Some(OwnMessage {
                id: cell.message?,
                at: cell.speaker.as_ref()?.at,
                first_line: lines.find(|line| !line.is_empty()).unwrap_or("").to_owned(),
            })
        });
        own.collect()
    }

    /// Puts the cursor on a message of the user, and its first row at the top of the screen.
    pub fn show_own_message(&mut self, message: MessageId) {
        let place = self.places.get(&Key::Text(message, Channel::Answer));
        if let Some(at) = place.copied() {
            self.stop_searching();
            self.cursor = Some(at);
            self.go_to(at, 0);
        }
    }
}
