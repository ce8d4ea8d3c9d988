//! `agentichat index build` where a model is configured: makes the vectors that are missing and waits for them.
//! Ctrl+C ends it; what is made by then is kept, and the next time goes on from there.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::app::ProviderEmbedder;
use crate::cli::runtime;
use crate::cli::stderr::tell;
use crate::index::Index;
use crate::index::embedding::{EmbedPermission, Embedder};
use crate::protocol::index::{VectorsPhase, VectorsState};
use crate::redact::one_line;

/// How long what is being kept may take once it is over.
const TO_KEEP: Duration = Duration::from_secs(2);

/// Looks at files that changed while their vectors were made.
const LOOKS: usize = 3;

/// What came of it.
pub(super) enum VectorsOutcome {
    /// Every chunk has one, or as many as the config and the human allow.
    AsFarAsMay,
    /// Some are missing: why, and what to do next.
    Not(String),
    Interrupted,
}

/// Makes the vectors that are missing. What the index tells meanwhile is its listener's.
pub(super) fn make(index: &Arc<Index>, model: &ProviderEmbedder) -> io::Result<VectorsOutcome> {
    if model.leave() == EmbedPermission::Given {
        let name = one_line(model.model());
        tell(&format!("vectors are made with {name}"));
    }
    let runtime = runtime()?;
    let made = runtime.block_on(async {
        tokio::select! {
            state = make_all(index) => Some(state),
            _ = tokio::signal::ctrl_c() => None,
        }
    });
    runtime.shutdown_timeout(TO_KEEP);
    let Some(state) = made else {
        tell("stopped; `agentichat index build` goes on from there");
        return Ok(VectorsOutcome::Interrupted);
    };
    Ok(match state.map(|state| state.phase) {
        Some(VectorsPhase::Waiting { reason } | VectorsPhase::Stopped { reason }) => {
            VectorsOutcome::Not(reason)
        }
        Some(VectorsPhase::Pending) => VectorsOutcome::Not(
            "files change all the time; build it again when they rest".to_owned(),
        ),
        _ => VectorsOutcome::AsFarAsMay,
    })
}

/// Looks again where files changed meanwhile.
async fn make_all(index: &Arc<Index>) -> Option<VectorsState> {
    let mut state = Index::make_vectors(index).await;
    for _ in 1..LOOKS {
        let is_pending = |state: &VectorsState| state.phase == VectorsPhase::Pending;
        if !state.as_ref().is_some_and(is_pending) {
            break;
        }
        let own = Arc::clone(index);
        let looked = tokio::task::spawn_blocking(move || {
            let order = own.look();
            own.wait_for(order, super::LOOKED_EVERY)
        });
        looked.await.ok();
        state = Index::make_vectors(index).await;
    }
    state
}
