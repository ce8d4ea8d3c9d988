//! Decides when the confirmation bar collapses on a low screen: while the review has the keyboard
//! focus, the dialogs and rows of the review come first, and the bar shrinks to one row that says that
//! a question waits. The keys go to the review then, so the collapsed bar answers nothing.

use super::app::App;
use super::chrome::Focus;
use super::layout::Pane;
use super::pane::PaneView as _;

/// Rows that a dialog of the review needs: its frame, two rows of its subject, a blank, its choices
/// and its keys.
const LEAST_DIALOG: u16 = 10;
/// Rows that the review needs without a dialog: its head, and some rows of a hunk.
const LEAST_REVIEW: u16 = 6;

impl App {
    /// Whether the focused review has too few rows beside the bar in the current layout.
    pub(super) fn bar_must_collapse(&self) -> bool {
        let asks = self
            .model
            .sessions
            .tab()
            .is_some_and(|tab| tab.bar.is_open());
        if !asks || self.layout.bar.height <= 1 || self.model.dialogs.is_open() {
            return false;
        }
        let review = self
            .model
            .sessions
            .tab()
            .and_then(|tab| tab.review.as_ref());
        let (Focus::Pane(Pane::Review), Some(review)) = (self.model.chrome.focus, review) else {
            return false;
        };
        let least = if review.takes_text() {
            LEAST_DIALOG
        } else {
            LEAST_REVIEW
        };
        let area = self.layout.pane(Pane::Review);
        area.is_some_and(|area| area.height < least)
    }

    /// Whether the bar has an open question and only the row that says so.
    pub(super) fn bar_is_collapsed(&self) -> bool {
        let asks = self
            .model
            .sessions
            .tab()
            .is_some_and(|tab| tab.bar.is_open());
        asks && self.layout.bar.height == 1
    }
}
