//! The messages of a session, folded from its events.

use std::sync::Arc;

use protocol::event::{Event, EventKind, TextChannel};
use protocol::ids::MessageId;
use protocol::message::{Message, MessageState};

/// The conversation of a session.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conversation {
    /// The messages, oldest first.
    pub messages: Vec<Arc<Message>>,
}

impl Conversation {
    /// Creates the conversation of a snapshot.
    pub fn of(messages: &[Message]) -> Self {
        let messages = messages.iter().cloned().map(Arc::new);
        Self {
            messages: messages.collect(),
        }
    }

    /// Returns the message with this id while it streams.
    pub fn streaming(&self, id: MessageId) -> Option<&Arc<Message>> {
        let mut latest = self.messages.iter().rev();
        latest.find(|message| message.id == id && message.state == MessageState::Streaming)
    }

    /// Applies one event.
    pub fn apply(&mut self, event: &Event) {
        match &event.fact {
            EventKind::SessionCleared => self.messages.clear(),
            EventKind::MessagesWithdrawn { from, alone } => {
                let place = self.messages.iter().position(|known| known.id == *from);
                withdraw(&mut self.messages, place, *alone);
            }
            EventKind::MessageAdded { message } => self.messages.push(Arc::new(message.clone())),
            EventKind::MessageCompleted { message } => match self.latest(message.id) {
                Some(known) => *known = Arc::new(message.clone()),
                None => self.messages.push(Arc::new(message.clone())),
            },
            EventKind::CallCompleted { message, result } => {
                let told = Message::of_result(*message, result, event);
                self.messages.push(Arc::new(told));
            }
            EventKind::TextAppended {
                message,
                channel,
                offset,
                text,
            } => self.append(*message, *channel, *offset, text),
            EventKind::PicturesAttached { message, pictures } => {
                if let Some(message) = self.latest(*message) {
                    Arc::make_mut(message).attach(pictures);
                }
            }
            EventKind::ReviewReported { message, told } => {
                if let Some(message) = self.latest(*message) {
                    Arc::make_mut(message).add_review(&told.text);
                }
            }
            _ => {}
        }
    }

    fn latest(&mut self, id: MessageId) -> Option<&mut Arc<Message>> {
        let mut latest = self.messages.iter_mut().rev();
        latest.find(|message| message.id == id)
    }

    /// Appends what is new of a delta. A delta that left a gap does not continue this state.
    fn append(&mut self, id: MessageId, channel: TextChannel, offset: u64, piece: &str) {
        let Some(message) = self.latest(id) else {
            return;
        };
        let known = message.streamed(channel).len() as u64;
        let known = known.checked_sub(offset).map(usize::try_from);
        if let Some(Ok(known)) = known
            && let Some(new) = piece.get(known..).filter(|new| !new.is_empty())
        {
            Arc::make_mut(message).append(channel, new);
        }
    }
}

/// Takes the message at this place back, alone or with all that follow.
pub(crate) fn withdraw<T>(messages: &mut Vec<T>, place: Option<usize>, alone: bool) {
    match place {
        Some(place) if alone => drop(messages.remove(place)),
        Some(place) => messages.truncate(place),
        None => {}
    }
}
