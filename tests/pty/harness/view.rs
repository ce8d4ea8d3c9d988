//! The screen as text, as a test sees it.

/// The screen at one moment.
#[derive(Clone, Copy)]
pub struct View<'a> {
    screen: &'a vt100::Screen,
}

impl<'a> View<'a> {
    pub fn of(screen: &'a vt100::Screen) -> Self {
        Self { screen }
    }

    pub fn screen(self) -> &'a vt100::Screen {
        self.screen
    }

    /// Returns its rows from top to bottom.
    pub fn rows(self) -> Vec<String> {
        let (_, columns) = self.screen.size();
        self.screen.rows(0, columns.get()).collect()
    }

    /// Returns the whole text.
    pub fn text(self) -> String {
        self.rows().join("\n")
    }

    /// Whether a row contains `words`.
    pub fn shows(self, words: &str) -> bool {
        self.rows().iter().any(|row| row.contains(words))
    }

    /// Whether the screen shows all of these.
    pub fn shows_all(self, words: &[&str]) -> bool {
        words.iter().all(|words| self.shows(words))
    }

    /// Returns the text in the editor: from its prompt to the first empty row.
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

    /// Returns the last row.
    pub fn status(self) -> String {
        self.rows().pop().unwrap_or_default()
    }
}
