//! The first deliveries to a new subscriber: the tail that it missed, or the whole state.

use std::sync::Arc;

use jiff::Timestamp;

use super::Actor;
use protocol::event::{Delivery, Event, EventKind, TextChannel};
use protocol::ids::{Seq, SessionId};
use protocol::message::{Message, MessageState};
use session::SessionState;

/// Maximum distance at which a subscriber still gets the tail instead of a snapshot.
const LONGEST_TAIL: u64 = 3_000;

impl Actor {
    /// Returns the first deliveries to a new subscriber: the tail that it missed, or
    /// the whole state.
    pub(super) async fn first_deliveries(&mut self, from: Seq) -> Vec<Delivery> {
        let gap = self.last_seq.0.saturating_sub(from.0);
        if from.0 > 0 && gap <= LONGEST_TAIL {
            let limit = usize::try_from(LONGEST_TAIL).unwrap_or(usize::MAX);
            if let Ok(mut tail) = self.store.events_after(from, limit).await {
                // The log covers all processes; a subscriber only gets events of sessions that
                // are open here.
                tail.retain(|event| self.concerns(event));
                let events = tail.into_iter().map(|event| Delivery::Event {
                    event: Arc::new(event),
                });
                return events.chain(self.streams_from_start()).collect();
            }
        }
        let sessions = self.sessions.values().map(SessionState::snapshot).collect();
        vec![Delivery::Snapshot {
            seq: self.last_seq,
            sessions,
        }]
    }

    /// Returns the sandbox as each session knows it, because neither the log nor a snapshot has it.
    pub(super) fn sandbox_of_sessions(&self) -> Vec<Delivery> {
        let known = self.sessions.iter().filter_map(|(session, live)| {
            let sandbox = live.facts.sandbox.clone()?;
            let fact = EventKind::SandboxFound { sandbox };
            Some(Delivery::Event {
                event: Arc::new(Event {
                    seq: None,
                    at: Timestamp::now(),
                    session: *session,
                    run: None,
                    fact,
                }),
            })
        });
        known.collect()
    }

    fn concerns(&self, event: &Event) -> bool {
        event.fact == EventKind::SessionDeleted || self.sessions.contains_key(&event.session)
    }

    /// Returns the text received from streams, from offset 0, because deltas are not in the log.
    fn streams_from_start(&self) -> Vec<Delivery> {
        let mut out = Vec::new();
        for (session, live) in &self.sessions {
            let streaming = live
                .conversation
                .messages
                .iter()
                .filter(|message| message.state == MessageState::Streaming);
            for message in streaming {
                out.extend(deltas(*session, message));
            }
        }
        out
    }
}

fn deltas(session: SessionId, message: &Message) -> Vec<Delivery> {
    let channels = [TextChannel::Reasoning, TextChannel::Answer].into_iter();
    channels
        .filter(|channel| !message.streamed(*channel).is_empty())
        .map(|channel| Delivery::Event {
            event: Arc::new(Event {
                seq: None,
                at: message.at,
                session,
                run: message.run,
                fact: EventKind::TextAppended {
                    message: message.id,
                    channel,
                    offset: 0,
                    text: message.streamed(channel).to_owned(),
                },
            }),
        })
        .collect()
}
