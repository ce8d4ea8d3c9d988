//! Select mode: a cursor in a text, which keys move, and from which they select.

use ratatui::layout::Position;

use super::{Selecting, TextSelection};
use crate::effect::Effect;
use crate::keymap::Action;
use crate::pointer::TextPlace;
use crate::select::{Grain, Motion, Selection, moved};
use crate::terminal::MouseCapture;
use l10n::say;

impl TextSelection<'_> {
    /// Starts select mode with the cursor in the last row; the mouse is released to the terminal.
    /// Returns `None` if there is no text.
    pub fn begin_mode(&mut self) -> Option<Vec<Effect>> {
        let bottom = Position::new(self.area.x, self.area.bottom().saturating_sub(1));
        let mut spot = self.spot(bottom, None)?;
        spot.byte = 0;
        self.pointer.selected = None;
        self.pointer.held = None;
        self.pointer.selecting = Some(Selecting {
            place: self.place,
            spot,
            wanted: 0,
            begun: None,
            edition: self.view.edition(),
            mouse: self.pointer.capture,
        });
        let released = self.pointer.set_capture(MouseCapture::Off);
        Some(vec![released, Effect::info(say!("select-mode"))])
    }

    /// Handles an action. Returns `None` for one that is not of the mode, after leaving the mode
    /// unless the action has its effect beside it.
    pub fn act(&mut self, action: Action) -> Option<Vec<Effect>> {
        let page = usize::from(self.view.height().saturating_sub(2).max(1));
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
            Action::SelectStart => return Some(self.begin_selection(Grain::Characters)),
            Action::SelectLines => return Some(self.begin_selection(Grain::Lines)),
            Action::SelectCopy => return Some(self.copy_or_line()),
            Action::PinSelection => return Some(self.pin()),
            _ => return None,
        };
        Some(self.move_by(motion))
    }

    /// Returns the state of the mode. If the text changed its edition, its lines differ, so the
    /// mode starts over there.
    fn mode(&mut self) -> Option<Selecting> {
        let mut mode = self.pointer.selecting?;
        let edition = self.view.edition();
        if edition != mode.edition {
            mode.spot = self.spot(Position::new(self.area.x, self.area.y), None)?;
            mode.begun = None;
            mode.edition = edition;
            self.pointer.selected = None;
        }
        Some(mode)
    }

    /// Shows what the mode selects.
    fn show(&mut self, mode: Selecting) {
        self.pointer.selecting = Some(mode);
        let begun = mode.begun;
        let picked =
            begun.map(|(anchor, grain)| Selection::new(self.view, anchor, mode.spot, grain));
        self.select(picked);
    }

    fn move_by(&mut self, motion: Motion) -> Vec<Effect> {
        let Some(mut mode) = self.mode() else {
            return Vec::new();
        };
        mode.spot = moved(self.view, mode.spot, motion, mode.wanted);
        if !matches!(motion, Motion::Up(_) | Motion::Down(_)) {
            mode.wanted = match motion {
                Motion::LineEnd => usize::MAX,
                _ => mode.spot.byte,
            };
        }
        self.view.reveal(mode.spot);
        self.show(mode);
        match self.place {
            // Query pages that are not loaded yet.
            TextPlace::Pane(pane) => vec![Effect::Fill(pane)],
            TextPlace::Dialog => Vec::new(),
        }
    }

    /// `v` and `V`: begins a selection of this grain, changes an existing one to it, or ends it.
    fn begin_selection(&mut self, grain: Grain) -> Vec<Effect> {
        if let Some(mut mode) = self.mode() {
            mode.begun = match mode.begun {
                Some((_, same)) if same == grain => None,
                Some((anchor, _)) => Some((anchor, grain)),
                None => Some((mode.spot, grain)),
            };
            self.show(mode);
        }
        Vec::new()
    }

    /// `y`: copies the selection, or the line of the cursor, and leaves the mode.
    fn copy_or_line(&mut self) -> Vec<Effect> {
        if self.pointer.selected.is_none() {
            self.begin_selection(Grain::Lines);
        }
        let copied = self.copy();
        let left = self.pointer.leave_selecting();
        match copied {
            Some(copied) => copied.into_iter().chain(left).collect(),
            None => {
                let empty = Effect::info(say!("select-empty-line"));
                left.into_iter().chain([empty]).collect()
            }
        }
    }

    /// `@`: pins the lines into the context, if the text is a file.
    fn pin(&mut self) -> Vec<Effect> {
        let lines = self.mode().and_then(|mode| {
            self.pointer.selecting = Some(mode);
            let begun = mode.begun.map_or(mode.spot, |(anchor, _)| anchor);
            let (first, last) = (begun.min(mode.spot), begun.max(mode.spot));
            self.view.file_lines(first.line, last.line)
        });
        let Some(lines) = lines else {
            return vec![Effect::info(say!("select-no-file"))];
        };
        let mut effects = self.pointer.leave_selecting();
        effects.push(Effect::Pin {
            path: lines.path,
            start_line: lines.first,
            end_line: lines.last,
        });
        effects
    }
}
