//! Which pane has the keys, and how the panes lie.

use super::super::app::App;
use super::super::layout::{LEAST_HEIGHT, Pane, THREE_PANES, TWO_PANES, Wanted};
use super::super::model::Focus;
use crate::protocol::event::NoticeLevel;

/// A step of the layout in columns.
const STEP: i16 = 4;

/// A direction on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl App {
    /// Gives a pane the keys, and shows it if it was hidden.
    pub(in crate::tui) fn focus_pane(&mut self, pane: Pane) {
        match pane {
            Pane::Tree => self.model.wishes.tree = Wanted::Yes,
            Pane::Diff => self.model.wishes.diff = Wanted::Yes,
            Pane::Chat | Pane::Review => {}
        }
        if self.model.wishes.zoom.is_some() {
            self.model.wishes.zoom = Some(pane);
        }
        self.model.wishes.main = pane;
        self.model.focus = Focus::Pane(pane);
        self.fill_pane(pane);
    }

    /// Gives the editor the keys.
    pub(in crate::tui) fn focus_editor(&mut self) {
        self.model.focus = Focus::Editor;
        if self.model.width < TWO_PANES && !self.shows_review() {
            self.model.wishes.main = Pane::Chat;
        }
    }

    /// Gives the bar the keys, if it asks something.
    pub(in crate::tui) fn focus_bar(&mut self) {
        let now = self.model.now;
        let Some(tab) = self.model.tab_mut().filter(|tab| tab.bar.is_open()) else {
            let text = "nothing waits for an answer here";
            return self.model.say(NoticeLevel::Info, text);
        };
        let effects = tab.bar.take_focus(now);
        self.model.focus = Focus::Bar;
        self.bar_effects(effects);
    }

    /// The next or previous of editor and panes that are shown.
    pub(in crate::tui) fn cycle_focus(&mut self, by: isize) {
        let shown: Vec<Pane> = self.shown_panes();
        let mut stops = vec![Focus::Editor];
        stops.extend(shown.into_iter().map(Focus::Pane));
        let at = stops
            .iter()
            .position(|stop| *stop == self.model.focus)
            .unwrap_or(0);
        let next = (at.cast_signed() + by)
            .rem_euclid(stops.len().cast_signed())
            .cast_unsigned();
        match stops.get(next) {
            Some(Focus::Pane(pane)) => self.focus_pane(*pane),
            _ => self.focus_editor(),
        }
    }

    /// The pane in a direction.
    pub(in crate::tui) fn focus_direction(&mut self, direction: Direction) {
        let shown = self.shown_panes();
        let at = match self.model.focus {
            Focus::Pane(pane) => shown.iter().position(|other| *other == pane),
            Focus::Editor | Focus::Bar => None,
        };
        match (direction, at) {
            (Direction::Down, Some(_)) => self.focus_editor(),
            (Direction::Up, None) => self.focus_pane(self.model.wishes.main),
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

    /// Shows one pane alone, or all again.
    pub(in crate::tui) fn zoom(&mut self) {
        let pane = match self.model.focus {
            Focus::Pane(pane) => pane,
            Focus::Editor | Focus::Bar => self.model.wishes.main,
        };
        if pane == Pane::Review {
            // It has the whole screen already.
            return;
        }
        self.model.wishes.zoom = match self.model.wishes.zoom {
            Some(_) => None,
            None => Some(pane),
        };
    }

    /// Shows or hides the tree or the diff.
    pub(in crate::tui) fn toggle_pane(&mut self, pane: Pane) {
        let narrow = match pane {
            Pane::Tree => self.model.width < THREE_PANES,
            _ => self.model.width < TWO_PANES,
        };
        if narrow {
            // There is no room beside the chat: it takes its place.
            return if self.model.wishes.main == pane {
                self.focus_pane(Pane::Chat);
            } else {
                self.focus_pane(pane);
            };
        }
        let wish = match pane {
            Pane::Tree => &mut self.model.wishes.tree,
            _ => &mut self.model.wishes.diff,
        };
        *wish = wish.flipped();
        let hidden = *wish == Wanted::No;
        if hidden && self.model.wishes.main == pane {
            self.model.wishes.main = Pane::Chat;
        }
        if hidden && self.model.focus == Focus::Pane(pane) {
            self.focus_editor();
        }
        if !hidden {
            self.fill_pane(pane);
        }
    }

    /// Makes the focused pane wider or narrower by so many steps.
    pub(in crate::tui) fn widen(&mut self, steps: i16) {
        let most = i16::try_from(self.model.width / 2).unwrap_or(i16::MAX);
        let wishes = &mut self.model.wishes;
        let (columns, by) = match self.model.focus {
            Focus::Pane(Pane::Tree) => (&mut wishes.tree_columns, steps),
            Focus::Pane(Pane::Diff) => (&mut wishes.chat_columns, -steps),
            _ => (&mut wishes.chat_columns, steps),
        };
        *columns = columns.saturating_add(by * STEP).clamp(-most, most);
    }

    /// Makes the editor taller or lower by a row.
    pub(in crate::tui) fn heighten(&mut self, by: i16) {
        let rows = self.model.wishes.editor_rows.saturating_add_signed(by);
        self.model.wishes.editor_rows = rows.min(self.model.height.max(LEAST_HEIGHT) / 3);
    }

    /// All panes, then without tree, then the chat alone, then all again.
    pub(in crate::tui) fn cycle_layout(&mut self) {
        let wishes = &mut self.model.wishes;
        (wishes.tree, wishes.diff) = match (wishes.tree, wishes.diff) {
            (Wanted::Yes, Wanted::Yes) => (Wanted::No, Wanted::Yes),
            (Wanted::No, Wanted::Yes) => (Wanted::No, Wanted::No),
            (_, Wanted::No) => (Wanted::Yes, Wanted::Yes),
        };
        wishes.zoom = None;
        self.focus_editor();
        self.model.wishes.main = Pane::Chat;
    }
}
