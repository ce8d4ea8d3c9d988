//! State of the mouse and of select mode between two inputs. Only `update` changes it; what happens
//! to the text is in [`TextSelection`].

mod select_mode;
mod text_selection;

use std::time::Duration;

pub use text_selection::TextSelection;

use ratatui::layout::{Position, Rect};

use super::effect::Effect;
use super::keymap::Action;
use super::layout::Pane;
use super::select::{Grain, Selection, TextPosition};
use super::terminal::MouseCapture;
use l10n::say;
use protocol::event::NoticeLevel;

/// Presses at one place within this time count together: the second selects a word, the
/// third a line.
const AGAIN: Duration = Duration::from_millis(400);

/// A press this soon after the window regained the focus was meant for the window.
const WINDOW_BACK: Duration = Duration::from_millis(300);

/// Interval at which the pane scrolls by one row while the button is held at an edge.
const EDGE_STEP: Duration = Duration::from_millis(50);

/// Mouse action on a text field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointing {
    /// Moves the cursor there.
    Place,
    /// Selects from the previous cursor position to this one.
    Extend,
    /// Selects the word there.
    Word,
    /// Selects the line there.
    Line,
}

/// Location of selectable text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPlace {
    Pane(Pane),
    /// In the topmost dialog.
    Dialog,
}

/// Action that a press of the mouse button began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerGrab {
    /// A click on a pane, or a selection of its text.
    Pane(Pane),
    /// A selection of the dialog's text.
    Dialog,
    /// A selection in the editor.
    Editor,
    /// A selection in a text field of a pane.
    Field(Pane),
}

impl PointerGrab {
    /// Returns the location of the text that the action selects.
    pub fn text(self) -> Option<TextPlace> {
        match self {
            PointerGrab::Pane(pane) => Some(TextPlace::Pane(pane)),
            PointerGrab::Dialog => Some(TextPlace::Dialog),
            PointerGrab::Editor | PointerGrab::Field(_) => None,
        }
    }
}

/// A mouse button that is held down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldButton {
    /// The action that the press began.
    pub grip: PointerGrab,
    /// Screen area of the pressed part, without its title.
    pub area: Rect,
    /// Cell in which the button was pressed.
    pub began: Position,
    /// Present cell of the pointer.
    pub at: Position,
    /// Whether the pointer has left its first cell.
    pub moved: bool,
    /// Text position at which the button was pressed.
    pub anchor: Option<TextPosition>,
    /// Unit of the selection around a position.
    pub grain: Grain,
    /// Time of the next scroll step while the pointer is beyond the pane's edge.
    pub edge_at: Option<Duration>,
}

/// A selection and its location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selected {
    pub place: TextPlace,
    pub picked: Selection,
}

/// The cursor of select mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selecting {
    /// Location of the text.
    pub place: TextPlace,
    /// Position of the cursor.
    pub spot: TextPosition,
    /// Byte offset that the cursor aims for when it moves between lines.
    pub wanted: usize,
    /// Start of the selection, and the unit that its ends include.
    pub begun: Option<(TextPosition, Grain)>,
    /// Edition of the pane's text to which the positions belong.
    pub edition: u64,
    /// Mouse capture before select mode.
    pub mouse: MouseCapture,
}

#[derive(Debug, Default)]
pub struct Pointer {
    /// Present mouse capture.
    pub capture: MouseCapture,
    /// The button that is held down.
    pub held: Option<HeldButton>,
    /// The last press: its time, its cell, and the number of presses at that cell.
    last: Option<(Duration, Position, u8)>,
    /// Time at which the window regained the focus.
    window_back: Option<Duration>,
    pub selected: Option<Selected>,
    pub selecting: Option<Selecting>,
    /// Notice for the text that is being copied.
    pub copying: Option<String>,
}

impl Pointer {
    /// Takes the mouse from the terminal, or leaves it to it.
    pub fn set_capture(&mut self, capture: MouseCapture) -> Effect {
        self.capture = capture;
        Effect::Mouse(capture)
    }

    /// Releases the mouse to the terminal, or captures it again.
    pub fn toggle_capture(&mut self) -> Vec<Effect> {
        self.held = None;
        let capture = self.capture.flipped();
        let text = match capture {
            MouseCapture::Off => say!("mouse-is-the-terminals"),
            MouseCapture::On => say!("mouse-is-the-screens"),
        };
        let told = Effect::Tell(NoticeLevel::Info, text.to_owned());
        vec![self.set_capture(capture), told]
    }

    /// Remembers what a press began, with the position in the text if it selects one.
    pub fn hold(
        &mut self,
        grip: PointerGrab,
        area: Rect,
        at: Position,
        count: u8,
        anchor: Option<TextPosition>,
    ) {
        self.held = Some(HeldButton {
            grip,
            area,
            began: at,
            at,
            moved: count > 1,
            anchor,
            grain: match count {
                1 => Grain::Characters,
                2 => Grain::Words,
                _ => Grain::Lines,
            },
            edge_at: None,
        });
    }

    /// Moves the pointer with the button down; returns what it drags, once it has left its first
    /// cell.
    pub fn drag(&mut self, at: Position, now: Duration) -> Option<HeldButton> {
        let held = self.held.as_mut()?;
        held.at = at;
        held.moved |= at != held.began;
        if !held.moved {
            return None;
        }
        let beyond = at.y < held.area.y || at.y >= held.area.bottom();
        held.edge_at = held.edge_at.or(Some(now)).filter(|_| beyond);
        Some(*held)
    }

    /// Returns when the pane scrolls next while the pointer is beyond its edge.
    pub fn edge_at(&self) -> Option<Duration> {
        self.held.as_ref()?.edge_at
    }

    /// Returns the button that is held beyond an edge, if a step of scrolling is due.
    pub fn pass_edge(&mut self, now: Duration) -> Option<HeldButton> {
        let held = self.held.as_mut()?;
        held.edge_at.filter(|due| *due <= now)?;
        held.edge_at = Some(now + EDGE_STEP);
        Some(*held)
    }

    /// Drops the selection on the next key, unless that key copies it.
    pub fn drop_selection(&mut self, action: Option<Action>) {
        let keeps = matches!(
            action,
            Some(Action::Interrupt | Action::CopyItem | Action::Leader)
        );
        if !keeps && self.selecting.is_none() {
            self.selected = None;
        }
    }

    /// Leaves select mode and drops the selection.
    pub fn leave_selecting(&mut self) -> Vec<Effect> {
        let Some(selecting) = self.selecting.take() else {
            return Vec::new();
        };
        self.selected = None;
        vec![self.set_capture(selecting.mouse)]
    }

    /// Notes that the window regained the focus.
    pub fn window_came_back(&mut self, now: Duration) {
        self.window_back = Some(now);
    }

    /// Whether a press now only brings the window back and means nothing else.
    pub fn only_brings_back(&self, now: Duration) -> bool {
        let back = self.window_back;
        back.is_some_and(|back| now.saturating_sub(back) < WINDOW_BACK)
    }

    /// Counts a press: 1, 2 and 3, then 1 again.
    pub fn press(&mut self, now: Duration, at: Position) -> u8 {
        let count = match self.last {
            Some((before, place, count)) if place == at && now.saturating_sub(before) <= AGAIN => {
                count % 3 + 1
            }
            _ => 1,
        };
        self.last = Some((now, at, count));
        count
    }
}
