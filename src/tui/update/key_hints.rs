//! The content of the hint row and the continuations of a key sequence that has begun: the keys
//! that do something now.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::chrome::WHICH_KEY;
use super::super::hints::{FROZEN_HINTS, KeyHints};
use super::super::keymap::{Action, Key};
use super::super::pane::PaneView;
use super::super::view::pages_of_ways;
use l10n::say;

impl App {
    /// Returns the content of the hint row, for the dialog if there is one, else for the focused
    /// part.
    pub(crate) fn key_hints(&self) -> KeyHints {
        if self.selects() {
            return KeyHints::OfContext;
        }
        if let Some(dialog) = self.model.dialogs.top() {
            return dialog.key_hints();
        }
        match self.model.chrome.focus {
            Focus::Editor if self.model.sessions.is_frozen() => KeyHints::These(FROZEN_HINTS),
            Focus::Editor => self.key_hints_in_editor(),
            Focus::Bar => {
                let tab = self.model.sessions.tab();
                tab.map_or(KeyHints::OfContext, |tab| tab.bar.key_hints())
            }
            Focus::Pane(pane) => {
                let view = self.model.pane(pane);
                view.map_or(KeyHints::OfContext, PaneView::key_hints)
            }
        }
    }

    /// Names F2 if a question waits for an answer, here or in another session, and F4 by what
    /// it does now.
    fn key_hints_in_editor(&self) -> KeyHints {
        let asks_here = self
            .model
            .sessions
            .tab()
            .is_some_and(|tab| tab.bar.is_open());
        let asks = asks_here || self.model.sessions.asks_elsewhere().is_some();
        let without = (!asks).then_some(Action::FocusConfirmBar);
        let is_zoomed = self.model.panes.layout_request.zoom.is_some();
        let unzoom = is_zoomed.then(|| (Action::ZoomPane, say!("hint-unzoom")));
        KeyHints::Without(without.into_iter().collect(), unzoom.into_iter().collect())
    }

    /// Pages through the continuations that had no room. Any other unknown key after the leader
    /// ends the sequence and does nothing.
    pub(super) fn turn_ways(&mut self, pending: Vec<Key>, since: Duration, key: &KeyEvent) {
        let pages = pages_of_ways(self, &pending);
        let is_shown = since + WHICH_KEY <= self.model.chrome.now;
        let page = self.model.chrome.page_of_ways.min(pages.saturating_sub(1));
        let page = match key.code {
            KeyCode::PageDown if key.modifiers.is_empty() => page + 1,
            KeyCode::PageUp if key.modifiers.is_empty() => page + pages.saturating_sub(1),
            _ => return,
        };
        if is_shown && pages > 1 {
            self.model.chrome.page_of_ways = page % pages;
            self.model.chrome.pending = Some((pending, since));
        }
    }
}
