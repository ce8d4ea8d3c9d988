//! `/index`: how far the index and its vectors are, in words.

use super::{code, other};
use crate::protocol::index::{IndexPhase, IndexState, VectorsPhase, VectorsState};
use crate::protocol::query::Reply;
use crate::words::{counted, thousands};

/// `/index`.
pub(in crate::slash) fn index(reply: &Reply) -> String {
    let Reply::Index { state } = reply else {
        return other(reply);
    };
    let vectors = match (&state.vectors, &state.phase) {
        (Some(vectors), _) => vector_words(vectors),
        (None, IndexPhase::Off) => return format!("**Index** {}", phase_words(state)),
        (None, _) => {
            "no vectors: `index.embedding_model` names no model, or they have not begun".to_owned()
        }
    };
    format!("**Index** {}\n\n- {vectors}", phase_words(state))
}

fn phase_words(state: &IndexState) -> String {
    match &state.phase {
        IndexPhase::Off => {
            "there is none: `index.enabled` is off, or nothing can be kept here".to_owned()
        }
        IndexPhase::Waiting => "has not begun".to_owned(),
        IndexPhase::Looking => "looks at which files there are".to_owned(),
        IndexPhase::Building => format!(
            "{} of {} read; what is read can be found",
            thousands(state.done),
            counted(state.total, "file")
        ),
        IndexPhase::Ready => format!("knows {}", counted(state.files, "file")),
        IndexPhase::Elsewhere { pid } => format!("is built by another process ({pid})"),
        IndexPhase::Failed { reason } => format!("cannot go on: {reason}"),
    }
}

fn vector_words(vectors: &VectorsState) -> String {
    let made = format!(
        "vectors by {}: {} of {}",
        code(&vectors.model),
        thousands(vectors.done),
        counted(vectors.total, "part")
    );
    match &vectors.phase {
        VectorsPhase::Pending => format!("{made}, which files there are is not known yet"),
        VectorsPhase::Working => format!("{made}, more are made"),
        VectorsPhase::Paused => format!("{made}, they rest while the agent works"),
        VectorsPhase::Ready => made,
        VectorsPhase::Full => format!("{made}, as many as `index.embedding_chunks` allows"),
        VectorsPhase::Waiting { reason } => format!("{made}, tried again later: {reason}"),
        VectorsPhase::Withheld { reason } => format!("{made}; none are made: {reason}"),
        VectorsPhase::Stopped { reason } => format!("{made}; no more are made: {reason}"),
    }
}
