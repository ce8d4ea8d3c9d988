//! What the mouse and select mode keep between two inputs. Only `update` changes it.

use std::time::Duration;

use ratatui::layout::{Position, Rect};

use super::layout::Pane;
use super::select::{Grain, Selection, TextPosition};
use super::terminal::MouseCapture;

/// Presses at one place within this time are counted together: a word, a line.
const AGAIN: Duration = Duration::from_millis(400);

/// A press so soon after the window came back was meant for the window.
const WINDOW_BACK: Duration = Duration::from_millis(300);

/// While the button is held at an edge the pane goes on by a row after each of these.
pub const EDGE_STEP: Duration = Duration::from_millis(50);

/// Where text stands that can be selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPlace {
    /// In a pane.
    Pane(Pane),
    /// In what lies over the panes.
    Overlay,
}

/// What a press of the button has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerGrab {
    /// A click on a pane, or a selection of its text.
    Pane(Pane),
    /// A selection of the text that lies over the panes.
    Overlay,
    /// The text of the editor.
    Editor,
    /// A text that is typed in a pane.
    Field(Pane),
}

impl PointerGrab {
    /// Where the text stands that it selects.
    pub fn text(self) -> Option<TextPlace> {
        match self {
            PointerGrab::Pane(pane) => Some(TextPlace::Pane(pane)),
            PointerGrab::Overlay => Some(TextPlace::Overlay),
            PointerGrab::Editor | PointerGrab::Field(_) => None,
        }
    }
}

/// A button that is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldButton {
    /// What it is about.
    pub grip: PointerGrab,
    /// The area of that on the screen, without its title.
    pub area: Rect,
    /// Where it was pressed.
    pub began: Position,
    /// Where the pointer is.
    pub at: Position,
    /// Whether it has left its cell.
    pub moved: bool,
    /// The place in the text where it was pressed.
    pub anchor: Option<TextPosition>,
    /// How much around it is selected.
    pub grain: Grain,
    /// When the pane goes on by itself, while the pointer is beyond its edge.
    pub edge_at: Option<Duration>,
}

/// What is selected, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selected {
    pub place: TextPlace,
    pub picked: Selection,
}

/// The cursor of select mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selecting {
    /// Where its text stands.
    pub place: TextPlace,
    /// Where it is.
    pub spot: TextPosition,
    /// The byte that moves between lines would go to.
    pub wanted: usize,
    /// Where a selection was begun, and how much of its ends it takes in.
    pub begun: Option<(TextPosition, Grain)>,
    /// The edition of the pane's text in which the places are.
    pub edition: u64,
    /// Who had the mouse before.
    pub mouse: MouseCapture,
}

#[derive(Debug, Default)]
pub struct Pointer {
    /// Who has the mouse.
    pub capture: MouseCapture,
    /// The button that is held.
    pub held: Option<HeldButton>,
    /// The last press: when, where, and how many at that place.
    last: Option<(Duration, Position, u8)>,
    /// When the window came back.
    window_back: Option<Duration>,
    /// What is selected.
    pub selected: Option<Selected>,
    pub selecting: Option<Selecting>,
    /// What was said of the text that is being copied.
    pub copying: Option<String>,
}

impl Pointer {
    /// The window has the focus again.
    pub fn window_came_back(&mut self, now: Duration) {
        self.window_back = Some(now);
    }

    /// Whether a press now brings the window back and means nothing else.
    pub fn only_brings_back(&self, now: Duration) -> bool {
        let back = self.window_back;
        back.is_some_and(|back| now.saturating_sub(back) < WINDOW_BACK)
    }

    /// Counts a press: 1, 2 and 3, then from the beginning.
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
