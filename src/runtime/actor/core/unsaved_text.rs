//! Tells which streamed text is not in the store yet. The text itself is in the live session, once;
//! each byte of it is stored once.

use std::collections::BTreeMap;

use protocol::event::{Event, EventKind, TextChannel};
use protocol::ids::{MessageId, SessionId};
use session::SessionState;
use store::StreamPiece;

/// The messages that are streaming in, with how much of each is stored.
#[derive(Debug, Default)]
pub(in crate::actor) struct UnsavedText {
    streams: BTreeMap<MessageId, Stream>,
}

#[derive(Debug)]
struct Stream {
    session: SessionId,
    /// Bytes that are stored.
    answer: usize,
    reasoning: usize,
}

impl UnsavedText {
    /// Applies one event. Returns whether it brought text that is to be stored.
    pub(in crate::actor) fn apply(&mut self, event: &Event) -> bool {
        match &event.fact {
            EventKind::TextAppended { message, .. } => {
                self.streams.entry(*message).or_insert(Stream {
                    session: event.session,
                    answer: 0,
                    reasoning: 0,
                });
                return true;
            }
            // Its whole text was committed with the event.
            EventKind::MessageCompleted { message } => {
                self.streams.remove(&message.id);
            }
            EventKind::SessionDeleted | EventKind::SessionClosed => {
                self.streams
                    .retain(|_, stream| stream.session != event.session);
            }
            _ => {}
        }
        false
    }

    /// Takes the text that has come since the last call.
    pub(in crate::actor) fn take<'a>(
        &mut self,
        live: impl Fn(SessionId) -> Option<&'a SessionState>,
    ) -> Vec<StreamPiece> {
        let mut pieces = Vec::new();
        self.streams.retain(|id, stream| {
            let live = live(stream.session);
            let Some(message) = live.and_then(|live| live.conversation.streaming(*id)) else {
                return false;
            };
            let channels = [
                (TextChannel::Reasoning, &mut stream.reasoning),
                (TextChannel::Answer, &mut stream.answer),
            ];
            for (channel, stored) in channels {
                let text = message.streamed(channel);
                let fresh = text.get(*stored..).unwrap_or_default();
                if !fresh.is_empty() {
                    pieces.push(StreamPiece {
                        message: *id,
                        channel,
                        text: fresh.to_owned(),
                    });
                    *stored = text.len();
                }
            }
            true
        });
        pieces
    }
}
