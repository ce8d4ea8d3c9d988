//! Writes to the store: numbers events, saves streamed text, waits for faults that may pass, and
//! gives up on those that never do.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::{Actor, Journal};
use crate::actor::dependencies::JournalPatience;
use notice::{Notice, notice};
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::{Seq, SessionId};
use session::handle::Request;
use store::{Batch, FaultDuration, StoreError};

/// Delay before the journal is tried again.
const BEFORE_NEXT: Duration = Duration::from_secs(1);

impl Actor {
    /// Numbers the durable events and commits them. [`Journal::Lost`] if they are not saved and
    /// never will be.
    pub(super) async fn commit_events(&mut self, events: &mut [Arc<Event>]) -> Journal {
        if !events.iter().any(|event| event.fact.is_durable()) {
            return self.journal;
        }
        loop {
            let last = number(events, self.last_seq);
            let durable = events.iter().filter(|event| event.seq.is_some());
            let batch = Batch {
                events: durable.cloned().collect(),
                ..Batch::default()
            };
            match self.commit(batch).await {
                // Another process has meanwhile logged events of its own sessions.
                Err(CommitFailure::Renumbered { last }) => self.last_seq = last,
                Err(CommitFailure::Lost) => return Journal::Lost,
                Ok(()) => {
                    self.last_seq = last;
                    return Journal::Working;
                }
            }
        }
    }

    /// Commits until it works, or until it is clear that it never will. While the disk is full the
    /// actor does nothing that depends on it, notifies the user, and keeps new commands waiting.
    async fn commit(&mut self, batch: Batch) -> Result<(), CommitFailure> {
        if self.journal == Journal::Lost {
            return Err(CommitFailure::Lost);
        }
        let began = Instant::now();
        let concerned = self.concerned(&batch);
        let mut told = false;
        while let Err(error) = self.store.commit(batch.clone()).await {
            if let StoreError::Renumber { last } = error {
                return Err(CommitFailure::Renumbered { last });
            }
            tracing::error!(%error, "the journal could not be written");
            if self.gives_up(&error, began) {
                let text = notice!("told-cannot-save-ever", why = error.notice());
                self.notice(&concerned, NoticeLevel::Error, text);
                self.journal = Journal::Lost;
                return Err(CommitFailure::Lost);
            }
            if !told {
                told = true;
                let text = notice!("told-cannot-save", why = error.notice());
                self.notice(&concerned, NoticeLevel::Error, text);
            }
            if self.wait_for_room().await == RetryOutcome::Stopping {
                self.journal = Journal::Lost;
                return Err(CommitFailure::Lost);
            }
        }
        if told {
            let text = notice!("told-saves-again");
            self.notice(&concerned, NoticeLevel::Info, text);
        }
        Ok(())
    }

    /// Whether this error ends the retries.
    fn gives_up(&self, error: &StoreError, began: Instant) -> bool {
        match (error.lasting(), self.patience) {
            (FaultDuration::ForEver, _) => true,
            (FaultDuration::MayPass, JournalPatience::UpTo(limit)) => began.elapsed() >= limit,
            (FaultDuration::MayPass, JournalPatience::UntilItPasses) => false,
        }
    }

    /// Returns the sessions to notify when a batch cannot be saved: all live ones, and those that
    /// the batch would create.
    fn concerned(&self, batch: &Batch) -> Vec<SessionId> {
        let mut sessions: Vec<SessionId> = self.sessions.keys().copied().collect();
        for event in &batch.events {
            if !sessions.contains(&event.session) {
                sessions.push(event.session);
            }
        }
        sessions
    }

    fn notice(&mut self, sessions: &[SessionId], level: NoticeLevel, text: Notice) {
        self.tell(sessions, &EventKind::Notice { level, text });
    }

    /// Waits before the next try. Commands that arrive meanwhile are kept for later; queries are
    /// answered, because they change nothing. A shutdown request ends the wait even though
    /// something could not be saved.
    async fn wait_for_room(&mut self) -> RetryOutcome {
        let until = Instant::now() + BEFORE_NEXT;
        loop {
            let request = tokio::select! {
                request = self.requests.recv() => request,
                () = tokio::time::sleep_until(until) => return RetryOutcome::Going,
            };
            match request {
                Some(Request::Shutdown { reply }) => {
                    self.waiting.push_front(Request::Shutdown { reply });
                    return RetryOutcome::Stopping;
                }
                None => return RetryOutcome::Stopping,
                Some(Request::Query { query, reply }) => {
                    self.dispatch.answer(query, &self.sessions, reply);
                }
                Some(Request::Job {
                    job: errand,
                    report,
                }) => {
                    self.dispatch.run_job(errand, report);
                }
                Some(request) => self.waiting.push_back(request),
            }
        }
    }

    /// Stores the text that streamed messages have received since the last time.
    pub(super) async fn flush_streams(&mut self) {
        self.flush_at = None;
        let sessions = &self.sessions;
        let pieces = self.unsaved.take(|session| sessions.get(&session));
        if !pieces.is_empty() {
            let batch = Batch {
                pieces,
                ..Batch::default()
            };
            // A batch without events has no numbers that could clash.
            self.commit(batch).await.ok();
        }
    }
}

/// The reason why a batch is not in the store.
enum CommitFailure {
    /// Another process has used the numbers.
    Renumbered { last: Seq },
    /// The batch cannot be saved, now or later.
    Lost,
}

#[derive(PartialEq, Eq)]
enum RetryOutcome {
    Going,
    Stopping,
}

/// Numbers the durable events after `last`; returns the last number.
fn number(events: &mut [Arc<Event>], last: Seq) -> Seq {
    let mut next = last;
    for event in events.iter_mut().filter(|event| event.fact.is_durable()) {
        next = Seq(next.0 + 1);
        Arc::make_mut(event).seq = Some(next);
    }
    next
}
