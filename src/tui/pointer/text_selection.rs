//! A text with the selection in it: selecting with the mouse, and copying.

use ratatui::layout::{Position, Rect};

use super::{Pointer, PointerGrab, Selected, TextPlace};
use crate::effect::Effect;
use crate::select::{Selection, TextPosition, TextView, copied, spot_at};
use l10n::say;
use protocol::event::NoticeLevel;

/// A text that can be selected, where it is drawn, and what is selected in it.
pub struct TextSelection<'a> {
    pub pointer: &'a mut Pointer,
    pub place: TextPlace,
    pub area: Rect,
    pub view: &'a mut dyn TextView,
}

impl TextSelection<'_> {
    /// Maps a screen position to a position in the text. `lane` restricts it to one lane.
    pub(super) fn spot(&self, at: Position, lane: Option<u8>) -> Option<TextPosition> {
        let column = at.x.saturating_sub(self.area.x);
        let last = self.area.height.saturating_sub(1);
        let row = at.y.saturating_sub(self.area.y).min(last);
        spot_at(self.view, (column, row), lane)
    }

    /// Handles a press of the mouse button on the text: the second one in a cell selects a word,
    /// the third a line.
    pub fn press(&mut self, grip: PointerGrab, at: Position, count: u8) {
        let anchor = self.spot(at, None);
        self.pointer.hold(grip, self.area, at, count, anchor);
        if count > 1 {
            self.select_to(at);
        }
    }

    /// Selects from where the button was pressed to a screen position. Above the text this means
    /// the beginning of its first row, below it the end of its last row.
    pub fn select_to(&mut self, at: Position) {
        let Some(held) = self.pointer.held else {
            return;
        };
        let Some(anchor) = held.anchor else {
            return;
        };
        let x = match () {
            () if at.y < held.area.y => held.area.x,
            () if at.y >= held.area.bottom() => held.area.right().saturating_sub(1),
            () => at.x,
        };
        let lane = Some(anchor.line.lane);
        self.area = held.area;
        let head = self
            .spot(Position::new(x, at.y), lane)
            .or_else(|| self.spot(at, lane))
            .unwrap_or(anchor);
        let picked = Selection::new(self.view, anchor, head, held.grain);
        self.select(Some(picked));
    }

    pub(super) fn select(&mut self, picked: Option<Selection>) {
        let place = self.place;
        self.pointer.selected = picked.map(|picked| Selected { place, picked });
    }

    /// Returns the selected text, and what is said if part of it is not available.
    pub fn text(&mut self) -> Option<(String, Option<Effect>)> {
        let Selected { picked, .. } = self.pointer.selected?;
        if self.view.edition() != picked.edition {
            return None;
        }
        let found = copied(self.view, &picked);
        let warning = || Effect::Say(NoticeLevel::Warning, say!("copying-not-whole").to_owned());
        let warned = (!found.whole).then(warning);
        Some((found.text, warned)).filter(|(text, _)| !text.is_empty())
    }

    /// Ctrl+C and `y`: copies and clears the selection, so that the next Ctrl+C has its usual
    /// effect. Returns `None` if nothing is selected.
    pub fn copy(&mut self) -> Option<Vec<Effect>> {
        let text = self.text();
        self.pointer.selected = None;
        let (text, warned) = text?;
        Some(warned.into_iter().chain([Effect::Copy(text)]).collect())
    }
}
