//! The edited text, on top of the text area's lines and undo log.
//!
//! Owns the mapping between byte offsets of the whole text (used by motions and edits) and rows
//! and columns (used by the text area), and groups single edits into undo steps. Knows no keys.
//! Called by `line_edit`.

use std::ops::Range;

use tui_textarea::{CursorMove, TextArea};

/// Number of edits kept for undo.
const UNDO_DEPTH: usize = 2_000;

/// Number of edits behind [`REACH`] kept for undo.
const FAR_UNDO_DEPTH: usize = 16;

/// The last row and column to which the text area's cursor can be set.
const REACH: usize = u16::MAX as usize;

/// A text with a cursor, undo and redo.
#[derive(Debug, Clone)]
pub struct Buffer {
    area: TextArea<'static>,
    steps: Vec<Step>,
    undone: Vec<Step>,
    /// The cursor, if it is beyond the places to which the text area's cursor can be set.
    far: Option<usize>,
    /// Texts and cursors before edits that the text area could not make.
    far_before: Vec<(String, usize)>,
}

/// One undo step: this many edits of the text area.
#[derive(Debug, Clone, Copy)]
struct Step {
    edits: usize,
    typing: Option<usize>,
}

impl Default for Buffer {
    fn default() -> Self {
        Self::of("")
    }
}

impl Buffer {
    /// Creates a buffer that holds `text`, with the cursor at its end and nothing to undo.
    pub fn of(text: &str) -> Self {
        let mut area = TextArea::new(text.split('\n').map(str::to_owned).collect());
        area.set_max_histories(UNDO_DEPTH);
        let mut buffer = Self {
            area,
            steps: Vec::new(),
            undone: Vec::new(),
            far: None,
            far_before: Vec::new(),
        };
        buffer.move_to(text.len());
        buffer
    }

    /// Returns the whole text.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    pub fn is_empty(&self) -> bool {
        self.area.is_empty()
    }

    /// Returns the cursor as a byte offset in the text.
    pub fn cursor(&self) -> usize {
        if let Some(far) = self.far {
            return far;
        }
        let (row, column) = {
            let cursor = self.area.cursor();
            (cursor.0, cursor.1)
        };
        let before: usize = self
            .area
            .lines()
            .iter()
            .take(row)
            .map(|line| line.len() + 1)
            .sum();
        let inside = self.area.lines().get(row).map_or(0, |line| {
            line.char_indices()
                .nth(column)
                .map_or(line.len(), |(index, _)| index)
        });
        before + inside
    }

    /// Sets the cursor to a byte offset; an offset past the end means the end.
    pub fn move_to(&mut self, offset: usize) {
        let (row, column) = self.position(offset);
        let is_far = row > REACH || column > REACH;
        self.far = is_far.then(|| self.boundary(offset));
        let (row, column) = (clamp(row), clamp(column));
        self.area.move_cursor(CursorMove::Jump(row, column));
    }

    /// Replaces a range of bytes and leaves the cursor behind the new text. One undo step.
    pub fn replace(&mut self, range: Range<usize>, with: &str) {
        let mut edits = 0;
        self.move_to(range.start);
        if self.far.is_some() {
            return self.replace_far(range, with);
        }
        let removed = self
            .text()
            .get(range.clone())
            .map_or(0, |gone| gone.chars().count());
        if removed > 0 && self.area.delete_str(removed) {
            edits += 1;
        }
        if !with.is_empty() && self.area.insert_str(with) {
            edits += 1;
        }
        if edits == 0 {
            return;
        }
        self.undone.clear();
        let typing = (removed == 0 && is_typing(with)).then_some(range.start + with.len());
        match self.steps.last_mut() {
            // Consecutively typed letters are undone together.
            Some(step) if typing.is_some() && step.typing == Some(range.start) => {
                step.edits += edits;
                step.typing = typing;
            }
            _ => self.steps.push(Step { edits, typing }),
        }
    }

    /// Makes an edit that the text area's cursor cannot reach: replaces the whole text. Only the
    /// last few such edits can be undone.
    fn replace_far(&mut self, range: Range<usize>, with: &str) {
        let before = self.text();
        let (Some(head), Some(tail)) = (before.get(..range.start), before.get(range.end..)) else {
            return;
        };
        let after = format!("{head}{with}{tail}");
        if after == before {
            return;
        }
        let mut kept = std::mem::take(&mut self.far_before);
        kept.push((before, range.start));
        let surplus = kept.len().saturating_sub(FAR_UNDO_DEPTH);
        kept.drain(..surplus);
        *self = Self::of(&after);
        self.far_before = kept;
        self.move_to(range.start + with.len());
    }

    /// Inserts text at the cursor.
    pub fn insert(&mut self, text: &str) {
        let cursor = self.cursor();
        self.replace(cursor..cursor, text);
    }

    /// Undoes the last step.
    pub fn undo(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.far = None;
            for _ in 0..step.edits {
                self.area.undo();
            }
            self.undone.push(step);
        } else if let Some((text, cursor)) = self.far_before.pop() {
            let kept = std::mem::take(&mut self.far_before);
            *self = Self::of(&text);
            self.far_before = kept;
            self.move_to(cursor);
        }
    }

    /// Redoes the last undone step.
    pub fn redo(&mut self) {
        if let Some(step) = self.undone.pop() {
            self.far = None;
            for _ in 0..step.edits {
                self.area.redo();
            }
            self.steps.push(step);
        }
    }

    /// Replaces the whole text and clears the undo log.
    pub fn reset(&mut self, text: &str) {
        *self = Self::of(text);
    }

    /// Returns the offset, or the end of the character that it is inside of, or the end of the text
    /// that it is behind.
    fn boundary(&self, offset: usize) -> usize {
        let text = self.text();
        let places = offset..=text.len();
        places
            .into_iter()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(text.len())
    }

    fn position(&self, offset: usize) -> (usize, usize) {
        let mut left = offset;
        let mut last = (0, 0);
        for (row, line) in self.area.lines().iter().enumerate() {
            if left <= line.len() {
                let column = line
                    .char_indices()
                    .take_while(|(index, _)| *index < left)
                    .count();
                return (row, column);
            }
            left -= line.len() + 1;
            last = (row, line.chars().count());
        }
        last
    }
}

fn is_typing(text: &str) -> bool {
    let mut characters = text.chars();
    matches!((characters.next(), characters.next()), (Some(one), None) if !one.is_whitespace())
}

fn clamp(value: usize) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}
