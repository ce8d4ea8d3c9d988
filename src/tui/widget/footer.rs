//! A row of key hints: the last row of a dialog, and of the screen.

use super::row::{Piece, Row, TextStyle};
use crate::theme::Role;
use client::text::width_of;
use l10n::say;

/// Keys with their effects, the most useful first. What does not fit is cut; the key that shows all
/// others stays even then.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Footer {
    hints: Vec<(String, String)>,
    /// The key that shows all others, if the hints end with it.
    help: Option<(String, String)>,
}

impl Footer {
    pub fn new(mut hints: Vec<(String, String)>) -> Self {
        let help = hints.pop_if(|(_, word)| word == say!("hint-all-keys"));
        Self { hints, help }
    }

    /// Ends the row with this key, if half of the row is left to others.
    #[must_use]
    pub fn with_help(self, help: (String, String)) -> Self {
        Self {
            help: Some(help),
            ..self
        }
    }

    /// Returns the hints in as many rows as they need, but at most these.
    pub fn rows(&self, width: usize, most: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut rest = self.clone();
        while rows.len() + 1 < most && rest.width() > width {
            let mut left = width + 2;
            let fits = |hint: &&(String, String)| {
                let after = left.checked_sub(taken(hint));
                left = after.unwrap_or(0);
                after.is_some()
            };
            let count = rest.hints.iter().take_while(fits).count().max(1);
            let hints = rest.hints.drain(..count.min(rest.hints.len())).collect();
            // The gap behind the last hint needs no room.
            rows.push(Self { hints, help: None }.row(width + 4));
        }
        rows.push(rest.row(width));
        rows
    }

    fn width(&self) -> usize {
        let all: usize = self.hints.iter().chain(&self.help).map(taken).sum();
        all.saturating_sub(2)
    }

    /// Returns the hints in one row.
    pub fn row(&self, width: usize) -> Row {
        let mut row = Row::default();
        let mut left = width.saturating_sub(2);
        let help = self.help.as_ref();
        let help = help.filter(|help| left > 2 * (taken(help) - 1));
        left = left.saturating_sub(help.map_or(0, |help| taken(help) - 1));
        for hint in &self.hints {
            let Some(rest) = left.checked_sub(taken(hint)) else {
                let cut = if help.is_some() { "…  " } else { "…" };
                row.push(cut, TextStyle::of(Role::FgMuted));
                break;
            };
            left = rest;
            row.pieces.extend(pieces(hint, "  "));
        }
        row.pieces
            .extend(help.into_iter().flat_map(|help| pieces(help, "")));
        row
    }
}

/// Returns the columns of a hint and the gap behind it.
fn taken((key, word): &(String, String)) -> usize {
    width_of(key) + width_of(word) + 3
}

fn pieces((key, word): &(String, String), gap: &str) -> [Piece; 2] {
    [
        Piece::new(key, TextStyle::of(Role::Accent)),
        Piece::new(format!(" {word}{gap}"), TextStyle::of(Role::FgMuted)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn footer(words: &[(&str, &str)]) -> Footer {
        let owned = |(key, word): &(&str, &str)| ((*key).to_owned(), (*word).to_owned());
        Footer::new(words.iter().map(owned).collect())
    }

    #[test]
    fn what_does_not_fit_is_cut_but_not_the_key_for_all_others() {
        let hints = [("Enter", "open"), ("d", "diff"), ("?", "all keys")];
        let row = |width| footer(&hints).row(width).plain();
        assert_eq!(row(40), "Enter open  d diff  ? all keys");
        assert_eq!(row(28), "Enter open  …  ? all keys");
        assert_eq!(footer(&hints[..2]).row(16).plain(), "Enter open  …");
        assert_eq!(footer(&hints[..2]).row(4).plain(), "…");
    }
    #[test]
    fn hints_go_on_in_the_next_row_where_there_is_one() {
        let hints = [("Enter", "open"), ("d", "diff"), ("q", "back")];
        let rows = |width, most| -> Vec<String> {
            let rows = footer(&hints).rows(width, most).into_iter();
            rows.map(|row| row.plain().trim_end().to_owned()).collect()
        };
        assert_eq!(rows(40, 2), ["Enter open  d diff  q back"]);
        assert_eq!(rows(20, 2), ["Enter open  d diff", "q back"]);
        assert_eq!(rows(12, 2), ["Enter open", "d diff  …"]);
        assert_eq!(rows(12, 3), ["Enter open", "d diff", "q back"]);
    }
}
