//! Orders about the review.

use super::Turn;
use super::session::Session;
use crate::protocol::review::ReviewOrder;

impl Session {
    /// Takes an order about the review.
    pub(super) fn take_review_order(&mut self, order: ReviewOrder, turn: &mut Turn<'_, '_>) {
        let _ = order;
        turn.reject(self.id, "review", "there is nothing to review");
    }
}
