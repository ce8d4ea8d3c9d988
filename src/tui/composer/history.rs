//! The sent lines: the walk through them, and the search. Called by the composer.

/// Number of lines kept.
const DEPTH: usize = 1_000;

/// The lines, latest last, and which of them is shown.
#[derive(Debug, Clone, Default)]
pub struct History {
    lines: Vec<String>,
    shown: Option<usize>,
    /// The editor's text before the walk began.
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
    /// editor's text, which is kept as the draft when a walk begins.
    pub fn go(&mut self, index: usize, current: &str) -> Option<String> {
        if index < self.lines.len() {
            if self.shown.is_none() {
                current.clone_into(&mut self.draft);
            }
            self.shown = Some(index);
            return self.lines.get(index).cloned();
        }
        self.shown.take()?;
        Some(std::mem::take(&mut self.draft))
    }

    /// Returns the last word that begins with `@`, with a blank behind it; `back` skips as
    /// many different ones.
    pub fn mention(&self, back: usize) -> Option<String> {
        let words = self.lines.iter().rev();
        let words = words.flat_map(|line| line.split_whitespace().rev());
        let mut found: Vec<&str> = Vec::new();
        for word in words.filter(|word| word.len() > 1 && word.starts_with('@')) {
            if !found.contains(&word) {
                found.push(word);
            }
            if found.len() > back {
                return Some(format!("{word} "));
            }
        }
        None
    }
}

/// Direction of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To older lines.
    Back,
    /// To newer lines.
    Forward,
}

/// An incremental search.
#[derive(Debug, Clone)]
pub struct Search {
    /// The searched text.
    pub pattern: String,
    /// Index of the found line.
    pub found: Option<usize>,
    text: String,
    direction: Direction,
    from: Option<usize>,
}

impl Search {
    /// Creates a search that has found nothing yet.
    pub fn new(direction: Direction) -> Self {
        Self {
            pattern: String::new(),
            found: None,
            text: String::new(),
            direction,
            from: None,
        }
    }

    /// Returns the text of the found line.
    pub fn found_text(&self) -> &str {
        &self.text
    }

    /// Moves to the next match in a direction, beyond the found one.
    pub fn further(&mut self, direction: Direction) {
        self.direction = direction;
        self.from = match (self.found, direction) {
            (Some(found), Direction::Back) => Some(found),
            (Some(found), Direction::Forward) => Some(found + 1),
            (None, _) => None,
        };
    }

    /// Restarts the search from its beginning, because the pattern became shorter.
    pub fn begin_again(&mut self) {
        self.from = None;
    }

    /// Searches; returns false if nothing matches, and then keeps the earlier match.
    pub fn look(&mut self, history: &History) -> bool {
        if self.pattern.is_empty() {
            self.found = None;
            self.text.clear();
            return true;
        }
        let count = history.lines.len();
        let fits = |(_, line): &(usize, &String)| line.contains(self.pattern.as_str());
        let mut lines = history.lines.iter().enumerate();
        let found = match self.direction {
            Direction::Back => {
                let end = self.from.unwrap_or(count);
                lines.take(end).rev().find(fits)
            }
            Direction::Forward => {
                let start = self.from.unwrap_or(0);
                lines.by_ref().skip(start).find(fits)
            }
        };
        let Some((index, line)) = found else {
            return false;
        };
        self.found = Some(index);
        line.clone_into(&mut self.text);
        // Further typing must find the same line again if it still matches.
        self.from = match self.direction {
            Direction::Back => Some(index + 1),
            Direction::Forward => Some(index),
        };
        true
    }
}
