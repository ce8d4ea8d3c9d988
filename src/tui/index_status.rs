//! The index on the status line: the progress of a large index, and its vectors. Pure.

use l10n::say;
use protocol::index::{IndexState, VectorsPhase};

/// Minimum number of files for showing the index's progress.
const WORTH_TELLING: u64 = 2_000;

/// Minimum number of parts without a vector for showing the vectors' progress; fewer are finished
/// before the user has read it.
const PARTS_WORTH_TELLING: u64 = 100;

/// A state of the index that the status line shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Indexed {
    /// Percentage of the files that are read.
    Files(u64),
    /// Percentage of the vectors that are made.
    Vectors(u64),
    /// Percentage of the vectors that are made, while their making is paused.
    VectorsRest(u64),
    /// The embedding server is not reachable.
    VectorsWait,
    /// No more vectors can be made.
    VectorsStopped,
}

impl Indexed {
    /// Returns the part of a state to show; the files come first, since vectors wait for them.
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
            // The question is in the conversation, and a refusal is no problem to report.
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
    use notice::Notice;
    use protocol::index::{IndexPhase, VectorsState};

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
        let reason = || Notice::text("why");
        let withheld = VectorsPhase::Withheld { reason: reason() };
        assert_eq!(told(withheld, 0), None);
        let stopped = VectorsPhase::Stopped { reason: reason() };
        assert_eq!(told(stopped, 0).as_deref(), Some("vectors stopped: /index"));
        let waiting = VectorsPhase::Waiting { reason: reason() };
        assert_eq!(told(waiting, 0).as_deref(), Some("vectors wait: /index"));
    }
}
