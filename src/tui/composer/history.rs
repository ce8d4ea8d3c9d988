//! The lines that were sent: the walk through them, and the search. Called by the composer.

/// Lines that are kept.
const DEPTH: usize = 1_000;

/// The lines, latest last, and which of them is shown.
#[derive(Debug, Clone, Default)]
pub struct History {
    lines: Vec<String>,
    shown: Option<usize>,
    /// What was typed before the walk began.
    draft: String,
}

impl History {
    /// These lines are known now, latest last; a walk goes on.
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

    /// The line before the one that is shown.
    pub fn before_shown(&self) -> Option<usize> {
        match self.shown {
            Some(shown) => shown.checked_sub(1),
            None => self.lines.len().checked_sub(1),
        }
    }

    /// The line behind the one that is shown; behind the last one is the draft. `None` where the
    /// draft is shown.
    pub fn after_shown(&self) -> Option<usize> {
        self.shown.map(|shown| shown + 1)
    }

    /// Goes to a line and gives its text; past the last one is the draft. `current` is what is
    /// in the editor, which is kept as the draft when a walk begins.
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

    /// The last word that begins with `@`, or the one so many different ones before it, with a
    /// blank behind it.
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

/// Which way a search goes.
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
    /// What is looked for.
    pub pattern: String,
    /// The line that was found.
    pub found: Option<usize>,
    text: String,
    direction: Direction,
    from: Option<usize>,
}

impl Search {
    /// A search that has found nothing yet.
    pub fn new(direction: Direction) -> Self {
        Self {
            pattern: String::new(),
            found: None,
            text: String::new(),
            direction,
            from: None,
        }
    }

    /// The text of the line that was found.
    pub fn found_text(&self) -> &str {
        &self.text
    }

    /// The next match in a direction, beyond the one that was found.
    pub fn further(&mut self, direction: Direction) {
        self.direction = direction;
        self.from = match (self.found, direction) {
            (Some(found), Direction::Back) => Some(found),
            (Some(found), Direction::Forward) => Some(found + 1),
            (None, _) => None,
        };
    }

    /// The pattern became shorter: the search begins at its beginning.
    pub fn begin_again(&mut self) {
        self.from = None;
    }

    /// Looks; false where nothing fits, and what was found before stays then.
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
        // Typing on must find the same line again where it still fits.
        self.from = match self.direction {
            Direction::Back => Some(index + 1),
            Direction::Forward => Some(index),
        };
        true
    }
}
