//! Into the store: events with their numbers, streamed text, and waiting while the disk is full.

use std::sync::Arc;
use std::time::Duration;

use super::Actor;
use crate::actor::handle::Request;
use crate::protocol::event::{Event, NoticeLevel};
use crate::protocol::ids::Seq;
use crate::store::{Batch, StoreError, StreamText};

impl Actor {
    /// Numbers the durable events and commits them.
    pub(super) async fn commit_events(&mut self, events: &mut [Event]) {
        if !events.iter().any(|event| event.fact.is_durable()) {
            return;
        }
        loop {
            let last = number(events, self.last_seq);
            let durable = events.iter().filter(|event| event.seq.is_some());
            let batch = Batch {
                events: durable.cloned().map(Arc::new).collect(),
                ..Batch::default()
            };
            match self.commit(batch).await {
                // Another process has logged events of its own sessions meanwhile.
                Err(Renumbered { last }) => self.last_seq = last,
                Ok(()) => {
                    self.last_seq = last;
                    return;
                }
            }
        }
    }

    /// Commits until it works. While the disk is full nothing is done that depends on it, the
    /// human is told, and what is asked meanwhile waits.
    async fn commit(&mut self, batch: Batch) -> Result<(), Renumbered> {
        let mut told = false;
        while let Err(error) = self.store.commit(batch.clone()).await {
            if let StoreError::Renumber { last } = error {
                return Err(Renumbered { last });
            }
            tracing::error!(%error, "the journal could not be written");
            if !told {
                told = true;
                let text = format!("nothing can be saved: {error}. Work goes on when it can be");
                self.notice_everyone(NoticeLevel::Error, text);
            }
            if self.wait_for_room().await == Waited::Stopping {
                return Ok(());
            }
        }
        if told {
            self.notice_everyone(NoticeLevel::Info, "saving works again".to_owned());
        }
        Ok(())
    }

    /// Waits a while; what is asked meanwhile is kept for later. When told to stop, the end must
    /// come although something could not be saved.
    async fn wait_for_room(&mut self) -> Waited {
        tokio::select! {
            request = self.requests.recv() => match request {
                Some(Request::Shutdown { reply }) => {
                    self.waiting.push_front(Request::Shutdown { reply });
                    Waited::Stopping
                }
                Some(request) => {
                    self.waiting.push_back(request);
                    Waited::Going
                }
                None => Waited::Stopping,
            },
            () = tokio::time::sleep(Duration::from_secs(1)) => Waited::Going,
        }
    }

    /// Stores what streamed messages have come to.
    pub(super) async fn flush_streams(&mut self) {
        self.flush_at = None;
        let unsaved = std::mem::take(&mut self.unsaved);
        let streams: Vec<StreamText> = unsaved
            .into_iter()
            .filter_map(|(message, session)| {
                let streaming = self.lives.get(&session)?.streaming(message)?;
                let blocks = streaming.blocks.clone();
                Some(StreamText { message, blocks })
            })
            .collect();
        if !streams.is_empty() {
            let batch = Batch {
                streams,
                ..Batch::default()
            };
            // A batch without events has no numbers to clash.
            self.commit(batch).await.ok();
        }
    }
}

/// Another process has used the numbers.
struct Renumbered {
    last: Seq,
}

#[derive(PartialEq, Eq)]
enum Waited {
    Going,
    Stopping,
}

/// Numbers the durable events after `last`; gives the last number.
fn number(events: &mut [Event], last: Seq) -> Seq {
    let mut next = last;
    for event in events.iter_mut().filter(|event| event.fact.is_durable()) {
        next = Seq(next.0 + 1);
        event.seq = Some(next);
    }
    next
}
