//! Sessions whose process died in a run: they are marked interrupted at the next start, whichever
//! session is opened then, by the rules by which the engine takes one up again.
//!
//! Only sessions whose lock is free: the others are at work in another process.

use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;

use crate::engine::{Engine, EngineConfig, Msg, Outcome, RandomIds, StepCx};
use crate::protocol::event::{Event, Fact};
use crate::protocol::ids::{Seq, SessionId};
use crate::store::lock::SessionLock;
use crate::store::{Batch, Store, StoreError};

#[cfg(test)]
mod tests;

/// Marks the dead sessions but `but`, which is opened anyway. Gives the last number of the log.
///
/// # Errors
/// If the database cannot be read or written.
pub(super) async fn mark_interrupted(
    store: &Store,
    folder: &Path,
    but: SessionId,
    mut last: Seq,
) -> Result<Seq, StoreError> {
    for found in store.interrupted().await? {
        if found.session == but {
            continue;
        }
        // Held until it is marked.
        let Ok(_lock) = SessionLock::acquire(folder, found.session) else {
            continue;
        };
        if let Some(snapshot) = store.session(found.session).await? {
            let snapshot = Box::new(snapshot);
            let facts = what_is_said(Msg::Outcome(Outcome::SessionLoaded { snapshot }));
            last = commit(store, facts, last).await?;
            tracing::info!(session = %found.session, "session marked interrupted");
        }
    }
    Ok(last)
}

/// What the engine says of a session that it takes up, but for its rules: nobody works in it.
fn what_is_said(loaded: Msg) -> Vec<Event> {
    let mut engine = Engine::new(EngineConfig::default());
    let mut cx = StepCx {
        now: Timestamp::now(),
        ids: &mut RandomIds,
    };
    let mut events = engine.step(loaded, &mut cx).events;
    events.retain(|event| {
        event.fact.is_durable() && !matches!(event.fact, Fact::PolicyChanged { .. })
    });
    events
}

/// Commits events after `last`, or after what another process has logged meanwhile.
async fn commit(store: &Store, mut events: Vec<Event>, mut last: Seq) -> Result<Seq, StoreError> {
    loop {
        let mut next = last;
        for event in &mut events {
            next = Seq(next.0 + 1);
            event.seq = Some(next);
        }
        let batch = Batch {
            events: events.iter().cloned().map(Arc::new).collect(),
            ..Batch::default()
        };
        match store.commit(batch).await {
            Ok(()) => return Ok(next),
            Err(StoreError::Renumber { last: found }) => last = found,
            Err(error) => return Err(error),
        }
    }
}
