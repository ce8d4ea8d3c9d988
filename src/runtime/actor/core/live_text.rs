//! The text of streaming messages as the engine knows it: that of the live session, and what the
//! steps of this turn have added.

use std::collections::BTreeMap;

use engine::{ReceivedText, Step};
use protocol::event::EventKind;
use protocol::ids::{MessageId, SessionId};
use protocol::message::{Block, Message};
use session::SessionState;

pub(in crate::actor) struct LiveText<'a> {
    pub(in crate::actor) sessions: &'a BTreeMap<SessionId, SessionState>,
    /// The steps that the live session does not contain yet.
    pub(in crate::actor) turn: &'a [Step],
}

impl ReceivedText for LiveText<'_> {
    fn blocks(&self, session: SessionId, message: MessageId) -> Vec<Block> {
        let live = self.sessions.get(&session);
        let mut found = live
            .and_then(|live| live.conversation.streaming(message))
            .map(|live| Message::clone(live));
        for event in self.turn.iter().flat_map(|step| &step.events) {
            match &event.fact {
                EventKind::MessageAdded { message: added } if added.id == message => {
                    found = Some(added.clone());
                }
                EventKind::TextAppended {
                    message: of,
                    channel,
                    text,
                    ..
                } if *of == message => {
                    if let Some(found) = &mut found {
                        found.append(*channel, text);
                    }
                }
                _ => {}
            }
        }
        found.map_or_else(Vec::new, |found| found.blocks)
    }
}
