//! The state of the full screen. Only `update` and `project` change it; drawing only reads it.

use super::chrome::Chrome;
use super::dialog::Dialogs;
use super::layout::Pane;
use super::pane::PaneView;
use super::panes::Panes;
use super::sessions::Sessions;
use super::tab::Tab;

#[derive(Debug, Default)]
pub struct Model {
    pub sessions: Sessions,
    pub panes: Panes,
    /// What lies over the panes.
    pub dialogs: Dialogs,
    pub chrome: Chrome,
}

impl Model {
    /// Whether the shown session proposes a change, or has one that is not decided.
    pub fn has_changes(&self) -> bool {
        let undecided = |tab: &Tab| tab.reviewed.open().is_some();
        self.panes.proposed.is_some() || self.sessions.tab().is_some_and(undecided)
    }

    /// Returns a pane; the conversation and the review are those of the shown session.
    pub fn pane(&self, pane: Pane) -> Option<&dyn PaneView> {
        match pane {
            Pane::Tree => Some(&self.panes.tree),
            Pane::Diff => Some(&self.panes.diff),
            Pane::Note => Some(&self.panes.note),
            Pane::Chat => Some(&self.sessions.tab()?.chat),
            Pane::Review => Some(self.sessions.tab()?.review.as_ref()?),
        }
    }

    /// Returns a pane; the conversation and the review are those of the shown session.
    pub fn pane_mut(&mut self, pane: Pane) -> Option<&mut dyn PaneView> {
        match pane {
            Pane::Tree => Some(&mut self.panes.tree),
            Pane::Diff => Some(&mut self.panes.diff),
            Pane::Note => Some(&mut self.panes.note),
            Pane::Chat => Some(&mut self.sessions.tab_mut()?.chat),
            Pane::Review => Some(self.sessions.tab_mut()?.review.as_mut()?),
        }
    }
}
