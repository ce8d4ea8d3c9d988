//! The lines that were sent, and the walk through them.

/// Number of lines kept.
const DEPTH: usize = 2_000;

/// The lines, latest last, and which of them is shown.
#[derive(Debug, Clone, Default)]
pub struct History {
    lines: Vec<String>,
    shown: Option<usize>,
    /// The text before the walk began.
    draft: String,
}

impl History {
    /// Replaces the lines, latest last; a walk continues.
    pub fn learn(&mut self, mut lines: Vec<String>) {
        lines.drain(..lines.len().saturating_sub(DEPTH));
        self.lines = lines;
    }

    /// Adds a line, unless it is blank or the same as the last one.
    pub fn push(&mut self, line: &str) {
        let same = self.lines.last().is_some_and(|last| last == line);
        if line.trim().is_empty() || same {
            return;
        }
        if self.lines.len() == DEPTH {
            self.lines.remove(0);
        }
        self.lines.push(line.to_owned());
    }

    /// Returns the lines, latest last.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Ends the walk.
    pub fn leave(&mut self) {
        self.shown = None;
        self.draft.clear();
    }

    /// Returns the index of the line before the shown one.
    pub fn before_shown(&self) -> Option<usize> {
        match self.shown {
            Some(shown) => shown.checked_sub(1),
            None => self.lines.len().checked_sub(1),
        }
    }

    /// Returns the index of the line behind the shown one; behind the last line is the draft.
    /// `None` if the draft is shown.
    pub fn after_shown(&self) -> Option<usize> {
        self.shown.map(|shown| shown + 1)
    }

    /// Moves to a line and returns its text; past the last line is the draft. `current` is the
    /// present text, which is kept as the draft when a walk begins.
    pub fn go(&mut self, index: usize, current: &str) -> Option<String> {
        if let Some(line) = self.lines.get(index) {
            if self.shown.is_none() {
                current.clone_into(&mut self.draft);
            }
            self.shown = Some(index);
            return Some(line.clone());
        }
        self.shown.take()?;
        Some(std::mem::take(&mut self.draft))
    }
}
