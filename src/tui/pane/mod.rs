//! The panes: chat, diff, tree and note, and the review in place of all.
//!
//! A pane is plain data that implements [`PaneView`]: `measure` takes the size and lays out what is
//! on the screen, `draw` changes nothing, and keys return as effects what the pane cannot do
//! itself. `Model::pane` names each pane once; what only one pane can do is its own method.

pub mod chat;
pub mod diff;
pub mod note;
pub mod review;
mod search_line;
pub mod tree;

use std::fmt::Debug;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::effect::Effect;
use super::highlight::Colours;
use super::hints::{KeyHints, SEARCH_KEYS};
use super::input::InputUse;
use super::keymap::Action;
use super::pointer::Pointing;
use super::select::TextView;
use super::widget::row::Paint;

/// Whether a part has the keyboard focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focused {
    Yes,
    /// Another part has the focus.
    No,
}

/// The interface of all panes.
pub trait PaneView: Debug {
    /// Carries out the action of a key.
    fn act(&mut self, action: Action) -> Vec<Effect>;
    /// Handles a key without a binding here: text, while the pane takes text.
    fn key(&mut self, _key: &KeyEvent) -> Vec<Effect> {
        Vec::new()
    }
    /// Handles a paste while the pane has the focus. Uses it up if a text is being typed
    /// in the pane.
    fn paste(&mut self, _text: &str) -> InputUse {
        InputUse::No
    }
    /// Returns the title for a width: `CHAT  turn 14`.
    fn title(&self, width: u16) -> String;
    /// Sets the size and requests the colours of the shown code; called before drawing.
    fn measure(&mut self, width: u16, height: u16, colours: &mut Colours);
    fn draw(&self, area: Rect, buf: &mut Buffer, paint: Paint<'_>, focused: Focused);
    /// Returns the position of the terminal's cursor while a text is typed in the pane.
    fn caret(&self, _area: Rect) -> Option<Position> {
        None
    }
    /// Returns the text selected in a text field of the pane.
    fn selected_text(&self) -> Option<String> {
        None
    }
    /// Whether the pane currently takes keys as text.
    fn takes_text(&self) -> bool {
        false
    }
    /// Returns the key hints while the pane has the focus.
    fn key_hints(&self) -> KeyHints {
        if self.takes_text() {
            KeyHints::Keys(SEARCH_KEYS)
        } else {
            KeyHints::OfContext
        }
    }
    /// Handles the mouse wheel: scrolls the rows, down if positive. Decides nothing.
    fn scroll(&mut self, rows: isize);
    /// Handles a click on a row of the pane, from 0. Decides nothing.
    fn click(&mut self, _row: u16) -> Vec<Effect> {
        Vec::new()
    }
    /// Handles the mouse in a text field of the pane that lies in `area`.
    fn point(&mut self, _area: Rect, _at: Position, _how: Pointing) -> InputUse {
        InputUse::No
    }
    /// Returns the pane's text if it can be selected.
    fn text_view(&self) -> Option<&dyn TextView> {
        None
    }
    /// Returns the selectable text for changing the selection.
    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        None
    }
}
