//! The diffs of calls from before this screen, and of those that the user edited: no event reports
//! them, so they are queried for the rows on the screen.

use super::Chat;
use super::cell::{Body, CellFold};
use super::preview::Diffs;
use protocol::review::{ReviewQuery, ReviewReply};

/// Maximum number of calls in one query.
const MOST_CALLS: usize = 32;

impl Chat {
    /// Returns the query for the missing diffs of the rows on the screen; each is asked for once.
    pub fn take_query(&mut self) -> Option<ReviewQuery> {
        let mut on_screen: Vec<usize> = self.view.rows().iter().map(|row| row.0).collect();
        on_screen.dedup();
        let mut calls = Vec::new();
        for at in on_screen {
            let diffs = self.diffs;
            let Some(Body::Call(call)) = self.cell_mut(at).map(|cell| &mut cell.body) else {
                continue;
            };
            let is_shown = diffs == Diffs::Open || call.fold == CellFold::Open;
            if is_shown && call.lacks_diff() && calls.len() < MOST_CALLS {
                call.diff_asked = true;
                calls.push(call.call.id);
            }
        }
        (!calls.is_empty()).then_some(ReviewQuery::CallDiffs { calls })
    }

    /// Takes the reply to that query.
    pub fn take_diffs(&mut self, reply: &ReviewReply) {
        let ReviewReply::CallDiffs { diffs } = reply else {
            return;
        };
        for (call, diff) in diffs {
            self.with_call(*call, |shown| {
                shown.take_diff(diff);
            });
        }
        self.edition += 1;
    }
}
