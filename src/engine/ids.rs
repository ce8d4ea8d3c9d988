//! Where ids come from: random and time-ordered in the product, counted in tests.

use uuid::Uuid;

/// A source of ids.
pub trait IdSource {
    /// A new one, never given before.
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
