//! Tabs in a row: `[Providers] Models  Keys`. Brackets show the active one without colours.

use ratatui::style::Modifier;

use super::row::{Row, TextStyle};
use crate::theme::Role;

/// Returns the row of these tabs.
pub fn tabs<'a>(words: impl IntoIterator<Item = &'a str>, active: usize) -> Row {
    let mut row = Row::default();
    for (place, word) in words.into_iter().enumerate() {
        if place == active {
            let look = TextStyle::of(Role::Accent).with(Modifier::BOLD);
            row.push(&format!("[{word}]"), look);
        } else {
            row.push(&format!(" {word} "), TextStyle::of(Role::FgMuted));
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_active_tab_is_in_brackets_and_moves_no_other() {
        let row = |active| tabs(["Providers", "Models"], active).plain();
        assert_eq!(row(0), "[Providers] Models ");
        assert_eq!(row(1), " Providers [Models]");
    }
}
