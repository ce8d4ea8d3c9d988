//! `agentichat index build` with a configured model: makes the missing vectors and waits for them.
//! Ctrl+C ends it; vectors made by then are kept, and the next build continues from there.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::app::ProviderEmbedder;
use crate::cli::runtime;
use crate::cli::stderr::tell;
use index::Index;
use index::embedding::{EmbedPermission, Embedder};
use protocol::index::{VectorsPhase, VectorsState};
use redact::one_line;

/// Time that storing may take after the work has ended.
const TO_KEEP: Duration = Duration::from_secs(2);

/// Number of passes over files that changed while their vectors were made.
const LOOKS: usize = 3;

/// The result of making vectors.
pub(super) enum VectorsOutcome {
    /// Every chunk has a vector, or as many as the config and the user allow.
    AsFarAsMay,
    /// Some vectors are missing: why, and what to do next.
    Not(String),
    Interrupted,
}

/// Makes the missing vectors. The index reports its progress to its listener.
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
            VectorsOutcome::Not(reason.to_string())
        }
        Some(VectorsPhase::Pending) => VectorsOutcome::Not(
            "files change all the time; build it again when they rest".to_owned(),
        ),
        _ => VectorsOutcome::AsFarAsMay,
    })
}

/// Makes vectors, and repeats it for files that changed meanwhile.
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
        // A panic of the scan was logged; the vectors of the known files are made.
        looked.await.ok();
        state = Index::make_vectors(index).await;
    }
    state
}
