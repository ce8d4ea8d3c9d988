//! The mouse: decides which part a press, a drag and the wheel belong to. The mouse decides
//! nothing: a click focuses a button of the bar and never presses it.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::super::app::{App, Redraw};
use super::super::chrome::Focus;
use super::super::effect::Effect;
use super::super::input::InputUse;
use super::super::keymap::Action;
use super::super::layout::Pane;
use super::super::pane::PaneView as _;
use super::super::pointer::Pointing;
use super::super::pointer::{HeldButton, PointerGrab};
use super::super::select::Grain;
use super::super::terminal::MouseCapture;
use l10n::say;
use protocol::event::NoticeLevel;

/// Rows per wheel step.
const WHEEL: isize = 3;

impl App {
    /// Sets whether the program or the terminal has the mouse, at startup and whenever the
    /// configuration changes it.
    pub fn set_mouse(&mut self, capture: MouseCapture) {
        self.model.chrome.pointer.capture = capture;
        self.effects.push(Effect::Mouse(capture));
    }

    /// Ctrl+X S: releases the mouse to the terminal, or captures it again.
    pub(super) fn toggle_mouse(&mut self) {
        let capture = self.model.chrome.pointer.capture.flipped();
        self.set_mouse(capture);
        self.model.chrome.pointer.held = None;
        let text = match capture {
            MouseCapture::Off => say!("mouse-is-the-terminals"),
            MouseCapture::On => say!("mouse-is-the-screens"),
        };
        self.tell(NoticeLevel::Info, text);
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
                self.drop_held_key();
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
        let count = self.model.chrome.pointer.press(now, at);
        self.model.chrome.pointer.held = None;
        self.model.chrome.pointer.selected = None;
        // A mouse event ends a key sequence that has begun.
        self.model.chrome.pending = None;
        if self.model.dialogs.is_open() {
            return match self.press_text_over(at, count) {
                InputUse::Yes => {}
                InputUse::No => {
                    let whole = self.model.chrome.area();
                    self.update(|model| model.dialogs.click(whole, at));
                }
            };
        }
        if self.layout.tabs.contains(at) {
            return self.click_tab(at);
        }
        if self.click_popup(at) == InputUse::Yes {
            return;
        }
        if self.layout.bar.contains(at) {
            return self.click_bar(at);
        }
        if self.layout.editor.contains(at) {
            return self.press_editor(at, count);
        }
        let current = self.model.sessions.session();
        let mut windows = self.layout.windows.iter();
        let window = windows.find(|(session, area)| area.contains(at) && Some(*session) != current);
        if let Some((session, _)) = window.copied() {
            self.leave_bar_by_mouse();
            self.update(|model| model.show_session(session));
            return self.focus_pane(Pane::Chat);
        }
        let pane = self.layout.panes.iter().find(|(_, area)| area.contains(at));
        if let Some((pane, area)) = pane.copied() {
            self.press_pane(pane, area, at, count);
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

    fn click_popup(&mut self, at: Position) -> InputUse {
        let (editor, room) = (self.layout.editor, self.layout.popup_room());
        if self.model.chrome.focus != Focus::Editor {
            return InputUse::No;
        }
        let tab = self.model.sessions.tab_mut();
        tab.map_or(InputUse::No, |tab| tab.editor.click_popup(editor, room, at))
    }

    /// Focuses the clicked button if the bar has the keys; else says how the bar gets them.
    fn click_bar(&mut self, at: Position) {
        let area = self.layout.bar;
        if self.model.chrome.focus != Focus::Bar {
            if self
                .model
                .sessions
                .tab()
                .is_some_and(|tab| tab.bar.is_open())
            {
                self.tell(NoticeLevel::Info, say!("mouse-answers-nothing"));
            }
            return;
        }
        if let Some(tab) = self.model.sessions.tab_mut() {
            tab.bar.click(area, at);
        }
    }

    fn press_editor(&mut self, at: Position, count: u8) {
        if self.model.sessions.is_frozen() {
            return;
        }
        self.leave_bar_by_mouse();
        self.focus_editor();
        let area = self.layout.editor;
        self.point_in_editor(at, first_of(count));
        self.model.chrome.pointer.held = Some(HeldButton {
            grip: PointerGrab::Editor,
            area,
            began: at,
            at,
            moved: count > 1,
            anchor: None,
            grain: Grain::Characters,
            edge_at: None,
        });
    }

    fn point_in_editor(&mut self, at: Position, how: Pointing) {
        let (area, now) = (self.layout.editor, self.model.chrome.now);
        if let Some(tab) = self.model.sessions.tab_mut() {
            let effects = tab.editor.point(area, at, how, now);
            self.carry_out(effects);
        }
    }

    fn press_pane(&mut self, pane: Pane, area: Rect, at: Position, count: u8) {
        let inner = self.layout.inside(pane, area);
        if !inner.contains(at) {
            self.leave_bar_by_mouse();
            return self.focus_pane(pane);
        }
        let how = first_of(count);
        let view = self.model.pane_mut(pane);
        if view.map_or(InputUse::No, |view| view.point(inner, at, how)) == InputUse::Yes {
            self.leave_bar_by_mouse();
            self.focus_pane(pane);
            return self.hold(PointerGrab::Field(pane), inner, at, count);
        }
        self.hold(PointerGrab::Pane(pane), inner, at, count);
        if count > 1 {
            self.select_to(at);
        }
    }

    pub(super) fn hold(&mut self, grip: PointerGrab, area: Rect, at: Position, count: u8) {
        let place = grip.text();
        let anchor = place.and_then(|place| self.spot(place, area, at, None));
        let grain = match count {
            1 => Grain::Characters,
            2 => Grain::Words,
            _ => Grain::Lines,
        };
        self.model.chrome.pointer.held = Some(HeldButton {
            grip,
            area,
            began: at,
            at,
            moved: count > 1,
            anchor,
            grain,
            edge_at: None,
        });
    }

    /// Handles a pointer move with the button down.
    fn dragged(&mut self, at: Position) {
        let now = self.model.chrome.now;
        let Some(held) = &mut self.model.chrome.pointer.held else {
            return;
        };
        held.at = at;
        held.moved |= at != held.began;
        if !held.moved {
            return;
        }
        let (grip, area) = (held.grip, held.area);
        let beyond = at.y < area.y || at.y >= area.bottom();
        held.edge_at = match (beyond, held.edge_at) {
            (false, _) => None,
            (true, Some(due)) => Some(due),
            (true, None) => Some(now),
        };
        // Many moves make one frame.
        self.touch(Redraw::Answered);
        match grip {
            PointerGrab::Pane(_) | PointerGrab::Dialog => self.select_to(at),
            PointerGrab::Editor => self.point_in_editor(within(area, at), Pointing::Extend),
            PointerGrab::Field(pane) => {
                if let Some(view) = self.model.pane_mut(pane) {
                    // The view took the press, so it takes the drag too.
                    let _ = view.point(area, within(area, at), Pointing::Extend);
                }
            }
        }
    }

    fn released(&mut self) {
        let Some(held) = self.model.chrome.pointer.held.take() else {
            return;
        };
        match held.grip {
            _ if held.moved => self.copy_released(held.grip),
            PointerGrab::Pane(pane) => {
                self.leave_bar_by_mouse();
                self.focus_pane(pane);
                let row = held.began.y.saturating_sub(held.area.y);
                if let Some(view) = self.model.pane_mut(pane) {
                    let effects = view.click(row);
                    self.carry_out(effects);
                }
                self.fill_pane(pane);
            }
            PointerGrab::Dialog | PointerGrab::Editor | PointerGrab::Field(_) => {}
        }
    }

    /// Scrolls the pane under the pointer; the focus stays where it is.
    fn wheel(&mut self, at: Position, rows: isize) {
        // Many steps make one frame.
        self.touch(Redraw::Answered);
        if self.model.dialogs.is_open() {
            return self.update(|model| model.dialogs.scroll(rows));
        }
        if self.layout.bar.contains(at) {
            if let Some(tab) = self.model.sessions.tab_mut() {
                tab.bar.wheel(rows);
            }
            return;
        }
        let current = self.model.sessions.session();
        let mut windows = self.layout.windows.iter();
        let window = windows.find(|(session, area)| area.contains(at) && Some(*session) != current);
        if let Some((session, _)) = window.copied() {
            if let Some(tab) = self.model.sessions.tab_of(session) {
                tab.chat.scroll(rows);
            }
            return;
        }
        let pane = self.layout.panes.iter().find(|(_, area)| area.contains(at));
        let Some((pane, _)) = pane.copied() else {
            return;
        };
        if let Some(view) = self.model.pane_mut(pane) {
            view.scroll(rows);
        }
        self.fill_pane(pane);
    }

    fn wheel_sideways(&mut self, at: Position, action: Action) {
        let pane = self.layout.panes.iter().find(|(_, area)| area.contains(at));
        let pane = pane.map(|(pane, _)| *pane);
        let scrolls = matches!(pane, Some(Pane::Diff | Pane::Review));
        if let (Some(pane), true) = (pane, scrolls && !self.model.dialogs.is_open())
            && self.model.pane(pane).is_some_and(|view| !view.takes_text())
        {
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
