//! A selection: two positions, and the unit selected around them.

use super::{LineId, TextPosition, TextView, cluster_end, word_at};

/// Unit of a selection around each end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Grain {
    #[default]
    Characters,
    Words,
    Lines,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// Position at which the selection began.
    pub anchor: TextPosition,
    /// Present position of the moving end.
    pub head: TextPosition,
    /// Unit around both ends.
    pub grain: Grain,
    /// First selected position.
    pub from: TextPosition,
    /// Position after the last selected one.
    pub to: TextPosition,
    /// Edition of the pane's text to which these positions belong.
    pub edition: u64,
}

impl Selection {
    /// Creates a selection between two positions, each extended by its unit.
    pub fn new(
        view: &mut dyn TextView,
        anchor: TextPosition,
        head: TextPosition,
        grain: Grain,
    ) -> Self {
        let (first, last) = (anchor.min(head), anchor.max(head));
        let mut picked = Self {
            anchor,
            head,
            grain,
            from: first,
            to: last,
            edition: view.edition(),
        };
        let text_of = |view: &mut dyn TextView, line: LineId| {
            let line = view.line(line);
            line.map(|line| line.shown).unwrap_or_default()
        };
        match grain {
            Grain::Characters => {
                picked.to.byte = cluster_end(&text_of(view, last.line), last.byte);
            }
            Grain::Words => {
                picked.from.byte = word_at(&text_of(view, first.line), first.byte).start;
                picked.to.byte = word_at(&text_of(view, last.line), last.byte).end;
            }
            Grain::Lines => {
                picked.from.byte = 0;
                picked.to.byte = text_of(view, last.line).len();
            }
        }
        picked
    }

    /// Returns the selected bytes of a line, and whether the line's end is selected.
    pub fn of_line(&self, line: LineId) -> Option<(usize, usize, bool)> {
        let inside =
            line.lane == self.from.line.lane && self.from.line <= line && line <= self.to.line;
        if !inside {
            return None;
        }
        let start = if line == self.from.line {
            self.from.byte
        } else {
            0
        };
        let (end, is_through) = if line == self.to.line {
            (self.to.byte, false)
        } else {
            (usize::MAX, true)
        };
        Some((start, end, is_through || self.grain == Grain::Lines))
    }
}
