//! Decides when the confirmation bar collapses on a low screen: while the review has the keyboard
//! focus, the dialogs and rows of the review come first, and the bar shrinks to one row that says that
//! a question waits. The keys go to the review then, so the collapsed bar answers nothing.

use ratatui::layout::Rect;

use super::chrome::Focus;
use super::layout::{Layout, Pane};
use super::model::Model;
use super::pane::PaneView as _;

/// Rows that a dialog of the review needs: its frame, two rows of its subject, a blank, its choices
/// and its keys.
const LEAST_DIALOG: u16 = 10;
/// Rows that the review needs without a dialog: its head, and some rows of a hunk.
const LEAST_REVIEW: u16 = 6;

impl Model {
    /// Whether the focused review has too few rows beside the bar in this layout.
    pub(super) fn bar_must_collapse(&self, layout: &Layout) -> bool {
        let tab = self.sessions.tab().filter(|tab| tab.bar.is_open());
        let review = tab.and_then(|tab| tab.review.as_ref());
        let Some(review) = review.filter(|_| self.chrome.focus == Focus::Pane(Pane::Review)) else {
            return false;
        };
        let least = if review.takes_text() {
            LEAST_DIALOG
        } else {
            LEAST_REVIEW
        };
        let is_low = |area: Rect| area.height < least;
        let can_shrink = layout.bar.height > 1 && !self.dialogs.is_open();
        can_shrink && layout.pane(Pane::Review).is_some_and(is_low)
    }

    /// Whether the bar has an open question and only the row that says so.
    pub(super) fn bar_is_collapsed(&self, layout: &Layout) -> bool {
        let tab = self.sessions.tab();
        tab.is_some_and(|tab| tab.bar.is_open()) && layout.bar.height == 1
    }
}
