//! The incremental search in the lines that were sent, and their mentions. Called by the composer.

use client::line_editor::{History, LineEditor};

/// Returns the last word that begins with `@`, with a blank behind it; `back` skips as many
/// different ones.
pub(super) fn mention(history: &History, back: usize) -> Option<String> {
    let words = history.lines().iter().rev();
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
    pub pattern: LineEditor,
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
            pattern: LineEditor::default(),
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
        let count = history.lines().len();
        let fits = |(_, line): &(usize, &String)| line.contains(self.pattern.text());
        let mut lines = history.lines().iter().enumerate();
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
