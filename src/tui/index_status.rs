//! What the status line says of the index: how far a large one is, and its vectors. Pure.

use crate::l10n::say;
use crate::protocol::index::{IndexState, VectorsPhase};

/// Files from which on it is told how far the index is.
const WORTH_TELLING: u64 = 2_000;

/// Parts without a vector from which on it is told how far the vectors are; fewer are made before anyone has read it.
const PARTS_WORTH_TELLING: u64 = 100;

/// Something about the index that is worth a place on the status line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Indexed {
    /// How much of the files is read, of a hundred.
    Files(u64),
    /// How many vectors are made, of a hundred.
    Vectors(u64),
    /// The same, while they rest.
    VectorsRest(u64),
    /// The server of the vectors is away.
    VectorsWait,
    /// No more vectors can be made.
    VectorsStopped,
}

impl Indexed {
    /// What is worth telling of a state; the files come first, since vectors wait for them.
    pub fn of(state: &IndexState) -> Option<Self> {
        if let Some(percent) = state.percent() {
            return (state.total >= WORTH_TELLING).then_some(Self::Files(percent));
        }
        let vectors = state.vectors.as_ref()?;
        let is_much = vectors.total.saturating_sub(vectors.done) >= PARTS_WORTH_TELLING;
        match vectors.phase {
            VectorsPhase::Working => is_much.then_some(Self::Vectors(vectors.percent())),
            VectorsPhase::Paused => is_much.then_some(Self::VectorsRest(vectors.percent())),
            VectorsPhase::Waiting { .. } => Some(Self::VectorsWait),
            VectorsPhase::Stopped { .. } => Some(Self::VectorsStopped),
            // What was asked is in the conversation, and what was refused is as it should be.
            VectorsPhase::Withheld { .. } => None,
            VectorsPhase::Pending | VectorsPhase::Ready | VectorsPhase::Full => None,
        }
    }

    pub fn words(self) -> String {
        match self {
            Self::Files(percent) => say!("indexed-files", percent),
            Self::Vectors(percent) => say!("indexed-vectors", percent),
            Self::VectorsRest(percent) => say!("indexed-vectors-rest", percent),
            Self::VectorsWait => say!("indexed-vectors-wait").to_owned(),
            Self::VectorsStopped => say!("indexed-vectors-stopped").to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::index::{IndexPhase, VectorsState};

    fn state(phase: IndexPhase, vectors: VectorsPhase, done: u64) -> IndexState {
        IndexState {
            phase,
            done: 300,
            total: 3_000,
            files: 300,
            vectors: Some(VectorsState {
                model: "ollama/all-minilm".to_owned(),
                phase: vectors,
                done,
                total: 1_000,
            }),
        }
    }

    fn words(phase: IndexPhase, vectors: VectorsPhase, done: u64) -> Option<String> {
        Indexed::of(&state(phase, vectors, done)).map(Indexed::words)
    }

    #[test]
    fn files_come_before_vectors_and_what_needs_nothing_is_not_told() {
        use VectorsPhase::{Full, Paused, Pending, Ready, Working};
        let building = words(IndexPhase::Building, Working, 400);
        assert_eq!(building.as_deref(), Some("index 10 %"));
        let told = |vectors, done| words(IndexPhase::Ready, vectors, done);
        assert_eq!(told(Working, 400).as_deref(), Some("vectors 40 %"));
        assert_eq!(told(Paused, 400).as_deref(), Some("vectors 40 % rest"));
        for (phase, done) in [(Working, 950), (Pending, 400), (Ready, 1_000), (Full, 400)] {
            assert_eq!(told(phase, done), None);
        }
        let reason = || "why".to_owned();
        let withheld = VectorsPhase::Withheld { reason: reason() };
        assert_eq!(told(withheld, 0), None);
        let stopped = VectorsPhase::Stopped { reason: reason() };
        assert_eq!(told(stopped, 0).as_deref(), Some("vectors stopped: /index"));
        let waiting = VectorsPhase::Waiting { reason: reason() };
        assert_eq!(told(waiting, 0).as_deref(), Some("vectors wait: /index"));
    }
}
