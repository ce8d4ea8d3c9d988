//! The focus: giving the keys to a pane, the editor, the bar or another session.

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::layout::{Direction, Pane, TWO_PANES};
use crate::widget::list_view::cycle;
use l10n::say;
use protocol::event::NoticeLevel;

impl App {
    /// Gives a pane the keys, and shows it if it was hidden.
    pub(crate) fn focus_pane(&mut self, pane: Pane) {
        self.model.panes.show(pane);
        self.model.chrome.focus = Focus::Pane(pane);
        self.fill_pane(pane);
    }

    /// Gives the editor the keys.
    pub(crate) fn focus_editor(&mut self) {
        self.model.chrome.focus = Focus::Editor;
        if self.model.chrome.width < TWO_PANES && !self.model.shows_review() {
            self.model.panes.layout_request.main = Pane::Chat;
        }
    }

    /// Moves the user to the editor; a bar that had the keys learns of it at once.
    pub(crate) fn go_to_editor(&mut self) {
        if self.model.chrome.focus == Focus::Bar
            && let Some(tab) = self.model.sessions.tab_mut()
        {
            let effects = tab.bar.left_for_editor();
            self.carry_out_of_bar(effects);
        }
        if let Some(tab) = self.model.sessions.tab_mut() {
            tab.editor.begin_insert();
        }
        self.focus_editor();
    }

    /// Gives the bar the keys if it asks something.
    pub(crate) fn focus_bar(&mut self) {
        let now = self.model.chrome.now;
        if let Some((place, _)) = self.model.sessions.asks_elsewhere() {
            let here = self.model.sessions.session();
            self.update(|model| model.show_tab(place));
            self.model.sessions.came_from = here;
        }
        let Some(tab) = self
            .model
            .sessions
            .tab_mut()
            .filter(|tab| tab.bar.is_open())
        else {
            let text = say!("panes-nothing-waits");
            return self.model.chrome.say(NoticeLevel::Info, text);
        };
        let stray = tab.take_stray_answer();
        let effects = tab.bar.take_focus(now);
        match self.model.chrome.focus {
            Focus::Pane(pane) => self.model.chrome.pane_before = Some(pane),
            Focus::Editor => self.model.chrome.pane_before = None,
            Focus::Bar => {}
        }
        self.model.chrome.focus = Focus::Bar;
        self.carry_out_of_bar(effects);
        if let Some(letter) = stray {
            let text = say!("panes-stray-answer", letter);
            self.model.chrome.say(NoticeLevel::Info, text);
        }
    }

    /// Focuses the next or previous window. With one session only, cycles through the editor and
    /// the visible panes.
    pub(crate) fn cycle_focus(&mut self, by: isize) {
        let session = self.model.sessions.session();
        let next = session.and_then(|session| self.model.panes.splits.next(session, by));
        if let Some(next) = next {
            return self.update(|model| model.show_window(next));
        }
        let shown: Vec<Pane> = self.model.shown_panes();
        let mut stops = vec![Focus::Editor];
        stops.extend(shown.into_iter().map(Focus::Pane));
        let at = stops
            .iter()
            .position(|stop| *stop == self.model.chrome.focus)
            .unwrap_or(0);
        match stops.get(cycle(at, by, stops.len())) {
            Some(Focus::Pane(pane)) => self.focus_pane(*pane),
            _ => self.focus_editor(),
        }
    }

    /// Focuses the session in a direction if several are visible and the focus is not in another
    /// pane; else the pane.
    pub(crate) fn focus_direction(&mut self, direction: Direction) {
        let focus = self.model.chrome.focus;
        let in_chat = matches!(focus, Focus::Editor | Focus::Pane(Pane::Chat));
        // Several keys may have come since the last frame, so the layout may be stale.
        self.measure();
        let session = self.model.sessions.session().filter(|_| in_chat);
        let next = session.and_then(|session| self.layout.window_towards(session, direction));
        if let Some(next) = next {
            return self.update(|model| model.show_window(next));
        }
        let shown = self.model.shown_panes();
        let at = match self.model.chrome.focus {
            Focus::Pane(pane) => shown.iter().position(|other| *other == pane),
            Focus::Editor | Focus::Bar => None,
        };
        match (direction, at) {
            (Direction::Down, Some(_)) => self.focus_editor(),
            (Direction::Up, None) => self.focus_pane(self.model.panes.layout_request.main),
            (Direction::Left, Some(at)) => {
                if let Some(pane) = at.checked_sub(1).and_then(|left| shown.get(left)) {
                    self.focus_pane(*pane);
                }
            }
            (Direction::Right, Some(at)) => {
                if let Some(pane) = shown.get(at + 1) {
                    self.focus_pane(*pane);
                }
            }
            _ => {}
        }
    }
}
