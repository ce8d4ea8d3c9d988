//! Decides when the confirmation bar collapses on a low screen: while the review has the keyboard
//! focus, the dialogs and rows of the review come first, and the bar shrinks to one row that says that
//! a question waits. The keys go to the review then, so the collapsed bar answers nothing.

use ratatui::layout::Rect;

use super::chrome::Focus;
use super::layout::{Layout, Pane};
use super::model::Model;

/// Rows that the review needs beside the bar: its head and the rows of a hunk, or a dialog with its
/// frame, subject, choices and keys.
const LEAST_REVIEW: u16 = 12;

impl Model {
    /// Whether the focused review has too few rows beside the bar in this layout.
    pub(super) fn bar_must_collapse(&self, layout: &Layout) -> bool {
        let tab = self.sessions.tab().filter(|tab| tab.bar.is_open());
        let is_reviewing = tab.is_some_and(|tab| tab.review.is_some())
            && self.chrome.focus == Focus::Pane(Pane::Review);
        let is_low = |area: Rect| area.height < LEAST_REVIEW;
        let can_shrink = layout.bar.height > 1 && !self.dialogs.is_open();
        is_reviewing && can_shrink && layout.pane(Pane::Review).is_some_and(is_low)
    }

    /// Whether the bar has an open question and only the row that says so.
    pub(super) fn bar_is_collapsed(&self, layout: &Layout) -> bool {
        let tab = self.sessions.tab();
        tab.is_some_and(|tab| tab.bar.is_open()) && layout.bar.height == 1
    }
}
