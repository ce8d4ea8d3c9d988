//! Formats `/index`: the progress of the index and its vectors.

use super::{code, other};
use l10n::{counted, say, thousands};
use protocol::index::{IndexPhase, IndexState, VectorsPhase, VectorsState};
use protocol::query::Reply;

pub(in crate::slash) fn index(reply: &Reply) -> String {
    let Reply::Index { state } = reply else {
        return other(reply);
    };
    let vectors = match (&state.vectors, &state.phase) {
        (Some(vectors), _) => vector_words(vectors),
        (None, IndexPhase::Off) => return say!("command-index", words = phase_words(state)),
        (None, _) => say!("command-index-no-vectors").to_owned(),
    };
    say!("command-index-both", words = phase_words(state), vectors)
}

fn phase_words(state: &IndexState) -> String {
    match &state.phase {
        IndexPhase::Off => say!("command-index-off").to_owned(),
        IndexPhase::Waiting => say!("command-index-waiting").to_owned(),
        IndexPhase::Looking => say!("command-index-looking").to_owned(),
        IndexPhase::Building => say!(
            "command-index-building",
            done = thousands(state.done),
            files = counted(state.total, "file")
        ),
        IndexPhase::Ready => say!("command-index-ready", files = counted(state.files, "file")),
        IndexPhase::Elsewhere { pid } => say!("command-index-elsewhere", pid),
        IndexPhase::Failed { reason } => say!("command-index-failed", reason),
    }
}

fn vector_words(vectors: &VectorsState) -> String {
    let made = say!(
        "command-vectors",
        model = code(&vectors.model),
        done = thousands(vectors.done),
        parts = counted(vectors.total, "part")
    );
    match &vectors.phase {
        VectorsPhase::Pending => say!("command-vectors-pending", made),
        VectorsPhase::Working => say!("command-vectors-working", made),
        VectorsPhase::Paused => say!("command-vectors-paused", made),
        VectorsPhase::Ready => made,
        VectorsPhase::Full => say!("command-vectors-full", made),
        VectorsPhase::Waiting { reason } => say!("command-vectors-waiting", made, reason),
        VectorsPhase::Withheld { reason } => say!("command-vectors-withheld", made, reason),
        VectorsPhase::Stopped { reason } => say!("command-vectors-stopped", made, reason),
    }
}
