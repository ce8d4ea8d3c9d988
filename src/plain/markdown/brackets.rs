//! Pairs the brackets of a text in one pass. Called by `markdown`.

use std::collections::BTreeMap;

use super::{code_span, escaped, run_of};

/// The position of the closing bracket for each opening one, of both kinds.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    closed_at: BTreeMap<usize, usize>,
}

impl Brackets {
    /// Scans a text. Brackets of one kind pair up regardless of the other kind between them; those
    /// in code and after a backslash are letters, and no pair spans a line end.
    pub(super) fn of(text: &str) -> Self {
        let mut found = Self::default();
        if !text.contains("](") {
            return found;
        }
        let (mut square, mut round) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let letter = rest.chars().next().unwrap_or_default();
            at += match letter {
                '\\' => 1 + escaped(rest).map_or(0, char::len_utf8),
                '`' => code_span(rest).unwrap_or_else(|| run_of(rest, '`')),
                letter => letter.len_utf8(),
            };
            let here = at - letter.len_utf8();
            match letter {
                '[' => square.push(here),
                '(' => round.push(here),
                ']' => found.close(square.pop(), here),
                ')' => found.close(round.pop(), here),
                '\n' => {
                    square.clear();
                    round.clear();
                }
                _ => {}
            }
        }
        found
    }

    fn close(&mut self, open: Option<usize>, at: usize) {
        if let Some(open) = open {
            self.closed_at.insert(open, at);
        }
    }

    /// Returns the text between the bracket at this byte, which must be `bracket`, and
    /// its closing one.
    pub(super) fn inside<'a>(&self, text: &'a str, at: usize, bracket: char) -> Option<&'a str> {
        let is_it = text.get(at..)?.starts_with(bracket);
        let end = self.closed_at.get(&at).filter(|_| is_it)?;
        text.get(at + 1..*end)
    }
}
