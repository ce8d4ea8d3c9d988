//! Handles sessions whose process died in a run: the next start marks them as interrupted,
//! whichever session it opens, by the engine's own rules for resuming a session. Those that wait
//! for an answer keep waiting.
//!
//! Touches only sessions whose lock is free: the others are at work in another process.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;

use engine::{Engine, EngineConfig, Input, NoStreams, Outcome, RandomIds, StepContext};
use protocol::event::{Event, EventKind};
use protocol::ids::{Seq, SessionId};
use protocol::session::SessionStatus;
use runtime::actor::recover;
use runtime::ledger::Ledger;
use store::lock::SessionLock;
use store::{Batch, Store, StoreError};
use tools::ToolBox;
use workspace::children::end_left_over;

#[cfg(test)]
mod tests;

/// The result for the sessions whose process died.
#[derive(Debug)]
pub(super) struct CrashRecovery {
    pub(super) last: Seq,
    /// Sessions that wait for an answer and are not marked: the question is asked again when
    /// one is opened.
    pub(super) waiting: Vec<SessionId>,
    /// Sessions that have just been marked as interrupted.
    pub(super) interrupted: Vec<SessionId>,
}

/// Marks the dead sessions except `but`, which is opened anyway.
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
    let saves = store.open_applies().await?;
    dead.extend(saves.iter().map(|(session, _)| *session));
    dead.remove(&but);
    let (mut waiting, mut interrupted) = (Vec::new(), Vec::new());
    for session in dead {
        // Held until the session is marked.
        let Ok(_lock) = SessionLock::acquire(folder, session) else {
            continue;
        };
        let Some(snapshot) = store.session(session).await? else {
            continue;
        };
        let agent_of = snapshot.summary.settings.agent_of.as_ref();
        let agent_of = agent_of.map(|of| of.session);
        // Its open calls tell what its session has to recover, which is opened later.
        if agent_of == Some(but) {
            continue;
        }
        // Processes that it left running would go on changing files that are examined now.
        end_left_over(session);
        let waited = snapshot.summary.status == SessionStatus::Waiting;
        let recovered = recover(store, ledger, tools, session).await;
        let loaded = Outcome::SessionLoaded {
            snapshot: Box::new(snapshot),
            recovered,
            review: Box::new(store.review(session).await?),
        };
        let number = store.last_checkpoint_number().await?;
        let said = recovery_events(Input::Outcome(loaded), number);
        let is_marked = said.iter().any(is_mark);
        if !said.is_empty() {
            last = commit(store, said, last).await?;
        }
        if is_marked {
            tracing::info!(%session, "session marked interrupted");
            interrupted.extend(Some(session).filter(|_| agent_of.is_none()));
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

/// Returns the engine's durable events for a session that it resumes, except policy changes: nobody
/// works in the session.
fn recovery_events(loaded: Input, last_checkpoint: u64) -> Vec<Event> {
    let mut engine = Engine::new(EngineConfig {
        last_checkpoint,
        ..EngineConfig::default()
    });
    let mut cx = StepContext {
        now: Timestamp::now(),
        ids: &mut RandomIds,
        received: &NoStreams,
    };
    let mut events = engine.step(loaded, &mut cx).events;
    events.retain(|event| {
        event.fact.is_durable() && !matches!(event.fact, EventKind::PolicyChanged { .. })
    });
    events
}

/// Commits events after `last`, or after events that another process has logged meanwhile.
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
