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

    /// What stands in the editor: from its prompt to the first empty row.
    pub fn draft(self) -> String {
        let rows = self.rows();
        let first = rows.iter().rposition(|row| row.starts_with('>'));
        let rows = rows.iter().skip(first.unwrap_or(rows.len()));
        let text: Vec<_> = rows
            .take_while(|row| !row.trim().is_empty())
            .map(String::as_str)
            .collect();
        text.join("\n")
    }

    /// The last row.
    pub fn status(self) -> String {
        self.rows().pop().unwrap_or_default()
    }
}
