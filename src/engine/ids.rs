//! Sources of ids: random and time-ordered in the product, counted in tests.

use uuid::Uuid;

/// A source of ids.
pub trait IdSource {
    /// Returns an id that was never returned before.
    fn next(&mut self) -> Uuid;
}

/// Time-ordered UUIDs (version 7).
#[derive(Debug, Default, Clone, Copy)]
pub struct RandomIds;

impl IdSource for RandomIds {
    fn next(&mut self) -> Uuid {
        Uuid::now_v7()
    }
}
