//! Selecting text of a pane with the mouse and in select mode, and copying it.

use std::time::Duration;

use crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use super::super::app::{App, Redraw};
use super::super::chrome::Focus;
use super::super::composer::Marking;
use super::super::input::InputUse;
use super::super::keymap::Action;
use super::super::pointer::{EDGE_STEP, PointerGrab, Selected, Selecting, TextPlace};
use super::super::select::{Grain, Motion, Selection, TextPosition, TextView, moved, spot_at};
use super::super::terminal::MouseCapture;
use l10n::say;
use protocol::event::NoticeLevel;

impl App {
    /// Maps a screen position to a position in a pane's text.
    pub(super) fn spot(
        &self,
        place: TextPlace,
        area: Rect,
        at: Position,
        lane: Option<u8>,
    ) -> Option<TextPosition> {
        let column = at.x.saturating_sub(area.x);
        let row =
            at.y.saturating_sub(area.y)
                .min(area.height.saturating_sub(1));
        let spot = |view: &dyn TextView| spot_at(view, (column, row), lane);
        self.read_text(place, spot)?
    }

    /// Calls `read` on the text of a place.
    fn read_text<T>(&self, place: TextPlace, read: impl FnOnce(&dyn TextView) -> T) -> Option<T> {
        match place {
            TextPlace::Pane(pane) => Some(read(self.model.pane(pane)?.text_view()?)),
            TextPlace::Dialog => Some(read(self.model.dialogs.top()?.text()?.1)),
        }
    }

    /// Calls `work` on the text of a place; if the text scrolled, the drawn area scrolls too.
    pub(super) fn work_on_text<T>(
        &mut self,
        place: TextPlace,
        work: impl FnOnce(&mut dyn TextView) -> T,
    ) -> Option<T> {
        match place {
            TextPlace::Pane(pane) => Some(work(self.model.pane_mut(pane)?.text_view_mut()?)),
            TextPlace::Dialog => {
                let done = work(self.model.dialogs.top_mut()?.text_mut()?);
                self.update(|model| model.dialogs.note_seen());
                Some(done)
            }
        }
    }

    /// Returns the area where the text of a place is drawn.
    fn area_of_text(&self, place: TextPlace) -> Option<Rect> {
        match place {
            TextPlace::Pane(pane) => {
                let area = self.layout.pane(pane)?;
                Some(self.layout.inside(pane, area))
            }
            TextPlace::Dialog => {
                let text = self.model.dialogs.top()?.text();
                text.map(|(area, _)| area)
            }
        }
    }

    /// Handles a press on the dialog: [`InputUse::Yes`] if a selection of its text
    /// may begin there.
    pub(super) fn press_text_over(&mut self, at: Position, count: u8) -> InputUse {
        let area = self.area_of_text(TextPlace::Dialog);
        let Some(area) = area.filter(|area| area.contains(at)) else {
            return InputUse::No;
        };
        self.hold(PointerGrab::Dialog, area, at, count);
        if count > 1 {
            self.select_to(at);
        }
        InputUse::Yes
    }

    /// Selects from where the button was pressed to a screen position.
    pub(super) fn select_to(&mut self, at: Position) {
        let Some(held) = self.model.chrome.pointer.held else {
            return;
        };
        let (Some(place), Some(anchor)) = (held.grip.text(), held.anchor) else {
            return;
        };
        let lane = Some(anchor.line.lane);
        let head = self.spot(place, held.area, at, lane).unwrap_or(anchor);
        // Above the pane means the beginning of its first row, below it the end of its last row.
        let x = match () {
            () if at.y < held.area.y => held.area.x,
            () if at.y >= held.area.bottom() => held.area.right().saturating_sub(1),
            () => at.x,
        };
        let head = if x == at.x {
            head
        } else {
            self.spot(place, held.area, Position::new(x, at.y), lane)
                .unwrap_or(head)
        };
        let picked = |view: &mut dyn TextView| Selection::new(view, anchor, head, held.grain);
        if let Some(picked) = self.work_on_text(place, picked) {
            self.model.chrome.pointer.selected = Some(Selected { place, picked });
        }
    }

    /// When the pane scrolls next while the pointer is beyond its edge.
    pub(super) fn edge_at(&self) -> Option<Duration> {
        self.model.chrome.pointer.held.as_ref()?.edge_at
    }

    /// Scrolls the pane by a row and extends the selection while the pointer is beyond an edge.
    pub(super) fn pass_edge(&mut self, now: Duration) {
        let Some(held) = self
            .model
            .chrome
            .pointer
            .held
            .as_mut()
            .filter(|held| held.edge_at.is_some_and(|due| due <= now))
        else {
            return;
        };
        held.edge_at = Some(now + EDGE_STEP);
        let (grip, area, at) = (held.grip, held.area, held.at);
        let rows = if at.y < area.y { -1 } else { 1 };
        if let Some(place) = grip.text() {
            // At the end of the text nothing scrolls.
            let _ = self.work_on_text(place, |view| view.scroll_text(rows));
            // The text's drawn area is known only after measuring again.
            self.measure();
            self.select_to(at);
            self.touch(Redraw::Now);
        }
    }

    /// `M` and `Ctrl+X s`: sets a mark in a draft, from which movements select; elsewhere
    /// starts select mode.
    pub(super) fn select_mode(&mut self) {
        let types = !self.model.dialogs.is_open() && self.model.chrome.focus == Focus::Editor;
        let draft = self
            .model
            .sessions
            .tab_mut()
            .filter(|tab| types && !tab.draft_is_empty() && !tab.facts.is_frozen());
        match draft.map(|tab| tab.editor.toggle_mark()) {
            None => self.begin_selecting(),
            Some(Marking::Begun) => self.tell(NoticeLevel::Info, say!("select-in-draft")),
            Some(Marking::Ended) => {}
        }
    }

    /// Starts select mode: the focused pane shows a cursor, and the mouse is released
    /// to the terminal.
    pub(super) fn begin_selecting(&mut self) {
        let place = match self.model.chrome.focus {
            _ if self.model.dialogs.is_open() => TextPlace::Dialog,
            Focus::Pane(pane) => TextPlace::Pane(pane),
            Focus::Editor | Focus::Bar => TextPlace::Pane(self.layout_request().main),
        };
        let spot = self.area_of_text(place).and_then(|area| {
            let bottom = Position::new(area.x, area.bottom().saturating_sub(1));
            self.spot(place, area, bottom, None)
        });
        let edition = self.read_text(place, |view| view.edition());
        let (Some(mut spot), Some(edition)) = (spot, edition) else {
            let text = say!("select-no-text");
            return self.model.chrome.say(NoticeLevel::Info, text);
        };
        spot.byte = 0;
        let mouse = self.model.chrome.pointer.capture;
        if let TextPlace::Pane(pane) = place {
            self.model.chrome.focus = Focus::Pane(pane);
        }
        self.model.chrome.pointer.selected = None;
        self.model.chrome.pointer.held = None;
        self.model.chrome.pointer.selecting = Some(Selecting {
            place,
            spot,
            wanted: 0,
            begun: None,
            edition,
            mouse,
        });
        self.set_mouse(MouseCapture::Off);
        let text = say!("select-mode");
        self.model.chrome.say(NoticeLevel::Info, text);
    }

    /// Leaves select mode and drops the selection.
    pub(super) fn leave_selecting(&mut self) {
        if let Some(selecting) = self.model.chrome.pointer.selecting.take() {
            self.model.chrome.pointer.selected = None;
            self.set_mouse(selecting.mouse);
        }
    }

    /// Ends select mode when the text over the panes that it was in is gone.
    pub(super) fn end_selecting_over(&mut self) {
        let is_over = |selecting: Selecting| selecting.place == TextPlace::Dialog;
        if self.model.chrome.pointer.selecting.is_some_and(is_over) && !self.selects() {
            self.leave_selecting();
        }
    }

    /// Whether select mode has the keys.
    pub(crate) fn selects(&self) -> bool {
        let dialog = self.model.dialogs.top();
        let selecting = self.model.chrome.pointer.selecting;
        selecting.is_some_and(|selecting| match selecting.place {
            TextPlace::Pane(pane) => {
                dialog.is_none() && self.model.chrome.focus == Focus::Pane(pane)
            }
            TextPlace::Dialog => dialog.is_some_and(|dialog| dialog.text().is_some()),
        })
    }

    /// Handles an action while select mode has the keys. An action outside the mode leaves it.
    pub(super) fn select_action(&mut self, action: Action) -> InputUse {
        let page = self.page_of_selecting();
        let motion = match action {
            Action::LineDown => Motion::Down(1),
            Action::LineUp => Motion::Up(1),
            Action::PageDown => Motion::Down(page),
            Action::PageUp => Motion::Up(page),
            Action::CharLeft => Motion::Left,
            Action::CharRight => Motion::Right,
            Action::WordLeft => Motion::WordBack,
            Action::WordRight => Motion::Word,
            Action::LineStart => Motion::LineStart,
            Action::LineEnd => Motion::LineEnd,
            Action::Top => Motion::Top,
            Action::Bottom => Motion::Bottom,
            Action::SelectStart => {
                self.begin_selection(Grain::Characters);
                return InputUse::Yes;
            }
            Action::SelectLines => {
                self.begin_selection(Grain::Lines);
                return InputUse::Yes;
            }
            Action::SelectCopy => {
                self.copy_selecting();
                return InputUse::Yes;
            }
            Action::PinSelection => {
                self.pin_selecting();
                return InputUse::Yes;
            }
            Action::SelectLeave | Action::SelectMode => {
                self.leave_selecting();
                return InputUse::Yes;
            }
            // Ctrl+C copies the selection and stays in the mode.
            Action::Interrupt => return self.copy_selection_here(),
            Action::Leader | Action::Redraw | Action::Suspend | Action::Help => {
                return InputUse::No;
            }
            _ => {
                self.leave_selecting();
                return InputUse::No;
            }
        };
        self.move_selecting(motion);
        InputUse::Yes
    }

    /// Ctrl+C in select mode: copies a selection; without one, leaves the mode and
    /// acts as elsewhere.
    fn copy_selection_here(&mut self) -> InputUse {
        let used = self.copy_selection();
        self.leave_selecting();
        used
    }

    /// Tells the user that select mode has no use for this key.
    pub(super) fn select_key(&mut self, _key: &KeyEvent) {
        let text = say!("select-other-key");
        self.model.chrome.say(NoticeLevel::Info, text);
    }

    fn page_of_selecting(&self) -> usize {
        let selecting = self.model.chrome.pointer.selecting;
        let height = selecting.and_then(|one| self.read_text(one.place, |view| view.height()));
        height.map_or(1, |height| usize::from(height.saturating_sub(2).max(1)))
    }

    /// Calls `work` with the select mode and the pane's text. If the text changed its edition, its
    /// lines differ, so select mode starts over there.
    fn with_selecting<T>(
        &mut self,
        work: impl FnOnce(&mut Selecting, &mut dyn TextView) -> T,
    ) -> Option<T> {
        let mut selecting = self.model.chrome.pointer.selecting?;
        let place = selecting.place;
        let area = self.area_of_text(place)?;
        let edition = self.read_text(place, |view| view.edition())?;
        if edition != selecting.edition {
            let top = Position::new(area.x, area.y);
            selecting.spot = self.spot(place, area, top, None)?;
            selecting.begun = None;
            selecting.edition = edition;
            self.model.chrome.pointer.selected = None;
        }
        let done = self.work_on_text(place, |view| work(&mut selecting, view))?;
        self.model.chrome.pointer.selecting = Some(selecting);
        Some(done)
    }

    fn move_selecting(&mut self, motion: Motion) {
        let picked = self.with_selecting(|selecting, view| {
            let spot = moved(view, selecting.spot, motion, selecting.wanted);
            if !matches!(motion, Motion::Up(_) | Motion::Down(_)) {
                selecting.wanted = match motion {
                    Motion::LineEnd => usize::MAX,
                    _ => spot.byte,
                };
            }
            selecting.spot = spot;
            view.reveal(spot);
            let begun = selecting.begun;
            begun.map(|(anchor, grain)| Selection::new(view, anchor, spot, grain))
        });
        self.show_picked(picked.flatten());
        // Query pages that are not loaded yet.
        let place = self.model.chrome.pointer.selecting.map(|one| one.place);
        if let Some(TextPlace::Pane(pane)) = place {
            self.fill_pane(pane);
        }
    }

    fn show_picked(&mut self, picked: Option<Selection>) {
        let place = self.model.chrome.pointer.selecting.map(|one| one.place);
        self.model.chrome.pointer.selected = place
            .zip(picked)
            .map(|(place, picked)| Selected { place, picked });
    }

    /// `v` and `V`: begins a selection of this grain, changes an existing one to it, or ends it.
    fn begin_selection(&mut self, grain: Grain) {
        let picked = self.with_selecting(|selecting, view| {
            selecting.begun = match selecting.begun {
                Some((_, same)) if same == grain => None,
                Some((anchor, _)) => Some((anchor, grain)),
                None => Some((selecting.spot, grain)),
            };
            let begun = selecting.begun;
            begun.map(|(anchor, grain)| Selection::new(view, anchor, selecting.spot, grain))
        });
        self.show_picked(picked.flatten());
    }

    /// `y`: copies the selection, or the line of the cursor, and leaves select mode.
    fn copy_selecting(&mut self) {
        if self.model.chrome.pointer.selected.is_none() {
            self.begin_selection(Grain::Lines);
        }
        let used = self.copy_selection();
        self.leave_selecting();
        if used == InputUse::No {
            self.model
                .chrome
                .say(NoticeLevel::Info, say!("select-empty-line"));
        }
    }

    /// `@`: pins the lines into the context, if the pane shows a file.
    fn pin_selecting(&mut self) {
        let lines = self.with_selecting(|selecting, view| {
            let (first, last) = match selecting.begun {
                Some((anchor, _)) => (anchor.min(selecting.spot), anchor.max(selecting.spot)),
                None => (selecting.spot, selecting.spot),
            };
            view.file_lines(first.line, last.line)
        });
        match lines.flatten() {
            Some(lines) => {
                self.leave_selecting();
                self.update(|model| {
                    let sessions = &mut model.sessions;
                    sessions.pin(lines.path, lines.first, lines.last)
                });
            }
            None => {
                let text = say!("select-no-file");
                self.model.chrome.say(NoticeLevel::Info, text);
            }
        }
    }

    /// Drops the selection on the next key, unless that key copies it.
    pub(super) fn drop_selection(&mut self, action: Option<Action>) {
        let keeps = matches!(
            action,
            Some(Action::Interrupt | Action::CopyItem | Action::Leader)
        );
        if !keeps && self.model.chrome.pointer.selecting.is_none() {
            self.model.chrome.pointer.selected = None;
        }
    }
}
