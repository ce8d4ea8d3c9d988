//! The state of the full screen. Only `update` and `project` change it; drawing only reads it. Its
//! own methods are those that derive something from several parts.

mod keys;
mod shown;

use ratatui::layout::Rect;

use super::chrome::{Chrome, Focus};
use super::dialog::Dialogs;
use super::effect::Effect;
use super::layout::{Layout, Pane};
use super::pane::PaneView;
use super::panes::Panes;
use super::pointer::{TextPlace, TextSelection};
use super::select::TextView;
use super::sessions::Sessions;

#[derive(Debug, Default)]
pub struct Model {
    pub sessions: Sessions,
    pub panes: Panes,
    /// What lies over the panes.
    pub dialogs: Dialogs,
    pub chrome: Chrome,
}

impl Model {
    /// Whether select mode has the keys.
    pub fn selects(&self) -> bool {
        let dialog = self.dialogs.top();
        let selecting = self.chrome.pointer.selecting;
        selecting.is_some_and(|selecting| match selecting.place {
            TextPlace::Pane(pane) => dialog.is_none() && self.chrome.focus == Focus::Pane(pane),
            TextPlace::Dialog => dialog.is_some_and(|dialog| dialog.text().is_some()),
        })
    }

    /// Returns a text that can be selected, with the selection in it.
    pub fn selection(&mut self, place: TextPlace, layout: &Layout) -> Option<TextSelection<'_>> {
        let Self {
            sessions,
            panes,
            dialogs,
            chrome,
        } = self;
        let (area, view): (Rect, &mut dyn TextView) = match place {
            TextPlace::Pane(pane) => {
                let area = layout.inside(pane, layout.pane(pane)?);
                (area, pane_of(sessions, panes, pane)?.text_view_mut()?)
            }
            TextPlace::Dialog => {
                let dialog = dialogs.top_mut()?;
                let (area, _) = dialog.text()?;
                (area, dialog.text_mut()?)
            }
        };
        Some(TextSelection {
            pointer: &mut chrome.pointer,
            place,
            area,
            view,
        })
    }

    /// Ends select mode when the text over the panes that it was in is gone.
    pub fn end_selecting_over(&mut self) -> Vec<Effect> {
        let selecting = self.chrome.pointer.selecting;
        let is_over = selecting.is_some_and(|selecting| selecting.place == TextPlace::Dialog);
        if is_over && !self.selects() {
            return self.chrome.pointer.leave_selecting();
        }
        Vec::new()
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
        pane_of(&mut self.sessions, &mut self.panes, pane)
    }
}

fn pane_of<'a>(
    sessions: &'a mut Sessions,
    panes: &'a mut Panes,
    pane: Pane,
) -> Option<&'a mut dyn PaneView> {
    match pane {
        Pane::Tree => Some(&mut panes.tree),
        Pane::Diff => Some(&mut panes.diff),
        Pane::Note => Some(&mut panes.note),
        Pane::Chat => Some(&mut sessions.tab_mut()?.chat),
        Pane::Review => Some(sessions.review_mut()?),
    }
}
