//! Sessions whose process died in a run: they are marked interrupted at the next start, whichever
//! session is opened then, by the rules by which the engine takes one up again. Those that wait for an answer go on
//! waiting.
//!
//! Only sessions whose lock is free: the others are at work in another process.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;

use crate::actor::recover;
use crate::engine::{Engine, EngineConfig, Input, Outcome, RandomIds, StepContext};
use crate::ledger::Ledger;
use crate::protocol::event::{Event, EventKind};
use crate::protocol::ids::{Seq, SessionId};
use crate::protocol::session::SessionStatus;
use crate::store::lock::SessionLock;
use crate::store::{Batch, Store, StoreError};
use crate::tools::ToolBox;
use crate::workspace::children::end_left_over;

#[cfg(test)]
mod tests;

/// What became of the sessions whose process died.
#[derive(Debug)]
pub(super) struct CrashRecovery {
    /// The last number of the log.
    pub(super) last: Seq,
    /// Those that wait for an answer, which are not marked: whoever opens one is asked again.
    pub(super) waiting: Vec<SessionId>,
    /// Those that were marked interrupted now.
    pub(super) interrupted: Vec<SessionId>,
}

/// Marks the dead sessions but `but`, which is opened anyway.
///
/// # Errors
/// If the database cannot be read or written.
pub(super) async fn mark_interrupted(
    store: &Store,
    (ledger, tools): (&Arc<Ledger>, &Arc<ToolBox>),
    folder: &Path,
    but: SessionId,
    mut last: Seq,
) -> Result<CrashRecovery, StoreError> {
    let mut dead: BTreeSet<SessionId> = store.at_work().await?.into_iter().collect();
    let saves = store.open_saves().await?;
    dead.extend(saves.iter().map(|(session, _)| *session));
    dead.remove(&but);
    let (mut waiting, mut interrupted) = (Vec::new(), Vec::new());
    for session in dead {
        // Held until it is marked.
        let Ok(_lock) = SessionLock::acquire(folder, session) else {
            continue;
        };
        let Some(snapshot) = store.session(session).await? else {
            continue;
        };
        // What it left running would go on changing what is looked at now.
        end_left_over(session);
        let waited = snapshot.summary.status == SessionStatus::Waiting;
        let recovered = recover(store, ledger, tools, session).await;
        let loaded = Outcome::SessionLoaded {
            snapshot: Box::new(snapshot),
            recovered,
            review: Box::new(store.review(session).await?),
        };
        let number = store.last_checkpoint_number().await?;
        let said = what_is_said(Input::Outcome(loaded), number);
        let is_marked = said.iter().any(is_mark);
        if !said.is_empty() {
            last = commit(store, said, last).await?;
        }
        if is_marked {
            tracing::info!(%session, "session marked interrupted");
            interrupted.push(session);
        } else if waited {
            waiting.push(session);
        }
    }
    Ok(CrashRecovery {
        last,
        waiting,
        interrupted,
    })
}

fn is_mark(event: &Event) -> bool {
    matches!(event.fact, EventKind::RunInterrupted { .. })
}

/// What the engine says of a session that it takes up, but for its rules: nobody works in it.
fn what_is_said(loaded: Input, last_checkpoint: u64) -> Vec<Event> {
    let mut engine = Engine::new(EngineConfig {
        last_checkpoint,
        ..EngineConfig::default()
    });
    let mut cx = StepContext {
        now: Timestamp::now(),
        ids: &mut RandomIds,
    };
    let mut events = engine.step(loaded, &mut cx).events;
    events.retain(|event| {
        event.fact.is_durable() && !matches!(event.fact, EventKind::PolicyChanged { .. })
    });
    events
}

/// Commits events after `last`, or after what another process has logged meanwhile.
pub(super) async fn commit(
    store: &Store,
    mut events: Vec<Event>,
    mut last: Seq,
) -> Result<Seq, StoreError> {
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
