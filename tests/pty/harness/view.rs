//! What a test sees: the screen as text.

/// The screen at one moment.
#[derive(Clone, Copy)]
pub struct View<'a> {
    screen: &'a vt100::Screen,
}

impl<'a> View<'a> {
    /// Of this screen.
    pub fn of(screen: &'a vt100::Screen) -> Self {
        Self { screen }
    }

    /// The screen itself.
    pub fn screen(self) -> &'a vt100::Screen {
        self.screen
    }

    /// Its rows from top to bottom.
    pub fn rows(self) -> Vec<String> {
        let (_, columns) = self.screen.size();
        self.screen.rows(0, columns.get()).collect()
    }

    /// All of it.
    pub fn text(self) -> String {
        self.rows().join("\n")
    }

    /// Whether a row contains this.
    pub fn shows(self, words: &str) -> bool {
        self.rows().iter().any(|row| row.contains(words))
    }

    /// Whether all of these are there.
    pub fn shows_all(self, words: &[&str]) -> bool {
        words.iter().all(|words| self.shows(words))
    }

    /// The rows from the one that contains this to the end; empty if none does.
    pub fn from_row_with(self, words: &str) -> Vec<String> {
        self.rows()
            .into_iter()
            .skip_while(|row| !row.contains(words))
            .collect()
    }

    /// What stands in the editor: the rows under its line, without the rows of keys and status.
    pub fn draft(self) -> String {
        let rows = self.from_row_with("── draft ──");
        let below: Vec<_> = rows.iter().skip(1).map(String::as_str).collect();
        let end = below
            .iter()
            .position(|row| row.trim().is_empty())
            .unwrap_or(below.len());
        below[..end].join("\n")
    }

    /// The last row.
    pub fn status(self) -> String {
        self.rows().pop().unwrap_or_default()
    }
}
