//! The mouse: decides which part a press, a drag and the wheel belong to. The mouse decides
//! nothing: a click focuses a button of the bar and never presses it.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::super::app::{App, Redraw};
use super::super::chrome::Focus;
use super::super::input::InputUse;
use super::super::keymap::Action;
use super::super::layout::{Pane, ScreenPart};
use super::super::pane::PaneView as _;
use super::super::pointer::{PointerGrab, Pointing, TextPlace};
use super::super::terminal::MouseCapture;

/// Rows per wheel step.
const WHEEL: isize = 3;

impl App {
    /// Sets whether the program or the terminal has the mouse, at startup and whenever the
    /// configuration changes it.
    pub fn set_mouse(&mut self, capture: MouseCapture) {
        let effect = self.model.chrome.pointer.set_capture(capture);
        self.effects.push(effect);
    }

    /// Handles one mouse event.
    pub(super) fn mouse(&mut self, event: &MouseEvent) {
        let at = Position::new(event.column, event.row);
        let on_screen = at.x < self.model.chrome.width && at.y < self.model.chrome.height;
        if self.model.chrome.pointer.capture == MouseCapture::Off {
            // The event was on its way when the mouse was released.
            return;
        }
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) if on_screen => {
                self.model.drop_held_key();
                let now = self.model.chrome.now;
                let brings_back = self.model.chrome.pointer.only_brings_back(now);
                // With Shift the mouse belongs to the terminal, but some terminals report the
                // event as well.
                if !brings_back && !event.modifiers.contains(KeyModifiers::SHIFT) {
                    self.touch(Redraw::Now);
                    self.press(at);
                }
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                let at = Position::new(
                    at.x.min(self.model.chrome.width.saturating_sub(1)),
                    at.y.min(self.model.chrome.height.saturating_sub(1)),
                );
                self.dragged(at);
            }
            MouseEventKind::Up(MouseButton::Left) => {
                self.touch(Redraw::Now);
                self.released();
            }
            MouseEventKind::ScrollUp if on_screen => self.wheel(at, -WHEEL),
            MouseEventKind::ScrollDown if on_screen => self.wheel(at, WHEEL),
            MouseEventKind::ScrollLeft if on_screen => self.wheel_sideways(at, Action::ScrollLeft),
            MouseEventKind::ScrollRight if on_screen => {
                self.wheel_sideways(at, Action::ScrollRight);
            }
            _ => {}
        }
    }

    fn press(&mut self, at: Position) {
        let now = self.model.chrome.now;
        let pointer = &mut self.model.chrome.pointer;
        let count = pointer.press(now, at);
        pointer.held = None;
        pointer.selected = None;
        // A mouse event ends a key sequence that has begun.
        self.model.chrome.pending = None;
        if self.model.dialogs.is_open() {
            return self.press_dialog(at, count);
        }
        let (editor, room) = (self.layout.editor, self.layout.popup_room());
        let in_editor = self.model.chrome.focus == Focus::Editor;
        let tab = self.model.sessions.tab_mut().filter(|_| in_editor);
        if tab.is_some_and(|tab| tab.editor.click_popup(editor, room, at) == InputUse::Yes) {
            return;
        }
        let shown = self.model.sessions.session();
        match self.layout.part_at(at, shown) {
            Some(ScreenPart::Tabs) => self.click_tab(at),
            Some(ScreenPart::Bar) => {
                let area = self.layout.bar;
                let tab = self.model.sessions.tab_mut();
                let effects = tab.map_or_else(Vec::new, |tab| tab.bar.click(area, at));
                self.carry_out(effects);
            }
            Some(ScreenPart::Editor) => self.press_editor(at, count),
            Some(ScreenPart::Window(session)) => {
                self.leave_bar_by_mouse();
                self.update(|model| model.show_session(session));
                self.focus_pane(Pane::Chat);
            }
            Some(ScreenPart::Pane(pane, area)) => self.press_pane(pane, area, at, count),
            None => {}
        }
    }

    /// Begins a selection in the text of the dialog, or clicks on one of its rows.
    fn press_dialog(&mut self, at: Position, count: u8) {
        let text = self.model.selection(TextPlace::Dialog, &self.layout);
        match text.filter(|text| text.area.contains(at)) {
            Some(mut text) => text.press(PointerGrab::Dialog, at, count),
            None => {
                let whole = self.model.chrome.area();
                self.update(|model| model.dialogs.click(whole, at));
            }
        }
    }

    /// Takes the keys from the bar. Keys that the bar was holding back become text.
    fn leave_bar_by_mouse(&mut self) {
        if self.model.chrome.focus != Focus::Bar {
            return;
        }
        self.model.sessions.came_from = None;
        self.model.chrome.pane_before = None;
        if let Some(tab) = self.model.sessions.tab_mut() {
            let effects = tab.bar.key_went_elsewhere();
            self.carry_out_of_bar(effects);
        }
    }

    fn click_tab(&mut self, at: Position) {
        let place = super::super::view::tab_at(self, at.x);
        if let Some(place) = place.filter(|place| *place != self.model.sessions.current) {
            self.leave_bar_by_mouse();
            self.update(|model| model.show_tab(place));
        }
    }

    fn press_editor(&mut self, at: Position, count: u8) {
        if self.model.sessions.is_frozen() {
            return;
        }
        self.leave_bar_by_mouse();
        self.focus_editor();
        let (area, now) = (self.layout.editor, self.model.chrome.now);
        let how = first_of(count);
        self.update(|model| model.sessions.point_in_editor(area, at, how, now));
        let grip = PointerGrab::Editor;
        self.model.chrome.pointer.hold(grip, area, at, count, None);
    }

    fn press_pane(&mut self, pane: Pane, area: Rect, at: Position, count: u8) {
        let inner = self.layout.inside(pane, area);
        if !inner.contains(at) {
            self.leave_bar_by_mouse();
            return self.focus_pane(pane);
        }
        let view = self.model.pane_mut(pane);
        let in_field = view.map(|view| view.point(inner, at, first_of(count)));
        if in_field == Some(InputUse::Yes) {
            self.leave_bar_by_mouse();
            self.focus_pane(pane);
            let grip = PointerGrab::Field(pane);
            return self.model.chrome.pointer.hold(grip, inner, at, count, None);
        }
        let grip = PointerGrab::Pane(pane);
        match self.model.selection(TextPlace::Pane(pane), &self.layout) {
            Some(mut text) => text.press(grip, at, count),
            None => self.model.chrome.pointer.hold(grip, inner, at, count, None),
        }
    }

    /// Handles a pointer move with the button down.
    fn dragged(&mut self, at: Position) {
        let now = self.model.chrome.now;
        let Some(held) = self.model.chrome.pointer.drag(at, now) else {
            return;
        };
        // Many moves make one frame.
        self.touch(Redraw::Answered);
        let inside = within(held.area, at);
        match held.grip {
            PointerGrab::Editor => {
                let (area, how) = (self.layout.editor, Pointing::Extend);
                self.update(|model| model.sessions.point_in_editor(area, inside, how, now));
            }
            PointerGrab::Field(pane) => {
                if let Some(view) = self.model.pane_mut(pane) {
                    // The view took the press, so it takes the drag too.
                    let _ = view.point(held.area, inside, Pointing::Extend);
                }
            }
            PointerGrab::Pane(_) | PointerGrab::Dialog => {
                let place = held.grip.text();
                let text = place.and_then(|place| self.model.selection(place, &self.layout));
                if let Some(mut text) = text {
                    text.select_to(at);
                }
            }
        }
    }

    fn released(&mut self) {
        let Some(held) = self.model.chrome.pointer.held.take() else {
            return;
        };
        if held.moved {
            return self.copy_released(held.grip);
        }
        if let PointerGrab::Pane(pane) = held.grip {
            self.leave_bar_by_mouse();
            self.focus_pane(pane);
            let row = held.began.y.saturating_sub(held.area.y);
            if let Some(view) = self.model.pane_mut(pane) {
                let effects = view.click(row);
                self.carry_out(effects);
            }
            self.fill_pane(pane);
        }
    }

    /// Scrolls the pane under the pointer; the focus stays where it is.
    fn wheel(&mut self, at: Position, rows: isize) {
        // Many steps make one frame.
        self.touch(Redraw::Answered);
        if self.model.dialogs.is_open() {
            return self.update(|model| model.dialogs.scroll(rows));
        }
        let sessions = &mut self.model.sessions;
        match self.layout.part_at(at, sessions.session()) {
            Some(ScreenPart::Bar) => {
                if let Some(tab) = sessions.tab_mut() {
                    tab.bar.wheel(rows);
                }
            }
            Some(ScreenPart::Window(session)) => {
                if let Some(tab) = sessions.tab_of(session) {
                    tab.chat.scroll(rows);
                }
            }
            Some(ScreenPart::Pane(pane, _)) => {
                if let Some(view) = self.model.pane_mut(pane) {
                    view.scroll(rows);
                }
                self.fill_pane(pane);
            }
            Some(ScreenPart::Tabs | ScreenPart::Editor) | None => {}
        }
    }

    fn wheel_sideways(&mut self, at: Position, action: Action) {
        let shown = self.model.sessions.session();
        let Some(ScreenPart::Pane(pane @ (Pane::Diff | Pane::Review), _)) =
            self.layout.part_at(at, shown)
        else {
            return;
        };
        let types = self.model.pane(pane).is_none_or(|view| view.takes_text());
        if !types && !self.model.dialogs.is_open() {
            self.touch(Redraw::Answered);
            self.act_in(pane, action);
        }
    }
}

/// Returns what a press does to an editable text, by the number of clicks.
fn first_of(count: u8) -> Pointing {
    match count {
        1 => Pointing::Place,
        2 => Pointing::Word,
        _ => Pointing::Line,
    }
}

/// Returns the nearest position inside `area`.
fn within(area: Rect, at: Position) -> Position {
    Position::new(
        at.x.clamp(area.x, area.right().saturating_sub(1).max(area.x)),
        at.y.clamp(area.y, area.bottom().saturating_sub(1).max(area.y)),
    )
}
