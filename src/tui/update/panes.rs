//! Focus and layout of the panes.

use ratatui::layout::Rect;

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::input::InputUse;
use super::super::layout::{
    DiffPlacement, LEAST_HEIGHT, Pane, ROOMY, THREE_PANES, TWO_PANES, Visibility,
};
use super::super::splits::Axis;
use l10n::say;
use protocol::event::NoticeLevel;

/// Columns per layout step.
const STEP: i16 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl App {
    /// Gives a pane the keys, and shows it if it was hidden.
    pub(crate) fn focus_pane(&mut self, pane: Pane) {
        match pane {
            Pane::Tree => self.model.panes.layout_request.tree = Visibility::Yes,
            // As the main pane it is shown in any case.
            Pane::Diff => self.model.panes.layout_request.note = Visibility::No,
            Pane::Note => self.model.panes.layout_request.note = Visibility::Yes,
            Pane::Chat | Pane::Review => {}
        }
        if self.model.panes.layout_request.zoom.is_some() {
            self.model.panes.layout_request.zoom = Some(pane);
        }
        self.model.panes.layout_request.main = pane;
        self.model.chrome.focus = Focus::Pane(pane);
        self.fill_pane(pane);
    }

    /// Gives the editor the keys.
    pub(crate) fn focus_editor(&mut self) {
        self.model.chrome.focus = Focus::Editor;
        if self.model.chrome.width < TWO_PANES && !self.shows_review() {
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
        self.focus_editor();
    }

    /// Gives the bar the keys if it asks something.
    pub(crate) fn focus_bar(&mut self) {
        let now = self.model.chrome.now;
        if let Some((place, _)) = self.model.sessions.asks_elsewhere() {
            let here = self.model.sessions.session();
            self.show_tab(place);
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
        if self.step_window(by) {
            return;
        }
        let shown: Vec<Pane> = self.shown_panes();
        let mut stops = vec![Focus::Editor];
        stops.extend(shown.into_iter().map(Focus::Pane));
        let at = stops
            .iter()
            .position(|stop| *stop == self.model.chrome.focus)
            .unwrap_or(0);
        let next = (at.cast_signed() + by)
            .rem_euclid(stops.len().cast_signed())
            .cast_unsigned();
        match stops.get(next) {
            Some(Focus::Pane(pane)) => self.focus_pane(*pane),
            _ => self.focus_editor(),
        }
    }

    /// Focuses the pane or session in a direction.
    pub(crate) fn focus_direction(&mut self, direction: Direction) {
        if self.focus_window(direction) == InputUse::Yes {
            return;
        }
        let shown = self.shown_panes();
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

    /// Focuses the session in a direction, if several are visible and the focus is not
    /// in another pane.
    fn focus_window(&mut self, direction: Direction) -> InputUse {
        let in_chat = matches!(
            self.model.chrome.focus,
            Focus::Editor | Focus::Pane(Pane::Chat)
        );
        // Several keys may have come since the last frame, so the layout may be stale.
        self.measure();
        let windows = &self.layout.windows;
        let own = windows
            .iter()
            .find(|(session, _)| Some(*session) == self.model.sessions.session());
        let Some((own, area)) = own.copied().filter(|_| in_chat) else {
            return InputUse::No;
        };
        let lies = |other: Rect| {
            let beside = other.y < area.bottom() && area.y < other.bottom();
            let under = other.x < area.right() && area.x < other.right();
            match direction {
                Direction::Left => beside && other.right() <= area.x,
                Direction::Right => beside && other.x >= area.right(),
                Direction::Up => under && other.bottom() <= area.y,
                Direction::Down => under && other.y >= area.bottom(),
            }
        };
        let away = |other: Rect| {
            let columns = other.x.abs_diff(area.x);
            columns.saturating_add(other.y.abs_diff(area.y))
        };
        let nearest = windows
            .iter()
            .filter(|(session, other)| *session != own && lies(*other))
            .min_by_key(|(_, other)| away(*other));
        match nearest {
            Some((session, _)) => {
                let in_pane = matches!(self.model.chrome.focus, Focus::Pane(_));
                self.show_session(*session);
                if in_pane {
                    self.focus_pane(Pane::Chat);
                }
                InputUse::Yes
            }
            None => InputUse::No,
        }
    }

    /// Shows one pane alone, or all again.
    pub(crate) fn zoom(&mut self) {
        let pane = match self.model.chrome.focus {
            Focus::Pane(pane) => pane,
            Focus::Editor | Focus::Bar => self.model.panes.layout_request.main,
        };
        if pane == Pane::Review {
            // The pane has the whole screen already.
            return;
        }
        let is_alone = self.shown_panes().len() == 1 && !self.model.panes.splits.is_split();
        self.model.panes.layout_request.zoom = match self.model.panes.layout_request.zoom {
            Some(_) => None,
            None if is_alone => {
                let text = say!("panes-nothing-to-zoom");
                return self.model.chrome.say(NoticeLevel::Info, text);
            }
            None => Some(pane),
        };
    }

    /// Shows or hides a pane.
    pub(crate) fn toggle_pane(&mut self, pane: Pane) {
        let narrow = match pane {
            Pane::Tree => self.model.chrome.width < THREE_PANES,
            _ => self.model.chrome.width < TWO_PANES,
        };
        if narrow {
            // There is no room beside the chat, so the pane takes its place.
            return if self.model.panes.layout_request.main == pane {
                self.focus_pane(Pane::Chat);
            } else {
                self.focus_pane(pane);
            };
        }
        let hidden = match pane {
            Pane::Tree => {
                let tree = &mut self.model.panes.layout_request.tree;
                *tree = tree.flipped();
                *tree == Visibility::No
            }
            _ => self.place_diff() == InputUse::No,
        };
        if hidden && self.model.panes.layout_request.main == pane {
            self.model.panes.layout_request.main = Pane::Chat;
        }
        if hidden && self.model.chrome.focus == Focus::Pane(pane) {
            self.focus_editor();
        }
        if !hidden {
            self.fill_pane(pane);
        }
    }

    /// Ctrl+X d: pins the diff pane; once it is pinned, hides it, or leaves it to the changes if
    /// there are none. Returns [`InputUse::No`] if it is hidden now.
    fn place_diff(&mut self) -> InputUse {
        let has_changes = self.model.has_changes();
        let is_shown = self.shown_panes().contains(&Pane::Diff);
        let request = &mut self.model.panes.layout_request;
        let (next, text) = match (request.diff, is_shown, has_changes) {
            (DiffPlacement::Pinned, true, true) => (DiffPlacement::Hidden, say!("diff-hidden")),
            (DiffPlacement::Pinned, true, false) => {
                (DiffPlacement::WithChanges, say!("diff-with-changes"))
            }
            (DiffPlacement::Hidden, _, true) if self.model.chrome.width >= ROOMY => {
                (DiffPlacement::WithChanges, say!("diff-with-changes"))
            }
            _ => (DiffPlacement::Pinned, say!("diff-pinned")),
        };
        if next != DiffPlacement::Pinned && request.main == Pane::Diff {
            request.main = Pane::Chat;
        }
        request.diff = next;
        request.note = Visibility::No;
        self.tell(NoticeLevel::Info, text);
        let is_shown = self.shown_panes().contains(&Pane::Diff);
        if is_shown {
            InputUse::Yes
        } else {
            InputUse::No
        }
    }

    /// Makes the focused pane wider or narrower by `steps` steps.
    pub(crate) fn widen(&mut self, steps: i16) {
        let most = i16::try_from(self.model.chrome.width / 2).unwrap_or(i16::MAX);
        let in_pane = matches!(
            self.model.chrome.focus,
            Focus::Pane(Pane::Tree | Pane::Diff)
        );
        if let (Some(session), false) = (self.model.sessions.session(), in_pane)
            && self
                .model
                .panes
                .splits
                .grow(session, Axis::Beside, steps * STEP, most)
        {
            return;
        }
        let request = &mut self.model.panes.layout_request;
        let (columns, by) = match self.model.chrome.focus {
            Focus::Pane(Pane::Tree) => (&mut request.tree_columns, steps),
            Focus::Pane(Pane::Diff) => (&mut request.chat_columns, -steps),
            _ => (&mut request.chat_columns, steps),
        };
        *columns = columns.saturating_add(by * STEP).clamp(-most, most);
    }

    /// Makes the session's window taller or lower if another window lies above or below it;
    /// else the editor.
    pub(crate) fn taller(&mut self, rows: i16) {
        let most = i16::try_from(self.model.chrome.height / 2).unwrap_or(i16::MAX);
        let session = self.model.sessions.session();
        let splits = &mut self.model.panes.splits;
        if !session.is_some_and(|session| splits.grow(session, Axis::Below, rows, most)) {
            self.heighten(rows);
        }
    }

    /// Makes the editor taller or lower by `by` rows.
    pub(crate) fn heighten(&mut self, by: i16) {
        let rows = self
            .model
            .panes
            .layout_request
            .editor_rows
            .saturating_add_signed(by);
        self.model.panes.layout_request.editor_rows =
            rows.min(self.model.chrome.height.max(LEAST_HEIGHT) / 3);
    }

    /// Cycles through the layouts: all panes, without the tree, the chat alone.
    pub(crate) fn cycle_layout(&mut self) {
        let request = &mut self.model.panes.layout_request;
        (request.tree, request.diff) = match (request.tree, request.diff) {
            (_, DiffPlacement::Hidden) => (Visibility::Yes, DiffPlacement::WithChanges),
            (Visibility::Yes, diff) => (Visibility::No, diff),
            (Visibility::No, _) => (Visibility::No, DiffPlacement::Hidden),
        };
        request.zoom = None;
        self.focus_editor();
        self.model.panes.layout_request.main = Pane::Chat;
    }
}
